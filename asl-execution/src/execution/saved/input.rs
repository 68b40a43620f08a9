//! Everything that changes an execution from outside, as data. A journal is a list of times and
//! inputs. Applied to the start again, or to a snapshot, they give the same execution, the same
//! commands and the same history, byte for byte.
//!
//! ```
//! use asl_runtime::execution::{Command, Execution, Input, Outcome, StartOptions};
//! use asl_runtime::{asl_machine, json};
//!
//! asl_machine!("doc/greet.asl.json");
//!
//! # fn main() -> Result<(), asl_runtime::execution::InputError> {
//! let start = || Execution::start(&greet::MACHINE, json!({"name": "Ada"}), StartOptions::default());
//! let mut run = start();
//! let Some(Command::Run { op, .. }) = run.next_command() else { unreachable!("it begins with a task") };
//! let input = Input::Complete(op, Outcome::Done(json!("Hi.")));
//! let line = input.to_json_string();
//! assert!(run.apply(input, 1_500).taken());
//! assert_eq!(line, r#"{"c":[[1,0],{"d":"Hi."}]}"#);
//!
//! // In a later process.
//! let mut again = start();
//! while again.next_command().is_some() {}
//! again.apply(Input::from_json_str(&line)?, 1_500);
//! assert_eq!(again.result(), run.result());
//! # Ok(())
//! # }
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use super::snapshot::json_string;
use crate::event::Event;
use crate::execution::wait::inbox::SendError;
use crate::execution::wait::task_token::{Report, Reported, TokenError};
use crate::execution::{Cancellation, MapRunUpdate, OpKey, Outcome, Redrive, RedriveError};
use asl_value::error::{ErrorParts, TaskError, bounded, names};
use asl_value::value::{Array, Object, Text, Value};

/// An input of an execution. Its serde form is short and stable, for journals.
///
/// JSON cannot express NaN and the infinities, and our readers limit the depth of data.
/// [`Execution::apply`](crate::execution::Execution::apply) and [`Input::to_json_string`] therefore
/// normalize both in the way a machine would: such a number becomes null, and data beyond the
/// limits a failed task. So an input is the same before and after it was text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Input {
    /// [`Execution::complete`](crate::execution::Execution::complete).
    #[serde(rename = "c")]
    Complete(OpKey, Outcome),
    /// [`Execution::submitted`](crate::execution::Execution::submitted).
    #[serde(rename = "s")]
    Submitted(OpKey, Value),
    /// [`Execution::started`](crate::execution::Execution::started).
    #[serde(rename = "b")]
    Started(OpKey, Option<Text>),
    /// [`Execution::report_on`](crate::execution::Execution::report_on): a report with the token of
    /// the operation. The token itself is a secret and in no journal;
    /// [`Execution::by_token`](crate::execution::Execution::by_token) finds its operation.
    #[serde(rename = "r")]
    Report(OpKey, Report),
    /// [`Execution::send`](crate::execution::Execution::send).
    #[serde(rename = "e")]
    Send(Box<Event>),
    /// [`Execution::acknowledge`](crate::execution::Execution::acknowledge).
    #[serde(rename = "k")]
    Acknowledge(OpKey),
    /// [`Execution::advance`](crate::execution::Execution::advance).
    #[serde(rename = "a")]
    Advance,
    /// [`Execution::cancel`](crate::execution::Execution::cancel).
    #[serde(rename = "x")]
    Cancel,
    /// [`Execution::cancel_with`](crate::execution::Execution::cancel_with).
    #[serde(rename = "y")]
    CancelWith(Box<Cancellation>),
    /// The engine cannot continue the execution, for this reason: it fails with `States.Runtime`.
    #[serde(rename = "g")]
    GiveUp(Text),
    /// [`Execution::redrive`](crate::execution::Execution::redrive).
    #[serde(rename = "n")]
    Redrive(Box<Redrive>),
    /// A change of a running Map Run.
    #[serde(rename = "m")]
    UpdateMapRun(Box<MapRunUpdate>),
}

/// The effect of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Applied {
    /// It was accepted. [`Command::Cancel`](crate::execution::Command::Cancel)s follow for
    /// operations that the engine has to drop, except for the completed operation itself.
    Taken,
    /// A report was accepted, with this result. If it has ended its operation, the engine has to
    /// drop its work for that.
    Reported(Reported),
    /// It came too late: the execution is unchanged, and no journal needs the input.
    Refused(Refusal),
    /// It came too late, after the machine's own time-out: that has ended the execution or started
    /// its time-out's action, so a journal needs the input.
    TimedOut(Refusal),
}

/// The reason for which an input was refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The execution has ended.
    Ended,
    /// The execution no longer waits for this operation.
    Closed,
    /// See [`SendError`].
    Event(SendError),
    /// See [`RedriveError`].
    Redrive(RedriveError),
}

/// Text that is not an input.
pub struct InputError(serde_json::Error);

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not an input of an execution: {}", self.0)
    }
}

asl_language::__readable_debug!(InputError);

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => f.write_str("the execution has ended"),
            Self::Closed => fmt::Display::fmt(&TokenError::Closed, f),
            Self::Event(error) => fmt::Display::fmt(error, f),
            Self::Redrive(error) => fmt::Display::fmt(error, f),
        }
    }
}

asl_language::__readable_error!(Refusal);

impl Applied {
    /// Returns true if it was accepted.
    pub fn taken(&self) -> bool {
        matches!(self, Self::Taken | Self::Reported(_))
    }

    /// Returns true if the execution may have changed: then a journal needs the input.
    pub fn changed(&self) -> bool {
        !matches!(self, Self::Refused(_))
    }
}

impl Input {
    /// The input as JSON text on one line.
    #[inline]
    pub fn to_json_string(&self) -> String {
        json_string(&self.clone().sound())
    }

    /// Appends the JSON text of an input that is [sound](Input::sound).
    #[doc(hidden)]
    #[inline]
    pub fn append_json(&self, out: &mut Vec<u8>) {
        // Nearly all inputs are results of tasks, and serde takes three times as long.
        if let Self::Complete(op, Outcome::Done(output)) = self {
            out.extend_from_slice(b"{\"c\":[");
            append(out, op);
            out.extend_from_slice(b",{\"d\":");
            output.append_json(out);
            out.extend_from_slice(b"}]}");
        } else {
            append(out, self);
        }
    }

    /// Parses text by [`Input::to_json_string`].
    ///
    /// # Errors
    /// The text is not an input.
    #[inline]
    pub fn from_json_str(text: &str) -> Result<Self, InputError> {
        let mut reader = serde_json::Deserializer::from_str(text);
        // As for snapshots: `Value` limits its own depth, and nothing else nests.
        reader.disable_recursion_limit();
        let input = Self::deserialize(&mut reader).map_err(InputError)?;
        reader.end().map_err(InputError)?;
        Ok(input)
    }

    /// Normalizes the input to what JSON can express; a conversion to text and back does not change
    /// it any more.
    #[must_use]
    #[inline]
    pub fn sound(self) -> Self {
        match self {
            Self::Complete(op, outcome) => Self::Complete(op, outcome.sound()),
            Self::Submitted(op, answer) => match bounded(&answer) {
                Ok(()) => Self::Submitted(op, finite(answer)),
                // The same failure as in `submitted`.
                Err(cause) => {
                    Self::Complete(op, Outcome::Failed(TaskError::new(names::TASK_FAILED, cause)))
                }
            },
            Self::Report(op, report) => Self::Report(op, report.sound()),
            Self::Send(mut event) => {
                event.data = event.data.map(|data| finite(cut(data)));
                event.attributes = finite(cut(event.attributes));
                Self::Send(event)
            }
            Self::CancelWith(reason) => Self::CancelWith(Box::new(reason.sound())),
            // The contents of a redrive were in an execution before.
            input @ (Self::Started(..)
            | Self::Acknowledge(_)
            | Self::Advance
            | Self::Cancel
            | Self::UpdateMapRun(_)
            | Self::GiveUp(_)
            | Self::Redrive(_)) => input,
        }
    }
}

fn append(out: &mut Vec<u8>, what: &impl Serialize) {
    serde_json::to_writer(out, what)
        .unwrap_or_else(|error| unreachable!("writing to memory does not fail: {error}"));
}

impl Outcome {
    #[inline]
    fn sound(self) -> Self {
        match self {
            Self::Done(output) => match bounded(&output) {
                Ok(()) => Self::Done(finite(output)),
                Err(cause) => Self::Failed(TaskError::new(names::TASK_FAILED, cause)),
            },
            Self::Items(items, source) => sound_items(items, |items| Self::Items(items, source)),
            Self::Members(items, source) => {
                sound_items(items, |items| Self::Members(items, source))
            }
            Self::Failed(error) => Self::Failed(sound_error(error)),
            outcome @ (Self::TimedOut | Self::HeartbeatMissed) => outcome,
        }
    }
}

/// The outcome of a reader with items that JSON can express, or its failure.
#[inline]
fn sound_items(items: Vec<Value>, read: impl FnOnce(Vec<Value>) -> Outcome) -> Outcome {
    match items.iter().try_for_each(bounded) {
        Ok(()) => read(items.into_iter().map(finite).collect()),
        Err(cause) => Outcome::Failed(TaskError::new(names::ITEM_READER_FAILED, cause)),
    }
}

impl Report {
    pub(in crate::execution) fn sound(self) -> Self {
        match self {
            Self::Done(output) => match bounded(&output) {
                Ok(()) => Self::Done(finite(output)),
                Err(cause) => Self::Failed(TaskError::new(names::TASK_FAILED, cause)),
            },
            Self::Failed(error) => Self::Failed(sound_error(error)),
            Self::Heartbeat => Self::Heartbeat,
        }
    }
}

impl From<Cancellation> for Input {
    /// The input that cancels an execution for this reason.
    fn from(reason: Cancellation) -> Self {
        if reason == Cancellation::default() {
            Self::Cancel
        } else {
            Self::CancelWith(Box::new(reason))
        }
    }
}

impl Cancellation {
    fn sound(self) -> Self {
        let error = self.error.map(|error| beginning(error, MOST_ERROR));
        let cause = self.cause.map(|cause| beginning(cause, MOST_CAUSE));
        Self { error, cause }
    }
}

/// An error as it is kept: without data beyond the limits, and cut off where AWS cuts it off.
fn sound_error(error: TaskError) -> TaskError {
    let parts = error.into_parts();
    let data = parts.data.filter(|data| bounded(data).is_ok()).map(|data| Box::new(finite(*data)));
    let error = parts.error.map(|error| beginning(error, MOST_ERROR));
    let cause = parts.cause.map(|cause| beginning(cause, MOST_CAUSE));
    TaskError::of_parts(ErrorParts { error, cause, data, ..parts })
}

/// Characters that AWS keeps of an error name.
const MOST_ERROR: usize = 256;

/// Characters that AWS keeps of a cause.
const MOST_CAUSE: usize = 32_768;

/// The text, cut off after this many characters.
fn beginning(text: Text, most: usize) -> Text {
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().into(),
        None => text,
    }
}

/// Cuts data off at the depth that is refused for an event, which text can still express.
#[inline]
fn cut(data: Value) -> Value {
    if bounded(&data).is_ok() {
        return data;
    }
    (0..asl_value::value::MAX_DEPTH).fold(Value::Null, |inner, _| Value::array(vec![inner]))
}

/// Replaces numbers that are not finite by null, as JSON text does. Data without such numbers is
/// not copied.
pub fn finite(mut data: Value) -> Value {
    if !data.is_finite() {
        make_finite(&mut data);
    }
    data
}

/// The depth of data is limited, and so is this recursion.
fn make_finite(value: &mut Value) {
    let again = |inner: &Value| {
        let mut inner = inner.clone();
        make_finite(&mut inner);
        inner
    };
    match value {
        Value::Float(number) if !number.is_finite() => *value = Value::Null,
        Value::Array(items) => *value = Value::Array(items.iter().map(again).collect::<Array>()),
        Value::Object(object) => {
            let entries = object.iter().map(|(key, inner)| (Text::from(key), again(inner)));
            *value = Value::Object(entries.collect::<Object>());
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    #[test]
    fn the_text_of_a_result_is_that_of_serde() {
        let outputs = [json!(-7), json!({"a\n": [1.5, null, "\u{e4}\""]}), json!([]), json!("b")];
        for output in outputs {
            let input = Input::Complete(OpKey::new(1 << 40, 7), Outcome::Done(output));
            let mut text = Vec::new();
            input.append_json(&mut text);
            assert_eq!(String::from_utf8(text).ok(), serde_json::to_string(&input).ok());
        }
    }

    #[test]
    fn reports_of_a_task_are_cut_off_at_the_limits_of_aws() {
        let error = sound_error(TaskError::new("é".repeat(300), "x".repeat(40_000)));
        assert_eq!(error.error().chars().count(), MOST_ERROR);
        assert_eq!(error.cause().map(|cause| cause.chars().count()), Some(MOST_CAUSE));
        let short = TaskError::new("NoMoney", "none is left");
        assert_eq!(sound_error(short.clone()), short);
    }
}
