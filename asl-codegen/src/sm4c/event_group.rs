//! `eventGroups`: which events take a transition. Spec section 3.1.

use super::attributes::{self, Entity};
use super::expression::Given;
use super::lowering::{Home, Lowering};
use super::object::{Object, Read};
use crate::ir::EventGroup;
use crate::json::Node;

impl<'a> Lowering<'a> {
    /// The event groups of a transition.
    pub(super) fn event_groups(
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
