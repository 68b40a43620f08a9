//! Checks that the tests named in `docs/internals/conformance-to-sources.md` exist. Also tests
//! requirements of the sources that no other test covers.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test may")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::compile;
use asl_codegen::diagnostics::Severity;
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun};
use asl_runtime::error::Status;
use asl_runtime::machine::Machine;
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/sources/copy.asl.json");
asl_machine!("definitions/sources/late.asl.json", name = late_by_text, profile = spec);
asl_machine!("definitions/sources/late.asl.json", name = late_as_recorded);
asl_machine!("definitions/sources/order.asl.json");
asl_machine!("definitions/sources/retriers.asl.json");
asl_machine!("definitions/sources/retriers_and_variable.asl.json");
asl_machine!("definitions/sources/ways.asl.json");
asl_machine!("definitions/sources/windows.sm4c.json");

/// Requirements of each document: letter and count.
const COUNTS: [(char, usize); 5] = [('A', 108), ('D', 35), ('K', 24), ('M', 56), ('C', 14)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The cells of each row of the page, by the row's number.
fn rows() -> BTreeMap<String, Vec<String>> {
    let page = fs::read_to_string(root().join("docs/internals/conformance-to-sources.md"))
        .expect("the page");
    let cells = |line: &str| {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = page.lines().filter(|line| line.starts_with("| ")).map(cells);
    let rows = rows.filter(|cells: &Vec<String>| cells[0].chars().any(|c| c.is_ascii_digit()));
    let mut by_number = BTreeMap::new();
    for cells in rows {
        assert!(
            by_number.insert(cells[0].clone(), cells.clone()).is_none(),
            "{} is there twice",
            cells[0]
        );
    }
    by_number
}

/// The fault of a test's name, if any.
fn fault(name: &str) -> Option<String> {
    let (file, test) =
        name.split_once("::").map_or((name, None), |(file, test)| (file, Some(test)));
    let Ok(text) = fs::read_to_string(root().join(file)) else {
        return Some(format!("no file {file}"));
    };
    let is_there = match test {
        None => true,
        Some(test) if Path::new(file).extension().is_some_and(|kind| kind == "rs") => {
            has_test(&text, test)
        }
        Some(case) => text.contains(&format!("\"name\": \"{case}\"")),
    };
    (!is_there).then(|| format!("no test {name}"))
}

/// Returns true if a function with this name follows an attribute that makes it a test.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_function = |line: &str| {
        let rest = line.trim_start_matches("async ").strip_prefix("fn ");
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('('))
    };
    lines.iter().enumerate().any(|(at, line)| {
        let before = lines.get(at.saturating_sub(4)..at).unwrap_or_default();
        is_function(line)
            && before.iter().any(|line| line.starts_with("#[test]") || line.contains("::test"))
    })
}

#[test]
fn every_requirement_names_tests_that_exist() {
    let rows = rows();
    let mut faults = Vec::new();
    for (number, cells) in &rows {
        let [_, requirement, tests, _] = cells.as_slice() else {
            panic!("{number} has {} cells", cells.len())
        };
        assert!(!requirement.is_empty(), "{number} says nothing");
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "{number} names no test");
        faults
            .extend(names.into_iter().filter_map(fault).map(|fault| format!("{number}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (letter, count) in COUNTS {
        let found = (1..=count).filter(|at| rows.contains_key(&format!("{letter}{at}"))).count();
        assert_eq!(found, count, "{letter}");
    }
    assert_eq!(rows.len(), COUNTS.iter().map(|(_, count)| count).sum::<usize>());
}

#[test]
fn a_name_that_is_not_a_test_is_detected() {
    assert_eq!(
        fault("tests/tests/compiler/sources.rs::a_name_that_is_not_a_test_is_detected"),
        None
    );
    assert_eq!(fault("tests/sm4c/state.jsonl::state.one"), None);
    assert_eq!(fault("tests/definitions/bad/ASL0201-array.txt"), None);
    for wrong in [
        "tests/tests/compiler/sources.rs::fault",
        "tests/sm4c/state.jsonl::state.two",
        "tests/nowhere.rs",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

/// Codes of the errors in a definition.
fn errors(definition: &Value) -> Vec<&'static str> {
    let mut sources = Sources::from_text("machine.asl.json", definition.to_json_string());
    let found = compile::check(&mut sources, &Options::default()).diagnostics;
    let errors = found.iter().filter(|found| found.code.severity() == Severity::Error);
    errors.map(|found| found.code.id()).collect()
}

#[test]
fn a_machine_has_a_time_out_in_whole_seconds() {
    let states = json!({ "P": { "Type": "Pass", "End": true } });
    let with = |seconds: Value| {
        errors(&json!({ "StartAt": "P", "TimeoutSeconds": seconds, "States": states.clone() }))
    };
    assert_eq!(with(json!(10)), [""; 0]);
    for wrong in [json!("10"), json!(1.5), json!(-1), json!(0), json!(null)] {
        assert_eq!(with(wrong.clone()).len(), 1, "{wrong}");
    }
}

#[test]
fn every_state_may_have_a_comment() {
    let branch =
        json!({ "StartAt": "B", "States": { "B": { "Type": "Succeed", "Comment": "b" } } });
    let definition = json!({ "StartAt": "P", "States": {
        "P": { "Type": "Pass", "Comment": "p", "Next": "T" },
        "T": { "Type": "Task", "Comment": "t", "Resource": "task:t", "Next": "C" },
        "C": { "Type": "Choice", "Comment": "c", "Default": "W",
            "Choices": [{ "Variable": "$.x", "IsPresent": true, "Comment": "rule", "Next": "F" }] },
        "W": { "Type": "Wait", "Comment": "w", "Seconds": 1, "Next": "Q" },
        "Q": { "Type": "Parallel", "Comment": "q", "Branches": [branch], "Next": "S" },
        "S": { "Type": "Succeed", "Comment": "s" },
        "F": { "Type": "Fail", "Comment": "f", "Error": "E", "Cause": "c" }
    }});
    assert_eq!(errors(&definition), [""; 0]);
}

/// Runs a machine whose task fails this many times, then answers.
fn ways(failures: u32, answer: &'static str) -> SimulationRun {
    let calls = Cell::new(0);
    Simulation::new().run(&ways::MACHINE, json!({}), |_| {
        calls.set(calls.get() + 1);
        if calls.get() <= failures {
            Scripted::fail("Busy", "later")
        } else {
            Scripted::answer(json!(answer))
        }
    })
}

#[test]
fn a_state_may_lead_to_itself() {
    let simulated = ways(2, "short");
    assert_eq!(simulated.result, Ok(json!("short")));
    let calls = simulated.log.iter().filter(|line| line.contains("Try")).count();
    assert_eq!(calls, 3, "{:?}", simulated.log);
}

#[test]
fn a_state_may_be_reached_from_several() {
    for answer in ["short", "any"] {
        let expected = if answer == "short" { "short" } else { "long" };
        assert_eq!(ways(0, answer).result, Ok(json!(expected)));
    }
}

#[test]
fn a_single_value_is_data() {
    for value in [json!("foo"), json!(3), json!(-0.5), json!(true), json!(null), json!([])] {
        let simulated =
            Simulation::new().run(&copy::MACHINE, value.clone(), |call| panic!("{call:?}"));
        assert_eq!(simulated.result, Ok(value));
    }
}

/// Runs the machine with a task that is busy this many times.
fn busy(machine: &'static Machine, times: u32) -> SimulationRun {
    let calls = Cell::new(0);
    Simulation::new().run(machine, json!({}), |_| {
        calls.set(calls.get() + 1);
        if calls.get() <= times {
            Scripted::fail("Busy", "later")
        } else {
            Scripted::answer(json!("done"))
        }
    })
}

#[test]
fn a_retrier_waits_one_second_and_doubles_it_three_times() {
    let simulated = busy(&retriers::MACHINE, 3);
    assert_eq!(simulated.result, Ok(json!("done")));
    let log = [
        "0 Call#0",
        "0 timer 1000",
        "1000 Call#0~1",
        "1000 timer 2000",
        "3000 Call#0~2",
        "3000 timer 4000",
    ];
    assert_eq!(simulated.log.get(..6).expect("six lines"), log);
    assert_eq!(simulated.log.get(6..).expect("one more"), ["7000 Call#0~3"]);
}

#[test]
fn a_transition_resets_the_retriers() {
    // The fourth failure is caught; after the way back the first delay is a second again.
    let simulated = busy(&retriers::MACHINE, 5);
    assert_eq!(simulated.result, Ok(json!("done")));
    let second = simulated.log.get(7..).expect("a second visit");
    assert_eq!(second, ["7000 Call#2", "7000 timer 1000", "8000 Call#2~1"]);
    // Variables outlive a visit, its retriers do not.
    let simulated = busy(&retriers_and_variable::MACHINE, 5);
    assert_eq!(simulated.result, Ok(json!("done")));
    let second = simulated.log.get(7..).expect("a second visit");
    assert_eq!(second, ["7000 Call#3", "7000 timer 1000", "8000 Call#3~1"]);
}

#[test]
fn error_names_are_compared_exactly() {
    // A catcher of `busy` is before the one of `Busy`.
    assert_eq!(busy(&retriers::MACHINE, 4).result, Ok(json!("done")));
}

#[test]
fn the_workspace_has_its_parts_and_uses_its_libraries() {
    for part in ["asl-codegen", "asl-macros", "asl-runtime", "tests", "examples", "README.md"] {
        assert!(root().join(part).exists(), "{part}");
    }
    let manifest =
        |folder: &str| fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    for (folder, library) in [
        ("asl-codegen", "syn"),
        ("asl-codegen", "quote"),
        ("asl-codegen", "proc-macro2"),
        ("asl-codegen", "prettyplease"),
        ("asl-runtime", "serde_json"),
        ("asl-runtime", "tokio"),
        ("tests/ui", "trybuild"),
    ] {
        let is_used = manifest(folder).lines().any(|line| line.starts_with(library));
        assert!(is_used, "{folder} uses {library}");
    }
}

/// Runs the machine with lists of several matching entries, and a task that always fails so.
fn fails(error: &'static str) -> SimulationRun {
    Simulation::new().run(&order::MACHINE, json!({}), |_| Scripted::fail(error, "as told"))
}

#[test]
fn the_first_retrier_that_matches_is_used() {
    for (error, millis) in [("Late", 7_000), ("Busy", 2_000)] {
        let log = fails(error).log;
        assert_eq!(log.get(1), Some(&format!("0 timer {millis}")), "{error}");
        // The others that match are not used after it.
        assert_eq!(log.len(), 3, "{log:?}");
    }
}

#[test]
fn the_first_catcher_that_matches_is_used_after_the_retriers() {
    for (error, state) in [("Late", "first"), ("Busy", "second")] {
        let simulated = fails(error);
        assert_eq!(simulated.result, Ok(json!(state)), "{error}");
        assert!(simulated.elapsed >= 1_000, "{error} was retried");
    }
}

#[test]
fn a_machine_that_runs_too_long_fails_with_a_time_out() {
    let run = |machine| Simulation::new().run(machine, json!({}), |call| panic!("{call:?}"));
    let by_text = run(&late_by_text::MACHINE);
    let failure = by_text.result.expect_err("it takes a minute");
    assert_eq!((failure.error(), by_text.elapsed), (Some("States.Timeout"), 5_000));
    let recorded = run(&late_as_recorded::MACHINE);
    let failure = recorded.result.expect_err("it takes a minute");
    assert_eq!((failure.status(), failure.error()), (Status::TimedOut, None));
}

#[test]
fn as_many_elements_run_at_once_as_max_parallel_says() {
    let input = json!({"l": [1, 2, 3, 4]});
    let simulated =
        Simulation::new().run(&windows::MACHINE, input, |_| Scripted::answer(json!(1)).after(100));
    assert!(simulated.result.is_ok(), "{:?}", simulated.result);
    let begun = |state: &str| -> Vec<u64> {
        let calls = simulated.log.iter().filter_map(|line| line.split_once(' '));
        let calls = calls.filter(|(_, call)| call.starts_with(state));
        calls.map(|(time, _)| time.parse().expect("a time")).collect()
    };
    assert_eq!(begun("One"), [0, 100, 200, 300]);
    assert_eq!(begun("Two"), [400, 400, 500, 500]);
    assert_eq!(begun("Four"), [600, 600, 600, 600]);
}
