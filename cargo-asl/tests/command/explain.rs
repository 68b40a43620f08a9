//! `cargo asl explain`: codes and states.

use crate::directory::{Directory, ERROR, WARNING};

#[test]
fn explain_prints_the_page_of_a_code() {
    let directory = Directory::new("explain");
    let run = directory.run(&["explain", "e0401"]);
    assert_eq!(run.code, 0);
    assert!(run.result.starts_with("# ASL0401: "), "{}", run.result);
    let run = directory.run(&["explain", "E9999"]);
    assert_eq!((run.code, run.result.as_str()), (2, ""));
    assert!(run.messages.contains("there is no code and no file `E9999`"), "{}", run.messages);
}

#[test]
fn explain_prints_the_meaning_of_an_error_name() {
    let directory = Directory::new("explain-name");
    let run = directory.run(&["explain", "states.all"]);
    assert!(run.code == 0 && run.result.starts_with("## States.ALL\nAny error"), "{run:?}");
    let run = directory.run(&["explain", "States.Http.StatusCode.503"]);
    assert!(run.code == 0 && run.result.starts_with("## States.Http.StatusCode\n"), "{run:?}");
    let run = directory.run(&["explain", "States.TaskFail"]);
    assert!(run.code == 2 && run.messages.contains("did you mean `States.TaskFailed`?"), "{run:?}");
    // A file of that name is a definition.
    directory.write("States.ALL", WARNING);
    assert!(directory.run(&["explain", "States.ALL"]).result.starts_with("`No` (Fail"));
}

#[test]
fn explain_prints_the_plan_of_an_expression() {
    let directory = Directory::new("explain-expression");
    let run = directory.run(&["explain", "--expression", "$sum(items.(price * count))"]);
    let plan = "loop with $sum: number?\n  each $: view\n    each $.items: view\n      \
                add to the total: multiply($.price, $.count): number?\n";
    assert_eq!((run.code, run.result.as_str()), (0, plan));
    let run = directory.run(&["explain", "--expression", "{% $max($states.input.a[$n]) %}"]);
    assert!(run.result.contains("given 0"), "{run:?}");
    let run = directory.run(&["explain", "--expression", "$sum(a"]);
    assert!(run.code == 1 && run.messages.contains("is missing at the end"), "{run:?}");
}

#[test]
fn explain_prints_the_plan_of_a_program_in_jq() {
    let directory = Directory::new("explain-jq");
    let run = directory.run(&["explain", "--expression", "${ map(.price * $rate) | add }"]);
    let plan = "run: one output, its input is borrowed\n  \
                no array: its items are added up: value\n    \
                each a loop around the rest: value\n      \
                each .[]: reference\n      \
                *: value\n        .price: place\n        $rate: reference\n";
    assert_eq!((run.code, run.result.as_str()), (0, plan));
    let run = directory.run(&["explain", "--expression", "${ sort_by(.a) | reverse }"]);
    assert!(run.result.contains("since the rest reads more than items"), "{run:?}");
    let run = directory.run(&["explain", "--expression", "${ nothing }"]);
    assert!(run.code == 1 && run.messages.contains("nothing"), "{run:?}");
}

#[test]
fn a_state_in_jsonata_is_explained_by_its_own_fields() {
    let directory = Directory::new("explain-jsonata");
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
        "Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:ask",
            "Arguments": {"n": 1}, "Assign": {"seen": true}, "Output": {"a": "x"}, "Next": "Keep"},
        "Keep": {"Type": "Pass", "Next": "Last"},
        "Last": {"Type": "Succeed", "Output": "{% $states.input.a %}"}}}"#;
    directory.write("ask.json", text);
    let run = directory.run(&["explain", "ask.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let stages: Vec<&str> = run
        .result
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    let expected = [
        "Input",
        "Arguments",
        "Result",
        "Assign",
        "Output",
        "Input",
        "Result",
        "Output",
        "Input",
        "Output",
    ];
    assert_eq!(stages, expected, "{}", run.result);
    assert!(run.result.contains("Assign     { \"seen\": boolean }"), "{}", run.result);
    assert!(run.result.ends_with("Output  string\n"), "{}", run.result);
}

#[test]
fn explain_shows_the_data_of_a_state() {
    let directory = Directory::new("explain-state");
    let text = r#"{"StartAt": "Make", "States": {
        "Make": {"Type": "Pass", "Result": {"total": 12}, "ResultPath": "$.order", "Next": "Use"},
        "Use": {"Type": "Pass", "InputPath": "$.order", "End": true}}}"#;
    directory.write("flow.json", text);
    let run = directory.run(&["explain", "--state", "Use", "flow.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.result
            .starts_with("Input       { \"order\": { \"total\": number }, … of the input }\n"),
        "{}",
        run.result
    );
    assert!(run.result.contains("InputPath   { \"total\": number }\n"), "{}", run.result);
    let run = directory.run(&["explain", "--state", "Mak", "flow.json"]);
    assert_eq!(run.code, 2);
    assert!(run.messages.contains("did you mean `Make`?"), "{}", run.messages);
}

#[test]
fn all_states_are_explained() {
    let directory = Directory::new("explain-all");
    let text = r#"{"StartAt": "Make", "States": {
  "Make": {"Type": "Pass", "Result": {"total": 12}, "ResultPath": "$.order", "Next": "Use"},
  "Use": {"Type": "Pass", "InputPath": "$.order", "End": true}}}"#;
    directory.write("flow.json", text);
    let run = directory.run(&["explain", "flow.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.result.starts_with("`Make` (Pass, flow.json:2:3)\n  Input  "), "{}", run.result);
    assert!(run.result.contains("\n\n`Use` (Pass, flow.json:3:3)\n"), "{}", run.result);
    assert!(run.result.contains("  InputPath   { \"total\": number }\n"), "{}", run.result);
    // With errors, as far as the definition can be read.
    directory.write("error.json", ERROR);
    let run = directory.run(&["explain", "error.json"]);
    assert!(run.code == 1 && run.result.contains("never reached"), "{run:?}");
    directory.write("ASL0906", WARNING);
    assert!(directory.run(&["explain", "./ASL0906"]).result.starts_with("`No` (Fail"));
    let run = directory.run(&["explain", "none.json"]);
    assert!(run.code == 2 && run.messages.contains("there is no such file"), "{run:?}");
}

#[test]
fn explain_names_the_places_that_data_come_from() {
    let directory = Directory::new("explain-places");
    let text = r#"{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:pay",
    "Parameters": {"cents.$": "$.order.total"}, "ResultPath": "$.paid", "End": true}}}"#;
    directory.write("pay.json", text);
    let run = directory.run(&["explain", "pay.json", "--state", "Pay"]);
    let expected = "Input       the input\n\
                    InputPath   the input\n\
                    Parameters  { \"cents\": `order.total` of the input }\n\
                    Result      the result of `Pay`\n\
                    ResultPath  { \"paid\": the result of `Pay`, … of the input }\n\
                    OutputPath  { \"paid\": the result of `Pay`, … of the input }\n";
    assert_eq!((run.code, run.result.as_str()), (0, expected));
}

#[test]
fn explain_shows_the_data_at_a_place() {
    let directory = Directory::new("explain-at");
    let text = r#"{"StartAt": "Make", "States": {
  "Make": {"Type": "Pass", "Result": {"total": 12}, "ResultPath": "$.order", "Next": "Use"},
  "Use": {"Type": "Pass", "InputPath": "$.order", "End": true}}}"#;
    directory.write("flow.json", text);
    let at = |place: &str| directory.run(&["explain", "flow.json", "--at", place]);
    let column = text.lines().nth(1).and_then(|line| line.find("$.order")).expect("a path");
    let run = at(&format!("2:{}", column + 1));
    let expected = "ResultPath of `Make`\n\
                    before  { \"total\": number }\n\
                    after   { \"order\": { \"total\": number }, … of the input }\n";
    assert_eq!((run.code, run.result.as_str()), (0, expected));
    let run = at("3:3");
    assert!(run.result.starts_with("the state of `Use`\nbefore  { \"order\""), "{run:?}");
    let run = at("1:1");
    assert!(run.code == 2 && run.messages.contains("there is no state at line 1"), "{run:?}");
    assert!(at("0:1").messages.contains("both counted from 1"));
}
