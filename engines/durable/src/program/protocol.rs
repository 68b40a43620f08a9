//! The messages between the program of a machine and its parent process, one a line.

use std::io::{self, Write};

use asl_testing::runner;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::{CallError, Closed, Reply, Request};

/// A message of the parent.
#[derive(Serialize, Deserialize)]
pub(super) enum Order {
    /// Opens the store. The first message.
    Open(Open),
    /// A request to the store, with the number of its reply.
    Ask(u64, Request),
    /// The reply to a request is no longer needed.
    Forget(u64),
    /// An order about a call of a task.
    Task(runner::Order),
    /// Closes the store within some milliseconds, and ends the program.
    Close(u64),
}

/// The store of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Open {
    /// Its directory.
    pub directory: String,
    /// A mock file. Executions whose machine has the id `ID#CASE` use a case of it.
    pub mock: Option<String>,
    /// Only write what unfinished executions hold, and end. No task is called.
    #[serde(default)]
    pub leaves: bool,
}

/// A message of the program.
#[derive(Serialize, Deserialize)]
pub(super) enum Report {
    /// The store is open.
    Opened,
    /// The store cannot be opened. The last message.
    Problem(String),
    /// The reply to a request.
    Reply(u64, Result<Reply, CallError>),
    /// A report of a task's call.
    Task(runner::Report),
    /// The store is closed. The last message.
    Closed(Closed),
}

/// Writes a message as a line.
pub(super) fn write(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads the message of a line.
pub(super) fn read<T: DeserializeOwned>(line: &[u8]) -> io::Result<T> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    // Values have their own limit, and nothing else nests.
    reader.disable_recursion_limit();
    Ok(T::deserialize(&mut reader)?)
}
