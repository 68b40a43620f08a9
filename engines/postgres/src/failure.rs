//! Failures of calls to the database, by what can be done.

use std::error::Error as _;
use std::{fmt, io};

use asl_durable::{CallError, Fault, JournalError, StoreError};
use tokio_postgres::error::SqlState;

/// A failure of a call to the database.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The server is away, or is starting or ending. It is unknown if the call had an effect.
    Away(String),
    /// The server has no space left.
    Full(String),
    /// Another process owns the shard since, or the batch before is not there. The call had no
    /// effect.
    Fenced,
    /// The process owns the shard, and the server has lost the batch before, which it had confirmed.
    /// The call had no effect.
    Lost,
    /// The server refuses the call, which had no effect.
    Refused(String),
}

impl Failure {
    /// The failure of a call.
    pub(crate) fn of(error: &tokio_postgres::Error) -> Self {
        let Some(code) = error.code() else { return Self::Away(text(error)) };
        let class = code.code().get(..2).unwrap_or_default();
        if *code == SqlState::DISK_FULL {
            return Self::Full(text(error));
        }
        let is_passing = matches!(class, "08" | "40" | "57")
            || [
                SqlState::TOO_MANY_CONNECTIONS,
                SqlState::OUT_OF_MEMORY,
                SqlState::LOCK_NOT_AVAILABLE,
                // A server that is about to be promoted, or that was demoted.
                SqlState::READ_ONLY_SQL_TRANSACTION,
            ]
            .contains(code);
        if is_passing { Self::Away(text(error)) } else { Self::Refused(text(error)) }
    }

    /// The failure as one of a store.
    pub(crate) fn into_store(self, path: &str) -> StoreError {
        let fault = match self {
            Self::Full(_) => Fault::NoSpace,
            Self::Away(error) => Fault::Io { doing: "reach", error },
            Self::Refused(error) => Fault::Io { doing: "use", error },
            Self::Fenced | Self::Lost => Fault::Io { doing: "use", error: self.to_string() },
        };
        StoreError::Journal(JournalError { path: path.to_owned(), fault })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Away(error) | Self::Full(error) | Self::Refused(error) => f.write_str(error),
            Self::Fenced => f.write_str(
                "the shard has another owner since, or the server has lost what was written",
            ),
            Self::Lost => f.write_str(
                "the server has lost batches that it had confirmed, as if a standby that was behind \
                 was promoted, a backup was restored, or rows of `asl_batch` were removed: the \
                 executions of the shard continue from what is there",
            ),
        }
    }
}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> Self {
        let kind = match &failure {
            Failure::Full(_) => io::ErrorKind::StorageFull,
            Failure::Away(_) => io::ErrorKind::TimedOut,
            Failure::Fenced | Failure::Lost | Failure::Refused(_) => io::ErrorKind::Other,
        };
        Self::new(kind, failure.to_string())
    }
}

/// Returns true if a shard has refused a call because the server has no space left. Its owner waits
/// for space, so repeating the call is of no use.
pub(crate) fn is_full(error: &CallError) -> bool {
    let CallError::Store(StoreError::Journal(JournalError { fault, .. })) = error else {
        return false;
    };
    *fault == Fault::NoSpace
}

/// The message of the server, with its hint.
fn text(error: &tokio_postgres::Error) -> String {
    let Some(told) = error.as_db_error() else {
        let source = error.source().map(|source| format!(": {source}"));
        return format!("{error}{}", source.unwrap_or_default());
    };
    let (message, code) = (told.message(), told.code().code());
    let hint = told.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
    format!("{message} ({code}){hint}")
}
