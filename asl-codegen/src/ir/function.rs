//! Descriptions of functions from documents: operations of OpenAPI and methods of gRPC, with the
//! shapes of arguments and results.

use std::sync::Arc;

pub use asl_language::openapi::{BodyForm, Location, Style};
use asl_source::span::Span;

/// A function that a document describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// The protocol.
    pub call: Call,
    /// The arguments, by name.
    pub arguments: Vec<Argument>,
    /// Arguments that the document does not name.
    pub others: Others,
    /// The shape of the result.
    pub result: Shape,
    /// The named shapes.
    pub shapes: Shapes,
}

/// The protocol of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// An operation of an OpenAPI document.
    Rest(Box<Rest>),
    /// A method of a gRPC service.
    Rpc(Rpc),
}

/// An operation of an OpenAPI document.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    /// `operationId`.
    pub operation_id: String,
    /// The method in upper case.
    pub method: String,
    /// The path, with names of parameters in braces.
    pub path: String,
    /// The URL of the first server. Empty if no server of the document is usable.
    pub server: String,
    /// The variables of the URL with their defaults.
    pub variables: Vec<(String, String)>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The body, for other arguments.
    pub body: Option<Body>,
    /// Media types of successful responses.
    pub answers: Vec<String>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The location.
    pub place: Location,
    /// The style.
    pub style: Style,
    /// `explode`.
    pub explode: bool,
    /// `required`.
    pub required: bool,
    /// `allowReserved`.
    pub reserved: bool,
}

/// The body of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its media type.
    pub media_type: String,
    /// The style.
    pub form: BodyForm,
    /// True if it is required.
    pub required: bool,
    /// True if the argument `body` is the whole body.
    pub whole: bool,
}

/// A method of a gRPC service.
#[derive(Clone, Debug, PartialEq)]
pub struct Rpc {
    /// The service's full name.
    pub service: String,
    /// The method's name.
    pub method: String,
    /// The encoded descriptors of its file and its imports.
    pub descriptors: Arc<[u8]>,
}

/// An argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its name in the document.
    pub name: String,
    /// An alternative name: that of a message's field in its file.
    pub alias: Option<String>,
    /// The shape of the value.
    pub shape: Shape,
    /// True if it is required.
    pub required: bool,
    /// True if it is sent as text. Then a number may be given as a string, and vice versa.
    pub text: bool,
    /// Its place in the document.
    pub span: Option<Span>,
}

/// Arguments that the document does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// None are allowed.
    None,
    /// Members of a body that permits others than those named.
    Allowed,
    /// Unknown, because the document does not tell.
    Expected,
}

/// A set of JSON values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Any value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    Array(Box<Shape>),
    /// An object with any keys.
    Map(Box<Shape>),
    /// The shape, or null.
    Nullable(Box<Shape>),
    /// A named shape: an object or an enumeration.
    Named(ShapeId),
}

/// An index into [`Shapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeId(pub u32);

/// Named shapes, which may be recursive.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Shapes {
    /// All shapes with their ids.
    pub list: Vec<NamedShape>,
}

impl Shapes {
    /// The shape with an id.
    pub fn get(&self, id: ShapeId) -> Option<&NamedShape> {
        self.list.get(id.0 as usize)
    }
}

/// A named shape.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedShape {
    /// The document's name, or one derived from the place of use.
    pub name: String,
    /// The kind.
    pub kind: NamedKind,
}

/// The kind of a named shape.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedKind {
    /// An object with known members.
    Object {
        /// Its members.
        fields: Vec<Field>,
        /// True if other members are allowed.
        open: bool,
    },
    /// One of these strings.
    Words(Vec<String>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its key.
    pub name: String,
    /// An alternative key.
    pub alias: Option<String>,
    /// The shape of the value.
    pub shape: Shape,
    /// True if it is required.
    pub required: bool,
}
