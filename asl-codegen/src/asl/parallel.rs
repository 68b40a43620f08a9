//! Parallel: runs branches side by side. ASL: "Parallel State".

use super::lowering::Lowering;
use super::object::Object;
use super::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Fork, Input, Join, NodeKind};
use crate::json::Json;

/// Lowers a Parallel; its branches are scopes of their own.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    lowering.branches(object);
    let select = lowering.selection(object, "InputPath");
    let template = lowering.template(object, "Parameters");
    let output = lowering.output(object);
    NodeKind::Fork(Fork {
        branches: state.branches.to_vec(),
        join: Join::All,
        window: 0,
        keys: None,
        input: Input { select, template },
        output,
        exit: lowering.exit(state),
        retry: lowering.retriers(object),
        catch: lowering.catchers(state),
    })
}

impl<'a> Lowering<'a> {
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
