//! The account of a run in the message of a failed expectation.

use std::fmt::Write as _;

use crate::engine::simulation::DelayKind;
use crate::value::{Object, Value};

use super::run::Run;

/// Maximum bytes of quoted data.
const LONGEST: usize = 400;
/// Maximum lines of the log.
const MOST_LINES: usize = 30;

/// The type of event.
pub(super) fn of(run: &Run) -> String {
    let mut text =
        format!("what happened in machine `{}` ({}):", run.machine.name, run.machine.source);
    let mut line = |name: &str, what: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {name:<7} {what}");
    };
    line("path", &path(&run.path()));
    match run.result() {
        Ok(output) => line("output", &cut(output)),
        Err(failure) => line("failed", &failure.to_string()),
    }
    for delay in &run.simulated.delays {
        let what = match delay.kind {
            DelayKind::Retry => "before a retry of",
            DelayKind::Wait => "in",
        };
        line("waited", &format!("{} s {what} `{}`", seconds(delay.millis), delay.state));
    }
    for detached in run.detached().iter().filter(|detached| detached.end.is_none()) {
        line("open", &format!("{}, which is not awaited", detached.call.operation));
    }
    for entry in run.simulated.log.iter().take(MOST_LINES) {
        line("log", entry);
    }
    if let Some(more) = run.simulated.log.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        line("log", &format!("… {more} more"));
    }
    text
}

/// States with arrows between them.
pub(super) fn path(states: &[&str]) -> String {
    if states.is_empty() { "no state was entered".to_owned() } else { states.join(" → ") }
}

/// JSON text of a value, cut off if it is long.
pub(super) fn cut(value: &Value) -> String {
    let text = crate::error::Quoted(value).to_string();
    match (0..=LONGEST)
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .and_then(|end| text.get(..end))
    {
        Some(start) if text.len() > LONGEST => format!("{start}…"),
        Some(_) | None => text,
    }
}

fn seconds(millis: u64) -> f64 {
    std::time::Duration::from_millis(millis).as_secs_f64()
}

/// The first difference between two values, as "at `$.a[0]`: expected .., got ..".
pub(super) fn difference(expected: &Value, got: &Value) -> String {
    let mut place = String::from("$");
    let (mut expected, mut got) = (expected, got);
    while let Some((step, inner)) = differing(expected, got) {
        place.push_str(&step);
        match inner {
            (Some(left), Some(right)) => (expected, got) = (left, right),
            (Some(left), None) => {
                return format!("at `{place}`: expected {}, got nothing", cut(left));
            }
            (None, Some(right)) => {
                return format!("at `{place}`: expected nothing, got {}", cut(right));
            }
            (None, None) => break,
        }
    }
    format!("at `{place}`: expected {}, got {}", cut(expected), cut(got))
}

/// The path of the first member or item that differs, and its value on both sides.
type Differing<'v> = (String, (Option<&'v Value>, Option<&'v Value>));

fn differing<'v>(expected: &'v Value, got: &'v Value) -> Option<Differing<'v>> {
    match (expected, got) {
        (Value::Object(left), Value::Object(right)) => {
            let member = |object: &'v Object, key: &str| {
                object.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
            };
            let keys = left.iter().map(|(key, _)| key).chain(right.iter().map(|(key, _)| key));
            let sides =
                keys.map(|key| (format!(".{key}"), (member(left, key), member(right, key))));
            sides.into_iter().find(|(_, (left, right))| left != right)
        }
        (Value::Array(left), Value::Array(right)) => {
            let (left, right) = (left.as_slice(), right.as_slice());
            let sides = (0..left.len().max(right.len()))
                .map(|at| (format!("[{at}]"), (left.get(at), right.get(at))));
            sides.into_iter().find(|(_, (left, right))| left != right)
        }
        (_, _) => None,
    }
}
