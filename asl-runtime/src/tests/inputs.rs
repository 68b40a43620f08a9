//! Tests that a list of inputs gives the same execution again, from the start and from any snapshot
//! in between.

use crate::{Event, json};
use asl_execution::execution::Cancellation;
use asl_execution::execution::{
    Applied, Command, EventOptions, Execution, Input, OpKey, OperationKind, Outcome, Redrive,
    Refusal, Report, RestoreOptions, SendError, Snapshot, StartOptions,
};
use asl_execution::history::{History, ObserverHandle};
use asl_execution::machine::{Effect, Form, Kind, Machine, Node, TaskRow};
use asl_value::error::TaskError;
use asl_value::value::{MAX_DEPTH, Value};

use super::machines::{FAN, RETRY};
use super::random::{Dice, machine};
use super::sm4c::{ORDER, VOTE};

/// The contents of a journal, and the results.
#[derive(Default)]
pub(super) struct Log {
    /// Times, and inputs as text.
    pub(super) lines: Vec<(u64, String)>,
    /// The commands before the first input, and after each.
    pub(super) commands: Vec<Vec<String>>,
    /// The snapshot and the events so far at the same moments.
    pub(super) snapshots: Vec<String>,
    pub(super) events: Vec<usize>,
    redrives: u32,
}

fn options(fuel: u32) -> StartOptions {
    let events = EventOptions::default().largest(1_000);
    StartOptions::default().now(1_000).seed(7).fuel(fuel).events(events)
}

pub(super) fn start(
    machine: &'static Machine,
    input: &Value,
    fuel: u32,
    history: &History,
) -> Execution {
    let options = options(fuel).observer(Some(history.clone().into()));
    Execution::start(machine, input.clone(), options)
}

/// Fetches all commands.
fn commands(run: &mut Execution) -> Vec<Command> {
    std::iter::from_fn(|| run.next_command()).collect()
}

fn told(commands: &[Command]) -> Vec<String> {
    commands.iter().map(|command| format!("{command:?}")).collect()
}

impl Log {
    fn note(&mut self, run: &Execution, commands: &[Command], history: &History) {
        self.commands.push(told(commands));
        self.snapshots.push(run.snapshot().to_json_string());
        self.events.push(history.events().len());
    }

    /// An execution can move to a version that differs only in its hash, from any wait, and is the
    /// same there.
    fn check_migration(&self, at: usize, machine: &'static Machine) {
        let twin: &'static Machine =
            Box::leak(Box::new(Machine { hash: machine.hash ^ 1, ..*machine }));
        assert!(machine.compare(twin).is_same());
        let text = &self.snapshots[at];
        let moved = Snapshot::from_json_str(text)
            .expect("it was saved")
            .migrate(machine, twin)
            .expect("nothing changed");
        let hash = |machine: &Machine| format!("\"hash\":{},", machine.hash);
        assert_eq!(moved.to_json_string(), text.replacen(&hash(machine), &hash(twin), 1));
        assert!(Execution::restore(twin, moved, RestoreOptions::default()).is_ok());
    }

    /// All started operations have distinct names.
    fn check_names(&self) {
        let mut names = std::collections::BTreeSet::new();
        for command in self.commands.iter().flatten().filter(|command| command.starts_with("Run {"))
        {
            let (_, operation_id) = command.split_once(" operation_id: ").expect("it has one");
            let (operation_id, _) = operation_id.split_once(", limits").expect("they follow");
            assert!(names.insert(operation_id.to_owned()), "{operation_id} twice");
        }
    }

    /// Applies the input. Records it if the execution changed.
    pub(super) fn apply(
        &mut self,
        run: &mut Execution,
        input: Input,
        now: u64,
        history: &History,
    ) -> Applied {
        let line = input.to_json_string();
        let (before, clock) = (run.snapshot().to_json_string(), run.now());
        let applied = run.apply(input, now);
        if !applied.changed() {
            assert_eq!(
                (run.snapshot().to_json_string(), run.now()),
                (before, clock),
                "refused: {line}"
            );
            return applied;
        }
        let commands = commands(run);
        self.lines.push((now, line));
        self.note(run, &commands, history);
        applied
    }

    /// Redrives it with its recorded inputs.
    fn redrive(
        &mut self,
        run: &mut Execution,
        machine: &'static Machine,
        input: &Value,
        fuel: u32,
        now: u64,
        history: &History,
    ) -> bool {
        let read = |(now, line): &(u64, String)| {
            (*now, Input::from_json_str(line).expect("it was written"))
        };
        let inputs: Vec<(u64, Input)> = self.lines.iter().map(read).collect();
        let found = Redrive::after_start(machine, input.clone(), options(fuel), &inputs);
        if let Err(refused) = run.may_redrive() {
            assert_eq!(found.err(), Some(refused));
            return false;
        }
        let redrive = found.expect("it failed with these inputs");
        assert!(run.apply(Input::Redrive(Box::new(redrive.clone())), now).taken());
        let commands = commands(run);
        self.lines.push((now, Input::Redrive(Box::new(redrive)).to_json_string()));
        self.note(run, &commands, history);
        self.redrives += 1;
        true
    }

    /// Applies random inputs until the execution has ended or cannot continue.
    pub(super) fn play(
        machine: &'static Machine,
        input: &Value,
        fuel: u32,
        dice: &mut Dice,
    ) -> Self {
        let (mut log, history) = (Self::default(), History::default());
        let mut run = start(machine, input, fuel, &history);
        let first = commands(&mut run);
        log.note(&run, &first, &history);
        let (mut now, mut late) = (1_000, Vec::new());
        for _ in 0..150 {
            now = (now + u64::from(dice.roll(4)) * 300)
                .saturating_sub(u64::from(dice.roll(20) == 0) * 500);
            if run.has_ended() && dice.roll(3) > 0 {
                if !log.redrive(&mut run, machine, input, fuel, now, &history) {
                    break;
                }
                continue;
            }
            let Some(input) = any_input(&run, dice, &mut late) else { break };
            log.apply(&mut run, input, now, &history);
        }
        log
    }

    /// Applies the recorded lines again, from the start or from the snapshot after this many lines.
    fn again(&self, from: Option<usize>, machine: &'static Machine, input: &Value, fuel: u32) {
        let history = History::default();
        let (mut run, at) = match from {
            None => (start(machine, input, fuel, &history), 0),
            Some(at) => {
                let now = self.lines[..at]
                    .iter()
                    .map(|(now, _)| *now)
                    .max()
                    .unwrap_or_default()
                    .max(1_000);
                let observer: Option<ObserverHandle> = Some(history.clone().into());
                let snapshot = Snapshot::from_json_str(&self.snapshots[at]).expect("it was saved");
                let options = RestoreOptions::default()
                    .now(now)
                    .fuel(fuel)
                    .observer(observer)
                    .is_traced(false);
                (Execution::restore(machine, snapshot, options).expect("it is sound"), at)
            }
        };
        let first = commands(&mut run);
        if from.is_none() {
            assert_eq!(told(&first), self.commands[0]);
        }
        for (place, (now, line)) in (at..).zip(&self.lines[at..]) {
            run.apply(Input::from_json_str(line).expect("it was written"), *now);
            let commands = commands(&mut run);
            assert_eq!(told(&commands), self.commands[place + 1], "after {line}");
            assert_eq!(run.snapshot().to_json_string(), self.snapshots[place + 1], "after {line}");
            assert_eq!(
                history.events().len(),
                self.events[place + 1] - from.map_or(0, |at| self.events[at])
            );
        }
    }

    pub(super) fn check(
        &self,
        machine: &'static Machine,
        input: &Value,
        fuel: u32,
        dice: &mut Dice,
    ) {
        assert_eq!(self.history(machine, input, fuel), self.history(machine, input, fuel));
        self.again(None, machine, input, fuel);
        self.check_names();
        for _ in 0..3 {
            let at = dice.roll(u32::try_from(self.lines.len()).unwrap() + 1);
            self.again(Some(at as usize), machine, input, fuel);
            self.check_migration(at as usize, machine);
        }
    }

    fn history(&self, machine: &'static Machine, input: &Value, fuel: u32) -> String {
        let history = History::default();
        let mut run = start(machine, input, fuel, &history);
        commands(&mut run);
        for (now, line) in &self.lines {
            run.apply(Input::from_json_str(line).expect("it was written"), *now);
            commands(&mut run);
        }
        history.to_json().to_json_string()
    }
}

fn paid(data: Value) -> Input {
    Input::Send(Box::new(Event::named("paid").with_data(data)))
}

/// A random input: mostly one that the execution waits for, and some invalid ones.
fn any_input(run: &Execution, dice: &mut Dice, late: &mut Vec<OpKey>) -> Option<Input> {
    match dice.roll(25) {
        0 => return Some(Input::Advance),
        1 => {
            return late
                .pop()
                .map(|op| Input::Complete(op, Outcome::Done(json!("late"))))
                .or(Some(Input::Advance));
        }
        2 => return Some(paid(any_value(dice))),
        3 if dice.roll(6) == 0 => return Some(Input::Cancel),
        4 if dice.roll(12) == 0 => {
            return Some(Input::CancelWith(Box::new(Cancellation::new("Stop", "by hand"))));
        }
        4 if dice.roll(6) == 0 => return Some(Input::GiveUp("no store".into())),
        5 => return Some(Input::Acknowledge(OpKey::new(u64::from(dice.roll(9)), u32::MAX))),
        _ => {}
    }
    if run.is_runnable() {
        return Some(Input::Advance);
    }
    let open = run.operations();
    if open.is_empty() {
        let is_over = run.result().is_some() && dice.roll(3) == 0;
        return (!is_over).then(|| paid(json!(1)));
    }
    let operation = &open[dice.roll(u32::try_from(open.len()).unwrap()) as usize];
    let op = operation.op;
    assert_eq!(
        run.operation_id(op).map(|operation_id| operation_id.to_string()),
        Some(operation.operation_id.to_string())
    );
    late.push(op);
    Some(match (operation.kind, dice.roll(12)) {
        (OperationKind::Task(_), 0) => Input::Started(op, Some("worker".into())),
        (OperationKind::Task(_), 1) => Input::Submitted(op, any_value(dice)),
        (OperationKind::Task(_) | OperationKind::Held(_), 2) => {
            Input::Report(op, Report::Heartbeat)
        }
        (OperationKind::Task(_) | OperationKind::Held(_), 3) => {
            Input::Report(op, Report::Done(any_value(dice)))
        }
        (OperationKind::Task(_) | OperationKind::Held(_), 4) => {
            Input::Report(op, Report::Failed(TaskError::named("Busy")))
        }
        (OperationKind::Event, 5..) => paid(any_value(dice)),
        (OperationKind::Read, 6..) => Input::Complete(
            op,
            Outcome::Items((0..dice.roll(4)).map(|_| any_value(dice)).collect(), "s3://a/b".into()),
        ),
        (_, 5) => Input::Complete(
            op,
            Outcome::Failed(TaskError::named("Busy").with_data(any_value(dice))),
        ),
        (_, 6) => Input::Complete(op, Outcome::Failed(TaskError::new("Broken", "for good"))),
        (_, 7) => Input::Complete(
            op,
            if dice.roll(2) == 0 { Outcome::TimedOut } else { Outcome::HeartbeatMissed },
        ),
        (_, _) => Input::Complete(op, Outcome::Done(any_value(dice))),
    })
}

/// Random data, including values that JSON cannot express.
fn any_value(dice: &mut Dice) -> Value {
    let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324, 0.1 + 0.2, 1e300, 3.0];
    match dice.roll(30) {
        0 => (0..=MAX_DEPTH).fold(json!(1), |inner, _| json!([inner])),
        1 => (0..MAX_DEPTH).fold(json!(1), |inner, _| json!([inner])),
        2 => json!("x".repeat(2_000)),
        3..10 => {
            json!([{"f": Value::Float(floats[dice.roll(8) as usize])}, Value::Float(floats[dice.roll(8) as usize])])
        }
        number => json!({"number": number, "text": "\u{0}\"é\u{2028}"}),
    }
}

/// Changes the form of some tasks.
fn forms(node: &mut Node, dice: &mut Dice) {
    let Kind::Invoke(Effect::Task(row)) = &mut node.kind else { return };
    let (form, resource) = match dice.roll(6) {
        0 => (Form::Token, "arn:aws:states:::sqs:sendMessage.waitForTaskToken"),
        1 => (Form::Sync, "arn:aws:states:::sagemaker:createTrainingJob.sync"),
        2 => (Form::Activity, "arn:aws:states:us-east-1:123456789012:activity:Pack"),
        _ => return,
    };
    *row = TaskRow { resource, form, ..*row };
}

#[test]
fn the_same_inputs_give_the_same_execution_from_any_snapshot() {
    let (mut lines, mut succeeded, mut failed, mut redrives) = (0, 0, 0, 0);
    for seed in 0..160 {
        let mut dice = Dice(seed ^ 0xABCD);
        let fuel = [1, 2, 7, 0][dice.roll(4) as usize];
        let (machine, input) = (machine(seed, forms), json!(seed));
        let log = Log::play(machine, &input, fuel, &mut dice);
        log.check(machine, &input, fuel, &mut dice);
        lines += log.lines.len();
        redrives += log.redrives;
        let last = log.snapshots.last().expect("there is one at least");
        succeeded += u32::from(last.contains("\"Ended\":{\"Ok\""));
        failed += u32::from(last.contains("\"Ended\":{\"Err\""));
    }
    let told =
        format!("{lines} lines, {succeeded} succeeded, {failed} failed, {redrives} redrives");
    assert!(lines > 1_000 && succeeded > 10 && failed > 40 && redrives > 150, "{told}");
}

#[test]
fn the_same_inputs_give_the_same_execution_in_sm4c() {
    let (mut lines, mut redrives) = (0, 0);
    for seed in 0..40 {
        for (machine, input) in [(&ORDER, json!({"n": 2})), (&VOTE, json!({}))] {
            let mut dice = Dice(seed);
            let fuel = [1, 3, 0][dice.roll(3) as usize];
            let log = Log::play(machine, &input, fuel, &mut dice);
            log.check(machine, &input, fuel, &mut dice);
            lines += log.lines.len();
            redrives += log.redrives;
        }
    }
    assert!(lines > 500 && redrives > 25, "{lines} lines, {redrives} redrives");
}

#[test]
fn data_that_json_cannot_express_is_normalized() {
    let op = OpKey::new(1, 0);
    let text = |input: Input| input.to_json_string();
    let odd = || json!({"a": [Value::Float(f64::NAN), 1.5]});
    assert_eq!(
        text(Input::Complete(op, Outcome::Done(odd()))),
        r#"{"c":[[1,0],{"d":{"a":[null,1.5]}}]}"#
    );
    assert_eq!(
        text(Input::Report(op, Report::Done(odd()))),
        r#"{"r":[[1,0],{"d":{"a":[null,1.5]}}]}"#
    );
    assert_eq!(text(Input::Complete(op, Outcome::TimedOut)), r#"{"c":[[1,0],"t"]}"#);
    assert_eq!([text(Input::Advance), text(Input::Cancel)], [r#""a""#, r#""x""#]);
    let reason = Cancellation::new("E", "");
    assert_eq!(text(Input::CancelWith(Box::new(reason))), r#"{"y":{"e":"E"}}"#);
    let deep = || (0..=MAX_DEPTH).fold(json!(1), |inner, _| json!([inner]));
    let told = text(Input::Complete(op, Outcome::Done(deep())));
    assert!(
        told.contains("nested deeper than 256 levels") && told.contains("States.TaskFailed"),
        "{told}"
    );
    // In memory it is the same.
    let end = |input: Input| {
        let mut run = Execution::start(&RETRY, json!({}), StartOptions::default());
        run.next_command();
        run.apply(input, 5);
        run.snapshot().to_json_string()
    };
    let inputs = [
        Input::Complete(op, Outcome::Done(odd())),
        Input::Complete(op, Outcome::Done(deep())),
        Input::Complete(op, Outcome::Failed(TaskError::named("A").with_data(deep()))),
        Input::Complete(op, Outcome::Failed(TaskError::named("A").with_data(odd()))),
    ];
    for input in inputs {
        let line = input.to_json_string();
        let read = Input::from_json_str(&line).expect("it was written");
        assert_eq!(read.to_json_string(), line);
        assert_eq!(end(input), end(read));
    }
}

#[test]
fn an_event_that_is_too_deep_is_refused_whether_or_not_it_was_text() {
    for levels in [MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 2 * MAX_DEPTH] {
        let data = (0..levels).fold(json!(1), |inner, _| json!([inner]));
        let input = paid(data);
        let read = Input::from_json_str(&input.to_json_string()).expect("it was written");
        for input in [input, read] {
            let mut run = start(&ORDER, &json!({"n": 2}), 0, &History::default());
            let applied = run.apply(input, 2_000);
            assert_eq!(applied, Applied::Refused(Refusal::Event(SendError::TooDeep)), "{levels}");
            assert!(!applied.changed());
        }
    }
}

#[test]
fn text_that_is_no_input_is_refused() {
    for text in [
        "",
        "7",
        "{}",
        "\"z\"",
        "{\"c\":[1,2]}",
        "{\"c\":[[1,0],{\"d\":1}]} x",
        "{\"e\":{\"id\":1}}",
    ] {
        let error = Input::from_json_str(text).expect_err(text);
        assert!(error.to_string().starts_with("not an input of an execution: "), "{error}");
    }
    assert!(Input::from_json_str(&format!("{{\"s\":[[1,0],{}", "[".repeat(1_000_000))).is_err());
}

#[test]
fn an_input_after_the_time_out_ends_the_machine_and_reports_it() {
    static LIMITED: Machine = Machine { timeout_seconds: Some(5), ..FAN };
    let mut run = Execution::start(&LIMITED, json!({"n": 1}), StartOptions::default());
    commands(&mut run);
    let op = run.operations()[0].op;
    assert_eq!(
        run.apply(Input::Complete(OpKey::new(9, 9), Outcome::TimedOut), 10),
        Applied::Refused(Refusal::Closed)
    );
    assert_eq!(run.now(), 0, "nobody knows of that input, so it moves no clock");
    let applied = run.apply(Input::Complete(op, Outcome::Done(json!(1))), 5_000);
    assert_eq!(applied, Applied::TimedOut(Refusal::Closed));
    assert!(applied.changed() && !applied.taken() && run.has_ended());
    assert_eq!(run.apply(Input::Cancel, 6_000), Applied::Refused(Refusal::Ended));
}

#[test]
fn open_operations_are_listed_in_the_order_of_their_starts() {
    let mut run = Execution::start(&FAN, json!({"n": 1}), StartOptions::default());
    let begun: Vec<OpKey> = commands(&mut run).iter().filter_map(Command::starts).collect();
    let open = run.operations();
    assert_eq!(open.iter().map(|operation| operation.op).collect::<Vec<_>>(), begun);
    let told: Vec<String> =
        open.iter().map(|open| format!("{} {:?}", open.operation_id, open.wake)).collect();
    assert_eq!(told, ["Fan#0.0.A#0 None", "Fan#0.1.B#0 None", "Fan#0.2.Pause#0 Some(5000)"]);
    assert!(
        matches!(open[2].kind, OperationKind::Timer)
            && matches!(open[0].kind, OperationKind::Task(_))
    );
    assert_eq!(
        run.operation(begun[1]).map(|open| open.operation_id.to_string()).as_deref(),
        Some("Fan#0.1.B#0")
    );
    run.complete(begun[1], Outcome::Done(json!(1)), 1);
    assert!(run.operation_id(begun[1]).is_none() && run.operation(begun[1]).is_none());
}

#[test]
fn executions_and_inputs_can_be_sent_to_other_threads() {
    fn is_send<T: Send>() {}
    is_send::<Execution>();
    is_send::<Input>();
    is_send::<Snapshot>();
    let op = OpKey::new(70_000_000_000, 3);
    assert_eq!(serde_json::to_string(&op).expect("plain numbers"), "[70000000000,3]");
    assert_eq!((op.serial(), op.place()), (70_000_000_000, 3));
}
