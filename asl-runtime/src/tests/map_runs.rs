//! Tests of distributed Maps: child executions, tolerated failures, batches, readers and writers,
//! all of them across crashes.

use crate::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_execution::execution::{Command, Execution, OpKey, StartOptions};
use asl_execution::machine::for_each::{Batch, EachRow, Run, RunRow, StoreRow, distribute};
use asl_execution::machine::{Kind, Machine, Next, Node, NodeId, StateKind, Step};
use asl_execution::storage::items::{OpenItems, WritePart, open_items, write_results};
use asl_execution::storage::{Memory, ObjectName};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{goto, machine, node, pass, retrier, task};
use super::{chain, lasting};

const fn distributed(
    state: &'static str,
    body: u32,
    reader: Option<StoreRow<OpenItems>>,
    writer: Option<StoreRow<WritePart>>,
) -> Node {
    let run = Some(RunRow { label: state, reader, writer });
    node(
        state,
        StateKind::Map,
        Kind::ForEach(EachRow { body: NodeId(body), window: None, selects: false, run }),
    )
}

static LINES: Value = Value::Object(asl_value::value::Object::Static(&[(
    asl_value::value::Text::new_static("InputType"),
    Value::String(asl_value::value::Text::new_static("JSONL")),
)]));
static NOTHING: Value = Value::Object(asl_value::value::Object::Static(&[]));

const READER: StoreRow<OpenItems> =
    StoreRow { resource: "arn:aws:states:::s3:getObject", config: &LINES, access: open_items };
const WRITER: StoreRow<WritePart> =
    StoreRow { resource: "arn:aws:states:::s3:putObject", config: &NOTHING, access: write_results };

/// The parameters of a Map in the data:
/// `{"items": [..], "window": 2, "count": 1, "percentage": 50, "batch": 3, "bytes": 40}`.
#[expect(clippy::unnecessary_wraps, reason = "as emitted code has it")]
fn start(data: &Value) -> Next {
    let number = |name: &str| {
        data.get(name).and_then(Value::as_i64).and_then(|number| u64::try_from(number).ok())
    };
    let batch = number("batch").is_some() || number("bytes").is_some();
    let run = Run {
        tolerated_count: number("count"),
        tolerated_percentage: data.get("percentage").and_then(Value::as_f64),
        batch: batch.then(|| Batch {
            items: number("batch"),
            bytes: number("bytes"),
            input: Value::Null,
        }),
        reader: json!({"Bucket": "in", "Key": "items.jsonl"}),
        max_items: None,
        writer: json!({"Bucket": "out", "Prefix": "results"}),
    };
    let items = data.get("items").cloned().unwrap_or_default();
    let window = u32::try_from(number("window").unwrap_or(2)).expect("a small one");
    Ok(Step::ForEach(distribute(items, window, Ok(run))))
}

fn take(node: u32, data: &mut Value, result: Value) -> Next {
    *data = result;
    if node == 0 { goto(2) } else { Ok(Step::End) }
}

macro_rules! runs {
    ($name:ident, $reader:expr, $writer:expr) => {
        machine! {
            $name,
            [
                Node {
                    retry: &[retrier(&["States.ExceedToleratedFailureThreshold"], 1, 1)],
                    ..distributed("Each", 1, $reader, $writer)
                },
                task("One"),
                pass("After"),
            ],
            enter: |node, data, _| match node {
                0 => start(data),
                1 => Ok(Step::Task(data.clone())),
                _ => Ok(Step::End),
            },
            resume: |node, data, result| take(node, data, result),
            caught: |node, _, _, _| super::machines::unexpected(node),
            uses: asl_execution::machine::Uses { context: false, variables: false, runs: true, random: false }
        }
    };
}

runs!(GIVEN, None, None);
runs!(READ, Some(READER), None);
runs!(WRITTEN, Some(READER), Some(WRITER));

/// Runs it with and without a crash after every step, each on a store of its own, and compares runs
/// and stores.
fn both_ways(
    machine: &'static Machine,
    input: &Value,
    file: Option<&str>,
    script: impl Fn(&TaskCall) -> Scripted,
) -> (SimulationRun, Memory) {
    let run = |sim: Simulation| {
        let storage = Memory::new();
        if let Some(file) = file {
            storage.put(ObjectName::new("in", "items.jsonl"), file);
        }
        (sim.storage(storage.clone()).run(machine, input.clone(), &script), storage)
    };
    let (simulated, storage) = run(Simulation::new());
    let (crashed, again) = run(Simulation::new().crash_every_step());
    assert_eq!(simulated.result, crashed.result);
    assert_eq!(simulated.events, crashed.events);
    assert_eq!(lasting(&simulated.log), lasting(&crashed.log));
    assert_eq!(contents(&storage), contents(&again), "the same was written");
    (simulated, storage)
}

fn contents(storage: &Memory) -> Vec<(ObjectName, Vec<u8>)> {
    storage
        .names()
        .into_iter()
        .filter_map(|name| Some((name.clone(), storage.object(&name)?)))
        .collect()
}

fn lines(items: impl Iterator<Item = i64>) -> String {
    items.map(|item| item.to_string() + "\n").collect()
}

/// Fails for odd numbers.
fn odd_fails(call: &TaskCall) -> Scripted {
    match call.input.as_i64() {
        Some(number) if number % 2 == 1 => Scripted::fail("Odd", "one").after(10),
        _ => Scripted::answer(json!([call.input.clone()])).after(20),
    }
}

fn error(simulated: &SimulationRun) -> (Option<&str>, Option<&str>) {
    let failure = simulated.result.as_ref().expect_err("it fails");
    (failure.error(), failure.cause())
}

#[test]
fn children_leave_no_events_in_the_history_and_results_stand_in_order() {
    let input = json!({"items": [30, 10, 20]});
    let (simulated, _) = both_ways(&GIVEN, &input, None, |call| {
        let millis =
            call.input.as_i64().and_then(|millis| u64::try_from(millis).ok()).expect("a number");
        Scripted::answer(json!([call.input.clone()])).after(millis)
    });
    assert_eq!(simulated.result, Ok(json!([[30], [10], [20]])));
    let expected = [
        "1 ExecutionStarted 0",
        "2 MapStateEntered 0",
        "3 MapStateStarted 2",
        "4 MapRunStarted 3",
        "5 MapRunSucceeded 4",
        "6 MapStateSucceeded 5",
        "7 MapStateExited 4",
        "8 PassStateEntered 7",
        "9 PassStateExited 8",
        "10 ExecutionSucceeded 9",
    ];
    assert_eq!(chain(&simulated), expected);
    assert_eq!(simulated.log[..2], ["0 Each#0.0.One#0", "0 Each#0.1.One#0"]);
}

#[test]
fn a_single_failure_exceeds_a_tolerance_of_zero() {
    let (simulated, _) = both_ways(&GIVEN, &json!({"items": [2, 3, 4, 6]}), None, odd_fails);
    let cause = "The specified tolerated failure threshold was exceeded";
    assert_eq!(error(&simulated), (Some("States.ExceedToleratedFailureThreshold"), Some(cause)));
    let expected = [
        "5 MapRunFailed 4",
        "6 MapStateStarted 5",
        "7 MapRunStarted 6",
        "8 MapRunFailed 7",
        "9 MapStateFailed 8",
        "10 ExecutionFailed 9",
    ];
    assert_eq!(chain(&simulated)[4..], expected, "it is tried again as a whole");
    assert!(simulated.log.contains(&"10 cancel Each#0.0.One#0".to_owned()), "{:?}", simulated.log);
}

#[test]
fn a_fault_that_nothing_catches_ends_the_child_only() {
    let (simulated, _) = both_ways(&GIVEN, &json!({"items": [1, 2], "count": 1}), None, |call| {
        match call.input.as_i64() {
            Some(1) => Scripted::fail("States.Runtime", "a fault").after(5),
            _ => Scripted::answer(json!("well")).after(9),
        }
    });
    let lost = json!({"Status": "FAILED", "Error": "States.Runtime", "Cause": "a fault"});
    assert_eq!(simulated.result, Ok(json!([(lost), "well"])));
}

#[test]
fn failures_within_the_limits_are_tolerated() {
    let outcome = |input: Value| {
        both_ways(&GIVEN, &input, None, odd_fails).0.result.map_err(|error| error.to_string())
    };
    let lost = || json!({"Status": "FAILED", "Error": "Odd", "Cause": "one"});
    let all = json!([(lost()), [2], (lost()), [4]]);
    assert_eq!(outcome(json!({"items": [1, 2, 3, 4], "count": 2})), Ok(all.clone()));
    assert_eq!(outcome(json!({"items": [1, 2, 3, 4], "percentage": 50})), Ok(all));
    assert!(outcome(json!({"items": [1, 2, 3, 4], "count": 1})).is_err());
    assert!(outcome(json!({"items": [1, 2, 3, 4], "percentage": 49.9})).is_err());
    assert!(
        outcome(json!({"items": [1, 2, 3, 4], "percentage": 100, "count": 1})).is_err(),
        "either limit counts"
    );
    // A limit of 0 is none of its own, as measured.
    assert!(outcome(json!({"items": [1, 2], "percentage": 50, "count": 0})).is_ok());
    assert!(outcome(json!({"items": [1, 2], "percentage": 0, "count": 1})).is_ok());
    assert!(outcome(json!({"items": [1, 2], "percentage": 0, "count": 0})).is_err());
}

#[test]
fn batches_are_as_large_as_allowed_and_the_last_is_the_rest() {
    let sizes = |input: Value, file: Option<&str>| {
        let machine = if file.is_some() { &READ } else { &GIVEN };
        let (simulated, _) = both_ways(machine, &input, file, |call| {
            let items = call.input.get("Items").and_then(Value::as_array).expect("a batch");
            Scripted::answer(json!(i64::try_from(items.len()).expect("few")))
        });
        simulated.result.map_err(|error| error.to_string())
    };
    assert_eq!(
        sizes(json!({"items": [1, 2, 3, 4, 5, 6, 7], "batch": 3}), None),
        Ok(json!([3, 3, 1]))
    );
    // {"Items":[1,2,3]} are 17 bytes.
    assert_eq!(
        sizes(json!({"items": [1, 2, 3, 4, 5, 6, 7], "bytes": 17}), None),
        Ok(json!([3, 3, 1]))
    );
    assert_eq!(
        sizes(json!({"items": ["long enough for one", 2], "bytes": 4}), None),
        Ok(json!([1, 1]))
    );
    let file = lines(0..300);
    assert_eq!(
        sizes(json!({"batch": 140}), Some(&file)),
        Ok(json!([140, 140, 20])),
        "across pages"
    );
}

#[test]
fn items_are_read_page_by_page() {
    let file = lines(0..300);
    let (simulated, _) = both_ways(&READ, &json!({"window": 7}), Some(&file), |call| {
        Scripted::answer(call.input.clone()).after(1)
    });
    assert_eq!(simulated.result, Ok(Value::array((0..300).map(Value::Int).collect())));
    let reads: Vec<&String> = simulated.log.iter().filter(|line| line.contains(" read ")).collect();
    assert_eq!(reads.len(), 4, "three pages and the end: {reads:?}");
    assert_eq!(chain(&simulated)[2..4], ["3 MapStateStarted 2", "4 MapRunStarted 3"]);
    assert_eq!(simulated.events[2].details.length, Some(0));
}

#[test]
fn a_reader_that_fails_cancels_running_children() {
    // The store returns pieces of 4 KiB.
    let file: String = (0..200)
        .map(|number| json!(format!("{number:0>60}")).to_json_string() + "\n")
        .collect::<String>()
        + "oops\n";
    let (simulated, _) = both_ways(&READ, &json!({"window": 200}), Some(&file), |_| Scripted::Hang);
    let (name, cause) = error(&simulated);
    assert_eq!(name, Some("States.ItemReaderFailed"));
    assert!(cause.is_some_and(|cause| cause.contains("in/items.jsonl:201")), "{cause:?}");
    let ends = chain(&simulated);
    assert_eq!(ends[4..], ["5 MapRunFailed 4", "6 MapStateFailed 5", "7 ExecutionFailed 6"]);
    assert!(simulated.log.iter().filter(|line| line.contains(" cancel ")).count() >= 100);
    let (simulated, _) = both_ways(&READ, &json!({}), None, |_| Scripted::Hang);
    assert_eq!(error(&simulated).0, Some("States.ItemReaderFailed"), "there is no such file");
    let simulated = Simulation::new().run(&READ, json!({}), |_| Scripted::Hang);
    assert_eq!(error(&simulated).0, Some("States.ItemReaderFailed"), "there is no storage");
}

#[test]
fn results_go_to_files_and_a_manifest_names_them() {
    let file = lines(0..20);
    let (simulated, storage) =
        both_ways(&WRITTEN, &json!({"count": 20, "window": 4}), Some(&file), odd_fails);
    let result = simulated.result.expect("all failures are put up with");
    let key = result
        .pointer("/ResultWriterDetails/Key")
        .and_then(Value::as_str)
        .expect("where the manifest is");
    assert_eq!(result.pointer("/ResultWriterDetails/Bucket"), Some(&json!("out")));
    let read = |key: &str| {
        let bytes = storage.object(&ObjectName::new("out", key)).expect("it was written");
        Value::from_json_slice(&bytes).expect("JSON")
    };
    let manifest = read(key);
    assert_eq!(manifest.get("MapRunArn"), result.get("MapRunArn"));
    for (group, status) in [("SUCCEEDED", "SUCCEEDED"), ("FAILED", "FAILED")] {
        let file = manifest
            .pointer(&format!("/ResultFiles/{group}/0/Key"))
            .and_then(Value::as_str)
            .expect("a file");
        let entries = read(file);
        let entries = entries.as_array().expect("a list");
        assert_eq!(entries.len(), 10);
        assert!(entries.iter().all(|entry| entry.get("Status") == Some(&json!(status))));
        let first = entries.get(0).expect("ten");
        assert_eq!(
            first.get("Input").and_then(Value::as_str),
            Some(if group == "FAILED" { "1" } else { "0" })
        );
    }
}

#[test]
fn after_a_failure_results_and_aborted_children_are_written() {
    let file = lines(0..9);
    let (simulated, storage) =
        both_ways(&WRITTEN, &json!({"count": 1, "window": 4}), Some(&file), |call| {
            match call.input.as_i64() {
                Some(0 | 4) => Scripted::Hang,
                _ => odd_fails(call),
            }
        });
    assert_eq!(error(&simulated).0, Some("States.ExceedToleratedFailureThreshold"));
    let failed =
        storage.names().into_iter().filter(|name| name.key.contains("FAILED_0")).map(|name| {
            let text = storage.object(&name).expect("it is there");
            String::from_utf8(text).expect("text")
        });
    let failed: Vec<String> = failed.collect();
    assert!(
        failed.iter().all(|text| text.contains("ABORTED") && text.contains("Odd")),
        "{failed:?}"
    );
    assert!(
        !failed.is_empty()
            && storage.names().iter().any(|name| name.key.ends_with("manifest.json"))
    );
}

#[test]
fn the_memory_for_a_file_of_any_length_is_bounded() {
    let storage = Memory::new();
    storage.put(ObjectName::new("in", "items.jsonl"), lines(0..20_000));
    let stores = crate::engine::stores::Stores::new(Some(storage.clone().into()));
    let mut run = Execution::start(&WRITTEN, json!({"window": 40}), StartOptions::default());
    let mut open: Vec<(OpKey, asl_execution::execution::Outcome)> = Vec::new();
    let (mut largest, mut steps) = (0, 0_u32);
    while run.result().is_none() {
        while let Some(command) = run.next_command() {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            let mut ready = |mut future: crate::engine::stores::StoreFuture| match future
                .as_mut()
                .poll(&mut context)
            {
                std::task::Poll::Ready(outcome) => outcome,
                std::task::Poll::Pending => unreachable!("memory is at hand"),
            };
            open.push(match command {
                Command::Run { op, input, .. } => {
                    (op, asl_execution::execution::Outcome::Done(input))
                }
                Command::Read { op, read } => (op, ready(stores.read(read))),
                Command::Write { op, write } => (op, ready(stores.write(*write))),
                Command::Hold { .. }
                | Command::Timer { .. }
                | Command::Detach { .. }
                | Command::Cancel { .. } => {
                    unreachable!("{command:?}")
                }
            });
        }
        let (op, outcome) = open.swap_remove(0);
        assert!(run.complete(op, outcome, 0));
        steps += 1;
        if steps % 500 == 0 {
            largest = largest.max(run.snapshot().to_json_string().len());
        }
    }
    assert!(run.take_result().is_some_and(|result| result.is_ok()));
    assert!(steps > 20_000 && largest < 2_000_000, "{steps} steps, {largest} bytes");
}

machine! {
    CHILDREN,
    [distributed("Outer", 1, None, None), distributed("Inner", 2, None, None), pass("Fail")],
    enter: |node, data, _| match node {
        0 | 1 => start(data),
        _ => Err(asl_value::error::Failure::runtime_unplaced("it cannot go on")),
    },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| super::machines::unexpected(node),
    uses: asl_execution::machine::Uses { context: true, variables: false, runs: true, random: false }
}

#[test]
fn maps_of_child_executions_nest() {
    let input = json!({"count": 2, "items": [{"count": 3, "items": [1, 2, 3]}, {"count": 0, "items": [4]}]});
    let (simulated, _) = both_ways(&CHILDREN, &input, None, |_| Scripted::Hang);
    let result = simulated.result.as_ref().expect("the outer Map puts up with one failure");
    let status = |value: &Value| value.at(["Status"]).and_then(Value::as_str).map(str::to_owned);
    let inner = result[0].as_array().expect("the first inner Map puts up with its failures");
    assert!(inner.len() == 3 && inner.iter().all(|lost| status(lost).as_deref() == Some("FAILED")));
    assert_eq!(result[1]["Error"], "States.ExceedToleratedFailureThreshold", "{result}");
    assert_eq!(chain(&simulated).len(), 8);
}

#[test]
fn a_cancelled_execution_cancels_its_children_and_reports_only_itself() {
    let history = asl_execution::history::History::default();
    let observer = Some(history.clone().into());
    let options = StartOptions::default().observer(observer);
    let mut run = Execution::start(&GIVEN, json!({"items": [1, 2, 3]}), options);
    while run.next_command().is_some() {}
    assert!(run.cancel(5));
    let cancels = std::iter::from_fn(|| run.next_command()).count();
    assert_eq!(cancels, 2);
    let kinds: Vec<String> = history.events().iter().map(|event| event.kind.to_string()).collect();
    assert_eq!(kinds[4..], ["MapRunAborted", "MapStateAborted", "ExecutionAborted"]);
}
