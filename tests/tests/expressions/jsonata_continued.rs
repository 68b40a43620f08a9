//! Executions of machines in JSONata that continue: in another version of the machine, and after a
//! redrive. Times and random values that were made before stay.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use asl_runtime::execution::{
    Command, Execution, Input, OpKey, Outcome, Redrive, RestoreOptions, StartOptions,
};
use asl_runtime::machine::Machine;
use asl_runtime::versions::{Change, Verdict};
use asl_runtime::{TaskError, Value, asl_machine, json};

asl_machine!("definitions/versions/priced.asl.json");
asl_machine!("definitions/versions/priced_grown.asl.json");
asl_machine!("definitions/versions/priced_moved.asl.json");

/// 2026-01-01T00:00:00Z.
const START: u64 = 1_767_225_600_000;

fn options() -> StartOptions {
    let mut options = StartOptions::default();
    (options.seed, options.now) = (7, START);
    options
}

fn order() -> Value {
    json!({"items": [{"price": 2}, {"price": 3}]})
}

/// An execution with its open tasks, and all inputs so far.
struct Running {
    run: Execution,
    open: Vec<(OpKey, String, Value)>,
    inputs: Vec<(u64, Input)>,
    now: u64,
}

impl Running {
    fn start(machine: &'static Machine) -> Self {
        let run = Execution::start(machine, order(), options());
        let mut running = Self { run, open: Vec::new(), inputs: Vec::new(), now: START };
        running.take_commands();
        running
    }

    fn apply(&mut self, input: Input) {
        self.inputs.push((self.now, input.clone()));
        assert!(self.run.apply(input, self.now).changed());
        self.take_commands();
    }

    fn take_commands(&mut self) {
        while let Some(command) = self.run.next_command() {
            match command {
                Command::Run { op, operation_id, input, .. } => {
                    self.open.push((op, operation_id.to_string(), input));
                }
                Command::Cancel { op } => self.open.retain(|(open, ..)| *open != op),
                other @ (Command::Hold { .. }
                | Command::Timer { .. }
                | Command::Read { .. }
                | Command::Write { .. }
                | Command::Detach { .. }) => panic!("no state starts it: {other:?}"),
            }
        }
        if self.run.is_runnable() {
            self.apply(Input::Advance);
        }
    }

    /// Ends a task a minute later. Returns its input.
    fn end(&mut self, name: &str, outcome: Outcome) -> Value {
        let at = self.open.iter().position(|(_, open, _)| open == name);
        let at = at.unwrap_or_else(|| panic!("{name} is open: {:?}", self.open));
        let (op, _, input) = self.open.remove(at);
        self.now += 60_000;
        self.apply(Input::Complete(op, outcome));
        input
    }

    fn done(&mut self, name: &str) -> Value {
        let function = name.rsplit('.').next().and_then(|name| name.split('#').next());
        self.end(name, Outcome::Done(json!({"by": (function.unwrap_or_default())})))
    }

    fn result(&self) -> Result<Value, String> {
        let result = self.run.result().expect("it has ended");
        result.cloned().map_err(|failure| failure.error().unwrap_or_default().to_owned())
    }
}

/// The output of an execution that nothing disturbs.
fn undisturbed() -> Value {
    let mut running = Running::start(&priced::MACHINE);
    for task in ["Charge#1", "Each#2.0.Send#0", "Each#2.1.Send#0"] {
        running.done(task);
    }
    let output = running.result().expect("it succeeds");
    assert_eq!(output.get("total"), Some(&json!(5)));
    assert_eq!(output.get("at"), Some(&json!("2026-01-01T00:00:00.000Z")));
    let receipt = output.get("receipt").and_then(Value::as_str).expect("a receipt");
    assert!(receipt.starts_with("Charge ") && receipt.len() == 43, "{receipt}");
    output
}

#[test]
fn an_execution_continues_in_another_version_with_its_variables() {
    let comparison = priced::MACHINE.compare(&priced_grown::MACHINE);
    assert!(comparison.all_can_move() && !comparison.is_same(), "{comparison}");
    let expected = undisturbed();
    let mut running = Running::start(&priced::MACHINE);
    let snapshot = running.run.snapshot();
    let moved = snapshot.migrate(&priced::MACHINE, &priced_grown::MACHINE).expect("it can move");
    let restored = RestoreOptions::default().now(running.now);
    running.run = Execution::restore(&priced_grown::MACHINE, moved, restored).expect("it fits");
    running.open.clear();
    running.take_commands();
    for task in ["Charge#1", "Each#2.0.Send#0", "Each#2.1.Send#0"] {
        running.done(task);
    }
    let mut output = running.result().expect("it succeeds");
    assert_eq!(output.get("weight"), Some(&json!(2)));
    if let Value::Object(members) = &mut output {
        members.make_mut().remove("weight");
    }
    assert_eq!(output, expected);
}

#[test]
fn an_expression_of_an_open_task_must_stay() {
    let comparison = priced::MACHINE.compare(&priced_moved::MACHINE);
    let charge = comparison.states.iter().find(|state| state.state == "Charge");
    let charge = charge.expect("both have it");
    let changes: Vec<_> = charge.changes.iter().map(Change::name).collect();
    assert_eq!((charge.verdict, changes), (Verdict::Stuck, vec!["task-input"]));
    let running = Running::start(&priced::MACHINE);
    let refused = running.run.snapshot().migrate(&priced::MACHINE, &priced_moved::MACHINE);
    assert!(refused.is_err(), "the task has its input");
}

#[test]
fn a_redrive_keeps_what_succeeded_and_the_variables() {
    let expected = undisturbed();
    let mut running = Running::start(&priced::MACHINE);
    running.done("Charge#1");
    running.done("Each#2.0.Send#0");
    let before = running.end("Each#2.1.Send#0", Outcome::Failed(TaskError::named("Broken")));
    assert_eq!(running.result(), Err("Broken".to_owned()));
    let redrive = Redrive::after_start(&priced::MACHINE, order(), options(), &running.inputs);
    let redrive = redrive.expect("it has failed");
    running.now += 3_600_000;
    running.open.clear();
    running.apply(Input::Redrive(Box::new(redrive)));
    let names: Vec<&str> = running.open.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    let again = names.first().expect("one task runs again").to_string();
    let after = running.done(&again);
    assert_eq!(after, before, "its input was made before the failure");
    assert_eq!(running.result(), Ok(expected));
}
