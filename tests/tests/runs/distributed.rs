//! Distributed Maps in tests: the events of their children are visible, although no history
//! contains them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    unused_must_use,
    reason = "a test may, and one of its Maps is faulty on purpose"
)]

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::storage::{Memory, ObjectName};
use asl_runtime::{Failure, Value, asl_machine, json};
use asl_testing::{
    Coverage, InspectionLevel, Mock, Scenario, StateReport, StateStatus, StateTest, TestStateError,
    returns, test_state, throws,
};

asl_machine!("definitions/mocks/sums.asl.json", inspect = true);
asl_machine!("definitions/good/distributed_map.asl.json", name = bills, inspect = true);
asl_machine!("definitions/members.asl.json", allow = [certain]);

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

/// A test of the Map that reads orders from a file.
fn orders(data: &str) -> StateTest {
    let input = json!({"bucket": "b", "day": "Monday", "most": 3, "bytes": 100});
    let mock = Mock::result(json!({"MapRunArn": "arn", "ResultWriterDetails": {}}));
    let test = test_state(&bills::MACHINE, "Each order").input(input).mock(mock);
    test.item_reader_data(data).level(InspectionLevel::Debug)
}

#[test]
fn the_inputs_of_all_iterations_are_shown() {
    let report = orders("7,2\n8,1\n9,4\n10,4\n").run().expect("it fits");
    assert_eq!(report.status, StateStatus::Succeeded);
    let order = |number: u32, id: &str, amount: &str| json!({"order": {"id": id, "amount": amount}, "number": number});
    let orders = [order(0, "7", "2"), order(1, "8", "1"), order(2, "9", "4")];
    let [first, second, third] = orders.clone();
    let selected = Value::array(orders.into());
    assert_eq!(report.inspection.get("afterItemSelector"), Some(&selected));
    // 100 bytes are enough for two orders as they were read.
    let day = || json!({"day": "Monday"});
    let batches = json!([
        {"BatchInput": (day()), "Items": [first, second]},
        {"BatchInput": (day()), "Items": [third]},
    ]);
    assert_eq!(report.inspection.get("afterItemBatcher"), Some(&batches));
    assert_eq!(report.inspection.get("afterItemsPointer"), None);
}

#[test]
fn data_that_cannot_be_read_fail_as_in_an_execution() {
    let input = json!({"bucket": "b", "day": "Monday", "most": -1, "bytes": 100});
    let report = orders("7,2").input(input).run().expect("it fits");
    assert_eq!(report.status, StateStatus::CaughtError);
    assert_eq!(report.error.as_deref(), Some("States.ItemReaderFailed"));
    let sums = test_state(&sums::MACHINE, "Each").input(numbers(&[true]));
    let sums = sums.mock(Mock::result(json!([1])));
    assert_eq!(sums.clone().item_reader_data("[]").run(), Err(TestStateError::NoItemReader));
    assert_eq!(sums.failed_state("Halve").run(), Err(TestStateError::NoFailedState));
}

#[test]
fn the_state_that_fails_is_inside_of_the_map() {
    let each = || test_state(&sums::MACHINE, "Each").input(numbers(&[true]));
    let failing = || each().mock(Mock::error("Odd", "c"));
    let report = failing().failed_state("Halve").run().expect("it fits");
    assert_eq!((report.status, report.next_state), (StateStatus::CaughtError, Some("Too many")));
    assert_eq!(failing().failed_state("Each").run(), Err(TestStateError::NoFailedState));
}

/// A run of the machine `members`, with these files in its bucket.
fn with_files(input: Value, files: &[(&'static str, &'static str)]) -> Result<Value, Failure> {
    let memory = Memory::new();
    for (key, text) in files {
        memory.put(ObjectName::new("b", *key), *text);
    }
    Simulation::new().storage(memory).run(&members::MACHINE, input, |_| Scripted::Hang).result
}

fn over(way: &'static str, data: &Value) -> Result<Value, Failure> {
    with_files(json!({"way": (way), "data": (data.clone())}), &[])
}

#[test]
fn the_members_of_an_object_are_items_of_a_distributed_map() {
    let data = || json!({"red": 1, "blue": {"n": 2}, "green": null});
    let member = |key: &'static str, value: Value| json!({"Key": (key), "Value": (value)});
    let members =
        [member("red", json!(1)), member("blue", json!({"n": 2})), member("green", json!(null))];
    assert_eq!(over("plain", &data()), Ok(Value::array(members.to_vec())));
    let [red, blue, green] = members;
    let batches = json!([{"Items": [(red), (blue)]}, {"Items": [(green)]}]);
    assert_eq!(over("batches", &data()), Ok(batches));
    let selected =
        json!([{"k": "red", "v": 1}, {"k": "blue", "v": {"n": 2}}, {"k": "green", "v": null}]);
    assert_eq!(over("path", &data()), Ok(selected));
    assert_eq!(over("selected", &json!(5)), Ok(json!([[0, "a", 1], [1, "b", 5]])));
    assert_eq!(over("plain", &json!({})), Ok(json!([])));
    // Those of an array have no keys, and other values no items.
    assert_eq!(over("plain", &json!([7])), Ok(json!([7])));
    let error =
        |way, data: Value| over(way, &data).expect_err("no items").error().map(str::to_owned);
    assert_eq!(error("plain", json!("red")).as_deref(), Some("States.QueryEvaluationError"));
    assert_eq!(error("path", json!([7])).as_deref(), Some("States.Runtime"));
    assert_eq!(error("path", json!(7)).as_deref(), Some("States.Runtime"));
    assert_eq!(over("inline", &json!(1)), Ok(json!("States.QueryEvaluationError")));
}

#[test]
fn an_object_in_a_file_needs_a_selector() {
    let files =
        [("k.json", r#"{"one": 1, "two": [2]}"#), ("l.json", r#"[{"Key": "x", "Value": 3}]"#)];
    let read = |way: &'static str, key: &'static str| {
        with_files(json!({"way": (way), "data": (key)}), &files)
    };
    let items = json!([{"k": "one", "i": 0, "v": 1}, {"k": "two", "i": 1, "v": [2]}]);
    assert_eq!(read("read", "k.json"), Ok(items));
    let failure = read("read plain", "k.json").expect_err("as recorded");
    assert_eq!(failure.error(), Some("States.ItemReaderFailed"));
    assert_eq!(failure.cause(), Some("Attempting to map over non-iterable node."));
    // An array of such objects has plain values.
    assert_eq!(read("read plain", "l.json"), Ok(json!([{"Key": "x", "Value": 3}])));
}

#[test]
fn a_tolerated_child_takes_its_place_and_a_limit_of_0_is_none() {
    let run = |count: i64, percentage: i64, data: Value| {
        let limits = json!({"way": "tolerated", "count": (count), "percentage": (percentage), "data": (data)});
        with_files(limits, &[]).map_err(|failure| failure.error().map(str::to_owned))
    };
    let exceeded = || Err(Some("States.ExceedToleratedFailureThreshold".to_owned()));
    let lost = || json!({"Status": "FAILED", "Error": "Declined", "Cause": "below 0"});
    let kept = Ok(json!([(lost()), 2]));
    assert_eq!(run(1, 0, json!([-1, 2])), kept);
    assert_eq!(run(0, 50, json!([-1, 2])), kept);
    assert_eq!(run(0, 0, json!([-1, 2])), exceeded());
    assert_eq!(run(0, 0, json!([1, 2])), Ok(json!([1, 2])));
    assert_eq!(run(1, 100, json!([-1, -2])), exceeded());
    assert_eq!(run(2, 49, json!([-1, 2])), exceeded());
}
