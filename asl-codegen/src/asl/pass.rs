//! Pass: hands its input on, or a fixed result. ASL: "Pass State".

use super::lowering::Lowering;
use super::state::StateObject;
use crate::ir::{Eval, Input, NodeKind, Output};

/// Lowers a Pass.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    let select = lowering.selection(object, "InputPath");
    let template = lowering.template(object, "Parameters");
    let result = object.get("Result").map(|result| lowering.result(result));
    // AWS drops the template where there is a result: it would only make what the result replaces.
    let template = template.filter(|_| result.is_none());
    let place = lowering.result_path(object);
    let output = Output {
        template: None,
        place,
        select: lowering.selection(object, "OutputPath"),
        assign: lowering.assign(object),
    };
    NodeKind::Eval(Eval {
        input: Input { select, template },
        result,
        output,
        leave_for: None,
        exit: lowering.exit(state),
    })
}
