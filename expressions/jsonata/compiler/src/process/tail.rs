//! Tail calls: their result is that of the lambda around them.

use crate::tree::{Kind, Node};

/// Marks the tail calls of a lambda's body. A call whose result is filtered or grouped is none. `[]`
/// behind one has no effect: as in jsonata-js, the call stands in place of that of the lambda.
pub(super) fn mark_tail_calls(body: &mut Node) {
    if !body.predicates.is_empty() || body.group.is_some() {
        return;
    }
    match &mut body.kind {
        Kind::Call(call) => {
            call.is_tail = true;
            body.keeps_array = false;
        }
        Kind::Condition(_, then, otherwise) => {
            mark_tail_calls(then);
            if let Some(otherwise) = otherwise {
                mark_tail_calls(otherwise);
            }
        }
        Kind::Coalesce(_, right) | Kind::Default(_, right) => mark_tail_calls(right),
        Kind::Block { expressions, .. } => {
            expressions.last_mut().into_iter().for_each(mark_tail_calls);
            body.keeps_array = false;
        }
        _ => {}
    }
}
