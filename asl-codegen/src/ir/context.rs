//! Members of the context object that a request may contain.

use super::{Expr, Invoke, Jsonata, Selection};
use crate::expr::jsonata::{STATES, context_member, states_member};
use crate::expr::jsonpath::{Path, Root, Segment, Selector};
use asl_source::expression::context_object::Member;

/// True if the request of a task may contain a member of the context object.
pub(crate) fn sends(invoke: &Invoke, member: Member) -> bool {
    let selects = matches!(&invoke.input.select, Selection::Path(path) if leads_to(path, member));
    selects || invoke.input.template.as_ref().is_some_and(|template| reads(template, member))
}

/// True if the value of an expression may contain a member of the context object.
pub(crate) fn reads(expr: &Expr, member: Member) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Jq(_) => false,
        Expr::Path { path, .. } => leads_to(path, member),
        Expr::Call { call, .. } => call.paths().into_iter().any(|path| leads_to(path, member)),
        Expr::Jsonata(expression) => is_given(expression, member),
        Expr::Object(members) => members.iter().any(|(_, value)| reads(value, member)),
        Expr::Array(items) => items.iter().any(|item| reads(item, member)),
    }
}

/// True if a path may lead to the member, or to something that contains it.
fn leads_to(path: &Path, member: Member) -> bool {
    let may_be = |(segment, name): (&Segment, &&str)| match segment.only() {
        Some(Selector::Name(found)) => found == *name,
        _ => true,
    };
    path.root == Root::Context && path.segments.iter().zip(member.names()).all(may_be)
}

/// True if an expression reads the member, or something that contains it.
fn is_given(expression: &Jsonata, member: Member) -> bool {
    expression.program.given().any(|given| {
        given == STATES
            || given == states_member("context")
            || context_member(given) == Some(member)
    })
}
