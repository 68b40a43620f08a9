//! Item readers and result writers over S3 and the other stores of the `object_store` crate.
//!
//! [`ObjectStores`] is a [`Storage`](asl_runtime::storage::Storage) whose buckets are stores:
//!
//! ```
//! use std::sync::Arc;
//! use asl_object_store::ObjectStores;
//! use object_store::memory::InMemory;
//!
//! let stores = ObjectStores::new(|bucket| {
//!     // Any store of the `object_store` crate.
//!     println!("the bucket {bucket}");
//!     Ok(Arc::new(InMemory::new()))
//! });
//! ```
//!
//! With the feature `aws`, which is on by default, [`ObjectStores::s3`] reaches the buckets of
//! Amazon S3 or of servers with its protocol:
//!
//! ```no_run
//! # #[cfg(feature = "aws")]
//! # {
//! use asl_object_store::{ObjectStores, aws::AmazonS3Builder};
//!
//! // Region, credentials and endpoint as the environment has them: AWS_REGION, AWS_ACCESS_KEY_ID, ..
//! let stores = ObjectStores::s3(AmazonS3Builder::from_env());
//! # }
//! ```
//!
//! A store's reports are not trusted: an object with more or fewer bytes than reported, and a list
//! of more than 100,000,000 objects, are errors. A key with `.` or `..` between slashes is refused.
//!
//! A small object is written in one request, a larger one as a multipart upload. In both cases it
//! appears when it is complete.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod read;
#[cfg(feature = "aws")]
mod s3;
mod stores;
mod write;

pub use object_store;
#[cfg(feature = "aws")]
pub use object_store::aws;
pub use stores::ObjectStores;
