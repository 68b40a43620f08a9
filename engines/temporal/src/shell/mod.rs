//! Everything that names types of Temporal: payloads, the core of its SDKs, the requests to its
//! server. The rest of this crate does not depend on them.
//!
//! Its functions return a [`Pending`] and are not `async`: rustc then compiles the
//! core of Temporal's SDKs here, once. It compiles the body of an `async` function in each program
//! that awaits it, which took 35 seconds for every change of a worker.

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

use std::pin::Pin;

use asl_runtime::__engine::ClientError;

pub(crate) use connection::Link;
pub use history::History;
pub(crate) use replay::{Misfit, replay_with};
pub(crate) use service::Service;
pub(crate) use worker::{Running, WorkerError};

/// A boxed future.
pub(crate) type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The answer of a server.
type Answer<'a, T> = Pending<'a, Result<T, ClientError>>;
