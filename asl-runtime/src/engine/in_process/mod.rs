//! The in-process engine: an execution is one future; its tasks and timers run in place, in one
//! set, without a spawn per branch.

mod begin;
mod compiled;
mod detached;
mod handle;
mod mailbox;
mod open;
pub(crate) mod operation;
mod options;
mod parked;
mod run;
mod time_out;

use std::task::{Context, Poll};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::stores::Stores;
use crate::task::context::{Progress, TaskContext, Worker};
use crate::task::{Call, Compiled, RunInput, SharedTasks};
use asl_execution::execution::{
    Command, Execution, Given, Identity, OpKey, Reported, StartOptions, StateStart, execution_id,
    expect_end,
};
use asl_execution::history::ObserverHandle;
use asl_execution::machine::{Form, NodeId};
use asl_value::error::Failure;
use asl_value::value::{Text, Value};

pub use crate::task::DetachedCalls;
pub use compiled::TypedRun;
pub use detached::Detached;
pub(crate) use handle::EventDelivery;
pub use handle::Handle;
pub(crate) use mailbox::{Address, Message, RunServices};
pub use options::RunOptions;
pub use run::Run;

use begin::Begin;
use detached::RunCalls;
use handle::Arrivals;
use mailbox::Mailbox;
use open::Open;
use operation::{Operation, Report};
use time_out::TimeOut;

/// Maximum completions before an execution yields to others: tasks that answer at once must not
/// occupy the thread for ever.
const COMPLETIONS: u32 = 128;

/// Runs a machine with these options. See [`Compiled::run`].
pub fn run_with(compiled: &Compiled, input: impl Into<RunInput>, options: RunOptions) -> Run {
    let (compiled, input) = (compiled.clone(), input.into().into_value());
    Run::new(Begin { compiled, input, options: Some(Box::new(options)), arrivals: None })
}

/// Runs a machine with the default options.
fn run(compiled: Compiled, input: Value) -> Run {
    Run::new(Begin { compiled, input, options: None, arrivals: None })
}

/// Runs a machine to its result. Returns the result, and a future of the end of its detached calls.
pub(crate) async fn run_until_decided(
    compiled: Compiled,
    input: Value,
    options: RunOptions,
) -> (Result<Value, Failure>, impl Future<Output = ()> + use<>) {
    let mut drive = Drive::with_options(compiled, input, options, None);
    let result = std::future::poll_fn(|cx| drive.poll(cx)).await;
    let end = drive.take_calls().and_then(RunCalls::into_end);
    (result, async move {
        if let Some(end) = end {
            end.await;
        }
    })
}

/// Starts a run with a handle for events. See [`Compiled::start`].
pub fn start(
    compiled: &Compiled,
    input: impl Into<RunInput>,
    mut options: RunOptions,
) -> (Handle, Run) {
    let input = input.into().into_value();
    let seed = *options.seed.get_or_insert_with(random_seed);
    let (id, name) = (options.id.clone(), options.name.clone());
    let identity = Identity { id, name, role_arn: Text::default(), machine_id: Text::default() };
    let (handle, arrivals) = Handle::new(execution_id(Some(&identity), seed));
    let (options, arrivals) = (Some(Box::new(options)), Some(arrivals));
    (handle, Run::new(Begin { compiled: compiled.clone(), input, options, arrivals }))
}

/// Runs one state. Returns the node it leads to, if any, and its output.
pub(crate) async fn run_state(
    compiled: &Compiled,
    node: NodeId,
    start: StateStart,
) -> Result<(Option<NodeId>, Value), Failure> {
    let options = StartOptions::default().now(now()).seed(random_seed());
    let run = Execution::start_at(compiled.machine(), node, start, options);
    let mut drive = Drive::new(run, compiled.tasks().clone());
    let result = std::future::poll_fn(|cx| drive.poll(cx)).await;
    if let Some(end) = drive.take_calls().and_then(RunCalls::into_end) {
        end.await;
    }
    result.map(|output| (drive.run.exit(), output))
}

/// An execution and its work in progress.
struct Drive {
    run: Execution,
    tasks: SharedTasks,
    open: Open,
    /// Parts that few executions need, boxed to keep a waiting execution small.
    rare: Option<Box<Rare>>,
}

#[derive(Default)]
struct Rare {
    /// The machine's own time-out.
    deadline: Option<TimeOut>,
    stores: Stores,
    /// Runs each task as a tokio task of its own.
    spawn: bool,
    /// The receiver of reports by task token.
    mailbox: Option<Mailbox>,
    /// The receiver of events from handles.
    arrivals: Option<Arrivals>,
    /// Detached calls. Calls that the run owns are created with the first of them.
    calls: Option<RunCalls>,
}

impl Drive {
    #[inline]
    fn new(run: Execution, tasks: SharedTasks) -> Self {
        Self { run, tasks, open: Open::Nothing, rare: None }
    }

    /// Starts an execution with options.
    fn with_options(
        compiled: Compiled,
        input: Value,
        options: RunOptions,
        arrivals: Option<Arrivals>,
    ) -> Self {
        let seed = options.seed.unwrap_or_else(random_seed);
        let execution = Execution::before_start(compiled.machine(), now(), seed);
        let mut drive = Self::new(execution, compiled.into_tasks());
        drive.begin_with(input, options, arrivals);
        drive
    }

    fn begin_with(&mut self, input: Value, options: RunOptions, arrivals: Option<Arrivals>) {
        let RunOptions { id, name, role_arn, machine_id, history, observer, .. } = options;
        let RunOptions { storage, spawn, services, events, detached, .. } = options;
        let observer = match history {
            Some(history) => Some(ObserverHandle::join(observer, history.into())),
            None => observer,
        };
        let identity = Identity { id, name, role_arn, machine_id }.unless_empty();
        let given = Given { identity, observer, is_traced: true, events, ..Given::default() };
        let machine = self.run.machine();
        self.run.begin(machine.start, input, given);
        expect_end(&mut self.run);
        let is_own = matches!(detached, Detached::Await);
        if spawn || storage.is_some() || services.is_some() || arrivals.is_some() || !is_own {
            let mailbox = services.map(|services| Mailbox::open(services, self.run.id()));
            // The calls of subflows join those of the calling run.
            let has_calls = !is_own || (mailbox.is_some() && machine.sm4c.is_some());
            let calls = has_calls.then(|| RunCalls::new(detached));
            let stores = Stores::new(storage);
            self.rare =
                Some(Box::new(Rare { deadline: None, stores, spawn, mailbox, arrivals, calls }));
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Value, Failure>> {
        self.poll_turn(None, cx)
    }

    /// Polls the execution, in a turn that began at this time, if that is known.
    fn poll_turn(
        &mut self,
        mut turn: Option<u64>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Value, Failure>> {
        // A machine that is never idle can be cancelled. Events of SM4C come after completions.
        if self.run.machine().sm4c.is_none() || self.run.is_runnable() {
            self.take_delivery(cx);
        }
        for _ in 0..COMPLETIONS {
            while let Some(command) = self.run.take_command() {
                self.perform(command);
            }
            if let Some(result) = self.run.take_result() {
                self.open = Open::Nothing;
                return Poll::Ready(result);
            }
            if self.run.is_runnable() {
                self.run.advance(now());
                break;
            }
            match self.open.poll(cx) {
                Poll::Ready(Some((op, report, operation))) => {
                    self.take_report(op, report, operation, &mut turn);
                }
                // Reports by the tasks themselves come first: a worker reports after it has
                // started.
                Poll::Ready(None) | Poll::Pending
                    if self.take_message(cx) || self.take_delivery(cx) => {}
                Poll::Ready(None) if self.run.deadline().is_none() && !self.is_reachable() => {
                    self.run.give_up(
                        "the machine waits for an event, and nothing can send it one",
                        now(),
                    );
                }
                Poll::Ready(None) | Poll::Pending => {
                    let Poll::Ready(time) = self.poll_deadline(cx) else {
                        self.run.release_commands();
                        return Poll::Pending;
                    };
                    self.run.advance(time);
                }
            }
        }
        // Let others run first.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// The detached calls, if there are any. After this nothing else of the run is reachable.
    fn take_calls(&mut self) -> Option<RunCalls> {
        self.rare.take()?.calls
    }

    /// Polls the machine's own time-out. Its timer is created only for a machine that waits.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<u64> {
        let Some(deadline) = self.run.deadline() else { return Poll::Pending };
        let rare = self.rare.get_or_insert_default();
        let time_out =
            rare.deadline.get_or_insert_with(|| TimeOut::new(deadline.saturating_sub(now())));
        // The system's clock may have been set back since.
        time_out.poll(None, cx).map(|()| now().max(deadline))
    }

    /// Applies one report by token, if there is one.
    fn take_message(&mut self, cx: &mut Context<'_>) -> bool {
        let mailbox = self.rare.as_mut().and_then(|rare| rare.mailbox.as_mut());
        let Some(Poll::Ready(message)) = mailbox.map(|mailbox| mailbox.poll(cx)) else {
            return false;
        };
        let (token, report, answer) = match message {
            Message::Report { token, report, answer } => (token, report, answer),
            Message::Event(delivery) => {
                delivery.deliver(&mut self.run);
                return true;
            }
        };
        let checked = self.run.check_report(&token, &report);
        let reported = checked.and_then(|()| self.run.report_by_token(&token, report, now()));
        match reported {
            Ok(Reported::Ended(op)) => self.open.cancel(op),
            Ok(Reported::Alive(op)) => self.open.beat(op),
            Ok(Reported::Early(_)) | Err(_) => {}
        }
        // The sender may have stopped waiting for the answer.
        let _ = answer.send(reported.map(|_| ()));
        true
    }

    /// Applies one message from a handle, if there is one.
    fn take_delivery(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(rare) = &mut self.rare else { return false };
        match rare.arrivals.as_mut().map(|arrivals| arrivals.poll(cx)) {
            Some(Poll::Ready(Some(delivery))) => {
                delivery.deliver(&mut self.run);
                true
            }
            Some(Poll::Ready(None)) => {
                rare.arrivals = None;
                false
            }
            Some(Poll::Pending) | None => false,
        }
    }

    /// Returns true if a handle can still send it an event.
    fn is_reachable(&self) -> bool {
        let is_reachable = |rare: &Rare| rare.arrivals.is_some() || rare.mailbox.is_some();
        self.run.machine().sm4c.is_some() && self.rare.as_deref().is_some_and(is_reachable)
    }

    /// Applies a report on an operation, and keeps the operation if the execution waits for it.
    #[inline]
    fn take_report(
        &mut self,
        op: OpKey,
        report: Report,
        operation: Option<Operation>,
        turn: &mut Option<u64>,
    ) {
        if self.apply_report(op, report, turn)
            && let Some(operation) = operation
        {
            self.open.add(op, operation);
        }
    }

    /// Applies a report on an operation. Returns true if the execution still waits for the
    /// operation.
    #[inline]
    fn apply_report(&mut self, op: OpKey, report: Report, turn: &mut Option<u64>) -> bool {
        match report {
            Report::End(outcome) => {
                // Reading the clock takes as long as the rest of the work for a task. So it is read
                // once in a turn, unless someone can see a difference.
                let time =
                    if self.run.shows_times() { now() } else { *turn.get_or_insert_with(now) };
                self.run.complete(op, outcome, time);
                false
            }
            Report::Answer(answer) => self.run.submitted(op, &answer, now()),
            Report::Progress(Progress { started, submitted }) => {
                let time = now();
                started.is_none_or(|Worker(worker)| self.run.started(op, worker, time))
                    && submitted.is_none_or(|answer| self.run.submitted(op, &answer, time))
            }
        }
    }

    #[inline]
    fn perform(&mut self, command: Command) {
        match command {
            Command::Run { op, task, input, operation_id, limits, credentials } => {
                let rare = self.rare.as_deref();
                let spawn = rare.is_some_and(|rare| rare.spawn);
                let is_watched = limits.silence.is_some();
                if task.form == Form::Token && rare.is_none_or(|rare| rare.mailbox.is_none()) {
                    self.run.give_up(&no_token_service(operation_id.state()), now());
                    return;
                }
                let mut context =
                    TaskContext::new(&self.run, op, operation_id, task, credentials, is_watched);
                share(&mut context, rare);
                self.open
                    .add(op, Operation::task(&self.tasks, task, context, input, limits, spawn));
            }
            Command::Hold { op, limits, .. } => self.open.add(op, Operation::held(limits)),
            Command::Timer { op, after } => self.open.add(op, Operation::timer(after)),
            Command::Read { op, read } => {
                let future = self.rare.get_or_insert_default().stores.read(read);
                self.open.add(op, Operation::store(future));
            }
            Command::Write { op, write } => {
                let future = self.rare.get_or_insert_default().stores.write(*write);
                self.open.add(op, Operation::store(future));
            }
            Command::Detach { op, task, input, operation_id } => {
                let mut context = TaskContext::new(&self.run, op, operation_id, task, None, false);
                let rare = self.rare.get_or_insert_default();
                let calls = rare
                    .calls
                    .get_or_insert_with(|| RunCalls::new(Detached::Await))
                    .calls()
                    .clone();
                share(&mut context, Some(&**rare));
                calls.start(Call::start(&self.tasks, task.task, context, input));
                self.run.acknowledge(op);
            }
            Command::Cancel { op } => self.open.cancel(op),
        }
    }
}

/// The cause of the failure of a task that waits for a report that cannot come.
#[cold]
fn no_token_service(state: &str) -> String {
    format!(
        "state `{state}` waits for a report with its task token, and this run has no services to \
         receive one: set `RunOptions::services`"
    )
}

/// Adds the services that the run shares with others to a call's context.
fn share(context: &mut TaskContext, rare: Option<&Rare>) {
    let Some(rare) = rare else { return };
    if let Some(mailbox) = &rare.mailbox {
        context.set_shared_services(mailbox.services());
    }
    if let Some(calls) = &rare.calls {
        context.set_detached_calls(calls.calls());
    }
}

/// Milliseconds since 1970.
#[doc(hidden)]
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A seed for each execution of this process. None reveals another.
#[doc(hidden)]
pub fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    KEYS.hash_one(NEXT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
pub(crate) mod tests;
