//! Choice: branching. ASL: "Choice State".

use crate::asl::context::Context;
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Branch, NodeKind};

/// Lowers a Choice.
pub(crate) fn lower<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let choices = context.required(object, "Choices").and_then(|_| context.list(object, "Choices"));
    if choices.is_some_and(<[_]>::is_empty) {
        let span = object.get("Choices").map_or(object.head, |choices| choices.span);
        let title = format!("{} has no choice rules", object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::EmptyChoices, span, title).label("at least one rule is needed"),
        );
    }
    let rules =
        choices.unwrap_or_default().iter().filter_map(|rule| context.rule(rule, state)).collect();
    let default = context.string(object, "Default").map(|default| {
        context.target(&default.text.value, default.span, state.scope, Code::UnknownTarget)
    });
    NodeKind::Branch(Branch {
        input: context.selection(object, "InputPath"),
        output: context.selection(object, "OutputPath"),
        rules,
        default,
        assign: context.assign(object),
    })
}
