//! The formats of findings: JSON, SARIF, commands of GitHub Actions.

use serde_json::{Value, json};

use crate::directory::{Directory, ERROR};

/// A machine with a fault behind characters of several bytes and units.
const WIDE: &str =
    r#"{ "Comment": "é😀", "StartAt": "A", "States": { "A": { "Type": "Succeed", "Nxt": "A" } } }"#;

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
