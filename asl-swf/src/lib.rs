//! Compiled machines on Amazon Simple Workflow Service.

#[cfg(feature = "aws")]
pub mod aws;
mod by_hand;
mod checkpoint;
mod decide;
pub mod failure;
pub mod model;
mod options;
pub mod service;
#[cfg(feature = "worker")]
pub mod worker;

pub use by_hand::{CommandError, command};
pub use decide::{DecideError, Decided, Decider, History};
pub use options::{ActivityOptions, ChildOptions, DeciderOptions, EventTarget, Markers};
pub use service::{Swf, SwfError, SwfErrorKind};
