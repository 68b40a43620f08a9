//! Calls of AWS's services as tasks: the Resources `arn:aws:states:::aws-sdk:SERVICE:ACTION` and
//! the optimized integrations, such as `arn:aws:states:::dynamodb:putItem`.
//!
//! With the option `services = aws`, a machine needs no methods for them:
//!
//! ```no_run
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/order.asl.json", services = aws); // -> mod order
//!
//! struct Shop;
//!
//! impl order::Tasks for Shop {
//!     // The Lambda function; DynamoDB and SNS need no method.
//!     async fn price(&self, _cx: &TaskContext, order: Value) -> Result<Value, TaskError> {
//!         Ok(json!({ "Sku": order["sku"], "Cents": 990 }))
//!     }
//! }
//!
//! # #[cfg(feature = "environment")]
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let services = asl_aws::Services::from_env().await?;
//! let machine = order::machine(Shop).with_services(services);
//! let output = machine.run(json!({ "sku": "tea" })).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Every engine performs the calls, because the services belong to the machine. A call ends when
//! its state does.
//!
//! **Requests and results** have the names of Step Functions. Times of results are texts
//! (`2026-03-01T08:00:00Z`), for the optimized integrations milliseconds since 1970; blobs are the
//! text in them, or Base64 of what is no text. Idempotency tokens that a request lacks are made of
//! the operation's key, so a repeated delivery of an attempt is the same request.
//!
//! **Errors** have Step Functions' names: `DynamoDb.ConditionalCheckFailedException` for
//! `aws-sdk:dynamodb:putItem`, `DynamoDB.ConditionalCheckFailedException` for `dynamodb:putItem`,
//! and one name for all that the service's model does not have, such as `Rds.RdsException`. Without
//! a response it is `SdkClientException`, with a response of more than 6 MiB
//! `States.DataLimitExceeded`, and for a request that cannot be sent `States.Runtime`. Nothing is
//! repeated here: that is for the retriers of the definition. No cause and no log has a credential.
//!
//! **`.sync`** tasks start a job, and look at it until it has ended. Each look is a heartbeat. If the
//! state is cancelled, the job is stopped; clusters and applications are not, as at AWS.
//!
//! **`Credentials`** of a state name a role, which STS lets these services assume. Its credentials
//! are kept until they expire.
//!
//! Not performed are `eks:call`, `eks:runJob`, and `modifyInstanceFleetByName` and
//! `modifyInstanceGroupByName` of `elasticmapreduce`, services that speak only CBOR, and streams of
//! events: [`check_resource`] says so.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod api_gateway;
mod arguments;
mod client;
mod connection;
mod emr;
mod endpoint;
#[cfg(feature = "environment")]
mod environment;
mod error;
mod jobs;
mod metadata;
mod options;
mod problem;
mod request;
mod resource;
mod response;
mod role;
mod services;
mod signature;
mod timestamp;

pub use asl_http::SetupError;
pub use aws_credential_types::Credentials;
pub use options::Options;
pub use services::{Services, check_resource};
