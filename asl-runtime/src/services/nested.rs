//! Executions that start executions: `arn:aws:states:::states:startExecution`, with `.sync`, `.sync:2` and `.waitForTaskToken`, and
//! `arn:aws:states:::aws-sdk:sfn:startExecution`.

use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::compiled::Compiled;
use crate::context::TaskContext;
use crate::engine::tokio::{RunOptions, now, run_with};
use crate::error::{Failure, Phase, Status, TaskError};
use crate::history::timestamp;
use crate::machine::Form;
use crate::value::{Text, Value};

use super::{Ended, Services};

/// Most executions under way that others have started: a machine that starts itself ends in an error, as at AWS.
const MOST_CHILDREN: usize = 100_000;

/// An execution under way.
#[derive(Clone, Debug)]
pub(super) struct Child {
    arn: Text,
    name: Text,
    machine_arn: Text,
    input: Value,
    /// Milliseconds since 1970.
    start: u64,
    ended: Ended,
    handle: Option<AbortHandle>,
}

/// Stops the child when the task is cut off that waits for it.
struct Stop<'c>(&'c Child);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        if self.0.ended.borrow().is_none() {
            self.0.handle.iter().for_each(AbortHandle::abort);
        }
    }
}

impl Services {
    /// The task: starts an execution and, where its form says so, waits for its end.
    pub(super) async fn start_execution(&self, cx: &TaskContext, input: &Value) -> Result<Value, TaskError> {
        let child = self.start(cx, input)?;
        let is_sdk = cx.resource().contains(":aws-sdk:");
        let started = child.answer(is_sdk);
        let documents = match cx.form() {
            Form::Sync => Documents::Text,
            Form::Sync2 => Documents::Data,
            Form::Answer | Form::Token | Form::Activity | Form::Rest | Form::Rpc | Form::Event | Form::Subflow => {
                return Ok(started);
            }
        };
        cx.submitted(started);
        let stop = Stop(&child);
        let mut ended = child.ended.clone();
        // The sender is gone only when the child was stopped.
        let result = match ended.wait_for(Option::is_some).await {
            Ok(result) => result.clone().unwrap_or_else(|| Err(aborted())),
            Err(_) => Err(aborted()),
        };
        drop(stop);
        let described = child.describe(&result, now(), documents);
        match result {
            Ok(_) => Ok(described),
            Err(_) => Err(TaskError::unnamed(described.to_json_string())),
        }
    }

    /// Starts an execution, unless the same is under way.
    fn start(&self, cx: &TaskContext, input: &Value) -> Result<Child, TaskError> {
        let machine_arn = input.get("StateMachineArn").and_then(Value::as_str);
        let machine_arn = machine_arn.ok_or_else(|| refused("ValidationException", "StateMachineArn is missing"))?;
        let given = given_input(input.get("Input"));
        let name = input.get("Name").and_then(Value::as_str).map_or_else(|| default_name(cx), Text::from);
        let arn = execution_arn(machine_arn, &name);
        let mut state = self.lock();
        let (machine, options) = state.machine(machine_arn).ok_or_else(|| {
            let cause = format!("State Machine Does Not Exist: '{machine_arn}'");
            refused("StateMachineDoesNotExist", &cause)
        })?;
        if let Some(child) = state.children.get(&arn) {
            if child.input == given {
                return Ok(child.clone());
            }
            return Err(refused("ExecutionAlreadyExists", &format!("Execution Already Exists: '{arn}'")));
        }
        if state.children.len() >= MOST_CHILDREN {
            let cause = format!("{MOST_CHILDREN} started executions are under way");
            return Err(refused("ExecutionLimitExceeded", &cause));
        }
        let (sender, ended) = watch::channel(None);
        let machine_arn = Text::from(machine_arn);
        let child = Child { arn, name, machine_arn, input: given, start: now(), ended, handle: None };
        state.children.insert(child.arn.clone(), child.clone());
        drop(state);
        let handle = self.spawn(&machine, options, &child, sender);
        // The next to ask for it may want to stop it too.
        if let Some(listed) = self.lock().children.get_mut(&child.arn) {
            listed.handle = Some(handle.clone());
        }
        Ok(Child { handle: Some(handle), ..child })
    }

    fn spawn(
        &self,
        machine: &Compiled,
        options: RunOptions,
        child: &Child,
        sender: watch::Sender<Option<Result<Value, Failure>>>,
    ) -> AbortHandle {
        let options = RunOptions {
            id: child.arn.clone(),
            name: child.name.clone(),
            machine_id: child.machine_arn.clone(),
            services: Some(self.clone()),
            ..options
        };
        let run = run_with(machine, child.input.clone(), options);
        let listed = Listed { services: self.clone(), arn: child.arn.clone() };
        let task = tokio::spawn(async move {
            let result = run.await;
            // Off the list first: whoever hears of the end may start it again.
            drop(listed);
            sender.send_replace(Some(result));
        });
        task.abort_handle()
    }
}

/// A place in the list of children; it is given back when this is dropped.
struct Listed {
    services: Services,
    arn: Text,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.services.lock().children.remove(&self.arn);
        self.services.shared.ended.notify_waiters();
    }
}

impl super::State {
    /// The machine of an ARN: registered under it, or under its name, which an ARN may follow with a version.
    pub(super) fn machine(&self, arn: &str) -> Option<(Compiled, RunOptions)> {
        let name = arn.split(':').nth(6);
        let found = self.machines.get(arn).or_else(|| self.machines.get(name?));
        let by_name = || self.machines.iter().find(|(known, _)| known.split(':').nth(6) == Some(arn));
        found.or_else(|| by_name().map(|(_, machine)| machine)).cloned()
    }
}

/// What an execution is started with; null as recorded on AWS. A string is JSON text, as the API has it.
fn given_input(input: Option<&Value>) -> Value {
    match input {
        None | Some(Value::Null) => Value::object([]),
        Some(Value::String(text)) => Value::from_json_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        Some(input) => input.clone(),
    }
}

/// The same for each delivery of an attempt.
fn default_name(cx: &TaskContext) -> Text {
    let key = cx.idempotency_key();
    let key = key.rsplit(':').next().unwrap_or_default();
    key.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' }).collect()
}

/// `arn:..:execution:machine:name`.
fn execution_arn(machine_arn: &str, name: &str) -> Text {
    let arn = machine_arn.replacen(":stateMachine:", ":execution:", 1);
    if arn == machine_arn {
        // A name alone.
        return smol_str::format_smolstr!("arn:aws:states:local:000000000000:execution:{machine_arn}:{name}");
    }
    smol_str::format_smolstr!("{arn}:{name}")
}

fn aborted() -> Failure {
    *Failure::aborted()
}

/// AWS's service did not take the job.
fn refused(code: &str, cause: &str) -> TaskError {
    let status = format!("(Service: AWSStepFunctions; Status Code: 400; Error Code: {code})");
    let suffix = if code.ends_with("Exception") { "" } else { "Exception" };
    TaskError::new(format!("StepFunctions.{code}{suffix}"), format!("{cause} {status}")).at(Phase::Submit)
}

/// How input and output stand in the description of an execution.
#[derive(Clone, Copy)]
enum Documents {
    /// As JSON text: `.sync`.
    Text,
    /// As they are: `.sync:2`.
    Data,
}

impl Documents {
    fn show(self, value: &Value) -> Value {
        match self {
            Self::Text => Value::from(value.to_json_string()),
            Self::Data => value.clone(),
        }
    }
}

impl Child {
    /// What `StartExecution` answers.
    fn answer(&self, is_sdk: bool) -> Value {
        let start = if is_sdk { timestamp(self.start) } else { Value::from(self.start) };
        Value::object([("ExecutionArn", Value::String(self.arn.clone())), ("StartDate", start)])
    }

    /// What `DescribeExecution` answers, in the order of AWS's recordings: the keys' alphabet.
    fn describe(&self, result: &Result<Value, Failure>, stop: u64, documents: Documents) -> Value {
        let included = || Value::object([("Included", Value::Bool(true))]);
        let mut told = Value::object([]);
        if let Err(failure) = result {
            for (name, text) in [("Cause", failure.cause()), ("Error", failure.error())] {
                if let Some(text) = text {
                    told.insert(name, text);
                }
            }
        }
        told.insert("ExecutionArn", self.arn.clone());
        told.insert("Input", documents.show(&self.input));
        told.insert("InputDetails", included());
        told.insert("Name", self.name.clone());
        if let Ok(output) = result {
            told.insert("Output", documents.show(output));
            told.insert("OutputDetails", included());
        }
        told.insert("StartDate", self.start);
        told.insert("StateMachineArn", self.machine_arn.clone());
        told.insert("Status", status(result));
        told.insert("StopDate", stop);
        told
    }
}

fn status(result: &Result<Value, Failure>) -> &'static str {
    match result.as_ref().map_err(Failure::status) {
        Ok(_) => "SUCCEEDED",
        Err(Status::Failed) => "FAILED",
        Err(Status::TimedOut) => "TIMED_OUT",
        Err(Status::Aborted) => "ABORTED",
    }
}
