//! Requests to a store and its replies.

use std::fmt;
use std::time::SystemTime;

use asl_runtime::error::{Failure, TaskError};
use asl_runtime::event::Event;
use asl_runtime::execution::{Cancellation, MapRunUpdate, Report};
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Version;

use super::{
    Compacted, Description, HistoryPage, HistoryRange, List, MapRun, Migrated, Page, Start,
    Started, StoredVersion, UnfitData,
};

/// A request to a store.
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub enum Request {
    /// Start an execution, unless the same one exists.
    Start {
        /// The execution to start.
        start: Box<Start>,
        /// Seed of its randomness, and of its name if none is given.
        seed: u64,
        /// The operation that it completes. When the parent no longer waits for it, the execution
        /// is cancelled.
        parent: Option<Parent>,
    },
    /// List executions.
    List(Box<List>),
    /// Describe an execution.
    Describe(Text),
    /// Reply when the execution has ended; if a machine is given, only for executions of it.
    Wait(Text, #[cfg_attr(feature = "messages", serde(skip))] Option<&'static str>),
    /// Cancel the execution.
    Cancel(Text, Cancellation),
    /// Send it an event.
    Send(Text, Box<Event>),
    /// Report on a task by its token.
    Report(Text, Report),
    /// Resume it where it failed, unless a redrive with the same token did. An empty token is
    /// none.
    Redrive(Text, Text),
    /// Return its history.
    History(Text),
    /// Return a page of its history.
    HistoryPage(Text, HistoryRange),
    /// Return its Map Runs.
    MapRuns(Text),
    /// Change a running Map Run of it.
    UpdateMapRun(Text, MapRunUpdate),
    /// Purge it.
    Purge(Text),
    /// Purge all executions that ended before this time, in milliseconds since 1970.
    PurgeBefore(u64),
    /// Compact the journal.
    Compact,
    /// List the versions of machines.
    Versions,
    /// List the versions that have unfinished executions.
    Needs,
    /// Look for data of unfinished executions that do not fit their types.
    Check,
    /// Move an execution to another version of its machine, by default to the one that was
    /// registered last.
    Migrate(Text, Option<Version>),
    /// Move an execution by hand to a state, with these data.
    MoveTo {
        /// The execution.
        id: Text,
        /// The state.
        state: Text,
        /// Its input.
        data: Value,
    },
    /// Move all executions of a version to another one.
    MigrateAll {
        /// The machine.
        machine: Text,
        /// The old version. By default all versions but the new one.
        from: Option<Version>,
        /// The new version. By default the one that was registered last.
        to: Option<Version>,
    },
    /// Reply if an operation waits for a child in another part of the store.
    CheckParent(Parent),
    /// Cancel a child whose parent, in another part of the store, no longer waits for it. One that
    /// another parent has started, or none, is left alone.
    Abandon(Text, Parent),
}

impl Request {
    /// A report that a task succeeded.
    pub fn success(token: &str, output: Value) -> Self {
        Self::Report(token.into(), Report::Done(output))
    }

    /// A report that a task failed.
    pub fn failure(token: &str, error: TaskError) -> Self {
        Self::Report(token.into(), Report::Failed(error))
    }

    /// A report that a task is still in progress.
    pub fn heartbeat(token: &str) -> Self {
        Self::Report(token.into(), Report::Heartbeat)
    }
}

impl fmt::Debug for Request {
    /// Omits the data of executions and tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { start, .. } => f.debug_tuple("Start").field(start).finish(),
            Self::List(list) => f.debug_tuple("List").field(list).finish(),
            Self::Describe(id) => f.debug_tuple("Describe").field(id).finish(),
            Self::Wait(id, _) => f.debug_tuple("Wait").field(id).finish(),
            Self::Cancel(id, _) => f.debug_tuple("Cancel").field(id).finish(),
            Self::Send(id, _) => f.debug_tuple("Send").field(id).finish(),
            Self::Report(..) => f.write_str("Report"),
            Self::Redrive(id, _) => f.debug_tuple("Redrive").field(id).finish(),
            Self::History(id) => f.debug_tuple("History").field(id).finish(),
            Self::HistoryPage(id, range) => {
                f.debug_tuple("HistoryPage").field(id).field(range).finish()
            }
            Self::MapRuns(id) => f.debug_tuple("MapRuns").field(id).finish(),
            Self::UpdateMapRun(id, _) => f.debug_tuple("UpdateMapRun").field(id).finish(),
            Self::Purge(id) => f.debug_tuple("Purge").field(id).finish(),
            Self::PurgeBefore(time) => f.debug_tuple("PurgeBefore").field(time).finish(),
            Self::Compact => f.write_str("Compact"),
            Self::Versions => f.write_str("Versions"),
            Self::Needs => f.write_str("Needs"),
            Self::Check => f.write_str("Check"),
            Self::Migrate(id, _) => f.debug_tuple("Migrate").field(id).finish(),
            Self::MoveTo { id, state, .. } => {
                f.debug_tuple("MoveTo").field(id).field(state).finish()
            }
            Self::MigrateAll { machine, .. } => f.debug_tuple("MigrateAll").field(machine).finish(),
            Self::CheckParent(parent) => f.debug_tuple("CheckParent").field(parent).finish(),
            Self::Abandon(id, parent) => f.debug_tuple("Abandon").field(id).field(parent).finish(),
        }
    }
}

/// An operation of another execution.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub struct Parent {
    /// Id of the execution.
    pub id: Text,
    /// Number of the operation.
    pub serial: u64,
    /// True if the execution is in another part of the store. Its child is then cancelled by
    /// [`Request::Abandon`].
    #[cfg_attr(feature = "messages", serde(default))]
    pub is_elsewhere: bool,
}

impl Parent {
    /// The text by which a child knows a parent in another part of the store.
    pub(super) fn mark(&self) -> Text {
        Text::new(format!("{} {}", self.serial, self.id))
    }
}

/// A reply of a store.
#[derive(Clone)]
#[cfg_attr(feature = "messages", derive(serde::Serialize, serde::Deserialize))]
pub enum Reply {
    /// The request succeeded.
    Done,
    /// Reply to [`Request::Start`].
    Started(Started),
    /// Reply to [`Request::List`].
    Page(Page),
    /// Reply to [`Request::Describe`].
    Description(Box<Description>),
    /// Reply to [`Request::Redrive`]: the time of the redrive.
    Redriven(SystemTime),
    /// Reply to [`Request::Wait`].
    Ended(Result<Value, Failure>),
    /// Reply to [`Request::History`]: `{"events": [..]}`.
    History(Value),
    /// Reply to [`Request::HistoryPage`].
    HistoryPage(HistoryPage),
    /// Reply to [`Request::MapRuns`].
    MapRuns(Vec<MapRun>),
    /// Reply to [`Request::PurgeBefore`]: the number of purged executions.
    Purged(usize),
    /// Reply to [`Request::Compact`].
    Compacted(Compacted),
    /// Reply to [`Request::MigrateAll`].
    Migrated(Migrated),
    /// Reply to [`Request::Versions`].
    Versions(Vec<StoredVersion>),
    /// Reply to [`Request::Needs`]: machines and their versions.
    Needs(Vec<(Text, Version)>),
    /// Reply to [`Request::Check`].
    Unfit(Vec<UnfitData>),
}

impl fmt::Debug for Reply {
    /// Omits the data of executions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("Done"),
            Self::Started(started) => f.debug_tuple("Started").field(started).finish(),
            Self::Page(page) => f.debug_tuple("Page").field(page).finish(),
            Self::Description(description) => {
                f.debug_tuple("Description").field(description).finish()
            }
            Self::Redriven(time) => f.debug_tuple("Redriven").field(time).finish(),
            Self::Ended(Ok(_)) => f.write_str("Ended(Ok)"),
            Self::Ended(Err(failure)) => f.debug_tuple("Ended").field(&failure.error()).finish(),
            Self::History(_) => f.write_str("History"),
            Self::HistoryPage(page) => f.debug_tuple("HistoryPage").field(&page.next).finish(),
            Self::MapRuns(runs) => f.debug_tuple("MapRuns").field(runs).finish(),
            Self::Purged(count) => f.debug_tuple("Purged").field(count).finish(),
            Self::Compacted(compacted) => f.debug_tuple("Compacted").field(compacted).finish(),
            Self::Migrated(migrated) => f.debug_tuple("Migrated").field(migrated).finish(),
            Self::Versions(versions) => f.debug_tuple("Versions").field(&versions.len()).finish(),
            Self::Needs(needs) => f.debug_tuple("Needs").field(needs).finish(),
            Self::Unfit(unfit) => f.debug_tuple("Unfit").field(unfit).finish(),
        }
    }
}
