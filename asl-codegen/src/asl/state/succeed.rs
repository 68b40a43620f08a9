//! Succeed: ends its scope with a result. ASL: "Succeed State".

use crate::asl::context::Context;
use crate::asl::field::flow::{read_output_value, read_path_selection};
use crate::asl::state::StateObject;
use crate::ir::{End, NodeKind};

/// Lowers a Succeed.
pub(crate) fn lower_succeed<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    NodeKind::End(End {
        input: read_path_selection(context, object, "InputPath"),
        output: read_path_selection(context, object, "OutputPath"),
        output_value: read_output_value(context, object, "").0,
    })
}
