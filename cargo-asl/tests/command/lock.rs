//! `cargo asl lock`, and changes since a release.

use std::fs;

use crate::directory::{Directory, ERROR};

const ORDER: &str = r#"{
  "StartAt": "Charge",
  "States": {
    "Charge": { "Type": "Task", "Resource": "task:charge", "Next": "Pause" },
    "Pause": { "Type": "Wait", "Seconds": 10, "Next": "No" },
    "No": { "Type": "Fail", "Error": "No", "Cause": "it is late" }
  }
}
"#;

/// A directory with `asl.toml`, two machines and their versions.
fn released(test: &str) -> Directory {
    let directory = Directory::new(test);
    let machines = ["order", "clean"];
    let entries = machines.map(|name| format!("[[machine]]\npath = \"{name}.json\"\n"));
    directory.write("asl.toml", entries.concat());
    directory.write("order.json", ORDER);
    let run = directory.run(&["lock"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.messages.ends_with("asl.lock: 2 versions\n"), "{run:?}");
    directory
}

fn lock(directory: &Directory) -> String {
    fs::read_to_string(directory.0.join("asl.lock")).expect("written")
}

fn change(directory: &Directory, from: &str, to: &str) {
    assert!(ORDER.contains(from));
    directory.write("order.json", ORDER.replace(from, to));
}

#[test]
fn a_line_for_each_machine_changes_only_with_its_version() {
    let directory = released("lock-lines");
    let text = lock(&directory);
    let names: Vec<_> = text.lines().map(|line| line.split(' ').next().expect("a part")).collect();
    assert_eq!(names, ["#", "clean.json", "order.json"]);
    // White space and comments are no part of a version.
    change(&directory, "\n  \"States\"", "\n\n\n  \"Comment\": \"orders\",\n  \"States\"");
    let run = directory.run(&["lock", "--check"]);
    assert_eq!((run.code, run.result.as_str()), (0, ""), "{run:?}");
    assert_eq!(directory.run(&["lock"]).code, 0);
    assert_eq!(lock(&directory), text);
    let run = directory.run(&["check"]);
    assert!(!run.messages.contains("changed since"), "{run:?}");
}

#[test]
fn a_change_that_executions_can_follow_is_a_remark() {
    let directory = released("lock-safe");
    let text = lock(&directory);
    change(&directory, "it is late", "it is too late");
    let run = directory.run(&["check"]);
    assert_eq!((run.code, run.result.as_str()), (0, ""), "{run:?}");
    let remark = "order.json: changed since version ";
    assert!(run.messages.contains(remark), "{run:?}");
    assert!(run.messages.contains(" of asl.lock: executions move by themselves\n"), "{run:?}");
    let with_path = directory.run(&["check", "order.json"]);
    assert!(with_path.messages.starts_with(remark), "{with_path:?}");
    let run = directory.run(&["check", "--deny", "warnings"]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = directory.run(&["lock", "--check"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.result.starts_with("`order.json` differs from version "), "{run:?}");
    assert!(run.result.ends_with(": executions move by themselves\n"), "{run:?}");
    assert_eq!(lock(&directory), text);
    assert_eq!(directory.run(&["lock", "order.json"]).code, 0);
    assert_eq!(directory.run(&["lock", "--check"]).code, 0);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(&text), lines(&lock(&directory)));
    assert_eq!(before.get(..2), after.get(..2));
    assert_ne!(before.get(2), after.get(2));
}

#[test]
fn a_change_that_executions_cannot_follow_is_a_warning_at_the_state() {
    let directory = released("lock-unsafe");
    change(&directory, "task:charge", "task:charge_card");
    let run = directory.run(&["check", "--format", "json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let found = run.json();
    assert_eq!(found.len(), 1, "{run:?}");
    assert_eq!(found[0]["code"], "ASL2401");
    assert_eq!((&found[0]["line"], &found[0]["column"]), (&4.into(), &5.into()));
    let label = found[0]["label"].as_str().expect("a label");
    assert_eq!(label, "it called `task:charge` and calls `task:charge_card`");
    let title = found[0]["title"].as_str().expect("a title");
    assert!(title.contains(" that wait in `Charge` cannot move"), "{title}");
    assert_eq!(directory.run(&["check", "--deny", "ASL2401"]).code, 1);
    let run = directory.run(&["lock", "--check"]);
    assert_eq!(run.code, 1);
    assert!(run.result.contains(": executions that wait in `Charge` cannot move\n"), "{run:?}");
    // With paths, the nearest file around the definition counts.
    let run = directory.run(&["check", "order.json", "--deny", "ASL2401"]);
    assert_eq!(run.code, 1, "{run:?}");
    // A denied warning prevents no release.
    let entry = "[[machine]]\npath = \"order.json\"\ndeny = [\"warnings\"]\n";
    directory.write("asl.toml", entry);
    assert_eq!(directory.run(&["check"]).code, 1);
    let run = directory.run(&["lock", "--check"]);
    assert!(run.result.contains("`clean.json` is no machine of the package\n"), "{run:?}");
    assert_eq!(directory.run(&["lock"]).code, 0);
    assert_eq!(directory.run(&["check"]).code, 0);
    assert_eq!(lock(&directory).lines().count(), 2);
}

#[test]
fn faults_of_the_file_and_of_definitions_are_errors() {
    let directory = released("lock-faults");
    let text = lock(&directory);
    directory.write("asl.lock", text.replace("clean.json ", "<<<<<<< HEAD\nclean.json "));
    let run = directory.run(&["check"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.result.contains("line 2 is none that `cargo asl lock` writes"), "{run:?}");
    let run = directory.run(&["lock", "--check"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.messages.contains("line 2 is none that"), "{run:?}");
    assert_eq!(directory.run(&["lock", "order.json"]).code, 2);
    directory.write("asl.lock", &text);
    directory.write("order.json", ERROR);
    let run = directory.run(&["lock"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.messages.contains("ASL0401"), "{run:?}");
    assert_eq!(lock(&directory), text);
    let run = directory.run(&["lock", "none.json"]);
    assert_eq!(run.code, 2, "{run:?}");
}
