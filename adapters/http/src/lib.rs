//! The HTTP task of the Amazon States Language: `arn:aws:states:::http:invoke`.
//!
//! [`HttpTask`] performs it, with the fields, the answer and the error names of AWS. Give it to the
//! tasks of a machine:
//!
//! ```no_run
//! use asl_http::{HttpOptions, HttpTask};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/weather.asl.json"); // -> mod weather
//!
//! struct Services {
//!     http: HttpTask,
//! }
//!
//! impl weather::Tasks for Services {
//!     async fn invoke(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         self.http.invoke(&input).await
//!     }
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let services = Services { http: HttpTask::new(HttpOptions::default())? };
//! let report = weather::run(services, json!({"city": "Hamburg"})).await?;
//! # Ok(())
//! # }
//! ```
//!
//! What differs from AWS: a definition need not name a connection; the host may be any that the
//! [`Reach`] allows, and redirects can be followed to the same origin.
//!
//! [`Transport`] is what is below it, for other adapters: the same policy, without AWS's fields and
//! names.
//!
//! **Server-side request forgery.** An endpoint that comes out of a machine's data can be anything.
//! So only addresses that are public are connected to: no loopback, link-local, private, shared,
//! multicast, documentation or other special ones, in IPv4, IPv6 and what maps one to the other.
//! This is checked on the addresses that a name was resolved to, and these are what is connected
//! to: a name that resolves to something else the next time gains nothing. Redirects go the same
//! way. [`HttpOptions::reach`] allows more.
//!
//! **Causes** of errors name no address that a host was resolved to, and have no control
//! characters: line breaks and tabs of a server's text become spaces, other such characters U+FFFD.

mod address;
mod client;
mod connection;
mod form;
mod options;
mod request;
mod resolve;
mod response;
mod text;
mod transport;

pub use address::{Network, Reach};
pub use client::HttpTask;
pub use connection::{Connections, Credentials};
pub use options::{HttpOptions, Lookup, Redirects, SetupError, tls};
pub use text::printable;
pub use transport::{Answer, Call, Fault, Transport};
