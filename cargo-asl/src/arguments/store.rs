//! Arguments of `cargo asl store`.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::SystemTime;

use asl_durable::{List, State};
use clap::{Args, Subcommand, ValueEnum};

use crate::place::Place;
use crate::time;

use super::{CacheArguments, CompileArguments};

#[derive(Debug, Args)]
pub(crate) struct StoreArguments {
    /// The directory of the store, or the address of a PostgreSQL database such as
    /// `postgres://user@host/database`.
    pub(crate) store: Place,
    #[command(subcommand)]
    pub(crate) command: StoreCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Lists executions, in the order of their ids.
    List(ListArguments),
    /// Shows one execution: input, output, failure, and what it waits for.
    Show(ShowArguments),
    /// Prints the history of an execution, as AWS's `get-execution-history` does.
    History(OneArguments),
    /// Writes the run report of an execution, an HTML page.
    Report(StoreReportArguments),
    /// Reads every record, and reports damage with its place. Exit code 1: there is damage.
    Verify(FormatArguments),
    /// Lists data of unfinished executions that do not fit the types of the program that has the
    /// store open. Exit code 1: there are some.
    Check(FormatArguments),
    /// Counts executions by machine and status, bytes, garbage and timers.
    Stats(FormatArguments),
    /// Lists the versions of machines in which executions are or were.
    Versions(VersionsArguments),
    /// Writes what unfinished executions hold of versions whose program was killed, so that the next
    /// program can move them: compiles these versions from the store's own copy. No process may have
    /// the store open.
    Migrate(MigrateArguments),
    /// Resumes executions that failed, timed out or were cancelled, where they failed.
    Redrive(ActArguments),
    /// Moves an execution by hand to a state of its machine, with given data: one that is running
    /// drops what it waits for, one that failed resumes there. A process must have the store open.
    Move(MoveArguments),
    /// Cancels executions that have not ended.
    Cancel(CancelArguments),
    /// Removes executions that have ended.
    Purge(ActArguments),
    /// Prints executions as JSON, one a line, with their histories if a process has the store open.
    Export(ExportArguments),
    /// Serves pages about the executions on this machine, until Ctrl-C, and prints their address,
    /// which has a secret key. Actions need a process that has the store open.
    Serve(StoreServeArguments),
}

/// Filters, which apply together. TIME is an age such as `90s`, `15m`, `12h` or `7d`, or a time
/// such as `2026-03-01T08:00:00Z`.
#[derive(Debug, Default, Args)]
pub(crate) struct Filters {
    /// Only executions of this machine.
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// Only executions in this version, by its first digits.
    #[arg(long, value_name = "DIGITS")]
    pub(crate) version: Option<String>,
    /// Only executions with this status.
    #[arg(long, value_enum)]
    status: Option<Status>,
    /// Only executions that ended with this Error Name.
    #[arg(long, value_name = "NAME")]
    error: Option<String>,
    /// Only executions with this text in their ids.
    #[arg(long)]
    text: Option<String>,
    /// Only executions that started at this time or later.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    started_since: Option<SystemTime>,
    /// Only executions that started before this time.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    started_before: Option<SystemTime>,
    /// Only executions that ended at this time or later.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    ended_since: Option<SystemTime>,
    /// Only executions that ended before this time.
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    ended_before: Option<SystemTime>,
}

impl Filters {
    /// The filters of the store; `version` is left to the caller.
    pub(crate) fn list(&self) -> List {
        let mut list = List::default();
        list.machine = self.machine.as_deref().map(Into::into);
        list.state = self.status.map(Status::state);
        list.error = self.error.as_deref().map(Into::into);
        list.text = self.text.as_deref().map(Into::into);
        list.started_since = self.started_since;
        list.started_before = self.started_before;
        list.ended_since = self.ended_since;
        list.ended_before = self.ended_before;
        list
    }

    /// Returns true if there is a filter.
    pub(crate) fn are_given(&self) -> bool {
        let texts = [&self.machine, &self.version, &self.error, &self.text];
        let times = [self.started_since, self.started_before, self.ended_since, self.ended_before];
        self.status.is_some()
            || texts.into_iter().any(Option::is_some)
            || times.into_iter().any(|time| time.is_some())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Status {
    Running,
    Succeeded,
    Failed,
    #[value(alias = "timed_out")]
    TimedOut,
    Aborted,
}

impl Status {
    fn state(self) -> State {
        match self {
            Self::Running => State::Running,
            Self::Succeeded => State::Succeeded,
            Self::Failed => State::Failed,
            Self::TimedOut => State::TimedOut,
            Self::Aborted => State::Aborted,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) filters: Filters,
    /// Maximum number of executions.
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    pub(crate) limit: usize,
    /// Begins after this id: the last one of the page before.
    #[arg(long, value_name = "ID", default_value = "")]
    pub(crate) after: String,
    /// Format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The id of the execution, such as `order:order-7`.
    pub(crate) id: String,
    /// Format of the description.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct OneArguments {
    /// The id of the execution, such as `order:order-7`.
    pub(crate) id: String,
    /// Writes to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct StoreReportArguments {
    /// The id of the execution, such as `order:order-7`.
    pub(crate) id: String,
    /// The page. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The definition, for the graph and the places of states.
    #[arg(long, value_name = "FILE")]
    pub(crate) definition: Option<PathBuf>,
    /// Removes the data at a path, such as `$.card`, wherever it appears. May be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) redact: Vec<String>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Debug, Args)]
pub(crate) struct FormatArguments {
    /// Format of the result.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct VersionsArguments {
    /// Only the version with these first digits.
    pub(crate) version: Option<String>,
    /// Prints the definition of the version instead.
    #[arg(long, requires = "version")]
    pub(crate) definition: bool,
    /// Format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StoreFormat,
}

#[derive(Debug, Args)]
pub(crate) struct MigrateArguments {
    /// Only the version with these first digits.
    pub(crate) version: Option<String>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

/// The executions that a command is about: named, or all that the filters select.
#[derive(Debug, Args)]
pub(crate) struct ActArguments {
    /// Ids of executions.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) filters: Filters,
    /// Only prints the executions that are selected.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Works on the directory, which no process may have open, instead of asking the process.
    #[arg(long)]
    pub(crate) offline: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MoveArguments {
    /// The id of the execution, such as `order:order-7`.
    pub(crate) id: String,
    /// The name of the state.
    pub(crate) state: String,
    /// The input of the state: a file, JSON text, or `-` for standard input. By default it is `{}`.
    #[arg(long, value_name = "FILE|JSON|-")]
    pub(crate) input: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CancelArguments {
    #[command(flatten)]
    pub(crate) act: ActArguments,
    /// Error Name of the cancelled executions.
    #[arg(long = "with-error", value_name = "NAME", default_value = "")]
    pub(crate) with_error: String,
    /// Cause of the cancellation.
    #[arg(long = "with-cause", value_name = "TEXT", default_value = "")]
    pub(crate) with_cause: String,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// Ids of executions; by default all that the filters select.
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) filters: Filters,
    /// Writes no histories, and needs no process.
    #[arg(long)]
    pub(crate) offline: bool,
}

#[derive(Debug, Args)]
pub(crate) struct StoreServeArguments {
    /// The port, on loopback, or the address with the port. By default a free port on loopback.
    #[arg(long, value_name = "PORT|ADDR:PORT", value_parser = listen, default_value = "0")]
    pub(crate) listen: SocketAddr,
    /// Removes the data at a path, such as `$.card`, from all pages. May be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) redact: Vec<String>,
    /// Offers no actions, and replaces the secret parts of task tokens.
    #[arg(long)]
    pub(crate) read_only: bool,
}

/// Reads a port on loopback, or an address with a port.
pub(super) fn listen(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| "write a port, or an address such as `127.0.0.1:8080`".to_owned())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreFormat {
    /// A table or text.
    #[default]
    Human,
    /// JSON.
    Json,
}
