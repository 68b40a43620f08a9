//! The store as users have it: a handle to its thread.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use asl_runtime::__engine::random_seed;
use asl_runtime::Compiled;
use asl_runtime::RunInput;
use asl_runtime::error::{Failure, TaskError};
use asl_runtime::event::Event;
use asl_runtime::execution::Report;
use asl_runtime::services::{ActivityWork, Services};
use asl_runtime::value::{Text, Value};

use super::request::Parent;
use super::runner::{self, Inbox, Message, Opening};
use super::{
    CallError, Closed, Compacted, Description, List, Migrated, Options, Page, Reply, Request,
    Start, Started, StoreError,
};

/// A store of executions, open in this process. Its clones are the same; when the last one is
/// dropped, all that is under way is dropped too, as in a crash: [`Durable::close`] waits for it.
#[derive(Clone)]
pub struct Durable {
    inner: Arc<Inner>,
}

/// The same, for what the store itself keeps.
#[derive(Clone)]
pub(crate) struct WeakDurable {
    inner: Weak<Inner>,
}

struct Inner {
    inbox: Arc<Inbox>,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
    machines: Vec<Registered>,
    services: Services,
}

/// A version of a machine that a store was opened with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registered {
    /// The machine's name.
    pub machine: &'static str,
    /// The version's hash.
    pub version: u64,
}

impl Durable {
    /// Opens the store in a directory, and makes it if need be. Of each machine any number of
    /// versions may be given; the last one is what new executions run in. Every unfinished
    /// execution goes on at once.
    ///
    /// To be called within a tokio runtime with time enabled: the tasks run there.
    ///
    /// # Errors
    /// The directory is no store, is open in another process, or may not be written; a file of it
    /// is damaged; or executions go on in machines that are not given (see
    /// [`Options::allow_unknown`]).
    pub async fn open(
        directory: impl AsRef<Path>,
        machines: impl IntoIterator<Item = Compiled>,
        options: Options,
    ) -> Result<Self, StoreError> {
        let machines: Vec<Compiled> = machines.into_iter().collect();
        let register = |compiled: &Compiled| Registered {
            machine: compiled.machine().name,
            version: compiled.machine().hash,
        };
        let registered = machines.iter().map(register).collect();
        let inbox = Arc::<Inbox>::default();
        let services = options.services.clone().unwrap_or_default();
        let inner = Arc::new_cyclic(|inner| Inner {
            inbox: Arc::clone(&inbox),
            thread: Mutex::new(None),
            machines: registered,
            services: services.with_store(Arc::new(WeakDurable { inner: Weak::clone(inner) })),
        });
        let services = inner.services.clone();
        let opening =
            Opening { path: directory.as_ref().to_owned(), machines, options, services, inbox };
        let (opened, opening_is_over) = oneshot::channel();
        let thread = runner::start(opening, Handle::current(), opened)?;
        *inner.thread.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        match opening_is_over.await {
            Ok(Ok(())) => Ok(Self { inner }),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(StoreError::NoThread("it has ended by itself".into())),
        }
    }

    /// Starts an execution of a machine. The same machine, name and input again is the same
    /// execution, whether or not it has ended: whoever does not know if a start has succeeded just
    /// starts again. With an empty name a new one is made; `()` is no input.
    ///
    /// # Errors
    /// No such machine is registered, or there is an execution of this name with another input.
    pub async fn start(
        &self,
        machine: impl Into<Text>,
        name: impl Into<Text>,
        input: impl Into<RunInput>,
    ) -> Result<Started, CallError> {
        self.start_with(Start::new(machine, input).name(name)).await
    }

    /// The same with all that can be said.
    ///
    /// # Errors
    /// As for [`Durable::start`].
    pub async fn start_with(&self, start: Start) -> Result<Started, CallError> {
        self.start_child(start, None).await
    }

    pub(crate) async fn start_child(
        &self,
        start: Start,
        parent: Option<Parent>,
    ) -> Result<Started, CallError> {
        let Reply::Started(started) =
            self.ask(Request::Start { start, seed: random_seed(), parent }).await?
        else {
            unreachable!("each question has its answer")
        };
        Ok(started)
    }

    /// Some executions, in the order of their ids.
    ///
    /// # Errors
    /// The store is closed or broken.
    pub async fn list(&self, list: List) -> Result<Page, CallError> {
        let Reply::Page(page) = self.ask(Request::List(list)).await? else {
            unreachable!("each question has its answer")
        };
        Ok(page)
    }

    /// All that is known of an execution, also in which states it stands and what it waits for
    /// there.
    ///
    /// # Errors
    /// No execution has this id.
    pub async fn describe(&self, id: impl Into<Text>) -> Result<Description, CallError> {
        let Reply::Description(description) = self.ask(Request::Describe(id.into())).await? else {
            unreachable!("each question has its answer")
        };
        Ok(*description)
    }

    /// Waits until an execution has ended: its output, or how it failed.
    ///
    /// # Errors
    /// No execution has this id, or the store was closed before it has ended.
    pub async fn wait(&self, id: impl Into<Text>) -> Result<Result<Value, Failure>, CallError> {
        self.wait_weakly(id.into()).await
    }

    /// The same, without keeping the store open meanwhile.
    pub(crate) fn wait_weakly(
        &self,
        id: Text,
    ) -> impl Future<Output = Result<Result<Value, Failure>, CallError>> + Send + use<> {
        let asked = self.put(Request::Wait(id));
        async move {
            let answer = asked?.await.unwrap_or(Err(CallError::Closed))?;
            let Reply::Ended(result) = answer else { unreachable!("each question has its answer") };
            Ok(result)
        }
    }

    /// Ends an execution: what it has under way is dropped, and executions that it waits for end
    /// too.
    ///
    /// # Errors
    /// No execution has this id, or it has ended.
    pub async fn cancel(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Cancel(id.into())).await
    }

    /// Sends an execution an event (SM4C). It is taken, and on disk, when this answers.
    ///
    /// # Errors
    /// No execution has this id, it has ended, or it does not take the event.
    pub async fn send(&self, id: impl Into<Text>, event: Event) -> Result<(), CallError> {
        self.done(Request::Send(id.into(), event)).await
    }

    /// Ends the task that has this token with an output: `SendTaskSuccess`.
    ///
    /// # Errors
    /// Nobody waits for the token: it is wrong, or the task has ended, timed out or was cut off.
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), CallError> {
        self.done(Request::success(token, output.into())).await
    }

    /// Ends it with an error: `SendTaskFailure`.
    ///
    /// # Errors
    /// As for [`Durable::success`].
    pub async fn failure(&self, token: &str, error: TaskError) -> Result<(), CallError> {
        self.done(Request::failure(token, error)).await
    }

    /// Says that it is still at work: `SendTaskHeartbeat`.
    ///
    /// # Errors
    /// As for [`Durable::success`].
    pub async fn heartbeat(&self, token: &str) -> Result<(), CallError> {
        self.done(Request::heartbeat(token)).await
    }

    /// Waits for work on an activity, by its ARN or by its name alone; see
    /// [`Services::next_activity`]. An activity that a worker had when the process ended is given
    /// out again: its token is still the same, and the first report counts.
    pub async fn next_activity(&self, activity: &str, worker: &str) -> ActivityWork {
        self.inner.services.next_activity(activity, worker).await
    }

    /// Resumes an execution that has failed, timed out or was cancelled: at the states where it
    /// failed, with all that had succeeded. Its retriers and the time of its machine begin anew,
    /// and so do the operations: with new idempotency keys.
    ///
    /// # Errors
    /// No execution has this id, it goes on or has succeeded, or what has come in for it was not
    /// kept.
    pub async fn redrive(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Redrive(id.into())).await
    }

    /// All that has happened in an execution, as AWS's `GetExecutionHistory` answers:
    /// `{"events": [..]}`. The same whenever it is asked for, byte for byte.
    ///
    /// # Errors
    /// No execution has this id, or what has come in for it was not kept.
    pub async fn history(&self, id: impl Into<Text>) -> Result<Value, CallError> {
        let Reply::History(history) = self.ask(Request::History(id.into())).await? else {
            unreachable!("each question has its answer")
        };
        Ok(history)
    }

    /// Forgets an execution that has ended. Its name is free again; its bytes are when the journal
    /// is rewritten.
    ///
    /// # Errors
    /// No execution has this id, or it goes on.
    pub async fn purge(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Purge(id.into())).await
    }

    /// Forgets all executions that ended before this time; how many.
    ///
    /// # Errors
    /// The store is closed or broken.
    pub async fn purge_before(&self, time: SystemTime) -> Result<usize, CallError> {
        let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let Reply::Purged(count) =
            self.ask(Request::PurgeBefore(u64::try_from(millis).unwrap_or(u64::MAX))).await?
        else {
            unreachable!("each question has its answer")
        };
        Ok(count)
    }

    /// Rewrites the journal: what was purged and what is of no use any more is gone then. Nothing
    /// else is answered meanwhile; a store that does it by itself goes on at the same time.
    ///
    /// # Errors
    /// The disk has failed.
    pub async fn compact(&self) -> Result<Compacted, CallError> {
        let Reply::Compacted(compacted) = self.ask(Request::Compact).await? else {
            unreachable!("each question has its answer")
        };
        Ok(compacted)
    }

    /// Moves an execution to the version of its machine that was registered last; see
    /// [`asl_runtime::versions`]. What it waits for goes on.
    ///
    /// # Errors
    /// No execution has this id, it has ended, or where it stands is another thing in that version:
    /// the error says what.
    pub async fn migrate(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Migrate(id.into(), None)).await
    }

    /// Moves all running executions of a machine that are in this version, by its hash, or in any
    /// other than the last.
    ///
    /// # Errors
    /// No such machine is registered. Executions that cannot be moved are no error: they are told,
    /// and why.
    pub async fn migrate_all(
        &self,
        machine: impl Into<Text>,
        from: Option<u64>,
    ) -> Result<Migrated, CallError> {
        let asked =
            self.ask(Request::MigrateAll { machine: machine.into(), from, to: None }).await?;
        let Reply::Migrated(migrated) = asked else { unreachable!("each question has its answer") };
        Ok(migrated)
    }

    /// The machines that the store was opened with.
    pub fn machines(&self) -> &[Registered] {
        &self.inner.machines
    }

    /// What tasks of this store share: reports by token and events through it reach its executions.
    pub fn services(&self) -> &Services {
        &self.inner.services
    }

    /// Closes the store: nothing more is begun, and what is under way has so long to end and to be
    /// written down. What is not over by then is dropped, as in a crash, and begun again when the
    /// store is opened. When this answers, others can open it.
    ///
    /// # Errors
    /// The store was closed before, or is broken.
    pub async fn close(&self, patience: Duration) -> Result<Closed, CallError> {
        let now = Instant::now();
        let deadline = now.checked_add(patience).unwrap_or(now + Duration::from_secs(86_400 * 365));
        let (answer, answered) = oneshot::channel();
        self.inner.inbox.put(Message::Close(deadline, answer))?;
        answered.await.map_err(|_| CallError::Closed)
    }

    async fn done(&self, request: Request) -> Result<(), CallError> {
        self.ask(request).await.map(|_| ())
    }

    pub(crate) async fn report(&self, token: &str, report: Report) -> Result<(), CallError> {
        self.done(Request::Report(token.into(), report)).await
    }

    async fn ask(&self, request: Request) -> Result<Reply, CallError> {
        self.put(request)?.await.unwrap_or(Err(CallError::Closed))
    }

    fn put(
        &self,
        request: Request,
    ) -> Result<oneshot::Receiver<Result<Reply, CallError>>, CallError> {
        let (answer, answered) = oneshot::channel();
        self.inner.inbox.put(Message::Ask(Box::new(request), answer))?;
        Ok(answered)
    }
}

impl WeakDurable {
    /// The store, if it is open.
    pub(crate) fn upgrade(&self) -> Option<Durable> {
        self.inner.upgrade().map(|inner| Durable { inner })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // One that is closed does not need to be told.
        let _ = self.inbox.put(Message::Stop);
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        // The lock is free when this is over. A task of the store may have had the last handle.
        if let Some(thread) = thread.filter(|other| other.thread().id() != thread::current().id()) {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Durable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Durable").field("machines", &self.inner.machines).finish_non_exhaustive()
    }
}

impl fmt::Debug for WeakDurable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WeakDurable")
    }
}
