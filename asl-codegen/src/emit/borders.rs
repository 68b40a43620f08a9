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
    Borders::new(context.options.input.is_some(), results.collect())
}

fn answer(context: &Context<'_>, node: NodeId, task: TaskId) -> Answer {
    if context.nested_module(node).is_some() {
        // Only this form gives the output as data.
        let is_data =
            context.machine.tasks.get(task.index()).is_some_and(|it| it.form == Form::Sync2);
        return if is_data { Answer::Output } else { Answer::Untyped };
    }
    // The result of a state that waits for its token is what is reported.
    let task = context.machine.tasks.get(task.index());
    let is_reported = task.is_none_or(|task| task.form.is_report());
    let methods = context.names.methods();
    let entry = methods.entries.get(methods.entry_of(node));
    let Some(entry) = entry else { return Answer::Untyped };
    let method = methods.method(*entry);
    let is_typed = if is_reported { method.answer.is_some() } else { method.types.is_some() };
    match (is_typed, entry.has_envelope && !is_reported) {
        (false, _) => Answer::Untyped,
        (true, true) => Answer::Payload,
        (true, false) => Answer::Whole,
    }
}
