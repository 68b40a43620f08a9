//! Frames: the concurrent parts of an execution, as plain data in an arena.

mod arena;
mod data;
mod join;
mod ready_queue;
mod waiting;

pub(crate) use arena::*;
pub(crate) use data::*;
pub(crate) use join::*;
pub(crate) use ready_queue::*;
pub(crate) use waiting::*;
