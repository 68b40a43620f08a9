//! Input that no person writes: it must lead to findings or a machine, never to a panic, a crash or
//! a hang.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::time::{Duration, Instant};

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Code, Colour, report};
use asl_codegen::diagram;
use asl_codegen::options::{Options, Profile};
use asl_codegen::pretty::pretty;
use asl_codegen::source::{self, Sources};
use serde_json::{Value, json};

/// Maximum time for a text within the limits: far more than linear work needs in a debug build, far
/// less than quadratic work.
const LONGEST: Duration = Duration::from_secs(60);

/// See [`compile`].
const LONGEST_EMITTED: usize = source::MAX_BYTES / 4;

/// Checks a text, draws the findings, and emits the machine if there is one. For a text of a
/// megabyte that takes so long in a debug build that only smaller ones are emitted.
fn compile(text: &str) -> (Vec<&'static str>, String) {
    let started = Instant::now();
    let options = Options::default();
    let mut sources = Sources::from_text("bad.asl.json", text);
    let Checked { machine, diagnostics, .. } = compile::check(&mut sources, &options);
    assert!(machine.is_some() != diagnostics.has_errors());
    let codes = diagnostics.iter().map(|diagnostic| diagnostic.code.id()).collect();
    let shown = report(diagnostics, &sources, Colour::Never);
    assert!(shown.len() < 200_000, "{} bytes of findings", shown.len());
    if let Some(machine) = machine.filter(|_| text.len() <= LONGEST_EMITTED) {
        let code = compile::emit(&machine, &sources, &options);
        // Formatting takes seconds for a megabyte, and parsers recurse into nested code.
        assert!(text.len() > 100_000 || pretty(code).is_ok());
        assert!(!diagram::mermaid(&machine).is_empty() && !diagram::dot(&machine).is_empty());
        assert!(diagram::svg(&machine).ends_with("</svg>\n"));
    }
    assert!(started.elapsed() < LONGEST, "{:?} for {} bytes", started.elapsed(), text.len());
    (codes, shown)
}

fn codes(text: &str) -> Vec<&'static str> {
    compile(text).0
}

/// As many copies as fit into the largest text, with `{n}` replaced by numbers.
fn as_many_as_fit(before: &str, part: &str, between: &str, after: &str) -> String {
    as_many_as_fit_into(source::MAX_BYTES, before, part, between, after)
}

fn as_many_as_fit_into(
    size: usize,
    before: &str,
    part: &str,
    between: &str,
    after: &str,
) -> String {
    let mut text = before.to_owned();
    for n in 0.. {
        let part = part.replace("{n}", &n.to_string());
        if text.len() + part.len() + between.len() + after.len() > size {
            break;
        }
        if n > 0 {
            text.push_str(between);
        }
        text.push_str(&part);
    }
    text + after
}

/// Nested Parallels.
fn nested_parallels(levels: usize) -> String {
    let opening = |level| {
        r#"{"StartAt":"P0","States":{"P0":{"Type":"Parallel","End":true,"Branches":["#
            .replace("P0", &format!("P{level}"))
    };
    let opening: Vec<String> = (0..levels).map(opening).collect();
    let closing = "]}}}".repeat(levels);
    opening.concat() + r#"{"StartAt":"S","States":{"S":{"Type":"Succeed"}}}"# + &closing
}

#[test]
fn two_hundred_nested_parallels_are_too_deep() {
    assert_eq!(codes(&nested_parallels(200)), [Code::TooDeep.id()]);
}

#[test]
fn parallels_may_be_nested_as_deep_as_the_reader_goes() {
    assert_eq!(codes(&nested_parallels(63)), [] as [&str; 0]);
    assert_eq!(codes(&nested_parallels(64)), [Code::TooDeep.id()]);
}

#[test]
fn a_hundred_thousand_states_are_refused() {
    let states: Vec<String> =
        (0..100_000).map(|n| format!(r#""S{n}":{{"Type":"Pass","Next":"S{}"}}"#, n + 1)).collect();
    let text = format!(r#"{{"StartAt":"S0","States":{{{}}}}}"#, states.join(","));
    assert_eq!(codes(&text), [Code::TooLarge.id()]);
}

#[test]
fn as_many_states_as_fit_are_refused_or_compiled() {
    let states = |part: &str| as_many_as_fit(r#"{"StartAt":"S0","States":{"#, part, ",", "}}");
    for part in [
        r#""S{n}":{}"#,
        r#""S{n}":0"#,
        r#""S{n}":{"Type":"Pass","Next":"X{n}"}"#,
        r#""S{n}":{"Type":"Pass","Next":"S0"}"#,
        r#""S{n}":{"Tpye":"Pass","Nxet":"S0"}"#,
    ] {
        assert!(codes(&states(part)).contains(&Code::TooManyStates.id()), "{part}");
    }
    let chain: Vec<String> =
        (1..10_000).map(|n| format!(r#""S{}":{{"Type":"Pass","Next":"S{n}"}},"#, n - 1)).collect();
    let text = format!(
        r#"{{"StartAt":"S0","States":{{{}"S9999":{{"Type":"Succeed"}}}}}}"#,
        chain.concat()
    );
    assert_eq!(codes(&text), [] as [&str; 0]);
}

#[test]
fn a_string_of_a_megabyte_may_be_anywhere() {
    let long = "x".repeat(1_000_000);
    let states = |state: &str| {
        format!(r#"{{"StartAt":"A","States":{{"A":{state},"B":{{"Type":"Succeed"}}}}}}"#)
    };
    let texts = [
        format!(r#"{{"StartAt":"{long}","States":{{"A":{{"Type":"Succeed"}}}}}}"#),
        format!(r#"{{"StartAt":"A","States":{{"A":{{"Type":"Pass","Next":"{long}"}}}}}}"#),
        format!(r#"{{"{long}":1,"StartAt":"A","States":{{"A":{{"Type":"Succeed"}}}}}}"#),
        format!(r#"{{"Version":"{long}","StartAt":"A","States":{{"A":{{"Type":"Succeed"}}}}}}"#),
        states(&format!(r#"{{"Type":"{long}"}}"#)),
        states(&format!(r#"{{"Type":"Pass","{long}":1,"Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Pass","InputPath":"{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Pass","InputPath":"$.{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Pass","ResultPath":"$['{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Task","Resource":"{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Task","Resource":"a:{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Wait","Timestamp":"{long}","Next":"B"}}"#)),
        states(&format!(r#"{{"Type":"Wait","Seconds":{},"Next":"B"}}"#, "9".repeat(300))),
        states(&format!(
            r#"{{"Type":"Pass","Result":{{"a":"{long}","{}":1}},"Next":"B"}}"#,
            &long[..1000]
        )),
        states(&format!(
            r#"{{"Type":"Task","Resource":"a:b","Retry":[{{"ErrorEquals":["States.{long}"]}}],"Next":"B"}}"#
        )),
        states(&format!(
            r#"{{"Type":"Choice","Choices":[{{"Variable":"$.a","{long}":1,"Next":"B"}}],"Default":"B"}}"#
        )),
        states(&format!(
            r#"{{"Type":"Choice","Choices":[{{"Variable":"$.a","StringEquals":"{long}","Next":"B"}}],"Default":"B"}}"#
        )),
    ];
    for text in &texts {
        let (codes, _) = compile(text);
        let start = &text[..80];
        assert!(
            !codes.contains(&Code::TooLarge.id()) && !codes.contains(&Code::JsonSyntax.id()),
            "{start}: {codes:?}"
        );
    }
    let name =
        format!(r#"{{"StartAt":"{0}","States":{{"{0}":{{"Type":"Succeed"}}}}}}"#, &long[..500_000]);
    assert_eq!(codes(&name), [Code::StateNameTooLong.id()]);
}

/// Texts of a size, each a long list of something: its prefix in state A, an item, its suffix.
fn long_lists(size: usize) -> Vec<String> {
    const TASK: &str = r#""Type":"Task","Resource":"a:b","Next":"B""#;
    const CHOICE: &str = r#""Type":"Choice","Default":"B","Choices""#;
    const PASS: &str = r#""Type":"Pass","Next":"B""#;
    let lists: [(&str, &str, &str, &str); 15] = [
        (TASK, r#","Retry":["#, r#"{"ErrorEquals":["E{n}"]}"#, "]"),
        (TASK, r#","Retry":[{"ErrorEquals":["#, r#""E{n}""#, "]}]"),
        (TASK, r#","Catch":["#, r#"{"ErrorEquals":["E"],"Next":"B"}"#, "]"),
        (TASK, r#","Parameters":{"#, r#""k{n}.$":"$.a.b""#, "}"),
        (CHOICE, ":[", r#"{"Variable":"$.a","NumericEquals":{n},"Next":"B"}"#, "]"),
        (CHOICE, r#":[{"Next":"B","Or":["#, r#"{"Variable":"$.a","BooleanEquals":true}"#, "]}]"),
        (PASS, r#","Result":["#, "0.5", "]"),
        (PASS, r#","Result":{"#, r#""{n}":null"#, "}"),
        (PASS, r#","Comment":"c","#, r#""X{n}":null"#, ""),
        (PASS, r#","Comment":"c","#, r#""Result":{n}"#, ""),
        (
            r#""Type":"Parallel","Next":"B""#,
            r#","Branches":["#,
            r#"{"StartAt":"S{n}","States":{"S{n}":{"Type":"Succeed"}}}"#,
            "]",
        ),
        // Strings: no commas between their parts.
        (PASS, r#","InputPath":"$"#, "['a']", "\""),
        (PASS, r#","InputPath":"$"#, "..a", "\""),
        (PASS, r#","ResultPath":"$"#, "[0]", "\""),
        (PASS, r#","Result":""#, r"\u0061", "\""),
    ];
    let text = |(head, opening, part, closing): (&str, &str, &str, &str)| {
        let before = format!(r#"{{"StartAt":"A","States":{{"A":{{{head}{opening}"#);
        let between = if closing == "\"" { "" } else { "," };
        as_many_as_fit_into(
            size,
            &before,
            part,
            between,
            &format!(r#"{closing}}},"B":{{"Type":"Succeed"}}}}}}"#),
        )
    };
    lists.into_iter().map(text).collect()
}

#[test]
fn long_lists_cost_no_more_than_their_size() {
    for size in [LONGEST_EMITTED, source::MAX_BYTES] {
        for text in long_lists(size) {
            assert!(text.len() > size - 200);
            assert!(!codes(&text).contains(&Code::JsonSyntax.id()), "{}", &text[..100]);
        }
    }
}

#[test]
fn long_and_deep_conditions_and_values_do_not_exhaust_the_stack() {
    for (open, close) in [
        (r#"{"Not":"#, "}"),
        (r#"{"And":["#, "]}"),
        (r#"{"Or":[{"Variable":"$.b","BooleanEquals":true},"#, "]}"),
    ] {
        let depth = 110;
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        let rule = format!(r#"{open}{{"Variable":"$.a","BooleanEquals":true}}{close}"#);
        let rule = format!(r#"{{"Next":"B",{}"#, &rule[1..]);
        let text = format!(
            r#"{{"StartAt":"A","States":{{"A":{{"Type":"Choice","Choices":[{rule}],"Default":"B"}},"B":{{"Type":"Succeed"}}}}}}"#
        );
        assert_eq!(codes(&text), [] as [&str; 0], "{text}");
    }
    let deep =
        format!("{}{}", r#"{"a":[{"b.$":"$.c"},"#.repeat(120), "0".to_owned() + &"]}".repeat(120));
    let text = format!(
        r#"{{"StartAt":"A","States":{{"A":{{"Type":"Pass","Parameters":{deep},"End":true}}}}}}"#
    );
    assert_eq!(codes(&text), [] as [&str; 0]);
}

#[test]
fn many_faults_of_text_are_found_in_bounded_work() {
    for part in [r#""a":0"#, r#""a":"\d""#, r#""a":1,"#, "/**/", r#""a":"	""#, r#""a":1 "b":2"#] {
        let (codes, shown) = compile(&as_many_as_fit("{", part, ",", "}"));
        assert!(!codes.is_empty() && shown.matches("\nerror[").count() <= 20, "{part}");
    }
    for text in
        ["[".repeat(1 << 20), "{\"a\":".repeat(100_000), "\"".repeat(1 << 20), " ".repeat(1 << 20)]
    {
        assert_eq!(codes(&text).len(), 1);
    }
}

/// Each state type with each of its fields.
fn full_definition() -> Value {
    json!({
        "Comment": "all of it", "Version": "1.0", "TimeoutSeconds": 600, "StartAt": "Pass",
        "States": {
            "Pass": { "Type": "Pass", "Comment": "c", "InputPath": "$.a", "Parameters": { "b.$": "$.c", "d": [1, null] },
                "ResultPath": "$.e", "OutputPath": "$", "Next": "Static" },
            "Static": { "Type": "Pass", "Result": { "f": [true, 1.5, "g"] }, "ResultPath": null, "Next": "Task" },
            "Task": { "Type": "Task", "Resource": "task:one", "InputPath": null, "Parameters": { "h.$": "$" },
                "ResultSelector": { "i.$": "$.j" }, "ResultPath": "$.k[0]", "OutputPath": "$.l",
                "TimeoutSeconds": 30, "HeartbeatSeconds": 10, "Next": "Choice",
                "Retry": [{ "ErrorEquals": ["A", "B"], "IntervalSeconds": 2, "MaxAttempts": 4, "BackoffRate": 1.5 }],
                "Catch": [{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Fail" }] },
            "Choice": { "Type": "Choice", "InputPath": "$", "OutputPath": "$", "Default": "Seconds", "Choices": [
                { "Variable": "$.m", "StringEquals": "n", "Next": "Seconds" },
                { "Variable": "$.m", "NumericLessThan": 1, "Next": "SecondsPath" },
                { "Variable": "$.m", "BooleanEquals": true, "Next": "Timestamp" },
                { "Variable": "$.m", "TimestampGreaterThan": "2016-03-14T01:59:00Z", "Next": "TimestampPath" },
                { "And": [{ "Variable": "$.m", "StringLessThan": "o" }, { "Not": { "Variable": "$.m", "NumericEquals": 2 } }],
                  "Next": "Parallel" },
                { "Or": [{ "Variable": "$.m", "NumericGreaterThanEquals": 3 }], "Next": "Succeed" }] },
            "Seconds": { "Type": "Wait", "Seconds": 1, "Next": "Parallel" },
            "SecondsPath": { "Type": "Wait", "SecondsPath": "$.p", "Next": "Parallel" },
            "Timestamp": { "Type": "Wait", "Timestamp": "2016-03-14T01:59:00Z", "Next": "Parallel" },
            "TimestampPath": { "Type": "Wait", "TimestampPath": "$.q", "InputPath": "$", "OutputPath": "$", "Next": "Parallel" },
            "Parallel": { "Type": "Parallel", "Parameters": { "r.$": "$.s" }, "ResultSelector": { "t.$": "$[0]" },
                "ResultPath": "$.u", "End": true,
                "Branches": [
                    { "StartAt": "One", "Comment": "c", "States": { "One": { "Type": "Pass", "End": true } } },
                    { "StartAt": "Two", "States": { "Two": { "Type": "Task", "Resource": "task:two", "End": true } } }],
                "Retry": [{ "ErrorEquals": ["States.TaskFailed"] }],
                "Catch": [{ "ErrorEquals": ["C"], "Next": "Fail" }] },
            "Succeed": { "Type": "Succeed", "InputPath": "$", "OutputPath": "$" },
            "Fail": { "Type": "Fail", "Error": "E", "Cause": "c" }
        }
    })
}

/// The places of all values below a value.
fn places(value: &Value, place: &str, all: &mut Vec<String>) {
    all.push(place.to_owned());
    match value {
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| places(item, &format!("{place}/{index}"), all));
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, item)| places(item, &format!("{place}/{key}"), all));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_value_may_be_replaced_by_any_other() {
    let definition = full_definition();
    assert_eq!(codes(&definition.to_string()), [] as [&str; 0]);
    let mut all = Vec::new();
    places(&definition, "", &mut all);
    let others = [
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(""),
        json!("$"),
        json!("$.a[*]"),
        json!("Pass"),
        json!("\u{0}\u{202e}"),
        json!([]),
        json!([[]]),
        json!({}),
        json!({ "": {} }),
        json!([null, 1, "x", {}]),
    ];
    let (mut refused, mut accepted) = (0, 0);
    for place in &all {
        for other in &others {
            let mut changed = definition.clone();
            *changed.pointer_mut(place).expect("a place") = other.clone();
            // Unchanged and split over lines, which moves every place.
            let text = if refused % 2 == 0 { changed.to_string() } else { format!("{changed:#}") };
            let mut sources = Sources::from_text("bad.asl.json", text.as_str());
            let profile = if accepted % 2 == 0 { Profile::Spec } else { Profile::Aws };
            let options = Options::default().profile(profile);
            let checked = compile::check(&mut sources, &options);
            for diagnostic in checked.diagnostics.iter() {
                let span = diagnostic.span;
                assert!(
                    text.get(span.start as usize..span.end as usize).is_some(),
                    "{place}: {diagnostic:?}"
                );
            }
            match checked.machine {
                Some(machine) => {
                    accepted += 1;
                    assert!(!compile::emit(&machine, &sources, &options).is_empty());
                }
                None => {
                    refused += 1;
                    assert!(
                        report(checked.diagnostics, &sources, Colour::Never).contains("error["),
                        "{place}: {other}"
                    );
                }
            }
        }
    }
    assert!(refused > 1_000 && accepted > 100, "{refused} refused, {accepted} accepted");
}

#[test]
fn every_field_may_be_missing_or_misplaced() {
    let definition = full_definition();
    let mut all = Vec::new();
    places(&definition, "", &mut all);
    let objects: Vec<&String> = all
        .iter()
        .filter(|place| definition.pointer(place).is_some_and(Value::is_object))
        .collect();
    for from in &objects {
        let members =
            definition.pointer(from).and_then(Value::as_object).expect("an object").clone();
        for (key, value) in &members {
            let mut without = definition.clone();
            without
                .pointer_mut(from)
                .and_then(Value::as_object_mut)
                .expect("an object")
                .remove(key);
            codes(&without.to_string());
            // The next object gets the field.
            let to =
                objects.iter().cycle().skip_while(|place| *place != from).nth(1).expect("another");
            let mut moved = definition.clone();
            moved
                .pointer_mut(to)
                .and_then(Value::as_object_mut)
                .expect("an object")
                .insert(key.clone(), value.clone());
            codes(&moved.to_string());
        }
    }
}
