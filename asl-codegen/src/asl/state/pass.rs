//! Pass: passes on its input or a constant. ASL: "Pass State".

use crate::asl::context::Context;
use crate::asl::field::flow::{read_input, read_output};
use crate::asl::field::payload::read_result;
use crate::asl::field::transition::read_exit;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::StateObject;
use crate::ir::{Eval, Input, NodeKind};

/// Lowers a Pass.
pub(crate) fn lower_pass<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let Input { select, template } = read_input(context, object);
    let result = match context.language {
        QueryLanguage::JsonPath => object.get("Result").map(|result| read_result(context, result)),
        QueryLanguage::Jsonata => None,
    };
    // AWS ignores the template beside a result, which replaces its value.
    let template = template.filter(|_| result.is_none());
    let output = read_output(context, object);
    NodeKind::Eval(Eval {
        input: Input { select, template },
        result,
        output,
        leave_for: None,
        exit: read_exit(context, state),
    })
}
