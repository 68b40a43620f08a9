//! The HTTP task of the Amazon States Language: `arn:aws:states:::http:invoke`.
//!
//! [`HttpTask`] performs it, with AWS's fields, output and error names. Use it in the tasks of a
//! machine:
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
//! Differences from AWS: a definition need not name a connection; [`Reach`] decides about hosts;
//! and redirects to the same origin can be followed.
//!
//! Other adapters use [`Transport`], which has the same policy without AWS's fields and names.
//!
//! **Server-side request forgery.** An endpoint from a machine's data can be any address. So only
//! public addresses are permitted: no loopback, link-local, private, shared, multicast,
//! documentation or other special addresses, in IPv4, IPv6 and mappings between them. The check
//! applies to the resolved addresses, and the connection uses the checked ones, so a name that
//! resolves differently the next time gains nothing. Redirects are checked in the same way.
//! [`HttpOptions::reach`] permits more.
//!
//! **Causes** of errors contain no resolved address and no control characters: line breaks and tabs
//! of a server's text become spaces, other such characters U+FFFD.

mod address;
mod client;
mod connection;
mod fault;
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
pub use fault::Fault;
pub use options::{HttpOptions, Lookup, Redirects, SetupError, tls};
pub use text::{excerpt, printable};
pub use transport::{Answer, Call, Transport};
