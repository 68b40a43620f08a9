//! `forEach`: an action for each element of an array; the element is all that it sees.

use crate::ir::{
    Exit, ForEach, Join, Limit, Moment, NodeKind, Place, Scope, ScopeId, Selection, Source, Target,
};
use crate::sm4c::action::{ActionObject, Slot};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::object::Read;

/// Lowers a forEach.
pub(crate) fn lower<'a>(context: &mut Context<'a>, action: &ActionObject<'a>) -> NodeKind {
    let ActionObject { object, home, slot } = action;
    let collection = context.required_query(object, "input", home.source);
    let window =
        context.integer(object, "maxParallel", 1..=u32::MAX).map_or(1, |window| window.value);
    let body = context.required(object, "action").map_or(ScopeId(0), |node| {
        let home = Home { source: Source::Data, ..*home };
        context.inner(node, home, slot, 0)
    });
    NodeKind::ForEach(ForEach {
        body,
        input: Selection::Whole,
        items: None,
        collection,
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

impl<'a> Context<'a> {
    /// Lowers an action within the action of `outer`: a scope of its own, whose output is the
    /// action's result.
    pub(crate) fn inner(
        &mut self,
        node: &'a crate::source::Node,
        home: Home<'a>,
        outer: &Slot,
        index: u32,
    ) -> ScopeId {
        let id = self.reserve();
        let span = crate::sm4c::object::first_byte(node.span);
        let start = Target { node: Some(id), span };
        let scope =
            self.scope(Scope { owner: Some((outer.node, index)), start, states: Vec::new(), span });
        self.action(
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
}
