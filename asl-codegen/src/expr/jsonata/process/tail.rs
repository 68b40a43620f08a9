//! Tail calls: their result is that of the lambda around them.

use crate::expr::jsonata::tree::{Kind, Node};

/// Marks the tail calls of a lambda's body. A call whose result is filtered or grouped is none.
pub(super) fn mark_tail_calls(body: &mut Node) {
    if !body.predicates.is_empty() || body.group.is_some() || body.keeps_array {
        return;
    }
    match &mut body.kind {
        Kind::Call(call) => call.is_tail = true,
        Kind::Condition(_, then, otherwise) => {
            mark_tail_calls(then);
            if let Some(otherwise) = otherwise {
                mark_tail_calls(otherwise);
            }
        }
        Kind::Coalesce(_, right) | Kind::Default(_, right) => mark_tail_calls(right),
        Kind::Block { expressions, .. } => {
            expressions.last_mut().into_iter().for_each(mark_tail_calls);
        }
        _ => {}
    }
}
