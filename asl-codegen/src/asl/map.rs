//! Map: not supported yet, but what it shares with other states is read, so that its faults come out, the states inside
//! are checked, and the graph can be drawn.

use super::lowering::Lowering;
use super::object::Object;
use super::state::{StateObject, unreadable};
use crate::ir::{ForEach, Input, NodeKind, Selection};

/// Lowers a Map as far as the graph goes.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>, object: &Object<'a>) -> NodeKind {
    let select = lowering.selection(object, "InputPath");
    let template = lowering.template(object, "Parameters");
    let output = lowering.output(object);
    let exit = lowering.exit(state);
    let (retry, catch) = (lowering.retriers(object), lowering.catchers(state));
    let Some(&body) = state.branches.first() else { return unreadable(object.head) };
    let input = Input { select, template };
    NodeKind::ForEach(ForEach { body, items: Selection::Whole, window: 0, input, output, exit, retry, catch })
}
