//! Where values of the user's types enter a machine.

use super::Context;
use crate::check::flow::{Answer, Borders};
use crate::ir::{Effect, Form, NodeId, NodeKind, TaskId};

/// The borders with Rust types.
pub(super) fn borders(context: &Context<'_>) -> Borders {
    let results = context.nodes().map(|(id, node)| {
        let NodeKind::Invoke(invoke) = &node.kind else { return Answer::Untyped };
        match &invoke.effect {
            Effect::Task(call) => answer(context, id, call.task),
            Effect::Wait(_) => Answer::Untyped,
        }
    });
    Borders { input: context.options.input.is_some(), results: results.collect() }
}

fn answer(context: &Context<'_>, node: NodeId, task: TaskId) -> Answer {
    // The result of a state that waits for its token comes from elsewhere.
    let is_reported = context
        .machine
        .tasks
        .get(task.index())
        .is_none_or(|task| matches!(task.form, Form::Token | Form::Activity));
    let methods = context.names.methods();
    let entry = methods.entries.get(methods.entry_of(node));
    match entry {
        Some(entry) if !is_reported && methods.method(*entry).types.is_some() => {
            if entry.has_envelope { Answer::Payload } else { Answer::Whole }
        }
        _ => Answer::Untyped,
    }
}
