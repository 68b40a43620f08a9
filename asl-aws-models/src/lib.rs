//! The operations and shapes of AWS's services, as Step Functions calls them.
//!
//! ```
//! use asl_aws_models::{Shape, Spelling};
//!
//! let service = asl_aws_models::service("rds").ok_or("no such service")?;
//! let operation = service.operation("describeDBInstances").ok_or("no such action")?;
//! let request = operation.input.ok_or("no request")?;
//! let Some(Shape::Structure(request)) = service.shape(request) else { return Err("no structure") };
//! assert_eq!(request.members[0].written(Spelling::Sdk), "DbInstanceIdentifier");
//! # Ok::<(), &str>(())
//! ```
//!
//! `cargo xtask models --update` makes the tables from the pinned botocore.

mod bundle;
mod id;
mod jobs;
mod names;
mod operation;
mod reader;
mod service;
mod shape;
mod table;

pub use asl_language::integration::{
    Integration, OwnRequest, Pattern, Resource, integration, integrations, resource,
};
pub use bundle::{botocore_version, sdk_name_of, service_names};
pub use id::{ErrorId, ShapeId};
pub use jobs::{Job, JobRequest, JobResult, JobSource, job};
pub use operation::{ErrorShape, Operation};
pub use service::{Protocol, Service, service};
pub use shape::{Bounds, Location, Member, Shape, Spelling, Structure, TimestampFormat};
