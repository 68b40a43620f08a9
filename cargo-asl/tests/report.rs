//! `cargo asl report` as users run it.
#![expect(clippy::expect_used, reason = "tests")]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const DEFINITION: &str = r#"{
  "StartAt": "Pay",
  "States": {
    "Pay": { "Type": "Pass", "Next": "Done" },
    "Done": { "Type": "Succeed" }
  }
}
"#;
const HISTORY: &str = r#"{"events": [
  {"id": 1, "previousEventId": 0, "timestamp": "2026-01-01T00:00:00.000000+00:00", "type": "ExecutionStarted",
   "executionStartedEventDetails": {"input": "{\"card\": \"4111222233334444\"}"}},
  {"id": 2, "previousEventId": 0, "timestamp": "2026-01-01T00:00:01.000000+00:00", "type": "PassStateEntered",
   "stateEnteredEventDetails": {"name": "Pay", "input": "{\"card\": \"4111222233334444\"}"}}
]}"#;

/// A directory with a definition and a history, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(test: &str) -> Self {
        let name = format!("cargo-asl-report-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a directory");
        fs::write(path.join("order.asl.json"), DEFINITION).expect("written");
        fs::write(path.join("history.json"), HISTORY).expect("written");
        Self(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.current_dir(&self.0).args(["asl", "report"]).args(arguments).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> (String, String, Option<i32>) {
        texts(self.command(arguments).output().expect("it runs"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Result, messages and exit code.
fn texts(output: Output) -> (String, String, Option<i32>) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_page_has_the_picture_the_places_and_the_data() {
    let directory = Directory::new("page");
    let arguments = ["history.json", "--definition", "order.asl.json", "-o", "run.html"];
    assert_eq!(directory.run(&arguments), (String::new(), String::new(), Some(0)));
    let page = fs::read_to_string(directory.0.join("run.html")).expect("a page");
    for part in
        ["data-path=\\\"Done\\\"", "order.asl.json:4:5", "4111222233334444", "\"name\":\"order\""]
    {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn lines_of_the_picture_have_the_types_of_data() {
    let directory = Directory::new("types");
    let typed = DEFINITION.replace("\"Pass\",", "\"Pass\", \"Result\": { \"cents\": 12 },");
    fs::write(directory.0.join("order.asl.json"), typed).expect("written");
    let arguments = ["history.json", "--definition", "order.asl.json", "-o", "-"];
    let (plain, ..) = directory.run(&arguments);
    let (page, messages, code) = directory.run(&[arguments.as_slice(), &["--types"]].concat());
    assert_eq!((messages.as_str(), code), ("", Some(0)));
    let label = "cents\\u0026quot;: number }";
    assert!(page.contains(label) && !plain.contains(label));
}

#[test]
fn standard_input_becomes_standard_output_without_redacted_data() {
    let directory = Directory::new("stdin");
    let mut command = directory.command(&["-", "--redact", "$.card", "-o", "-"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("a pipe").write_all(HISTORY.as_bytes()).expect("written");
    let (page, messages, code) = texts(child.wait_with_output().expect("it ends"));
    assert_eq!((messages.as_str(), code), ("", Some(0)));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("[redacted]"));
    assert!(!page.contains("4111"));
}

#[test]
fn faults_are_named() {
    let directory = Directory::new("faults");
    fs::write(directory.0.join("text.json"), "{\"events\": 1}").expect("written");
    for (arguments, message) in [
        (["missing.json", "-o", "run.html"].as_slice(), "cannot read missing.json: "),
        (
            &["text.json", "-o", "run.html"],
            "text.json: this is no history of an execution: invalid type: integer `1`, expected an array of \
             events at line 1, column 12\n",
        ),
        (
            &["history.json", "--redact", "card", "-o", "run.html"],
            "cannot redact `card`: it does not begin with `$`; write it as `$.card.number`\n",
        ),
        (&["history.json", "-o", "none/run.html"], "cannot write the report to none/run.html: "),
        (&["-", "--compare", "-", "-o", "run.html"], "only one file can be standard input\n"),
    ] {
        let (result, messages, code) = directory.run(arguments);
        assert_eq!((result.as_str(), code), ("", Some(2)), "{messages}");
        assert!(messages.starts_with(&format!("error: {message}")), "{messages}");
        assert!(!directory.0.join("run.html").exists());
    }
    let (_, messages, code) =
        directory.run(&["history.json", "--definition", "history.json", "-o", "run.html"]);
    assert!(code == Some(1) && messages.contains("history.json:1:1"), "{messages}");
}

#[test]
fn two_runs_are_on_one_page() {
    let directory = Directory::new("compare");
    let (page, messages, code) =
        directory.run(&["history.json", "--compare", "history.json", "-o", "-"]);
    assert_eq!((messages.as_str(), code), ("", Some(0)));
    assert!(page.contains("\"pairs\":[[0,0]],\"differences\":[]"));
}
