//! `delay`: time passes; the result is null.

use crate::ir::{Effect, Expr, Input, Invoke, Literal, NodeKind, WaitFor};
use crate::sm4c::action::ActionObject;
use crate::sm4c::timespan::read_required_timespan;
use asl_source::diagnostics::Diagnostics;

/// Lowers a delay.
pub(crate) fn lower_delay(action: &ActionObject<'_>, diagnostics: &mut Diagnostics) -> NodeKind {
    let millis = read_required_timespan(&action.object, "timeout", diagnostics).unwrap_or_default();
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
