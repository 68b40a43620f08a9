//! Frames: the concurrent parts of an execution, as plain data in an arena.

mod arena;
mod data;
mod id;
mod join;
mod ready_queue;
pub(super) mod rows;
mod waiting;

pub(crate) use arena::*;
pub(crate) use data::*;
pub(crate) use id::*;
pub(crate) use join::*;
pub(crate) use ready_queue::*;
pub(crate) use rows::*;
pub(crate) use waiting::*;
