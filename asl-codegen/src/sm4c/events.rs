//! `events`: what comes in and goes out, by name.

use super::attributes::{self, Entity};
use super::context_attributes;
use super::object::Read;
use crate::ir::EventDefinition;
use crate::sm4c::context::Context;

impl Context<'_> {
    /// All event definitions, in order.
    pub(super) fn events(&mut self) -> Vec<EventDefinition> {
        let outline = self.outline;
        let definitions = (0..).zip(&outline.events.objects).map(|(index, object)| {
            let text = |context: &mut Self, name| {
                context.string(object, name).map(|text| text.value().to_owned())
            };
            EventDefinition {
                name: outline.events.name(index),
                source: text(self, "source"),
                kind: text(self, "type"),
                correlation: self.correlation(object),
            }
        });
        definitions.collect()
    }
}

impl<'a> Context<'a> {
    /// The context attributes that must have a value; those without one say nothing about an event.
    fn correlation(&mut self, event: &super::object::Object<'a>) -> Vec<(String, String)> {
        let mut given = Vec::new();
        for node in self.list(event, "correlation").unwrap_or_default() {
            let Some(pair) = self.object(node, Entity::Correlation, "") else { continue };
            attributes::check(self, &pair);
            let name = self.required_string(&pair, "contextAttributeName");
            let value = self.string(&pair, "contextAttributeValue");
            if let Some(name) = name {
                context_attributes::check_correlation(
                    name.value(),
                    name.span,
                    value.is_some(),
                    self.diagnostics,
                );
            }
            if let (Some(name), Some(value)) = (name, value) {
                given.push((name.value().to_owned(), value.value().to_owned()));
            }
        }
        given
    }
}
