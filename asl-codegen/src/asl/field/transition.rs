//! The fields `Next` and `End`, and the states that they lead to. ASL: "Transitions".

use crate::asl::context::Context;
use crate::asl::state::StateObject;
use crate::asl::{Object, node_of};
use crate::ir::{Exit, ScopeId, StateId, Target};
use crate::read::names::report_unknown_name;
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic};

/// Reads `Next` or `End` of a state that has one of them. `"End": false` is the same as none.
pub(crate) fn read_exit<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> Exit {
    let object = &state.object;
    let nowhere = Exit::Next(Target { node: None, span: object.head });
    let ends = object.boolean("End", context.diagnostics);
    let next = object.string("Next", context.diagnostics);
    if let (Some(next), true) = (object.member("Next"), ends.as_ref().is_some_and(|end| end.value))
    {
        let title = format!("{} has both `Next` and `End`", object.name());
        let diagnostic =
            Diagnostic::new(Code::NextAndEnd, next.key.span, title).label("remove one of the two");
        context.diagnostics.push(match object.member("End") {
            Some(end) => diagnostic.related(end.key.span, "`End` is here"),
            None => diagnostic,
        });
        return nowhere;
    }
    if let Some(next) = next {
        return Exit::Next(resolve_target(context, next, state.scope, Code::UnknownTarget));
    }
    if ends.is_some_and(|end| end.value) {
        return Exit::End;
    }
    let unreadable =
        object.get("Next").is_some() || object.get("End").is_some_and(|end| !is_boolean(end));
    if !unreadable {
        let title = format!("{} leads nowhere: it has neither `Next` nor `End`", object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::NoTransition, object.head, title)
                .label("where does it go from here?")
                .help("add `\"Next\": \"…\"` or `\"End\": true`"),
        );
    }
    nowhere
}

fn is_boolean(node: &asl_source::source::Node) -> bool {
    matches!(node.value, asl_source::source::Json::Bool(_))
}

/// Reads the required `Next` of a catcher or a choice rule.
pub(crate) fn read_next<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    scope: ScopeId,
) -> Target {
    match object.required_string("Next", context.diagnostics) {
        Some(next) => resolve_target(context, next, scope, Code::UnknownTarget),
        None => Target { node: None, span: object.head },
    }
}

/// Finds the state of a name in a scope; `code` is for a name that does not exist at all.
pub(crate) fn resolve_target(
    context: &mut Context<'_>,
    field: StringField<'_>,
    scope: ScopeId,
    code: Code,
) -> Target {
    let (name, span) = (field.value(), field.span);
    let outline = context.outline;
    let nowhere = Target { node: None, span };
    let Some(home) = outline.scopes.get(scope.index()) else { return nowhere };
    if let Some(state) = home.names.get(name) {
        return Target { node: Some(node_of(*state)), span };
    }
    let state_of = |id: &StateId| outline.states.get(id.index());
    if let Some(state) = outline.anywhere.get(name).and_then(state_of) {
        let title = format!("`{name}` cannot be reached from here: it is a state of another scope");
        context.diagnostics.push(
            Diagnostic::new(Code::TargetInOtherScope, span, title)
                .label("transitions stay within the machine or branch they stand in")
                .related(state.name.span, format!("`{name}` is here")),
        );
        return nowhere;
    }
    let known = home.states.iter().filter_map(state_of).map(|state| state.name);
    report_unknown_name(code, "state", (name, span), known, context.diagnostics);
    nowhere
}
