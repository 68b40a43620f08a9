//! Tests of names with special characters; whole drawings are goldens of the package `asl-tests`.

use super::{dot, mermaid};
use crate::tests::with;
use crate::{compile, ir, source::Sources};
use asl_source::options::{Options, Profile};

/// Each would mean something to a format, to HTML, or to a tool on the way, if it stood there as it
/// is.
const CANARIES: [&str; 16] = [
    "\"><script>alert(1)</script>",
    "%%{init: {\"theme\": \"dark\"}}%%",
    "end",
    "]",
    "a\nb\r\u{2028}c",
    "back\\slash \\N \\G",
    "#quot; &lt;b&gt;",
    "style x:y#z;",
    "`**bold**`",
    "1. list",
    "- list",
    "$$x^2$$",
    "|label|",
    "{{{([",
    "\u{1b}[31m\u{0}\u{200b}",
    "--> s0;",
];

/// A machine in each language with a name wherever there can be one.
fn machines(name: &str) -> [ir::Machine; 2] {
    [machine(name), sm4c(name)]
}

fn sm4c(name: &str) -> ir::Machine {
    let value = |expression: &str| serde_json::to_string(&format!("${{ {expression} }}")).unwrap();
    let condition = value(&format!(".a == {}", serde_json::to_string(name).unwrap()));
    let name = serde_json::to_string(name).unwrap();
    let text = format!(
        r#"{{"name": {name}, "version": "1", "events": [{{"name": {name}}}], "functions": [{{"name": {name}, "operation": {name}}}],
        "states": [{{"name": {name}, "start": true,
        "enterAction": {{"type": "sequence", "name": {name}, "actions": [
            {{"type": "invokeFunction", "functionName": {name}}}, {{"type": "invokeSubflow", "subflowName": {name}}},
            {{"type": "injectData", "expression": {condition}}}]}},
        "exitAction": {{"type": "sendEvent", "event": {name}}},
        "transitions": [{{"condition": {condition}, "nextState": "Done"}},
            {{"eventGroups": [{{"events": [{name}], "condition": {condition}}}], "nextState": "Done"}}]}}, {{"name": "Done"}}]}}"#
    );
    let checked = compile::check(&mut Sources::from_text("m.sm4c.json", text), &Options::default());
    checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

fn machine(name: &str) -> ir::Machine {
    let name = serde_json::to_string(name).unwrap();
    let text = format!(
        r#"{{"StartAt": {name}, "States": {{{name}: {{"Type": "Task", "Resource": "arn:aws:lambda:::function:f",
        "Catch": [{{"ErrorEquals": [{name}], "Next": "Choose"}}], "Next": "Choose"}},
        "Choose": {{"Type": "Choice", "Choices": [{{"Variable": "$.a", "StringEquals": {name}, "Next": "Done"}}],
        "Default": "Done"}}, "Done": {{"Type": "Succeed"}}}}}}"#
    );
    // Long names of states are the specification's.
    let options = with(Options::default(), |options| options.profile = Profile::Spec);
    let checked = compile::check(&mut Sources::from_text("m.json", text), &options);
    checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

#[test]
fn names_do_not_leave_their_labels_in_mermaid() {
    let pictures = |name: &str| machines(name).map(|machine| mermaid(&machine));
    let canaries =
        CANARIES.iter().flat_map(|canary| pictures(canary).into_iter().zip(pictures("Plain")));
    for (drawn, plain) in canaries {
        assert_eq!(drawn.lines().count(), plain.lines().count(), "{drawn}");
        for (line, plain) in drawn.lines().zip(plain.lines()) {
            // Without its labels the picture is that of a machine with plain names.
            let (outside, labels) = split(line, |line| line.find('"').map(|at| (at, at + 1)));
            assert_eq!(
                outside,
                split(plain, |line| line.find('"').map(|at| (at, at + 1))).0,
                "{drawn}"
            );
            for label in labels {
                // What is between the lines of a label is ours: a name's `<` would be an entity.
                let label = label.replace("<br/>", " ");
                let rest = label.split('#').enumerate().map(|(index, part)| match index {
                    0 => part,
                    _ => {
                        part.split_once(';')
                            .filter(|(code, _)| code.parse::<u32>().is_ok())
                            .expect("an entity")
                            .1
                    }
                });
                let rest: String = rest.collect();
                assert!(
                    rest.chars().all(|c| c.is_alphanumeric() || " ,._-".contains(c)),
                    "{label}"
                );
            }
        }
    }
}

#[test]
fn names_do_not_leave_their_labels_in_dot() {
    let closing = |text: &str| {
        let mut escaped = false;
        let at = text.char_indices().find(|&(_, character)| {
            let closes = character == '"' && !escaped;
            escaped = character == '\\' && !escaped;
            closes
        });
        at.map(|(at, _)| (at, at + 1))
    };
    let pictures = |name: &str| machines(name).map(|machine| dot(&machine));
    let canaries =
        CANARIES.iter().flat_map(|canary| pictures(canary).into_iter().zip(pictures("Plain")));
    for (drawn, plain) in canaries {
        assert_eq!(drawn.lines().count(), plain.lines().count(), "{drawn}");
        for (line, plain) in drawn.lines().zip(plain.lines()) {
            let (outside, labels) = split(line, closing);
            assert_eq!(outside, split(plain, closing).0, "{drawn}");
            for label in labels {
                assert!(!label.chars().any(|c| c.is_control() || c == '\u{200b}'), "{label:?}");
                assert!(!label.replace("&amp;", "").contains('&'), "{label}");
                let without_pairs =
                    label.replace("\\\\", "").replace("\\\"", "").replace("\\n", "");
                assert!(!without_pairs.contains('\\') && !without_pairs.contains('"'), "{label}");
            }
        }
    }
}

/// The text outside of quotes, and the quoted parts; `closing` finds the end of a quoted part.
fn split(line: &str, closing: impl Fn(&str) -> Option<(usize, usize)>) -> (String, Vec<&str>) {
    let (mut outside, mut quoted, mut rest) = (String::new(), Vec::new(), line);
    while let Some((before, behind)) = rest.split_once('"') {
        outside.push_str(before);
        let (end, next) = closing(behind).expect("a closing quote");
        quoted.push(&behind[..end]);
        rest = &behind[next..];
    }
    outside.push_str(rest);
    (outside, quoted)
}

#[test]
fn long_names_and_conditions_are_cut() {
    let drawn = mermaid(&machine(&"x".repeat(120)));
    assert!(drawn.lines().all(|line| line.len() < 200), "{drawn}");
}

/// A machine with one call of `lambda:invoke`.
fn calling(wait: &str, function: &str) -> ir::Machine {
    let text = format!(
        r#"{{"StartAt": "Pay", "States": {{"Pay": {{"Type": "Task",
        "Resource": "arn:aws:states:::lambda:invoke{wait}", "TimeoutSeconds": 60,
        "Parameters": {{{function}, "Payload": {{"token.$": "$$.Task.Token"}}}}, "End": true}}}}}}"#
    );
    let checked = compile::check(&mut Sources::from_text("m.json", text), &Options::default());
    checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics))
}

#[test]
fn lambda_invoke_is_shown_by_the_function_that_it_names() {
    let arn = r#""FunctionName": "arn:aws:lambda:eu-west-1:123456789012:function:Pay:prod""#;
    for (wait, function, shown) in [
        ("", r#""FunctionName": "Pay""#, "function:Pay"),
        ("", arn, "function:Pay"),
        (".waitForTaskToken", arn, "function:Pay.waitForTaskToken"),
        ("", r#""FunctionName.$": "$.function""#, "lambda:invoke"),
    ] {
        let drawn = dot(&calling(wait, function));
        assert!(drawn.contains(&format!("\\n{shown}\\n")), "{drawn}");
    }
}
