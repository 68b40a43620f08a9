//! Everything that names types of Temporal: payloads, the core of its SDKs, the requests to its
//! server. The rest of this crate does not depend on them.

mod activation;
mod activities;
mod coding;
mod commands;
mod connection;
mod detached;
mod eviction;
mod failure;
mod history;
mod payload;
mod redrive;
mod replay;
mod runs;
mod service;
mod stores;

mod worker;

pub(crate) use connection::Link;
pub use history::History;
pub(crate) use replay::{Misfit, replay_with};
pub(crate) use service::Service;

pub(crate) use worker::{WorkerError, work};
