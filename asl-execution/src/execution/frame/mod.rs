//! Frames: the concurrent parts of an execution, as plain data in an arena.

mod arena;
mod data;
mod id;
mod join;
mod ready_queue;
pub(super) mod rows;
mod waiting;

pub(in crate::execution) use arena::*;
pub(in crate::execution) use data::*;
pub(in crate::execution) use id::*;
pub(in crate::execution) use join::*;
pub(in crate::execution) use ready_queue::*;
pub(in crate::execution) use rows::*;
pub(in crate::execution) use waiting::*;
