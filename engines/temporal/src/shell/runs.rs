//! The runs that a worker has in memory: turns activations into completions, without I/O. The
//! worker and the replay of a history share it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use asl_runtime::__engine::Withheld;
use asl_runtime::Failure;
use asl_runtime::execution::{Execution, RestoreOptions, StartOptions};
use asl_runtime::history::ObserverHandle;
use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;
use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_activation::{
    InitializeWorkflow, QueryWorkflow, WorkflowActivation, WorkflowActivationJob,
};
use temporalio_common::protos::coresdk::workflow_commands::WorkflowCommand;
use temporalio_common::protos::coresdk::workflow_completion::{
    Success, WorkflowActivationCompletion, workflow_activation_completion::Status,
};

use super::activation::{self, beginning, millis};
use super::commands::{self, Place};
use super::detached::DetachedRun;
use super::eviction::{Eviction, eviction, removal};
use super::{coding, failure, payload};
use crate::Options;
use crate::driver::{Driver, Kept, Length, Sequence, Setting, Turn};
use crate::wire::{
    self, ASK_AGAIN, CHUNK, Choices, Chunk, ChunkFormat, DETACHED, FORMAT, REDRIVE, STATE,
};
use asl_runtime::__engine::Directory;

/// Maximum size of the answer of a query, in bytes: Temporal accepts payloads of 2 MiB.
const LARGEST_ANSWER: usize = 2_000_000;

/// The failure of an activation for a run that is not there.
const NOT_IN_MEMORY: &str = "the worker does not have this run in memory";

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
    /// Names of the operations that the machine began last.
    pub(super) begun: Vec<String>,
}

/// A run in memory.
enum Run {
    Machine(Box<MachineRun>),
    Detached(Box<DetachedRun>),
}

/// The progress of an activation.
pub(super) enum Progress {
    Done(Box<WorkflowActivationCompletion>, Option<Eviction>),
    /// The run with this id has more to do: call [`Runs::advance`] after others.
    Again(String),
}

/// A run of a machine.
struct MachineRun {
    driver: Driver,
    workflow_type: Text,
    /// Events that are not reported yet.
    observed: Option<Withheld>,
    is_cancelled: bool,
    choices: Choices,
    /// The local activities that run.
    local: BTreeSet<Sequence>,
    /// The activation that is not completed yet.
    activation: Unfinished,
}

/// Parts of the completion of an activation.
#[derive(Default)]
struct Unfinished {
    commands: Vec<WorkflowCommand>,
    queries: Vec<QueryWorkflow>,
    /// True if it is not about queries alone.
    has_inputs: bool,
    is_replaying: bool,
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
            limit: options.limit(),
        };
        Self { directory, options, place, in_memory: HashMap::new(), replay: None }
    }

    /// Begins with an activation whose payloads may be encoded.
    pub(super) async fn begin_encoded(&mut self, mut activation: WorkflowActivation) -> Progress {
        let codec = self.options.codec.as_ref();
        match coding::decode(codec, &mut activation).await {
            Ok(()) => self.begin(activation),
            Err(why) => Progress::Done(Box::new(failed(activation.run_id, why)), None),
        }
    }

    /// Encodes the payloads of a completion, if there is a codec.
    pub(super) fn encoded(
        &self,
        mut completion: Box<WorkflowActivationCompletion>,
    ) -> impl Future<Output = WorkflowActivationCompletion> + use<> {
        let codec = self.options.codec.clone();
        async move {
            match coding::encode_step(codec.as_ref(), &mut completion).await {
                Ok(()) => *completion,
                Err(why) => failed(completion.run_id, why),
            }
        }
    }

    /// The completion of an activation, however long it takes.
    pub(super) async fn complete_encoded(
        &mut self,
        activation: WorkflowActivation,
    ) -> (WorkflowActivationCompletion, Option<Eviction>) {
        let mut progress = self.begin_encoded(activation).await;
        loop {
            match progress {
                Progress::Done(completion, eviction) => {
                    return (self.encoded(completion).await, eviction);
                }
                Progress::Again(run_id) => progress = self.advance(run_id),
            }
        }
    }

    /// Begins with an activation.
    pub(super) fn begin(&mut self, activation: WorkflowActivation) -> Progress {
        let run_id = activation.run_id.clone();
        if let Some(removal) = removal(&activation) {
            self.in_memory.remove(&run_id);
            let completion = WorkflowActivationCompletion::empty(run_id);
            return Progress::Done(Box::new(completion), eviction(removal));
        }
        let commands = self.activate(activation);
        self.progress(run_id, commands)
    }

    /// Continues with the activation of a run.
    pub(super) fn advance(&mut self, run_id: String) -> Progress {
        let commands = match self.in_memory.get_mut(&run_id) {
            Some(Run::Machine(run)) => Ok(run.advance(&self.place)),
            Some(Run::Detached(_)) | None => Err(NOT_IN_MEMORY.to_owned()),
        };
        self.progress(run_id, commands)
    }

    fn progress(
        &mut self,
        run_id: String,
        commands: Result<Option<Vec<WorkflowCommand>>, String>,
    ) -> Progress {
        let completion = match commands {
            Ok(None) => return Progress::Again(run_id),
            Ok(Some(commands)) => {
                if let Some(replay) = &mut self.replay {
                    let begun: Vec<String> = commands.iter().filter_map(commands::name).collect();
                    if !begun.is_empty() {
                        replay.begun = begun;
                    }
                }
                let status = Some(Status::Successful(Success { commands, ..Success::default() }));
                WorkflowActivationCompletion { run_id, status, ..Default::default() }
            }
            Err(why) => failed(run_id, why),
        };
        Progress::Done(Box::new(completion), None)
    }

    /// The commands of an activation. `None` if there is more to do.
    fn activate(
        &mut self,
        activation: WorkflowActivation,
    ) -> Result<Option<Vec<WorkflowCommand>>, String> {
        let mut first = Vec::new();
        if let Some(begin) = beginning(&activation) {
            match self.start(begin, &activation) {
                Ok((run, commands)) => {
                    first = commands;
                    self.in_memory.insert(activation.run_id.clone(), run);
                }
                Err(Refusal::Here(why)) => return Err(why),
                Err(Refusal::Failed(failure)) => return Ok(Some(vec![commands::fail(&failure)])),
            }
        }
        match self.in_memory.get_mut(&activation.run_id) {
            Some(Run::Machine(run)) => {
                let asks = |job: &WorkflowActivationJob| matches!(&job.variant, Some(Job::QueryWorkflow(it)) if it.query_type == REDRIVE);
                if !run.driver.keeps_inputs() && activation.jobs.iter().any(asks) {
                    return Err(ASK_AGAIN.to_owned());
                }
                run.activate(activation, first);
                Ok(run.advance(&self.place))
            }
            Some(Run::Detached(run)) => {
                first.extend(run.activate(activation, &self.place));
                Ok(Some(first))
            }
            None => Err(NOT_IN_MEMORY.to_owned()),
        }
    }

    /// The run that begins with this activation, and its first commands.
    fn start(
        &mut self,
        begin: &InitializeWorkflow,
        activation: &WorkflowActivation,
    ) -> Result<(Run, Vec<WorkflowCommand>), Refusal> {
        if begin.arguments.iter().chain(begin.headers.values()).any(coding::is_encoded) {
            return Err(Refusal::Here(self.impossible(&begin.workflow_type, coding::NO_CODEC)));
        }
        if begin.workflow_type == DETACHED {
            let (run, first) = DetachedRun::start(begin, &self.place).map_err(Refusal::Failed)?;
            return Ok((Run::Detached(Box::new(run)), vec![first]));
        }
        let name = begin.workflow_type.as_str();
        let chunk = self.chunk(begin)?;
        let (hash, choices) = self.hash(name, activation, chunk.as_ref())?;
        let machine = self.machine(name, hash)?;
        let now = millis(activation);
        let observed = self.options.observer.clone().map(|observer| Withheld::all(Some(observer)));
        let observer = observed.clone().map(ObserverHandle::from);
        let (mut until, mut refused) = <(BTreeMap<_, _>, VecDeque<_>)>::default();
        let mut answer = 0;
        let (run, clock, kept) = match chunk {
            Some(chunk) => {
                let now = now.max(chunk.clock);
                let options = RestoreOptions::default().now(now).observer(observer);
                let restored = Kept::restore(machine, &chunk, options);
                let (run, kept) =
                    restored.map_err(|why| Refusal::Here(self.impossible(name, &why)))?;
                (until, refused, answer) = (chunk.until, chunk.refused, chunk.answer);
                (run, now, kept)
            }
            None => {
                let input = payload::first(&begin.arguments).map_err(no_input)?;
                let id = format!("{}/{}", begin.workflow_id, begin.first_execution_run_id);
                let options = StartOptions::default()
                    .id(id)
                    .name(begin.workflow_id.as_str())
                    .now(now)
                    .seed(begin.randomness_seed)
                    .events(self.options.events);
                let kept = Kept::new(input.clone(), options.clone());
                (Execution::start(machine, input, options.observer(observer)), now, kept)
            }
        };
        let directory = Arc::clone(&self.directory);
        let limit = self.options.limit();
        let kept = activation.is_replaying.then_some(kept);
        let setting = Setting { directory, clock, limit, answer, until, refused, kept };
        let run = MachineRun {
            driver: Driver::new(run, setting),
            workflow_type: Text::from(name),
            observed,
            is_cancelled: false,
            choices,
            local: BTreeSet::new(),
            activation: Unfinished::default(),
        };
        Ok((Run::Machine(Box::new(run)), vec![commands::version(hash, choices)]))
    }

    /// The machine of an execution with this hash.
    fn machine(&mut self, name: &str, hash: u64) -> Result<&'static Machine, Refusal> {
        let tasks = if let Some(replay) = self.replay.as_mut() {
            replay.made_by = Some(hash);
            self.directory
                .version(name, hash)
                .or_else(|| self.directory.latest(name).filter(|_| replay.any_version))
        } else {
            self.directory.version(name, hash)
        };
        Ok(tasks.ok_or_else(|| Refusal::Here(self.unknown(name, hash)))?.machine())
    }

    /// The data of an execution that continues in this run.
    fn chunk(&self, begin: &InitializeWorkflow) -> Result<Option<Chunk>, Refusal> {
        let argument = begin.arguments.first();
        let Some(argument) = argument.filter(|payload| payload.metadata.contains_key(CHUNK)) else {
            return Ok(None);
        };
        // Another version of this crate may read it, whatever is wrong with it here.
        let name = begin.workflow_type.as_str();
        let unread = |why: String| {
            Refusal::Here(self.impossible(name, &format!("the data that it continues with: {why}")))
        };
        let ChunkFormat { format } = payload::read(argument).map_err(unread)?;
        self.format(name, format)?;
        let mut chunk: Chunk = payload::read(argument).map_err(unread)?;
        let text = |at: usize| {
            let text = begin.arguments.get(at).map(|argument| argument.data.clone());
            let text = String::from_utf8(text.unwrap_or_default());
            text.map_err(|error| unread(error.to_string()))
        };
        (chunk.snapshot, chunk.redrive) = (text(1)?, text(2)?);
        Ok(Some(chunk))
    }

    /// The hash of the version with which the execution started, and its choices: those in its
    /// history, in the data that it continues with, or for a new execution the latest.
    fn hash(
        &self,
        name: &str,
        activation: &WorkflowActivation,
        chunk: Option<&Chunk>,
    ) -> Result<(u64, Choices), Refusal> {
        let markers = activation.jobs.iter().filter_map(|job| match &job.variant {
            Some(Job::NotifyHasPatch(patch)) => wire::read_marker(&patch.patch_id),
            Some(_) | None => None,
        });
        if let Some(marker) = { markers }.next() {
            self.format(name, marker.format)?;
            return Ok((marker.hash, marker.choices));
        }
        if activation.is_replaying {
            let why = "its history has no marker of a machine, so another program made it";
            return Err(Refusal::Here(self.impossible(name, why)));
        }
        if let Some(chunk) = chunk {
            return Ok((chunk.hash, chunk.choices));
        }
        let latest = self.directory.latest(name).map(|tasks| tasks.machine().hash);
        let latest = latest.map(|hash| (hash, self.options.choices()));
        latest.ok_or_else(|| {
            let names = self.directory.names().map(|name| format!("`{name}`"));
            let names: Vec<String> = names.collect();
            Refusal::Here(format!(
                "this worker has no machine `{name}`; it has {}",
                names.join(", ")
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
        let here = self.directory.told_versions(name);
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
    /// Begins with an activation, after these commands.
    fn activate(&mut self, activation: WorkflowActivation, commands: Vec<WorkflowCommand>) {
        let now = millis(&activation);
        let is_replaying = activation.is_replaying;
        self.activation = Unfinished { commands, is_replaying, ..Unfinished::default() };
        let length =
            Length { events: activation.history_length, bytes: activation.history_size_bytes };
        let long = activation.continue_as_new_suggested.then_some(length);
        for job in activation.jobs.into_iter().filter_map(|job| job.variant) {
            if let Job::QueryWorkflow(query) = job {
                self.activation.queries.push(query);
                continue;
            }
            // Nothing happens in a query, which may also be about a run that has continued as new.
            if !std::mem::replace(&mut self.activation.has_inputs, true) {
                if !is_replaying {
                    self.driver.forget_inputs();
                }
                self.driver.activate(now, long);
            }
            if let Job::DoUpdate(update) = &job {
                self.activation.commands.push(commands::refused_update(update));
            }
            self.is_cancelled |= matches!(job, Job::CancelWorkflow(_));
            if let Job::ResolveActivity(resolved) = &job {
                self.local.remove(&resolved.seq);
            }
            if let Some(input) = activation::input(job) {
                self.driver.apply(input);
            }
        }
    }

    /// The commands of an activation. `None` if there is more to do.
    fn advance(&mut self, place: &Place) -> Option<Vec<WorkflowCommand>> {
        if self.activation.has_inputs || self.activation.queries.is_empty() {
            let turn = self.driver.turn();
            if let Turn::Again = turn {
                return None;
            }
            let effects = self.driver.effects().into_iter();
            let commands = &mut self.activation.commands;
            commands.extend(
                effects
                    .map(|effect| commands::command(effect, place, self.choices, &mut self.local)),
            );
            match turn {
                Turn::Wait | Turn::Again => {}
                Turn::Over(result) => {
                    let (is_cancelled, choices) = (self.is_cancelled, self.choices);
                    commands.extend(commands::end(result, is_cancelled, choices, place));
                }
                Turn::Full(chunk) => {
                    let chunk = Chunk { choices: self.choices, ..*chunk };
                    commands.push(commands::go_on(&self.workflow_type, chunk));
                }
            }
            self.report();
        }
        let Unfinished { mut commands, queries, .. } = std::mem::take(&mut self.activation);
        commands.extend(queries.iter().map(|query| self.answer(query)));
        Some(commands)
    }

    fn report(&self) {
        let Some(observed) = &self.observed else { return };
        let events = observed.take();
        if !self.activation.is_replaying {
            observed.report(&events);
        }
    }

    fn answer(&self, query: &QueryWorkflow) -> WorkflowCommand {
        let answer = match query.query_type.as_str() {
            STATE => Ok(payload::write(&self.driver.state())),
            REDRIVE => self.driver.redrive().and_then(|chunk| {
                let chunk = Chunk { choices: self.choices, ..chunk };
                let answer = payload::write(&(&chunk, &chunk.snapshot, &chunk.redrive));
                // An answer is one payload, in which quotes within the texts take two bytes.
                if answer.data.len() > LARGEST_ANSWER {
                    return Err(format!("its state has more than {LARGEST_ANSWER} bytes as text"));
                }
                Ok(answer)
            }),
            _ => {
                let why = "is unknown: machines answer `state`";
                return commands::refused_query(query, why);
            }
        };
        commands::answer(query, answer)
    }
}

/// The completion of an activation that this worker cannot perform.
fn failed(run_id: String, why: String) -> WorkflowActivationCompletion {
    WorkflowActivationCompletion::fail(run_id, failure::plain(why), None)
}

/// The failure of an execution whose input is no data.
fn no_input(why: impl std::fmt::Display) -> Refusal {
    Refusal::Failed(Failure::new("States.Runtime", format!("the input is no JSON: {why}")))
}

#[cfg(test)]
mod tests;
