//! Succeed: ends its scope well. ASL: "Succeed State".

use crate::asl::context::Context;
use crate::asl::state::StateObject;
use crate::ir::{End, NodeKind};

/// Lowers a Succeed.
pub(crate) fn lower<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    NodeKind::End(End {
        input: context.selection(&state.object, "InputPath"),
        output: context.selection(&state.object, "OutputPath"),
    })
}
