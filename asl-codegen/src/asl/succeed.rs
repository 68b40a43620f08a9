//! Succeed: ends its scope well. ASL: "Succeed State".

use super::lowering::Lowering;
use super::state::StateObject;
use crate::ir::{End, NodeKind};

/// Lowers a Succeed.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>) -> NodeKind {
    NodeKind::End(End {
        input: lowering.selection(&state.object, "InputPath"),
        output: lowering.selection(&state.object, "OutputPath"),
    })
}
