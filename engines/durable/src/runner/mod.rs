//! The thread of a store: it takes all messages, records them, syncs once, and performs the actions
//! that follow.

mod clock;
mod histories;
mod inbox;
mod long_limit;
#[cfg(feature = "metrics")]
mod meter;
#[cfg(not(feature = "metrics"))]
#[path = "no_meter.rs"]
mod meter;
mod outside;
mod shortage;
mod ticket;

use std::any::Any;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use asl_runtime::__engine::Stores;
use asl_runtime::__engine::now;
use asl_runtime::Compiled;
use asl_runtime::execution::Outcome;
use asl_runtime::machine::{Effect, Kind, Node};
use asl_runtime::services::Services;

use super::core::{Core, Rewritten};
use super::disk::Disk;
use super::limits::LocalGate;
use super::socket::{Ask, Listener};
use super::{
    Action, CallError, Closed, Limit, Options, Place, Reply, Request, StoreError, TaskReport,
    UnfitData,
};

use clock::Clock;
use histories::Histories;
pub(super) use inbox::{Answer, Inbox, Message};
#[cfg(feature = "metrics")]
pub use meter::describe_metrics;

use meter::Meter;
pub(super) use outside::Outside;
use outside::{Gates, UnderWay};
use ticket::TicketHasher;

/// Maximum number of messages that are recorded before a sync, and maximum bytes of them.
const MESSAGES: usize = 8_192;
const BYTES: usize = 16 << 20;

/// Maximum time until a store that is closing looks if everything has ended: an operation is in
/// progress until after its report.
const CLOSING: Duration = Duration::from_millis(10);

/// Number of waiting requests up to which abandoned ones are not looked for.
const FEW_ANSWERS: usize = 1_024;

/// The parameters of a store.
pub(super) struct Opening {
    pub(super) machines: Vec<Compiled>,
    pub(super) options: Options,
    pub(super) services: Services,
    pub(super) inbox: Arc<Inbox>,
}

/// A store that was opened.
pub(super) struct Opened {
    pub(super) unfit: Vec<UnfitData>,
    #[cfg_attr(not(feature = "messages"), expect(dead_code, reason = "for shards"))]
    pub(super) outside: Arc<Outside>,
}

/// The state of the thread.
struct Runner<D: Disk> {
    /// Dropped first: nothing is in progress when others can open the store, also after a panic.
    outside: UnderWay,
    /// Dropped before the lock is released.
    socket: Option<Listener>,
    core: Core<D>,
    clock: Clock,
    meter: Meter,
    inbox: Arc<Inbox>,
    batches: UnboundedSender<Vec<Action>>,
    answers: HashMap<u64, Answer, BuildHasherDefault<TicketHasher>>,
    /// Answers that are about to be sent. It is empty between batches.
    replies: Vec<(Answer, Result<Reply, CallError>)>,
    histories: Histories<D>,
    /// Number of waiting requests at which the thread looks for abandoned ones.
    most_answers: usize,
    ticket: u64,
    closing: Option<(Instant, oneshot::Sender<Closed>)>,
    rewriting: Option<Rewriting<D>>,
    is_stopped: bool,
}

/// A compaction in progress.
struct Rewriting<D: Disk> {
    /// Stops it.
    stop: Arc<AtomicBool>,
    result: Receiver<Result<Rewritten<D>, StoreError>>,
    thread: thread::JoinHandle<()>,
}

/// Closes the inbox when the thread ends for any reason, so that no caller waits for it.
struct Shut(Arc<Inbox>);

impl Drop for Shut {
    fn drop(&mut self) {
        drop(self.0.shut(CallError::Closed));
    }
}

/// Starts the thread. Sends the result of opening to `opened`, and then runs until the store is
/// closed.
pub(super) fn start<D: Disk + 'static>(
    disk: impl FnOnce() -> Result<D, StoreError> + Send + 'static,
    socket: impl FnOnce(Ask) -> Option<Listener> + Send + 'static,
    opening: Opening,
    runtime: Handle,
    opened: oneshot::Sender<Result<Opened, StoreError>>,
) -> Result<thread::JoinHandle<()>, StoreError> {
    let builder = thread::Builder::new().name("asl-durable".into());
    let spawned = builder.spawn(move || {
        let inbox = Shut(Arc::clone(&opening.inbox));
        match disk().and_then(|disk| Runner::open(disk, socket, opening, &runtime)) {
            Ok(runner) => {
                // The caller may have dropped the future; then stop.
                let unfit = runner.core.unfit_data().to_vec();
                let outside = Arc::clone(&runner.outside.0);
                if opened.send(Ok(Opened { unfit, outside })).is_ok() {
                    runner.run();
                }
            }
            Err(error) => {
                // As above.
                let _ = opened.send(Err(error));
            }
        }
        drop(inbox);
    });
    spawned.map_err(|error| StoreError::NoThread(error.to_string()))
}

impl<D: Disk + 'static> Runner<D> {
    fn open(
        disk: D,
        socket: impl FnOnce(Ask) -> Option<Listener>,
        opening: Opening,
        runtime: &Handle,
    ) -> Result<Self, StoreError> {
        let Opening { machines, options, services, inbox } = opening;
        let (name, medium, gates) =
            (disk.name(""), disk.medium(), gates(&disk, &machines, &options)?);
        let tables: Vec<_> = machines.iter().map(Compiled::machine).collect();
        let (core, actions) = Core::open(disk, &tables, &options, now())?;
        let tasks = machines.into_iter().map(|compiled| compiled.tasks().clone()).collect();
        let outside = Arc::new(Outside::new(
            tasks,
            services,
            Stores::new(options.storage),
            (medium, gates),
            Arc::clone(&inbox),
        ));
        let (batches, received) = unbounded_channel();
        drop(runtime.spawn(Arc::clone(&outside).serve(received)));
        let clock = Clock::new(core.now());
        let meter = Meter::new(name);
        meter.show(&core);
        let asked = Arc::clone(&inbox);
        let ask = move |request| asked.ask(request);
        let socket = socket(Arc::new(ask));
        let mut runner = Self {
            socket,
            outside: UnderWay(outside),
            core,
            clock,
            meter,
            inbox,
            batches,
            answers: HashMap::default(),
            replies: Vec::new(),
            histories: Histories::default(),
            most_answers: FEW_ANSWERS,
            ticket: 0,
            closing: None,
            rewriting: None,
            is_stopped: false,
        };
        runner.perform(actions);
        Ok(runner)
    }

    fn run(mut self) {
        let mut messages = Vec::new();
        let broken = loop {
            let patience = self.patience();
            self.inbox.take(&mut messages, patience);
            messages.reverse();
            if let Err(error) = self.work(&mut messages) {
                break Some(error);
            }
            if self.is_stopped {
                break None;
            }
            if self.is_closed() {
                // By now every operation that ended has reported.
                self.inbox.take(&mut messages, Some(Duration::ZERO));
                messages.reverse();
                break self.work(&mut messages).err();
            }
        };
        self.end(broken, messages);
    }

    /// Maximum time to wait for messages.
    fn patience(&mut self) -> Option<Duration> {
        let now = self.clock.now();
        let wake =
            self.core.next_wake().map(|wake| Duration::from_millis(wake.saturating_sub(now)));
        let closing = self
            .closing
            .as_ref()
            .map(|(deadline, _)| deadline.saturating_duration_since(Instant::now()).min(CLOSING));
        wake.into_iter().chain(closing).min()
    }

    /// Records the messages, the last of the list first, and performs what follows.
    fn work(&mut self, messages: &mut Vec<Message>) -> Result<(), StoreError> {
        loop {
            let time = self.clock.now();
            for _ in 0..MESSAGES {
                let Some(message) = messages.pop() else { break };
                if let Message::Joined(place, outcome, written) = message {
                    self.join(&place, outcome, written, time, messages)?;
                } else {
                    self.take(message, time)?;
                }
                if self.core.pending_bytes() > BYTES {
                    break;
                }
            }
            self.core.perform_due(time)?;
            self.flush(messages)?;
            self.histories.begin(&self.core);
            if messages.is_empty() {
                break;
            }
        }
        if self.core.wants_rewrite() {
            self.rewrite()?;
        }
        Ok(())
    }

    /// Writes everything to disk, and performs what follows.
    fn flush(&mut self, messages: &mut Vec<Message>) -> Result<(), StoreError> {
        let actions = self.commit(messages)?;
        self.core.report_events();
        self.perform(actions);
        Ok(())
    }

    /// Records the end of a task together with what it has written to the medium of the store, in a
    /// batch that has nothing else.
    fn join(
        &mut self,
        place: &Place,
        outcome: Outcome,
        written: Box<dyn Any + Send>,
        time: u64,
        messages: &mut Vec<Message>,
    ) -> Result<(), StoreError> {
        // A time limit that is over comes before the end.
        self.core.perform_due(time)?;
        self.flush(messages)?;
        self.core.task_reported_with(place, TaskReport::Ended(outcome), Some(written), time)?;
        self.flush(messages)?;
        self.core.journal().disk().join(None);
        Ok(())
    }

    fn take(&mut self, message: Message, time: u64) -> Result<(), StoreError> {
        match message {
            Message::Ask(_, answer) if self.closing.is_some() => {
                // The caller may have stopped waiting for the answer.
                let _ = answer.send(Err(CallError::Closed));
                Ok(())
            }
            Message::Ask(
                request @ (Request::History(_) | Request::HistoryPage(..) | Request::MapRuns(_)),
                answer,
            ) => {
                self.histories.add(request, answer);
                Ok(())
            }
            Message::Ask(request, answer) => {
                self.ticket += 1;
                self.answers.insert(self.ticket, answer);
                if self.answers.len() > self.most_answers {
                    self.forget_the_impatient();
                }
                self.core.request(self.ticket, request, time)
            }
            Message::Report(place, report) => self.core.task_reported(&place, report, time),
            Message::Joined(..) => unreachable!("its caller joins it"),
            Message::Rewritten => {
                let Some(rewritten) = self.rewriting.take().and_then(|it| it.result.recv().ok())
                else {
                    return Ok(());
                };
                // If it failed, the old journal is intact and nothing is lost.
                match (self.core.finish_rewrite(rewritten), self.core.broken()) {
                    (Err(error), Some(_)) => Err(error),
                    (_, _) => Ok(()),
                }
            }
            Message::Close(deadline, answer) => {
                self.closing = Some((deadline, answer));
                Ok(())
            }
            Message::Stop => {
                self.is_stopped = true;
                Ok(())
            }
        }
    }

    /// Drops abandoned requests: a caller that polls for the end of an execution would otherwise
    /// leave one each time.
    fn forget_the_impatient(&mut self) {
        self.answers.retain(|_, answer| !answer.is_closed());
        let answers = &self.answers;
        self.core.retain_waiters(|ticket| answers.contains_key(&ticket));
        self.most_answers = FEW_ANSWERS.max(self.answers.len() * 2);
    }

    /// Passes the actions on, and sends the answers. A store that is closing starts nothing more:
    /// that work starts when the store is opened again.
    fn perform(&mut self, mut actions: Vec<Action>) {
        let mut has_work = false;
        for action in &mut actions {
            let Action::Answer { ticket, reply } = action else {
                has_work = true;
                continue;
            };
            if let Some(answer) = self.answers.remove(ticket) {
                // `Outside` skips what is left of it: moving the others costs more.
                let reply = mem::replace(reply, Err(CallError::Closed));
                self.replies.push((answer, reply));
            }
        }
        if self.closing.is_some() {
            actions.retain(|action| matches!(action, Action::Beat(_) | Action::Drop(_)));
            has_work = !actions.is_empty();
        }
        if has_work {
            self.outside.0.send(&self.batches, actions);
            actions = self.outside.0.spare();
        } else {
            actions.clear();
        }
        self.core.reuse(actions);
        // Only now, so that the runtime's thread has work: each answer would wake it from its sleep.
        for (answer, reply) in self.replies.drain(..) {
            // The caller may have stopped waiting for the answer.
            let _ = answer.send(reply);
        }
    }

    /// Compacts the journal in a thread of its own.
    fn rewrite(&mut self) -> Result<(), StoreError> {
        let rewrite = match (self.core.begin_rewrite(), self.core.broken()) {
            (Ok(rewrite), _) => rewrite,
            (Err(error), Some(_)) => return Err(error),
            // It is tried again when there is more to gain.
            (Err(_), None) => return Ok(()),
        };
        let stop = rewrite.stopper();
        let inbox = Arc::clone(&self.inbox);
        let (sender, result) = channel();
        let builder = thread::Builder::new().name("asl-durable-compact".into());
        let spawned = builder.spawn(move || {
            // The store may have been closed.
            let _ = sender.send(rewrite.run());
            let _ = inbox.put(Message::Rewritten);
        });
        match spawned {
            Ok(thread) => self.rewriting = Some(Rewriting { stop, result, thread }),
            // It is tried again when there is more to gain.
            Err(error) => {
                drop(self.core.finish_rewrite(Err(StoreError::NoThread(error.to_string()))));
            }
        }
        Ok(())
    }

    /// Returns true if the store is to be closed, and nothing is in progress any more or the time
    /// is up.
    fn is_closed(&self) -> bool {
        let Some((deadline, _)) = &self.closing else { return false };
        self.outside.0.is_idle() || Instant::now() >= *deadline
    }

    fn end(self, broken: Option<StoreError>, left_over: Vec<Message>) {
        let dropped = self.outside.0.stop();
        let error = broken.map_or(CallError::Closed, CallError::Store);
        let Self {
            mut core, mut clock, inbox, answers, histories, closing, rewriting, socket, ..
        } = self;
        let rest = left_over.into_iter().chain(inbox.shut(error.clone()));
        if let Some(Rewriting { stop, thread, .. }) = rewriting {
            // No thread may write to the directory once others may open it. A panic has ended the
            // thread as well.
            stop.store(true, Ordering::Relaxed);
            let _ = thread.join();
        }
        let mut closed = Closed { dropped, ..Closed::default() };
        if closing.is_some() && core.broken().is_none() {
            leave_snapshots(&mut core, clock.now(), &mut closed);
        }
        drop(socket);
        // Release the lock before callers learn of the end.
        drop(core);
        let waiting = rest.filter_map(|message| match message {
            Message::Ask(_, answer) => Some(answer),
            Message::Close(_, answer) => {
                let _ = answer.send(closed);
                None
            }
            Message::Report(..) | Message::Joined(..) | Message::Rewritten | Message::Stop => None,
        });
        for answer in answers.into_values().chain(histories.into_waiting()).chain(waiting) {
            let _ = answer.send(Err(error.clone()));
        }
        if let Some((_, answer)) = closing {
            let _ = answer.send(closed);
        }
    }
}

/// The gates of limits, by the machines and the methods of their tasks.
fn gates<D: Disk>(disk: &D, machines: &[Compiled], options: &Options) -> Result<Gates, StoreError> {
    let mut gates = Gates::new();
    for limit in &options.limits {
        let gate = disk.gate(limit).unwrap_or_else(|| Arc::new(LocalGate::new(limit)));
        for (number, compiled) in machines.iter().enumerate() {
            let machine = compiled.machine();
            if machine.name != limit.machine.as_str() {
                continue;
            }
            let method = |node: &Node| {
                let Kind::Invoke(Effect::Task(task)) = node.kind else { return None };
                Some(task.method).filter(|method| *method == limit.task.as_str())
            };
            let Some(method) = machine.nodes.iter().find_map(method) else {
                let Limit { machine, task, .. } = limit;
                let error = format!("a limit names a task `{task}`, which `{machine}` has not");
                return Err(StoreError::Elsewhere(error));
            };
            gates.insert((number, method), Arc::clone(&gate));
        }
    }
    Ok(gates)
}

/// Writes what unfinished executions hold. Nothing is lost if it cannot: the journal has all inputs.
fn leave_snapshots<D: Disk>(core: &mut Core<D>, now: u64, closed: &mut Closed) {
    let Ok(left) = core.leave_snapshots(now) else { return };
    if core.commit().is_ok() {
        (closed.snapshots, closed.without_snapshot) = (left.snapshots, left.without_snapshot);
    }
}
