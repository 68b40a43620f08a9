//! `eventGroups`: the events that trigger a transition. Spec section 3.1.

use crate::ir::EventGroup;
use crate::read::object::string_of;
use crate::sm4c::Object;
use crate::sm4c::attributes::{self, ObjectKind};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::expression::{Given, read_handler, read_query};
use crate::sm4c::names::resolve_name;
use asl_source::source::Node;

/// The event groups of a transition.
pub(crate) fn read_event_groups<'a>(
    context: &mut Context<'a>,
    transition: &Object<'a>,
    home: Home<'a>,
) -> Vec<EventGroup> {
    let nodes = transition.list("eventGroups", context.diagnostics).unwrap_or_default();
    nodes.iter().filter_map(|node| read_event_group(context, node, home)).collect()
}

fn read_event_group<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    home: Home<'a>,
) -> Option<EventGroup> {
    let object = Object::read(node, ObjectKind::EventGroup, home.name, context.diagnostics)?;
    attributes::check_attributes(&object, context.diagnostics);
    let names = object.required_list("events", "events", context.diagnostics).unwrap_or_default();
    let outline = context.outline;
    let mut events = Vec::with_capacity(names.len());
    for name in names {
        let Some(name) = string_of(name, "the name of an event", context.diagnostics) else {
            continue;
        };
        events.extend(resolve_name(
            &outline.events.names,
            (name.value(), name.span),
            "event",
            context.diagnostics,
        ));
    }
    Some(EventGroup {
        events,
        condition: read_query(context, &object, "condition", home.source, Given::Value),
        merge: read_handler(context, &object, "resultHandler"),
        span: object.head,
    })
}
