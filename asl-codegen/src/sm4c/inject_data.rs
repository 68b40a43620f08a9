//! `injectData`: the value of an expression. A call of a function of type `expression` is the same,
//! over its arguments.

use super::action::ActionObject;
use super::lowering::Lowering;
use crate::ir::{Eval, Expr, Input, NodeKind, Output, Query};

/// Lowers an injectData.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, action: &ActionObject<'a>) -> NodeKind {
    let query = lowering.required_query(&action.object, "expression", action.home.source);
    value(action, query.map(Expr::Jq), None)
}

/// The node whose result is a value that is made of the data. A `function` is evaluated over that
/// value, its arguments, and makes the result.
pub(super) fn value(
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
