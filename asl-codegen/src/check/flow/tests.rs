//! Tests of shapes and their findings. Random machines and a reference interpreter test that they
//! are sound (`tools/conformance/src/differ/flow.rs`).

#[cfg(feature = "sm4c")]
mod jq;
mod jsonata;

use super::{Borders, Flow, stages};
use crate::compile;
use crate::ir::Machine;
use crate::tests::with;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::{Options, Profile};
use asl_source::source::Sources;

fn findings(text: &str, profile: Profile) -> Vec<Diagnostic> {
    let options = with(Options::default(), |options| options.profile = profile);
    compile::check(&mut Sources::from_text("test.asl.json", text), &options).diagnostics.sorted()
}

fn marked(states: &str) -> Vec<(Code, String)> {
    let text = machine(states);
    let part =
        |found: &Diagnostic| text[found.span.start as usize..found.span.end as usize].to_owned();
    findings(&text, Profile::Spec).iter().map(|found| (found.code, part(found))).collect()
}

fn machine(states: &str) -> String {
    format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#)
}

/// A Pass `A` with this result, then a state `B` of these fields.
fn after(result: &str, fields: &str) -> Vec<(Code, String)> {
    marked(&format!(
        r#""A": {{"Type": "Pass", "Result": {result}, "Next": "B"}}, "B": {{{fields}, "End": true}}"#
    ))
}

fn lowered(text: &str) -> Machine {
    let checked =
        compile::check(&mut Sources::from_text("test.asl.json", text), &Options::default());
    checked.machine.or(checked.outline).unwrap()
}

/// The known shapes after each stage of a state, as shown to users.
fn shown(states: &str, name: &str) -> Vec<String> {
    let machine = lowered(&machine(states));
    let index = machine.states.iter().position(|state| state.name.value == name).unwrap();
    let stages = stages(&machine).swap_remove(index).unwrap();
    stages.list.iter().map(|(stage, shape)| format!("{stage} {shape}")).collect()
}

#[test]
fn a_path_that_nothing_can_satisfy_is_an_error() {
    let never = |path: &str| vec![(Code::NeverFound, format!("\"{path}\""))];
    let data = r#"{"a": {"b": 1}, "l": [1, "x"]}"#;
    for path in ["$.c", "$.a.c", "$.a.b.c", "$.l.a", "$.l[2]", "$.l[-3]", "$.a[0]"] {
        assert_eq!(
            after(data, &format!(r#""Type": "Pass", "InputPath": "{path}""#)),
            never(path),
            "{path}"
        );
        let template = format!(
            r#""Type": "Task", "Resource": "task:b", "Parameters": {{"x": [{{"y.$": "{path}"}}]}}"#
        );
        assert_eq!(after(data, &template), never(path), "{path}");
    }
    for path in [
        "$",
        "$.a",
        "$.a.b",
        "$.l[1]",
        "$.l[-2]",
        "$.l[5:]",
        "$.c[*]",
        "$..c",
        "$.a['b','c']",
        "$.c['a','b']",
    ] {
        assert_eq!(after(data, &format!(r#""Type": "Pass", "InputPath": "{path}""#)), [], "{path}");
    }
    // At AWS several names make an object, of what must be one.
    for path in ["$.c['a','b']", "$.l['a','b']"] {
        let text = machine(&format!(
            r#""A": {{"Type": "Pass", "Result": {data}, "Next": "B"}}, "B": {{"Type": "Pass", "InputPath": "{path}", "End": true}}"#
        ));
        let codes =
            |profile| findings(&text, profile).iter().map(|found| found.code).collect::<Vec<_>>();
        assert_eq!(
            (codes(Profile::Spec), codes(Profile::Aws)),
            (vec![], vec![Code::AlwaysFails]),
            "{path}"
        );
    }
    let found = findings(
        &machine(
            r#""A": {"Type": "Pass", "Result": {"total": 1}, "Next": "B"}, "B": {"Type": "Pass", "OutputPath": "$.totl", "End": true}"#,
        ),
        Profile::Spec,
    );
    assert_eq!(
        found[0].label.as_deref(),
        Some("`$` has no member `totl` here; did you mean `total`?")
    );
    assert_eq!(found[0].related.len(), 1);
}

#[test]
fn what_only_some_ways_make_is_no_error() {
    let choice = r#""A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "BooleanEquals": true, "Next": "One"}], "Default": "Two"}"#;
    let two = |one: &str, two: &str, path: &str| {
        marked(&format!(
            r#"{choice}, "One": {{"Type": "Pass", "Result": {one}, "Next": "B"}},
               "Two": {{"Type": "Pass", "Result": {two}, "Next": "B"}},
               "B": {{"Type": "Pass", "InputPath": "{path}", "End": true}}"#
        ))
    };
    assert_eq!(two(r#"{"a": 1}"#, r#"{"b": 1}"#, "$.a"), []);
    assert_eq!(two(r#"{"a": 1}"#, "[1]", "$[0]"), []);
    assert_eq!(
        two(r#"{"a": 1}"#, r#"{"b": 1}"#, "$.c"),
        [(Code::NeverFound, r#""$.c""#.to_owned())]
    );
    assert_eq!(two("1", "null", "$.c"), [(Code::NeverFound, r#""$.c""#.to_owned())]);
}

#[test]
fn inputs_and_results_of_tasks_can_be_anything() {
    assert_eq!(marked(r#""A": {"Type": "Pass", "InputPath": "$.a.b[3]", "End": true}"#), []);
    let task = r#""A": {"Type": "Task", "Resource": "task:a", "Next": "B"}"#;
    assert_eq!(
        marked(&format!(r#"{task}, "B": {{"Type": "Pass", "InputPath": "$.a", "End": true}}"#)),
        []
    );
    let selected = r#""A": {"Type": "Task", "Resource": "task:a", "ResultSelector": {"a.$": "$.b"}, "Next": "B"}"#;
    let path = |path: &str| {
        marked(&format!(
            r#"{selected}, "B": {{"Type": "Pass", "InputPath": "{path}", "End": true}}"#
        ))
    };
    assert_eq!(path("$.a.anything"), []);
    assert_eq!(path("$.b"), [(Code::NeverFound, r#""$.b""#.to_owned())]);
}

#[test]
fn a_result_cannot_be_written_into_what_is_no_object() {
    let never = |path: &str| vec![(Code::NeverFits, format!("\"{path}\""))];
    for (data, path) in
        [("1", "$.a"), ("[1]", "$.a"), (r#"{"a": 1}"#, "$.a.b"), (r#"{"a": []}"#, "$.a[0]")]
    {
        let fields = format!(r#""Type": "Pass", "Result": 2, "ResultPath": "{path}""#);
        assert_eq!(after(data, &fields), never(path), "{data} {path}");
    }
    for (data, path) in
        [("{}", "$.a.b.c"), (r#"{"a": [1]}"#, "$.a[0]"), (r#"{"a": {}}"#, "$.a.b"), ("{}", "$.a")]
    {
        let fields = format!(r#""Type": "Pass", "Result": 2, "ResultPath": "{path}""#);
        assert_eq!(after(data, &fields), [], "{data} {path}");
    }
    // The output of a catcher is written into the original data.
    let caught = r#""Type": "Task", "Resource": "task:b", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "A"}]"#;
    assert_eq!(after("1", caught), [(Code::AlwaysFails, r#""$.e""#.to_owned())]);
}

#[test]
fn only_arrays_can_be_iterated_over() {
    let map = |more: &str| {
        format!(
            r#""Type": "Map"{more}, "ItemProcessor": {{"StartAt": "X", "States": {{"X": {{"Type": "Succeed"}}}}}}"#
        )
    };
    assert_eq!(
        after(r#"{"a": 1}"#, &map(r#", "ItemsPath": "$.a""#)),
        [(Code::NeverAnArray, r#""$.a""#.to_owned())]
    );
    assert_eq!(after(r#"{"a": 1}"#, &map("")), [(Code::NeverAnArray, r#""B""#.to_owned())]);
    assert_eq!(after(r#"{"a": [1]}"#, &map(r#", "ItemsPath": "$.a""#)), []);
    assert_eq!(after("[]", &map("")), []);
    // A reader brings the items, and a writer keeps the results.
    let run = r#""Type": "Map", "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
            "StartAt": "X", "States": {"X": {"Type": "Pass", "InputPath": "$.id", "End": true}}},
        "ItemReader": {"Resource": "arn:aws:states:::s3:getObject", "ReaderConfig": {"InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW"},
            "Parameters": {"Bucket.$": "$.a", "Key": "k"}},
        "ResultWriter": {"Resource": "arn:aws:states:::s3:putObject", "Parameters": {"Bucket": "b", "Prefix": "p"}},
        "ResultSelector": {"key.$": "$.ResultWriterDetails.Key"}"#;
    assert_eq!(after(r#"{"a": "bucket"}"#, run), []);
    assert_eq!(after(r#"{"b": "bucket"}"#, run), [(Code::NeverFound, r#""$.a""#.to_owned())]);
}

#[test]
fn branches_get_the_input_and_their_ends_are_known() {
    let branch = |name: &str, result: &str| {
        format!(
            r#"{{"StartAt": "{name}", "States": {{"{name}": {{"Type": "Pass", "Result": {result}, "End": true}}}}}}"#
        )
    };
    let parallel = |path: &str| {
        marked(&format!(
            r#""A": {{"Type": "Parallel", "Branches": [{}, {}], "Next": "B"}}, "B": {{"Type": "Pass", "InputPath": "{path}", "End": true}}"#,
            branch("X", r#"{"x": 1}"#),
            branch("Y", r#"{"y": 1}"#)
        ))
    };
    assert_eq!(parallel("$[0].x"), []);
    assert_eq!(parallel("$[1].y"), []);
    for path in ["$[0].y", "$[2]", "$.x"] {
        assert_eq!(parallel(path), [(Code::NeverFound, format!("\"{path}\""))]);
    }
    let inner = r#""Type": "Parallel", "Branches": [{"StartAt": "X", "States": {"X": {"Type": "Pass", "InputPath": "$.b", "End": true}}}]"#;
    assert_eq!(after(r#"{"a": 1}"#, inner), [(Code::NeverFound, r#""$.b""#.to_owned())]);
}

#[test]
fn behind_what_always_fails_nothing_is_said() {
    let broken = r#""Type": "Pass", "InputPath": "$.c", "Next": "C"}, "C": {"Type": "Pass", "InputPath": "$.d""#;
    assert_eq!(after("1", broken), [(Code::NeverFound, r#""$.c""#.to_owned())]);
}

#[test]
fn what_was_refused_is_not_looked_into() {
    let refused = r#""A": {"Type": "Pass", "Parameters": {"a.$": "a"}, "Next": "B"}, "B": {"Type": "Pass", "InputPath": "$.b", "End": true}"#;
    assert_eq!(marked(refused), [(Code::NotAPath, r#""a""#.to_owned())]);
}

#[test]
fn comparisons_with_what_never_has_their_type_are_pointed_out() {
    let rule = |rule: &str| {
        marked(&format!(
            r#""A": {{"Type": "Pass", "Result": {{"a": "1", "n": 1}}, "Next": "B"}},
               "B": {{"Type": "Choice", "Choices": [{{{rule}, "Next": "C"}}], "Default": "C"}}, "C": {{"Type": "Succeed"}}"#
        ))
    };
    let a = || r#""$.a""#.to_owned();
    assert_eq!(rule(r#""Variable": "$.a", "NumericEquals": 1"#), [(Code::NeverComparable, a())]);
    assert_eq!(
        rule(r#""Variable": "$.n", "NumericLessThanPath": "$.a""#),
        [(Code::NeverComparable, a())]
    );
    assert_eq!(rule(r#""Variable": "$.a", "StringEquals": "1""#), []);
    assert_eq!(rule(r#""Variable": "$.a", "IsNumeric": true"#), []);
    assert_eq!(rule(r#""Variable": "$.b", "IsPresent": true"#), []);
    // In the specification what is not there does not match; at AWS it fails the state.
    assert_eq!(rule(r#""Variable": "$.b", "StringEquals": "1""#), []);
    let text = machine(
        r#""A": {"Type": "Pass", "Result": {"a": "1"}, "Next": "B"}, "C": {"Type": "Succeed"}, "B": {"Type": "Choice",
           "Choices": [{"Variable": "$.b", "StringEquals": "1", "Next": "C"}], "Default": "C"}"#,
    );
    let found = findings(&text, Profile::Aws);
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::AlwaysFails]);
    // After a guard it is never read.
    let guarded = r#""And": [{"Variable": "$.b", "IsPresent": true}, {"Variable": "$.b", "StringEquals": "1"}]"#;
    assert_eq!(rule(guarded), []);
}

#[test]
fn waits_need_numbers_and_timestamps() {
    let wait =
        |data: &str, field: &str| after(data, &format!(r#""Type": "Wait", "{field}": "$.a""#));
    let a = || r#""$.a""#.to_owned();
    assert_eq!(wait(r#"{"a": "1"}"#, "SecondsPath"), [(Code::NeverThisType, a())]);
    assert_eq!(wait(r#"{"a": 1}"#, "TimestampPath"), [(Code::NeverThisType, a())]);
    assert_eq!(wait(r#"{"a": 1}"#, "SecondsPath"), []);
    assert_eq!(wait(r#"{"b": 1}"#, "SecondsPath"), [(Code::NeverFound, a())]);
}

#[test]
fn aws_accepts_what_always_fails() {
    let text = machine(
        r#""A": {"Type": "Pass", "Result": 1, "Next": "B"}, "B": {"Type": "Pass", "InputPath": "$.c", "End": true}"#,
    );
    let codes =
        |profile| findings(&text, profile).into_iter().map(|found| found.code).collect::<Vec<_>>();
    assert_eq!(codes(Profile::Spec), [Code::NeverFound]);
    assert_eq!(codes(Profile::Aws), [Code::AlwaysFails]);
}

#[test]
fn what_a_test_keeps_away_is_not_looked_at() {
    let guarded = |rule: &str| {
        marked(&format!(
            r#""A": {{"Type": "Pass", "Result": {{"a": 1}}, "Next": "C"}},
               "C": {{"Type": "Choice", "Choices": [{{{rule}, "Next": "Used"}}], "Default": "Otherwise"}},
               "Used": {{"Type": "Pass", "InputPath": "$.x", "Next": "Z"}},
               "Otherwise": {{"Type": "Pass", "InputPath": "$.a", "Next": "Z"}}, "Z": {{"Type": "Succeed"}}"#
        ))
    };
    let present = r#"{"Variable": "$.x", "IsPresent": true}"#;
    let numeric = r#"{"Variable": "$.a", "IsNumeric": false}"#;
    for rule in [
        r#""Variable": "$.x", "IsPresent": true"#.to_owned(),
        r#""Not": {"Variable": "$.x", "IsPresent": false}"#.to_owned(),
        format!(r#""And": [{{"Variable": "$.a", "NumericEquals": 1}}, {present}]"#),
        format!(r#""Or": [{present}, {numeric}]"#),
    ] {
        assert_eq!(guarded(&rule), [], "{rule}");
    }
    let found = [(Code::NeverFound, "\"$.x\"".to_owned())];
    for rule in [
        r#""Variable": "$.x", "IsPresent": false"#.to_owned(),
        r#""Variable": "$.a", "NumericEquals": 1"#.to_owned(),
        format!(r#""Or": [{{"Variable": "$.a", "NumericEquals": 1}}, {present}]"#),
    ] {
        assert_eq!(guarded(&rule), found, "{rule}");
    }
    // A test that always holds leaves no values for later rules.
    let behind = marked(
        r#""A": {"Type": "Pass", "Result": {"a": 1}, "Next": "C"},
           "C": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": false, "Next": "Z"}], "Default": "Used"},
           "Used": {"Type": "Pass", "InputPath": "$.x", "Next": "Z"}, "Z": {"Type": "Succeed"}"#,
    );
    assert_eq!(behind, []);
}

#[test]
fn the_stages_of_a_state_are_shown() {
    let states = r#""A": {"Type": "Pass", "Result": {"a": [1, "x"]}, "ResultPath": "$.r", "Next": "B"},
        "B": {"Type": "Task", "Resource": "task:b", "InputPath": "$.r", "Parameters": {"n.$": "$.a[0]"},
              "ResultSelector": {"s.$": "$.t", "fixed": null}, "ResultPath": "$.b", "OutputPath": "$.b", "End": true}"#;
    assert_eq!(
        shown(states, "B"),
        [
            r#"Input { "r": { "a": [number, string] }, … }"#,
            r#"InputPath { "a": [number, string] }"#,
            r#"Parameters { "n": number }"#,
            r#"ResultSelector { "fixed": null, "s": any }"#,
            r#"ResultPath { "b": { "fixed": null, "s": any }, "r": { "a": [number, string] }, … }"#,
            r#"OutputPath { "fixed": null, "s": any }"#,
        ]
    );
}

#[test]
fn the_variables_of_a_choice_are_shown_once() {
    let states = r#""A": {"Type": "Choice", "Choices": [
            {"Variable": "$.x", "IsPresent": true, "Assign": {"v": 1}, "Next": "Z"},
            {"Variable": "$.y", "IsPresent": true, "Assign": {"w": "x"}, "Next": "Z"}],
          "Assign": {"z": null}, "Default": "Z"}, "Z": {"Type": "Succeed"}"#;
    assert_eq!(
        shown(states, "A"),
        [
            "Input any",
            "InputPath any",
            "OutputPath any",
            r#"Assign { "v": number, "w": string, "z": null }"#
        ]
    );
}

/// Visits that it takes to know the data of a machine of so many rounds of these states.
fn visits(count: usize, round: impl Fn(usize) -> String) -> usize {
    let states: Vec<String> = (0..count).map(round).collect();
    let text = format!(
        r#"{{"StartAt": "S0", "States": {{{}, "S{count}": {{"Type": "Succeed"}}}}}}"#,
        states.join(", ")
    );
    Flow::new(&lowered(&text), &[], Borders::default()).visits
}

#[test]
fn visits_grow_with_the_machine_and_not_with_its_square() {
    let chain = |n: usize| {
        format!(
            r#""S{n}": {{"Type": "Pass", "Result": {n}, "ResultPath": "$.m{n}", "Next": "S{}"}}"#,
            n + 1
        )
    };
    let nested = |n: usize| {
        format!(
            r#""S{n}": {{"Type": "Pass", "Parameters": {{"a.$": "$", "b.$": "$"}}, "Next": "S{}"}}"#,
            n + 1
        )
    };
    let back = |n: usize| {
        let to = n / 2;
        format!(
            r#""S{n}": {{"Type": "Choice", "Choices": [{{"Variable": "$.x", "NumericEquals": {n}, "Next": "T{n}"}}], "Default": "S{}"}},
               "T{n}": {{"Type": "Pass", "Parameters": {{"x.$": "$.x", "y{n}.$": "$"}}, "Next": "S{to}"}}"#,
            n + 1
        )
    };
    assert_eq!(visits(1_000, chain), 1_001);
    assert_eq!(visits(1_000, nested), 1_001);
    let (once, twice) = (visits(500, back), visits(1_000, back));
    assert!(twice <= once * 2 + 100 && once <= 500 * 12, "{once} {twice}");
}

#[test]
fn paths_of_variables_are_followed() {
    let assigned = |value: &str| {
        marked(&format!(
            r#""A": {{"Type": "Pass", "Assign": {{"x": {{"a": {{"b": 1}}}}}}, "Next": "B"}},
            "B": {{"Type": "Pass", "Parameters": {{"y.$": "{value}"}}, "End": true}}"#
        ))
    };
    let never = |text: &str| vec![(Code::NeverFound, format!("\"{text}\""))];
    assert_eq!(assigned("$x.a.b"), []);
    assert_eq!(assigned("$x.a.c"), never("$x.a.c"));
    assert_eq!(assigned("States.MathAdd($x.a.b, 1)"), []);
    let text = "States.ArrayLength($x.a)";
    assert_eq!(assigned(text).len(), 1, "{text}");
}

/// The findings behind a Choice that tests whether `$x` is a string, where it is one.
fn behind_a_test_of_a_variable(rest: &str) -> Vec<(Code, String)> {
    marked(&format!(
        r#""A": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "IsPresent": true, "Next": "T",
             "Assign": {{"x": "text"}}}}], "Default": "T", "Assign": {{"x": {{"m": 1}}}}}},
        "T": {{"Type": "Choice", "Choices": [
             {{"Variable": "$x", "IsString": true, "Next": "S"}}], "Default": "O"}},
        "R": {{"Type": "Pass", "Parameters": {{"y.$": "$x.m"}}, "End": true}}, {rest}"#
    ))
}

#[test]
fn a_choice_narrows_a_variable_until_it_is_assigned_or_ways_join() {
    let never = || vec![(Code::NeverFound, "\"$x.m\"".to_owned())];
    let object = r#""O": {"Type": "Pass", "Parameters": {"y.$": "$x.m"}, "End": true}"#;
    let found = |states: &str| behind_a_test_of_a_variable(&format!("{states}, {object}"));
    assert_eq!(found(r#""S": {"Type": "Pass", "Next": "R"}"#), never());
    assert_eq!(
        found(
            r#""S": {"Type": "Task", "Resource": "task:s", "End": true,
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "R"}]}"#
        ),
        never()
    );
    let assigned = r#""S": {"Type": "Pass", "Assign": {"x": {"m": 2}}, "Next": "R"}"#;
    assert_eq!(found(assigned), []);
    let joined = r#""S": {"Type": "Pass", "Next": "R"}, "O": {"Type": "Pass", "Next": "R"}"#;
    assert_eq!(behind_a_test_of_a_variable(joined), []);
}

#[test]
fn a_variable_that_some_ways_do_not_assign_may_be_absent() {
    let states = r#""A": {"Type": "Choice", "Choices": [{"Variable": "$.a", "IsPresent": true,
             "Assign": {"x": 1}, "Next": "T"}], "Default": "T"},
        "T": {"Type": "Choice", "Choices": [{"Variable": "$x", "IsPresent": true, "Next": "S"}],
              "Default": "O"},
        "S": {"Type": "Succeed"}, "O": {"Type": "Pass", "End": true}"#;
    assert_eq!(
        shown(states, "O"),
        ["Input any", "InputPath any", "Result any", "ResultPath any", "OutputPath any"]
    );
}

#[test]
fn a_test_that_fails_leaves_values_that_are_not_there() {
    let states = r#"
        "A": {"Type": "Choice", "Default": "List",
            "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "Object"}]},
        "Object": {"Type": "Pass", "Result": {"a": {"b": "t"}}, "Next": "C"},
        "List": {"Type": "Pass", "Result": {"a": [1]}, "Next": "C"},
        "C": {"Type": "Choice", "Default": "D", "Choices": [
            {"Variable": "$.a.b", "IsString": true, "Next": "S"},
            {"Variable": "$.a.b", "IsString": false, "Next": "S"}]},
        "D": {"Type": "Pass", "InputPath": "$.a[0]", "Next": "S"},
        "S": {"Type": "Succeed"}"#;
    assert_eq!(marked(states), []);
}
