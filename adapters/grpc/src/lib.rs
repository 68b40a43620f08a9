//! Calls the functions of compiled SM4C machines that are methods of a gRPC service, without
//! `protoc` and without generated messages.
//!
//! The compiler reads the `.proto` file and stores its descriptors in a static
//! [`Function`](asl_runtime::functions::Function) of the machine. With them, [`Client`] builds the
//! request from the arguments and the result from the response:
//!
//! ```no_run
//! use asl_grpc::{Client, Options};
//! use asl_runtime::functions::Function;
//! use asl_runtime::{TaskError, Value, json};
//!
//! async fn order(find_order: &'static Function) -> Result<Value, TaskError> {
//!     let options = Options::default().server("https://orders.example");
//!     let client = Client::new(options)?;
//!     client.call(find_order, &json!({"id": 7})).await
//! }
//! ```
//!
//! **Messages** follow the [JSON mapping](https://protobuf.dev/programming-guides/json/) of
//! Protocol Buffers. Results differ in two ways that suit expressions: 64-bit integers are numbers,
//! and fields with their default value are present.
//!
//! **Errors** have a name, a message, and as data the `code` of the status and its `name`:
//!
//! | name | what happened |
//! | --- | --- |
//! | `Grpc.NotFound` and so on | the status that the server, or the connection to it, answered with |
//! | `Grpc.DeadlineExceeded` | there was no answer in time |
//! | `Grpc.Unavailable` | there was no connection, or it broke |
//! | `Grpc.Arguments` | the arguments do not fit the message: the text names the field |
//! | `Grpc.TooLarge` | the request is longer than [`HttpOptions::longest_body`](asl_http::HttpOptions::longest_body); an answer that is longer is `Grpc.OutOfRange`, one with more fields than that, those with defaults included, `Grpc.TooLarge` |
//! | `Grpc.Refused` | the address or the scheme is not allowed, or no server is known |
//!
//! [`asl_http::HttpOptions`] decides which addresses are permitted, as for HTTP tasks. By default
//! they are public addresses over `https`. Its `connections` provide the credentials for a
//! function's `operation`; their headers become metadata.

mod client;
mod codec;
mod connect;
mod message;
mod status;

pub use client::{Client, Options};
