//! Schemas as shapes: the part of JSON Schema that Rust types and checks of literals can use. The
//! rest becomes [`Shape::Any`], which is neither refused nor typed.

use std::collections::{HashMap, HashSet};

use super::document::{Trees, members};
use crate::ir::function::{Field, NamedKind, NamedShape, Shape, ShapeId, Shapes};
use asl_source::diagnostics::Diagnostics;
use asl_source::source::{Json, Node};
use asl_source::span::Span;

/// Maximum depth. Deeper schemas become [`Shape::Any`].
const MOST_DEPTH: u32 = 32;

/// Maximum number of named shapes. Further ones become [`Shape::Any`].
const MOST_SHAPES: usize = 400;

/// Maximum number of parts of schemas for one operation: schemas, members, entries of `allOf`,
/// `enum` and `required`. Without a limit, a document of 55 KB whose `allOf`s name each other took
/// half a minute.
const MOST_PARTS: u32 = 20_000;

/// Maximum number of parts for all functions of a definition.
const MOST_PARTS_OF_ALL: u32 = 1_000_000;

/// Maximum length of a name that is derived from the enclosing schemas.
const LONGEST_NAME: usize = 200;

/// Direction of a value. `readOnly` members are not sent, `writeOnly` ones not received.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Direction {
    Request,
    Answer,
}

/// The remaining parts of schemas.
#[derive(Clone, Copy, Debug)]
pub(in crate::documents) struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_PARTS_OF_ALL)
    }
}

impl Budget {
    /// The share of one operation.
    fn of_operation(self) -> Self {
        Self(self.0.min(MOST_PARTS))
    }

    /// Takes a number of parts. Returns `false`, and leaves none, if fewer remain.
    fn take(&mut self, parts: usize) -> bool {
        let left = u32::try_from(parts).ok().and_then(|parts| self.0.checked_sub(parts));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// The shapes of one operation.
#[derive(Default)]
pub(super) struct Schemas<'d> {
    list: Vec<Option<NamedShape>>,
    /// Named shapes by the place of their schema. An enumeration that contains null is nullable.
    known: HashMap<(Span, Direction), Shape>,
    depth: u32,
    /// True if the document has members that are only sent or only received.
    is_directed: bool,
    /// The remaining parts, and the number at the start.
    budget: Budget,
    given: Budget,
    /// True if a schema was dropped because no parts remained.
    is_cut_off: bool,
    marker: std::marker::PhantomData<&'d Node>,
}

/// The state for following references.
struct Way<'d, 'f> {
    trees: &'d Trees,
    diagnostics: &'f mut Diagnostics,
    direction: Direction,
}

impl<'d> Schemas<'d> {
    /// No shapes. `budget` is that of the whole definition.
    pub(super) fn new(is_directed: bool, budget: Budget) -> Self {
        let given = budget.of_operation();
        Self { is_directed, budget: given, given, ..Self::default() }
    }

    /// Subtracts the parts read from the whole definition's budget.
    pub(super) fn charge(&self, budget: &mut Budget) {
        budget.0 = budget.0.saturating_sub(self.given.0.saturating_sub(self.budget.0));
    }

    /// True if the limit was exceeded.
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Takes a number of parts. Returns `false`, and drops the schema, if fewer remain.
    fn take(&mut self, parts: usize) -> bool {
        let is_enough = self.budget.take(parts);
        self.is_cut_off |= !is_enough;
        is_enough
    }

    /// The kind of a named shape.
    pub(super) fn kind(&self, id: ShapeId) -> Option<&NamedKind> {
        self.list.get(id.0 as usize)?.as_ref().map(|shape| &shape.kind)
    }

    /// Takes all shapes out.
    pub(super) fn finish(&mut self) -> Shapes {
        let nothing =
            || NamedShape { name: "Nothing".to_owned(), kind: NamedKind::Words(Vec::new()) };
        Shapes {
            list: std::mem::take(&mut self.list)
                .into_iter()
                .map(|shape| shape.unwrap_or_else(nothing))
                .collect(),
        }
    }

    /// The shape of a schema. `name` is for schemas without a name of their own.
    pub(super) fn shape(
        &mut self,
        schema: &'d Node,
        name: &str,
        direction: Direction,
        trees: &'d Trees,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        // Without such members, requests and responses have the same types.
        let direction = if self.is_directed { direction } else { Direction::Request };
        self.of(schema, name, &mut Way { trees, diagnostics, direction })
    }

    fn of(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        if self.depth >= MOST_DEPTH || !self.take(1) {
            return Shape::Any;
        }
        self.depth += 1;
        let own = schema
            .get("$ref")
            .and_then(Node::as_str)
            .and_then(|reference| reference.rsplit('/').next());
        let name = own.filter(|own| !own.is_empty()).unwrap_or(name);
        let name = name
            .char_indices()
            .nth(LONGEST_NAME)
            .and_then(|(end, _)| name.get(..end))
            .unwrap_or(name);
        let shape = match way.trees.resolve(schema, way.diagnostics) {
            Some(schema) => self.nullable(schema, name, way),
            None => Shape::Any,
        };
        self.depth -= 1;
        shape
    }

    /// The shape of a schema that is not a reference, with the nulls of both 3.0 and 3.1.
    fn nullable(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        let types: Vec<&str> = match schema.get("type") {
            Some(Node { value: Json::Array(items), .. }) => {
                items.iter().filter_map(Node::as_str).collect()
            }
            Some(word) => word.as_str().into_iter().collect(),
            None => Vec::new(),
        };
        let is_null =
            types.contains(&"null") || schema.get("nullable").and_then(Node::as_bool) == Some(true);
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
            "string" => self.words(schema, name, way).unwrap_or(Shape::String),
            "array" => {
                let item = schema
                    .get("items")
                    .map_or(Shape::Any, |item| self.of(item, &format!("{name} item"), way));
                Shape::Array(Box::new(item))
            }
            "object" => self.object(schema, name, way),
            _ => Shape::Any,
        }
    }

    /// The shape of a schema without `type`, from its other keywords.
    fn untyped(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        if schema.get("properties").is_some() || schema.get("allOf").is_some() {
            return self.object(schema, name, way);
        }
        if let Some(shape) = self.words(schema, name, way) {
            return shape;
        }
        let either = schema
            .get("oneOf")
            .or_else(|| schema.get("anyOf"))
            .and_then(Node::as_array)
            .unwrap_or_default();
        let is_null = |node: &&Node| node.get("type").and_then(Node::as_str) == Some("null");
        match either {
            [one] => self.of(one, name, way),
            [one, null] | [null, one] if is_null(&null) && !is_null(&one) => {
                or_null(self.of(one, name, way))
            }
            _ => Shape::Any,
        }
    }

    /// An enumeration of strings. `None` if the schema is not one.
    fn words(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Option<Shape> {
        let values = allowed(schema)?;
        let key = (schema.span, way.direction);
        if let Some(known) = self.known.get(&key) {
            return Some(known.clone());
        }
        if !self.take(values.len()) {
            return Some(Shape::Any);
        }
        let (words, has_null) = words(values)?;
        let shape = self.named(schema, name, way.direction, |_| NamedKind::Words(words));
        let shape = if has_null { or_null(shape) } else { shape };
        self.known.insert(key, shape.clone());
        Some(shape)
    }

    /// An object with known members, or with any members.
    fn object(&mut self, schema: &'d Node, name: &str, way: &mut Way<'d, '_>) -> Shape {
        // The members of `allOf` are collected once per schema.
        if let Some(known) = self.known.get(&(schema.span, way.direction)) {
            return known.clone();
        }
        let Some(parts) = self.gather(schema, way) else { return Shape::Any };
        if parts
            .iter()
            .all(|part| part.get("properties").map(members).unwrap_or_default().is_empty())
        {
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

    /// A schema and the schemas of its `allOf`. `None` if one of them is not an object, or if they
    /// exceed the limit.
    fn gather(&mut self, schema: &'d Node, way: &mut Way<'d, '_>) -> Option<Vec<&'d Node>> {
        let (mut parts, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![schema]);
        while let Some(schema) = open.pop() {
            let schema = way.trees.resolve(schema, way.diagnostics)?;
            if !seen.insert(schema.span) {
                continue;
            }
            let is_object = schema.get("type").is_none_or(|word| word.as_str() == Some("object"));
            let is_choice =
                ["oneOf", "anyOf", "enum", "const"].iter().any(|key| schema.get(key).is_some());
            if !is_object || is_choice {
                return None;
            }
            parts.push(schema);
            let more = schema.get("allOf").and_then(Node::as_array).unwrap_or_default();
            if !self.take(more.len().saturating_add(1)) {
                return None;
            }
            open.extend(more);
        }
        Some(parts)
    }

    fn fields(&mut self, parts: &[&'d Node], name: &str, way: &mut Way<'d, '_>) -> NamedKind {
        let hidden = match way.direction {
            Direction::Request => "readOnly",
            Direction::Answer => "writeOnly",
        };
        let lists = parts.iter().filter_map(|part| part.get("required")?.as_array());
        let (entries, lists) = (lists.clone().map(<[Node]>::len).sum(), lists.flatten());
        let known = if self.take(entries) { parts } else { &[] };
        let required: HashSet<&str> = lists.filter_map(Node::as_str).collect();
        let mut seen = HashSet::new();
        let mut fields: Vec<Field> = Vec::new();
        for member in
            known.iter().flat_map(|part| part.get("properties").map(members).unwrap_or_default())
        {
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

    /// A named shape, made once because a schema may contain itself.
    fn named(
        &mut self,
        schema: &'d Node,
        name: &str,
        direction: Direction,
        make: impl FnOnce(&mut Self) -> NamedKind,
    ) -> Shape {
        if let Some(known) = self.known.get(&(schema.span, direction)) {
            return known.clone();
        }
        if self.list.len() >= MOST_SHAPES {
            return Shape::Any;
        }
        let id = ShapeId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.known.insert((schema.span, direction), Shape::Named(id));
        self.list.push(None);
        let kind = make(self);
        if let Some(slot) = self.list.get_mut(id.0 as usize) {
            *slot = Some(NamedShape { name: name.to_owned(), kind });
        }
        Shape::Named(id)
    }
}

/// The nullable form of a shape.
fn or_null(shape: Shape) -> Shape {
    if matches!(shape, Shape::Any | Shape::Nullable(_)) {
        shape
    } else {
        Shape::Nullable(Box::new(shape))
    }
}

/// The values that `enum` or `const` allows.
fn allowed(schema: &Node) -> Option<&[Node]> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(std::slice::from_ref(value)),
        (None, list) => list?.as_array(),
    }
}

/// Values as strings, and true if null is among them. `None` if there are other values, or none.
fn words(values: &[Node]) -> Option<(Vec<String>, bool)> {
    let has_null = values.iter().any(Node::is_null);
    let values = values.iter().filter(|value| !value.is_null());
    let words: Option<Vec<String>> =
        values.map(|value| value.as_str().map(str::to_owned)).collect();
    words.filter(|words| !words.is_empty()).map(|words| (words, has_null))
}
