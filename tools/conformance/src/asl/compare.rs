//! Compares our run with the recording: end, calls and history.

use std::collections::BTreeSet;

use serde_json::Value;

use super::case::{Call, Case};
use super::exact_text;
use super::history;
use super::matcher::{Matcher, Noise};
use super::observed::{Observed, StartedCall};
use crate::report::Difference;

/// All differences from the recording.
pub(crate) fn differences(case: &Case, observed: &Observed) -> Vec<Difference> {
    let mut found = Vec::new();
    let noise = if case.tasks_unknown { Noise::Ignored } else { Noise::Compared };
    let mut matcher = Matcher::new(noise).before_redrive(case.is_before_redrive);
    for asked in &case.unknown {
        found.push(Difference::new(
            asked.as_str(),
            "a comparison",
            "the runner does not know this one",
        ));
    }
    if let Some(restored) = &observed.restored {
        found.push(Difference::new(
            "the run restored after every step",
            "as the uninterrupted one",
            restored,
        ));
    }
    end(case, observed, &mut matcher, &mut found);
    calls(case, observed, &mut matcher, &mut found);
    times(case, observed, &mut found);
    history::compare(case, observed, &mut matcher, &mut found);
    found
}

/// Compares status, output, error and cause.
fn end(case: &Case, observed: &Observed, matcher: &mut Matcher, found: &mut Vec<Difference>) {
    let expected = &case.expected;
    if expected.status != observed.status {
        found.push(Difference::new("status", &expected.status, &observed.status));
    }
    let output = observed.output.as_deref().map(parsed);
    let compared =
        |wanted: &Value, actual: &Value| matcher.compare("output", wanted, actual, found);
    let one_sided =
        member("output", expected.output.as_ref(), output.as_ref(), expected.partial, compared);
    found.extend(one_sided);
    let error = expected.error.clone().map(Value::String);
    compare_member("error", error.as_ref(), observed.error.as_deref(), case, matcher, found);
    compare_member(
        "cause",
        expected.cause.as_ref(),
        observed.cause.as_deref(),
        case,
        matcher,
        found,
    );
    texts(case, observed, found);
    contained(case, observed, matcher, found);
}

/// Compares an error or cause. If it is absent on one side only, that is a difference, unless the
/// expectation is partial.
fn compare_member(
    what: &str,
    expected: Option<&Value>,
    actual: Option<&str>,
    case: &Case,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    let actual = actual.map(|text| Value::String(text.to_owned()));
    let partial = case.expected.partial;
    // A case with pieces of its cause knows only part of it.
    let partial =
        partial || (what == "cause" && case.expected.cause_contains.iter().next().is_some());
    let one_sided = member(what, expected, actual.as_ref(), partial, |wanted, actual| {
        if case.composed && same_without_punctuation(wanted, actual) {
            return;
        }
        matcher.compare_text(what, wanted, actual, found);
    });
    found.extend(one_sided);
}

/// Calls `compare` if both exist, and returns a difference if only one does.
fn member(
    what: &str,
    expected: Option<&Value>,
    actual: Option<&Value>,
    partial: bool,
    compare: impl FnOnce(&Value, &Value),
) -> Option<Difference> {
    match (expected, actual) {
        (Some(expected), Some(actual)) => {
            compare(expected, actual);
            None
        }
        (Some(expected), None) => Some(Difference::new(what, expected, "(absent)")),
        (None, Some(actual)) if !partial => Some(Difference::new(what, "(absent)", actual)),
        (None, _) => None,
    }
}

/// Compares letters and digits only, because a composed text is combined from two reports.
fn same_without_punctuation(a: &Value, b: &Value) -> bool {
    let bare = |value: &Value| {
        value.as_str().map(|text| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>())
    };
    bare(a).is_some_and(|a| Some(a) == bare(b))
}

/// Compares the spelling of numbers, if the source kept the raw text.
fn texts(case: &Case, observed: &Observed, found: &mut Vec<Difference>) {
    let expected = &case.expected;
    let pairs = [
        ("output_text", &expected.output_text, &observed.output),
        ("error_text", &expected.error_text, &observed.error),
        ("cause_text", &expected.cause_text, &observed.cause),
    ];
    for (what, expected, actual) in pairs {
        let Some(expected) = expected else { continue };
        let actual = actual.as_deref().unwrap_or("(absent)");
        if !exact_text::same(expected, actual) {
            found.push(Difference::new(what, expected, actual));
        }
    }
}

/// Checks `cause_contains` and `output_contains`.
fn contained(case: &Case, observed: &Observed, matcher: &mut Matcher, found: &mut Vec<Difference>) {
    let cause = observed.cause.as_deref().unwrap_or_default();
    for piece in case.expected.cause_contains.iter().filter(|piece| !cause.contains(piece)) {
        found.push(Difference::new("cause_contains", piece, cause));
    }
    let Some(members) = &case.expected.output_contains else { return };
    let output = observed.output.as_deref().map_or(Value::Null, parsed);
    for (key, wanted) in members {
        match output.get(key) {
            Some(actual) => matcher.compare_text(&format!("output.{key}"), wanted, actual, found),
            None => found.push(Difference::new(format!("output.{key}"), wanted, "(absent)")),
        }
    }
}

/// Checks the started tasks: each must be a recorded one, called by the same state with the same
/// input.
fn calls(case: &Case, observed: &Observed, matcher: &mut Matcher, found: &mut Vec<Difference>) {
    let mut used = BTreeSet::new();
    for (index, started) in observed.calls.iter().enumerate() {
        let what = format!("task call {}", index + 1);
        if started.script.is_some() && !used.insert((&started.resource, started.script)) {
            found.push(Difference::new(
                what.clone(),
                "a recorded call of its own",
                "one that another call had before",
            ));
        }
        let recorded =
            started.script.and_then(|script| case.tasks.get(&started.resource)?.get(script));
        match recorded {
            Some(recorded) => call(&what, recorded, started, matcher, found),
            None if case.tasks_unknown => {}
            None => {
                found.push(Difference::new(
                    what,
                    "no further call",
                    format!("{} {}", started.resource, started.input),
                ));
            }
        }
    }
}

fn call(
    what: &str,
    recorded: &Call,
    started: &StartedCall,
    matcher: &mut Matcher,
    found: &mut Vec<Difference>,
) {
    if let Some(state) = recorded.state.as_ref().filter(|state| **state != started.state) {
        found.push(Difference::new(format!("{what}: state"), state, &started.state));
    }
    if let Some(input) = &recorded.input {
        matcher.compare(
            &format!("{what}: input"),
            &parsed(input.get()),
            &parsed(&started.input),
            found,
        );
    }
}

/// Compares attempts, the delays between them, and the total time.
fn times(case: &Case, observed: &Observed, found: &mut Vec<Difference>) {
    if let Some(attempts) =
        case.expected_attempts.filter(|attempts| *attempts != observed.calls.len())
    {
        found.push(Difference::new("expected_attempts", attempts, observed.calls.len()));
    }
    if let Some(expected) = &case.expected_delays {
        let actual = delays(&observed.calls);
        let same = expected.len() == actual.len()
            && expected
                .iter()
                .zip(&actual)
                .all(|(expected, actual)| (expected - actual).abs() < 0.0005);
        if !same {
            found.push(Difference::new(
                "expected_delays",
                format!("{expected:?}"),
                format!("{actual:?}"),
            ));
        }
    }
    let duration = seconds(observed.duration_ms);
    if let Some(expected) =
        case.expected_duration.filter(|expected| (expected - duration).abs() >= 0.0005)
    {
        found.push(Difference::new("expected_duration", expected, duration));
    }
}

/// Seconds from the end of each call to the start of the next.
fn delays(calls: &[StartedCall]) -> Vec<f64> {
    let ends = calls.iter().map(|call| call.ended_ms.unwrap_or(call.started_ms));
    let starts = calls.iter().skip(1).map(|call| call.started_ms);
    ends.zip(starts).map(|(end, start)| seconds(start.saturating_sub(end))).collect()
}

fn seconds(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64()
}

/// JSON text as a value; any other text as a string.
pub(crate) fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
