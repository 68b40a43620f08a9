//! Work in progress outside the store: the tasks of executions, on tokio.

use std::collections::HashMap;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::AbortHandle;

use asl_runtime::__engine::Stores;
use asl_runtime::__engine::lock;
use asl_runtime::__engine::{Call, SharedTasks};
use asl_runtime::__engine::{Notes, Progress, Worker};
use asl_runtime::__engine::{Operation, Report};
use asl_runtime::error::{TaskError, names};
use asl_runtime::execution::Outcome;
use asl_runtime::services::Services;

use super::super::{Action, Place, TaskReport};
use super::inbox::{Inbox, Message};

/// Time of first polls in place after which other tasks of the runtime get their turn.
const IN_PLACE: Duration = Duration::from_millis(1);

/// Number of actions after which the time is read, which takes as long as a tenth of an action.
const TIMED: usize = 8;

/// Maximum length of a list whose memory is kept for later batches.
const KEPT: usize = 4_096;

/// All work in progress, and the means to start more.
pub(super) struct Outside {
    tasks: Vec<SharedTasks>,
    services: Arc<Services>,
    stores: Stores,
    inbox: Arc<Inbox>,
    open: Mutex<Open>,
    /// Number of batches that were sent but not started.
    coming: AtomicUsize,
    /// An empty list for a later batch.
    spare: Mutex<Vec<Action>>,
}

#[derive(Default)]
struct Open {
    under_way: HashMap<Place, (AbortHandle, Option<Arc<Notes>>)>,
    /// Nothing more starts.
    is_over: bool,
}

impl Outside {
    pub(super) fn new(
        tasks: Vec<SharedTasks>,
        services: Arc<Services>,
        stores: Stores,
        inbox: Arc<Inbox>,
    ) -> Self {
        let (open, spare) = (Mutex::default(), Mutex::default());
        Self { tasks, services, stores, inbox, open, coming: AtomicUsize::new(0), spare }
    }

    /// Starts the actions of each batch, until the sender is gone.
    pub(super) async fn serve(self: Arc<Self>, mut batches: UnboundedReceiver<Vec<Action>>) {
        // Other threads of the runtime could take part in what tasks do before their first await.
        let in_place = Handle::current().metrics().num_workers() == 1;
        while let Some(mut batch) = batches.recv().await {
            let mut began = Instant::now();
            for (number, action) in batch.drain(..).enumerate() {
                if in_place && number % TIMED == 0 && began.elapsed() >= IN_PLACE {
                    tokio::task::yield_now().await;
                    began = Instant::now();
                }
                self.perform(action, in_place);
            }
            self.coming.fetch_sub(1, Ordering::AcqRel);
            self.keep(batch);
        }
    }

    /// An empty list for later actions. Lists are used again, because the allocator tidies up
    /// whenever memory of this size is freed.
    pub(super) fn spare(&self) -> Vec<Action> {
        mem::take(&mut *lock(&self.spare))
    }

    fn keep(&self, batch: Vec<Action>) {
        if batch.capacity() <= KEPT {
            *lock(&self.spare) = batch;
        }
    }

    fn perform(self: &Arc<Self>, action: Action, in_place: bool) {
        match action {
            Action::Run { place, machine, task, mut context, input, limits } => {
                let Some(tasks) = self.tasks.get(machine) else { return };
                context.set_services(&self.services);
                let task = || Operation::task(tasks, task, context, input, limits, false);
                self.begin(place, in_place, task);
            }
            Action::Read { place, read } => {
                self.begin(place, in_place, || Operation::store(self.stores.read(read)));
            }
            Action::Write { place, write } => {
                let write = || Operation::store(self.stores.write(*write));
                self.begin(place, in_place, write);
            }
            Action::Detach { place, machine, task, mut context, input } => {
                let Some(tasks) = self.tasks.get(machine) else { return };
                context.set_services(&self.services);
                self.begin_detached(place, || Call::start(tasks, task.task, context, input));
            }
            Action::Beat(place) => {
                if let Some((_, Some(notes))) = self.lock().under_way.get(&place) {
                    notes.beat();
                }
            }
            Action::Drop(place) => {
                let dropped = self.lock().under_way.remove(&place);
                if let Some((handle, notes)) = dropped {
                    drop(notes);
                    handle.abort();
                }
            }
            // The store's thread has sent it.
            Action::Answer { .. } => {}
        }
    }

    /// Starts an operation. One that ends in its first poll, which is made here with `in_place`,
    /// needs neither a tokio task nor a place in the list.
    fn begin(
        self: &Arc<Self>,
        place: Place,
        in_place: bool,
        operation: impl FnOnce() -> Operation,
    ) {
        if self.lock().is_over {
            return;
        }
        // Do not hold the lock: this is the user's code.
        let operation = operation();
        let notes = operation.notes().cloned();
        let mut watch = Watch { outside: Arc::clone(self), place, operation, is_listed: false };
        // The poll in the tokio task gives the waker.
        let mut unwoken = Context::from_waker(Waker::noop());
        if in_place && notes.is_none() && Pin::new(&mut watch).poll(&mut unwoken).is_ready() {
            return;
        }
        let mut open = self.lock();
        if open.is_over {
            return;
        }
        // Spawn under the lock: the task may end before it is in the list.
        watch.is_listed = true;
        let handle = tokio::spawn(watch).abort_handle();
        open.under_way.insert(place, (handle, notes));
    }

    fn begin_detached(self: &Arc<Self>, place: Place, call: impl FnOnce() -> Call) {
        let call = call();
        let outside = Arc::clone(self);
        let mut open = self.lock();
        if open.is_over {
            return;
        }
        let handle = tokio::spawn(async move {
            // The answer of a detached call is ignored.
            let _ = call.await;
            outside.tell(place, TaskReport::Acknowledged);
            outside.lock().under_way.remove(&place);
        });
        open.under_way.insert(place, (handle.abort_handle(), None));
    }

    /// Reports on an operation. It is removed from the list only after its last report: an empty
    /// list means that everything was reported.
    fn tell(&self, place: Place, report: TaskReport) {
        // The store may have been closed.
        let _ = self.inbox.put(Message::Report(place, report));
    }

    /// Returns true if nothing is in progress or about to start.
    pub(super) fn is_idle(&self) -> bool {
        self.coming.load(Ordering::Acquire) == 0 && self.lock().under_way.is_empty()
    }

    /// Sends actions to be started.
    pub(super) fn send(&self, batches: &UnboundedSender<Vec<Action>>, batch: Vec<Action>) {
        self.coming.fetch_add(1, Ordering::AcqRel);
        // It fails if the runtime is gone; then no caller waits for it.
        if batches.send(batch).is_err() {
            self.coming.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// Drops all work in progress, and starts nothing more.
    pub(super) fn stop(&self) -> usize {
        let mut open = self.lock();
        open.is_over = true;
        let dropped = mem::take(&mut open.under_way);
        drop(open);
        for (handle, _) in dropped.values() {
            handle.abort();
        }
        dropped.len()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        lock(&self.open)
    }
}

/// Owner of all work in progress, which is dropped with it.
pub(super) struct UnderWay(pub(super) Arc<Outside>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// An operation in progress, and the inbox for its reports.
struct Watch {
    outside: Arc<Outside>,
    place: Place,
    operation: Operation,
    /// True once it is in the list of operations in progress.
    is_listed: bool,
}

impl Future for Watch {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            // Tasks contain their panics, but reads and writes for distributed Maps are also a
            // user's code.
            let polled = catch_unwind(AssertUnwindSafe(|| self.operation.poll(cx)));
            let report = match polled {
                Ok(polled) => ready!(polled),
                Err(_) => Report::End(Outcome::Failed(TaskError::new(
                    names::TASK_FAILED,
                    "the storage of a distributed Map panicked",
                ))),
            };
            let (report, is_over) = match report {
                Report::End(outcome) => (TaskReport::Ended(outcome), true),
                Report::Answer(answer) => (TaskReport::Submitted(answer), true),
                Report::Progress(Progress { started, submitted }) => {
                    if let Some(Worker(worker)) = started {
                        self.outside.tell(self.place, TaskReport::Started(worker));
                    }
                    let Some(answer) = submitted else { continue };
                    (TaskReport::Submitted(answer), false)
                }
            };
            self.outside.tell(self.place, report);
            if is_over {
                if self.is_listed {
                    self.outside.lock().under_way.remove(&self.place);
                }
                return Poll::Ready(());
            }
        }
    }
}
