//! `eventGroups`: which events take a transition. Spec section 3.1.

use crate::ir::EventGroup;
use crate::sm4c::attributes::{self, Entity};
use crate::sm4c::context::{Context, Home};
use crate::sm4c::expression::Given;
use crate::sm4c::object::{Object, Read};
use crate::source::Node;

impl<'a> Context<'a> {
    /// The event groups of a transition.
    pub(crate) fn event_groups(
        &mut self,
        transition: &Object<'a>,
        home: Home<'a>,
    ) -> Vec<EventGroup> {
        let nodes = self.list(transition, "eventGroups").unwrap_or_default();
        nodes.iter().filter_map(|node| self.event_group(node, home)).collect()
    }

    fn event_group(&mut self, node: &'a Node, home: Home<'a>) -> Option<EventGroup> {
        let object = self.object(node, Entity::EventGroup, home.name)?;
        attributes::check(self, &object);
        let names = self.required_list(&object, "events", "events").unwrap_or_default();
        let outline = self.outline;
        let mut events = Vec::with_capacity(names.len());
        for name in names {
            let Some(name) = self.as_string(name, "the name of an event") else { continue };
            events.extend(self.reference(&outline.events.names, name, "event"));
        }
        Some(EventGroup {
            events,
            condition: self.query(&object, "condition", home.source, Given::Value),
            merge: self.handler(&object, "resultHandler"),
            span: object.head,
        })
    }
}
