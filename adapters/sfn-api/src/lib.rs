//! The AWS Step Functions API over compiled machines: AWS JSON 1.0 over HTTP, for boto3, the AWS
//! CLI, SDKs and Terraform.
//!
//! ```no_run
//! use asl_durable::{Durable, Options};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine};
//! use asl_sfn_api::SfnApi;
//!
//! asl_machine!("doc/order.asl.json"); // -> mod order, whose state `Ship` calls `ship`
//!
//! struct Shop;
//!
//! impl order::Tasks for Shop {
//!     async fn ship(&self, _: &TaskContext, order: Value) -> Result<Value, TaskError> {
//!         Ok(order)
//!     }
//! }
//!
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Durable::open("orders", [order::machine(Shop)], Options::default()).await?;
//! SfnApi::new(store).serve("127.0.0.1:8083".parse()?).await?;
//! # Ok(())
//! # }
//! # fn main() {}
//! ```
//!
//! `docs/guide/api.md` describes the settings of clients, what is kept where, and what scales how.
//!
//! A request is `POST /` with `x-amz-target: AWSStepFunctions.<Operation>`. `server` reads it,
//! `protocol` checks it against the API's model, `operations` has a function for each operation,
//! `registry` keeps what clients created, and a [`Backend`] runs executions.

mod arn;
mod backend;
mod definition;
mod durable;
mod fault;
mod machine_type;
mod map_run_index;
mod observe;
mod operations;
mod page;
mod protocol;
mod registered;
mod registry;
#[cfg(feature = "restate")]
mod restate;
mod server;
mod service;
mod signature;
mod uuid;

pub use asl_testing::runner::{Mock, StateTest};
pub use backend::{Answer, Backend, Definition, TaskReport};
pub use fault::Fault;
pub use machine_type::MachineType;
#[cfg(feature = "metrics")]
pub use observe::describe_metrics;
pub use registry::RegistryError;
#[cfg(feature = "restate")]
pub use restate::Restate;
pub use server::ServeError;
pub use service::SfnApi;
