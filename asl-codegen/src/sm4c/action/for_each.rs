//! `forEach`: an action for each element of an array, with only the element as its input.

use crate::ir::{
    Exit, Expr, ForEach, Join, Limit, Moment, NodeKind, Place, Scope, ScopeId, Selection, Source,
    Target,
};
use crate::sm4c::action::{ActionObject, Slot, lower_action};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::expression::read_required_query;

/// Lowers a forEach.
pub(crate) fn lower_for_each<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let ActionObject { object, home, slot } = action;
    let collection = read_required_query(context, object, "input", home.source);
    let window = object
        .integer("maxParallel", 1..=u32::MAX, context.diagnostics)
        .map_or(1, |window| window.value);
    let body = object.required("action", context.diagnostics).map_or(ScopeId(0), |node| {
        let home = Home { source: Source::Data, ..*home };
        let around = context.global_names.enter(collection.as_ref());
        let scope = lower_inner(context, node, home, slot, 0);
        context.global_names.leave(around);
        scope
    });
    NodeKind::ForEach(ForEach {
        body,
        input: Selection::Whole,
        items: None,
        collection: collection.map(|items| Box::new(Expr::Jq(items))),
        join: Join::Settled,
        selector: None,
        window: Limit::Fixed(window),
        run: None,
        output: slot.output(),
        exit: slot.exit.clone(),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

/// Lowers an action within the action of `outer`: a scope of its own, whose output is the
/// action's result.
pub(crate) fn lower_inner<'a>(
    context: &mut Context<'a>,
    node: &'a asl_source::source::Node,
    home: Home<'a>,
    outer: &Slot,
    index: u32,
) -> ScopeId {
    let id = context.graph.reserve_node();
    let span = node.span.first_byte();
    let start = Target { node: Some(id), span };
    let scope = context.graph.add_scope(Scope {
        owner: Some((outer.node, index)),
        start,
        states: Vec::new(),
        span,
    });
    lower_action(
        context,
        node,
        home,
        Slot {
            node: id,
            place: Place::Whole,
            exit: Exit::End,
            is_used: outer.is_used,
            moment: Moment::Within,
        },
    );
    scope
}
