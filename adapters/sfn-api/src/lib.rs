//! The AWS Step Functions API over compiled machines: AWS JSON 1.0 over HTTP, for boto3, the AWS
//! CLI, SDKs and Terraform.
//!
//! A request is `POST /` with `x-amz-target: AWSStepFunctions.<Operation>`. `server` reads it,
//! `operations` has a function for each operation, `registry` keeps what clients created, and a
//! [`Backend`] runs executions.

mod arn;
mod backend;
mod fault;
mod operations;
mod server;
mod service;

pub use backend::{Answer, Backend, Definition, TaskReport};
pub use fault::Fault;
pub use server::ServeError;
pub use service::SfnApi;
