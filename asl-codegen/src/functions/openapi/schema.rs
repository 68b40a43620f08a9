//! Schemas as shapes: as much of JSON Schema as types of Rust and checks of literals can use. What is more than that is [`Shape::Any`]:
//! never refused, never typed.

use std::collections::{HashMap, HashSet};

use super::document::{Trees, members};
use crate::diagnostics::Diagnostics;
use crate::ir::function::{Field, NamedKind, NamedShape, Shape, ShapeId, Shapes};
use crate::json::{Json, Node};
use crate::span::Span;

/// Deeper schemas are anything.
const MOST_DEPTH: u32 = 32;

/// Most shapes with names; what is beyond is anything.
const MOST_SHAPES: usize = 400;

/// Whether something is sent or received: `readOnly` members are not sent, `writeOnly` ones not received.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Direction {
    Request,
    Answer,
}

/// The shapes of one operation.
#[derive(Default)]
pub(super) struct Schemas<'d> {
    list: Vec<Option<NamedShape>>,
    /// By the place of their schema.
    known: HashMap<(Span, Direction), ShapeId>,
    depth: u32,
    /// Whether the document has members that are only sent or only received.
    is_directed: bool,
    marker: std::marker::PhantomData<&'d Node>,
}

/// What is needed to follow references.
struct Way<'d, 'f> {
    trees: &'d Trees,
    diagnostics: &'f mut Diagnostics,
    direction: Direction,
}

impl<'d> Schemas<'d> {
    /// No shape yet.
    pub(super) fn new(is_directed: bool) -> Self {
        Self { is_directed, ..Self::default() }
    }

    /// What a shape with a name is.
    pub(super) fn kind(&self, id: ShapeId) -> Option<&NamedKind> {
        self.list.get(id.0 as usize)?.as_ref().map(|shape| &shape.kind)
    }

    pub(super) fn finish(self) -> Shapes {
        let nothing = || NamedShape { name: "Nothing".to_owned(), kind: NamedKind::Words(Vec::new()) };
        Shapes { list: self.list.into_iter().map(|shape| shape.unwrap_or_else(nothing)).collect() }
    }

    /// The shape of a schema; `name` is for one that has none.
    pub(super) fn shape(
        &mut self,
        schema: &'d Node,
        name: &str,
        direction: Direction,
        trees: &'d Trees,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        // Without such members, what is sent has the types of what is received.
        let direction = if self.is_directed { direction } else { Direction::Request };
        self.of(schema, name, &mut Way { trees, diagnostics, direction })
    }

    fn of(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        if self.depth >= MOST_DEPTH {
            return Shape::Any;
        }
        self.depth += 1;
        let own = schema.get("$ref").and_then(Node::as_str).and_then(|reference| reference.rsplit('/').next());
        let name = own.filter(|own| !own.is_empty()).unwrap_or(name);
        let shape = match way.trees.resolve(schema, way.diagnostics) {
            Some(schema) => self.nullable(schema, name, way),
            None => Shape::Any,
        };
        self.depth -= 1;
        shape
    }

    /// The shape of a schema that is no reference: null in 3.0's way and in 3.1's.
    fn nullable(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        let types: Vec<&str> = match schema.get("type") {
            Some(Node { value: Json::Array(items), .. }) => items.iter().filter_map(Node::as_str).collect(),
            Some(word) => word.as_str().into_iter().collect(),
            None => Vec::new(),
        };
        let is_null = types.contains(&"null") || schema.get("nullable").and_then(Node::as_bool) == Some(true);
        let types: Vec<&str> = types.into_iter().filter(|word| *word != "null").collect();
        let shape = match types.as_slice() {
            [] => self.untyped(schema, name, way),
            [word] => self.typed(word, schema, name, way),
            [_, ..] => Shape::Any,
        };
        if is_null { or_null(shape) } else { shape }
    }

    fn typed(&mut self, word: &str, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        match word {
            "boolean" => Shape::Boolean,
            "integer" => Shape::Integer,
            "number" => Shape::Number,
            "string" => words(schema).map_or(Shape::String, |(words, has_null)| {
                let shape = self.named(schema, name, way.direction, |_| NamedKind::Words(words));
                if has_null { or_null(shape) } else { shape }
            }),
            "array" => {
                let item = schema.get("items").map_or(Shape::Any, |item| self.of(item, &format!("{name} item"), way));
                Shape::Array(Box::new(item))
            }
            "object" => self.object(schema, name, way),
            _ => Shape::Any,
        }
    }

    /// A schema without `type`: what its other keywords say.
    fn untyped(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        if schema.get("properties").is_some() || schema.get("allOf").is_some() {
            return self.object(schema, name, way);
        }
        if let Some((words, has_null)) = words(schema) {
            let shape = self.named(schema, name, way.direction, |_| NamedKind::Words(words));
            return if has_null { or_null(shape) } else { shape };
        }
        let either = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Node::as_array).unwrap_or_default();
        let is_null = |node: &&Node| node.get("type").and_then(Node::as_str) == Some("null");
        match either {
            [one] => self.of(one, name, way),
            [one, null] | [null, one] if is_null(&null) && !is_null(&one) => or_null(self.of(one, name, way)),
            _ => Shape::Any,
        }
    }

    /// An object: with known members, or with any.
    fn object(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        let mut parts = Vec::new();
        if !gather(schema, &mut parts, &mut HashSet::new(), way) {
            return Shape::Any;
        }
        if parts.iter().all(|part| part.get("properties").map(members).unwrap_or_default().is_empty()) {
            let rest = parts.iter().find_map(|part| part.get("additionalProperties"));
            return match rest {
                Some(rest) if rest.as_object().is_some() => {
                    Shape::Map(Box::new(self.of(rest, &format!("{name} value"), way)))
                }
                Some(_) | None => Shape::Map(Box::new(Shape::Any)),
            };
        }
        let direction = way.direction;
        self.named(schema, name, direction, |schemas| schemas.fields(&parts, name, way))
    }

    fn fields(&mut self, parts: &[&'d Node], name: &str, way: &mut Way<'d, '_>) -> NamedKind {
        let hidden = match way.direction {
            Direction::Request => "readOnly",
            Direction::Answer => "writeOnly",
        };
        let lists = parts.iter().filter_map(|part| part.get("required")?.as_array()).flatten();
        let required: HashSet<&str> = lists.filter_map(Node::as_str).collect();
        let mut seen = HashSet::new();
        let mut fields: Vec<Field> = Vec::new();
        for member in parts.iter().flat_map(|part| part.get("properties").map(members).unwrap_or_default()) {
            let key = &member.key.value;
            if !seen.insert(key.as_str()) {
                continue;
            }
            let shape = self.of(&member.value, &format!("{name} {key}"), way);
            let hides = member.value.get(hidden).and_then(Node::as_bool) == Some(true);
            let required = required.contains(key.as_str()) && !hides;
            fields.push(Field { name: key.clone(), alias: None, shape, required });
        }
        let is_closed = |part: &&Node| {
            let closes = |key| part.get(key).and_then(Node::as_bool) == Some(false);
            closes("additionalProperties") || closes("unevaluatedProperties")
        };
        NamedKind::Object { fields, open: !parts.iter().any(is_closed) }
    }

    /// A shape with a name, made once: a schema may hold itself.
    fn named(
        &mut self,
        schema: &'d Node,
        name: &str,
        direction: Direction,
        make: impl FnOnce(&mut Self) -> NamedKind,
    ) -> Shape {
        if let Some(known) = self.known.get(&(schema.span, direction)) {
            return Shape::Named(*known);
        }
        if self.list.len() >= MOST_SHAPES {
            return Shape::Any;
        }
        let id = ShapeId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.known.insert((schema.span, direction), id);
        self.list.push(None);
        let kind = make(self);
        if let Some(slot) = self.list.get_mut(id.0 as usize) {
            *slot = Some(NamedShape { name: name.to_owned(), kind });
        }
        Shape::Named(id)
    }
}

/// This or null.
fn or_null(shape: Shape) -> Shape {
    if matches!(shape, Shape::Any | Shape::Nullable(_)) { shape } else { Shape::Nullable(Box::new(shape)) }
}

/// A schema and all that its `allOf` holds; `false`: not all of that is objects.
fn gather<'d>(schema: &'d Node, parts: &mut Vec<&'d Node>, seen: &mut HashSet<Span>, way: &mut Way<'d, '_>) -> bool {
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        let Some(schema) = way.trees.resolve(schema, way.diagnostics) else { return false };
        if !seen.insert(schema.span) {
            continue;
        }
        let is_object = schema.get("type").is_none_or(|word| word.as_str() == Some("object"));
        let is_choice = ["oneOf", "anyOf", "enum", "const"].iter().any(|key| schema.get(key).is_some());
        if !is_object || is_choice {
            return false;
        }
        parts.push(schema);
        open.extend(schema.get("allOf").and_then(Node::as_array).unwrap_or_default());
    }
    true
}

/// The strings that `enum` or `const` allows, and whether null is allowed too; `None`: there is neither, or they allow more.
fn words(schema: &Node) -> Option<(Vec<String>, bool)> {
    let values = match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => std::slice::from_ref(value),
        (None, list) => list?.as_array()?,
    };
    let has_null = values.iter().any(Node::is_null);
    let values = values.iter().filter(|value| !value.is_null());
    let words: Option<Vec<String>> = values.map(|value| value.as_str().map(str::to_owned)).collect();
    words.filter(|words| !words.is_empty()).map(|words| (words, has_null))
}
