//! Compiled machines on Amazon Simple Workflow Service.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "aws")]
pub mod aws;
mod by_hand;
mod checkpoint;
mod decide;
mod executions;
pub mod failure;
mod limits;
pub mod model;
mod options;
pub mod service;
#[cfg(feature = "worker")]
pub mod worker;

pub use by_hand::{CommandError, command};
pub use decide::{DecideError, Decided, Decider, History, reaches_checkpoint};
pub use executions::{Executions, ExecutionsError};
pub use options::{
    ActivityLimits, ActivityOptions, ChildOptions, DeciderOptions, EventTarget, Markers, Note,
    OptionError, Secret,
};
pub use service::{Swf, SwfError, SwfErrorKind};
