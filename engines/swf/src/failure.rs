//! The form of a task error in `RespondActivityTaskFailed`: its name is the `reason`, its cause the
//! `details`, so workers in any language can fail a task. The further data of our own workers
//! (SM4C's `Data`, the phase of the error) are added as JSON.
//!
//! ```
//! use asl_runtime::{TaskError, json};
//! use asl_swf::failure;
//!
//! let plain = TaskError::new("CardRefused", "no money");
//! assert_eq!(failure::write(&plain), ("CardRefused".to_owned(), Some("no money".to_owned())));
//!
//! let rich = TaskError::new("HttpStatus", "404").with_data(json!({"status": 404}));
//! let (reason, details) = failure::write(&rich);
//! assert_eq!(details.as_deref(), Some(r#"asl:{"cause":"404","data":{"status":404}}"#));
//! assert_eq!(failure::read(Some(&reason), details.as_deref()), rich);
//! ```
//!
//! `FailWorkflowExecution` has the same form. Its details also contain the place of the failure,
//! `asl:{"cause":"no money","at":{"state":"Charge","path":"Charge","file":"order.asl.json",..}}`,
//! which [`occurrence`] reads.

use asl_runtime::error::{Exceeded, Occurrence, Phase, Status, names};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};
use serde::{Deserialize, Serialize};

use crate::limits::{LONGEST_NAME, LONGEST_TEXT, cut, units};

/// Prefix of details with more than a cause.
const MARK: &str = "asl:";

/// The data of an error besides its name, if there is more than a cause.
#[derive(Default, Serialize, Deserialize)]
struct Details {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cause: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    #[serde(default, skip_serializing_if = "is_run")]
    phase: Phase,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Occurrence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exceeded: Option<Exceeded>,
}

impl Details {
    /// The text after the mark, if it fits.
    fn to_text(&self) -> Option<String> {
        let text = serde_json::to_string(self).map(|text| format!("{MARK}{text}")).ok();
        text.filter(|text| fits(text))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_run(phase: &Phase) -> bool {
    *phase == Phase::Run
}

/// The `reason` and the `details` of an error. Texts are cut at SWF's limits: a name at 256
/// characters, a cause at 32,768. Data that do not fit are omitted.
pub fn write(error: &TaskError) -> (String, Option<String>) {
    let reason = cut(error.error(), LONGEST_NAME);
    let cause = error.cause();
    let is_plain = error.data().is_none() && error.phase() == Phase::Run;
    // A plain cause with our prefix must not be read as JSON.
    if is_plain && !cause.is_some_and(|cause| cause.starts_with(MARK)) {
        return (reason, cause.map(|cause| cut(cause, LONGEST_TEXT)));
    }
    let rich = |cause: Option<String>, data: Option<Value>| {
        Details { cause, data, phase: error.phase(), ..Details::default() }.to_text()
    };
    let whole = rich(cause.map(str::to_owned), error.data().cloned());
    let without_data = || rich(cause.map(str::to_owned), None);
    // JSON takes at most six characters for one.
    let short = || rich(cause.map(|cause| cut(cause, LONGEST_TEXT / 6 - LONGEST_NAME)), None);
    (reason, whole.or_else(without_data).or_else(short))
}

/// The `reason` and the `details` of a failed execution. The place of the failure is omitted if it
/// does not fit. The machine's time-out has the States Language's error name.
pub(crate) fn write_end(failure: &Failure) -> (String, Option<String>) {
    let name = match (failure.error(), failure.status()) {
        (Some(name), _) => name,
        (None, Status::TimedOut) => names::TIMEOUT,
        (None, Status::Failed | Status::Aborted) => "",
    };
    let located = failure.occurrence().and_then(|at| {
        let details = Details {
            cause: failure.cause().map(str::to_owned),
            data: failure.data().cloned(),
            phase: Phase::Run,
            at: Some(at.clone()),
            exceeded: failure.exceeded(),
        };
        details.to_text()
    });
    if located.is_some() {
        return (cut(name, LONGEST_NAME), located);
    }
    let error = match failure.cause() {
        Some(cause) => TaskError::new(name, cause),
        None => TaskError::named(name),
    };
    write(&failure.data().cloned().map_or(error.clone(), |data| error.with_data(data)))
}

/// The place of a failure in the `details` of a failed execution, if they contain it, and the limit
/// that was exceeded.
pub fn occurrence(details: Option<&str>) -> (Option<Occurrence>, Option<Exceeded>) {
    let ours = details.and_then(|details| details.strip_prefix(MARK));
    let rich = ours.and_then(|text| serde_json::from_str::<Details>(text).ok());
    rich.map_or((None, None), |rich| (rich.at, rich.exceeded))
}

/// The failure of an execution, as [`write_end`] has written it.
pub(crate) fn read_end(reason: Option<&str>, details: Option<&str>) -> Failure {
    let error = read(reason, details);
    let (at, exceeded) = occurrence(details);
    let name = Some(error.error()).filter(|name| !name.is_empty()).map(Text::from);
    let (cause, data) = (error.cause().map(Text::from), error.data().cloned());
    Failure::from_parts(name, cause, Status::Failed, data)
        .with_occurrence(at)
        .with_exceeded(exceeded)
}

/// The error with a `reason` and `details`. Without a reason its name is `States.TaskFailed`.
pub fn read(reason: Option<&str>, details: Option<&str>) -> TaskError {
    let ours = details.and_then(|details| details.strip_prefix(MARK));
    let rich = ours.and_then(|text| serde_json::from_str::<Details>(text).ok());
    let is_rich = rich.is_some();
    let Details { cause, data, phase, .. } = rich.unwrap_or_default();
    let cause = if is_rich { cause } else { details.map(str::to_owned) };
    let error = match (reason, cause) {
        (Some(""), cause) => TaskError::without_name(cause.map(Into::into)),
        (Some(name), Some(cause)) => TaskError::new(name, cause),
        (Some(name), None) => TaskError::named(name),
        (None, Some(cause)) => TaskError::new(names::TASK_FAILED, cause),
        (None, None) => TaskError::named(names::TASK_FAILED),
    };
    let error = error.in_phase(phase);
    data.map_or(error.clone(), |data| error.with_data(data))
}

fn fits(text: &str) -> bool {
    units(text) <= LONGEST_TEXT
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_runtime::json;

    #[test]
    fn errors_come_back_as_they_were() {
        let errors = [
            TaskError::new("A", "b"),
            TaskError::named("A"),
            TaskError::without_name(None),
            TaskError::without_name(Some("b".into())),
            TaskError::new("A", "asl:{}"),
            TaskError::new("A", "b").in_phase(Phase::Submit),
            TaskError::named("A").with_data(json!([1, "\u{1}"])),
        ];
        for error in errors {
            let (reason, details) = write(&error);
            assert_eq!(read(Some(&reason), details.as_deref()), error, "{details:?}");
        }
    }

    #[test]
    fn foreign_failures_are_errors_too() {
        assert_eq!(read(None, None), TaskError::named("States.TaskFailed"));
        assert_eq!(read(None, Some("x")), TaskError::new("States.TaskFailed", "x"));
        assert_eq!(read(Some("R"), Some("asl:no JSON")), TaskError::new("R", "asl:no JSON"));
        assert_eq!(read(Some("R"), Some("asl:{\"new\": 1}")), TaskError::named("R"));
    }

    #[test]
    fn nothing_is_longer_than_allowed_as_the_service_counts() {
        // Two code units each.
        let long = "\u{1f600}".repeat(40_000);
        let (reason, details) = write(&TaskError::new(long.as_str(), long.as_str()));
        assert_eq!(reason.encode_utf16().count(), LONGEST_NAME);
        assert_eq!(details.map(|details| details.encode_utf16().count()), Some(LONGEST_TEXT));
        let (_, details) =
            write(&TaskError::named("A").with_data(json!("\u{1f600}".repeat(20_000))));
        assert_eq!(details.as_deref(), Some("asl:{}"), "data that does not fit is left out");
    }

    #[test]
    fn nothing_is_longer_than_allowed() {
        let long = "\u{1}\u{1f600}".repeat(40_000);
        let plain = TaskError::new(long.as_str(), long.as_str());
        let errors =
            [plain.clone(), plain.clone().in_phase(Phase::Start), plain.with_data(json!(1))];
        for error in errors {
            let (reason, details) = write(&error);
            let details = details.expect("a cause");
            assert!(units(&reason) <= LONGEST_NAME && units(&reason) >= LONGEST_NAME - 1);
            assert!(fits(&details) && details.len() > 5_000);
            assert_eq!(read(Some(&reason), Some(&details)).phase(), error.phase());
        }
        let large = TaskError::new("A", "b").with_data(long);
        let (reason, details) = write(&large);
        assert_eq!(read(Some(&reason), details.as_deref()), TaskError::new("A", "b"));
    }
}
