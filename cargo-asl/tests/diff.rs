//! `cargo asl diff`: the comparison of definitions equals that of the compiled machines.
#![expect(
    clippy::expect_used,
    unused_must_use,
    reason = "tests; the functions' documents are not there"
)]

use std::path::Path;
use std::process::{Command, Output};

use asl_runtime::asl_machine;
use asl_runtime::machine::Machine;
use serde_json::Value;

asl_machine!("../tests/definitions/versions/base.asl.json", outside = true);
asl_machine!("../tests/definitions/versions/grown.asl.json", outside = true);
asl_machine!("../tests/definitions/versions/moved.asl.json", outside = true);
asl_machine!("../tests/definitions/versions/other.asl.json", outside = true);
asl_machine!("../tests/definitions/versions/curious.asl.json", outside = true);
asl_machine!("../tests/definitions/versions/tour.sm4c.json", outside = true);
asl_machine!("../tests/definitions/versions/tour_grown.sm4c.json", outside = true);
asl_machine!("../tests/definitions/versions/tour_other.sm4c.json", outside = true);

const MACHINES: [(&str, &Machine); 8] = [
    ("base.asl.json", &base::MACHINE),
    ("grown.asl.json", &grown::MACHINE),
    ("moved.asl.json", &moved::MACHINE),
    ("other.asl.json", &other::MACHINE),
    ("curious.asl.json", &curious::MACHINE),
    ("tour.sm4c.json", &tour::MACHINE),
    ("tour_grown.sm4c.json", &tour_grown::MACHINE),
    ("tour_other.sm4c.json", &tour_other::MACHINE),
];

fn diff(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/definitions/versions");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    command.current_dir(folder).args(["asl", "diff"]).args(arguments).output().expect("it runs")
}

/// Removes the names of the files, which differ between the two.
fn nameless(json: &str) -> Value {
    let mut comparison: Value = serde_json::from_str(json).expect("JSON");
    for name in ["old", "new"] {
        let removed = comparison.as_object_mut().and_then(|comparison| comparison.remove(name));
        assert!(removed.is_some_and(|name| name.is_string()));
    }
    comparison
}

#[test]
fn definitions_and_compiled_machines_are_compared_alike() {
    let mut stuck = 0;
    for (old_file, old) in MACHINES {
        for (new_file, new) in MACHINES {
            let output = diff(&[old_file, new_file, "--format", "json"]);
            let told = String::from_utf8(output.stdout).expect("text");
            let comparison = old.compare(new);
            assert_eq!(
                nameless(&told),
                nameless(&comparison.to_json_string()),
                "{old_file} {new_file}"
            );
            assert_eq!(
                output.status.code(),
                Some(i32::from(!comparison.all_can_move())),
                "{old_file} {new_file}"
            );
            stuck += usize::from(!comparison.all_can_move());
            assert_eq!(comparison.is_same(), old_file == new_file, "{comparison}");
        }
    }
    assert!((40..56).contains(&stuck), "{stuck} of 64");
}

#[test]
fn the_output_has_lines_and_the_exit_code_tells_the_result() {
    let output = diff(&["base.asl.json", "moved.asl.json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.contains("`Charge` (base.asl.json:5:5, moved.asl.json:5:5): cannot move\n"),
        "{text}"
    );
    assert!(text.contains("  ! the input of its task, which may be running, changed\n"), "{text}");
    assert!(text.contains("`Done` (base.asl.json:"), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "not all executions can move\n");
    let output = diff(&["base.asl.json", "base.asl.json"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    for arguments in [["base.asl.json", "nowhere.json"], ["../bad", "base.asl.json"]] {
        let output = diff(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

/// The history of an order that waits in `Approve`, after its first attempt in `Reserve` failed.
const WAITING: &str = r#"{"events": [
  {"id": 1, "previousEventId": 0, "timestamp": 1, "type": "ExecutionStarted", "executionStartedEventDetails": {"input": "{}"}},
  {"id": 2, "previousEventId": 0, "timestamp": 1, "type": "TaskStateEntered", "stateEnteredEventDetails": {"name": "Reserve", "input": "{}"}},
  {"id": 3, "previousEventId": 2, "timestamp": 1, "type": "LambdaFunctionScheduled", "lambdaFunctionScheduledEventDetails": {"resource": "r"}},
  {"id": 4, "previousEventId": 3, "timestamp": 2, "type": "LambdaFunctionSucceeded", "lambdaFunctionSucceededEventDetails": {"output": "1"}},
  {"id": 5, "previousEventId": 4, "timestamp": 2, "type": "TaskStateExited", "stateExitedEventDetails": {"name": "Reserve", "output": "{}"}},
  {"id": 6, "previousEventId": 5, "timestamp": 2, "type": "TaskStateEntered", "stateEnteredEventDetails": {"name": "Approve", "input": "{}"}},
  {"id": 7, "previousEventId": 6, "timestamp": 2, "type": "TaskScheduled", "taskScheduledEventDetails": {"resourceType": "lambda", "resource": "invoke.waitForTaskToken", "parameters": "{}", "region": "x"}},
  {"id": 8, "previousEventId": 7, "timestamp": 2, "type": "TaskSubmitted", "taskSubmittedEventDetails": {"resourceType": "lambda", "resource": "invoke.waitForTaskToken", "output": "{}"}}
]}"#;

#[test]
fn recorded_histories_tell_what_would_move() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff-histories");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (waiting, ended) = (folder.join("waiting.json"), folder.join("ended.json"));
    std::fs::write(&waiting, WAITING).expect("written");
    let end = r#"}, {"id": 9, "previousEventId": 8, "timestamp": 3, "type": "ExecutionAborted", "executionAbortedEventDetails": {}}]}"#;
    std::fs::write(&ended, WAITING.replace("}\n]}", end)).expect("written");
    let [waiting, ended] = [&waiting, &ended].map(|path| path.to_str().expect("UTF-8"));
    let order = |version: &str| format!("../moves/{version}/order.asl.json");
    let closed =
        "moves: once its program has closed the store, or if it was in no state that changed";
    for (version, code, expected) in [
        ("cause", 0, "moves"),
        ("added", 0, "moves"),
        ("retried", 0, "moves"),
        ("earlier", 0, closed),
        ("called", 0, closed),
        (
            "asked",
            1,
            "stays: the execution cannot move from `Approve`: the input of its task, which may be running, changed",
        ),
        ("removed", 1, "stays: the execution cannot move from `Approve`: the state was removed"),
    ] {
        let output = diff(&[&order("first"), &order(version), "--history", waiting, ended]);
        let told = String::from_utf8(output.stdout).expect("text");
        assert!(told.ends_with(&format!(": {expected}\n")), "{version}: {told}");
        assert_eq!(told.lines().count(), 2, "{told}");
        assert_eq!(output.status.code(), Some(code), "{version}: {told}");
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert!(remarks.contains("ended.json: the execution has ended\n"), "{remarks}");
    }
    let json = ["--format", "json", "--history", waiting];
    let output = diff(&[&[order("first").as_str(), &order("asked")], &json[..]].concat());
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&told[0]["machine"], &told[0]["outlook"]), (&"order".into(), &"stays".into()));
    let output = diff(&[&order("first"), "--history", waiting]);
    assert_eq!(output.status.code(), Some(2));
    let output = diff(&["tour.sm4c.json", "tour_grown.sm4c.json", "--history", waiting]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("only histories of Step Functions"));
}
