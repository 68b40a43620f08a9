//! Scripted answers to the calls of a task.

use std::fmt;
use std::sync::Arc;

use asl_runtime::__engine::{LATEST, response};
use asl_runtime::engine::simulation::{Scripted, TaskCall};
use asl_value::value::{Text, Value};

/// The task answers with this output. `.after(millis)` delays the answer;
/// `.with_heartbeats(every, times)` sends heartbeats before it.
pub fn returns(output: impl Into<Value>) -> Scripted {
    Scripted::answer(output)
}

/// The Lambda function that `lambda:invoke` calls answers with this payload: as [`returns`] with
/// the response around it (`Payload`, `StatusCode` and so on), which the state sees.
pub fn returns_payload(payload: impl Into<Value>) -> Scripted {
    // No function is called, so there is no request with an id.
    let id = "00000000-0000-0000-0000-000000000000";
    Scripted::answer(response(LATEST, payload.into(), 200, id))
}

/// The task fails with this error and cause.
pub fn throws(error: impl Into<Text>, cause: impl Into<Text>) -> Scripted {
    Scripted::fail(error, cause)
}

/// The task does not answer within its `TimeoutSeconds`.
pub fn times_out() -> Scripted {
    Scripted::TimeOut
}

/// The task never answers and never sends a heartbeat: it ends at `HeartbeatSeconds`, or else at
/// `TimeoutSeconds`.
pub fn hangs() -> Scripted {
    Scripted::Hang
}

/// The first answer is for the first attempt of each visit, the second for its first retry, and so
/// on. This suits a state in a Map, whose iterations each start anew.
pub fn per_attempt(answers: impl IntoIterator<Item = Scripted>) -> Answers {
    Answers(Kind::PerAttempt(answers.into_iter().collect()))
}

/// An answer that is computed from the call.
pub fn computed(answer: impl Fn(&TaskCall) -> Scripted + Send + Sync + 'static) -> Answers {
    Answers(Kind::Computed(Arc::new(answer)))
}

/// The answers to the calls of a task: one [`Scripted`] for all of them, or a list with one for
/// each, in the order of the calls, including retries and iterations. See also [`per_attempt`] and
/// [`computed`].
#[derive(Clone)]
pub struct Answers(Kind);

#[derive(Clone)]
enum Kind {
    Always(Scripted),
    Each(Vec<Scripted>),
    PerAttempt(Vec<Scripted>),
    Computed(Arc<dyn Fn(&TaskCall) -> Scripted + Send + Sync>),
}

impl From<Scripted> for Answers {
    fn from(answer: Scripted) -> Self {
        Self(Kind::Always(answer))
    }
}

impl<const N: usize> From<[Scripted; N]> for Answers {
    fn from(answers: [Scripted; N]) -> Self {
        Self(Kind::Each(answers.into()))
    }
}

impl From<Vec<Scripted>> for Answers {
    fn from(answers: Vec<Scripted>) -> Self {
        Self(Kind::Each(answers))
    }
}

impl Answers {
    /// The answer to a call after `before` earlier ones, or the reason why there is none.
    pub(super) fn to(&self, call: &TaskCall, before: usize) -> Result<Scripted, String> {
        let attempt = usize::try_from(call.attempt).unwrap_or(usize::MAX);
        match &self.0 {
            Kind::Always(answer) => Ok(answer.clone()),
            Kind::Computed(answer) => Ok(answer(call)),
            Kind::Each(answers) => answers.get(before).cloned().ok_or_else(|| {
                format!(
                    "this is call number {} of it, and {} scripted",
                    before + 1,
                    are(answers.len(), "answer")
                )
            }),
            Kind::PerAttempt(answers) => answers.get(attempt).cloned().ok_or_else(|| {
                format!(
                    "this is attempt number {} of a visit, and {} scripted",
                    attempt + 1,
                    are(answers.len(), "answer")
                )
            }),
        }
    }

    /// Number of answers in a list that are unused after this many calls.
    pub(super) fn left(&self, calls: usize) -> usize {
        match &self.0 {
            Kind::Each(answers) => answers.len().saturating_sub(calls),
            Kind::Always(_) | Kind::PerAttempt(_) | Kind::Computed(_) => usize::from(calls == 0),
        }
    }
}

/// "1 answer is", "2 answers are".
fn are(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun} is") } else { format!("{count} {noun}s are") }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Always(answer) => f.debug_tuple("Always").field(answer).finish(),
            Kind::Each(answers) => f.debug_tuple("Each").field(answers).finish(),
            Kind::PerAttempt(answers) => f.debug_tuple("PerAttempt").field(answers).finish(),
            Kind::Computed(_) => f.write_str("Computed(..)"),
        }
    }
}
