//! Succeed: ends its scope with a result. ASL: "Succeed State".

use crate::asl::context::Context;
use crate::asl::field::jsonata;
use crate::asl::field::paths::read_selection;
use crate::asl::state::StateObject;
use crate::ir::{End, NodeKind, Selection};

/// Lowers a Succeed.
pub(crate) fn lower_succeed<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    if !state.is_jsonpath {
        return NodeKind::End(End {
            input: Selection::Whole,
            output: Selection::Whole,
            made: jsonata::read_value(context, &state.object, "Output", ""),
        });
    }
    NodeKind::End(End {
        input: read_selection(context, &state.object, "InputPath"),
        output: read_selection(context, &state.object, "OutputPath"),
        made: None,
    })
}
