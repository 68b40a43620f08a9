//! The command as users run it: on files, with its output, its messages and its exit code.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const CLEAN: &str = r#"{
  "StartAt": "Charge card",
  "States": {
    "Charge card": { "Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:ChargeCard", "End": true }
  }
}
"#;
const WARNING: &str =
    r#"{ "StartAt": "No", "States": { "No": { "Type": "Fail", "Error": "States.No" } } }"#;
const ERROR: &str = r#"{ "StartAt": "A", "States": { "A": { "Type": "Pass", "Next": "Bee" }, "Be": { "Type": "Succeed" } } }"#;

/// A directory with definitions, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cargo-asl-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        let directory = Self(path);
        directory.write("clean.json", CLEAN);
        directory.write("warning.json", WARNING);
        directory.write("error.json", ERROR);
        directory
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("written");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.current_dir(&self.0).arg("asl").args(arguments).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("it runs"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
struct Run {
    result: String,
    messages: String,
    code: i32,
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            result: String::from_utf8(output.stdout).expect("UTF-8"),
            messages: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code().expect("no signal"),
        }
    }

    fn json(&self) -> Vec<Value> {
        serde_json::from_str(&self.result).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

#[test]
fn check_exits_with_the_worst_outcome() {
    let directory = Directory::new("outcome");
    for (files, code) in [
        (&["clean.json"][..], 0),
        (&["warning.json"], 0),
        (&["clean.json", "error.json", "warning.json"], 1),
        (&["missing.json"], 2),
        (&["missing.json", "error.json"], 2),
        (&["."], 2),
    ] {
        for format in ["human", "json"] {
            let arguments = [&["check", "--format", format], files].concat();
            assert_eq!(directory.run(&arguments).code, code, "{arguments:?}");
        }
    }
}

#[test]
fn check_shows_pictures_and_says_how_many() {
    let directory = Directory::new("pictures");
    let run = directory.run(&["check", "error.json", "warning.json"]);
    assert!(
        run.result.contains("error[ASL0401]: no state is called `Bee`\n --> error.json:1:62\n"),
        "{}",
        run.result
    );
    assert!(run.result.contains("did you mean `Be`?"), "{}", run.result);
    assert!(run.result.contains("warning[ASL0906]"), "{}", run.result);
    assert_eq!(
        run.messages,
        "checked 2 files: 1 error, 1 warning; `cargo asl explain ASL0401` has examples of a code\n"
    );
    let run = directory.run(&["check", "clean.json"]);
    assert_eq!((run.result.as_str(), run.messages.as_str()), ("", "checked 1 file: no findings\n"));
}

#[test]
fn check_prints_one_json_array_over_all_files() {
    let directory = Directory::new("json");
    directory.write("latin1.json", b"{\n\"\xe9\": 1}");
    let run = directory.run(&[
        "check",
        "--format",
        "json",
        "error.json",
        "clean.json",
        "latin1.json",
        "none.json",
    ]);
    let findings = run.json();
    let point = |column: u32| {
        let column = json!({ "bytes": column, "characters": column, "utf16": column });
        json!({ "line": 1, "column": column })
    };
    assert_eq!(
        findings[0],
        json!({
            "code": "ASL0401", "severity": "error", "title": "no state is called `Bee`",
            "file": "error.json", "line": 1, "column": 62, "start": point(62), "end": point(67),
            "label": "did you mean `Be`?", "help": null,
            "related": [{
                "file": "error.json", "line": 1, "column": 71, "start": point(71),
                "end": point(75), "label": "`Be` is here",
            }],
        })
    );
    let places: Vec<_> =
        findings.iter().map(|found| (&found["code"], &found["file"], &found["line"])).collect();
    assert_eq!(
        places[places.len() - 2..],
        [
            (&json!("ASL0103"), &json!("latin1.json"), &json!(2)),
            (&json!("ASL0106"), &json!("none.json"), &Value::Null)
        ]
    );
    assert_eq!(run.messages, "");
    assert_eq!(
        directory.run(&["check", "--format", "json", "clean.json"]).json(),
        Vec::<Value>::new()
    );
}

/// A machine with a fault behind characters of several bytes and units.
const WIDE: &str =
    r#"{ "Comment": "é😀", "StartAt": "A", "States": { "A": { "Type": "Succeed", "Nxt": "A" } } }"#;

#[test]
fn columns_are_counted_in_three_units_and_without_a_byte_order_mark() {
    let directory = Directory::new("columns");
    directory.write("wide.json", format!("\u{feff}{WIDE}"));
    let findings = directory.run(&["check", "--format", "json", "wide.json"]).json();
    let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
    let before = WIDE.split_once("\"Nxt\"").expect("the key").0;
    let [bytes, characters, units] =
        [before.len(), before.chars().count(), before.encode_utf16().count()];
    assert_eq!(
        finding["start"]["column"],
        json!({ "bytes": bytes + 1, "characters": characters + 1, "utf16": units + 1 })
    );
    assert_eq!(finding["column"], characters + 1);
}

#[test]
fn warnings_are_shown_hidden_or_denied() {
    let directory = Directory::new("levels");
    let run = |options: &[&str]| {
        let run =
            directory.run(&[&["check", "--format=json"], options, &["warning.json"]].concat());
        let severities = run.json().iter().map(|found| found["severity"].to_string()).collect();
        (run.code, severities)
    };
    let of = |code: i32, severities: &[&str]| {
        (code, severities.iter().map(|severity| format!("\"{severity}\"")).collect::<Vec<_>>())
    };
    assert_eq!(run(&[]), of(0, &["warning"]));
    assert_eq!(run(&["--allow", "ASL0906"]), of(0, &[]));
    assert_eq!(run(&["--deny", "ASL0906"]), of(1, &["error"]));
    assert_eq!(run(&["--deny", "warnings"]), of(1, &["error"]));
    assert_eq!(run(&["--deny", "warnings", "--allow", "ASL0906"]), of(0, &[]));
    assert_eq!(run(&["--allow", "warnings", "--warn", "asl0906"]), of(0, &["warning"]));
    for (code, fault) in [("ASL0401", "is an error"), ("W9999", "there is no code")] {
        let run = directory.run(&["check", "--allow", code, "warning.json"]);
        assert!(run.code == 2 && run.messages.contains(fault), "{run:?}");
    }
}

#[test]
fn findings_are_printed_in_sarif() {
    let directory = Directory::new("sarif");
    directory.write("a b.json", ERROR);
    let run = directory.run(&["check", "--format", "sarif", "a b.json", "warning.json"]);
    assert_eq!((run.code, run.messages.as_str()), (1, ""));
    let log: Value = serde_json::from_str(&run.result).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let rules = log.pointer("/runs/0/tool/driver/rules").and_then(Value::as_array);
    let rules: Vec<_> = rules.expect("rules").iter().map(|rule| &rule["id"]).collect();
    let results = log.pointer("/runs/0/results").and_then(Value::as_array).expect("results");
    let found: Vec<_> =
        results.iter().map(|result| (&result["ruleId"], &result["level"])).collect();
    assert!(found.contains(&(&json!("ASL0401"), &json!("error"))), "{found:?}");
    assert!(found.contains(&(&json!("ASL0906"), &json!("warning"))), "{found:?}");
    assert!(found.iter().all(|(code, _)| rules.contains(code)), "{rules:?}");
    assert_eq!(
        results[0].pointer("/locations/0/physicalLocation"),
        Some(&json!({
            "artifactLocation": { "uri": "a%20b.json" },
            "region": { "startLine": 1, "startColumn": 62, "endLine": 1, "endColumn": 67 },
        }))
    );
}

#[test]
fn findings_are_printed_as_commands_of_github_actions() {
    let directory = Directory::new("github");
    directory.write("a,b.json", ERROR);
    let run = directory.run(&["check", "--format", "github", "a,b.json"]);
    let first = run.result.lines().next().expect("a finding");
    assert_eq!(
        first,
        "::error file=a%2Cb.json,line=1,endLine=1,col=62,endColumn=67,title=ASL0401::\
         no state is called `Bee`; did you mean `Be`?"
    );
}

#[test]
fn all_machines_of_a_template_are_checked() {
    let directory = Directory::new("template");
    let machine = |name: &str, next: &str| {
        format!(
            "  {name}:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      \
             Definition:\n        StartAt: A\n        States:\n          A: {{ Type: Task, \
             Resource: !GetAtt Pay.Arn, Next: {next} }}\n          B: {{ Type: Succeed }}\n"
        )
    };
    let template = format!("Resources:\n{}{}", machine("Good", "B"), machine("Bad", "C"));
    directory.write("template.yaml", &template);
    let run = directory.run(&["check", "--format=json", "template.yaml"]);
    let findings = run.json();
    let [finding] = findings.as_slice() else { panic!("{run:?}") };
    assert_eq!((run.code, &finding["code"], &finding["line"]), (1, &json!("ASL0401"), &json!(16)));
    assert_eq!(directory.run(&["check", "--resource", "Good", "template.yaml"]).code, 0);
    let run = directory.run(&["expand", "--resource", "Good", "template.yaml"]);
    assert!(run.result.contains("mod good") && run.result.contains("fn pay"), "{run:?}");
}

#[test]
fn values_come_from_a_file() {
    let directory = Directory::new("values");
    directory.write("values.yaml", "Wait: 30\nUnused: x\nName: Pay\n");
    directory.write(
        "rest.json",
        r#"{ "StartAt": "${Name}", "States": { "${Name}": { "Type": "Wait", "Seconds": ${Wait}, "End": true } } }"#,
    );
    assert_eq!(directory.run(&["check", "rest.json"]).code, 1);
    let run = directory.run(&["expand", "--substitute-file", "values.yaml", "rest.json"]);
    assert!(run.code == 0 && run.result.contains("30"), "{run:?}");
}

#[test]
fn more_findings_than_fit_are_counted_in_pictures_and_listed_in_json() {
    let directory = Directory::new("many");
    let states: Vec<String> = (0..50)
        .map(|n| format!("\"S{n}\": {{ \"Type\": \"Pass\", \"Next\": \"?{n}\" }}"))
        .collect();
    directory.write(
        "many.json",
        format!("{{ \"StartAt\": \"S0\", \"States\": {{ {} }} }}", states.join(", ")),
    );
    let run = directory.run(&["check", "many.json"]);
    assert!(run.result.contains("... and "), "{}", run.result);
    assert_eq!(run.result.matches("\n --> many.json").count(), 20);
    let unknown = directory.run(&["check", "--format=json", "many.json"]).json();
    assert_eq!(unknown.iter().filter(|found| found["code"] == "ASL0401").count(), 50);
}

#[test]
fn profile_and_substitutions_are_passed_to_the_compiler() {
    let directory = Directory::new("options");
    directory.write(
        "fail.json",
        r#"{ "StartAt": "No", "States": { "No": { "Type": "Fail", "Cause": "not today" } } }"#,
    );
    let codes = |options: &[&str], file: &str| {
        let run = directory.run(&[&["check", "--format=json"], options, &[file]].concat());
        let found = run.json();
        found
            .iter()
            .map(|found| found["code"].as_str().expect("a code").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&["--profile", "spec"], "fail.json"), ["ASL0507"]);
    assert_eq!(codes(&["--profile", "aws"], "fail.json"), codes(&[], "fail.json"));
    assert_eq!(codes(&[], "fail.json"), [""; 0]);
    let large = "x".repeat(262_143);
    directory.write(
        "large.json",
        format!(r#"{{ "StartAt": "A", "States": {{ "A": {{ "Type": "Pass", "Result": "{large}", "End": true }} }} }}"#),
    );
    assert_eq!(codes(&["--limits", "aws"], "large.json"), ["ASL1602"]);
    assert_eq!(codes(&[], "large.json"), [""; 0]);
    directory.write(
        "function.json",
        r#"{ "StartAt": "A", "States": { "A": { "Type": "Task", "Resource": "${F}", "End": true } } }"#,
    );
    assert_eq!(directory.run(&["check", "--substitute", "F=task:f", "function.json"]).code, 0);
    assert_eq!(directory.run(&["check", "--substitute", "G=task:f", "function.json"]).code, 1);
    // With several files, each gets the substitutions that it uses.
    assert_eq!(
        directory.run(&["check", "--substitute", "F=task:f", "function.json", "clean.json"]).code,
        0
    );
    let wrong = directory.run(&["check", "--substitute", "F", "function.json"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.messages.contains("NAME=VALUE"), "{}", wrong.messages);
}

#[test]
fn a_local_file_replaces_a_remote_section() {
    let directory = Directory::new("sections");
    let uri = "https://example.org/events?v=1";
    directory.write(
        "remote.json",
        format!(
            r#"{{ "name": "A", "version": "1", "events": "{uri}", "states": [{{ "name": "A", "start": true }}] }}"#
        ),
    );
    directory.write("events.json", r#"[{ "name": "paid" }]"#);
    assert_eq!(directory.run(&["check", "remote.json"]).code, 1);
    assert_eq!(
        directory.run(&["check", "--section", &format!("{uri}=events.json"), "remote.json"]).code,
        0
    );
    let wrong = directory.run(&["check", "--section", "events.json", "remote.json"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.messages.contains("URI=FILE"), "{}", wrong.messages);
}

#[test]
fn check_finds_the_definitions_in_directories() {
    let directory = Directory::new("directories");
    for (name, content) in [
        ("a/one.asl.json", CLEAN),
        ("a/b/two.asl.yaml", "StartAt: No\nStates:\n  No: { Type: Fail, Error: States.Foo }\n"),
        ("a/b/three.ASL.yml", "StartAt: Yes\nStates: { Yes: { Type: Succeed } }\n"),
        ("a/package.json", "{}"),
        ("a/template.yaml", "Resources: !Ref x"),
        ("a/target/four.asl.json", ERROR),
        ("a/.git/five.asl.json", ERROR),
        ("empty/notes.txt", ""),
    ] {
        let folder = directory.0.join(name).parent().expect("a folder").to_owned();
        fs::create_dir_all(folder).expect("a folder");
        directory.write(name, content);
    }
    let run = directory.run(&["check", "--format=json", "a"]);
    assert_eq!(run.code, 0, "{run:?}");
    let files: Vec<_> = run.json().iter().map(|finding| finding["file"].clone()).collect();
    assert_eq!(files, ["a/b/two.asl.yaml"]);
    assert!(directory.run(&["check", "a"]).messages.contains("checked 3 files"));
    assert_eq!(directory.run(&["check", "a", "error.json"]).code, 1);
    let empty = directory.run(&["check", "empty"]);
    assert_eq!(empty.code, 2);
    assert!(empty.messages.contains("`empty`: it contains no `*.asl.json`"), "{}", empty.messages);
}

#[test]
fn paths_are_read_in_the_requested_dialect() {
    let directory = Directory::new("dialect");
    let definition = r#"{ "StartAt": "A", "States": { "A": { "Type": "Pass", "InputPath": "$[?@.a == $.b]", "End": true } } }"#;
    directory.write("filter.json", definition.replace("@.a", "length(@.a)"));
    assert_eq!(directory.run(&["check", "filter.json"]).code, 1);
    assert_eq!(directory.run(&["check", "--jsonpath", "rfc9535", "filter.json"]).code, 0);
    let code = directory.run(&["expand", "--jsonpath=rfc9535", "filter.json"]).result;
    assert!(code.contains("search.children("), "{code}");
}

#[test]
fn expand_prints_rust_and_only_rust() {
    let directory = Directory::new("expand");
    let run = directory.run(&["expand", "clean.json"]);
    assert_eq!((run.code, run.messages.as_str()), (0, ""));
    assert!(
        run.result.contains("mod clean {") && run.result.contains("fn charge_card"),
        "{}",
        run.result
    );
    let run = directory.run(&["expand", "error.json"]);
    assert_eq!((run.code, run.result.as_str()), (1, ""));
    assert!(run.messages.contains("error[ASL0401]"), "{}", run.messages);
    assert_eq!(directory.run(&["expand", "none.json"]).code, 2);
}

#[test]
fn graph_prints_either_format() {
    let directory = Directory::new("graph");
    let mermaid = directory.run(&["graph", "clean.json", "--format", "mermaid"]);
    assert!(
        mermaid.result.starts_with("flowchart TD\n") && mermaid.result.contains("Charge card"),
        "{mermaid:?}"
    );
    assert_eq!(directory.run(&["graph", "clean.json"]).result, mermaid.result);
    let dot = directory.run(&["graph", "clean.json", "--format", "dot"]);
    assert!(
        dot.result.starts_with("digraph \"clean\" {\n") && dot.result.ends_with("}\n"),
        "{dot:?}"
    );
    assert_eq!(directory.run(&["graph", "error.json"]).code, 1);
}

#[test]
fn graph_writes_pictures_and_pages() {
    let directory = Directory::new("pictures");
    let svg = directory.run(&["graph", "clean.json", "--format", "svg"]);
    assert!(svg.result.starts_with("<svg ") && svg.result.ends_with("</svg>\n"), "{svg:?}");
    let read = |name: &str| fs::read_to_string(directory.0.join(name)).expect("a file");
    // The format follows from the name of the file.
    let run = directory.run(&["graph", "clean.json", "-o", "clean.svg"]);
    assert_eq!((run.code, run.result.as_str(), run.messages.as_str()), (0, "", ""));
    assert_eq!(read("clean.svg"), svg.result);
    assert_eq!(directory.run(&["graph", "clean.json", "-o", "clean.html"]).code, 0);
    let page = read("clean.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(&svg.result), "{page}");
    assert!(page.contains("default-src 'none'"), "{page}");
    assert_eq!(directory.run(&["graph", "clean.json", "-o", "clean.dot"]).code, 0);
    assert!(read("clean.dot").starts_with("digraph"));
    // A format that is given wins.
    let run = directory.run(&["graph", "clean.json", "--format", "mermaid", "-o", "picture"]);
    assert_eq!(run.code, 0);
    assert!(read("picture").starts_with("flowchart"));
}

#[test]
fn graph_says_why_a_picture_is_not_written() {
    let directory = Directory::new("unwritten");
    let run = directory.run(&["graph", "clean.json", "-o", "clean.png"]);
    assert_eq!(run.code, 2);
    assert!(run.messages.contains("`clean.png` does not tell the format"), "{}", run.messages);
    let run = directory.run(&["graph", "clean.json", "-o", "none/clean.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.messages.contains("cannot write none/clean.svg"), "{}", run.messages);
    // Nothing is written for a definition with errors.
    assert_eq!(directory.run(&["graph", "error.json", "-o", "error.svg"]).code, 1);
    assert!(!directory.0.join("error.svg").exists());
}

#[test]
fn explain_prints_the_page_of_a_code() {
    let directory = Directory::new("explain");
    let run = directory.run(&["explain", "e0401"]);
    assert_eq!(run.code, 0);
    assert!(run.result.starts_with("# ASL0401: "), "{}", run.result);
    let run = directory.run(&["explain", "E9999"]);
    assert_eq!((run.code, run.result.as_str()), (2, ""));
    assert!(run.messages.contains("there is no code `E9999`"), "{}", run.messages);
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
fn a_closed_pipe_is_not_a_fault() {
    let directory = Directory::new("pipe");
    let states: Vec<String> = (0..2_000)
        .map(|n| format!("\"S{n}\": {{ \"Type\": \"Pass\", \"Next\": \"S{}\" }}", n + 1))
        .collect();
    let text = format!(
        "{{ \"StartAt\": \"S0\", \"States\": {{ {}, \"S2000\": {{ \"Type\": \"Succeed\" }} }} }}",
        states.join(", ")
    );
    directory.write("long.json", text);
    let mut command = directory.command(&["expand", "long.json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut first = [0];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a byte");
    drop(stdout);
    let run = Run::of(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.messages.as_str()), (0, ""));
}

#[test]
fn without_a_command_the_help_is_shown() {
    let directory = Directory::new("help");
    let run = directory.run(&[]);
    assert_eq!(run.code, 2);
    assert!(
        run.messages.contains("explain") && run.messages.contains("expand"),
        "{}",
        run.messages
    );
}

const SM4C: &str = r#"{ "name": "Greeting", "version": "1.0", "functions": "functions.yaml", "states": [
  { "name": "Greet", "start": true, "enterAction": { "type": "invokeFunction", "functionName": "greet" },
    "transitions": [{ "condition": "${ .ok }", "nextState": "Done" }, { "timeout": "PT1M", "nextState": "Done" }] },
  { "name": "Done" }] }"#;

#[test]
fn definitions_in_sm4c_are_checked_expanded_and_drawn() {
    let directory = Directory::new("sm4c");
    directory.write("greeting.sm4c.json", SM4C);
    directory.write("functions.yaml", "- { name: greet, operation: greet }\n");
    let run = directory.run(&["check", "greeting.sm4c.json"]);
    assert_eq!(
        (run.code, run.messages.as_str()),
        (0, "checked 1 file: no findings\n"),
        "{}",
        run.result
    );
    let run = directory.run(&["expand", "greeting.sm4c.json"]);
    assert!(
        run.code == 0 && run.result.contains("mod greeting") && run.result.contains("fn greet("),
        "{run:?}"
    );
    let run = directory.run(&["graph", "greeting.sm4c.json"]);
    assert!(
        run.code == 0 && run.result.contains("Greet<br/>enter#58; invokeFunction greet"),
        "{run:?}"
    );
    // A fault in the file that the definition names.
    directory.write("functions.yaml", "- { name: greet, operation: greet, type: soap }\n");
    let run = directory.run(&["check", "greeting.sm4c.json"]);
    assert!(run.code == 1 && run.result.contains("--> functions.yaml:1:"), "{run:?}");
    // The option determines the language.
    let run = directory.run(&["check", "--language", "sm4c", "clean.json"]);
    assert!(run.code == 1 && run.result.contains("the machine has no `version`"), "{run:?}");
    let run = directory.run(&["explain", "greeting.sm4c.json", "--state", "Greet"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn json_has_no_character_that_would_corrupt_a_terminal() {
    let directory = Directory::new("hidden");
    directory.write(
        "a\u{9b}31m.asl.json",
        "{\"StartAt\":\"A\u{9b}31mred\",\"States\":{\"A\":{\"Type\":\"Succeed\"}}}",
    );
    let run = directory.run(&["check", "--format", "json", "a\u{9b}31m.asl.json"]);
    assert!(
        !run.result.chars().any(|character| character.is_control() && character != '\n'),
        "{:?}",
        run.result
    );
    assert_eq!(run.json()[0]["file"], "a\u{9b}31m.asl.json");
    let run = directory.run(&["check", "a\u{9b}31m.asl.json"]);
    assert!(
        !run.result.chars().any(|character| character.is_control() && character != '\n'),
        "{:?}",
        run.result
    );
    let run = directory.run(&["graph", "a\u{9b}31m.asl.json"]);
    assert!(!run.result.contains('\u{9b}') && !run.messages.contains('\u{9b}'), "{run:?}");
}
