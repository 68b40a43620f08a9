//! Tasks that wait for a report with their token: something must send it.

use crate::expr::jsonata::{STATES, context_member, states_member};
use crate::expr::jsonpath::{Path, Root, Segment, Selector};
use crate::ir::{Expr, Form, Invocation, Invoke, Jsonata, Machine, Selection};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::expression::context_object::Member;

/// Warns of tasks that wait for a token that their request does not contain.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    for Invocation { state, task, invoke, .. } in machine.invocations() {
        if task.form != Form::Token || sends_token(invoke) {
            continue;
        }
        let name = &state.name.value;
        diagnostics.push(
            Diagnostic::new(
                Code::TokenNeverSent,
                state.name.span,
                format!("`{name}` waits for a report with its token, which it never sends"),
            )
            .label("the task can only time out")
            .related(task.resource.span, "`.waitForTaskToken` waits for the report")
            .help("send `$$.Task.Token` in `Parameters` or `$states.context.Task.Token` in `Arguments`"),
        );
    }
}

/// True if the request of a task may contain its token.
fn sends_token(invoke: &Invoke) -> bool {
    let selects = matches!(&invoke.input.select, Selection::Path(path) if has_token(path));
    selects || invoke.input.template.as_ref().is_some_and(reads_token)
}

fn reads_token(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Jq(_) => false,
        Expr::Path { path, .. } => has_token(path),
        Expr::Call { call, .. } => call.paths().into_iter().any(has_token),
        Expr::Jsonata(expression) => gives_token(expression),
        Expr::Object(members) => members.iter().any(|(_, value)| reads_token(value)),
        Expr::Array(items) => items.iter().any(reads_token),
    }
}

/// True if a path may lead to the token, or to something that contains it.
fn has_token(path: &Path) -> bool {
    let names = ["Task", "Token"];
    let may_be = |(segment, name): (&Segment, &str)| match segment.only() {
        Some(Selector::Name(found)) => found == name,
        _ => true,
    };
    path.root == Root::Context && path.segments.iter().zip(names).all(may_be)
}

/// True if an expression reads the token, or something that contains it.
fn gives_token(expression: &Jsonata) -> bool {
    expression.program.given().any(|given| {
        given == STATES
            || given == states_member("context")
            || context_member(given) == Some(Member::TaskToken)
    })
}
