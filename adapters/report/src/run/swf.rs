//! Events of Amazon SWF, or of Temporal in its form -> a run. Its histories have tasks, timers and children, not states: their
//! ids tell the states if one of our deciders made them (`Ship#0~1`).

use std::collections::HashMap;

use super::visits::{Growing, Place};
use super::{Attempt, Outcome, Run, attempts, ending};
use crate::history::Event;

/// The run while its events are read.
#[derive(Default)]
struct Reader {
    growing: Growing,
    /// The visit of each operation, by its kind and its id without the attempt.
    visits: HashMap<(&'static str, String), usize>,
    /// The visit of each event that began an attempt.
    begun: HashMap<u64, usize>,
    /// The last visit of each state with an activity.
    states: HashMap<String, usize>,
    /// Timers before retries, with their visits.
    backoffs: HashMap<String, usize>,
    signals: usize,
    unknown: Vec<String>,
}

/// The run of these events, which are those of a service.
pub(super) fn run(events: &[Event], service: &str) -> Run {
    let mut reader = Reader::default();
    for event in events {
        reader.apply(event);
    }
    let Reader { mut growing, signals, unknown, .. } = reader;
    growing.run.format = "swf";
    ending::close(&mut growing);
    let mut run = growing.run;
    run.notes.push(format!(
        "A history of {service} has tasks, timers and children. States without these (Choice, \
         Pass, Parallel, Map and so on) are missing, and so is the data of states."
    ));
    if signals > 0 {
        run.notes.push(format!("{} arrived.", crate::history::count(signals, "signal")));
    }
    if !unknown.is_empty() {
        run.notes.push(format!("Events of these types are not shown: {}.", unknown.join(", ")));
    }
    run
}

impl Reader {
    fn apply(&mut self, event: &Event) {
        let kind = event.kind.as_str();
        if let Some(end) = kind.strip_prefix("WorkflowExecution") {
            self.execution(event, end);
        } else if let Some(end) = kind.strip_prefix("ActivityTask") {
            self.operation(event, "Activity", end);
        } else if let Some(end) = kind.strip_prefix("LambdaFunction") {
            self.operation(event, "Lambda function", end);
        } else if let Some(end) = kind.strip_prefix("ChildWorkflowExecution") {
            self.operation(event, "Child", end);
        } else if kind == "StartChildWorkflowExecutionInitiated" {
            self.operation(event, "Child", "Scheduled");
        } else if let Some(end) = kind.strip_prefix("Timer") {
            self.timer(event, end);
        } else if kind.ends_with("Failed") {
            let cause = event.text("cause").unwrap_or_default();
            self.growing.run.notes.push(format!("Event {}: {kind} {cause}", event.id));
        } else {
            let is_known = [
                "DecisionTask",
                "MarkerRecorded",
                "RequestCancel",
                "SignalExternal",
                "UpsertWorkflowSearchAttributes",
                "WorkflowPropertiesModified",
            ];
            let is_known = is_known.iter().any(|known| kind.starts_with(known))
                || kind.starts_with("ExternalWorkflow");
            if !is_known && self.unknown.len() < 10 && !self.unknown.contains(&event.kind) {
                self.unknown.push(event.kind.clone());
            }
        }
    }

    fn execution(&mut self, event: &Event, end: &str) {
        let run = &mut self.growing.run;
        let outcome = match end {
            "Started" => {
                let named = event.details.get("workflowType").and_then(|named| named.get("name"));
                let name = named.and_then(serde_json::Value::as_str);
                name.unwrap_or_default().clone_into(&mut run.name);
                run.start = event.time;
                run.input = event.data("input").map(|text| run.texts.add(text));
                return;
            }
            "Signaled" => {
                self.signals += 1;
                return;
            }
            "CancelRequested" => {
                run.notes.push(format!("Event {}: a cancellation was requested.", event.id));
                return;
            }
            "Completed" => Outcome::Succeeded,
            "Failed" => Outcome::Failed,
            "TimedOut" => Outcome::TimedOut,
            "Canceled" | "Terminated" => Outcome::Aborted,
            "ContinuedAsNew" => {
                run.notes.push("The execution continued in a new run.".to_owned());
                Outcome::Succeeded
            }
            _ => return,
        };
        (run.outcome, run.end) = (outcome, event.time);
        run.output = event.data("result").map(|text| run.texts.add(text));
        run.error = event.text("reason").map(str::to_owned);
        run.cause = event.text("details").map(str::to_owned);
    }

    /// An event of an activity, a function or a child.
    fn operation(&mut self, event: &Event, kind: &'static str, end: &str) {
        let scheduled = ["scheduledEventId", "initiatedEventId"];
        let scheduled = scheduled.into_iter().find_map(|key| event.number(key));
        if matches!(end, "Scheduled") {
            self.begin(event, kind);
            return;
        }
        let visit = scheduled.and_then(|event| self.begun.get(&event).copied());
        let Some(index) = visit else {
            self.growing.lost += 1;
            return;
        };
        let outcome = match end {
            "Completed" => Outcome::Succeeded,
            "Failed" => Outcome::Failed,
            "TimedOut" => Outcome::TimedOut,
            "Canceled" | "Terminated" => Outcome::Aborted,
            _ => {
                self.growing
                    .visit_mut(index)
                    .and_then(|visit| visit.attempts.last_mut())
                    .into_iter()
                    .for_each(|attempt| {
                        attempts::detail(attempt, "worker", event.text("identity"));
                    });
                return;
            }
        };
        let output = event.data("result").map(|text| self.growing.run.texts.add(text));
        let Some(visit) = self.growing.visit_mut(index) else { return };
        let error = event.text("reason").or_else(|| event.text("timeoutType")).map(str::to_owned);
        let cause = event.text("details").map(str::to_owned);
        if let Some(attempt) = visit.attempts.last_mut() {
            (attempt.outcome, attempt.end, attempt.output) = (outcome, event.time, output);
            (attempt.error, attempt.cause) = (error.clone(), cause.clone());
        }
        visit.output = output;
        if outcome != Outcome::Succeeded {
            (visit.error, visit.cause) = (Some(error.unwrap_or_default()), cause);
        }
        self.growing.exit(index, event.time, outcome);
    }

    /// Begins an attempt, in the visit of its operation if there was one before.
    fn begin(&mut self, event: &Event, kind: &'static str) {
        let id = ["activityId", "id", "workflowId"].into_iter().find_map(|key| event.text(key));
        let id = id.unwrap_or_default().to_owned();
        let named = |key: &str| {
            let name = event.details.get(key).and_then(|named| named.get("name"));
            name.and_then(serde_json::Value::as_str).map(str::to_owned)
        };
        let called = named("activityType").or_else(|| named("workflowType"));
        let called = called.or_else(|| event.text("name").map(str::to_owned)).unwrap_or_default();
        let (base, state) = operation(&id);
        let state = state.map_or(called.clone(), str::to_owned);
        let input = event.data("input").map(|text| self.growing.run.texts.add(text));
        let known = self.visits.get(&(kind, base.to_owned())).copied();
        let index =
            known.unwrap_or_else(|| self.growing.enter(event, &state, kind, Place::default()));
        self.visits.insert((kind, base.to_owned()), index);
        self.begun.insert(event.id, index);
        if kind == "Activity" {
            self.states.insert(state, index);
        }
        self.growing.open.insert(index);
        let mut attempt = Attempt { name: called, start: event.time, input, ..Attempt::default() };
        attempts::detail(&mut attempt, "id", Some(&id));
        if let Some(visit) = self.growing.visit_mut(index) {
            visit.input = visit.input.or(input);
            (visit.outcome, visit.end) = (Outcome::Running, None);
            (visit.error, visit.cause) = (None, None);
            visit.attempts.push(attempt);
        }
    }

    fn timer(&mut self, event: &Event, end: &str) {
        let id = event.text("timerId").unwrap_or_default().to_owned();
        let (base, state) = operation(&id);
        if end == "Started" {
            let activity = self.visits.get(&("Activity", base.to_owned())).copied();
            // The timers of Temporal have the names of their states.
            let activity = activity.or_else(|| self.states.get(event.text("name")?).copied());
            if let Some(index) = activity {
                self.backoffs.insert(id, index);
                self.growing.open.insert(index);
                let visit = self.growing.visit_mut(index);
                if let Some(visit) = visit {
                    (visit.outcome, visit.end) = (Outcome::Running, None);
                }
                return;
            }
            let name = event.text("name").or(state).unwrap_or(&id).to_owned();
            let index = self.growing.enter(event, &name, "Timer", Place::default());
            if let (Some(visit), Some(wait)) =
                (self.growing.visit_mut(index), event.text("startToFireTimeout"))
            {
                visit.notes.push(format!("{} s", wait.trim_end_matches('s')));
            }
            self.visits.insert(("Timer", id), index);
            return;
        }
        if self.backoffs.contains_key(&id) {
            return;
        }
        let Some(index) = self.visits.get(&("Timer", id)).copied() else { return };
        let outcome = if end == "Fired" { Outcome::Succeeded } else { Outcome::Aborted };
        self.growing.exit(index, event.time, outcome);
    }
}

/// The id of an operation without its attempt, and the state in it: `Fan#0.1.Ship#2~1` is attempt 1
/// of visit 2 of `Ship`.
fn operation(id: &str) -> (&str, Option<&str>) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((before, numbers)) = id.rsplit_once('#') else { return (id, None) };
    let (visit, attempt) = numbers.split_once('~').unwrap_or((numbers, ""));
    if !is_number(visit) || !(attempt.is_empty() || is_number(attempt)) {
        return (id, None);
    }
    let end = id.len() - if attempt.is_empty() { 0 } else { attempt.len() + 1 };
    let state = before.rsplit('.').next().unwrap_or(before);
    // Long names and names with other letters end with a hash.
    let state = Some(state).filter(|state| !state.contains('~'));
    (id.get(..end).unwrap_or(id), state)
}
