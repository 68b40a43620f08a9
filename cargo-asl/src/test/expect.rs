//! Compares an execution with what its case expects.

use std::time::Duration;

use asl_runtime::Value;
use asl_runtime::value::{Map, Object};
use asl_testing::runner::{Call, End, departure, difference};

use super::case::{Expect, ExpectedValue, Stage, Step};
use crate::execution::{Execution, Finish};

/// The expectations that an execution does not meet, each as a text.
pub(super) fn failures(expect: &Expect, execution: &Execution) -> Vec<String> {
    let Some(Finish::Ended(end)) = &execution.finish else {
        unreachable!("a case has no state at which it stops")
    };
    let mut failures = Vec::new();
    failures.extend(result(expect, end));
    failures.extend(path(expect, execution));
    failures.extend(times(expect, end));
    for (name, count) in &expect.calls {
        let found = execution.calls.iter().filter(|call| is_named(call, name)).count();
        if found as u64 != *count {
            failures.push(format!("expected {count} calls of `{name}`, found {found}"));
        }
    }
    failures.extend(expect.values.iter().filter_map(|value| compare_value(value, execution)));
    if !failures.is_empty() {
        failures.push(account(execution, end));
    }
    failures
}

fn is_named(call: &Call, name: &str) -> bool {
    [&call.name, &call.state, &call.resource, &call.method].iter().any(|known| *known == name)
}

/// Output, error and cause.
fn result(expect: &Expect, end: &End) -> Option<String> {
    let is_failure = expect.error.is_some() || expect.cause.is_some();
    match &end.result {
        Ok(output) if is_failure => {
            let error = expect.error.as_deref().unwrap_or("an error");
            Some(format!("expected a failure with `{error}`, but it succeeded with {output}"))
        }
        Ok(output) => {
            let expected = expect.output.as_ref().filter(|expected| *expected != output)?;
            Some(format!("the output is not what was expected:{}", difference(expected, output)))
        }
        Err(failed) if !is_failure => {
            Some(format!("expected a success, but it failed: {}", failed.text))
        }
        Err(failed) => {
            let is_error = expect.error.is_none() || expect.error == failed.error;
            let found = failed.cause.as_deref().unwrap_or_default();
            let is_cause = expect.cause.as_ref().is_none_or(|part| found.contains(part.as_str()));
            if is_error && is_cause {
                return None;
            }
            let error = expect.error.as_deref().unwrap_or("any error");
            let part = expect.cause.as_ref().map(|part| format!(" and {part:?} in its cause"));
            let part = part.unwrap_or_default();
            Some(format!("expected a failure with `{error}`{part}, but it failed: {}", failed.text))
        }
    }
}

fn path(expect: &Expect, execution: &Execution) -> Option<String> {
    let found: Vec<&str> = execution.path.iter().map(String::as_str).collect();
    if let Some(expected) = &expect.path
        && *expected != execution.path
    {
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        let departure = departure("state", &expected, &found);
        return Some(format!("it took another path: {departure}"));
    }
    let mut rest = found.iter();
    let through = expect.through.iter().flatten();
    let mut missed = through.filter(|state| !rest.any(|taken| taken == state));
    let missed = missed.next()?;
    Some(format!("it did not enter `{missed}` where that was expected"))
}

/// Times, which the clock has in milliseconds.
fn times(expect: &Expect, end: &End) -> Vec<String> {
    let delays = |is_retry| {
        let delays = end.delays.iter().filter(move |delay| delay.is_retry == is_retry);
        delays.map(|delay| delay.millis).collect::<Vec<u64>>()
    };
    let elapsed = expect.elapsed.map(|elapsed| vec![elapsed]);
    let all = [
        ("the delays before retries", &expect.delays, delays(true)),
        ("the waits", &expect.waits, delays(false)),
        ("the time from start to end", &elapsed, vec![end.elapsed]),
    ];
    let differing = all.into_iter().filter_map(|(what, expected, found)| {
        let expected = expected.as_ref()?;
        let millis = expected.iter().map(|seconds| Duration::from_secs_f64(*seconds).as_millis());
        let is_equal = millis.eq(found.iter().map(|millis| u128::from(*millis)));
        let found: Vec<f64> =
            found.iter().map(|millis| Duration::from_millis(*millis).as_secs_f64()).collect();
        let differ = format!("{what} differ\n  expected {expected:?} s\n  found    {found:?} s");
        (!is_equal).then_some(differ)
    });
    differing.collect()
}

fn compare_value(expected: &ExpectedValue, execution: &Execution) -> Option<String> {
    let ExpectedValue { state, stage, visit, path, steps, equals } = expected;
    let values = match stage {
        Stage::Call => execution
            .calls
            .iter()
            .filter(|call| call.state == *state)
            .map(|call| call.input.clone())
            .collect(),
        Stage::Input => of_events(execution, state, "stateEnteredEventDetails", "input"),
        Stage::Output => of_events(execution, state, "stateExitedEventDetails", "output"),
        Stage::Variables => of_variables(execution, state),
    };
    let stage = match stage {
        Stage::Input => "input",
        Stage::Output => "output",
        Stage::Variables => "variables",
        Stage::Call => "call",
    };
    let value = match visit {
        Some(visit) => {
            usize::try_from(*visit).ok().and_then(|visit| values.get(visit.checked_sub(1)?))
        }
        None => values.last(),
    };
    let Some(value) = value else {
        let visit = visit.map_or_else(String::new, |visit| format!(" of visit {visit}"));
        return Some(format!("there is no {stage} of `{state}`{visit}"));
    };
    let found = steps.iter().try_fold(value, |value, step| match step {
        Step::Key(name) => value.get(name.as_str()),
        Step::Index(index) => value.as_array().and_then(|items| items.get(*index)),
    });
    match found {
        Some(found) if found == equals => None,
        Some(found) => Some(format!(
            "the {stage} of `{state}` at `{path}` is not what was expected:{}",
            difference(equals, found)
        )),
        None => Some(format!("the {stage} of `{state}` has nothing at `{path}`: {value}")),
    }
}

/// A member of the details of a state's events, each as a value.
fn of_events(execution: &Execution, state: &str, details: &str, member: &str) -> Vec<Value> {
    let details = execution.events.iter().filter_map(|event| event.get(details));
    let of_state =
        details.filter(|details| details.get("name").and_then(Value::as_str) == Some(state));
    of_state.filter_map(|details| parsed(details.get(member)?)).collect()
}

/// The variables that a state assigned at each exit.
fn of_variables(execution: &Execution, state: &str) -> Vec<Value> {
    let exits = execution.events.iter().filter_map(|event| event.get("stateExitedEventDetails"));
    let of_state =
        exits.filter(|details| details.get("name").and_then(Value::as_str) == Some(state));
    let variables = |details: &Value| {
        let assigned = details.get("assignedVariables").and_then(Value::as_object);
        let members = assigned.into_iter().flat_map(Object::iter);
        let parsed = members.filter_map(|(name, text)| Some((name.to_owned(), parsed(text)?)));
        Value::from(parsed.collect::<Map>())
    };
    of_state.map(variables).collect()
}

/// The value of a text of a history.
fn parsed(text: &Value) -> Option<Value> {
    Value::from_json_str(text.as_str()?).ok()
}

/// The events of a case that failed.
fn account(execution: &Execution, end: &End) -> String {
    let mut lines = vec![format!("path    {}", execution.path.join(" → "))];
    match &end.result {
        Ok(output) => lines.push(format!("output  {output}")),
        Err(failed) => lines.push(format!("failed  {}", failed.text)),
    }
    for delay in &end.delays {
        let what = if delay.is_retry { "before a retry of" } else { "in" };
        let seconds = Duration::from_millis(delay.millis).as_secs_f64();
        lines.push(format!("waited  {seconds} s {what} `{}`", delay.state));
    }
    format!("what happened:\n  {}", lines.join("\n  "))
}
