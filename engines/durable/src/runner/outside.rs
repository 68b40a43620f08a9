//! Work in progress outside the store: the tasks of executions, on tokio.

use std::any::Any;
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
use asl_runtime::__engine::{Companion, Notes, Progress, SharedContext, Worker};
use asl_runtime::__engine::{Operation, Report};
use asl_runtime::TaskContext;
use asl_runtime::error::{TaskError, names};
use asl_runtime::execution::Outcome;
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::services::Services;

use super::super::limits::{Gate, Passing, Permit};
use super::super::{Action, Place, TaskReport};
use super::inbox::{Inbox, Message};
use super::long_limit::{BETWEEN_SEARCHES, LongLimit, end_overdue};

/// Time of first polls in place after which other tasks of the runtime get their turn.
const IN_PLACE: Duration = Duration::from_millis(1);

/// Number of actions after which the time is read, which takes as long as a tenth of an action.
const TIMED: usize = 8;

/// Maximum length of a list whose memory is kept for later batches.
const KEPT: usize = 4_096;

/// The gates of limits, by the number of the machine and the method of its tasks.
pub(super) type Gates = HashMap<(usize, &'static str), Arc<dyn Gate>>;

/// All work in progress, and the means to start more.
pub(in super::super) struct Outside {
    tasks: Vec<SharedTasks>,
    services: SharedContext,
    stores: Stores,
    /// The medium to which tasks can write.
    medium: Option<Arc<dyn Any + Send + Sync>>,
    gates: Gates,
    inbox: Arc<Inbox>,
    opened: Instant,
    open: Mutex<Open>,
    /// Number of batches that were sent but not started.
    coming: AtomicUsize,
    /// An empty list for a later batch.
    spare: Mutex<Vec<Action>>,
}

#[derive(Default)]
struct Open {
    under_way: HashMap<Place, Begun>,
    /// True if a search for long limits that are over is to come.
    is_searched: bool,
    /// Nothing more starts.
    is_over: bool,
}

/// A piece of work in progress.
struct Begun {
    handle: AbortHandle,
    notes: Option<Arc<Notes>>,
    /// Its time limit, if that has no timer.
    until: Option<LongLimit>,
}

impl Outside {
    pub(super) fn new(
        tasks: Vec<SharedTasks>,
        services: Services,
        stores: Stores,
        (medium, gates): (Option<Arc<dyn Any + Send + Sync>>, Gates),
        inbox: Arc<Inbox>,
    ) -> Self {
        Self {
            tasks,
            services: SharedContext::new(services),
            stores,
            medium,
            gates,
            inbox,
            opened: Instant::now(),
            open: Mutex::default(),
            coming: AtomicUsize::new(0),
            spare: Mutex::default(),
        }
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
            Action::Run { place, machine, task, mut context, input, mut limits } => {
                let Some(tasks) = self.tasks.get(machine) else { return };
                self.services.share(&mut context);
                let aside = self.aside(machine, task, &mut context);
                // The limit of an activity begins with its worker, and that of a call that waits for
                // a gate begins there.
                let is_taken = task.form != Form::Activity
                    && aside.as_ref().is_none_or(|aside| aside.passing.is_none());
                let until = is_taken.then(|| LongLimit::take(&mut limits, self.opened)).flatten();
                let task = || Operation::task(tasks, task, context, input, limits, false);
                self.begin(place, in_place, (until, aside), task);
            }
            Action::Read { place, read } => {
                self.begin(place, in_place, (None, None), || {
                    Operation::store(self.stores.read(read))
                });
            }
            Action::Write { place, write } => {
                let write = || Operation::store(self.stores.write(*write));
                self.begin(place, in_place, (None, None), write);
            }
            Action::Detach { place, machine, task, mut context, input } => {
                let Some(tasks) = self.tasks.get(machine) else { return };
                self.services.share(&mut context);
                self.begin_detached(place, || Call::start(tasks, task.task, context, input));
            }
            Action::Beat(place) => {
                if let Some(Begun { notes: Some(notes), .. }) = self.lock().under_way.get(&place) {
                    notes.beat();
                }
            }
            Action::Drop(place) => {
                let dropped = self.lock().under_way.remove(&place);
                if let Some(Begun { handle, .. }) = dropped {
                    handle.abort();
                }
            }
            // The store's thread has sent it.
            Action::Answer { .. } => {}
        }
    }

    /// The parts that few tasks have. Gives the task the means to write to the medium of the store.
    fn aside(
        &self,
        machine: usize,
        task: &'static TaskRow,
        context: &mut TaskContext,
    ) -> Option<Box<Aside>> {
        // Other tasks end by a report, in any process.
        let medium = self.medium.as_ref().filter(|_| task.form.is_answer());
        let companion = medium.map(|medium| Arc::new(Companion::new(Arc::clone(medium))));
        if let Some(companion) = &companion {
            context.set_companion(Arc::clone(companion));
        }
        let passing = self.gates.get(&(machine, task.method)).map(|gate| gate.pass());
        let is_needed = companion.is_some() || passing.is_some();
        is_needed.then(|| Box::new(Aside { companion, passing, permit: None }))
    }

    /// Starts an operation. One that ends in its first poll, which is made here with `in_place`,
    /// needs neither a tokio task nor a place in the list.
    fn begin(
        self: &Arc<Self>,
        place: Place,
        in_place: bool,
        (until, aside): (Option<LongLimit>, Option<Box<Aside>>),
        operation: impl FnOnce() -> Operation,
    ) {
        if self.lock().is_over {
            return;
        }
        // Do not hold the lock: this is the user's code.
        let operation = operation();
        let notes = operation.notes().cloned();
        let mut watch = Watch { outside: Arc::clone(self), place, operation, aside };
        // The poll in the tokio task gives the waker.
        let mut unwoken = Context::from_waker(Waker::noop());
        if in_place && notes.is_none() && watch.poll(&mut unwoken).is_ready() {
            return;
        }
        let mut open = self.lock();
        if open.is_over {
            return;
        }
        // Boxed, because tokio rounds the memory of its task up to a multiple of 128 bytes. Spawned
        // under the lock, because the task may end before it is in the list.
        let handle = tokio::spawn(Box::pin(Listed(watch))).abort_handle();
        open.under_way.insert(place, Begun { handle, notes, until });
        if until.is_some() && !mem::replace(&mut open.is_searched, true) {
            drop(tokio::spawn(end_overdue(Arc::downgrade(self))));
        }
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
        let begun = Begun { handle: handle.abort_handle(), notes: None, until: None };
        open.under_way.insert(place, begun);
    }

    /// Ends the work whose long limit is over. Returns the time until the next search, or `None` if
    /// no long limit is left.
    pub(super) fn end_overdue(&self) -> Option<Duration> {
        let now = self.opened.elapsed();
        let mut open = self.lock();
        let (mut overdue, mut next) = (Vec::new(), None);
        for (place, begun) in &open.under_way {
            match begun.until.map(|until| until.left(now)) {
                Some(Duration::ZERO) => overdue.push(*place),
                Some(left) => next = Some(next.map_or(left, |next: Duration| next.min(left))),
                None => {}
            }
        }
        open.is_searched = next.is_some();
        drop(open);
        for place in overdue {
            self.tell(place, TaskReport::Ended(Outcome::TimedOut));
            let ended = self.lock().under_way.remove(&place);
            if let Some(Begun { handle, .. }) = ended {
                handle.abort();
            }
        }
        next.map(|next| next.min(BETWEEN_SEARCHES))
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
    pub(in super::super) fn stop(&self) -> usize {
        let mut open = self.lock();
        open.is_over = true;
        let dropped = mem::take(&mut open.under_way);
        drop(open);
        for begun in dropped.values() {
            begun.handle.abort();
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
    aside: Option<Box<Aside>>,
}

/// Parts of an operation that few have.
struct Aside {
    companion: Option<Arc<Companion>>,
    /// The wait for the gate of a limit.
    passing: Option<Passing>,
    /// Held as long as the operation.
    permit: Option<Permit>,
}

impl Aside {
    /// Waits until the operation may begin.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(passing) = &mut self.passing {
            self.permit = Some(ready!(passing.as_mut().poll(cx)));
            self.passing = None;
        }
        Poll::Ready(())
    }
}

/// An operation in the list of those in progress.
struct Listed(Watch);

impl Future for Listed {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        ready!(self.0.poll(cx));
        let Watch { outside, place, .. } = &self.0;
        outside.lock().under_way.remove(place);
        Poll::Ready(())
    }
}

impl Watch {
    /// Reports the end. If the task has succeeded, what it has written to the medium goes with it.
    fn end(&self, outcome: Outcome) {
        let companion = self.aside.as_ref().and_then(|aside| aside.companion.as_ref());
        let written = companion.and_then(|companion| companion.take());
        match (written, outcome) {
            (Some(written), outcome @ Outcome::Done(_)) => {
                // The store may have been closed.
                let _ = self.outside.inbox.put(Message::Joined(self.place, outcome, written));
            }
            (_, outcome) => self.outside.tell(self.place, TaskReport::Ended(outcome)),
        }
    }

    /// Passes reports on, until the operation has ended.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(aside) = &mut self.aside {
            ready!(aside.poll(cx));
        }
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
                Report::End(outcome) => {
                    self.end(outcome);
                    return Poll::Ready(());
                }
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
                return Poll::Ready(());
            }
        }
    }
}
