//! Choice: branching. ASL: "Choice State".

use crate::asl::context::Context;
use crate::asl::field::jsonata;
use crate::asl::field::paths::read_selection;
use crate::asl::field::payload::read_assign;
use crate::asl::field::transition::resolve_target;
use crate::asl::state::StateObject;
use crate::asl::state::choice_rule::read_rule;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Branch, NodeKind, Output, Selection};

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
    if !state.is_jsonpath {
        let Output { template: made, assign, .. } = jsonata::read_output(context, object);
        let (input, output) = (Selection::Whole, Selection::Whole);
        return NodeKind::Branch(Branch { input, output, rules, default, assign, made });
    }
    NodeKind::Branch(Branch {
        input: read_selection(context, object, "InputPath"),
        output: read_selection(context, object, "OutputPath"),
        rules,
        default,
        assign: read_assign(context, object),
        made: None,
    })
}
