//! Parallel: runs branches side by side. ASL: "Parallel State".

use crate::asl::context::Context;
use crate::asl::object::Object;
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Fork, Input, Join, NodeKind};
use crate::source::Json;

/// Lowers a Parallel; its branches are scopes of their own.
pub(crate) fn lower<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    context.branches(object);
    let select = context.selection(object, "InputPath");
    let template = context.template(object, "Parameters");
    let output = context.output(object);
    NodeKind::Fork(Fork {
        branches: state.branches.to_vec(),
        join: Join::All,
        window: 0,
        keys: None,
        input: Input { select, template },
        output,
        exit: context.exit(state),
        retry: context.retriers(object),
        catch: context.catchers(state),
    })
}

impl<'a> Context<'a> {
    fn branches(&mut self, object: &Object<'a>) {
        let Some(node) = self.required(object, "Branches") else { return };
        let Some(branches) = self.list(object, "Branches") else { return };
        if branches.is_empty() {
            let title = format!("{} has no branches", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::EmptyBranches, node.span, title)
                    .label("at least one branch is needed"),
            );
        }
        for branch in branches {
            if !matches!(branch.value, Json::Object(_)) {
                self.wrong_type(branch, "a branch", "an object");
            }
        }
    }
}
