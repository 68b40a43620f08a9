//! Parts of a store that several processes share: each one has a journal on a medium of its own.
//! `asl-postgres` builds upon it; there is no promise of stability.

use std::sync::Arc;
use std::time::Instant;

use asl_runtime::Compiled;
use asl_runtime::execution::Report;
use asl_runtime::services::Services;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::core::{name_of, token_id};
use crate::describe::execution_id;
pub use crate::disk::{Disk, DiskFile, ExecutionRow, LockError};
pub use crate::handle::Router;
pub use crate::limits::{Gate, Passing, Permit};
pub use crate::list::{merge_pages, merge_versions};
pub use crate::request::{Parent, Reply, Request};
use crate::runner::{self, Inbox, Message, Opening, Outside};
use crate::{CallError, Closed, Durable, Options, StoreError};

/// The receiver of a reply.
pub type Answered = oneshot::Receiver<Result<Reply, CallError>>;

/// The executions that a request is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject<'r> {
    /// The execution with this id.
    Execution(&'r str),
    /// All executions, or any of them.
    All,
}

impl Request {
    /// Gives an execution that is to start, and a redrive, the names that the store would generate:
    /// the request can then be repeated, and has a subject.
    pub fn name(&mut self) {
        if let Self::Start { start, seed, .. } = self {
            if start.name.is_empty() {
                start.name = name_of(*seed);
            }
            if start.id.is_empty() {
                start.id = execution_id(&start.machine, &start.name);
            }
        }
        if let Self::Redrive(_, token) = self
            && token.is_empty()
        {
            *token = name_of(asl_runtime::__engine::random_seed());
        }
    }

    /// The executions that it is about.
    pub fn subject(&self) -> Subject<'_> {
        match self {
            Self::Start { start, .. } => Subject::Execution(&start.id),
            Self::Describe(id)
            | Self::Wait(id, _)
            | Self::Cancel(id, _)
            | Self::Send(id, _)
            | Self::Redrive(id, _)
            | Self::History(id)
            | Self::HistoryPage(id, _)
            | Self::MapRuns(id)
            | Self::UpdateMapRun(id, _)
            | Self::Purge(id)
            | Self::Migrate(id, _)
            | Self::Abandon(id, _)
            | Self::MoveTo { id, .. } => Subject::Execution(id),
            Self::CheckParent(parent) => Subject::Execution(&parent.id),
            // A token without an id is refused by any part.
            Self::Report(token, _) => Subject::Execution(token_id(token).unwrap_or("")),
            Self::List(_)
            | Self::PurgeBefore(_)
            | Self::Compact
            | Self::Versions
            | Self::Needs
            | Self::Check
            | Self::MigrateAll { .. } => Subject::All,
        }
    }

    /// The same request, if making it twice has the effect of making it once, after
    /// [`Request::name`].
    pub fn repeat(&self) -> Option<Self> {
        Some(match self {
            Self::Start { start, seed, parent } => {
                Self::Start { start: start.clone(), seed: *seed, parent: parent.clone() }
            }
            Self::List(list) => Self::List(list.clone()),
            Self::Describe(id) => Self::Describe(id.clone()),
            Self::Wait(id, machine) => Self::Wait(id.clone(), *machine),
            Self::Redrive(id, token) => Self::Redrive(id.clone(), token.clone()),
            Self::History(id) => Self::History(id.clone()),
            Self::HistoryPage(id, range) => Self::HistoryPage(id.clone(), range.clone()),
            Self::MapRuns(id) => Self::MapRuns(id.clone()),
            Self::Compact => Self::Compact,
            Self::Versions => Self::Versions,
            Self::Needs => Self::Needs,
            Self::Check => Self::Check,
            Self::CheckParent(parent) => Self::CheckParent(parent.clone()),
            Self::Abandon(id, parent) => Self::Abandon(id.clone(), parent.clone()),
            Self::Report(token, Report::Heartbeat) => {
                Self::Report(token.clone(), Report::Heartbeat)
            }
            Self::Report(_, Report::Done(_) | Report::Failed(_))
            | Self::Cancel(..)
            | Self::Send(..)
            | Self::UpdateMapRun(..)
            | Self::Purge(_)
            | Self::PurgeBefore(_)
            | Self::Migrate(..)
            | Self::MoveTo { .. }
            | Self::MigrateAll { .. } => return None,
        })
    }
}

/// The reply of a store to a request.
///
/// # Errors
/// As for the method of [`Durable`] that makes the request.
pub async fn answer(store: &Durable, request: Request) -> Result<Reply, CallError> {
    store.ask(request).await
}

/// A part of a store, open in this process. Dropping it drops all work in progress, as a crash
/// does.
pub struct Shard {
    inbox: Arc<Inbox>,
    outside: Arc<Outside>,
}

impl Shard {
    /// Opens a part on this medium. Tasks run in this runtime, and use these services.
    ///
    /// # Errors
    /// As for [`Durable::open`](crate::Durable::open).
    pub async fn open<D: Disk + 'static>(
        disk: D,
        machines: Vec<Compiled>,
        options: Options,
        services: Services,
        runtime: Handle,
    ) -> Result<Self, StoreError> {
        let inbox = Arc::<Inbox>::default();
        let options = options.with_program();
        let opening = Opening { machines, options, services, inbox: Arc::clone(&inbox) };
        let (opened, opening_is_over) = oneshot::channel();
        drop(runner::start(move || Ok(disk), |_| None, opening, runtime, opened)?);
        match opening_is_over.await {
            Ok(opened) => opened.map(|opened| Self { inbox, outside: opened.outside }),
            Err(_) => Err(StoreError::NoThread("it ended unexpectedly".into())),
        }
    }

    /// Passes a request to it.
    ///
    /// # Errors
    /// It is closed, or it failed.
    pub fn ask(&self, request: Request) -> Result<Answered, CallError> {
        let (answer, answered) = oneshot::channel();
        self.inbox.put(Message::Ask(request, answer))?;
        Ok(answered)
    }

    /// Closes it, as [`Durable::close`](crate::Durable::close) does.
    ///
    /// # Errors
    /// It is closed, or it failed.
    pub fn close(&self, deadline: Instant) -> Result<oneshot::Receiver<Closed>, CallError> {
        let (answer, answered) = oneshot::channel();
        self.inbox.put(Message::Close(deadline, answer))?;
        Ok(answered)
    }

    /// The reason why it takes no more requests, if that is so.
    pub fn failure(&self) -> Option<CallError> {
        self.inbox.failure()
    }

    /// Drops all work in progress, as a crash does. It does not wait for the thread, which may be
    /// waiting for its medium.
    pub fn stop(&self) {
        // It fails if the thread has ended already.
        drop(self.inbox.put(Message::Stop));
        self.outside.stop();
    }
}

impl Drop for Shard {
    fn drop(&mut self) {
        self.stop();
    }
}
