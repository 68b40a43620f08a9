//! The runs that a worker has in memory: turns activations into completions, without I/O. The
//! worker and the replay of a history share it.

use std::collections::HashMap;
use std::sync::Arc;

use asl_runtime::__engine::Withheld;
use asl_runtime::Failure;
use asl_runtime::execution::{Execution, RestoreOptions, Snapshot, StartOptions};
use asl_runtime::history::ObserverHandle;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;
use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_activation::{
    InitializeWorkflow, QueryWorkflow, RemoveFromCache, WorkflowActivation,
    remove_from_cache::EvictionReason,
};
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::coresdk::workflow_commands::{
    CompleteWorkflowExecution, QueryResult, QuerySuccess, UpdateResponse, WorkflowCommand,
    query_result, update_response,
};
use temporalio_common::protos::coresdk::workflow_completion::{
    Success, WorkflowActivationCompletion, workflow_activation_completion::Status,
};

use super::activation::{input, task_end};
use super::commands::{self, Place};
use super::{coding, failure, payload};
use crate::Options;
use crate::directory::Directory;
use crate::driver::{Driver, LONGEST, Sequence, Setting, TaskCall, TaskEnd, Turn};
use crate::wire::{self, CHUNK, Chunk, DETACHED, DetachedTask, FORMAT, HEADER, STATE};

/// The runs of a worker.
pub(super) struct Runs {
    directory: Arc<Directory>,
    options: Options,
    place: Place,
    in_memory: HashMap<String, Run>,
    /// Set in a replay of one history.
    pub(super) replay: Option<Replay>,
}

/// The data of a replay.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// Replays with the latest version, whatever version made the history.
    pub(super) any_version: bool,
    /// The version that made the history.
    pub(super) made_by: Option<u64>,
    /// Names of the operations that the machine has begun last.
    pub(super) begun: Vec<String>,
}

/// A run in memory.
enum Run {
    Machine(Box<MachineRun>),
    Detached(Box<TaskCall>),
}

/// A run of a machine.
struct MachineRun {
    driver: Driver,
    workflow_type: Text,
    /// Events that are not reported yet.
    observed: Option<Withheld>,
    is_cancelled: bool,
}

/// A fault for which a run was removed from memory.
pub(super) struct Eviction {
    /// True if the history does not fit the machine.
    pub(super) is_nondeterminism: bool,
    pub(super) message: String,
}

/// The reason why a run does not begin.
enum Refusal {
    /// This worker cannot run it: Temporal tries again, perhaps elsewhere.
    Here(String),
    /// It has failed.
    Failed(Failure),
}

impl Runs {
    pub(super) fn new(directory: Arc<Directory>, options: Options) -> Self {
        let place = Place {
            task_queue: options.task_queue.clone(),
            worker_patience: options.worker_patience,
            largest: options.largest,
        };
        Self { directory, options, place, in_memory: HashMap::new(), replay: None }
    }

    /// The completion of an activation, both with encoded payloads if there is a codec.
    pub(super) async fn complete_encoded(
        &mut self,
        mut activation: WorkflowActivation,
    ) -> (WorkflowActivationCompletion, Option<Eviction>) {
        let codec = self.options.codec.clone();
        let run_id = activation.run_id.clone();
        let failed = |why| WorkflowActivationCompletion::fail(run_id, failure::plain(why), None);
        if let Err(why) = coding::decode(codec.as_ref(), &mut activation).await {
            return (failed(why), None);
        }
        let (mut completion, eviction) = self.complete(activation);
        match coding::encode_step(codec.as_ref(), &mut completion).await {
            Ok(()) => (completion, eviction),
            Err(why) => (failed(why), eviction),
        }
    }

    /// The completion of an activation.
    fn complete(
        &mut self,
        activation: WorkflowActivation,
    ) -> (WorkflowActivationCompletion, Option<Eviction>) {
        let run_id = activation.run_id.clone();
        if let Some(removal) = removal(&activation) {
            self.in_memory.remove(&run_id);
            return (WorkflowActivationCompletion::empty(run_id), eviction(removal));
        }
        let commands = match self.commands(activation) {
            Ok(commands) => commands,
            Err(why) => {
                let told = failure::plain(why);
                return (WorkflowActivationCompletion::fail(run_id, told, None), None);
            }
        };
        let success = Success { commands, ..Success::default() };
        let status = Some(Status::Successful(success));
        (WorkflowActivationCompletion { run_id, status, ..Default::default() }, None)
    }

    fn commands(&mut self, activation: WorkflowActivation) -> Result<Vec<WorkflowCommand>, String> {
        let mut commands = Vec::new();
        if let Some(begin) = beginning(&activation) {
            match self.begin(begin, &activation) {
                Ok((run, first)) => {
                    commands.extend(first);
                    self.in_memory.insert(activation.run_id.clone(), run);
                }
                Err(Refusal::Here(why)) => return Err(why),
                Err(Refusal::Failed(failure)) => return Ok(vec![commands::fail(&failure)]),
            }
        }
        let Some(run) = self.in_memory.get_mut(&activation.run_id) else {
            return Err("the worker does not have this run in memory".to_owned());
        };
        match run {
            Run::Machine(run) => run.activate(activation, &self.place, &mut commands),
            Run::Detached(call) => detached(call, activation, &self.place, &mut commands),
        }
        let begun: Vec<String> = commands.iter().filter_map(commands::name).collect();
        if let Some(replay) = self.replay.as_mut().filter(|_| !begun.is_empty()) {
            replay.begun = begun;
        }
        Ok(commands)
    }

    /// The run that begins with this activation, and its first commands.
    fn begin(
        &mut self,
        begin: &InitializeWorkflow,
        activation: &WorkflowActivation,
    ) -> Result<(Run, Vec<WorkflowCommand>), Refusal> {
        if begin.arguments.iter().chain(begin.headers.values()).any(coding::is_encoded) {
            return Err(Refusal::Here(self.impossible(&begin.workflow_type, coding::NO_CODEC)));
        }
        if begin.workflow_type == DETACHED {
            let call = Box::new(detached_call(begin).map_err(Refusal::Failed)?);
            let first = commands::activity(1, (*call).clone(), &self.place);
            return Ok((Run::Detached(call), vec![first.into()]));
        }
        let name = begin.workflow_type.as_str();
        let chunk = self.chunk(begin)?;
        let hash = self.hash(name, activation, chunk.as_ref())?;
        let tasks = if let Some(replay) = self.replay.as_mut() {
            replay.made_by = Some(hash);
            self.directory.version(name, hash).or_else(|| {
                self.directory.latest(name).filter(|_| replay.any_version)
            })
        } else {
            self.directory.version(name, hash)
        };
        let machine = tasks.ok_or_else(|| Refusal::Here(self.unknown(name, hash)))?.machine();
        let now = millis(activation);
        let observed = self.options.observer.clone().map(|observer| Withheld::all(Some(observer)));
        let observer = observed.clone().map(ObserverHandle::from);
        let (run, clock) = match chunk {
            Some(chunk) => {
                let now = now.max(chunk.clock);
                let options = RestoreOptions::default().now(now).observer(observer);
                let run = Snapshot::from_json_str(&chunk.snapshot)
                    .and_then(|snapshot| Execution::restore(machine, snapshot, options))
                    .map_err(|error| Refusal::Here(self.impossible(name, &error.to_string())))?;
                (run, now)
            }
            None => {
                let input = payload::first(&begin.arguments).map_err(no_input)?;
                let id = format!("{}/{}", begin.workflow_id, begin.first_execution_run_id);
                let options = StartOptions::default()
                    .id(id)
                    .name(begin.workflow_id.as_str())
                    .now(now)
                    .seed(begin.randomness_seed)
                    .observer(observer)
                    .events(self.options.events);
                (Execution::start(machine, input, options), now)
            }
        };
        let directory = Arc::clone(&self.directory);
        let setting = Setting { directory, clock, largest: self.options.largest };
        let run = MachineRun {
            driver: Driver::new(run, setting),
            workflow_type: Text::from(name),
            observed,
            is_cancelled: false,
        };
        Ok((Run::Machine(Box::new(run)), vec![commands::version(hash)]))
    }

    /// The data of an execution that continues in this run.
    fn chunk(&self, begin: &InitializeWorkflow) -> Result<Option<Chunk>, Refusal> {
        let argument = begin.arguments.first();
        let Some(argument) = argument.filter(|payload| payload.metadata.contains_key(CHUNK)) else {
            return Ok(None);
        };
        let chunk: Chunk = payload::read(argument).map_err(no_input)?;
        self.format(&begin.workflow_type, chunk.format)?;
        Ok(Some(chunk))
    }

    /// The hash of the version with which the execution started: the one in its history, in the
    /// data that it continues with, or for a new execution the latest.
    fn hash(
        &self,
        name: &str,
        activation: &WorkflowActivation,
        chunk: Option<&Chunk>,
    ) -> Result<u64, Refusal> {
        let markers = activation.jobs.iter().filter_map(|job| match &job.variant {
            Some(Job::NotifyHasPatch(patch)) => wire::read_marker(&patch.patch_id),
            Some(_) | None => None,
        });
        if let Some((format, hash)) = { markers }.next() {
            self.format(name, format)?;
            return Ok(hash);
        }
        if activation.is_replaying {
            let why = "its history has no marker of a machine, so another program made it";
            return Err(Refusal::Here(self.impossible(name, why)));
        }
        if let Some(chunk) = chunk {
            return Ok(chunk.hash);
        }
        let latest = self.directory.latest(name).map(|tasks| tasks.machine().hash);
        latest.ok_or_else(|| {
            Refusal::Here(format!(
                "this worker has no machine `{name}`; it has {}",
                self.directory.names()
            ))
        })
    }

    /// Leaves a history of another version of this crate alone.
    fn format(&self, name: &str, format: u32) -> Result<(), Refusal> {
        if format == FORMAT {
            return Ok(());
        }
        let why = format!(
            "its history has format {format}, this program reads format {FORMAT}; run it with the \
             program that began it"
        );
        Err(Refusal::Here(self.impossible(name, &why)))
    }

    fn unknown(&self, name: &str, hash: u64) -> String {
        let here = self.directory.versions(name);
        let began = Version::from(hash);
        self.impossible(
            name,
            &format!(
                "it began with version {began}, this worker has {here}; register that version \
                 too, or keep a worker with the program that began it"
            ),
        )
    }

    #[expect(clippy::unused_self, reason = "all refusals are made alike")]
    fn impossible(&self, name: &str, why: &str) -> String {
        format!("an execution of machine `{name}` cannot go on here: {why}")
    }
}

impl MachineRun {
    fn activate(
        &mut self,
        activation: WorkflowActivation,
        place: &Place,
        commands: &mut Vec<WorkflowCommand>,
    ) {
        let now = millis(&activation);
        let jobs = activation.jobs.into_iter().filter_map(|job| job.variant);
        let mut queries = Vec::new();
        let mut happened = Vec::new();
        for job in jobs {
            if let Job::QueryWorkflow(query) = job {
                queries.push(query);
            } else {
                happened.push(job);
            }
        }
        // Nothing happens in a query, which may also be about a run that has continued as new.
        if happened.is_empty() && !queries.is_empty() {
            commands.extend(queries.iter().map(|query| self.answer(query)));
            return;
        }
        let long = activation.continue_as_new_suggested.then_some(activation.history_length);
        self.driver.activate(now, long);
        for job in happened {
            if let Job::DoUpdate(update) = &job {
                commands.push(refused_update(&update.protocol_instance_id));
            }
            self.is_cancelled |= matches!(job, Job::CancelWorkflow(_));
            if let Some(input) = input(job) {
                self.driver.apply(input);
            }
        }
        let turn = self.driver.turn();
        let effects = self.driver.effects();
        commands.extend(effects.into_iter().map(|effect| commands::command(effect, place)));
        match turn {
            Turn::Wait => {}
            Turn::Over(result) => commands.push(commands::end(result, self.is_cancelled, place)),
            Turn::Full(chunk) => commands.push(commands::go_on(&self.workflow_type, &chunk)),
        }
        if let Some(observed) = &self.observed {
            let events = observed.take();
            if !activation.is_replaying {
                observed.report(&events);
            }
        }
        commands.extend(queries.iter().map(|query| self.answer(query)));
    }

    fn answer(&self, query: &QueryWorkflow) -> WorkflowCommand {
        let variant = if query.query_type == STATE {
            let response = Some(payload::write(&self.driver.state()));
            query_result::Variant::Succeeded(QuerySuccess { response })
        } else {
            let why =
                format!("the query `{}` is unknown: machines answer `{STATE}`", query.query_type);
            query_result::Variant::Failed(failure::plain(why))
        };
        let (query_id, variant) = (query.query_id.clone(), Some(variant));
        Kind::RespondToQuery(QueryResult { query_id, variant }).into()
    }
}

/// Runs a task that nothing waits for, again if its worker was lost.
fn detached(
    call: &mut TaskCall,
    activation: WorkflowActivation,
    place: &Place,
    commands: &mut Vec<WorkflowCommand>,
) {
    for job in activation.jobs.into_iter().filter_map(|job| job.variant) {
        let Job::ResolveActivity(resolved) = job else { continue };
        let sequence: Sequence = resolved.seq;
        match task_end(resolved) {
            TaskEnd::Done(output) => {
                let result = Some(payload::write(&output));
                let done = CompleteWorkflowExecution { result };
                commands.push(Kind::CompleteWorkflowExecution(done).into());
            }
            TaskEnd::Silent => {
                let again = commands::activity(sequence.saturating_add(1), call.clone(), place);
                commands.push(again.into());
            }
            TaskEnd::Failed(error) => commands.push(commands::fail(&error.into_failure())),
            TaskEnd::TimedOut | TaskEnd::Cancelled => {
                let failure = Failure::new("States.Timeout", "the task has not ended");
                commands.push(commands::fail(&failure));
            }
        }
    }
}

/// The task in the header of its workflow.
fn detached_call(begin: &InitializeWorkflow) -> Result<TaskCall, Failure> {
    let header = begin.headers.get(HEADER).ok_or("it has no task".to_owned());
    let task = header.and_then(payload::read::<DetachedTask>);
    let input = payload::first(&begin.arguments);
    match (task, input) {
        (Ok(DetachedTask { operation, method, mut header }), Ok(input)) => {
            header.is_alive = true;
            Ok(TaskCall { operation, method, header, input, timeout: LONGEST, silence: None })
        }
        (Err(why), _) | (_, Err(why)) => Err(Failure::new("States.Runtime", why)),
    }
}

fn beginning(activation: &WorkflowActivation) -> Option<&InitializeWorkflow> {
    activation.jobs.iter().find_map(|job| match &job.variant {
        Some(Job::InitializeWorkflow(begin)) => Some(begin),
        Some(_) | None => None,
    })
}

fn removal(activation: &WorkflowActivation) -> Option<&RemoveFromCache> {
    activation.jobs.iter().find_map(|job| match &job.variant {
        Some(Job::RemoveFromCache(removal)) => Some(removal),
        Some(_) | None => None,
    })
}

/// The fault for which a run was removed, if it was one.
fn eviction(removal: &RemoveFromCache) -> Option<Eviction> {
    let message = removal.message.clone();
    match removal.reason() {
        EvictionReason::Nondeterminism => Some(Eviction { is_nondeterminism: true, message }),
        EvictionReason::LangFail | EvictionReason::Fatal => {
            Some(Eviction { is_nondeterminism: false, message })
        }
        EvictionReason::Unspecified
        | EvictionReason::CacheFull
        | EvictionReason::CacheMiss
        | EvictionReason::LangRequested
        | EvictionReason::TaskNotFound
        | EvictionReason::UnhandledCommand
        | EvictionReason::PaginationOrHistoryFetch
        | EvictionReason::WorkflowExecutionEnding => None,
    }
}

fn refused_update(protocol_instance_id: &str) -> WorkflowCommand {
    let why = failure::plain("machines take no updates: send signals");
    Kind::UpdateResponse(UpdateResponse {
        protocol_instance_id: protocol_instance_id.to_owned(),
        response: Some(update_response::Response::Rejected(why)),
    })
    .into()
}

/// The failure of an execution whose input is no data.
fn no_input(why: impl std::fmt::Display) -> Refusal {
    Refusal::Failed(Failure::new("States.Runtime", format!("the input is no JSON: {why}")))
}

/// The time of an activation, in milliseconds since 1970.
fn millis(activation: &WorkflowActivation) -> u64 {
    let Some(time) = activation.timestamp.as_ref() else { return 0 };
    let seconds = u64::try_from(time.seconds).unwrap_or_default();
    let nanos = u64::try_from(time.nanos).unwrap_or_default();
    seconds.saturating_mul(1_000).saturating_add(nanos / 1_000_000)
}
