//! The workflow of a machine: runs an execution for each key, and receives its messages.

use std::collections::VecDeque;
use std::sync::Arc;

use asl_runtime::__engine::Withheld;
use asl_runtime::execution::{Execution, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::history::ObserverHandle;
use asl_runtime::machine::Machine;

use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};
use restate_sdk::context::{
    CallFuture, ContextAwakeables, ContextClient, ContextPromises, ContextSideEffects,
    ContextSignals, DurableFuturesUnordered, RequestTarget, RunFuture, WorkflowContext,
};
use restate_sdk::errors::{HandlerError, HandlerResult, TerminalError};

use crate::Options;
use crate::context_io::{ContextIo, MAIL, Means};
use crate::driver::{Driver, Setting};
use crate::failure;
use crate::names;
use crate::payload::{Durable, Payload};
use crate::service_form::{listens, runs_in_place};
use crate::tasks::{Tasks, now};
use crate::wire::{Begin, Chunk, Delivery, FORMAT, OLDEST_FORMAT, Part, Reply};
use asl_runtime::__engine::Directory;
use asl_runtime::engine::remote::RemoteTasks;

/// The promise with the invocation that drives an execution.
pub(crate) const DRIVER: &str = "driver";

/// The workflow of a machine.
pub(crate) struct Workflow {
    pub(crate) service: Text,
    pub(crate) directory: Arc<Directory>,
    pub(crate) options: Options,
    pub(crate) tasks: Arc<Tasks>,
}

impl Workflow {
    /// The handler `run`: runs the execution with this key to its end.
    pub(crate) async fn run(
        &self,
        ctx: WorkflowContext<'_>,
        input: Payload,
    ) -> HandlerResult<Payload> {
        let input = input.value().map_err(|error| {
            TerminalError::new_with_code(400, format!("the input is no JSON: {error}"))
        })?;
        let Some(latest) = self.directory.latest(&self.service) else {
            return Err(self.unknown(0));
        };
        let machine = latest.machine();
        let is_observed = self.options.observer.is_some();
        let begin = ctx
            .run(|| async move { Ok(Payload::of(&begin(machine, is_observed))) })
            .name("begin")
            .await;
        let begin: Begin = match begin {
            Ok(begin) => self.begun(&begin)?,
            Err(error) => return Err(cancelled(error)),
        };
        let version = self.version(begin.hash)?;
        let is_reachable = listens(version.machine());
        if is_reachable {
            ctx.resolve_promise(DRIVER, ctx.invocation_id().to_owned());
        }
        let observed = self.observed(begin.is_observed);
        let driver = self.start(version, &ctx, input, &begin, observed.as_ref());
        let mut part = ContextIo::new(&ctx, self.means(is_reachable), driver, observed)
            .drive(Vec::new())
            .await?;
        let mut waiting = VecDeque::new();
        let mut number = 0_u32;
        loop {
            match part {
                Part::Over(result) => {
                    let ended =
                        Reply { refused: Some((410, "the execution has ended".to_owned())) };
                    for Delivery { ack, .. } in waiting {
                        ctx.resolve_awakeable(&ack, Payload::of(&ended));
                    }
                    return self
                        .ended(result)
                        .map_err(|failure| failure::terminal(&failure).into());
                }
                Part::Full(mut chunk, messages) => {
                    waiting.drain(..messages.min(waiting.len()));
                    chunk.mail = waiting.iter().cloned().collect();
                    number = number.saturating_add(1);
                    part = self.go_on(&ctx, &chunk, number, is_reachable, &mut waiting).await?;
                }
            }
        }
    }

    /// Continues the execution in another invocation, and forwards the messages that arrive
    /// meanwhile.
    async fn go_on(
        &self,
        ctx: &WorkflowContext<'_>,
        chunk: &Chunk,
        number: u32,
        is_reachable: bool,
        waiting: &mut VecDeque<Delivery>,
    ) -> Result<Part, HandlerError> {
        let key = format!("{}.{number}", ctx.invocation_id());
        let target = RequestTarget::workflow(names::more(&self.service), key, names::RUN);
        let call = ctx.request::<Payload, Payload>(target, Payload::of(chunk)).call();
        let handle = call.invocation_handle().await.map_err(cancelled)?;
        let mut set: DurableFuturesUnordered<Durable<'_>> = DurableFuturesUnordered::new();
        let goes_on = set.push(Box::pin(call));
        if is_reachable {
            set.push(Box::pin(ctx.signal::<Payload>(MAIL)));
        }
        loop {
            let (place, sign) = match set.next().await {
                Ok(Some(heard)) => heard,
                Ok(None) => unreachable!("the call is waited for"),
                Err(error) => return Err(cancelled(error)),
            };
            let payload = sign.map_err(cancelled)?;
            let malformed = |error| TerminalError::new(format!("a message of our own: {error}"));
            if place == goes_on {
                return Ok(payload.read().map_err(malformed)?);
            }
            waiting.push_back(payload.read().map_err(malformed)?);
            handle.signal(MAIL).resolve(payload);
            set.push(Box::pin(ctx.signal::<Payload>(MAIL)));
        }
    }

    /// The handler `run` of the service that continues long executions.
    pub(crate) async fn more(
        &self,
        ctx: WorkflowContext<'_>,
        chunk: Payload,
    ) -> HandlerResult<Payload> {
        let chunk: Chunk = chunk.read().map_err(|error| {
            TerminalError::new_with_code(400, format!("not a part of an execution: {error}"))
        })?;
        self.format(chunk.format)?;
        let version = self.version(chunk.hash)?;
        let machine = version.machine();
        let observed = self.observed(chunk.is_observed);
        let observer = observed.clone().map(ObserverHandle::from);
        let options = RestoreOptions::default().now(chunk.clock).observer(observer);
        let run = Snapshot::from_json_str(&chunk.snapshot)
            .and_then(|snapshot| Execution::restore(machine, snapshot, options));
        let run = run.map_err(|error| self.impossible(&error.to_string()))?;
        let setting = Setting {
            directory: Arc::clone(&self.directory),
            seed: chunk.seed,
            clock: chunk.clock,
            long: self.options.long_journal,
            is_observed: chunk.is_observed,
            is_in_place: chunk.is_in_place,
            carried: chunk.carried,
        };
        let driver = Driver::new(run, setting);
        let shell = ContextIo::new(&ctx, self.means(listens(machine)), driver, observed);
        Ok(Payload::of(&shell.drive(chunk.mail).await?))
    }

    /// The output, if it is within the size limit.
    fn ended(&self, result: Result<Value, Failure>) -> Result<Payload, Failure> {
        let output = Payload::of(&result?);
        let (size, largest) = (output.len(), self.options.largest);
        if size <= largest {
            return Ok(output);
        }
        let cause = format!("an output of {size} bytes; at most {largest} go through Restate");
        Err(Failure::new("States.DataLimitExceeded", cause))
    }

    /// The events for the observer. The journal of an execution that started with an observer has
    /// entries for them, also if there is none any more.
    fn observed(&self, is_observed: bool) -> Option<Withheld> {
        is_observed.then(|| Withheld::all(self.options.observer.clone()))
    }

    fn means(&self, listens: bool) -> Means<'_> {
        let Options { storage, largest, .. } = &self.options;
        Means {
            service: &self.service,
            tasks: &self.tasks,
            storage: storage.as_ref(),
            largest: *largest,
            listens,
        }
    }

    fn start(
        &self,
        version: &RemoteTasks,
        ctx: &WorkflowContext<'_>,
        input: Value,
        begin: &Begin,
        observed: Option<&Withheld>,
    ) -> Driver {
        let options = StartOptions::default()
            .id(Text::new(format!("{}:{}", self.service, ctx.key())))
            .name(ctx.key())
            .now(begin.now)
            .seed(begin.seed)
            .observer(observed.cloned().map(ObserverHandle::from))
            .events(self.options.events);
        let run = Execution::start(version.machine(), input, options);
        let setting = Setting {
            directory: Arc::clone(&self.directory),
            seed: begin.seed,
            clock: begin.now,
            long: self.options.long_journal,
            is_observed: begin.is_observed,
            is_in_place: begin.is_in_place,
            carried: std::collections::BTreeMap::new(),
        };
        Driver::new(run, setting)
    }

    fn begun(&self, begin: &Payload) -> Result<Begin, HandlerError> {
        let begin: Begin = begin.read().map_err(|error| self.impossible(&error))?;
        self.format(begin.format)?;
        Ok(begin)
    }

    /// Leaves a journal of another version of this crate alone.
    fn format(&self, format: u32) -> Result<(), HandlerError> {
        if (OLDEST_FORMAT..=FORMAT).contains(&format) {
            return Ok(());
        }
        Err(self.impossible(&format!(
            "its journal has format {format}, this program reads formats {OLDEST_FORMAT} to {FORMAT}; serve it with the program that began it"
        )))
    }

    /// The version of the machine with which an execution started.
    fn version(&self, hash: u64) -> Result<&RemoteTasks, HandlerError> {
        self.directory.version(&self.service, hash).ok_or_else(|| self.unknown(hash))
    }

    /// The error is not terminal: the engine retries, then pauses the invocation. Nothing is lost,
    /// and the invocation continues when the right program is available.
    fn unknown(&self, hash: u64) -> HandlerError {
        let (name, here) = (&self.service, self.directory.told_versions(&self.service));
        let hash = asl_runtime::versions::Version::from(hash);
        self.impossible(&format!(
            "the execution was begun with version {hash} of machine `{name}`, this program has {here}; register that version too, or \
             serve the execution with the program that began it"
        ))
    }

    fn impossible(&self, why: &str) -> HandlerError {
        HandlerError::from(format!(
            "an execution of machine `{}` cannot go on here: {why}",
            self.service
        ))
    }
}

/// The first entry of a journal.
fn begin(machine: &Machine, is_observed: bool) -> Begin {
    use std::hash::{BuildHasher, RandomState};
    // The seed is random, because knowledge of the invocation must not reveal its task tokens.
    let seed = RandomState::new().hash_one(std::process::id());
    Begin {
        format: FORMAT,
        hash: machine.hash,
        now: now(),
        seed,
        is_observed,
        is_in_place: runs_in_place(machine),
    }
}

/// An execution that is cancelled before or between its parts ends like one cancelled within a
/// part.
fn cancelled(error: TerminalError) -> HandlerError {
    if error.code() == 409 {
        return failure::terminal(&failure::read(&TerminalError::new_with_code(409, ""))).into();
    }
    error.into()
}
