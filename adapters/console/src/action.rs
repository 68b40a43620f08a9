//! Actions on executions, and the forms that request them.

use std::fmt;

use asl_runtime::event::Event;
use asl_runtime::value::Text;
use asl_runtime::{TaskError, Value};
use serde::Deserialize;

use crate::problem::Problem;

/// An action on an execution.
#[derive(Clone)]
#[non_exhaustive]
pub enum Action {
    /// Resume a failed execution at the states where it failed.
    Redrive {
        /// The execution.
        id: Text,
    },
    /// Move an execution by hand to a state.
    MoveTo {
        /// The execution.
        id: Text,
        /// The state.
        state: Text,
        /// Its input.
        data: Value,
    },
    /// Cancel an execution.
    Cancel {
        /// The execution.
        id: Text,
        /// Error of its failure; empty for none.
        error: Text,
        /// Cause of its failure; empty for none.
        cause: Text,
    },
    /// Send an event to an execution.
    Send {
        /// The execution.
        id: Text,
        /// The event.
        event: Event,
    },
    /// Report that a task succeeded.
    Success {
        /// Token of the task.
        token: Text,
        /// Output of the task.
        output: Value,
    },
    /// Report that a task failed.
    Failure {
        /// Token of the task.
        token: Text,
        /// The error of the task.
        error: TaskError,
    },
}

impl fmt::Debug for Action {
    /// Omits data and tokens, because logs must not show them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Redrive { id } => f.debug_tuple("Redrive").field(id).finish(),
            Self::MoveTo { id, state, .. } => {
                f.debug_tuple("MoveTo").field(id).field(state).finish()
            }
            Self::Cancel { id, .. } => f.debug_tuple("Cancel").field(id).finish(),
            Self::Send { id, .. } => f.debug_tuple("Send").field(id).finish(),
            Self::Success { .. } => f.write_str("Success"),
            Self::Failure { .. } => f.write_str("Failure"),
        }
    }
}

/// The kinds of actions, which are the last segments of their paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Redrive,
    Move,
    Cancel,
    Send,
    TaskSuccess,
    TaskFailure,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Redrive, Self::Move, Self::Cancel, Self::Send, Self::TaskSuccess, Self::TaskFailure];

    /// Its name in addresses.
    pub(crate) fn name(self) -> &'static str {
        self.route().trim_start_matches('/')
    }

    /// The route of its form's target.
    pub(crate) const fn route(self) -> &'static str {
        match self {
            Self::Redrive => "/redrive",
            Self::Move => "/move",
            Self::Cancel => "/cancel",
            Self::Send => "/send",
            Self::TaskSuccess => "/task-success",
            Self::TaskFailure => "/task-failure",
        }
    }

    /// The sentence that confirms it.
    pub(crate) const fn confirmation(self) -> &'static str {
        match self {
            Self::Redrive => "The execution was redriven.",
            Self::Move => "The execution was moved.",
            Self::Cancel => "The execution was cancelled.",
            Self::Send => "The event was accepted.",
            Self::TaskSuccess => "The success of the task was reported.",
            Self::TaskFailure => "The failure of the task was reported.",
        }
    }
}

/// The fields of all forms. Each form has some of them.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    pub(crate) id: String,
    token: String,
    error: String,
    cause: String,
    output: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    source: String,
    event_id: String,
    data: String,
    state: String,
}

impl Form {
    /// The action that the form requests.
    pub(crate) fn action(&self, kind: Kind) -> Result<Action, Problem> {
        Ok(match kind {
            Kind::Redrive => Action::Redrive { id: self.execution()? },
            Kind::Move => Action::MoveTo {
                id: self.execution()?,
                state: required(&self.state, "state")?.into(),
                data: json(&self.data, "input")?,
            },
            Kind::Cancel => Action::Cancel {
                id: self.execution()?,
                error: self.error.trim().into(),
                cause: self.cause.trim().into(),
            },
            Kind::Send => Action::Send { id: self.execution()?, event: self.event()? },
            Kind::TaskSuccess => {
                Action::Success { token: self.token()?, output: json(&self.output, "output")? }
            }
            Kind::TaskFailure => Action::Failure {
                token: self.token()?,
                error: TaskError::new(required(&self.error, "error")?, self.cause.trim()),
            },
        })
    }

    fn execution(&self) -> Result<Text, Problem> {
        if self.id.is_empty() {
            return Err(Problem::bad_request("the form has no id of an execution"));
        }
        Ok(self.id.as_str().into())
    }

    fn token(&self) -> Result<Text, Problem> {
        required(&self.token, "token").map(Text::from)
    }

    fn event(&self) -> Result<Event, Problem> {
        let (name, kind) = (self.name.trim(), self.kind.trim());
        if name.is_empty() && kind.is_empty() {
            return Err(Problem::bad_request("the event has neither a name nor a type: enter one"));
        }
        let mut event = Event::named(name).with_type(kind);
        if !self.event_id.trim().is_empty() {
            event = event.with_id(self.event_id.trim());
        }
        if !self.source.trim().is_empty() {
            event = event.with_source(self.source.trim());
        }
        if !self.data.trim().is_empty() {
            event = event.with_data(json(&self.data, "data")?);
        }
        Ok(event)
    }
}

fn required<'f>(text: &'f str, field: &str) -> Result<&'f str, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::bad_request(format!("the {field} is empty: enter it")));
    }
    Ok(text)
}

fn json(text: &str, field: &str) -> Result<Value, Problem> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    Value::from_json_str(text)
        .map_err(|error| Problem::bad_request(format!("the {field} is not JSON: {error}")))
}
