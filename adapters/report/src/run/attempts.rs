//! Events of tasks -> attempts of a visit.

use super::visits::{Growing, Place};
use super::{Attempt, Outcome, Visit, ending};
use crate::history::Event;

/// The prefixes of the types, the longest first.
const PREFIXES: [&str; 3] = ["LambdaFunction", "Activity", "Task"];

/// Adds an event of a task. Returns false if it is none.
pub(super) fn apply(growing: &mut Growing, event: &Event) -> bool {
    let end = PREFIXES.iter().find_map(|prefix| event.kind.strip_prefix(prefix));
    let Some(end) = end else { return false };
    let before = growing.place_before(event);
    let is_task = |growing: &Growing, index: usize| {
        growing.kind(index) == "Task" && growing.open.contains(&index)
    };
    let owner = before.and_then(|place| place.visit).filter(|index| is_task(growing, *index));
    let found = owner.or_else(|| ending::resumed_task(growing, event));
    let Some(index) = found.or_else(|| growing.find(before, is_task)) else { return true };
    growing.set_place(event, Place { visit: Some(index), group: None });
    if end == "Scheduled" {
        scheduled(growing, index, event);
        return true;
    }
    let output = event.data("output").map(|text| growing.run.texts.add(text));
    let Some(visit) = growing.visit_mut(index) else { return true };
    let attempt = last(visit, event);
    match end {
        "Started" => detail(attempt, "worker", event.text("workerName")),
        "Submitted" => attempt.submitted = output,
        "Succeeded" => {
            (attempt.output, attempt.end) = (output, event.time);
            attempt.outcome = Outcome::Succeeded;
            (visit.error, visit.cause) = (None, None);
        }
        "Failed" | "TimedOut" | "StartFailed" | "SubmitFailed" | "ScheduleFailed" => {
            attempt.outcome = if end == "TimedOut" { Outcome::TimedOut } else { Outcome::Failed };
            attempt.end = event.time;
            attempt.error = event.text("error").map(str::to_owned);
            attempt.cause = event.text("cause").map(str::to_owned);
            let (error, cause) = (attempt.error.clone(), attempt.cause.clone());
            (visit.error, visit.cause) = (Some(error.unwrap_or_default()), cause);
        }
        _ => return false,
    }
    true
}

/// Ends the attempt that runs, because its state was aborted.
pub(super) fn abort(growing: &mut Growing, index: usize, time: Option<u64>) {
    let visit = growing.visit_mut(index);
    let attempt = visit.and_then(|visit| visit.attempts.last_mut());
    if let Some(attempt) = attempt.filter(|attempt| attempt.outcome == Outcome::Running) {
        (attempt.outcome, attempt.end) = (Outcome::Aborted, time);
    }
}

/// The attempt that runs; a new one if its start is missing.
fn last<'v>(visit: &'v mut Visit, event: &Event) -> &'v mut Attempt {
    let is_running =
        visit.attempts.last().is_some_and(|attempt| attempt.outcome == Outcome::Running);
    if !is_running {
        visit.attempts.push(Attempt { name: name(event), start: event.time, ..Attempt::default() });
    }
    let position = visit.attempts.len() - 1;
    #[expect(clippy::indexing_slicing, reason = "one was pushed if there was none")]
    &mut visit.attempts[position]
}

fn scheduled(growing: &mut Growing, index: usize, event: &Event) {
    let input = event.data("parameters").or_else(|| event.data("input"));
    let input = input.map(|text| growing.run.texts.add(text));
    let mut attempt = Attempt { name: name(event), start: event.time, input, ..Attempt::default() };
    let seconds = |key: &str| event.number(key).map(|seconds| format!("{seconds} s"));
    detail(&mut attempt, "time-out", seconds("timeoutInSeconds").as_deref());
    detail(&mut attempt, "heartbeat", seconds("heartbeatInSeconds").as_deref());
    detail(&mut attempt, "region", event.text("region"));
    let role = event.details.get("taskCredentials").and_then(|role| role.get("roleArn"));
    detail(&mut attempt, "role", role.and_then(serde_json::Value::as_str));
    if let Some(visit) = growing.visit_mut(index) {
        visit.attempts.push(attempt);
    }
}

/// The resource, after its service if it has one.
fn name(event: &Event) -> String {
    let resource = event.text("resource").unwrap_or_default();
    match event.text("resourceType") {
        Some(service) => format!("{service}:{resource}"),
        None => resource.to_owned(),
    }
}

pub(super) fn detail(attempt: &mut Attempt, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        attempt.details.push([name.to_owned(), value.to_owned()]);
    }
}
