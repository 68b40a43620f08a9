//! `delay`: time passes; the result is null.

use super::action::ActionObject;
use super::lowering::Lowering;
use crate::ir::{Effect, Expr, Input, Invoke, Literal, NodeKind, WaitFor};

/// Lowers a delay.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, action: &ActionObject<'a>) -> NodeKind {
    let millis = lowering.required_timespan(&action.object, "timeout").unwrap_or_default();
    NodeKind::Invoke(Invoke {
        effect: Effect::Wait(WaitFor::Milliseconds(millis)),
        // The result of a wait is its input.
        input: Input { template: Some(Expr::Literal(Literal::Null)), ..Input::default() },
        output: action.slot.output(),
        exit: action.slot.exit.clone(),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}
