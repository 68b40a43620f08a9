//! Objects and arrays.

use std::collections::{HashMap, HashSet};

use asl_language::shape::{Member, Object, Others, Presence, Values};
use asl_source::source::{Json, Node, integer_of};
use asl_source::span::Span;

use super::reader::{ANY, Parts, Reader};

/// Keywords with schemas that may have members, which `unevaluatedProperties` does not deny.
const EVALUATING: [&str; 4] = ["anyOf", "dependentSchemas", "if", "oneOf"];

/// A member of an object: its name, and its schemas in the parts.
struct Property<'a> {
    name: &'a str,
    schemas: Vec<&'a Node>,
}

impl<'a> Reader<'a, '_> {
    /// The objects of a schema.
    pub(super) fn object(&mut self, parts: &Parts<'a>) -> &'a Values<'a> {
        let required = self.required(parts);
        let mut properties = self.properties(parts);
        let names: HashSet<&str> = properties.iter().map(|property| property.name).collect();
        let has_patterns = parts.first("patternProperties").is_some();
        let closes = |key| parts.all(key).any(|node| node.as_bool() == Some(false));
        // What other keywords evaluate is not followed.
        let closes_all = closes("unevaluatedProperties") && !parts.has_any(&EVALUATING);
        let is_closed = !has_patterns && (closes("additionalProperties") || closes_all);
        for (name, place) in &required {
            if names.contains(name) {
                continue;
            }
            if is_closed && !parts.is_alternative {
                let title = format!("no object has the member `{name}`, which is required");
                let label = "it is not among the `properties`, and there are no others";
                self.contradiction(*place, &title, label);
            }
            properties.push(Property { name, schemas: Vec::new() });
        }
        if properties.is_empty() && !has_patterns && !is_closed {
            let others = parts.first("additionalProperties");
            if let Some(others) = others.filter(|node| node.as_object().is_some()) {
                let values = self.inner(others);
                return self.alloc(Values::Map(values));
            }
        }
        let required: HashSet<&str> = required.iter().map(|(name, _)| *name).collect();
        let mut members = Vec::with_capacity(properties.len());
        for Property { name, schemas } in &properties {
            let is_required = required.contains(name);
            let presence = if is_required { Presence::Always } else { Presence::Sometimes };
            members.push(Member::new(name, self.both(schemas)).presence(presence));
        }
        let members = self.arena.alloc_slice_copy(&members);
        let others = if is_closed { Others::Denied } else { Others::Any };
        self.alloc(Values::Object(Object::of(members, others)))
    }

    /// A set that contains what fits all schemas: the first that says something.
    fn both(&mut self, schemas: &[&'a Node]) -> &'a Values<'a> {
        let mut schemas = schemas.iter();
        schemas
            .find_map(|schema| {
                let values = self.inner(schema);
                (!matches!(values, Values::Any)).then_some(values)
            })
            .unwrap_or(ANY)
    }

    fn properties(&mut self, parts: &Parts<'a>) -> Vec<Property<'a>> {
        let mut properties: Vec<Property<'a>> = Vec::new();
        let mut places: HashMap<&'a str, usize> = HashMap::new();
        let nodes: Vec<&'a Node> = parts.all("properties").collect();
        for node in nodes {
            let Json::Object(list) = &node.value else {
                self.fault(node, "`properties` must be an object with a schema for each member");
                continue;
            };
            if !self.take(list.len(), node.span) {
                continue;
            }
            for member in list {
                let name = member.key.value.as_str();
                let place = *places.entry(name).or_insert(properties.len());
                match properties.get_mut(place) {
                    Some(property) => property.schemas.push(&member.value),
                    None => properties.push(Property { name, schemas: vec![&member.value] }),
                }
            }
        }
        properties
    }

    /// The names of members that must be there, each once, with their places.
    fn required(&mut self, parts: &Parts<'a>) -> Vec<(&'a str, Span)> {
        let mut required = Vec::new();
        let mut seen = HashSet::new();
        let nodes: Vec<&'a Node> = parts.all("required").collect();
        for node in nodes {
            let Some(list) = node.as_array() else {
                // In draft 3 a member said of itself that it is required.
                self.fault(node, "`required` must be an array of names");
                continue;
            };
            if !self.take(list.len(), node.span) {
                continue;
            }
            for entry in list {
                match entry.as_str() {
                    Some(name) if seen.insert(name) => required.push((name, entry.span)),
                    Some(_) => {}
                    None => self.fault(entry, "`required` must be an array of names"),
                }
            }
        }
        required
    }

    /// The arrays of a schema.
    pub(super) fn array(&mut self, parts: &Parts<'a>) -> &'a Values<'a> {
        let items = parts.first("items");
        let (first, rest) = match (parts.first("prefixItems"), items) {
            (Some(first), rest) => (first.as_array().unwrap_or_default(), rest),
            (None, Some(items)) => match &items.value {
                Json::Array(first) => (first.as_slice(), parts.first("additionalItems")),
                Json::Object(_)
                | Json::Bool(_)
                | Json::Null
                | Json::Number(_)
                | Json::String(_) => (&[][..], Some(items)),
            },
            (None, None) => (&[][..], None),
        };
        if !self.take(first.len(), parts.nodes.first().map_or_else(Span::default, |it| it.span)) {
            return self.alloc(Values::List(ANY));
        }
        let count = |keyword: &str| {
            let number = parts.first(keyword).and_then(Node::as_number);
            number.and_then(integer_of).and_then(|count| usize::try_from(count).ok())
        };
        let rest = rest.or_else(|| parts.first("unevaluatedItems"));
        let is_closed = rest.and_then(Node::as_bool) == Some(false)
            || count("maxItems").is_some_and(|most| most <= first.len());
        let mut sets: Vec<&'a Values<'a>> = first.iter().map(|item| self.inner(item)).collect();
        if is_closed && !sets.is_empty() && count("minItems") == Some(sets.len()) {
            return self.alloc(Values::Tuple(self.arena.alloc_slice_copy(&sets)));
        }
        if !is_closed {
            sets.push(rest.map_or(ANY, |rest| self.inner(rest)));
        }
        let item = if sets.is_empty() { &Values::Never } else { self.one_of(&sets) };
        self.alloc(Values::List(item))
    }
}
