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
fn explain_shows_the_data_of_a_state() {
    let directory = Directory::new("explain-state");
    let text = r#"{"StartAt": "Make", "States": {
        "Make": {"Type": "Pass", "Result": {"total": 12}, "ResultPath": "$.order", "Next": "Use"},
        "Use": {"Type": "Pass", "InputPath": "$.order", "End": true}}}"#;
    directory.write("flow.json", text);
    let run = directory.run(&["explain", "--state", "Use", "flow.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.result.starts_with("Input       { \"order\": { \"total\": number }, … }\n"),
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
