//! Choice: branching. ASL: "Choice State".

use crate::asl::context::Context;
use crate::asl::field::flow::{read_output_value, read_path_selection};
use crate::asl::field::transition::resolve_target;
use crate::asl::state::StateObject;
use crate::asl::state::choice_rule::read_rule;
use crate::ir::{Branch, NodeKind};
use asl_source::diagnostics::{Code, Diagnostic};

/// Lowers a Choice.
pub(crate) fn lower_choice<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let choices = object
        .required("Choices", context.diagnostics)
        .and_then(|_| object.list("Choices", context.diagnostics));
    if choices.is_some_and(<[_]>::is_empty) {
        let span = object.get("Choices").map_or(object.head, |choices| choices.span);
        let title = format!("{} has no choice rules", object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::EmptyChoices, span, title).label("at least one rule is needed"),
        );
    }
    let rules = choices
        .unwrap_or_default()
        .iter()
        .enumerate()
        .filter_map(|(index, rule)| read_rule(context, rule, index, state))
        .collect();
    let default = object
        .string("Default", context.diagnostics)
        .map(|default| resolve_target(context, default, state.scope, Code::UnknownTarget));
    let input = read_path_selection(context, object, "InputPath");
    let output = read_path_selection(context, object, "OutputPath");
    let (output_value, assign) = read_output_value(context, object, "");
    NodeKind::Branch(Branch { input, output, rules, default, assign, output_value })
}
