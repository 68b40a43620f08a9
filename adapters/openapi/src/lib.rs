//! Calls the functions of compiled SM4C machines that are operations of an OpenAPI document.
//!
//! The compiler reads the document, checks the definition against it, and stores the operation in a
//! static [`Function`](asl_runtime::functions::Function) of the machine. [`Client`] calls it:
//!
//! ```no_run
//! use asl_openapi::{Client, Options};
//! use asl_runtime::functions::{Description, Function, Place, Parameter, Rest, Server, Style};
//! use asl_runtime::json;
//!
//! // The compiler emits this.
//! static FIND_ORDER: Function = Function {
//!     name: "findOrder",
//!     operation: "orders.json#findOrder",
//!     description: Description::Rest(Rest {
//!         operation_id: "findOrder",
//!         method: "GET",
//!         path: "/orders/{id}",
//!         server: Server { url: "https://orders.example/v1", variables: &[] },
//!         parameters: &[Parameter {
//!             name: "id",
//!             place: Place::Path,
//!             style: Style::Simple,
//!             explode: false,
//!             required: true,
//!             reserved: false,
//!         }],
//!         body: None,
//!         answers: &["application/json"],
//!     }),
//! };
//!
//! # async fn run() -> Result<asl_runtime::Value, asl_runtime::TaskError> {
//! let client = Client::new(Options::default())?;
//! let order = client.call(&FIND_ORDER, &json!({"id": 7})).await?; // GET https://orders.example/v1/orders/7
//! # Ok(order)
//! # }
//! ```
//!
//! **Arguments** become the parameters of the same name, exactly or in another case, serialized by
//! `style` and `explode`. The others become the JSON body. If only the argument `body` is left, and
//! the document has no member of that name, it is the whole body. A null argument counts as
//! missing.
//!
//! **Results**: JSON is the result. Without a body it is null. Other text is a string, unless the
//! document declares JSON only.
//!
//! **Errors** have a name, a message, and as data the `status` and `body` of the response, if any:
//!
//! | name | what happened |
//! | --- | --- |
//! | `Http.404` and so on | the server answered with this status: all but 2xx, redirects that are not followed among them |
//! | `Http.Arguments` | an argument is missing, unknown, or cannot be written where it goes |
//! | `Http.Body` | the answer is not what it should be: no JSON, or no text |
//! | `Http.TooLarge` | the request's or the answer's body is longer than [`HttpOptions::longest_body`](asl_http::HttpOptions::longest_body) |
//! | `Http.Timeout` | there was no answer in time |
//! | `Http.Connection` | there was no connection, or it broke |
//! | `Http.Refused` | the address or the scheme is not allowed |
//!
//! [`asl_http::HttpOptions`] decides which addresses and redirects are permitted, as for HTTP
//! tasks. By default they are public addresses over `https`. Its `connections` provide the
//! credentials for a function's `operation`.

mod answer;
mod arguments;
mod client;
mod request;
mod style;
mod url;

pub use client::{Client, Options};
