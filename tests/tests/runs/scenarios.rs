//! Machines tested as their users test them: scripted tasks, AWS's mock files, virtual time, and
//! the messages of failed expectations.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_testing::{
    Coverage, MockConfig, Scenario, Simulation, computed, hangs, per_attempt, returns, throws,
    times_out,
};

asl_machine!("definitions/mocks/parcel.asl.json");

fn place() -> Value {
    json!({"lat": 48.2, "lon": 16.4})
}

/// A scenario that succeeds.
fn delivered() -> Scenario {
    Scenario::new(&parcel::MACHINE)
        .task("Locate", returns(place()))
        .task("tell", returns(json!("told")))
        .task("Open door", returns(json!("neighbour")))
}

#[test]
fn a_run_is_compared_with_what_was_expected() {
    let run = delivered().input(json!({"id": 7})).run();
    run.expect_output(json!({"id": 7, "place": (place()), "by": "neighbour"}))
        .expect_success()
        .expect_path(["Locate", "Drive", "Tell", "Tell owner", "Tell sender", "Open door"])
        .expect_through(["Drive", "Open door"])
        .expect_delays([])
        .expect_waits([600.0])
        .expect_elapsed(600.0)
        .expect_calls("Tell owner", 1)
        .expect_inputs("Open door", [json!({"id": 7, "place": (place())})])
        .expect_all_answers_used();
    assert_eq!(
        run.calls().iter().map(|call| call.state).collect::<Vec<_>>(),
        ["Locate", "Tell owner", "Tell sender", "Open door"]
    );
}

#[test]
fn each_call_has_its_answer() {
    let busy = || throws("Carrier.Busy", "try again");
    let run = Scenario::new(&parcel::MACHINE)
        .task("Locate", [busy(), busy().after(500), throws("Carrier.Unknown", "no such parcel")])
        .run();
    run.expect_failure("Parcel.Lost")
        .expect_cause("nobody has seen")
        .expect_path(["Locate", "Lost"])
        .expect_delays([1.0, 2.0])
        .expect_elapsed(3.5)
        .expect_calls("Locate", 3)
        .expect_events([
            "ExecutionStarted",
            "TaskStateEntered",
            "LambdaFunctionScheduled",
            "LambdaFunctionStarted",
            "LambdaFunctionFailed",
            "LambdaFunctionScheduled",
            "LambdaFunctionStarted",
            "LambdaFunctionFailed",
            "LambdaFunctionScheduled",
            "LambdaFunctionStarted",
            "LambdaFunctionFailed",
            "TaskStateExited",
            "FailStateEntered",
            "ExecutionFailed",
        ]);
    let attempts: Vec<u32> = run.calls_to("Locate").iter().map(|call| call.attempt).collect();
    assert_eq!(attempts, [0, 1, 2]);
}

#[test]
fn tasks_run_into_their_limits() {
    let scenario = |first| {
        Scenario::new(&parcel::MACHINE).task("Locate", per_attempt([first, returns(place())]))
    };
    let stop = |scenario: Scenario| scenario.task("tell", throws("Stop", "")).run();
    // 30 seconds, 10 without a heartbeat, 5 + 10 with one; then the retry's second, and the wait.
    for (first, seconds) in
        [(times_out(), 631.0), (hangs(), 611.0), (hangs().with_heartbeats(5_000, 1), 616.0)]
    {
        let run = stop(scenario(first));
        run.expect_delays([1.0])
            .expect_elapsed(seconds)
            .expect_calls("Locate", 2)
            .expect_failure("Stop");
    }
    let late = returns(place()).after(29_000).with_heartbeats(6_000, 4);
    stop(scenario(late)).expect_delays([1.0]).expect_calls("Locate", 2);
    let in_time = returns(place()).after(6_000).with_heartbeats(6_000, 4);
    stop(scenario(in_time)).expect_delays([]).expect_calls("Locate", 1).expect_elapsed(630.0);
}

#[test]
fn answers_can_be_made_from_calls() {
    let run = delivered().task("Tell owner", computed(|call| returns(call.input.clone()))).run();
    // The state's own answers take precedence over those of its resource.
    run.expect_calls("Tell owner", 1).expect_calls("Tell sender", 1).expect_success();
}

#[test]
fn the_same_test_gives_the_same_run() {
    let run = |sim: Simulation| delivered().simulation(sim).run();
    let (first, second) =
        (run(Simulation::new().seed(3)), run(Simulation::new().seed(3).crash_every_step()));
    assert_eq!(first.path(), second.path());
    assert_eq!(first.result(), second.result());
    assert_eq!(first.events(), second.events());
}

/// Real tasks; only the carrier is mocked.
struct Street;

impl parcel::Tasks for Street {
    async fn locate(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Err(TaskError::new("Carrier.Unknown", "there is no carrier here"))
    }

    async fn tell(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!((cx.state())))
    }

    async fn open_door(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!("the real neighbour"))
    }
}

#[test]
fn calls_without_a_script_are_really_made() {
    let run = Scenario::with_tasks(&parcel::machine(Street)).task("Locate", returns(place())).run();
    run.expect_output(json!({"place": (place()), "by": "the real neighbour"}))
        .expect_calls("Locate", 1);
    Scenario::with_tasks(&parcel::machine(Street)).run().expect_failure("Parcel.Lost");
}

fn mocks() -> MockConfig {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/definitions/mocks/MockConfigFile.json");
    MockConfig::read(path).expect("the file is right")
}

fn mocked(case: &str) -> Scenario {
    Scenario::new(&parcel::MACHINE)
        .mocks(mocks().case(&parcel::MACHINE, case).expect("the case is there"))
}

#[test]
fn mock_files_are_read_unchanged() {
    let output = json!({"place": (place()), "by": "neighbour"});
    mocked("Delivered").run().expect_output(output.clone()).expect_delays([]);
    mocked("parcel#BusyThenFound")
        .run()
        .expect_output(output)
        .expect_delays([1.0, 2.0])
        .expect_calls("Locate", 3);
    mocked("Lost").run().expect_path(["Locate", "Lost"]).expect_failure("Parcel.Lost");
    mocked("DoorClosed").run().expect_failure("Door.Closed");
    assert_eq!(mocks().cases("parcel").len(), 6);
}

#[test]
fn an_invocation_without_an_answer_ends_the_execution() {
    mocked("BusyForever")
        .run()
        .expect_failure("States.Runtime")
        .expect_cause("`BusyTwice` of state `Locate` has no answer for invocation 2")
        .expect_calls("Locate", 3);
    mocked("NothingSaid").run().expect_failure("States.Runtime").expect_path(["Locate"]);
}

#[test]
fn states_that_a_case_does_not_name_make_their_real_call() {
    let case = mocks().case(&parcel::MACHINE, "Lost").expect("the case is there");
    Scenario::with_tasks(&parcel::machine(Street)).mocks(case).run().expect_failure("Parcel.Lost");
    let case = mocks().case(&parcel::MACHINE, "parcel#").expect("nothing is mocked");
    Scenario::with_tasks(&parcel::machine(Street)).mocks(case).run().expect_failure("Parcel.Lost");
    let lost = message(|| {
        mocked("BusyForever").task("Locate", returns(place())).run();
    });
    assert!(
        lost.contains("nothing is scripted for it, and the case `BusyForever` does not mock it"),
        "{lost}"
    );
}

#[test]
fn coverage_lists_missed_states_and_transitions() {
    let mut coverage = Coverage::new(&parcel::MACHINE);
    coverage.add(&mocked("Delivered").run());
    assert_eq!(coverage.missed_states(), ["Lost"]);
    let missed: Vec<String> = coverage.missed_edges().iter().map(ToString::to_string).collect();
    assert_eq!(missed, ["`Locate` → `Lost`"]);
    let text = message(|| coverage.expect_full());
    assert_eq!(
        text,
        "no run of machine `parcel` took:\n  state `Lost`\n  transition `Locate` → `Lost`"
    );
    coverage.add(&mocked("Lost").run()).expect_full();
}

/// The message of a failed test.
fn message(test: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(test)).expect_err("the test fails");
    panic.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn a_call_without_an_answer_is_a_clear_failure() {
    let text = message(|| {
        Scenario::new(&parcel::MACHINE).input(json!({"id": 7})).run();
    });
    let head = "the state `Locate` called its task `locate` (arn:aws:lambda:eu-west-1:123456789012:function:Locate) with {\"id\":7}, \
                but nothing is scripted for it\nwhat happened in machine `parcel` ";
    assert!(text.starts_with(head), "{text}");
    let text = message(|| {
        Scenario::new(&parcel::MACHINE).task("Locate", [throws("Carrier.Busy", "")]).run();
    });
    assert!(text.contains("but this is call number 2 of it, and 1 answer is scripted"), "{text}");
}

#[test]
fn a_failed_expectation_shows_the_run() {
    let text = message(|| {
        mocked("BusyThenFound").run().expect_path(["Locate", "Lost"]);
    });
    let expected = "the machine took another path: state 2 is `Drive`, expected `Lost`
  expected Locate → [Lost]
  found    Locate → [Drive] → Tell → Tell owner → Tell sender → Open door
what happened in machine `parcel` (";
    assert!(text.starts_with(expected), "{text}");
    let rest = "  path    Locate → Drive → Tell → Tell owner → Tell sender → Open door
  output  {\"place\":{\"lat\":48.2,\"lon\":16.4},\"by\":\"neighbour\"}
  waited  1 s before a retry of `Locate`
  waited  2 s before a retry of `Locate`
  waited  600 s in `Drive`
  log     0 Locate#0
  log     0 timer 1000
  log     1000 Locate#0~1";
    assert!(text.contains(rest), "{text}");
}

#[test]
fn differences_are_shown_with_their_paths() {
    says(
        |run| {
            run.expect_output(json!({"place": {"lat": 48.2, "lon": 17}, "by": "neighbour"}));
        },
        "the output is not what was expected:\n  $.place.lon: expected 17, found 16.4\nexpected\n  {\n    \"place\": {\n",
    );
    says(
        |run| {
            run.expect_output(json!({"by": "neighbour"}));
        },
        "$.place: not expected, found {\"lat\":48.2,\"lon\":16.4}",
    );
    says(
        |run| {
            run.expect_failure("E");
        },
        "expected a failure with `E`, but the machine succeeded with {",
    );
    says(
        |run| {
            run.expect_delays([1.0]);
        },
        "the delays before retries differ\n  expected [1.0] s\n  found    [] s",
    );
    says(
        |run| {
            run.expect_waits([]);
        },
        "the waits differ\n  expected [] s\n  found    [600.0] s",
    );
    says(
        |run| {
            run.expect_calls("Locate", 2);
        },
        "expected 2 calls of the task of `Locate`, found 1",
    );
    says(
        |run| {
            run.expect_calls("Locat", 2);
        },
        "machine `parcel` has no state `Locat`, did you mean `Locate`?",
    );
    says(
        |run| {
            run.expect_inputs("Open door", [json!({"place": 1})]);
        },
        "the list of inputs of `Open door` is not what was expected:\n  $[0].place: expected 1, found {\"lat\"",
    );
}

/// The message of an expectation that a delivered parcel does not meet.
fn says(expectation: fn(&asl_testing::Run), part: &str) {
    let text = message(|| expectation(&mocked("Delivered").run()));
    assert!(text.contains(part), "{text}");
}

#[test]
fn missed_transitions_are_reported() {
    says(
        |run| {
            run.expect_through(["Tell", "Locate"]);
        },
        "the machine did not enter `Locate` where that was expected",
    );
    says(
        |run| {
            run.expect_events(["ExecutionStarted", "Nothing"]);
        },
        "the history has other events: event 2 is `TaskStateEntered`, expected `Nothing`\n  expected ExecutionStarted → [Nothing]\n  found    ExecutionStarted → [TaskStateEntered] → ",
    );
}

#[test]
fn mistakes_in_a_scenario_are_reported() {
    let text = message(|| {
        delivered().task("Locat", returns(1)).run();
    });
    assert!(
        text.starts_with(
            "machine `parcel` has no task of a state, resource or method `Locat`; it has:\n  `Locate` (locate, "
        ),
        "{text}"
    );
    let text = message(|| {
        delivered().task("Drive", returns(1)).run();
    });
    assert_eq!(text, "the state `Drive` of machine `parcel` is a Wait and calls no task");
    let text = message(|| {
        delivered().task("Locate", returns(1)).run();
    });
    assert_eq!(
        text,
        "the answers of `Locate` are scripted twice: use a list with one answer for each call"
    );
    let text = message(|| {
        let two = [returns(place()), returns(place())];
        Scenario::new(&parcel::MACHINE)
            .task("Locate", two)
            .task("tell", throws("Stop", ""))
            .run()
            .expect_all_answers_used();
    });
    assert!(
        text.starts_with("not every scripted answer was used\n  `Locate` has 1 left\n"),
        "{text}"
    );
}
