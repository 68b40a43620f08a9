//! Events of SM4C machines -> a run. They have names of states and actions, and the machine's
//! global data at their time, but neither errors nor results of actions.

use super::visits::{Growing, Place};
use super::{Attempt, Outcome, Run, Visit, attempts, ending};
use crate::history::Event;

/// The run of these events.
pub(super) fn run(events: &[Event]) -> Run {
    let mut growing = Growing::default();
    growing.run.format = "sm4c";
    let mut unknown = 0_usize;
    for event in events {
        if growing.run.name.is_empty() {
            event.text("name").unwrap_or_default().clone_into(&mut growing.run.name);
        }
        let data = event.data("data").map(|text| growing.run.texts.add(text));
        match event.kind.as_str() {
            "EnterStateMachine" => {
                (growing.run.start, growing.run.input) = (event.time, data);
            }
            "EnterState" => {
                let name = event.text("stateName").unwrap_or_default();
                let index = growing.enter(event, name, "State", Place::default());
                if let Some(visit) = growing.visit_mut(index) {
                    visit.input = data;
                }
            }
            "ExitState" => exit(&mut growing, event, data),
            "ExitStateMachine" => {
                let run = &mut growing.run;
                (run.end, run.output) = (event.time, data);
                let is_done = growing.open.is_empty();
                run.outcome = if is_done { Outcome::Succeeded } else { Outcome::Failed };
            }
            "BeforeAction" => before_action(&mut growing, event, data),
            "AfterAction" => after_action(&mut growing, event, data),
            _ => unknown += 1,
        }
    }
    if growing.run.outcome == Outcome::Failed {
        growing.run.notes.push(
            "The machine ended inside a state. These events do not have its error.".to_owned(),
        );
        for index in growing.open.clone() {
            let visit = growing.visit_mut(index);
            if let Some(visit) = visit {
                visit.error = Some(String::new());
            }
        }
    }
    ending::close(&mut growing);
    if unknown > 0 {
        let unknown = crate::history::count(unknown, "event");
        growing.run.notes.push(format!("{unknown} of unknown types are not shown."));
    }
    growing.run
}

/// The visit of the state that an event names.
fn visit_of(growing: &Growing, event: &Event) -> Option<usize> {
    let name = event.text("stateName")?;
    growing.find(None, |growing, index| growing.name(index) == name)
}

fn exit(growing: &mut Growing, event: &Event, data: Option<super::TextId>) {
    let Some(index) = visit_of(growing, event) else { return };
    attempts::abort(growing, index, event.time);
    if let Some(visit) = growing.visit_mut(index) {
        visit.output = data;
    }
    growing.exit(index, event.time, Outcome::Succeeded);
}

fn name(event: &Event) -> String {
    let kind = event.text("actionType").unwrap_or_default();
    event.text("actionName").map_or(kind.to_owned(), |name| format!("{name} ({kind})"))
}

/// The last attempt of this name that has not ended.
fn running<'v>(visit: &'v mut Visit, name: &str) -> Option<&'v mut Attempt> {
    let mut attempts = visit.attempts.iter_mut().rev();
    attempts.find(|attempt| attempt.name == name && attempt.outcome == Outcome::Running)
}

fn before_action(growing: &mut Growing, event: &Event, data: Option<super::TextId>) {
    let Some(index) = visit_of(growing, event) else { return };
    let Some(visit) = growing.visit_mut(index) else { return };
    let name = name(event);
    // Another attempt begins without an event about the end of the one before.
    let repeated = running(visit, &name);
    if let Some(attempt) = repeated {
        (attempt.outcome, attempt.end) = (Outcome::Failed, event.time);
    }
    visit.attempts.push(Attempt { name, start: event.time, input: data, ..Attempt::default() });
}

fn after_action(growing: &mut Growing, event: &Event, data: Option<super::TextId>) {
    let Some(index) = visit_of(growing, event) else { return };
    let Some(visit) = growing.visit_mut(index) else { return };
    let name = name(event);
    let attempt = running(visit, &name);
    if let Some(attempt) = attempt {
        (attempt.outcome, attempt.end) = (Outcome::Succeeded, event.time);
        attempt.output = data;
    }
}
