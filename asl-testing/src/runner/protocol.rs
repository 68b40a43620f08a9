//! The messages between the program of a definition and its parent process.

use std::io::{self, Write as _};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use asl_value::value::{Error, Text, Value, from_value, to_value};

use super::state::StateTest;

/// A message of the parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Prepares the run. The program replies with its tasks.
    Begin(Box<Begin>),
    /// Tests a state instead of a run. The program replies with the result, and ends.
    Test(Box<StateTest>),
    /// Starts the run.
    Go,
    /// Answers a call.
    Answer(Answer),
    /// A worker has taken the activity of a call.
    Taken {
        /// Number of the call.
        id: u64,
        /// Name of the worker, who may have none.
        worker: Option<Text>,
    },
    /// A service has accepted the job of a call.
    Submitted {
        /// Number of the call.
        id: u64,
        /// Its answer.
        answer: Value,
    },
    /// Cancels the execution.
    Cancel,
}

/// The execution to run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Begin {
    /// Its input.
    pub input: Value,
    /// The clock.
    pub clock: Clock,
    /// Its name; empty for none.
    pub name: String,
    /// Its start in milliseconds since 1970; for virtual time only.
    pub start: u64,
    /// The state at which the run stops.
    pub until: Option<String>,
    /// A mock file, and the name of a case in it.
    pub mock: Option<(String, Option<String>)>,
    /// SM4C: events that are sent to the machine.
    pub events: Vec<SentEvent>,
    /// True if the parent wants the events of the history.
    pub has_history: bool,
}

/// The clock of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Clock {
    /// Waits take their time.
    #[default]
    Real,
    /// Waits take no time.
    Virtual,
}

/// An event, and its time after the start in milliseconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SentEvent {
    /// Milliseconds after the start.
    pub after: u64,
    /// The event in the JSON form of `CloudEvents`.
    pub event: Value,
}

/// The answer to a call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the call.
    pub id: u64,
    /// Milliseconds until the answer.
    pub after: u64,
    /// The answer.
    pub reply: CallReply,
}

/// A result of a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CallReply {
    /// The output as the state sees it: for `lambda:invoke` the whole response.
    Return(Value),
    /// The output of a function: for `lambda:invoke` the payload, otherwise the same as `Return`.
    Payload(Value),
    /// The task fails.
    Throw {
        /// Error Name.
        error: String,
        /// Cause.
        cause: String,
    },
    /// `TimeoutSeconds` elapse, with heartbeats.
    TimesOut,
    /// The task neither answers nor sends heartbeats.
    Hangs,
}

/// A message of the program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Report {
    /// The run cannot begin.
    Problem(String),
    /// The tasks of the machine.
    Tasks(Vec<Task>),
    /// A call of a task.
    Call(Box<Call>),
    /// The call is no longer needed.
    Dropped(u64),
    /// An event of the history, in AWS's form.
    Event(Value),
    /// A state was entered.
    Entered(String),
    /// The state that the parent named was reached, with this input.
    Reached(Value),
    /// The execution ended.
    End(Box<End>),
    /// The answer of a state's test, or the mistake in the test.
    Tested(Result<Value, String>),
}

/// A task of the machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Name of the state.
    pub state: String,
    /// Name of the method in the trait `Tasks`.
    pub method: String,
    /// The Resource.
    pub resource: String,
    /// SM4C: name of the function, subflow or event.
    pub name: String,
    /// True if the mock file answers its calls.
    pub is_mocked: bool,
    /// Line of the state in the definition.
    pub line: u32,
    /// Column of the state in the definition.
    pub column: u32,
}

/// A call of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Call {
    /// Number of the call.
    pub id: u64,
    /// Name of the state.
    pub state: String,
    /// Name of the method in the trait `Tasks`.
    pub method: String,
    /// The Resource.
    pub resource: String,
    /// SM4C: name of the function, subflow or event.
    pub name: String,
    /// The input: for `lambda:invoke` the whole request.
    pub input: Value,
    /// Number of earlier attempts.
    pub attempt: u32,
    /// The key of this attempt.
    pub key: String,
    /// The task token.
    pub token: Text,
    /// The `Credentials` of the state.
    #[serde(default)]
    pub credentials: Option<Value>,
}

/// The end of an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct End {
    /// Its output, or its failure.
    pub result: Result<Value, Failed>,
    /// Milliseconds from start to end.
    pub elapsed: u64,
    /// Planned waits, in virtual time only.
    pub delays: Vec<Delay>,
}

/// The failure of an execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// The Error Name.
    pub error: Option<String>,
    /// The cause.
    pub cause: Option<String>,
    /// All of it on one line, with its place.
    pub text: String,
    /// True if the execution was cancelled.
    pub is_aborted: bool,
}

/// A planned wait.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delay {
    /// Name of the state.
    pub state: String,
    /// True for the back-off before a retry, false for a Wait state.
    pub is_retry: bool,
    /// Its duration.
    pub millis: u64,
}

impl Order {
    /// The message as a line.
    pub fn to_line(&self) -> Result<String, Error> {
        line(self)
    }
}

impl Report {
    /// Reads a line.
    pub fn from_line(text: &str) -> Result<Self, Error> {
        read(text)
    }
}

impl Call {
    /// The input of the function: for `lambda:invoke` the payload of the request.
    pub fn payload(&self) -> Value {
        if !is_lambda_invoke(&self.resource) {
            return self.input.clone();
        }
        self.input.get("Payload").cloned().unwrap_or_else(|| Value::object([]))
    }
}

/// True if the request contains the payload of a Lambda function.
pub(super) fn is_lambda_invoke(resource: &str) -> bool {
    let action = resource.split_once(":states:::").map_or("", |(_, action)| action);
    action == "lambda:invoke" || action.starts_with("lambda:invoke.")
}

fn line(message: &impl Serialize) -> Result<String, Error> {
    Ok(to_value(message)?.to_json_string() + "\n")
}

pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    from_value(Value::from_json_str(text)?)
}

/// Sends a report. Without a parent the result has no reader, so the program ends.
pub(super) fn send(report: &Report) {
    let sent = line(report).map_err(io::Error::other).and_then(|line| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(line.as_bytes())?;
        stdout.flush()
    });
    if sent.is_err() {
        std::process::exit(1);
    }
}
