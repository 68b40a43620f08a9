//! `events`: received and sent events, by name.

use super::attributes::{self, ObjectKind};
use super::context_attributes;
use crate::ir::EventDefinition;
use crate::sm4c::Object;
use crate::sm4c::context::Context;
use asl_source::diagnostics::Diagnostics;

/// All event definitions, in order.
pub(super) fn read_events<'a>(context: &mut Context<'a>) -> Vec<EventDefinition> {
    let outline = context.outline;
    let definitions = (0..).zip(&outline.events.objects).map(|(index, object)| {
        let text = |context: &mut Context<'a>, name| {
            object.string(name, context.diagnostics).map(|text| text.value().to_owned())
        };
        EventDefinition {
            name: outline.events.name(index),
            source: text(context, "source"),
            kind: text(context, "type"),
            correlation: read_correlation(object, context.diagnostics),
        }
    });
    definitions.collect()
}

/// The context attributes that must have a value; those without one say nothing about an event.
fn read_correlation(event: &Object<'_>, diagnostics: &mut Diagnostics) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for node in event.list("correlation", diagnostics).unwrap_or_default() {
        let Some(pair) = Object::read(node, ObjectKind::Correlation, "", diagnostics) else {
            continue;
        };
        attributes::check_attributes(&pair, diagnostics);
        let name = pair.required_string("contextAttributeName", diagnostics);
        let value = pair.string("contextAttributeValue", diagnostics);
        if let Some(name) = name {
            context_attributes::check_correlation(
                name.value(),
                name.span,
                value.is_some(),
                diagnostics,
            );
        }
        if let (Some(name), Some(value)) = (name, value) {
            given.push((name.value().to_owned(), value.value().to_owned()));
        }
    }
    given
}
