//! Performs a driver's effects in Restate. All awaited operations are in one set of durable
//! futures: if they were awaited separately, one future would consume the input of another, and the
//! handler would block.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_runtime::__engine::Withheld;
use asl_runtime::execution::Outcome;
use asl_runtime::storage::{Storage, StorageHandle};
use asl_runtime::value::Text;
use asl_runtime::{Failure, TaskError, Value};
use restate_sdk::context::{
    CallFuture, ContextAwakeables, ContextClient, ContextSideEffects, ContextSignals,
    ContextTimers, DurableFuture, DurableFuturesUnordered, InvocationHandle, RequestTarget,
    RunFuture, RunRetryPolicy, WorkflowContext,
};
use restate_sdk::errors::{HandlerError, TerminalError};

use crate::driver::{AtOnce, Driver, Effect, Heard, StoreWork, Tag, Turn};
use crate::failure;
use crate::names;
use crate::payload::{Durable, Payload, Sign};
use crate::tasks::{NEVER, STEP, Tasks, now};
use crate::wire::{Delivery, Part, TaskAnswer, TaskEnd, TaskRequest};

/// The signal with which messages arrive.
pub(crate) const MAIL: &str = "mail";

/// The parameters of an invocation that drives an execution.
pub(crate) struct ContextIo<'a, 'ctx> {
    ctx: &'a WorkflowContext<'ctx>,
    /// The name of the machine's service.
    service: &'a Text,
    tasks: &'a Arc<Tasks>,
    storage: Option<&'a StorageHandle>,
    /// Maximum size of a payload in bytes.
    largest: usize,
    driver: Driver,
    /// The task to run in place.
    in_place: Option<(Tag, Box<TaskRequest>)>,
    set: DurableFuturesUnordered<Durable<'ctx>>,
    /// The purposes of the futures in the set, by index.
    places: BTreeMap<usize, Place>,
    /// Cancellable calls, with true for those of this invocation.
    handles: BTreeMap<Tag, (InvocationHandle, bool)>,
    listens: bool,
    is_cancelled: bool,
    /// Events for the observer.
    observed: Option<Withheld>,
}

/// The purpose of a future in the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Task(Tag),
    Child(Tag),
    Sleep(Tag),
    Delivery,
}

/// The context of the effects.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) service: &'a Text,
    pub(crate) tasks: &'a Arc<Tasks>,
    pub(crate) storage: Option<&'a StorageHandle>,
    pub(crate) largest: usize,
    /// True if the execution accepts messages.
    pub(crate) listens: bool,
}

impl<'a, 'ctx> ContextIo<'a, 'ctx> {
    pub(crate) fn new(
        ctx: &'a WorkflowContext<'ctx>,
        means: Means<'a>,
        driver: Driver,
        observed: Option<Withheld>,
    ) -> Self {
        let Means { service, tasks, storage, largest, listens } = means;
        Self {
            ctx,
            service,
            tasks,
            storage,
            largest,
            driver,
            in_place: None,
            set: DurableFuturesUnordered::new(),
            places: BTreeMap::new(),
            handles: BTreeMap::new(),
            listens,
            is_cancelled: false,
            observed,
        }
    }

    /// Drives the execution until it ends or continues in another invocation. `mail` has the
    /// messages that arrived before.
    pub(crate) async fn drive(mut self, mail: Vec<Delivery>) -> Result<Part, HandlerError> {
        if self.listens {
            self.listen();
        }
        for mail in mail {
            self.driver.message(mail);
        }
        loop {
            let turn = self.driver.turn();
            let has_heard = match self.perform(&turn).await {
                Ok(has_heard) => has_heard,
                // The execution has ended in any case.
                Err(_) if matches!(turn, Turn::Over(_)) => false,
                Err(error) => {
                    self.stop(error)?;
                    continue;
                }
            };
            if let Err(error) = self.report_events().await
                && !matches!(turn, Turn::Over(_))
            {
                self.stop(error)?;
                continue;
            }
            match turn {
                Turn::Over(result) => return Ok(Part::Over(result)),
                Turn::Full(chunk) => {
                    let part = Part::Full(chunk, self.driver.messages());
                    if Payload::of(&part).len() <= self.largest {
                        return Ok(part);
                    }
                    self.driver.stay();
                }
                Turn::Again => tokio::task::yield_now().await,
                Turn::Wait if has_heard => {}
                Turn::Wait if self.in_place.is_some() => self.run_in_place().await?,
                Turn::Wait if self.driver.is_waiting() || self.listens => self.wait().await?,
                Turn::Wait => {
                    self.driver
                        .give_up("the machine waits for an event, and nothing can send it one");
                }
            }
        }
    }

    /// Reports the events since the last report. The journal has an entry for it, so that no replay
    /// reports them again.
    async fn report_events(&mut self) -> Result<(), TerminalError> {
        let Some(observed) = self.observed.clone() else { return Ok(()) };
        let events = observed.take();
        if events.is_empty() {
            return Ok(());
        }
        self.driver.count_entry();
        let report = move || async move {
            observed.report(&events);
            Ok(Payload::default())
        };
        self.ctx.run(report).name("observe").await.map(|_| ())
    }

    /// Runs the task that nothing else is open beside.
    async fn run_in_place(&mut self) -> Result<(), HandlerError> {
        let Some((tag, request)) = self.in_place.take() else { return Ok(()) };
        let cancelled = Box::pin(self.ctx.signal::<Payload>(NEVER));
        let tasks = Arc::clone(self.tasks);
        match self.ctx.run(move || tasks.perform(*request, cancelled)).name(STEP).await {
            Ok(payload) => {
                self.driver.weigh(payload.len());
                self.driver.heard(tag, Heard::Task(answer(Ok(payload))));
                Ok(())
            }
            Err(error) => self.stop(error),
        }
    }

    /// Waits for the next input.
    async fn wait(&mut self) -> Result<(), HandlerError> {
        let (place, sign) = match self.set.next().await {
            Ok(Some(heard)) => heard,
            Ok(None) => unreachable!("something is waited for"),
            Err(error) => return self.stop(error),
        };
        match (self.places.remove(&place), sign) {
            (Some(Place::Task(tag)), sign) => {
                self.handles.remove(&tag);
                self.driver.weigh(sign.as_ref().map_or(0, Payload::len));
                self.driver.heard(tag, Heard::Task(answer(sign)));
            }
            (Some(Place::Child(tag)), sign) => {
                self.handles.remove(&tag);
                self.driver.weigh(sign.as_ref().map_or(0, Payload::len));
                match clock(self.ctx).await {
                    Ok(now) => self.driver.heard(tag, Heard::Child(ended(sign), now)),
                    Err(error) => return self.stop(error),
                }
            }
            (Some(Place::Sleep(tag)), Ok(_)) => self.driver.heard(tag, Heard::Slept),
            (Some(Place::Delivery), Ok(message)) => {
                self.listen();
                self.driver.weigh(message.len());
                let mail = message
                    .read::<Delivery>()
                    .map_err(|error| TerminalError::new(format!("a letter: {error}")))?;
                self.driver.message(mail);
            }
            (Some(Place::Sleep(_) | Place::Delivery), Err(error)) => return self.stop(error),
            (None, _) => unreachable!("each future in the set has its place"),
        }
        Ok(())
    }

    /// Cancels the execution with its invocation. The SDK cancels plain calls.
    fn stop(&mut self, error: TerminalError) -> Result<(), HandlerError> {
        if error.code() != 409 {
            return Err(error.into());
        }
        self.is_cancelled = true;
        self.driver.cancel();
        Ok(())
    }

    /// Performs all effects. Returns true if an input arrived meanwhile. The invocation ids of
    /// cancellable calls are requested after all calls were made, so that there is one wait for all
    /// of them.
    async fn perform(&mut self, turn: &Turn) -> Result<bool, TerminalError> {
        let (mut calls, mut cancels, mut has_heard) = (Vec::new(), Vec::new(), false);
        for effect in self.driver.effects(turn) {
            match effect {
                Effect::Call { tag, request, key, is_cancellable } => {
                    let target = RequestTarget::service(names::tasks(self.service), names::RUN);
                    match self.sized(Payload::of(&request)) {
                        Ok(payload) => {
                            let call = self.call(target, payload, key);
                            calls.push((Place::Task(tag), tag, is_cancellable, call));
                        }
                        Err(failure) => {
                            self.refuse_task(tag, failure);
                            has_heard = true;
                        }
                    }
                }
                Effect::InPlace { tag, request } => has_heard |= self.put_in_place(tag, request),
                Effect::Child { tag, service, key, input } => {
                    let target =
                        RequestTarget::workflow(service.as_str(), key.as_str(), names::RUN);
                    match self.sized(Payload::of(&input)) {
                        Ok(payload) => {
                            let call = self.call(target, payload, None);
                            calls.push((Place::Child(tag), tag, true, call));
                        }
                        Err(failure) => {
                            self.driver.heard(tag, Heard::Child(Err(failure), 0));
                            has_heard = true;
                        }
                    }
                }
                Effect::Store { tag, work } => {
                    self.store(tag, work).await?;
                    has_heard = true;
                }
                // The cancelled call may be starting.
                Effect::Cancel { tag } => cancels.push(tag),
                Effect::AtOnce(effect) => self.begin(effect),
            }
        }
        for (place, tag, is_cancellable, call) in calls {
            if is_cancellable {
                let handle = call.invocation_handle().await?;
                self.driver.child_is(tag, handle.invocation_id());
                self.handles.insert(tag, (handle, true));
            }
            self.push(place, Box::pin(call));
        }
        for tag in cancels {
            self.cancel(tag);
        }
        Ok(has_heard)
    }

    /// Checks the size of a payload, and counts it for the length of the journal.
    fn sized(&mut self, payload: Payload) -> Result<Payload, Failure> {
        self.driver.weigh(payload.len());
        self.within_limit(&payload).map(|()| payload)
    }

    fn within_limit(&self, payload: &Payload) -> Result<(), Failure> {
        if payload.len() <= self.largest {
            return Ok(());
        }
        let (size, largest) = (payload.len(), self.largest);
        let cause = format!("a message of {size} bytes; at most {largest} go through Restate");
        Err(Failure::new("States.DataLimitExceeded", cause))
    }

    /// Keeps the task to run in place. Returns true if its request is too large: it is no message,
    /// but an execution must not depend on the way its tasks are run.
    fn put_in_place(&mut self, tag: Tag, request: Box<TaskRequest>) -> bool {
        match self.within_limit(&Payload::of(&request)) {
            Ok(()) => self.in_place = Some((tag, request)),
            Err(failure) => self.refuse_task(tag, failure),
        }
        self.in_place.is_none()
    }

    /// The task fails without being run.
    fn refuse_task(&mut self, tag: Tag, failure: Failure) {
        let end = TaskEnd::Err(TaskError::from_failure(failure));
        self.driver.heard(tag, Heard::Task(Ok(TaskAnswer { end, now: 0 })));
    }

    /// Cancels a call. The SDK cancels those of this invocation.
    fn cancel(&mut self, tag: Tag) {
        if let Some((handle, is_called_here)) = self.handles.remove(&tag)
            && !(self.is_cancelled && is_called_here)
        {
            handle.cancel();
        }
    }

    /// Starts an effect that needs no wait.
    fn begin(&mut self, effect: AtOnce) {
        match effect {
            AtOnce::Adopt { tag, invocation } => {
                let handle = self.ctx.invocation_handle(invocation);
                self.push(Place::Child(tag), Box::pin(handle.attach::<Payload>()));
                self.handles.insert(tag, (handle, false));
            }
            AtOnce::Start { service, key, input } => {
                let target = RequestTarget::workflow(service.as_str(), key.as_str(), names::RUN);
                drop(self.ctx.request::<Payload, Payload>(target, Payload::of(&input)).send());
            }
            AtOnce::Detach(request) => {
                let target = RequestTarget::service(names::tasks(self.service), names::RUN);
                drop(self.ctx.request::<Payload, Payload>(target, Payload::of(&request)).send());
            }
            AtOnce::Until { tag, wake } => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                self.sleep(tag, Duration::from_millis(wake).saturating_sub(since));
            }
            AtOnce::After { tag, after } => self.sleep(tag, after),
            AtOnce::Acknowledge { to, receipt } => {
                self.ctx.resolve_awakeable(&to, Payload::of(&receipt));
            }
        }
    }

    fn call(
        &self,
        target: RequestTarget,
        payload: Payload,
        key: Option<String>,
    ) -> impl CallFuture<Response = Payload> + Send + use<'ctx> {
        let mut request = self.ctx.request::<Payload, Payload>(target, payload);
        if let Some(key) = key {
            request = request.idempotency_key(key);
        }
        request.call()
    }

    fn push(&mut self, place: Place, future: Durable<'ctx>) {
        let at = self.set.push(future);
        self.places.insert(at, place);
    }

    fn sleep(&mut self, tag: Tag, after: Duration) {
        let sleep = self.ctx.sleep(after).map_ok(|()| Payload::default());
        self.push(Place::Sleep(tag), Box::pin(sleep));
    }

    fn listen(&mut self) {
        let signal = self.ctx.signal::<Payload>(MAIL);
        self.push(Place::Delivery, Box::pin(signal));
    }

    /// Reads or writes in this invocation: pages are short, and the outcome is journaled.
    async fn store(&mut self, tag: Tag, work: StoreWork) -> Result<(), TerminalError> {
        let storage: Option<Arc<dyn Storage>> = self.storage.map(StorageHandle::handle);
        // The outcome includes errors, so Restate must not retry.
        let once = RunRetryPolicy::new().max_attempts(1);
        let (name, work): (&str, Pin<Box<dyn Future<Output = Outcome> + Send>>) = match work {
            StoreWork::Read(read) => {
                ("read", Box::pin(async move { read.perform(storage, None).await.0 }))
            }
            StoreWork::Write(write) => ("write", Box::pin(write.perform(storage))),
        };
        let run = self.ctx.run(move || async move { Ok(Payload::of(&(work.await, now()))) });
        let done = run.name(name).retry_policy(once).await?;
        let (outcome, now) = done
            .read::<(Outcome, u64)>()
            .map_err(|error| TerminalError::new(format!("an outcome: {error}")))?;
        self.driver.heard(tag, Heard::Store(Box::new(outcome), now));
        Ok(())
    }
}

/// Reads a clock, once for all replays.
async fn clock(ctx: &WorkflowContext<'_>) -> Result<u64, TerminalError> {
    ctx.run(|| async { Ok(now()) }).name("clock").await
}

/// The outcome of a task service's response. It is an error only if the task was not run.
fn answer(sign: Sign) -> Result<TaskAnswer, String> {
    match sign {
        Ok(payload) => {
            payload.read().map_err(|error| format!("the task service's answer is none: {error}"))
        }
        Err(error) => {
            Err(format!("the call of the task failed ({}): {}", error.code(), error.message()))
        }
    }
}

/// The outcome of another machine.
fn ended(sign: Sign) -> Result<Value, Failure> {
    let text = match sign {
        Ok(payload) => {
            return payload.value().map_err(|error| Failure::new("States.Runtime", error));
        }
        Err(error) => error,
    };
    Err(failure::read(&text))
}
