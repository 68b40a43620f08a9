//! Tests of findings about variables, and of their absence.

use crate::compile;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::{Options, Profile};
use asl_source::source::Sources;

fn marked(states: &str) -> Vec<(Code, String)> {
    marked_with(states, &Options::default())
}

fn marked_with(states: &str, options: &Options) -> Vec<(Code, String)> {
    let text = format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#);
    let mut sources = Sources::from_text("test.asl.json", &text);
    let found = compile::check(&mut sources, options).diagnostics.sorted();
    let part =
        |found: &Diagnostic| text[found.span.start as usize..found.span.end as usize].to_owned();
    found.iter().map(|found| (found.code, part(found))).collect()
}

fn never(path: &str) -> Vec<(Code, String)> {
    vec![(Code::NeverAssigned, format!("\"{path}\""))]
}

const READS: &str = r#"{"Type": "Pass", "Parameters": {"a.$": "$v"}, "End": true}"#;

#[test]
fn a_variable_that_nothing_assigns_before_is_an_error() {
    assert_eq!(marked(&format!(r#""A": {READS}"#)), never("$v"));
    // A state does not see its own assignments.
    let itself = r#""A": {"Type": "Pass", "Assign": {"v.$": "$v.a"}, "End": true}"#;
    assert_eq!(marked(itself), never("$v.a"));
    let behind = r#""A": {"Type": "Pass", "Parameters": {"a.$": "$v"}, "Next": "B"}, "B": {"Type": "Pass", "Assign": {"v": 1}, "End": true}"#;
    assert_eq!(marked(behind), never("$v"));
    let before =
        format!(r#""A": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "B"}}, "B": {READS}"#);
    assert_eq!(marked(&before), []);
}

#[test]
fn every_place_that_reads_is_looked_at() {
    let states = [
        r#""Type": "Pass", "InputPath": "$v", "End": true"#,
        r#""Type": "Pass", "OutputPath": "$v.a", "End": true"#,
        r#""Type": "Pass", "Parameters": {"a": [{"b.$": "States.Format('{}', States.ArrayGetItem($v, 0))"}]}, "End": true"#,
        r#""Type": "Task", "Resource": "task:a", "ResultSelector": {"a.$": "$v"}, "End": true"#,
        r#""Type": "Task", "Resource": "task:a", "TimeoutSecondsPath": "$v", "End": true"#,
        r#""Type": "Wait", "SecondsPath": "$v", "End": true"#,
        r#""Type": "Choice", "Choices": [{"Variable": "$v", "BooleanEquals": true, "Next": "Z"}], "Default": "Z"}, "Z": {"Type": "Succeed""#,
        r#""Type": "Choice", "Choices": [{"Variable": "$.a", "NumericEqualsPath": "$v", "Next": "Z"}], "Default": "Z"}, "Z": {"Type": "Succeed""#,
        r#""Type": "Fail", "ErrorPath": "$v", "Cause": "c""#,
        r#""Type": "Map", "ItemsPath": "$v", "ItemProcessor": {"StartAt": "X", "States": {"X": {"Type": "Succeed"}}}, "End": true"#,
    ];
    for state in states {
        let found = marked(&format!(r#""A": {{{state}}}"#));
        assert_eq!(
            found.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
            [Code::NeverAssigned],
            "{state}"
        );
    }
}

#[test]
fn a_variable_that_only_some_ways_assign_is_pointed_out() {
    let two = |one: &str, two: &str| {
        marked(&format!(
            r#""A": {{"Type": "Choice", "Choices": [{{"Variable": "$.x", "BooleanEquals": true, "Next": "One"{one}}}], "Default": "Two"}},
               "One": {{"Type": "Pass", "Next": "B"}}, "Two": {{"Type": "Pass", "Next": "B"{two}}}, "B": {READS}"#
        ))
    };
    let assign = r#", "Assign": {"v": 1}"#;
    assert_eq!(two(assign, assign), []);
    assert_eq!(two(assign, ""), [(Code::MaybeUnassigned, r#""$v""#.to_owned())]);
    assert_eq!(two("", assign), [(Code::MaybeUnassigned, r#""$v""#.to_owned())]);
    assert_eq!(two("", ""), never("$v"));
    // A catcher goes a way of its own.
    let caught = |assign: &str| {
        marked(&format!(
            r#""A": {{"Type": "Task", "Resource": "task:a", "Assign": {{"v": 1}}, "Next": "B",
                "Catch": [{{"ErrorEquals": ["States.ALL"], "Next": "B"{assign}}}]}}, "B": {READS}"#
        ))
    };
    assert_eq!(caught(""), [(Code::MaybeUnassigned, r#""$v""#.to_owned())]);
    assert_eq!(caught(assign), []);
}

#[test]
fn who_asks_first_may_read() {
    let guarded = r#""A": {"Type": "Choice", "Default": "Z", "Choices": [{"And": [{"Variable": "$v", "IsPresent": true},
        {"Variable": "$v", "BooleanEquals": true}], "Next": "Z"}]}, "Z": {"Type": "Succeed"}"#;
    assert_eq!(marked(guarded), []);
}

#[test]
fn a_rule_that_asks_leads_to_states_that_may_read() {
    let asked = |condition: &str, next: &str, default: &str| {
        marked(&format!(
            r#""A": {{"Type": "Choice", "Choices": [{{"Variable": "$.x", "IsPresent": true, "Next": "One"}}], "Default": "C"}},
               "One": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "C"}},
               "C": {{"Type": "Choice", "Choices": [{{{condition}, "Next": "{next}"}}], "Default": "{default}"}},
               "B": {READS}, "Z": {{"Type": "Succeed"}}"#
        ))
    };
    let maybe = [(Code::MaybeUnassigned, r#""$v""#.to_owned())];
    let present = r#""Variable": "$v", "IsPresent": true"#;
    let absent = r#""Variable": "$v", "IsPresent": false"#;
    let other = r#"{"Variable": "$.y", "BooleanEquals": true}"#;
    assert_eq!(asked(present, "B", "Z"), []);
    assert_eq!(asked(present, "Z", "B"), maybe);
    assert_eq!(asked(absent, "Z", "B"), []);
    assert_eq!(asked(absent, "B", "Z"), maybe);
    assert_eq!(asked(&format!(r#""Not": {{{present}}}"#), "Z", "B"), []);
    assert_eq!(asked(&format!(r#""And": [{other}, {{{present}}}]"#), "B", "Z"), []);
    assert_eq!(asked(&format!(r#""Or": [{other}, {{{present}}}]"#), "B", "Z"), maybe);
    assert_eq!(asked(&format!(r#""Or": [{other}, {{{absent}}}]"#), "Z", "B"), []);
}

#[test]
fn scopes_see_what_is_around_them_and_nothing_else() {
    let parallel = |before: &str, first: &str, second: &str| {
        let branch = |name: &str, state: &str| {
            format!(r#"{{"StartAt": "{name}", "States": {{"{name}": {state}}}}}"#)
        };
        marked(&format!(
            r#""A": {{"Type": "Pass"{before}, "Next": "P"}},
               "P": {{"Type": "Parallel", "Branches": [{}, {}], "Next": "B"}}, "B": {{"Type": "Succeed"}}"#,
            branch("X", first),
            branch("Y", second)
        ))
    };
    let assign = r#", "Assign": {"v": 1}"#;
    let assigns = r#"{"Type": "Pass", "Assign": {"v": 1}, "End": true}"#;
    let idle = r#"{"Type": "Pass", "End": true}"#;
    assert_eq!(parallel(assign, READS, READS), []);
    assert_eq!(parallel("", assigns, READS), never("$v"));
    assert_eq!(parallel(assign, assigns, READS), [(Code::OuterVariable, r#""v""#.to_owned())]);
    assert_eq!(parallel("", assigns, idle), [(Code::NeverRead, r#""v""#.to_owned())]);
    assert_eq!(parallel("", assigns, assigns), [(Code::NeverRead, r#""v""#.to_owned())]);
    // Nor does the scope around see what is inside.
    let inner = format!(
        r#""A": {{"Type": "Parallel", "Branches": [{{"StartAt": "X", "States": {{"X": {assigns}}}}}], "Next": "B"}}, "B": {READS}"#
    );
    assert_eq!(marked(&inner), never("$v"));
}

#[test]
fn a_distributed_map_sees_no_outer_variable() {
    let map = |mode: &str| {
        marked(&format!(
            r#""A": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "M"}},
               "M": {{"Type": "Map", "ItemSelector": {{"s.$": "$v"}}, "End": true, "ItemProcessor": {{
                   "ProcessorConfig": {{{mode}}}, "StartAt": "X", "States": {{"X": {READS}}}}}}}"#
        ))
    };
    assert_eq!(map(r#""Mode": "INLINE""#), []);
    assert_eq!(map(r#""Mode": "DISTRIBUTED", "ExecutionType": "STANDARD""#), never("$v"));
}

#[test]
fn names_have_a_grammar() {
    let called = |name: &str| {
        let text = format!(r#""A": {{"Type": "Pass", "Assign": {{"{name}": 1}}, "End": true}}"#);
        marked(&text).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    for good in ["v", "v_", "größe", "かず", "a1", "o\u{301}", &"x".repeat(80)] {
        assert_eq!(called(good), [Code::NeverRead], "{good}");
    }
    for bad in ["states", "_v", "1a", "a-b", "a b", "a😀", "", &"x".repeat(81)] {
        assert_eq!(called(bad), [Code::VariableName], "{bad}");
    }
}

#[test]
fn many_variables_take_bounded_time() {
    let state = |n: usize| {
        let to = n + 1;
        format!(r#""S{n}": {{"Type": "Pass", "Assign": {{"v{n}.$": "$v{n}"}}, "Next": "S{to}"}}"#)
    };
    let states: Vec<String> = (0..6_000).map(state).collect();
    let text = format!(
        r#""A": {{"Type": "Pass", "Next": "S0"}}, {}, "S6000": {{"Type": "Succeed"}}"#,
        states.join(", ")
    );
    let found = marked(&text);
    assert!(found.len() > 100 && found.iter().all(|(code, _)| *code == Code::NeverAssigned));
}

#[test]
fn similar_names_are_looked_for_a_hundred_times() {
    let state = |n: usize| {
        let to = n + 1;
        format!(
            r#""S{n}": {{"Type": "Pass", "Assign": {{"name{n}x": 1}}, "Parameters": {{"a.$": "$naem{n}x"}}, "Next": "S{to}"}}"#
        )
    };
    let states: Vec<String> = (0..120).map(state).collect();
    let text = format!(
        r#"{{"StartAt": "S0", "States": {{{}, "S120": {{"Type": "Succeed"}}}}}}"#,
        states.join(", ")
    );
    let found =
        compile::check(&mut Sources::from_text("test.asl.json", &text), &Options::default())
            .diagnostics
            .sorted();
    let similar = |found: &&Diagnostic| {
        found.label.as_ref().is_some_and(|label| label.contains("did you mean"))
    };
    assert_eq!((found.len(), found.iter().filter(similar).count()), (120, 100));
}

/// Findings on states in JSONata.
fn marked_in_jsonata(states: &str) -> Vec<(Code, String)> {
    let jsonata = r#""QueryLanguage": "JSONata", "Type""#;
    marked(&states.replace(r#""Type""#, jsonata))
}

#[test]
fn reads_in_expressions_have_their_places() {
    let read = |output: &str| {
        marked_in_jsonata(&format!(
            r#""A": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "B"}},
                "B": {{"Type": "Pass", "Output": {{"a": ["{output}"]}}, "End": true}}"#
        ))
    };
    assert_eq!(read("{% $v + 1 %}"), []);
    assert_eq!(read("{% $v + $w %}"), [(Code::UndefinedVariable, "$w".to_owned())]);
    assert_eq!(read("{% ($w := 1; $v + $w + $sum([1])) %}"), []);
    assert_eq!(read("{% $states.input %}"), [(Code::NeverRead, r#""v""#.to_owned())]);
    // A function that does not exist is reported as that.
    let fails = |text: &str| (Code::AlwaysFails, text.to_owned());
    assert_eq!(read("{% $sim([$v]) %}"), [fails("$sim")]);
    assert_eq!(read("{% $eval($string($v)) %}"), [fails("$eval")]);
    assert_eq!(read("{% $map([$v], $sim) %}"), [fails("$sim")]);
}

#[test]
fn a_name_in_a_text_that_should_be_an_expression_is_read() {
    let text = "'a text that is longer than the title of a finding' & $prefix";
    let states = format!(
        r#""A": {{"Type": "Pass", "Assign": {{"prefix": "x"}}, "Next": "B"}},
        "B": {{"Type": "Pass", "Output": "{text} & $string(1)", "End": true}}"#
    );
    let place = format!("\"{text} & $string(1)\"");
    assert_eq!(marked_in_jsonata(&states), [(Code::JsonataNotDelimited, place)]);
}

#[test]
fn a_read_that_some_ways_do_not_assign_is_a_warning() {
    let text = r#""A": {"Type": "Choice", "Default": "C", "Choices": [{"Condition": "{% true %}", "Next": "B"}]},
        "B": {"Type": "Pass", "Assign": {"v": 1}, "Next": "C"},
        "C": {"Type": "Pass", "Output": "{% $v %}", "End": true}"#;
    assert_eq!(marked_in_jsonata(text), [(Code::MaybeUnassigned, "$v".to_owned())]);
    let asked = text.replace("$v", "$exists($v) ? $v : 0");
    assert_eq!(marked_in_jsonata(&asked), []);
    let asked = text.replace("$v", "$not( $exists /* yet */ ( $v )) ? 0 : $v");
    assert_eq!(marked_in_jsonata(&asked), []);
    // Only the built-in asks.
    let hidden = text.replace("$v", "($exists := $string; $exists($v))");
    assert_eq!(marked_in_jsonata(&hidden), [(Code::MaybeUnassigned, "$v".to_owned())]);
}

#[test]
fn an_inner_scope_cannot_assign_what_an_outer_one_has() {
    let parallel = |assign: &str| {
        marked_in_jsonata(&format!(
            r#""A": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "P"}},
                "P": {{"Type": "Parallel", "End": true, "Branches": [{{"StartAt": "X", "States": {{
                    "X": {{"Type": "Pass", "Assign": {{"{assign}": "{{% $v %}}"}}, "Next": "Y"}},
                    "Y": {{"Type": "Pass", "Output": "{{% ${assign} %}}", "End": true}}}}}}]}}"#
        ))
    };
    assert_eq!(parallel("w"), []);
    assert_eq!(parallel("v"), [(Code::OuterVariable, r#""v""#.to_owned())]);
}

/// The codes of a machine whose branch assigns `v`, with what surrounds its Parallel or Map. The
/// word `INNER` stands for the branches.
fn around(states: &str, profile: Profile) -> Vec<Code> {
    let inner = r#"{"StartAt": "X", "States": {"X": {"Type": "Pass", "Assign": {"v": 2}, "Next": "Y"},
        "Y": {"Type": "Pass", "Parameters": {"a.$": "$v"}, "End": true}}}"#;
    let states = states.replace("INNER", inner);
    let text = format!(r#"{{"StartAt": "A", "States": {{{states}, "Z": {{"Type": "Succeed"}}}}}}"#);
    let mut sources = Sources::from_text("test.asl.json", text);
    let found = compile::check(&mut sources, &Options::default().profile(profile)).diagnostics;
    let codes = found.sorted().into_iter().map(|found| found.code);
    codes.filter(|code| *code == Code::OuterVariable).collect()
}

const PARALLEL: &str = r#""Type": "Parallel", "Branches": [INNER]"#;
const MAP: &str = r#""Type": "Map", "ItemsPath": "$.l", "ItemProcessor": INNER"#;

#[test]
fn a_name_that_the_outer_scope_assigns_on_the_way_in_is_taken() {
    let set = r#""A": {"Type": "Pass", "Assign": {"v": 1}, "Next": "P"}"#;
    let distributed = MAP.replace(
        "INNER",
        r#"{"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "X",
            "States": {"X": {"Type": "Pass", "Assign": {"v": 2}, "End": true}}}"#,
    );
    let taken = [Code::OuterVariable];
    for state in [PARALLEL, MAP, &distributed] {
        let text = format!(r#"{set}, "P": {{{state}, "Next": "Z"}}"#);
        assert_eq!(around(&text, Profile::Aws), taken, "{state}");
    }
    // Through a catcher, a rule, a loop of its own, and from two scopes around.
    let caught = format!(
        r#""A": {{"Type": "Task", "Resource": "t:a", "Next": "P",
            "Catch": [{{"ErrorEquals": ["E"], "Assign": {{"v": 1}}, "Next": "P"}}]}}, "P": {{{PARALLEL}, "Next": "Z"}}"#
    );
    assert_eq!(around(&caught, Profile::Aws), taken);
    let rule = format!(
        r#""A": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "IsPresent": true, "Assign": {{"v": 1}}, "Next": "P"}}],
            "Default": "Z"}}, "P": {{{PARALLEL}, "Next": "Z"}}"#
    );
    assert_eq!(around(&rule, Profile::Aws), taken);
    let again = format!(
        r#""A": {{{PARALLEL}, "Assign": {{"v": 1}}, "Next": "B"}},
            "B": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "IsPresent": true, "Next": "A"}}], "Default": "Z"}}"#
    );
    assert_eq!(around(&again, Profile::Aws), taken);
    let nested = format!(
        r#"{set}, "P": {{"Type": "Parallel", "Next": "Z", "Branches": [
            {{"StartAt": "Q", "States": {{"Q": {{{PARALLEL}, "End": true}}}}}}]}}"#
    );
    assert_eq!(around(&nested, Profile::Aws), taken);
}

#[test]
fn a_name_that_the_outer_scope_assigns_elsewhere_is_free() {
    let after = format!(
        r#""A": {{{PARALLEL}, "Next": "B"}}, "B": {{"Type": "Pass", "Assign": {{"v": 1}}, "Next": "Z"}}"#
    );
    let own = format!(r#""A": {{{PARALLEL}, "Assign": {{"v": 1}}, "Next": "Z"}}"#);
    let catcher = format!(
        r#""A": {{{PARALLEL}, "Next": "Z",
            "Catch": [{{"ErrorEquals": ["States.ALL"], "Assign": {{"v": 1}}, "Next": "Z"}}]}}"#
    );
    let other = format!(
        r#""A": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "IsPresent": true, "Assign": {{"v": 1}}, "Next": "Z"}}],
            "Default": "P"}}, "P": {{{PARALLEL}, "Next": "Z"}}"#
    );
    for free in [&after, &own, &catcher, &other] {
        assert_eq!(around(free, Profile::Aws), [], "{free}");
        assert_eq!(around(free, Profile::Spec), [Code::OuterVariable], "{free}");
    }
}

/// The variables that each state reads, as `State: a b`.
fn read_by(states: &str) -> Vec<String> {
    let text = format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#);
    let mut sources = Sources::from_text("test.asl.json", text);
    let checked = compile::check(&mut sources, &Options::default());
    let machine = checked.machine.or(checked.outline).expect("a machine");
    let shown = |(state, names): (String, std::collections::BTreeSet<String>)| {
        format!("{state}: {}", names.into_iter().collect::<Vec<_>>().join(" "))
    };
    super::references(&machine).into_iter().map(shown).collect()
}

#[test]
fn references_are_all_that_expressions_of_a_state_read() {
    let assign = r#""A": {"Type": "Pass", "Assign": {"v": 1, "w": "a", "l": [1]}, "Next": "B"}"#;
    let after = |states: &str| read_by(&format!("{assign}, {states}"));
    let end = r#""C": {"Type": "Succeed"}"#;
    // As recorded: a text without `.$` reads nothing, and assigning is not reading.
    let template = r#""B": {"Type": "Pass", "Parameters": {"a": "$w", "b.$": "$v"}, "Assign": {"w": "$l"}, "End": true}"#;
    assert_eq!(after(template), ["B: v"]);
    let choice = r#""B": {"Type": "Choice", "Choices": [{"Variable": "$v", "NumericEqualsPath": "$w", "Next": "C"}], "Default": "C"}"#;
    assert_eq!(after(&format!("{choice}, {end}")), ["B: v w"]);
    let wait = r#""B": {"Type": "Wait", "SecondsPath": "$v", "Next": "C"}"#;
    assert_eq!(after(&format!("{wait}, {end}")), ["B: v"]);
    let call = r#""B": {"Type": "Pass", "Parameters": {"a.$": "States.Format('{}', $w)"}, "OutputPath": "$v", "End": true}"#;
    assert_eq!(after(call), ["B: v w"]);
    let fail = r#""B": {"Type": "Fail", "ErrorPath": "$w", "CausePath": "$w"}"#;
    assert_eq!(after(fail), ["B: w"]);
    let inner = r#"{"StartAt": "I", "States": {"I": {"Type": "Pass", "Parameters": {"a.$": "$w"}, "End": true}}}"#;
    let map = format!(
        r#""B": {{"Type": "Map", "ItemsPath": "$l", "MaxConcurrencyPath": "$v", "ItemProcessor": {inner}, "End": true}}"#
    );
    assert_eq!(after(&map), ["B: l v", "I: w"]);
}

#[cfg(feature = "jsonata")]
#[test]
fn references_in_jsonata_are_those_of_the_machine_only() {
    let states = r#""A": {"Type": "Pass", "QueryLanguage": "JSONata", "Assign": {"v": 1}, "Next": "B"},
        "B": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% ($own := $v; $states.input.a + $own) %}", "End": true}"#;
    assert_eq!(read_by(states), ["B: v"]);
}

#[test]
fn a_test_may_give_what_nothing_assigns() {
    let path = format!(r#""A": {READS}"#);
    let query =
        r#""A": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% $v %}", "End": true}"#;
    let named = Options::default().variables(vec!["v".to_owned()]);
    let inspected = Options::default().inspect(true);
    assert_eq!(marked_with(&path, &named), []);
    assert_eq!(marked_with(query, &named), []);
    assert_eq!(marked_with(&path, &inspected), [(Code::MaybeUnassigned, r#""$v""#.to_owned())]);
    assert_eq!(marked_with(query, &inspected), [(Code::UndefinedVariable, "$v".to_owned())]);
    let other = Options::default().variables(vec!["w".to_owned()]);
    assert_eq!(marked_with(&path, &other), never("$v"));
    // The value that a test gives has any type, whatever the machine assigns.
    let assigned = r#""A": {"Type": "Pass", "QueryLanguage": "JSONata", "Assign": {"v": {"a": 1}}, "Next": "B"},
        "B": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% $v.b %}", "End": true}"#;
    assert_ne!(marked(assigned), []);
    assert_eq!(marked_with(assigned, &named), []);
}
