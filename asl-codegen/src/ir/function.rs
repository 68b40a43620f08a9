//! What documents say of functions: an operation of OpenAPI, a method of gRPC, and the shapes of
//! what goes in and comes out.

use std::sync::Arc;

use crate::span::Span;

/// A function that a document describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// How it is called.
    pub call: Call,
    /// What it takes, by name.
    pub arguments: Vec<Argument>,
    /// What else may be given.
    pub others: Others,
    /// What it answers with.
    pub result: Shape,
    /// What the shapes refer to.
    pub shapes: Shapes,
}

/// How a function is called.
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
    /// In capitals.
    pub method: String,
    /// With the names of its parameters in braces.
    pub path: String,
    /// The URL of the first server; empty if the document names none that could be connected to.
    pub server: String,
    /// The variables in it and their defaults.
    pub variables: Vec<(String, String)>,
    /// Where arguments go.
    pub parameters: Vec<Parameter>,
    /// Where the others go.
    pub body: Option<Body>,
    /// Media types of successful answers.
    pub answers: Vec<String>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where it goes.
    pub place: Place,
    /// How it is written.
    pub style: Style,
    /// `explode`.
    pub explode: bool,
    /// `required`.
    pub required: bool,
    /// `allowReserved`.
    pub reserved: bool,
}

/// Where a parameter goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

/// How a parameter is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
    /// `content` in place of a style.
    Json,
}

/// The body of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its media type.
    pub media_type: String,
    /// How it is written.
    pub form: BodyForm,
    /// Whether it must be there.
    pub required: bool,
    /// Whether an argument `body` is the whole of it.
    pub whole: bool,
}

/// How a body is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "media types")]
pub enum BodyForm {
    Json,
    UrlEncoded,
    Text,
}

/// A method of a gRPC service.
#[derive(Clone, Debug, PartialEq)]
pub struct Rpc {
    /// The service's full name.
    pub service: String,
    /// The method's name.
    pub method: String,
    /// The encoded descriptors of its file and of all that it imports.
    pub descriptors: Arc<[u8]>,
}

/// An argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// Its name in the document.
    pub name: String,
    /// Another name that it goes by: a field of a message as its file has it.
    pub alias: Option<String>,
    /// What it must be.
    pub shape: Shape,
    /// Whether it must be given.
    pub required: bool,
    /// Whether it is sent as text: then a number may be given as a string, and a string as a
    /// number.
    pub text: bool,
    /// Where the document has it.
    pub span: Option<Span>,
}

/// Arguments that the document does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// There cannot be any.
    None,
    /// They go into a body that has other members, and may have more.
    Allowed,
    /// The document says nothing of what there is.
    Expected,
}

/// What JSON values may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
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
    /// This, or null.
    Nullable(Box<Shape>),
    /// An object or a choice of words.
    Named(ShapeId),
}

/// An index into [`Shapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeId(pub u32);

/// Shapes with names: they may refer to each other, and to themselves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Shapes {
    /// By id.
    pub list: Vec<NamedShape>,
}

impl Shapes {
    /// The shape of an id.
    pub fn get(&self, id: ShapeId) -> Option<&NamedShape> {
        self.list.get(id.0 as usize)
    }
}

/// A shape with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedShape {
    /// As the document has it, or after the place where it is used.
    pub name: String,
    /// What it is.
    pub kind: NamedKind,
}

/// What a shape with a name is.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedKind {
    /// An object with known members.
    Object {
        /// Its members.
        fields: Vec<Field>,
        /// Whether it may have others.
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
    /// Another key that is read as this one.
    pub alias: Option<String>,
    /// What it must be.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
}
