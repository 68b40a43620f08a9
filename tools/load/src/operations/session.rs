//! The calls to one server, and what came of them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Outcomes;
use crate::Problem;
use crate::client::{Answer, Client};

/// Maximum time for an answer: long polls take less here.
const PATIENCE: Duration = Duration::from_secs(15);
/// Time between two looks at an execution.
const LOOK: Duration = Duration::from_millis(100);
/// Maximum letters of a difference in the table.
const LONGEST: usize = 90;

/// A property of an output, and a function that tells if an output has it.
pub(super) type Property<'p> = (&'p str, &'p dyn Fn(&Value) -> bool);

/// A connection to a server, and the outcomes so far.
pub(super) struct Session {
    address: SocketAddr,
    client: Client,
    outcomes: Outcomes,
}

impl Session {
    pub(super) async fn connect(address: SocketAddr) -> Result<Self, Problem> {
        let client = Client::connect(address).await?;
        Ok(Self { address, client, outcomes: Outcomes::new() })
    }

    pub(super) fn into_outcomes(self) -> Outcomes {
        self.outcomes
    }

    /// Calls an operation that must succeed with these properties, and returns its output, or null.
    pub(super) async fn succeeds(
        &mut self,
        operation: &'static str,
        input: Value,
        properties: &[Property<'_>],
    ) -> Result<Value, Problem> {
        let answer = self.call(operation, &input).await?;
        let output = match answer {
            Ok(output) => output,
            Err(error) => {
                self.note(operation, Some(format!("refused: {}", shown(&error))));
                return Ok(Value::Null);
            }
        };
        let missing = properties.iter().find(|(_, holds)| !holds(&output));
        self.note(operation, missing.map(|(property, _)| format!("not: {property}")));
        Ok(output)
    }

    /// Calls an operation that must be refused with this error.
    pub(super) async fn fails(
        &mut self,
        operation: &'static str,
        input: Value,
        kind: &str,
        situation: &str,
    ) -> Result<(), Problem> {
        let difference = match self.call(operation, &input).await? {
            Ok(_) => Some(format!("accepts {situation}")),
            Err(error) if kind_of(&error) == kind => None,
            Err(error) => Some(format!("{situation}: {}", shown(&error))),
        };
        self.note(operation, difference);
        Ok(())
    }

    /// Waits until an execution has this status, and returns its description.
    pub(super) async fn wait(&mut self, execution: &str, status: &str) -> Result<Value, Problem> {
        let from = Instant::now();
        loop {
            let input = json!({"executionArn": execution});
            let answer = self.call("DescribeExecution", &input).await?;
            let description = answer.unwrap_or_else(|error| error);
            let is_there = member(&description, "status") == status;
            if is_there || from.elapsed() > PATIENCE {
                return Ok(description);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Notes the outcome of a call: the first difference counts.
    fn note(&mut self, operation: &'static str, difference: Option<String>) {
        let outcome = self.outcomes.entry(operation).or_default();
        if outcome.is_none() {
            *outcome = difference;
        }
    }

    async fn call(&mut self, operation: &str, input: &Value) -> Result<Answer, Problem> {
        let answer = tokio::time::timeout(PATIENCE, self.client.call(operation, input)).await;
        let failure = match answer {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(problem)) => problem.to_string(),
            Err(_) => format!("no answer within {} s", PATIENCE.as_secs()),
        };
        self.client = Client::connect(self.address).await?;
        Ok(Err(json!({"__type": failure})))
    }
}

/// A member that is a text, or an empty text.
pub(super) fn member<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Number of the items of a member.
pub(super) fn count(value: &Value, name: &str) -> usize {
    value.get(name).and_then(Value::as_array).map_or(0, Vec::len)
}

/// Returns true if an item of a member has a member with this text.
pub(super) fn lists(value: &Value, list: &str, name: &str, text: &str) -> bool {
    let items = value.get(list).and_then(Value::as_array);
    items.is_some_and(|items| items.iter().any(|item| member(item, name) == text))
}

/// Name of an error without the namespace of the service.
fn kind_of(error: &Value) -> &str {
    member(error, "__type").rsplit('#').next().unwrap_or_default()
}

fn shown(error: &Value) -> String {
    let message = error.get("message").or_else(|| error.get("Message")).and_then(Value::as_str);
    let text = match message {
        Some(message) if !message.is_empty() => format!("{}: {message}", kind_of(error)),
        _ => kind_of(error).to_owned(),
    };
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.chars().take(LONGEST).collect()
}
