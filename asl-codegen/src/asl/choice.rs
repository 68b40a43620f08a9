//! Choice: branching. ASL: "Choice State".

use super::lowering::Lowering;
use super::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Branch, NodeKind};

/// Lowers a Choice.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let choices =
        lowering.required(object, "Choices").and_then(|_| lowering.list(object, "Choices"));
    if choices.is_some_and(<[_]>::is_empty) {
        let span = object.get("Choices").map_or(object.head, |choices| choices.span);
        let title = format!("{} has no choice rules", object.name());
        lowering.diagnostics.push(
            Diagnostic::new(Code::EmptyChoices, span, title).label("at least one rule is needed"),
        );
    }
    let rules =
        choices.unwrap_or_default().iter().filter_map(|rule| lowering.rule(rule, state)).collect();
    let default = lowering.string(object, "Default").map(|default| {
        lowering.target(&default.text.value, default.span, state.scope, Code::UnknownTarget)
    });
    NodeKind::Branch(Branch {
        input: lowering.selection(object, "InputPath"),
        output: lowering.selection(object, "OutputPath"),
        rules,
        default,
        assign: lowering.assign(object),
    })
}
