//! Tests of redrives: the states that run again, those that do not, and refused redrives.

use asl_execution::execution::{
    Command, Execution, Input, Outcome, Redrive, RedriveError, Refusal, RestoreOptions, Snapshot,
    StartOptions,
};
use asl_execution::history::{History, ObserverHandle};
use asl_execution::machine::{Kind, Limits, Machine, NodeId, StateKind, Step, Uses, Wait};
use asl_value::error::{Failure, TaskError, names};
use asl_value::json;
use asl_value::value::Value;

use super::machines::{
    FAN, MAP, NESTED, RETRY, goto, machine, node, parallel, pass, retrier, task, unexpected, wait,
};
use super::map_runs::{GIVEN, WRITTEN};
use super::sm4c::ORDER;

/// An execution with its journal.
struct Driven {
    machine: &'static Machine,
    input: Value,
    run: Execution,
    history: History,
    now: u64,
    inputs: Vec<(u64, Input)>,
    /// Operations started since this was last read.
    started: Vec<String>,
    /// Operations that were started and have not ended.
    open: Vec<Command>,
    /// Maximum number of concurrent children of a Map.
    most: usize,
}

fn failed(error: &'static str) -> Outcome {
    Outcome::Failed(TaskError::named(error))
}

fn done(value: impl Into<Value>) -> Outcome {
    Outcome::Done(value.into())
}

fn options() -> StartOptions {
    StartOptions::default().name("run").seed(3)
}

impl Driven {
    fn start(machine: &'static Machine, input: Value) -> Self {
        let history = History::default();
        let watched = options().observer(Some(history.clone().into()));
        let run = Execution::start(machine, input.clone(), watched);
        let (inputs, started, open) = (Vec::new(), Vec::new(), Vec::new());
        let mut driven =
            Self { machine, input, run, history, now: 0, inputs, started, open, most: 0 };
        driven.take_commands();
        driven
    }

    fn take_commands(&mut self) {
        while let Some(command) = self.run.next_command() {
            let name = match &command {
                Command::Run { operation_id, .. } => operation_id.to_string(),
                Command::Timer { after, .. } => format!("timer {after}"),
                Command::Read { read, .. } => format!("read {}", read.position()),
                Command::Write { .. } => "write".to_owned(),
                Command::Hold { .. } | Command::Detach { .. } => {
                    unreachable!("no machine here has it")
                }
                Command::Cancel { op } => {
                    self.open.retain(|open| open.starts() != Some(*op));
                    continue;
                }
            };
            self.started.push(name);
            self.open.push(command);
            self.most = self.most.max(self.open.len());
        }
    }

    fn apply(&mut self, input: Input) {
        self.inputs.push((self.now, input.clone()));
        assert!(self.run.apply(input, self.now).changed());
        self.take_commands();
    }

    /// Answers open operations, oldest first, until the execution has ended or no operation has an
    /// answer.
    fn play(&mut self, answer: impl Fn(&str, &Value) -> Option<Outcome>) -> &mut Self {
        while !self.run.has_ended() {
            if self.run.is_runnable() {
                self.apply(Input::Advance);
                continue;
            }
            let next = (0..self.open.len()).find_map(|at| match &self.open[at] {
                Command::Run { op, operation_id, input, .. } => {
                    Some((at, *op, answer(&operation_id.to_string(), input)?))
                }
                Command::Timer { op, .. } => Some((at, *op, answer("timer", &Value::Null)?)),
                Command::Read { op, .. } => Some((at, *op, answer("read", &Value::Null)?)),
                Command::Write { op, .. } => Some((at, *op, answer("write", &Value::Null)?)),
                Command::Hold { .. } | Command::Detach { .. } | Command::Cancel { .. } => None,
            });
            let Some((at, op, outcome)) = next else { return self };
            if let Command::Timer { after, .. } = self.open.remove(at) {
                self.now += after;
            }
            self.apply(Input::Complete(op, outcome));
        }
        self
    }

    fn find(&self) -> Result<Redrive, RedriveError> {
        Redrive::after_start(self.machine, self.input.clone(), options(), &self.inputs)
    }

    /// Redrives it an hour later. Returns the operations that it starts.
    fn redrive(&mut self) -> Vec<String> {
        let redrive = self.find().expect("it has failed");
        self.now += 3_600_000;
        (self.started, self.open, self.most) = (Vec::new(), Vec::new(), 0);
        self.apply(Input::Redrive(Box::new(redrive)));
        std::mem::take(&mut self.started)
    }

    fn error(&self) -> Option<&str> {
        self.run.result()?.err()?.error()
    }

    fn chain(&self) -> Vec<String> {
        let line = |event: &asl_execution::HistoryEvent| {
            format!("{} {} {}", event.id, event.kind, event.previous_event_id)
        };
        self.history.events().iter().map(line).collect()
    }

    /// Checks that the same inputs give the same execution, also on a machine that is saved and
    /// restored after each.
    fn check_replay(&self) {
        let observer = || Some(ObserverHandle::from(History::default()));
        let watched = options().observer(observer());
        let mut run = Execution::start(self.machine, self.input.clone(), watched);
        while run.next_command().is_some() {}
        let mut kept = run.snapshot().to_json_string();
        for (now, input) in &self.inputs {
            let options = RestoreOptions::default().now(run.now()).observer(observer());
            let snapshot = Snapshot::from_json_str(&kept).expect("it was saved");
            let mut restored =
                Execution::restore(self.machine, snapshot, options).expect("it is sound");
            while restored.next_command().is_some() {}
            for run in [&mut run, &mut restored] {
                run.apply(
                    Input::from_json_str(&input.to_json_string()).expect("it was written"),
                    *now,
                );
                while run.next_command().is_some() {}
            }
            kept = run.snapshot().to_json_string();
            assert_eq!(restored.snapshot().to_json_string(), kept);
        }
        assert_eq!(kept, self.run.snapshot().to_json_string());
    }
}

// One that has two attempts, without a catcher.
machine! {
    TWICE,
    [
        task("First"),
        Node { retry: &[retrier(&["Busy"], 1, 1)], ..task("Second") },
    ],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |node, data, result| {
        data.insert(if node == 0 { "first" } else { "second" }, result);
        if node == 0 { goto(1) } else { Ok(Step::End) }
    },
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn a_failed_task_runs_again_with_its_retries_and_earlier_results_are_kept() {
    let mut run = Driven::start(&TWICE, json!({"n": 1}));
    run.play(|operation_id, _| {
        Some(if operation_id.starts_with("Second") { failed("Busy") } else { done("one") })
    });
    assert_eq!(run.started, ["First#0", "Second#1", "timer 1000", "Second#1~1"]);
    assert_eq!(run.redrive(), ["Second#2"]);
    run.play(|operation_id, _| {
        Some(if operation_id == "Second#2" { failed("Busy") } else { done("two") })
    });
    assert_eq!(run.started, ["timer 1000", "Second#2~1"], "retries count from zero");
    assert_eq!(run.run.result(), Some(Ok(&json!({"n": 1, "first": "one", "second": "two"}))));
    let chain = run.chain();
    let end = chain.iter().position(|line| line.contains("ExecutionFailed")).expect("it failed");
    assert_eq!(
        chain[end..end + 4],
        [
            "14 ExecutionFailed 13",
            "15 ExecutionRedriven 14",
            "16 LambdaFunctionScheduled 15",
            "17 LambdaFunctionStarted 16"
        ]
    );
    let events = run.history.to_json();
    let redriven = events.at(["events"]).and_then(|events| events.item(14)).expect("it is there");
    assert_eq!(redriven.at(["executionRedrivenEventDetails"]), Some(&json!({"redriveCount": 1})));
    assert_eq!(run.run.redriven(), Some((1, run.now - 1_000)));
    run.check_replay();
}

#[test]
fn only_branches_that_did_not_succeed_run_again() {
    static BARE: Machine = Machine { hash: 77, ..FAN };
    let mut run = Driven::start(&BARE, json!({"n": 1}));
    // The handler takes any error; an unhandled one is a fault.
    run.play(|operation_id, _| match operation_id {
        "Fan#0.0.A#0" => Some(done("a")),
        "Fan#0.1.B#0" => Some(failed("States.Runtime")),
        _ => None,
    });
    assert_eq!(run.error(), Some("States.Runtime"));
    assert_eq!(run.redrive(), ["Fan#1.1.B#1", "timer 5000"]);
    run.play(|operation_id, _| Some(done(operation_id)));
    assert_eq!(run.started, ["Fan#1.2.C#2"]);
    assert_eq!(run.run.result(), Some(Ok(&json!(["a", "Fan#1.1.B#1", "Fan#1.2.C#2"]))));
    run.check_replay();
}

#[test]
fn iterations_that_succeeded_are_kept_and_the_others_run() {
    let mut run = Driven::start(&MAP, json!([1, 2, 3, 4, 5]));
    run.play(|_, input| {
        Some(if *input == json!(3) { failed("Broken") } else { done(input.clone()) })
    });
    assert_eq!(run.error(), Some("Broken"));
    assert_eq!(run.redrive(), ["Each#1.2.One#1", "Each#1.3.One#1"]);
    run.play(|_, input| Some(done(input.clone())));
    assert_eq!((run.started.clone(), run.most), (vec!["Each#1.4.One#0".to_owned()], 2));
    assert_eq!(run.run.result(), Some(Ok(&json!([1, 2, 3, 4, 5]))));
    run.check_replay();
}

#[test]
fn all_failed_children_of_a_distributed_map_run_again() {
    let input = json!({"items": [0, 1, 2, 3, 4, 5], "window": 2, "count": 1});
    let mut run = Driven::start(&GIVEN, input);
    let answer = |_: &str, input: &Value| {
        Some(if input.as_i64() < Some(2) { failed("Odd") } else { done(input.clone()) })
    };
    // It is retried as a whole once. Then the second child fails, which exceeds the tolerance.
    run.play(|operation_id, input| match operation_id {
        "timer" => Some(done(Value::Null)),
        _ if input.as_i64() == Some(1) => Some(failed("Odd")),
        _ if input.as_i64() == Some(4) => Some(failed("Odd")),
        _ => Some(done(input.clone())),
    });
    assert_eq!(run.error(), Some(names::EXCEED_TOLERATED_FAILURE_THRESHOLD));
    let names = |run: &Driven| {
        let events = run.history.to_json();
        let events = events.at(["events"]).and_then(Value::as_array).expect("a list").clone();
        let arn = |event: &Value| event.at(["mapRunRedrivenEventDetails", "mapRunArn"]).cloned();
        events.iter().find_map(arn)
    };
    // The sibling of the last one was aborted when it failed; both children of the window start
    // first.
    assert_eq!(run.redrive(), ["Each#1.1.One#1", "Each#1.4.One#1"]);
    assert!(names(&run).is_some());
    run.play(|_, input| Some(done(input.clone())));
    assert_eq!((run.started.clone(), run.most), (vec!["Each#1.5.One#1".to_owned()], 2));
    assert_eq!(run.run.result(), Some(Ok(&json!([0, 1, 2, 3, 4, 5]))));
    run.check_replay();
    // Repeatedly: failures count from zero each time.
    let mut run = Driven::start(&GIVEN, json!({"items": [0, 1, 2, 3], "window": 1, "count": 1}));
    run.play(|operation_id, input| {
        if operation_id == "timer" { Some(done(Value::Null)) } else { answer(operation_id, input) }
    });
    assert_eq!(run.redrive(), ["Each#1.0.One#1"]);
    run.play(|_, input| Some(if *input == json!(0) { failed("Odd") } else { done(input.clone()) }));
    let lost = json!({"Status": "FAILED", "Error": "Odd"});
    assert_eq!(run.run.result(), Some(Ok(&json!([(lost), 1, 2, 3]))), "one failure is tolerated");
}

#[test]
fn written_results_of_a_distributed_map_stay_and_failures_are_written_anew() {
    let lines: Vec<Value> = (0..4).map(Value::from).collect();
    let read = std::cell::Cell::new(false);
    let answer = |fails: bool| {
        let (lines, read) = (lines.clone(), &read);
        move |operation_id: &str, input: &Value| {
            Some(match operation_id {
                "read" if !read.replace(true) => {
                    Outcome::Items(lines.clone(), "s3://in/items".into())
                }
                "read" => Outcome::Items(Vec::new(), "".into()),
                "write" => done(json!({"Key": "file", "Size": 3})),
                "timer" => {
                    read.set(false);
                    done(Value::Null)
                }
                _ if fails && input.as_i64() == Some(2) => failed("Odd"),
                _ => done(input.clone()),
            })
        }
    };
    let mut run = Driven::start(&WRITTEN, json!({"window": 1, "count": 0}));
    run.play(answer(true));
    assert_eq!(run.error(), Some(names::EXCEED_TOLERATED_FAILURE_THRESHOLD));
    assert_eq!(run.redrive(), ["Each#1.2.One#1"]);
    run.play(answer(false));
    // The rest, one file of all successful results, and the manifest.
    assert_eq!(run.started, ["Each#1.3.One#0", "read 4", "write", "write"]);
    assert_eq!(run.run.result(), Some(Ok(&json!({"Key": "file", "Size": 3}))));
    run.check_replay();
}

#[test]
fn a_machine_that_timed_out_or_was_cancelled_resumes() {
    static SLOW: Machine = Machine { timeout_seconds: Some(3), hash: 78, ..NESTED };
    for is_cancelled in [false, true] {
        let mut run = Driven::start(&SLOW, json!(1));
        run.play(|operation_id, _| operation_id.contains("Left").then(|| done("left")));
        run.now = if is_cancelled { 1_000 } else { 3_000 };
        run.apply(if is_cancelled { Input::Cancel } else { Input::Advance });
        assert!(run.run.has_ended());
        assert_eq!(run.redrive(), ["timer 2500", "Outer#1.1.Beside#1"]);
        assert_eq!(run.run.deadline(), Some(run.now + 3_000), "the machine's time begins anew");
        run.play(|_, _| Some(done("then")));
        assert_eq!(run.run.result(), Some(Ok(&json!([["left", null], "then"]))));
        run.check_replay();
    }
}

// A Pass that fails on its data, then a Fail state.
machine! {
    FAULTY,
    [task("Ask"), pass("Make"), node("Stop", StateKind::Fail, Kind::Fail)],
    enter: |node, data, _| match node {
        0 => Ok(Step::Task(data.clone())),
        1 if data.get("bad").is_some() => {
            *data = Value::Null;
            Err(Failure::runtime_unplaced("no path"))
        }
        1 => goto(2),
        _ => Err(Box::new(Failure::new("Stopped", "on purpose"))),
    },
    resume: |_, data, result| { *data = result; goto(1) },
    caught: |node, _, _, _| unexpected(node)
}

#[test]
fn states_that_fail_by_themselves_fail_again_without_earlier_states() {
    for (answer, error) in [(json!({"bad": 1}), names::RUNTIME), (json!({}), "Stopped")] {
        let mut run = Driven::start(&FAULTY, json!({}));
        run.play(|_, _| Some(done(answer.clone())));
        assert_eq!(run.error(), Some(error));
        for count in 1..4 {
            assert!(run.redrive().is_empty());
            assert_eq!(
                (run.error(), run.run.redriven().map(|(count, _)| count)),
                (Some(error), Some(count))
            );
        }
        run.check_replay();
    }
}

#[test]
fn a_machine_that_fails_in_its_first_state_can_be_resumed_too() {
    static FIRST: Machine = Machine { start: NodeId(1), hash: 79, ..FAULTY };
    let mut run = Driven::start(&FIRST, json!({"bad": 1}));
    assert_eq!(run.error(), Some(names::RUNTIME));
    run.redrive();
    assert_eq!(run.error(), Some(names::RUNTIME));
    run.check_replay();
}

// Both branches wait for a task; their joint output may be too large.
machine! {
    LARGE,
    [parallel("Fan", &[NodeId(1), NodeId(1)]), task("Half"), pass("End")],
    enter: |node, data, _| match node {
        0 => Ok(Step::Fork(data.clone())),
        1 => Ok(Step::Task(data.clone())),
        _ => Ok(Step::End),
    },
    resume: |node, data, result| match node {
        0 if result.item(0) == Some(&json!("bad")) => Err(Failure::runtime_unplaced("no such path")),
        0 => { *data = result; goto(2) }
        _ => { *data = result; Ok(Step::End) }
    },
    caught: |node, _, _, _| unexpected(node),
    limits: Limits::Aws
}

#[test]
fn a_parallel_runs_as_a_whole_only_if_its_output_was_too_large() {
    let mut run = Driven::start(&LARGE, json!({}));
    run.play(|_, _| Some(done("x".repeat(200_000))));
    assert_eq!(run.error(), Some(names::DATA_LIMIT_EXCEEDED));
    assert_eq!(run.redrive(), ["Fan#1.0.Half#0", "Fan#1.1.Half#0"]);
    run.play(|_, _| Some(done("bad")));
    assert_eq!(run.error(), Some(names::RUNTIME));
    assert!(run.redrive().is_empty(), "both branches have succeeded");
    assert_eq!(run.error(), Some(names::RUNTIME));
    run.check_replay();
}

// Returns the context object, and waits a second.
machine! {
    TOLD,
    [wait("Pause"), task("Say")],
    enter: |node, data, cx| match node {
        0 => Ok(Step::Wait(Wait::For(1_000))),
        _ => {
            let context = asl_execution::data::context_object::context(cx, &TOLD, NodeId(node));
            let execution = context.get("Execution").cloned().unwrap_or_default();
            let of = |name: &str| execution.get(name).cloned().unwrap_or_default();
            Ok(Step::Task(json!([of("RedriveCount"), of("RedriveTime"), data.clone()])))
        }
    },
    resume: |node, data, result| if node == 0 { goto(1) } else { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node),
    uses: Uses { context: true, variables: false, runs: false, random: false }
}

#[test]
fn the_context_object_has_the_number_and_time_of_redrives() {
    let mut run = Driven::start(&TOLD, json!("in"));
    run.play(|operation_id, input| match operation_id {
        "timer" => Some(done(Value::Null)),
        _ if *input == json!([0, null, "in"]) => Some(failed("A")),
        _ => None,
    });
    assert_eq!(run.redrive(), ["Say#2"]);
    run.play(|_, input| {
        (*input == json!([1, "1970-01-01T01:00:01.000Z", "in"])).then(|| failed("B"))
    });
    assert_eq!(run.redrive(), ["Say#3"]);
    run.play(|_, input| (*input == json!([2, "1970-01-01T02:00:01.000Z", "in"])).then(|| done(1)));
    assert_eq!(run.run.result(), Some(Ok(&json!(1))));
    run.check_replay();
}

#[test]
fn an_aborted_wait_starts_anew() {
    let mut run = Driven::start(&TOLD, json!("in"));
    run.now = 700;
    run.apply(Input::Cancel);
    assert_eq!(run.redrive(), ["timer 1000"]);
}

#[test]
fn a_refused_redrive_gives_the_reason() {
    let mut run = Driven::start(&RETRY, json!(1));
    assert_eq!(run.find().err(), Some(RedriveError::Running));
    run.play(|_, _| Some(failed("ErrorX")));
    assert_eq!(run.find().err(), Some(RedriveError::Succeeded), "it was caught");
    let mut other = Driven::start(&TWICE, json!({}));
    other.play(|_, _| Some(failed("Broken")));
    let redrive = other.find().expect("it failed");
    let refused = run.run.apply(Input::Redrive(Box::new(redrive.clone())), 5);
    assert_eq!(
        refused,
        asl_execution::execution::Applied::Refused(Refusal::Redrive(RedriveError::Succeeded))
    );
    // Of another machine with other nodes.
    let mut fan = Driven::start(&NESTED, json!({}));
    fan.apply(Input::Cancel);
    let before = other.run.snapshot().to_json_string();
    let error =
        other.run.redrive(fan.find().expect("it was cancelled"), 5).expect_err("not its own");
    assert!(matches!(error, RedriveError::Malformed(_)), "{error}");
    assert_eq!(other.run.snapshot().to_json_string(), before);
    other.run.redrive(redrive.clone(), 5).expect("its own");
    assert_eq!(other.run.redrive(redrive, 5), Err(RedriveError::Running));
    let errors = [
        RedriveError::HistoryFull,
        RedriveError::TimeoutAction,
        RedriveError::Incomplete,
        RedriveError::Left,
    ];
    assert!(errors.iter().all(|error| !error.to_string().is_empty()));
}

#[test]
fn inputs_since_a_snapshot_suffice_if_nothing_failed_before() {
    let mut run =
        Driven::start(&GIVEN, json!({"items": [0, 1, 2, 3, 4, 5], "window": 2, "count": 2}));
    let (mut kept, mut at) = (Vec::new(), Vec::new());
    while !run.run.has_ended() {
        kept.push(run.run.snapshot());
        at.push(run.inputs.len());
        let next = run.open.iter().find_map(Command::starts).expect("it waits for something");
        let is_odd = |open: &Command| matches!(open, Command::Run { input, .. } if input.as_i64().is_some_and(|n| n % 2 == 1));
        let outcome = if is_odd(&run.open[0]) { failed("Odd") } else { done("even") };
        if let Command::Timer { after, .. } = run.open.remove(0) {
            run.now += after;
        }
        run.apply(Input::Complete(next, outcome));
    }
    let whole = serde_json::to_string(&run.find().expect("it failed")).expect("plain data");
    let (mut found, mut incomplete) = (0, 0);
    for (snapshot, at) in kept.into_iter().zip(at) {
        let options = RestoreOptions::default();
        let restored = Execution::restore(run.machine, snapshot, options).expect("it is sound");
        match Redrive::after(&restored, &run.inputs[at..]) {
            Ok(redrive) => {
                found += 1;
                assert_eq!(serde_json::to_string(&redrive).expect("plain data"), whole);
            }
            Err(error) => {
                incomplete += 1;
                assert_eq!(error, RedriveError::Incomplete);
            }
        }
    }
    assert!(found > 1 && incomplete > 1, "{found} found, {incomplete} incomplete");
}

#[test]
fn in_sm4c_the_failed_action_runs_again_on_its_original_data() {
    let mut run = Driven::start(&ORDER, json!({"n": 2}));
    run.play(|operation_id, _| {
        Some(if operation_id == "timer" { done(Value::Null) } else { failed("Broken") })
    });
    assert!(run.error().is_some());
    let first = run.started.clone();
    let again = run.redrive();
    assert_eq!(again, [first[0].replace("#0", "#1")]);
    run.check_replay();
    // Its time-out's action cannot be resumed.
    let mut run = Driven::start(&ORDER, json!({"n": 2}));
    run.now = 100_000;
    run.apply(Input::Advance);
    assert!(run.run.has_ended());
    assert_eq!(run.find().err(), Some(RedriveError::Succeeded), "the action has no way to fail");
}
