//! Errors of a store.

use std::borrow::Cow;
use std::path::Path;
use std::{fmt, io};

use asl_runtime::error::Failure;
use asl_runtime::execution::{SendError, TokenError};
use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use super::journal::{Fault, JournalError};
use super::{State, UnfitData};

/// Maximum number of values that an error names.
const NAMED: usize = 5;

/// Reason why a store cannot be opened or used further. Everything that was accepted before is safe
/// on disk.
#[derive(Clone)]
pub enum StoreError {
    /// A fault of its files, of its directory, or of the disk. The text names the path and says
    /// what to do.
    Journal(JournalError),
    /// Unfinished executions need machines or versions that are not registered.
    UnknownMachines {
        /// The store's directory.
        path: String,
        /// The machines and versions.
        unknown: Vec<UnknownMachine>,
    },
    /// Data of unfinished executions do not fit the types of the program, and
    /// [`Options::refuse_unfit_data`](super::Options::refuse_unfit_data) is set.
    UnfitData {
        /// The store's directory.
        path: String,
        /// The values.
        unfit: Vec<UnfitData>,
    },
    /// A record is intact, but contradicts the others. Another version of this program wrote it, or
    /// the machine's code changed under the same hash.
    Unreadable {
        /// The store's directory.
        path: String,
        /// The execution, if it is known.
        id: Text,
        /// Description of the contradiction.
        why: String,
    },
    /// The system could not create the store's thread.
    NoThread(String),
    /// The store of another process failed, with this message.
    Elsewhere(String),
}

/// A version of a machine that unfinished executions need and that is not registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownMachine {
    /// Its name.
    pub machine: Text,
    /// The version.
    pub version: Version,
    /// Number of unfinished executions in it.
    pub count: usize,
    /// True if the machine is registered in another version.
    pub is_registered: bool,
    /// Ids of the first of them.
    pub executions: Vec<Text>,
    /// For each of these, the reason why it cannot move to the registered version; empty if there is
    /// none.
    pub reasons: Vec<String>,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => fmt::Display::fmt(error, f),
            Self::UnknownMachines { path, unknown } => unknown_machines(f, path, unknown),
            Self::UnfitData { path, unfit } => {
                write!(f, "executions in the store `{path}` hold data that do not fit types: ")?;
                for (at, unfit) in unfit.iter().take(NAMED).enumerate() {
                    let comma = if at == 0 { "" } else { "; " };
                    write!(f, "{comma}{unfit}")?;
                }
                if unfit.len() > NAMED {
                    write!(f, "; and {} more", unfit.len() - NAMED)?;
                }
                f.write_str(
                    ": give new fields `#[serde(default)]`, or open the store without \
                     `refuse_unfit_data`",
                )
            }
            Self::Unreadable { path, id, why } if id.is_empty() => {
                write!(f, "the store `{path}` holds what this program cannot have written: {why}")
            }
            Self::Unreadable { path, id, why } => {
                write!(
                    f,
                    "the store `{path}` holds what this program cannot have written of execution `{id}`: {why}"
                )
            }
            Self::NoThread(error) => write!(f, "cannot start the thread of a store: {error}"),
            Self::Elsewhere(error) => f.write_str(error),
        }
    }
}

/// The versions that are not registered, why executions of them cannot move, and what can be done.
fn unknown_machines(
    f: &mut fmt::Formatter<'_>,
    path: &str,
    unknown: &[UnknownMachine],
) -> fmt::Result {
    write!(f, "executions in the store `{path}` need machines that are not registered: ")?;
    for (at, version) in unknown.iter().enumerate() {
        let UnknownMachine { machine, version, count, executions, .. } = version;
        let comma = if at == 0 { "" } else { "; " };
        let dots = if *count > executions.len() { ", .." } else { "" };
        let names = Names(executions);
        write!(f, "{comma}`{machine}` in version {version} ({count}: {names}{dots})")?;
    }
    f.write_str(
        ": register them, or open the store with `allow_unknown` and leave these executions alone",
    )?;
    for unknown in unknown.iter().filter(|unknown| unknown.is_registered) {
        let UnknownMachine { machine, version, executions, reasons, .. } = unknown;
        write!(
            f,
            "\nthey cannot move to the registered version of `{machine}`, and none has moved:"
        )?;
        for (id, why) in executions.iter().zip(reasons) {
            write!(f, "\n  `{id}`: {why}")?;
        }
        write!(
            f,
            "\n- keep the old version: write its definition to a file with `cargo asl store {path} \
             versions {version} --definition > {machine}-{version}.asl.json`, and register it beside \
             the new one, with the options that it had\n  mod old {{ asl_runtime::asl_machine! {{ pub \
             \"{machine}-{version}.asl.json\", name = {machine}, tasks_from = crate::{machine} }} }}\n\
             - or start the program before until they have ended\n\
             - or move them by hand: open the store with `allow_unknown`, and name a state of the new \
             version with its input: `cargo asl store {path} move ID STATE --input FILE`\n\
             - or, if they were not written as a whole because the program was killed: `cargo asl \
             store {path} migrate` writes them with the old version's code, from the store's own copy"
        )?;
    }
    Ok(())
}

asl_runtime::__readable_debug!(StoreError);

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Journal(error) => Some(error),
            Self::UnknownMachines { .. }
            | Self::UnfitData { .. }
            | Self::Unreadable { .. }
            | Self::NoThread(_)
            | Self::Elsewhere(_) => None,
        }
    }
}

impl StoreError {
    /// The error of a directory that cannot be opened.
    pub(super) fn cannot_open(path: &Path, error: &io::Error) -> Self {
        let is_denied = matches!(
            error.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
        );
        let io = || Fault::Io { doing: "make the directory", error: error.to_string() };
        let fault = if is_denied { Fault::Denied } else { io() };
        Self::Journal(JournalError { path: path.display().to_string(), fault })
    }
}

impl From<JournalError> for StoreError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// Reason why a call was refused. The execution and the store are unchanged. No message shows the
/// data of executions.
#[derive(Clone)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub enum CallError {
    /// No machine of this name is registered.
    UnknownMachine {
        /// The requested name.
        machine: Text,
        /// The registered names.
        known: Vec<Text>,
    },
    /// The machine is registered, but not this version of it.
    UnknownVersion {
        /// The machine.
        machine: Text,
        /// The version.
        version: Version,
    },
    /// No execution has this id.
    UnknownExecution {
        /// The requested id.
        id: Text,
    },
    /// The name is taken by an execution with another input or of another machine.
    NameTaken {
        /// The id of that execution.
        id: Text,
    },
    /// The name is not allowed.
    BadName {
        /// The reason.
        why: Cow<'static, str>,
    },
    /// The input is not allowed.
    BadInput {
        /// The reason.
        why: String,
    },
    /// The input cannot be converted to a value: `Asl.TypeMismatch`, with the path in the value.
    TypeMismatch(Failure),
    /// The execution is of another machine than that of its [`Executions`](super::Executions).
    OtherMachine {
        /// The execution.
        id: Text,
        /// Its machine.
        machine: Text,
        /// The expected machine.
        wanted: Cow<'static, str>,
    },
    /// The execution needs a machine or version that is not registered.
    WaitsForMachine {
        /// The execution.
        id: Text,
        /// Its machine.
        machine: Text,
        /// Its version.
        version: Version,
    },
    /// Too many children are running.
    TooManyChildren {
        /// The maximum.
        limit: usize,
    },
    /// It has ended already.
    Ended {
        /// The execution.
        id: Text,
        /// Its final status.
        state: State,
    },
    /// It has not ended yet.
    Running {
        /// The execution.
        id: Text,
    },
    /// Its inputs are no longer kept: see [`Options::keep_history`](super::Options::keep_history).
    NoHistory {
        /// The execution.
        id: Text,
    },
    /// Its history is too long to be returned as a whole: read it in pages, as
    /// [`Durable::history_page`](super::Durable::history_page) returns it.
    LongHistory {
        /// The execution.
        id: Text,
    },
    /// It cannot be resumed where it failed.
    Redrive {
        /// The execution.
        id: Text,
        /// The reason.
        why: String,
    },
    /// No Map Run with this ARN is running.
    NoMapRun {
        /// The execution.
        id: Text,
        /// The ARN.
        arn: Text,
    },
    /// It cannot continue in another version.
    Migrate {
        /// The execution.
        id: Text,
        /// The reason.
        why: String,
    },
    /// It cannot be moved by hand to this state.
    MoveTo {
        /// The execution.
        id: Text,
        /// The reason.
        why: String,
    },
    /// A record of the execution, written by an earlier version of this program, is too large to be
    /// read. The execution cannot continue, but it can be cancelled and purged.
    TooLarge {
        /// The execution.
        id: Text,
        /// Bytes of the record.
        bytes: usize,
        /// Maximum bytes of a record.
        limit: usize,
    },
    /// The event was rejected.
    Event(SendError),
    /// The report was rejected.
    Token(TokenError),
    /// The store is closed, or is being closed.
    Closed,
    /// The store failed. After a fault of its disk every call returns this error: open the store
    /// again.
    Store(#[cfg_attr(feature = "messages", serde(with = "as_text"))] StoreError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMachine { machine, known } => unknown_machine(f, machine, known),
            Self::UnknownVersion { machine, version } => {
                write!(f, "the version {version} of machine `{machine}` is not registered")
            }
            Self::UnknownExecution { id } => unknown_execution(f, id),
            Self::NameTaken { id } => {
                write!(
                    f,
                    "the execution `{id}` exists with another input or of another machine; \
                     choose another name"
                )
            }
            Self::BadName { why } => write!(f, "the name is not allowed: {why}"),
            Self::BadInput { why } => write!(f, "the input is not allowed: {why}"),
            Self::TypeMismatch(failure) => fmt::Display::fmt(failure, f),
            Self::OtherMachine { id, machine, wanted } => {
                write!(f, "the execution `{id}` is of machine `{machine}`, not of `{wanted}`")
            }
            Self::WaitsForMachine { id, machine, version } => write!(
                f,
                "the execution `{id}` needs version {version} of machine `{machine}`, which is not \
                 registered: open the store with it"
            ),
            Self::TooManyChildren { limit } => {
                write!(f, "{limit} child executions are running already")
            }
            Self::Ended { id, state } => write!(f, "the execution `{id}` has ended: {state}"),
            Self::Running { id } => {
                write!(f, "the execution `{id}` has not ended: cancel it first, or wait for it")
            }
            Self::NoHistory { id } => {
                write!(
                    f,
                    "the history of execution `{id}` was not kept: the store was compacted with `keep_history` off"
                )
            }
            Self::LongHistory { id } => write!(
                f,
                "the history of execution `{id}` is too long to be returned as a whole: read it in pages"
            ),
            Self::Redrive { id, why } => write!(f, "the execution `{id}` cannot be resumed: {why}"),
            Self::NoMapRun { id, arn } => write!(f, "`{id}` has no running Map Run `{arn}`"),
            Self::Migrate { id, why } => {
                write!(f, "the execution `{id}` cannot continue in another version: {why}")
            }
            Self::MoveTo { id, why } => {
                write!(f, "the execution `{id}` cannot be moved to the state: {why}")
            }
            Self::TooLarge { id, bytes, limit } => write!(
                f,
                "the execution `{id}` has a record of {bytes} bytes, and only {limit} are read: cancel it, and purge it"
            ),
            Self::Event(error) => fmt::Display::fmt(error, f),
            Self::Token(error) => fmt::Display::fmt(error, f),
            Self::Closed => f.write_str("the store is closed"),
            Self::Store(error) => fmt::Display::fmt(error, f),
        }
    }
}

fn unknown_machine(f: &mut fmt::Formatter<'_>, machine: &str, known: &[Text]) -> fmt::Result {
    if known.is_empty() {
        return write!(
            f,
            "no machine `{machine}` is registered: the store was opened without machines"
        );
    }
    write!(f, "no machine `{machine}` is registered; there is {}", Names(known))
}

fn unknown_execution(f: &mut fmt::Formatter<'_>, id: &str) -> fmt::Result {
    write!(f, "no execution has the id `{id}`")?;
    match name_in_id_twice(id) {
        Some(name) => write!(f, "; `Executions` take its name, `{name}`"),
        None => Ok(()),
    }
}

/// The name, if an id was given to [`Executions`](super::Executions) in its place:
/// `order:order:order-7`.
fn name_in_id_twice(id: &str) -> Option<&str> {
    let (machine, rest) = id.split_once(':')?;
    rest.strip_prefix(machine)?.strip_prefix(':')
}

/// Lists names, separated by commas.
struct Names<'n>(&'n [Text]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        Ok(())
    }
}

asl_runtime::__readable_debug!(CallError);

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Event(error) => Some(error),
            Self::Token(error) => Some(error),
            Self::Store(error) => Some(error),
            Self::TypeMismatch(failure) => Some(failure),
            Self::UnknownMachine { .. }
            | Self::UnknownVersion { .. }
            | Self::UnknownExecution { .. }
            | Self::NameTaken { .. }
            | Self::BadName { .. }
            | Self::BadInput { .. }
            | Self::OtherMachine { .. }
            | Self::WaitsForMachine { .. }
            | Self::TooManyChildren { .. }
            | Self::Ended { .. }
            | Self::Running { .. }
            | Self::NoHistory { .. }
            | Self::LongHistory { .. }
            | Self::Redrive { .. }
            | Self::NoMapRun { .. }
            | Self::Migrate { .. }
            | Self::MoveTo { .. }
            | Self::TooLarge { .. }
            | Self::Closed => None,
        }
    }
}

impl From<StoreError> for CallError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The fault of a store as its message, for another process.
#[cfg(feature = "messages")]
mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::StoreError;

    pub(super) fn serialize<S: Serializer>(
        error: &StoreError,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(error)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<StoreError, D::Error> {
        String::deserialize(deserializer).map(StoreError::Elsewhere)
    }
}
