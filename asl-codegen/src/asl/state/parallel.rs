//! Parallel: runs branches concurrently. ASL: "Parallel State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::catch::read_catchers;
use crate::asl::field::flow::{read_input, read_output};
use crate::asl::field::retry::read_retriers;
use crate::asl::field::transition::read_exit;
use crate::asl::state::StateObject;
use crate::ir::{Fork, Join, NodeKind};
use crate::read::object::report_type;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Json;

/// Lowers a Parallel; its branches are scopes of their own.
pub(crate) fn lower_parallel<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    check_branches(object, context.diagnostics);
    let input = read_input(context, object);
    let output = read_output(context, object);
    NodeKind::Fork(Fork {
        branches: state.branches.to_vec(),
        join: Join::All,
        window: 0,
        keys: None,
        input,
        output,
        exit: read_exit(context, state),
        retry: read_retriers(context, object),
        catch: read_catchers(context, state),
    })
}

fn check_branches(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let Some(node) = object.required("Branches", diagnostics) else { return };
    let Some(branches) = object.list("Branches", diagnostics) else { return };
    if branches.is_empty() {
        let title = format!("{} has no branches", object.name());
        diagnostics.push(
            Diagnostic::new(Code::EmptyBranches, node.span, title)
                .label("at least one branch is needed"),
        );
    }
    for branch in branches {
        if !matches!(branch.value, Json::Object(_)) {
            report_type(branch, "a branch", "an object", diagnostics);
        }
    }
}
