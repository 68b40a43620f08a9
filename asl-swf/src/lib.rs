//! Compiled machines on Amazon Simple Workflow Service.

pub mod failure;
pub mod model;
pub mod service;

pub use service::{Swf, SwfError, SwfErrorKind};
