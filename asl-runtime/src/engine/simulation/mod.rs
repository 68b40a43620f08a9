//! The engine of tests: a virtual clock that jumps over every wait, scripted or real tasks,
//! failures and delays made from a seed, and, if asked for, a crash after every step.

mod environment;
mod plan;
mod running;
mod script;

use std::time::Duration;

use crate::engine::stores::Stores;
use crate::error::Failure;
use crate::event::{Event, EventKeys};
use crate::execution::{Dice, EventOptions, Execution, RestoreOptions, Snapshot, StartOptions};
use crate::history::{History, HistoryEvent, Observer};
use crate::machine::{Machine, NodeId};
use crate::storage::StorageHandle;
use crate::task::{Compiled, StateEngine};
use crate::value::{Text, Value};

pub use script::{Delay, DelayKind, DetachedCall, Faults, Scripted, TaskCall};

use environment::{Environment, Performer};
use running::Tasks;

/// Runs machines in virtual time.
///
/// ```
/// use asl_runtime::engine::simulation::{Scripted, Simulation};
/// use asl_runtime::{json, machine::Machine};
///
/// fn try_it(machine: &'static Machine) {
///     let simulated = Simulation::new().seed(7).crash_every_step().run(machine, json!({"orderId": 7}), |call| match call.attempt {
///         0 => Scripted::fail("Busy", "try again").after(1_500),
///         _ => Scripted::answer(json!("done")),
///     });
///     assert_eq!(simulated.result, Ok(json!("done")));
///     assert_eq!(simulated.log, ["0 Ship#0", "1500 timer 1000", "2500 Ship#0~1"]);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    id: Text,
    name: Text,
    role_arn: Text,
    machine_id: Text,
    seed: u64,
    start: u64,
    crash: bool,
    faults: Faults,
    patience: Duration,
    steps: u64,
    watched: bool,
    watches_children: bool,
    storage: Option<StorageHandle>,
    incoming: Vec<(u64, Event)>,
    events: EventOptions,
    dice: Option<Dice>,
}

/// The report of an execution.
#[derive(Clone, Debug)]
pub struct SimulationRun {
    /// The result.
    pub result: Result<Value, Failure>,
    /// Its history; empty for one that is not watched.
    pub events: Vec<HistoryEvent>,
    /// What was done at which virtual time, in milliseconds from the start: `1000 Ship#0~1`,
    /// `0 timer 1000`, `0 cancel Fan#0.1.B#0`.
    pub log: Vec<String>,
    /// The time that passed on purpose: back-off before retries, Wait states, in the order in which
    /// it began.
    pub delays: Vec<Delay>,
    /// SM4C: the calls that the machine did not wait for, in the order of their start. Virtual time
    /// continues after the end of the execution until they have ended.
    pub detached: Vec<DetachedCall>,
    /// Virtual milliseconds from the start to the end.
    pub elapsed: u64,
    /// Number of times it was saved as text and restored.
    pub restored: u64,
    /// The events of the execution and of a distributed Map's children as they came, where that was
    /// asked for.
    #[cfg_attr(not(feature = "testing"), expect(dead_code, reason = "tests look at it"))]
    pub(crate) seen: Vec<HistoryEvent>,
    /// The exit of a single state.
    exit: Option<NodeId>,
}

impl Default for Simulation {
    fn default() -> Self {
        Self::new()
    }
}

impl Simulation {
    /// A simulation that starts in 1970, on seed 0, without faults and crashes.
    pub fn new() -> Self {
        Self {
            id: Text::default(),
            name: Text::default(),
            role_arn: Text::default(),
            machine_id: Text::default(),
            seed: 0,
            start: 0,
            crash: false,
            faults: Faults::default(),
            patience: Duration::from_secs(10),
            steps: 10_000_000,
            watched: true,
            watches_children: false,
            storage: None,
            incoming: Vec::new(),
            events: EventOptions::default(),
            dice: None,
        }
    }

    /// Id of the execution, part of the idempotency key of each task.
    #[must_use]
    pub fn id(self, id: impl Into<Text>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// Name of the execution.
    #[must_use]
    pub fn name(self, name: impl Into<Text>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Value of `$$.Execution.RoleArn`.
    #[must_use]
    pub fn role_arn(self, role_arn: impl Into<Text>) -> Self {
        Self { role_arn: role_arn.into(), ..self }
    }

    /// Value of `$$.StateMachine.Id`. By default the machine's name.
    #[must_use]
    pub fn machine_id(self, machine_id: impl Into<Text>) -> Self {
        Self { machine_id: machine_id.into(), ..self }
    }

    /// What all randomness is made of: the same seed gives the same simulated.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The virtual time of the start, in milliseconds since 1970.
    #[must_use]
    pub fn start(self, millis: u64) -> Self {
        Self { start: millis, ..self }
    }

    /// After every transition and every completion: saves the execution as text, forgets it, and
    /// restores it.
    #[must_use]
    pub fn crash_every_step(self) -> Self {
        Self { crash: true, ..self }
    }

    /// Lets tasks fail and delays them, at random.
    #[must_use]
    pub fn faults(self, faults: Faults) -> Self {
        Self { faults, ..self }
    }

    /// How long, in real time, a real task may be silent before the simulation takes it for stuck
    /// and lets virtual time go on to its time-out.
    #[must_use]
    pub fn stuck_after(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// After so many steps an execution that has not ended is given up.
    #[must_use]
    pub fn max_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// Where distributed Maps read items from and write results to. It must answer at once, as
    /// [`Memory`](crate::storage::Memory) does.
    #[must_use]
    pub fn storage(self, storage: impl Into<StorageHandle>) -> Self {
        Self { storage: Some(storage.into()), ..self }
    }

    /// Sends an event to an SM4C machine, so many virtual milliseconds after the start. What is
    /// refused stands in the log.
    #[must_use]
    pub fn event(mut self, millis: u64, event: Event) -> Self {
        self.incoming.push((millis, event));
        self
    }

    /// SM4C: treatment of events.
    #[must_use]
    pub fn event_options(self, events: EventOptions) -> Self {
        Self { events, ..self }
    }

    /// The keys that expressions find in an event.
    #[must_use]
    pub fn event_keys(self, keys: EventKeys) -> Self {
        Self { events: EventOptions { keys, ..self.events }, ..self }
    }

    /// What retry policies with jitter take for chance: whether each delay is made longer, and
    /// which part of the jitter is taken.
    #[must_use]
    pub fn dice(self, longer: bool, part: f64) -> Self {
        Self { dice: Some(Dice { longer, part }), ..self }
    }

    /// Without events: they cost time and memory in a long run.
    #[must_use]
    pub fn without_history(self) -> Self {
        Self { watched: false, ..self }
    }

    /// With what a distributed Map's children do: no history has it.
    #[cfg(feature = "testing")]
    pub(crate) fn watching_children(self) -> Self {
        Self { watches_children: true, ..self }
    }

    /// Runs a machine, its tasks played by a script.
    pub fn run(
        &self,
        machine: &'static Machine,
        input: Value,
        mut script: impl FnMut(&TaskCall) -> Scripted,
    ) -> SimulationRun {
        let performer = Performer { script: |call: &TaskCall| Some(script(call)), tasks: None };
        self.play(performer, |options| Execution::start(machine, input, options))
    }

    /// Runs a machine, its tasks played by a script where that has an answer, by the machine's own
    /// tasks where it has none.
    pub fn run_with_mocks(
        &self,
        compiled: &Compiled,
        input: Value,
        script: impl FnMut(&TaskCall) -> Option<Scripted>,
    ) -> SimulationRun {
        let performer = Performer { script, tasks: Some(Tasks::new(compiled, self.patience)) };
        self.play(performer, |options| Execution::start(compiled.machine(), input, options))
    }

    /// Runs a machine with its own tasks. Their futures are polled here and must not need an engine
    /// of their own (tokio's timers, say); virtual time stands still while one of them is at work.
    pub fn run_tasks(&self, compiled: &Compiled, input: Value) -> SimulationRun {
        self.run_with_mocks(compiled, input, |_| None)
    }

    /// An engine for the generated state functions.
    pub fn engine(&self, compiled: &Compiled) -> SimulationEngine {
        SimulationEngine { sim: self.clone(), compiled: compiled.clone() }
    }

    fn start_options(&self, observer: Option<Box<dyn Observer>>, fuel: u32) -> StartOptions {
        StartOptions {
            id: self.id.clone(),
            name: self.name.clone(),
            role_arn: self.role_arn.clone(),
            machine_id: self.machine_id.clone(),
            now: self.start,
            seed: self.seed,
            fuel,
            observer,
            events: self.events,
            dice: self.dice,
        }
    }

    fn play<F: FnMut(&TaskCall) -> Option<Scripted>>(
        &self,
        performer: Performer<F>,
        start: impl FnOnce(StartOptions) -> Execution,
    ) -> SimulationRun {
        let watch = Watch {
            history: History::default(),
            all: self.watches_children.then(History::default),
        };
        let observer = || self.watched.then(|| Box::new(watch.clone()) as Box<dyn Observer>);
        let fuel = u32::from(self.crash);
        let mut run = start(self.start_options(observer(), fuel));
        let mut environment =
            Environment::new(performer, self.start, self.seed, self.faults.clone());
        for (millis, event) in &self.incoming {
            environment.expect(self.start.saturating_add(*millis), event.clone());
        }
        environment.stores = Stores::new(self.storage.clone());
        let (mut restored, mut steps) = (0, 0);
        let result = loop {
            if self.crash && run.result().is_none() {
                let options = RestoreOptions { now: environment.now(), fuel, observer: observer() };
                match crash(&run, options) {
                    Ok(again) => run = again,
                    Err(failure) => break Err(failure),
                }
                restored += 1;
                environment.reconcile(&mut run);
            }
            while let Some(command) = run.next_command() {
                environment.perform(&mut run, command);
            }
            if let Some(result) = run.take_result() {
                break result;
            }
            steps += 1;
            if steps > self.steps {
                run.give_up("the simulation ended after its number of steps", environment.now());
            } else if run.is_runnable() {
                run.advance(environment.now());
            } else {
                environment.step(&mut run);
            }
        };
        let elapsed = environment.now - self.start;
        environment.end_detached();
        let (log, delays, detached) = (environment.log, environment.delays, environment.detached);
        let seen = watch.all.as_ref().map_or_else(Vec::new, History::events);
        SimulationRun {
            result,
            events: watch.history.events(),
            log,
            delays,
            detached,
            elapsed,
            restored,
            seen,
            exit: run.exit(),
        }
    }
}

/// Keeps events.
#[derive(Clone)]
struct Watch {
    history: History,
    /// Those of children among them.
    all: Option<History>,
}

impl Observer for Watch {
    fn event(&mut self, event: HistoryEvent) {
        if let Some(all) = &mut self.all {
            all.event(event.clone());
        }
        self.history.event(event);
    }

    fn watches_children(&self) -> bool {
        self.all.is_some()
    }

    fn child_event(&mut self, event: HistoryEvent) {
        if let Some(all) = &mut self.all {
            all.event(event);
        }
    }
}

/// Saves as text, forgets, and restores.
fn crash(run: &Execution, options: RestoreOptions) -> Result<Execution, Failure> {
    let text = run.snapshot().to_json_string();
    let again = Snapshot::from_json_str(&text)
        .and_then(|saved| Execution::restore(run.machine(), saved, options));
    again.map_err(|error| {
        *Failure::runtime(format!("the saved execution cannot be restored: {error}"))
    })
}

/// A simulation with the tasks of a machine; runs its state functions.
#[derive(Clone, Debug)]
pub struct SimulationEngine {
    sim: Simulation,
    compiled: Compiled,
}

impl StateEngine for SimulationEngine {
    async fn run_state(
        &self,
        machine: &'static Machine,
        node: NodeId,
        input: Value,
    ) -> Result<(Option<NodeId>, Value), Failure> {
        self.compiled.check_machine(machine)?;
        let script = |_: &TaskCall| None;
        let performer =
            Performer { script, tasks: Some(Tasks::new(&self.compiled, self.sim.patience)) };
        let simulated =
            self.sim.play(performer, |options| Execution::start_at(machine, node, input, options));
        simulated.result.map(|output| (simulated.exit, output))
    }
}

#[cfg(test)]
mod tests;
