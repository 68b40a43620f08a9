//! Transactions of tasks: what a task writes to the database of its store is committed with the
//! record of its end.
//!
//! The end of such a task is a batch of its own, which goes through the connection of the task's
//! transaction and is committed there. If that fails, or if its outcome is unknown, the shard is
//! opened again: that waits for the server to end the transaction, and then reads if the end is there.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_durable::shard::ExecutionRow;
use asl_runtime::__engine::{Companion, lock};
use asl_runtime::{TaskContext, TaskError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::Client;

use crate::batch::Bytes;
use crate::database::Database;
use crate::failure::Failure;
use crate::writer;

/// Read committed, whatever the default of the database is: other levels can refuse the commit,
/// after the task has succeeded.
const BEGIN: &str = "begin isolation level read committed";
/// Reports what the commit would refuse while the task can still fail. If the commit never arrives,
/// the server ends the transaction, which would keep the next owner of the shard waiting.
const SEAL: &str = "set constraints all immediate; \
     set local idle_in_transaction_session_timeout = '10s'";
/// Pause between attempts to connect.
const PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of connections that are kept for later transactions.
const MOST_IDLE: usize = 8;

/// The connections for transactions of tasks.
pub(crate) struct Transactions {
    database: Arc<Database>,
    idle: Mutex<Vec<Client>>,
    permits: Arc<Semaphore>,
}

/// A connection with a transaction, and the right to have it.
struct Session {
    client: Client,
    permit: OwnedSemaphorePermit,
}

/// Transactions of tasks in the database of their store: `cx.transaction()`.
pub trait Transactional {
    /// Begins a transaction, whose writes are committed together with the end of this task, and only
    /// if it succeeds. So they happen exactly once, although the task may run more often.
    ///
    /// The future waits until one of the [connections](crate::Options::transactions) is free.
    ///
    /// # Errors
    /// The execution is not in a store in PostgreSQL, the task ends by a report with its token, or
    /// the database cannot be reached. The Error Name is `Postgres.Unavailable` in the last case.
    fn transaction(&self) -> impl Future<Output = Result<Transaction<'_>, TaskError>> + Send;
}

impl Transactional for TaskContext {
    async fn transaction(&self) -> Result<Transaction<'_>, TaskError> {
        let companion = self.companion();
        let medium = companion.and_then(|it| Some((it, it.medium::<Transactions>()?)));
        let Some((companion, transactions)) = medium else {
            return Err(TaskError::unnamed(
                "only tasks of a store in PostgreSQL have transactions, and only those that end by \
                 their own result",
            ));
        };
        let session = transactions.begin().await.map_err(|failure| unavailable(&failure))?;
        Ok(Transaction { session: Box::new(session), companion })
    }
}

/// A transaction of a task, as a connection of [`tokio_postgres`]. Dropping it rolls it back.
///
/// Do not end it by a statement of your own.
pub struct Transaction<'c> {
    session: Box<Session>,
    companion: &'c Companion,
}

impl Transaction<'_> {
    /// Leaves the transaction to the store, which commits it with the end of the task if the task
    /// then succeeds. Constraints that are deferred are checked now.
    ///
    /// # Errors
    /// A constraint is violated, or the connection is lost; or the task has left another transaction
    /// to the store before. Everything is rolled back.
    pub async fn commit_with_end(self) -> Result<(), TaskError> {
        self.batch_execute(SEAL).await.map_err(|error| task_error(&error))?;
        self.companion.keep(self.session).map_err(|_| {
            TaskError::unnamed("the task has left another transaction to the store before")
        })
    }
}

impl Deref for Transaction<'_> {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.session.client
    }
}

impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").finish_non_exhaustive()
    }
}

/// The error of a statement as that of a task, for retriers and catchers. Its Error Name is
/// `Postgres.` and the code of the server, such as `Postgres.23505` for a row that exists already, or
/// `Postgres.Unavailable` if the connection was lost.
pub fn task_error(error: &tokio_postgres::Error) -> TaskError {
    let failure = Failure::of(error);
    match error.code() {
        Some(code) => TaskError::new(format!("Postgres.{}", code.code()), failure.to_string()),
        None => unavailable(&failure),
    }
}

fn unavailable(failure: &Failure) -> TaskError {
    TaskError::new("Postgres.Unavailable", failure.to_string())
}

impl Transactions {
    pub(crate) fn new(database: Arc<Database>, most: u16) -> Self {
        let permits = Arc::new(Semaphore::new(usize::from(most.max(1))));
        Self { database, idle: Mutex::default(), permits }
    }

    async fn begin(&self) -> Result<Session, Failure> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| closed())?;
        let idle = lock(&self.idle).pop();
        if let Some(client) = idle
            && client.batch_execute(BEGIN).await.is_ok()
        {
            return Ok(Session { client, permit });
        }
        let database = Arc::clone(&self.database);
        let linked = self.database.jobs.ask(async move { connect(&database).await }).await;
        let client = linked.unwrap_or_else(|_| Err(closed()))?;
        let begun = client.batch_execute(BEGIN).await;
        begun.map_err(|error| Failure::of(&error))?;
        Ok(Session { client, permit })
    }

    /// Writes a batch in the transaction of a task, and commits it. Every failure but a lost shard is
    /// one after which the batch must not be written without the transaction.
    pub(crate) fn end(
        self: &Arc<Self>,
        written: Box<dyn Any + Send>,
        bytes: Bytes,
    ) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        let Ok(session) = written.downcast::<Session>() else {
            return Err((
                Failure::Refused("it is no transaction of a task".to_owned()),
                bytes.rows,
            ));
        };
        let (all, patience) = (Arc::clone(self), self.database.target.patience());
        let ended = self.database.jobs.ask(async move {
            let Session { client, permit } = *session;
            let ending = timeout(patience, write(&client, &all.database.process, bytes));
            let ended =
                ending.await.unwrap_or_else(|_| Err(Failure::Away("it is slow".to_owned())));
            if ended.is_ok() {
                let mut idle = lock(&all.idle);
                if idle.len() < MOST_IDLE {
                    idle.push(client);
                }
            }
            drop(permit);
            ended
        });
        let ended = ended.blocking_recv().unwrap_or_else(|_| Err(closed()));
        ended.map_err(|failure| match failure {
            Failure::Fenced | Failure::Lost => (failure, Vec::new()),
            Failure::Away(error) | Failure::Full(error) | Failure::Refused(error) => {
                let error = format!("the transaction of a task cannot be committed: {error}");
                (Failure::Refused(error), Vec::new())
            }
        })
    }
}

/// Connects. As other calls, it waits while the server is away.
async fn connect(database: &Database) -> Result<Client, Failure> {
    let deadline = Instant::now() + database.patience;
    loop {
        match database.target.connect(None).await {
            Err(Failure::Away(_)) if Instant::now() < deadline => sleep(PAUSE).await,
            connected => return connected,
        }
    }
}

async fn write(client: &Client, process: &str, bytes: Bytes) -> Result<(), Failure> {
    writer::write_one(client, process, bytes).await?;
    client.batch_execute("commit").await.map_err(|error| Failure::of(&error))
}

fn closed() -> Failure {
    Failure::Refused("the store is closed".to_owned())
}
