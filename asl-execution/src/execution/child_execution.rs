//! The input and the result of a `states:startExecution` task as data, the same for every engine.

use crate::history::timestamp;
use crate::machine::Form;
use asl_value::error::{Failure, Phase, Status, TaskError};
use asl_value::value::{Text, Value};

/// An execution that a task starts.
#[derive(Clone, PartialEq, Debug)]
pub struct ChildExecution {
    /// Its ARN.
    pub arn: Text,
    /// Its name: the one that the task gives, or one derived from the task's idempotency key.
    pub name: Text,
    /// The machine's ARN or name, as given by the task.
    pub machine_arn: Text,
    /// Its input.
    pub input: Value,
    /// Its start, in milliseconds since 1970.
    pub start: u64,
}

impl ChildExecution {
    /// The execution that a task with this idempotency key and this input starts.
    ///
    /// # Errors
    /// The input does not name a machine.
    #[inline]
    pub fn new(idempotency_key: &str, input: &Value, now: u64) -> Result<Self, TaskError> {
        let machine_arn = input.get("StateMachineArn").and_then(Value::as_str);
        let machine_arn = machine_arn
            .ok_or_else(|| Self::refused("ValidationException", "StateMachineArn is missing"))?;
        let given = given_input(input.get("Input"));
        let name = input
            .get("Name")
            .and_then(Value::as_str)
            .map_or_else(|| default_name(idempotency_key), Text::from);
        let arn = execution_arn(machine_arn, &name);
        Ok(Self { arn, name, machine_arn: machine_arn.into(), input: given, start: now })
    }

    /// True if a task with this Resource starts an execution.
    #[doc(hidden)]
    #[inline]
    pub fn is_started_by(resource: &str) -> bool {
        let service = resource
            .strip_prefix("arn:")
            .and_then(|arn| arn.split_once(":::"))
            .map(|(_, service)| service);
        let action = service.and_then(|service| service.split('.').next());
        matches!(action, Some("states:startExecution" | "aws-sdk:sfn:startExecution"))
    }

    /// The names by which the engine finds the machine: the given ARN, and the name in it.
    pub fn machine_names(&self) -> (&str, Option<&str>) {
        (&self.machine_arn, self.machine_arn.split(':').nth(6))
    }

    /// The answer of `StartExecution` to a task with this Resource.
    #[inline]
    pub fn started(&self, resource: &str) -> Value {
        let is_sdk = resource.contains(":aws-sdk:");
        let start = if is_sdk { timestamp(self.start) } else { Value::of_count(self.start) };
        Value::object([("ExecutionArn", Value::String(self.arn.clone())), ("StartDate", start)])
    }

    /// The result of a task of this form that has waited for the execution.
    ///
    /// # Errors
    /// The execution has failed; its description is the cause.
    #[inline]
    pub fn ended(
        &self,
        form: Form,
        result: &Result<Value, Failure>,
        stop: u64,
    ) -> Result<Value, TaskError> {
        let documents = if form == Form::Sync { Documents::Text } else { Documents::Data };
        let described = self.describe(result, stop, documents);
        match result {
            Ok(_) => Ok(described),
            Err(failure) => {
                let mut parts = TaskError::unnamed(described.to_json_string()).into_parts();
                // It has the place of its failure.
                parts.source = TaskError::from_failure(failure.clone()).into_parts().source;
                Err(TaskError::of_parts(parts))
            }
        }
    }

    /// The error for an unknown machine.
    pub fn has_no_machine(&self) -> TaskError {
        Self::refused(
            "StateMachineDoesNotExist",
            &format!("State Machine Does Not Exist: '{}'", self.machine_arn),
        )
    }

    /// The error for an execution with the same name and another input.
    pub fn exists(&self) -> TaskError {
        Self::refused(
            "ExecutionAlreadyExists",
            &format!("Execution Already Exists: '{}'", self.arn),
        )
    }

    /// The service did not accept the job; `code` is the error code of its API.
    #[inline]
    pub fn refused(code: &str, cause: &str) -> TaskError {
        let status = format!("(Service: AWSStepFunctions; Status Code: 400; Error Code: {code})");
        let suffix = if code.ends_with("Exception") { "" } else { "Exception" };
        TaskError::new(format!("StepFunctions.{code}{suffix}"), format!("{cause} {status}"))
            .in_phase(Phase::Submit)
    }

    /// The answer of `DescribeExecution`, in the order of AWS's recordings: alphabetical keys.
    #[inline]
    fn describe(&self, result: &Result<Value, Failure>, stop: u64, documents: Documents) -> Value {
        let included = || Value::object([("Included", Value::Bool(true))]);
        let mut description = Value::object([]);
        if let Err(failure) = result {
            for (name, text) in [("Cause", failure.cause()), ("Error", failure.error())] {
                if let Some(text) = text {
                    description.insert(name, text);
                }
            }
        }
        description.insert("ExecutionArn", self.arn.clone());
        description.insert("Input", documents.show(&self.input));
        description.insert("InputDetails", included());
        description.insert("Name", self.name.clone());
        if let Ok(output) = result {
            description.insert("Output", documents.show(output));
            description.insert("OutputDetails", included());
        }
        description.insert("StartDate", Value::of_count(self.start));
        description.insert("StateMachineArn", self.machine_arn.clone());
        description.insert("Status", status(result));
        description.insert("StopDate", Value::of_count(stop));
        description
    }
}

pub(super) fn status(result: &Result<Value, Failure>) -> &'static str {
    match result.as_ref().map_err(Failure::status) {
        Ok(_) => "SUCCEEDED",
        Err(Status::Failed) => "FAILED",
        Err(Status::TimedOut) => "TIMED_OUT",
        Err(Status::Aborted) => "ABORTED",
    }
}

/// The input of an execution; null as recorded on AWS. A string is JSON text, as the API defines
/// it.
#[inline]
fn given_input(input: Option<&Value>) -> Value {
    match input {
        None | Some(Value::Null) => Value::object([]),
        Some(Value::String(text)) => {
            Value::from_json_str(text).unwrap_or_else(|_| Value::String(text.clone()))
        }
        Some(input) => input.clone(),
    }
}

/// The name is the same for each delivery of an attempt.
#[inline]
fn default_name(key: &str) -> Text {
    let key = key.rsplit(':').next().unwrap_or_default();
    key.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' })
        .collect()
}

/// `arn:..:execution:machine:name`.
#[inline]
pub(super) fn execution_arn(machine_arn: &str, name: &str) -> Text {
    let arn = machine_arn.replacen(":stateMachine:", ":execution:", 1);
    if arn == machine_arn {
        // A name without an ARN.
        return smol_str::format_smolstr!(
            "arn:aws:states:local:000000000000:execution:{machine_arn}:{name}"
        );
    }
    smol_str::format_smolstr!("{arn}:{name}")
}

/// The form of input and output in the description of an execution.
#[derive(Clone, Copy)]
enum Documents {
    /// As JSON text: `.sync`.
    Text,
    /// Unchanged: `.sync:2`.
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
