//! What a store is asked, and what it answers.

use std::fmt;

use asl_runtime::error::{Failure, TaskError};
use asl_runtime::event::Event;
use asl_runtime::execution::Report;
use asl_runtime::value::{Text, Value};

use super::{Compacted, Description, List, Migrated, Page, Start, Started};

/// A request to a store.
pub enum Request {
    /// Start an execution, unless the same is there.
    Start {
        /// The request.
        start: Start,
        /// What its randomness is made of, and its name if it was given none.
        seed: u64,
        /// The operation that ends with it: when nobody waits for that any more, the execution is
        /// cancelled.
        parent: Option<Parent>,
    },
    /// List executions.
    List(List),
    /// Tell all that is known of one.
    Describe(Text),
    /// Answer when it has ended.
    Wait(Text),
    /// End it.
    Cancel(Text),
    /// Hand it an event.
    Send(Text, Event),
    /// Take a report by a task's token.
    Report(Text, Report),
    /// Resume it where it failed.
    Redrive(Text),
    /// Tell its history.
    History(Text),
    /// Forget it.
    Purge(Text),
    /// Forget all that ended before this time, in milliseconds since 1970.
    PurgeBefore(u64),
    /// Rewrite the journal.
    Compact,
    /// Move an execution to another version of its machine, by default the one that was registered
    /// last.
    Migrate(Text, Option<u64>),
    /// Move all of a version to another one.
    MigrateAll {
        /// The machine.
        machine: Text,
        /// The version that is to be left, by its hash; without one all but the one to move to.
        from: Option<u64>,
        /// The version to move to, by its hash; without one the one that was registered last.
        to: Option<u64>,
    },
}

impl Request {
    /// A report that something is done.
    pub fn success(token: &str, output: Value) -> Self {
        Self::Report(token.into(), Report::Done(output))
    }

    /// A report that something has failed.
    pub fn failure(token: &str, error: TaskError) -> Self {
        Self::Report(token.into(), Report::Failed(error))
    }

    /// A report that something is still under way.
    pub fn heartbeat(token: &str) -> Self {
        Self::Report(token.into(), Report::Heartbeat)
    }
}

impl fmt::Debug for Request {
    /// Without what executions work on, and without tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { start, .. } => f.debug_tuple("Start").field(start).finish(),
            Self::List(list) => f.debug_tuple("List").field(list).finish(),
            Self::Describe(id) => f.debug_tuple("Describe").field(id).finish(),
            Self::Wait(id) => f.debug_tuple("Wait").field(id).finish(),
            Self::Cancel(id) => f.debug_tuple("Cancel").field(id).finish(),
            Self::Send(id, _) => f.debug_tuple("Send").field(id).finish(),
            Self::Report(..) => f.write_str("Report"),
            Self::Redrive(id) => f.debug_tuple("Redrive").field(id).finish(),
            Self::History(id) => f.debug_tuple("History").field(id).finish(),
            Self::Purge(id) => f.debug_tuple("Purge").field(id).finish(),
            Self::PurgeBefore(time) => f.debug_tuple("PurgeBefore").field(time).finish(),
            Self::Compact => f.write_str("Compact"),
            Self::Migrate(id, _) => f.debug_tuple("Migrate").field(id).finish(),
            Self::MigrateAll { machine, .. } => f.debug_tuple("MigrateAll").field(machine).finish(),
        }
    }
}

/// Which operation of which execution.
#[derive(Clone, Debug)]
pub struct Parent {
    /// The execution's id.
    pub id: Text,
    /// The operation's number.
    pub serial: u64,
}

/// A reply of a store.
#[derive(Clone)]
pub enum Reply {
    /// It is done.
    Done,
    /// To [`Request::Start`].
    Started(Started),
    /// To [`Request::List`].
    Page(Page),
    /// To [`Request::Describe`].
    Description(Box<Description>),
    /// To [`Request::Wait`].
    Ended(Result<Value, Failure>),
    /// To [`Request::History`]: `{"events": [..]}`.
    History(Value),
    /// To [`Request::PurgeBefore`]: how many.
    Purged(usize),
    /// To [`Request::Compact`].
    Compacted(Compacted),
    /// To [`Request::MigrateAll`].
    Migrated(Migrated),
}

impl fmt::Debug for Reply {
    /// Without what executions work on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("Done"),
            Self::Started(started) => f.debug_tuple("Started").field(started).finish(),
            Self::Page(page) => f.debug_tuple("Page").field(page).finish(),
            Self::Description(description) => {
                f.debug_tuple("Description").field(description).finish()
            }
            Self::Ended(Ok(_)) => f.write_str("Ended(Ok)"),
            Self::Ended(Err(failure)) => f.debug_tuple("Ended").field(&failure.error()).finish(),
            Self::History(_) => f.write_str("History"),
            Self::Purged(count) => f.debug_tuple("Purged").field(count).finish(),
            Self::Compacted(compacted) => f.debug_tuple("Compacted").field(compacted).finish(),
            Self::Migrated(migrated) => f.debug_tuple("Migrated").field(migrated).finish(),
        }
    }
}
