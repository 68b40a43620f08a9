//! `injectData`: the value of an expression. A call of a function of type `expression` is the same.

use super::action::ActionObject;
use super::lowering::Lowering;
use crate::ir::{Eval, Expr, Input, NodeKind, Query};

/// Lowers an injectData.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, action: &ActionObject<'a>) -> NodeKind {
    let query = lowering.required_query(&action.object, "expression", action.home.source);
    value(action, query)
}

/// The node that makes the value of an expression the action's result.
pub(super) fn value(action: &ActionObject<'_>, query: Option<Query>) -> NodeKind {
    NodeKind::Eval(Eval {
        input: Input { template: query.map(Expr::Jq), ..Input::default() },
        result: None,
        output: action.slot.output(),
        leave_for: None,
        exit: action.slot.exit.clone(),
    })
}
