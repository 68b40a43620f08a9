//! The durable engine: executions are kept in a directory, and go on after a crash.

#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod journal;
