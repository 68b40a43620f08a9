//! Messages as shapes: the JSON mapping of Protocol Buffers.

use std::collections::HashMap;

use prost_reflect::{Cardinality, FieldDescriptor, Kind, MessageDescriptor};

use crate::ir::function::{Argument, Field, NamedKind, NamedShape, Others, Shape, ShapeId, Shapes};

/// Maximum number of named shapes. Further messages become [`Shape::Any`].
const MOST_SHAPES: usize = 400;

/// Direction of a message. A received message has every field with a default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Direction {
    Request,
    Answer,
}

/// The shapes of one method.
#[derive(Default)]
pub(super) struct Messages {
    list: Vec<NamedShape>,
    known: HashMap<(String, Direction), ShapeId>,
    /// Nesting depth of messages. Each message has a name, so their number bounds the depth.
    depth: usize,
}

/// Maximum nesting depth. Deeper messages become [`Shape::Any`].
const MOST_DEPTH: usize = 64;

impl Messages {
    pub(super) fn finish(self) -> Shapes {
        Shapes { list: self.list }
    }

    /// The fields of a request as arguments.
    pub(super) fn arguments(&mut self, message: &MessageDescriptor) -> (Vec<Argument>, Others) {
        if well_known(message.full_name()).is_some() {
            return (Vec::new(), Others::Expected);
        }
        let arguments = message.fields().map(|field| {
            let Field { name, alias, shape, required } = self.field(&field, Direction::Request);
            Argument { name, alias, shape, required, text: false, span: None }
        });
        (arguments.collect(), Others::None)
    }

    /// The shape of a message.
    pub(super) fn message(&mut self, message: &MessageDescriptor, direction: Direction) -> Shape {
        if let Some(shape) = well_known(message.full_name()) {
            return shape;
        }
        let key = (message.full_name().to_owned(), direction);
        if let Some(known) = self.known.get(&key) {
            return Shape::Named(*known);
        }
        if self.depth >= MOST_DEPTH {
            return Shape::Any;
        }
        let Some(id) = self.reserve(message.name()) else { return Shape::Any };
        self.known.insert(key, id);
        self.depth += 1;
        let fields: Vec<Field> =
            message.fields().map(|field| self.field(&field, direction)).collect();
        self.depth -= 1;
        self.fill(id, NamedKind::Object { fields, open: false });
        Shape::Named(id)
    }

    fn field(&mut self, field: &FieldDescriptor, direction: Direction) -> Field {
        let kind = field.kind();
        let shape = match kind.as_message().filter(|_| field.is_map()) {
            Some(entry) => {
                Shape::Map(Box::new(self.kind(&entry.map_entry_value_field().kind(), direction)))
            }
            None if field.is_list() => Shape::Array(Box::new(self.kind(&kind, direction))),
            None => self.kind(&kind, direction),
        };
        let required = match direction {
            Direction::Request => field.cardinality() == Cardinality::Required,
            Direction::Answer => {
                !field.supports_presence() || field.cardinality() == Cardinality::Required
            }
        };
        let alias = Some(field.name().to_owned()).filter(|name| name != field.json_name());
        Field { name: field.json_name().to_owned(), alias, shape, required }
    }

    fn kind(&mut self, kind: &Kind, direction: Direction) -> Shape {
        match kind {
            Kind::Double | Kind::Float => Shape::Number,
            Kind::Int32
            | Kind::Int64
            | Kind::Uint32
            | Kind::Uint64
            | Kind::Sint32
            | Kind::Sint64
            | Kind::Fixed32
            | Kind::Fixed64
            | Kind::Sfixed32
            | Kind::Sfixed64 => Shape::Integer,
            Kind::Bool => Shape::Boolean,
            Kind::String | Kind::Bytes => Shape::String,
            Kind::Message(message) => self.message(message, direction),
            Kind::Enum(words) if words.full_name() == "google.protobuf.NullValue" => Shape::Any,
            Kind::Enum(words) => {
                let key = (words.full_name().to_owned(), Direction::Request);
                if let Some(known) = self.known.get(&key) {
                    return Shape::Named(*known);
                }
                let Some(id) = self.reserve(words.name()) else { return Shape::Any };
                self.known.insert(key, id);
                self.fill(
                    id,
                    NamedKind::Words(words.values().map(|value| value.name().to_owned()).collect()),
                );
                Shape::Named(id)
            }
        }
    }

    fn reserve(&mut self, name: &str) -> Option<ShapeId> {
        let id = u32::try_from(self.list.len()).ok().filter(|_| self.list.len() < MOST_SHAPES)?;
        self.list.push(NamedShape { name: name.to_owned(), kind: NamedKind::Words(Vec::new()) });
        Some(ShapeId(id))
    }

    fn fill(&mut self, id: ShapeId, kind: NamedKind) {
        if let Some(shape) = self.list.get_mut(id.0 as usize) {
            shape.kind = kind;
        }
    }
}

/// Types with a JSON form of their own.
fn well_known(name: &str) -> Option<Shape> {
    let shape = match name.strip_prefix("google.protobuf.")? {
        "Timestamp" | "Duration" | "FieldMask" | "StringValue" | "BytesValue" => Shape::String,
        "BoolValue" => Shape::Boolean,
        "Int32Value" | "Int64Value" | "UInt32Value" | "UInt64Value" => Shape::Integer,
        "FloatValue" | "DoubleValue" => Shape::Number,
        "Struct" | "Empty" => Shape::Map(Box::new(Shape::Any)),
        "ListValue" => Shape::Array(Box::new(Shape::Any)),
        "Any" | "Value" => Shape::Any,
        _ => return None,
    };
    Some(shape)
}
