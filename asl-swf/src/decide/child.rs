//! Children: what a definition says of them, and how their answers look. The shapes are those that `services` gives in process.

use asl_runtime::error::{Phase, names};
use asl_runtime::history::timestamp;
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};

use super::ids::legal_id;

/// A child.
pub(super) struct Child {
    /// What it is given.
    pub(super) input: Value,
    /// How its parent sees it.
    pub(super) shape: Shape,
    /// The machine as the definition names it: an ARN, or a name.
    machine: Text,
    name: Text,
    arn: Text,
    /// When it was started, in milliseconds since 1970.
    start: u64,
    /// Its run.
    pub(super) run_id: Option<Text>,
}

/// How its parent sees a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `startExecution`: its start is the answer; true for the SDK's own form.
    Start(bool),
    /// `.sync`: its end, with documents as text.
    Sync(bool),
    /// `.sync:2`: its end, with documents as data.
    Sync2(bool),
    /// `.waitForTaskToken`: its start is the answer, somebody's report the end.
    Token(bool),
    /// `invokeSubflow`: its output is the answer.
    Subflow,
}

/// Whether the Resource of a task starts an execution.
pub(super) fn starts_execution(task: &TaskRow) -> bool {
    let resource = task.resource;
    let suffix = [":states:startExecution", ":aws-sdk:sfn:startExecution"];
    let plain = resource.split_once(":startExecution").map_or("", |(before, _)| before);
    suffix.iter().any(|suffix| resource.contains(suffix)) && plain.starts_with("arn:")
}

impl Child {
    /// The child of an `invokeSubflow`.
    pub(super) fn subflow(task: &TaskRow, input: Value) -> Self {
        let machine = Text::new_static(task.resource);
        Self {
            input,
            shape: Shape::Subflow,
            name: machine.clone(),
            arn: machine.clone(),
            machine,
            start: 0,
            run_id: None,
        }
    }

    /// The child of a `startExecution`, with what that is given, and the workflow id that it is to have.
    pub(super) fn execution(task: &TaskRow, given: &Value, key: &str) -> Result<(Self, String), TaskError> {
        let machine = given.get("StateMachineArn").and_then(Value::as_str);
        let machine = machine.ok_or_else(|| refused("ValidationException", "StateMachineArn is missing"))?;
        let is_sdk = task.resource.contains(":aws-sdk:");
        let shape = match task.form {
            Form::Sync => Shape::Sync(is_sdk),
            Form::Sync2 => Shape::Sync2(is_sdk),
            Form::Token => Shape::Token(is_sdk),
            Form::Answer | Form::Activity | Form::Rest | Form::Rpc | Form::Event | Form::Subflow => {
                Shape::Start(is_sdk)
            }
        };
        let named = given.get("Name").and_then(Value::as_str);
        let name = named.map_or_else(|| default_name(key), Text::from);
        let child = Self {
            input: given_input(given.get("Input")),
            shape,
            arn: execution_arn(machine, &name),
            machine: Text::from(machine),
            name,
            start: 0,
            run_id: None,
        };
        Ok((child, legal_id(named.unwrap_or(key))))
    }

    /// The name of its workflow type: that of its machine.
    pub(super) fn workflow_name(&self) -> &str {
        match self.shape {
            Shape::Subflow => &self.machine,
            Shape::Start(_) | Shape::Sync(_) | Shape::Sync2(_) | Shape::Token(_) => {
                self.machine.split(':').nth(6).unwrap_or(&self.machine)
            }
        }
    }

    /// Whether its parent waits for its end.
    pub(super) fn is_awaited(&self) -> bool {
        matches!(self.shape, Shape::Sync(_) | Shape::Sync2(_) | Shape::Subflow)
    }

    /// It has begun.
    pub(super) fn begun(&mut self, run_id: &str, now: u64) {
        (self.run_id, self.start) = (Some(Text::new(run_id)), now);
    }

    /// What `StartExecution` answers.
    pub(super) fn answer(&self) -> Value {
        let is_sdk = match self.shape {
            Shape::Start(is_sdk) | Shape::Sync(is_sdk) | Shape::Sync2(is_sdk) | Shape::Token(is_sdk) => is_sdk,
            Shape::Subflow => false,
        };
        let start = if is_sdk { timestamp(self.start) } else { Value::from(self.start) };
        Value::object([("ExecutionArn", Value::String(self.arn.clone())), ("StartDate", start)])
    }

    /// How its parent sees its end.
    pub(super) fn outcome(&self, end: End, stop: u64) -> Result<Value, TaskError> {
        let is_text = match self.shape {
            Shape::Subflow => return end.of_subflow(),
            Shape::Sync(_) => true,
            Shape::Sync2(_) | Shape::Start(_) | Shape::Token(_) => false,
        };
        let is_done = matches!(end, End::Done(_));
        let described = self.describe(end, stop, is_text);
        if is_done { Ok(described) } else { Err(TaskError::new(names::TASK_FAILED, described.to_json_string())) }
    }

    /// What `DescribeExecution` answers, in the order of AWS's recordings: the keys' alphabet.
    fn describe(&self, end: End, stop: u64, is_text: bool) -> Value {
        let included = || Value::object([("Included", Value::Bool(true))]);
        let show = |value: &Value| if is_text { Value::from(value.to_json_string()) } else { value.clone() };
        let status = end.status();
        let mut told = Value::object([]);
        if let End::Failed(error) = &end {
            let name = Some(error.error()).filter(|name| !name.is_empty());
            for (key, text) in [("Cause", error.cause()), ("Error", name)] {
                if let Some(text) = text {
                    told.insert(key, text);
                }
            }
        }
        told.insert("ExecutionArn", self.arn.clone());
        told.insert("Input", show(&self.input));
        told.insert("InputDetails", included());
        told.insert("Name", self.name.clone());
        if let End::Done(output) = &end {
            told.insert("Output", show(output));
            told.insert("OutputDetails", included());
        }
        told.insert("StartDate", self.start);
        told.insert("StateMachineArn", self.machine.clone());
        told.insert("Status", status);
        told.insert("StopDate", stop);
        told
    }

    /// Why it could not be started, as its parent sees it.
    pub(super) fn refused(&self, cause: &str) -> TaskError {
        let machine = &self.machine;
        let unknown = ["WORKFLOW_TYPE_DOES_NOT_EXIST", "WORKFLOW_TYPE_DEPRECATED"].contains(&cause);
        let is_limit = cause.contains("LIMIT_EXCEEDED") || cause.contains("RATE_EXCEEDED");
        match self.shape {
            Shape::Subflow if unknown => {
                let text = format!("no machine is registered by the name `{machine}`: Amazon SWF says {cause}");
                TaskError::new("UnknownSubflow", text)
            }
            Shape::Subflow if is_limit => TaskError::new("TooManySubflows", format!("Amazon SWF says {cause}")),
            Shape::Subflow => TaskError::new(cause, format!("Amazon SWF did not start subflow `{machine}`")),
            _ if unknown => refused("StateMachineDoesNotExist", &format!("State Machine Does Not Exist: '{machine}'")),
            _ if cause == "WORKFLOW_ALREADY_RUNNING" => {
                refused("ExecutionAlreadyExists", &format!("Execution Already Exists: '{}'", self.arn))
            }
            _ if is_limit => refused("ExecutionLimitExceeded", &format!("Amazon SWF says {cause}")),
            _ => {
                TaskError::new(cause, format!("Amazon SWF did not start an execution of `{machine}`")).at(Phase::Submit)
            }
        }
    }
}

/// How a child has ended.
pub(super) enum End {
    Done(Value),
    Failed(TaskError),
    TimedOut,
    Aborted,
}

impl End {
    fn status(&self) -> &'static str {
        match self {
            Self::Done(_) => "SUCCEEDED",
            Self::Failed(_) => "FAILED",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
        }
    }

    fn of_subflow(self) -> Result<Value, TaskError> {
        match self {
            Self::Done(output) => Ok(output),
            Self::Failed(error) => Err(error),
            Self::TimedOut => Err(TaskError::named(names::TIMEOUT)),
            Self::Aborted => Err(TaskError::nameless(Some(Text::new_static("aborted")))),
        }
    }
}

/// What an execution is started with. A string is JSON text, as the API has it.
fn given_input(input: Option<&Value>) -> Value {
    match input {
        None | Some(Value::Null) => Value::object([]),
        Some(Value::String(text)) => Value::from_json_str(text).unwrap_or_else(|_| Value::String(text.clone())),
        Some(input) => input.clone(),
    }
}

/// The same for each delivery of an attempt.
fn default_name(key: &str) -> Text {
    let key = key.rsplit(':').next().unwrap_or_default();
    key.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' }).collect()
}

/// `arn:..:execution:machine:name`.
fn execution_arn(machine: &str, name: &str) -> Text {
    let arn = machine.replacen(":stateMachine:", ":execution:", 1);
    if arn == machine {
        // A name alone.
        return Text::new(format!("arn:aws:states:local:000000000000:execution:{machine}:{name}"));
    }
    Text::new(format!("{arn}:{name}"))
}

/// AWS's service did not take the job.
fn refused(code: &str, cause: &str) -> TaskError {
    let status = format!("(Service: AWSStepFunctions; Status Code: 400; Error Code: {code})");
    let suffix = if code.ends_with("Exception") { "" } else { "Exception" };
    TaskError::new(format!("StepFunctions.{code}{suffix}"), format!("{cause} {status}")).at(Phase::Submit)
}
