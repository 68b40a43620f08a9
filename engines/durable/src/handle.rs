//! The public handle of a store, which communicates with its thread.

mod history;
mod mailbox;
mod versions;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use asl_runtime::__engine::{lock, random_seed};
use asl_runtime::Compiled;
use asl_runtime::RunInput;
use asl_runtime::error::{Failure, TaskError};
use asl_runtime::event::Event;
use asl_runtime::execution::{Cancellation, MapRunUpdate, Report};
use asl_runtime::machine::Machine;
use asl_runtime::services::{ActivityWork, Services};
use asl_runtime::value::{Text, Value};
use asl_runtime::versions::Version;

use super::disk::RealDisk;
use super::request::Parent;
use super::runner::{self, Inbox, Opening};
use super::socket::Listener;
use super::{
    CallError, Closed, Compacted, Description, List, MapRun, Options, Page, Reply, Request, Start,
    Started, StoreError, UnfitData, time,
};

use mailbox::Mailbox;
#[cfg(feature = "messages")]
pub use mailbox::Router;

/// A store of executions, open in this process. Clones share the store. Dropping the last clone
/// drops all work in progress, as a crash does; [`Durable::close`] waits for it instead.
#[derive(Clone)]
pub struct Durable {
    inner: Arc<Inner>,
}

/// A weak handle for the store's own use.
#[derive(Clone)]
pub(crate) struct WeakDurable {
    inner: Weak<Inner>,
}

struct Inner {
    mailbox: Mailbox,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
    machines: Vec<Registered>,
    tables: Vec<&'static Machine>,
    services: Services,
    unfit: OnceLock<Vec<UnfitData>>,
}

/// A version of a machine that a store was opened with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Registered {
    /// The machine's name.
    pub machine: &'static str,
    /// The version.
    pub version: Version,
}

impl Durable {
    /// Opens the store in a directory, and creates it if needed. Each machine may be given in any
    /// number of versions; new executions run in the last one. Every unfinished execution continues
    /// at once.
    ///
    /// Must be called within a tokio runtime with time enabled: the tasks run there.
    ///
    /// # Errors
    /// The directory is not a store, is open in another process, or may not be written; one of its
    /// files is damaged; or unfinished executions need machines that are not given (see
    /// [`Options::allow_unknown`]).
    pub async fn open(
        directory: impl AsRef<Path>,
        machines: impl IntoIterator<Item: Into<Compiled>>,
        options: Options,
    ) -> Result<Self, StoreError> {
        let options = options.with_program();
        let machines: Vec<Compiled> = machines.into_iter().map(Into::into).collect();
        let inbox = Arc::<Inbox>::default();
        let services = options.services.clone().unwrap_or_default();
        let inner = Inner::new(&machines, &services, |_| Mailbox::Thread(Arc::clone(&inbox)));
        let services = inner.services.clone();
        let path = directory.as_ref().to_owned();
        let socket_path = path.clone();
        let has_socket = options.socket;
        let socket = move |ask| has_socket.then(|| Listener::open(&socket_path, ask)).flatten();
        let disk =
            move || RealDisk::open(&path).map_err(|error| StoreError::cannot_open(&path, &error));
        let opening = Opening { machines, options, services, inbox };
        let (opened, opening_is_over) = oneshot::channel();
        let thread = runner::start(disk, socket, opening, Handle::current(), opened)?;
        *lock(&inner.thread) = Some(thread);
        match opening_is_over.await {
            Ok(Ok(opened)) => {
                // It is set here only.
                let _ = inner.unfit.set(opened.unfit);
                Ok(Self { inner })
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(StoreError::NoThread("it ended unexpectedly".into())),
        }
    }

    /// A store whose requests a router takes, which is made with the services of its tasks.
    #[cfg(feature = "messages")]
    #[doc(hidden)]
    pub fn routed(
        machines: &[Compiled],
        services: &Services,
        router: impl FnOnce(&Services) -> Arc<dyn Router>,
    ) -> Self {
        let inner = Inner::new(machines, services, |services| Mailbox::Router(router(services)));
        Self { inner }
    }

    /// A store whose requests a thread takes from its inbox.
    #[cfg(feature = "program")]
    pub(crate) fn of_thread(inbox: Arc<Inbox>, thread: thread::JoinHandle<()>) -> Self {
        let inner = Inner {
            mailbox: Mailbox::Thread(inbox),
            thread: Mutex::new(Some(thread)),
            machines: Vec::new(),
            tables: Vec::new(),
            services: Services::new(),
            unfit: OnceLock::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Starts an execution of a machine. Starting the same machine, name and input again returns
    /// the same execution, ended or not, so a caller that is not sure if a start succeeded can
    /// repeat it. With an empty name the store generates one. Use `()` for no input.
    ///
    /// # Errors
    /// The machine is not registered, or the name is taken by an execution with another input.
    pub async fn start(
        &self,
        machine: impl Into<Text>,
        name: impl Into<Text>,
        input: impl Into<RunInput>,
    ) -> Result<Started, CallError> {
        self.start_with(Start::new(machine, input).name(name)).await
    }

    /// Starts an execution with all options.
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
        let Reply::Started(started) = self
            .ask(Request::Start { start: Box::new(start), seed: random_seed(), parent })
            .await?
        else {
            unreachable!("each question has its answer")
        };
        Ok(started)
    }

    /// Some executions.
    ///
    /// # Errors
    /// The store is closed or failed.
    pub async fn list(&self, list: List) -> Result<Page, CallError> {
        let Reply::Page(page) = self.ask(Request::List(Box::new(list))).await? else {
            unreachable!("each question has its answer")
        };
        Ok(page)
    }

    /// Describes an execution: its status and the operations that it waits for.
    ///
    /// # Errors
    /// No execution has this id.
    pub async fn describe(&self, id: impl Into<Text>) -> Result<Description, CallError> {
        let Reply::Description(description) = self.ask(Request::Describe(id.into())).await? else {
            unreachable!("each question has its answer")
        };
        Ok(*description)
    }

    /// Waits until an execution has ended. Returns its output or its error.
    ///
    /// # Errors
    /// No execution has this id, or the store was closed first.
    pub async fn wait(&self, id: impl Into<Text>) -> Result<Result<Value, Failure>, CallError> {
        self.wait_for(id.into(), None).await
    }

    /// Waits for the end of an execution, of this machine if it is given, without keeping the store
    /// open.
    pub(crate) fn wait_for(
        &self,
        id: Text,
        machine: Option<&'static str>,
    ) -> impl Future<Output = Result<Result<Value, Failure>, CallError>> + Send + use<> {
        let asked = self.put(Request::Wait(id, machine));
        async move {
            let answer = asked?.await.unwrap_or(Err(CallError::Closed))?;
            let Reply::Ended(result) = answer else { unreachable!("each question has its answer") };
            Ok(result)
        }
    }

    /// Cancels an execution: its work in progress is dropped, and its children are cancelled too.
    /// Error and cause are those of its failure and its history; an empty text is none.
    ///
    /// # Errors
    /// No execution has this id, or it has ended.
    pub async fn cancel(
        &self,
        id: impl Into<Text>,
        error: impl Into<Text>,
        cause: impl Into<Text>,
    ) -> Result<(), CallError> {
        self.done(Request::Cancel(id.into(), Cancellation::new(error, cause))).await
    }

    /// Sends an event to an execution (SM4C). When this returns, the event is accepted and on disk.
    ///
    /// # Errors
    /// No execution has this id, it has ended, or it rejects the event.
    pub async fn send(&self, id: impl Into<Text>, event: Event) -> Result<(), CallError> {
        self.done(Request::Send(id.into(), Box::new(event))).await
    }

    /// Completes the task with this token: `SendTaskSuccess`.
    ///
    /// # Errors
    /// No task waits with this token: it is wrong, or the task has ended, timed out or was dropped.
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), CallError> {
        self.done(Request::success(token, output.into())).await
    }

    /// Fails the task with this token: `SendTaskFailure`.
    ///
    /// # Errors
    /// As for [`Durable::success`].
    pub async fn failure(&self, token: &str, error: TaskError) -> Result<(), CallError> {
        self.done(Request::failure(token, error)).await
    }

    /// Reports that the task with this token is still in progress: `SendTaskHeartbeat`.
    ///
    /// # Errors
    /// As for [`Durable::success`].
    pub async fn heartbeat(&self, token: &str) -> Result<(), CallError> {
        self.done(Request::heartbeat(token)).await
    }

    /// Waits for work on an activity, given by its ARN or its name; see
    /// [`Services::next_activity`]. If the process ends while a worker has an activity, the
    /// activity is handed out again with the same token, and the first report counts.
    pub async fn next_activity(&self, activity: &str, worker: &str) -> ActivityWork {
        self.inner.services.next_activity(activity, worker).await
    }

    /// Resumes an execution that failed, timed out or was cancelled: at the states where it failed,
    /// with the results of all that succeeded. Its retriers, its machine's time-out and its
    /// operations start anew, with new idempotency keys. Returns the time of the redrive.
    ///
    /// # Errors
    /// No execution has this id, it is running or succeeded, or its inputs were not kept.
    pub async fn redrive(&self, id: impl Into<Text>) -> Result<SystemTime, CallError> {
        self.redrive_once(id, Text::default()).await
    }

    /// Resumes an execution as [`Durable::redrive`] does, unless a redrive with the same token did:
    /// a caller that is not sure if a redrive succeeded can repeat it. The tokens of the last ten
    /// redrives are valid for 15 minutes.
    ///
    /// # Errors
    /// As for [`Durable::redrive`].
    pub async fn redrive_once(
        &self,
        id: impl Into<Text>,
        token: impl Into<Text>,
    ) -> Result<SystemTime, CallError> {
        let Reply::Redriven(time) = self.ask(Request::Redrive(id.into(), token.into())).await?
        else {
            unreachable!("each question has its answer")
        };
        Ok(time)
    }

    /// The Map Runs of an execution, in the order of their starts: one for each visit of a
    /// distributed Map. Those of child executions are not among them.
    ///
    /// # Errors
    /// No execution has this id, its inputs were not kept, or its machine is not registered.
    pub async fn map_runs(&self, id: impl Into<Text>) -> Result<Vec<MapRun>, CallError> {
        let Reply::MapRuns(runs) = self.ask(Request::MapRuns(id.into())).await? else {
            unreachable!("each question has its answer")
        };
        Ok(runs)
    }

    /// Changes limits of a running Map Run. Children that it then has room for start at once.
    ///
    /// # Errors
    /// No execution has this id, or no Map Run of it with this ARN is running.
    pub async fn update_map_run(
        &self,
        id: impl Into<Text>,
        update: MapRunUpdate,
    ) -> Result<(), CallError> {
        self.done(Request::UpdateMapRun(id.into(), update)).await
    }

    /// Purges an execution that has ended. Its name is free again at once, and its space when the
    /// journal is compacted.
    ///
    /// # Errors
    /// No execution has this id, or it is running.
    pub async fn purge(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Purge(id.into())).await
    }

    /// Purges all executions that ended before this time. Returns how many.
    ///
    /// # Errors
    /// The store is closed or failed.
    pub async fn purge_before(&self, time: SystemTime) -> Result<usize, CallError> {
        let Reply::Purged(count) = self.ask(Request::PurgeBefore(time::millis(time))).await? else {
            unreachable!("each question has its answer")
        };
        Ok(count)
    }

    /// Compacts the journal: purged executions and records that are no longer needed are removed.
    /// The store accepts no other calls meanwhile; automatic compaction runs beside them.
    ///
    /// # Errors
    /// The disk failed.
    pub async fn compact(&self) -> Result<Compacted, CallError> {
        let Reply::Compacted(compacted) = self.ask(Request::Compact).await? else {
            unreachable!("each question has its answer")
        };
        Ok(compacted)
    }

    /// Data of unfinished executions that did not fit the types of the program when the store was
    /// opened: `struct Reservation` has got a field that the recorded reservations do not have. It is
    /// empty unless types have changed, and at most 1,000 values are listed.
    ///
    /// Only types with [`Shape`](trait@asl_runtime::Shape) are compared. Of an execution whose
    /// machine has changed as well, or whose inputs are not kept, the values are unknown.
    ///
    /// See `docs/guide/versions.md` for what to do.
    pub fn unfit_data(&self) -> &[UnfitData] {
        self.inner.unfit.get().map_or(&[], Vec::as_slice)
    }

    /// Looks at the values of all unfinished executions whose types have shapes, whatever the types
    /// were before. The store does nothing else meanwhile.
    ///
    /// # Errors
    /// The store is closed or failed.
    pub async fn check(&self) -> Result<Vec<UnfitData>, CallError> {
        let Reply::Unfit(unfit) = self.ask(Request::Check).await? else {
            unreachable!("each question has its answer")
        };
        Ok(unfit)
    }

    /// The machines that the store was opened with.
    pub fn machines(&self) -> &[Registered] {
        &self.inner.machines
    }

    /// The tables of [`Durable::machines`], in the same order.
    #[doc(hidden)]
    pub fn tables(&self) -> &[&'static Machine] {
        &self.inner.tables
    }

    /// The machine of a version that the store was opened with.
    pub fn machine(&self, version: Version) -> Option<&'static Machine> {
        let mut tables = self.inner.tables.iter().copied();
        tables.find(|machine| machine.version() == version)
    }

    /// The services that tasks of this store share. Reports by token and events that use them reach
    /// the store's executions.
    pub fn services(&self) -> &Services {
        &self.inner.services
    }

    /// Closes the store: nothing more is started, and work in progress gets this much time to end.
    /// Work that is still in progress then is dropped, as in a crash, and starts again when the
    /// store is opened. After this returns, another process can open the store.
    ///
    /// # Errors
    /// The store was closed before, or it failed.
    pub async fn close(&self, patience: Duration) -> Result<Closed, CallError> {
        let now = Instant::now();
        let deadline = now.checked_add(patience).unwrap_or(now + Duration::from_secs(86_400 * 365));
        let (answer, answered) = oneshot::channel();
        self.inner.mailbox.close(deadline, answer)?;
        answered.await.map_err(|_| CallError::Closed)
    }

    async fn done(&self, request: Request) -> Result<(), CallError> {
        self.ask(request).await.map(|_| ())
    }

    pub(crate) async fn report(&self, token: &str, report: Report) -> Result<(), CallError> {
        self.done(Request::Report(token.into(), report)).await
    }

    pub(crate) async fn ask(&self, request: Request) -> Result<Reply, CallError> {
        self.put(request)?.await.unwrap_or(Err(CallError::Closed))
    }

    /// Returns true if other processes have parts of it.
    pub(crate) fn is_shared(&self) -> bool {
        self.inner.mailbox.is_shared()
    }

    pub(crate) fn put(
        &self,
        request: Request,
    ) -> Result<oneshot::Receiver<Result<Reply, CallError>>, CallError> {
        self.inner.mailbox.ask(request)
    }
}

impl Inner {
    /// The handle of a store with these machines.
    fn new(
        machines: &[Compiled],
        services: &Services,
        mailbox: impl FnOnce(&Services) -> Mailbox,
    ) -> Arc<Self> {
        let register = |compiled: &Compiled| Registered {
            machine: compiled.machine().name,
            version: compiled.machine().version(),
        };
        Arc::new_cyclic(|inner| {
            let store = Arc::new(WeakDurable { inner: Weak::clone(inner) });
            let services = services.with_store(store);
            Self {
                mailbox: mailbox(&services),
                thread: Mutex::new(None),
                machines: machines.iter().map(register).collect(),
                tables: machines.iter().map(Compiled::machine).collect(),
                services,
                unfit: OnceLock::new(),
            }
        })
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
        self.mailbox.stop();
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        // Wait for the thread, so that the lock is released. The last handle may have been dropped
        // on the thread itself, by a task of the store.
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
