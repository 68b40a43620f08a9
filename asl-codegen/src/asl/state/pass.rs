//! Pass: hands its input on, or a fixed result. ASL: "Pass State".

use crate::asl::context::Context;
use crate::asl::state::StateObject;
use crate::ir::{Eval, Input, NodeKind, Output};

/// Lowers a Pass.
pub(crate) fn lower<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let select = context.selection(object, "InputPath");
    let template = context.template(object, "Parameters");
    let result = object.get("Result").map(|result| context.result(result));
    // AWS drops the template where there is a result: it would only make what the result replaces.
    let template = template.filter(|_| result.is_none());
    let place = context.result_path(object);
    let output = Output {
        template: None,
        place,
        select: context.selection(object, "OutputPath"),
        assign: context.assign(object),
    };
    NodeKind::Eval(Eval {
        input: Input { select, template },
        result,
        output,
        leave_for: None,
        exit: context.exit(state),
    })
}
