//! `cargo asl check`: files, folders, templates, options.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::json;

use crate::directory::{CLEAN, Directory, ERROR};

const SM4C: &str = r#"{ "name": "Greeting", "version": "1.0", "functions": "functions.yaml", "states": [
  { "name": "Greet", "start": true, "enterAction": { "type": "invokeFunction", "functionName": "greet" },
    "transitions": [{ "condition": "${ .ok }", "nextState": "Done" }, { "timeout": "PT1M", "nextState": "Done" }] },
  { "name": "Done" }] }"#;

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
fn a_change_starts_the_check_again() {
    let directory = Directory::new("watch");
    fs::create_dir(directory.0.join("watched")).expect("a folder");
    directory.write("watched/one.asl.json", ERROR);
    let mut command = directory.command(&["check", "watched", "--watch"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut next = |text: &str| {
        let line = lines.next().expect("it goes on").expect("UTF-8");
        assert!(line.starts_with(text), "{line}");
    };
    next("checked 1 file: 1 error");
    next("waiting for changes");
    directory.write("watched/one.asl.json", CLEAN);
    next("checked 1 file: no findings");
    next("waiting for changes");
    // A new file is found, too.
    directory.write("watched/other.asl.json", CLEAN);
    next("checked 2 files: no findings");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
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
fn what_certainly_fails_is_an_error_unless_aws_is_asked() {
    let directory = Directory::new("certain");
    directory.write(
        "certain.json",
        r#"{ "QueryLanguage": "JSONata", "StartAt": "Add", "States": { "Add": {
            "Type": "Pass", "Output": "{% 'x' + $states.input.n %}", "End": true } } }"#,
    );
    let run = |options: &[&str]| {
        let run =
            directory.run(&[&["check", "--format=json"], options, &["certain.json"]].concat());
        let severities: Vec<_> = run.json().iter().map(|found| found["severity"].clone()).collect();
        (run.code, severities)
    };
    assert_eq!(run(&[]), (1, vec![json!("error")]));
    assert_eq!(run(&["--allow", "warnings"]), (1, vec![json!("error")]));
    assert_eq!(run(&["--allow", "certain"]), (0, vec![]));
    assert_eq!(run(&["--warn", "certain"]), (0, vec![json!("warning")]));
    assert_eq!(run(&["--as-aws"]), (0, vec![json!("warning")]));
    assert_eq!(run(&["--as-aws", "--deny", "certain"]), (1, vec![json!("error")]));
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
fn definitions_are_checked_against_schemas() {
    let directory = Directory::new("schemas");
    fs::create_dir(directory.0.join("schemas")).expect("a folder");
    directory.write(
        "schemas/input.schema.json",
        r#"{ "type": "object", "properties": { "id": {} }, "additionalProperties": false }"#,
    );
    directory.write(
        "read.json",
        r#"{ "StartAt": "A", "States": { "A": { "Type": "Pass", "InputPath": "$.ib", "End": true } } }"#,
    );
    directory.write("asl.toml", "[[machine]]\npath = \"read.json\"\nschemas = \"schemas\"\n");
    assert_eq!(directory.run(&["check", "read.json"]).code, 0);
    for arguments in [&["check", "--schemas", "schemas", "read.json"][..], &["check"]] {
        let run = directory.run(arguments);
        assert!(run.code == 1 && run.result.contains("error[ASL3101]: `$.ib`"), "{run:?}");
        assert!(run.result.contains("schemas/input.schema.json:1:"), "{run:?}");
    }
    let run = directory.run(&["check", "--schemas", "schema", "read.json"]);
    assert!(run.code == 1 && run.result.contains("did you mean `schemas`?"), "{run:?}");
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
fn a_terraform_file_is_no_test_file() {
    let directory = Directory::new("terraform-test");
    directory.write("main.tf", "resource \"a\" \"b\" {}\n");
    let run = directory.run(&["test", "main.tf"]);
    assert_eq!(run.code, 1, "{}", run.messages);
    assert!(run.messages.contains("ASL0101"), "{}", run.messages);
}
