//! The program that `cargo asl serve` compiles for a machine: it opens the store of the machine, and
//! answers the requests of its parent process, which performs the tasks.
//!
//! Messages are lines of JSON on standard input and output. The program ends with its parent. In
//! the parent, [`Process`] has a [`Durable`](super::Durable) whose requests go to the program.

mod child;
mod process;
mod protocol;
mod tasks;

pub use super::list::merge_pages;
pub use child::run;
pub use process::{OpenCall, Process, Tasks, leave_snapshots};
pub use protocol::Open;
