//! Each kind of failure is found, with the case that repeats it.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program on a target with a fault on purpose.
fn fuzz(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asl-fuzz")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The failures of 200 cases, of which some trigger the fault.
fn found(target: &str, more: &[&str]) -> String {
    let arguments =
        [&["--only", target, "--seed", "7", "--cases", "60", "--minutes", "10"], more].concat();
    let output = fuzz(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    said(&output)
}

#[test]
fn a_target_without_a_fault_passes() {
    let output = fuzz(&["--only", "planted-nothing", "--cases", "60"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("60 cases,      60 accepted"), "{}", said(&output));
}

#[test]
fn a_panic_is_found_repeated_and_made_smaller() {
    let said = found("planted-panic", &[]);
    assert!(said.contains("Panic in case ") && said.contains("planted panic"), "{said}");
    let again =
        said.lines().find_map(|line| line.trim().strip_prefix("again: cargo xtask fuzz ")).unwrap();
    let again: Vec<&str> = again.split(' ').collect();
    assert_eq!(fuzz(&again).status.code(), Some(1), "{again:?}");
    let smaller = said
        .lines()
        .find_map(|line| line.split_once("cargo xtask fuzz ").filter(|_| line.contains("smaller")));
    let smaller: Vec<&str> = smaller.unwrap().1.split(' ').collect();
    let file = Path::new(smaller.last().unwrap());
    assert_eq!(std::fs::read_to_string(file).unwrap(), "fault");
    assert_eq!(fuzz(&smaller).status.code(), Some(1), "{smaller:?}");
}

#[test]
fn a_wrong_result_is_found() {
    let said = found("planted-wrong", &[]);
    assert!(said.contains("Wrong in case ") && said.contains("planted wrong result"), "{said}");
}

#[test]
fn too_much_memory_is_found_by_counting() {
    let said = found("planted-memory", &[]);
    assert!(said.contains("Memory in case ") && said.contains("1048576 are allowed"), "{said}");
}

#[test]
fn an_allocation_that_fails_is_found_as_the_end_of_the_process() {
    let said = found("planted-abort", &[]);
    assert!(said.contains("Crash in case ") && said.contains("memory allocation"), "{said}");
}

#[test]
fn a_stack_overflow_is_found_as_the_end_of_the_process() {
    let said = found("planted-overflow", &[]);
    assert!(said.contains("Crash in case ") && said.contains("overflowed its stack"), "{said}");
}

#[test]
fn too_much_time_is_found() {
    let said = found("planted-slow", &[]);
    assert!(said.contains("Slow in case ") && said.contains("are allowed"), "{said}");
}

#[test]
fn a_case_without_an_end_is_found() {
    let said = found("planted-hang", &["--patience", "2"]);
    assert!(said.contains("Hang in case ") && said.contains("no end after 2s"), "{said}");
}

#[test]
fn the_same_seed_makes_the_same_cases() {
    let counts = |seed: &str| {
        said(&fuzz(&["--only", "jq", "--seed", seed, "--cases", "150", "--minutes", "10"]))
    };
    let (one, other) = (counts("3"), counts("4"));
    // Cases and bytes allocated are counted; the time differs.
    let counted = |text: &str| text.split(" KB").next().unwrap_or_default().to_owned();
    assert_eq!(counted(&one), counted(&counts("3")));
    assert_ne!(counted(&one), counted(&other));
}
