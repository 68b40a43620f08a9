//! Tasks that wait for a report with their token: something must send it.

use crate::ir::{Form, Invocation, Machine, context};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::expression::context_object::Member;

/// Warns of tasks that wait for a token that their request does not contain.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    for Invocation { state, task, invoke, .. } in machine.invocations() {
        if task.form != Form::Token || context::sends(invoke, Member::TaskToken) {
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
