//! Pass: passes on its input or a constant. ASL: "Pass State".

use crate::asl::context::Context;
use crate::asl::field::jsonata;
use crate::asl::field::paths::{read_result_path, read_selection};
use crate::asl::field::payload::{read_assign, read_result, read_template};
use crate::asl::field::transition::read_exit;
use crate::asl::state::StateObject;
use crate::ir::{Eval, Input, NodeKind, Output};

/// Lowers a Pass.
pub(crate) fn lower_pass<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    if !state.is_jsonpath {
        return NodeKind::Eval(Eval {
            input: Input::default(),
            result: None,
            output: jsonata::read_output(context, object),
            leave_for: None,
            exit: read_exit(context, state),
        });
    }
    let select = read_selection(context, object, "InputPath");
    let template = read_template(context, object, "Parameters");
    let result = object.get("Result").map(|result| read_result(context, result));
    // AWS ignores the template beside a result, which replaces its value.
    let template = template.filter(|_| result.is_none());
    let place = read_result_path(context, object);
    let output = Output {
        template: None,
        place,
        select: read_selection(context, object, "OutputPath"),
        assign: read_assign(context, object),
    };
    NodeKind::Eval(Eval {
        input: Input { select, template },
        result,
        output,
        leave_for: None,
        exit: read_exit(context, state),
    })
}
