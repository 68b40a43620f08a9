//! Lines of text about a state of ASL: what it calls, its times, retriers and error.

use super::drawing::{LONGEST_TEXT, Note, NoteKind};
use crate::ir::call_target::{CallTarget, Integration};
use crate::ir::{
    Computed, Effect, Expr, Fail, Invoke, Limit, Literal, Machine, Node, NodeKind, Retrier,
    TaskCall, WaitFor,
};
use asl_source::diagnostics::printable;

/// The notes of a node.
pub(super) fn of_node(machine: &Machine, node: &Node) -> Vec<Note> {
    let mut notes = Vec::new();
    match &node.kind {
        NodeKind::Invoke(invoke @ Invoke { effect: Effect::Task(call), .. }) => {
            notes.extend(called(machine, invoke, call));
            limits(&mut notes, call);
        }
        NodeKind::Invoke(Invoke { effect: Effect::Wait(wait), .. }) => {
            notes.push(note(NoteKind::Time, &wait_text(wait)));
        }
        NodeKind::Fail(fail) => notes.extend(error(fail)),
        NodeKind::ForEach(each) => {
            if each.run.is_some() {
                notes.push(note(NoteKind::Limit, "distributed"));
            }
            notes.extend(match &each.window {
                Limit::Fixed(0) => None,
                Limit::Fixed(1) => Some(note(NoteKind::Limit, "one item at a time")),
                Limit::Fixed(window) => {
                    Some(note(NoteKind::Limit, &format!("{window} items at a time")))
                }
                Limit::At(at) => {
                    Some(note(NoteKind::Limit, &format!("{} items at a time", computed(at))))
                }
            });
        }
        NodeKind::Eval(_)
        | NodeKind::Branch(_)
        | NodeKind::Fork(_)
        | NodeKind::Await(_)
        | NodeKind::End(_) => {}
    }
    notes.extend(node.kind.retriers().iter().map(retry));
    notes
}

fn note(kind: NoteKind, text: &str) -> Note {
    Note { kind, text: printable(text, LONGEST_TEXT) }
}

/// The Resource; of `lambda:invoke` the function, if the definition names it.
fn called(machine: &Machine, invoke: &Invoke, call: &TaskCall) -> Option<Note> {
    let task = machine.tasks.get(call.task.index())?;
    let resource = task.resource.value.as_str();
    let integration = Integration::new(resource).filter(|known| known.has_envelope());
    let text = match integration.zip(CallTarget::new(task, invoke)) {
        Some((Integration { wait: "", .. }, function)) => format!("function:{}", function.own),
        Some((Integration { wait, .. }, function)) => format!("function:{}.{wait}", function.own),
        None => short(resource).to_owned(),
    };
    Some(note(NoteKind::Call, &text))
}

fn limits(notes: &mut Vec<Note>, call: &TaskCall) {
    let limit = match &call.timeout_at {
        Some(at) => Some(computed(at)),
        None => call.timeout_given.then(|| call.timeout_seconds.to_string()),
    };
    let heartbeat = match &call.heartbeat_at {
        Some(at) => Some(computed(at)),
        None => call.heartbeat_seconds.map(|seconds| seconds.to_string()),
    };
    notes.extend(limit.map(|limit| note(NoteKind::Time, &format!("time-out {limit} s"))));
    notes.extend(heartbeat.map(|limit| note(NoteKind::Time, &format!("heartbeat {limit} s"))));
}

/// A Resource without the parts of its ARN that name no service: `dynamodb:putItem`,
/// `function:pay`.
fn short(resource: &str) -> &str {
    if let Some((_, service)) = resource.split_once(":states:::") {
        return service;
    }
    if !resource.starts_with("arn:") {
        return resource;
    }
    // arn:partition:service:region:account:resource
    resource.splitn(6, ':').nth(5).unwrap_or(resource)
}

fn wait_text(wait: &WaitFor) -> String {
    match wait {
        WaitFor::Seconds(seconds) => format!("wait {seconds} s"),
        WaitFor::Milliseconds(millis) => format!("wait {millis} ms"),
        WaitFor::Until(instant) => format!("until {}", instant.text),
        WaitFor::SecondsAt(at) => format!("wait {} s", computed(at)),
        WaitFor::UntilAt(at) => format!("until {}", computed(at)),
    }
}

fn computed(value: &Computed) -> String {
    match value {
        Computed::Path(path) => path.text.clone(),
        Computed::Jsonata(expression) => expression.program.text().to_owned(),
    }
}

fn error(fail: &Fail) -> Option<Note> {
    let text = match fail.error.as_ref()? {
        Expr::Literal(Literal::String(name)) => name.clone(),
        Expr::Path { path, .. } => path.text.clone(),
        Expr::Call { call, .. } => call.text.clone(),
        Expr::Jq(query) => query.program.text.clone(),
        Expr::Jsonata(expression) => expression.program.text().to_owned(),
        Expr::Literal(_) | Expr::Object(_) | Expr::Array(_) => return None,
    };
    Some(note(NoteKind::Error, &format!("error {text}")))
}

fn retry(retrier: &Retrier) -> Note {
    let names: Vec<&str> = retrier.errors.iter().map(|name| name.value.as_str()).collect();
    let names = names.join(", ");
    let text = match retrier.max_attempts {
        0 => format!("no retry: {names}"),
        attempts => {
            let times = if attempts == 1 { "once".to_owned() } else { format!("{attempts} times") };
            format!("retry {times} after {} s: {names}", retrier.interval_seconds)
        }
    };
    note(NoteKind::Retry, &text)
}
