//! Distributed Maps in tests: the events of their children are visible, although no history
//! contains them.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use asl_runtime::testing::{
    Coverage, InspectionLevel, Mock, Scenario, StateReport, StateStatus, TestStateError, returns,
    test_state, throws,
};
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/mocks/sums.asl.json", inspect = true);

fn numbers(even: &[bool]) -> Value {
    let numbers = even.iter().map(|even| json!({"even": (*even)})).collect();
    json!({"numbers": (Value::array(numbers))})
}

fn each(even: &[bool]) -> Scenario {
    Scenario::new(&sums::MACHINE).input(numbers(even))
}

#[test]
fn the_children_are_part_of_the_path() {
    let run = each(&[true, false]).task("Halve", returns(1)).run();
    run.expect_path(["Each", "Even?", "Halve", "Even?", "Keep"])
        .expect_output(json!([1, {"even": false}]));
    assert!(
        !run.events().iter().any(|event| event.details.name.as_deref() == Some("Halve")),
        "it is in no history"
    );
    let mut coverage = Coverage::new(&sums::MACHINE);
    coverage.add(&run);
    assert_eq!(coverage.missed_states(), ["Too many"]);
    let missed: Vec<String> = coverage.missed_edges().iter().map(ToString::to_string).collect();
    assert_eq!(missed, ["`Each` → `Too many`"]);
    coverage.add(&each(&[true, true]).task("Halve", throws("Odd", "")).run()).expect_full();
}

#[test]
fn more_failures_than_tolerated_are_an_error_of_the_map() {
    let odd = || throws("Odd", "");
    let run = each(&[true, true]).task("Halve", [odd(), odd(), returns(1), odd()]).run();
    run.expect_delays([5.0]).expect_calls("Halve", 4).expect_success();
    each(&[true, true]).task("Halve", odd()).run().expect_delays([5.0]).expect_failure("TooMany");
}

fn told(failed: u32, retries: u32) -> StateReport {
    let test = test_state(&sums::MACHINE, "Each").input(numbers(&[true, true, true]));
    let test = test.mock(Mock::result(json!([1, 2, 3]))).level(InspectionLevel::Debug);
    test.failed_iterations(failed).retries(retries).run().expect("it fits")
}

#[test]
fn the_test_of_a_map_sets_the_number_of_failed_iterations() {
    let report = told(1, 0);
    assert_eq!((report.status, report.output), (StateStatus::Succeeded, Some(json!([1, 2, 3]))));
    assert_eq!(report.inspection.get("toleratedFailureCount"), Some(&json!(1)));
    assert_eq!(report.inspection.get("maxConcurrency"), Some(&json!(1)));
    assert_eq!(
        report
            .inspection
            .get("afterItemsPath")
            .and_then(Value::as_array)
            .map(asl_runtime::value::Array::len),
        Some(3)
    );
    let retriable = told(2, 0);
    assert_eq!(retriable.status, StateStatus::Retriable);
    assert_eq!(retriable.error.as_deref(), Some("States.ExceedToleratedFailureThreshold"));
    let caught = told(2, 1);
    assert_eq!((caught.status, caught.next_state), (StateStatus::CaughtError, Some("Too many")));
}

#[test]
fn a_map_cannot_have_more_failures_than_iterations() {
    let each =
        test_state(&sums::MACHINE, "Each").input(numbers(&[true])).mock(Mock::result(json!([1])));
    assert_eq!(
        each.failed_iterations(2).run(),
        Err(TestStateError::FailedIterations { iterations: 1 })
    );
    let each = test_state(&sums::MACHINE, "Each").mock(Mock::result(json!({})));
    assert_eq!(each.run(), Err(TestStateError::MockNotArray));
}
