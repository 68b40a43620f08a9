//! `delay`: time passes; the result is null.

use crate::ir::{Effect, Expr, Input, Invoke, Literal, NodeKind, WaitFor};
use crate::sm4c::action::ActionObject;
use crate::sm4c::context::Context;
use crate::sm4c::timespan::read_required_timespan;

/// Lowers a delay.
pub(crate) fn lower<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let millis = read_required_timespan(context, &action.object, "timeout").unwrap_or_default();
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
