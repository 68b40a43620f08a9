//! The calls of disks to the database. A disk is used by the thread of its shard, which waits for
//! each call; the calls are made by tasks of the database's own thread.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use asl_durable::shard::ExecutionRow;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::batch::Bytes;
use crate::failure::Failure;
use crate::jobs::Jobs;
use crate::link::{Link, Parameter, Target};
use crate::queue::Queue;

/// A parameter of a call from another thread.
pub(crate) type Owned = Box<dyn ToSql + Sync + Send>;

/// A call from another thread. It may be repeated.
pub(crate) struct Call {
    sql: &'static str,
    parameters: Vec<Owned>,
    answer: mpsc::Sender<Result<Vec<Row>, Failure>>,
}

impl Call {
    /// Makes the call once.
    async fn make(&self, link: &mut Link) -> Result<Vec<Row>, Failure> {
        link.query(self.sql, &borrowed(&self.parameters)).await
    }
}

/// The calls that are to be made.
pub(crate) struct Database {
    pub(crate) target: Arc<Target>,
    /// The process, as owner of shards.
    pub(crate) process: String,
    pub(crate) writes: Queue<Write>,
    calls: Arc<Queue<Call>>,
    pub(crate) jobs: Arc<Jobs>,
    /// Maximum time for which a call is repeated while the server is away.
    pub(crate) patience: Duration,
}

/// A batch that is to be written.
pub(crate) struct Write {
    pub(crate) bytes: Bytes,
    pub(crate) answer: oneshot::Sender<Result<(), (Failure, Vec<ExecutionRow>)>>,
}

impl Database {
    /// The calls of a process, which is named here at random.
    pub(crate) fn new(target: Arc<Target>, patience: Duration) -> Self {
        let [one, other] = [(); 2].map(|()| asl_runtime::__engine::random_seed());
        let process = format!("{one:016x}{other:016x}");
        let (writes, calls, jobs) = (Queue::new(), Arc::new(Queue::new()), Arc::new(Jobs::new()));
        Self { target, process, writes, calls, jobs, patience }
    }

    /// Starts the tasks that make the calls but no writes, on this thread's runtime.
    pub(crate) fn start(self: &Arc<Self>, connections: u16) {
        for _ in 0..connections.max(1) {
            drop(tokio::spawn(serve(Arc::clone(self))));
        }
        drop(tokio::spawn(Arc::clone(&self.jobs).serve()));
    }

    /// The calls, for a task that does not keep the database open.
    pub(crate) fn calls(&self) -> Arc<Queue<Call>> {
        Arc::clone(&self.calls)
    }

    /// Ends the tasks. Calls in progress, and later ones, fail.
    pub(crate) fn close(&self) {
        self.writes.close();
        self.calls.close();
        self.jobs.close();
    }

    /// Makes a call that may be repeated, and waits for its result.
    pub(crate) fn call(
        &self,
        sql: &'static str,
        parameters: Vec<Owned>,
    ) -> Result<Vec<Row>, Failure> {
        let (answer, answered) = mpsc::channel();
        self.calls.put(Call { sql, parameters, answer });
        answered.recv().unwrap_or_else(|_| Err(closed()))
    }

    /// Makes a call without waiting for its result.
    pub(crate) fn post(&self, sql: &'static str, parameters: Vec<Owned>) {
        let (answer, _) = mpsc::channel();
        self.calls.put(Call { sql, parameters, answer });
    }

    /// Writes a batch, and waits until it is durable. On failure the rows come back.
    pub(crate) fn put(&self, bytes: Bytes) -> Result<(), (Failure, Vec<ExecutionRow>)> {
        let (answer, answered) = oneshot::channel();
        self.writes.put(Write { bytes, answer });
        answered.blocking_recv().unwrap_or_else(|_| Err((closed(), Vec::new())))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.close();
    }
}

fn closed() -> Failure {
    Failure::Refused("the store is closed".to_owned())
}

/// Makes calls, one after the other.
async fn serve(database: Arc<Database>) {
    let mut link = Link::new(Arc::clone(&database.target));
    loop {
        let mut calls = database.calls.take(|_| false).await;
        let Some(Call { sql, parameters, answer }) = calls.pop() else { return };
        let deadline = Instant::now() + database.patience;
        let result = link.persist(sql, &borrowed(&parameters), deadline).await;
        // The thread may have ended.
        let _ = answer.send(result);
    }
}

/// Makes calls in the transaction with which the connection begins. When it is lost, all calls fail.
pub(crate) async fn serve_once(calls: Arc<Queue<Call>>, mut link: Link) {
    let mut lost = None;
    while let Some(call) = calls.take(|_| false).await.pop() {
        let result = match &lost {
            Some(failure) => Err(Failure::clone(failure)),
            None => call.make(&mut link).await,
        };
        lost = result.as_ref().err().cloned();
        // The thread may have ended.
        let _ = call.answer.send(result);
    }
}

fn borrowed(parameters: &[Owned]) -> Vec<Parameter<'_>> {
    parameters.iter().map(|parameter| &**parameter as Parameter<'_>).collect()
}
