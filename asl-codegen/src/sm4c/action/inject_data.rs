//! `injectData`: the value of an expression. A call of a function of type `expression` is the same,
//! over its arguments.

use crate::ir::{Eval, Expr, Input, NodeKind, Output, Query};
use crate::sm4c::action::ActionObject;
use crate::sm4c::context::Context;
use crate::sm4c::expression::read_required_query;

/// Lowers an injectData.
pub(crate) fn lower_inject_data<'a>(
    context: &mut Context<'a>,
    action: &ActionObject<'a>,
) -> NodeKind {
    let query = read_required_query(context, &action.object, "expression", action.home.source);
    value(action, query.map(Expr::Jq), None)
}

/// The node whose result is a value that is made of the data. A `function` is evaluated over that
/// value, its arguments, and makes the result.
pub(crate) fn value(
    action: &ActionObject<'_>,
    made: Option<Expr>,
    function: Option<Query>,
) -> NodeKind {
    NodeKind::Eval(Eval {
        input: Input { template: made, ..Input::default() },
        result: None,
        output: Output { template: function.map(Expr::Jq), ..action.slot.output() },
        leave_for: None,
        exit: action.slot.exit.clone(),
    })
}
