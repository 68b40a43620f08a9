//! The account of a run in the message of a failed expectation.

use std::fmt::Write as _;

use asl_runtime::engine::simulation::DelayKind;
use asl_value::value::Value;

use super::run::Run;

/// Maximum bytes of quoted data.
pub(super) const LONGEST: usize = 400;
/// Maximum states of a path.
const MOST_STATES: usize = 40;
/// Maximum lines of the log.
const MOST_LINES: usize = 30;

/// The account of a failed run. Its report is written too, if the environment asks for it.
pub(super) fn of(run: &Run) -> String {
    let mut text =
        format!("what happened in machine `{}` ({}):", run.machine.name, run.machine.source);
    let mut line = |name: &str, what: &str| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {name:<7} {what}");
    };
    line("path", &path(&run.path()));
    match run.result() {
        Ok(output) => line("output", &cut(output, LONGEST)),
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
    for state in &run.without_payload {
        line("hint", &hint(state));
    }
    for entry in run.simulated.log.iter().take(MOST_LINES) {
        line("log", entry);
    }
    if let Some(more) = run.simulated.log.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        line("log", &format!("… {more} more"));
    }
    #[cfg(feature = "report")]
    text.push_str(&super::report::left(run));
    text
}

/// A forgotten envelope is the commonest slip in answers of `lambda:invoke`.
fn hint(state: &str) -> String {
    format!(
        "`{state}` calls `lambda:invoke`, whose response has the function's result in `Payload`; its \
         answer here has none: script it with `returns_payload(..)`, or write \
         `{{\"Payload\": ..}}` in the mock file"
    )
}

/// States with arrows between them.
pub(super) fn path(states: &[&str]) -> String {
    if states.is_empty() {
        return "no state was entered".to_owned();
    }
    let shown = states.get(..MOST_STATES).unwrap_or(states);
    let more = states.len() - shown.len();
    let end = if more == 0 { String::new() } else { format!(" → … {more} more") };
    format!("{}{end}", shown.join(" → "))
}

/// JSON text of a value, cut off if it is long.
pub(super) fn cut(value: &Value, longest: usize) -> String {
    let text = asl_value::error::Quoted(value).to_string();
    match (0..=longest)
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .and_then(|end| text.get(..end))
    {
        Some(start) if text.len() > longest => format!("{start}…"),
        Some(_) | None => text,
    }
}

fn seconds(millis: u64) -> f64 {
    std::time::Duration::from_millis(millis).as_secs_f64()
}
