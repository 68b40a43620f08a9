//! Functions of SM4C machines: their descriptions in documents, and hosts that perform them.
//!
//! The compiler reads an OpenAPI or `.proto` document and emits a static [`Function`] for each
//! function that names an operation of it. An adapter calls it: `asl_openapi::Client`,
//! `asl_grpc::Client`, or any other [`Host`]. One line implements a method of a machine's
//! functions, `self.http.call(&orders::functions::FIND_ORDER, cx, arguments).await`; [`Hosted`]
//! implements all of them, if every function of the machine has such a document.

use crate::task::context::TaskContext;
pub use asl_language::openapi::{BodyForm as Form, Location as Place, Style};
use asl_value::error::TaskError;
use asl_value::value::Value;

/// A function of a machine, as described by its definition and by the document of its operation.
#[derive(Debug)]
pub struct Function {
    /// Its name in the definition.
    pub name: &'static str,
    /// Its `operation` as written.
    pub operation: &'static str,
    /// The description of the operation.
    pub description: Description,
}

/// The description of a function's operation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Description {
    /// An operation of an OpenAPI document.
    Rest(Rest),
    /// A method of a gRPC service.
    Rpc(Rpc),
}

/// An operation of an OpenAPI document.
#[derive(Debug)]
pub struct Rest {
    /// Its `operationId`.
    pub operation_id: &'static str,
    /// The method in capitals, such as `GET`.
    pub method: &'static str,
    /// The path with the names of its parameters, such as `/orders/{id}`.
    pub path: &'static str,
    /// The first usable server of the document.
    pub server: Server,
    /// Parameters in path, query, headers and cookies.
    pub parameters: &'static [Parameter],
    /// The arguments of the body.
    pub body: Option<Body>,
    /// Media types of its successful answers, in lower case; empty if the document names none.
    pub answers: &'static [&'static str],
}

/// A server of an OpenAPI document.
#[derive(Debug)]
pub struct Server {
    /// Its URL, with the names of its variables in braces.
    pub url: &'static str,
    /// The names of its variables and their defaults.
    pub variables: &'static [(&'static str, &'static str)],
}

/// A parameter of an operation.
#[derive(Debug)]
pub struct Parameter {
    /// Its name, which is also that of its argument.
    pub name: &'static str,
    /// The location.
    pub place: Place,
    /// The serialization.
    pub style: Style,
    /// True if items and members are separate parameters (`explode`).
    pub explode: bool,
    /// True if it is required.
    pub required: bool,
    /// True if reserved characters of URLs are not encoded (`allowReserved`).
    pub reserved: bool,
}

/// The body of an operation's requests.
#[derive(Debug)]
pub struct Body {
    /// Its media type.
    pub media_type: &'static str,
    /// The serialization of a value.
    pub form: Form,
    /// True if it is required.
    pub required: bool,
    /// True if the argument `body`, when no other is left, is the whole body instead of a member of
    /// it.
    pub whole: bool,
}

/// A method of a gRPC service.
#[derive(Debug)]
pub struct Rpc {
    /// The service's full name, such as `shop.v1.Orders`.
    pub service: &'static str,
    /// The method, such as `Find`.
    pub method: &'static str,
    /// The encoded `FileDescriptorSet` of the service's file and all its imports, in the order of
    /// imports.
    pub descriptors: &'static [u8],
}

/// Performs described functions: an adapter for REST or gRPC, or a pair of hosts.
pub trait Host: Send + Sync + 'static {
    /// Returns true if it can perform a function. A pair asks both of its hosts.
    fn serves(&self, function: &Function) -> bool;

    /// Performs a function.
    fn call(
        &self,
        function: &'static Function,
        cx: &TaskContext,
        arguments: Value,
    ) -> impl Future<Output = Result<Value, TaskError>> + Send;
}

/// The first host that serves a function performs it.
impl<A: Host, B: Host> Host for (A, B) {
    fn serves(&self, function: &Function) -> bool {
        self.0.serves(function) || self.1.serves(function)
    }

    async fn call(
        &self,
        function: &'static Function,
        cx: &TaskContext,
        arguments: Value,
    ) -> Result<Value, TaskError> {
        if self.0.serves(function) {
            return self.0.call(function, cx, arguments).await;
        }
        self.1.call(function, cx, arguments).await
    }
}

/// Names that emitted types of functions use; not for users.
#[doc(hidden)]
pub mod types {
    pub use std::boxed::Box;
    pub use std::clone::Clone;
    pub use std::cmp::PartialEq;
    pub use std::collections::BTreeMap;
    pub use std::fmt::Debug;
    pub use std::option::Option;
    pub use std::primitive::{bool, f64, i64};
    pub use std::string::String;
    pub use std::vec::Vec;

    pub use serde::{self, Deserialize, Serialize};

    pub use asl_value::value::Value;
}

/// Implements all functions of a machine through a [`Host`]. It requires a description of each
/// function; with an undescribed one this does not compile, and the user has to implement the
/// functions.
#[derive(Clone, Copy, Debug)]
pub struct Hosted<H>(pub H);
