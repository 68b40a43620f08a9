//! The engine for tests: a virtual clock that jumps over every wait, scripted or real tasks,
//! failures and delays from a seed, and optionally a crash after every step.

mod clock;
mod detached;
mod environment;
#[cfg(all(feature = "testing", feature = "tokio"))]
mod on_tokio;
mod plan;
mod playing;
mod running;
mod script;
mod stuck;

use std::time::Duration;

use crate::task::{Compiled, StateEngine};
use asl_execution::event::{Event, EventKeys};
use asl_execution::execution::{Dice, EventOptions, Execution, StartOptions, StateStart};
use asl_execution::history::{HistoryEvent, ObserverHandle};
use asl_execution::machine::{Machine, NodeId};
use asl_execution::storage::StorageHandle;
use asl_value::error::Failure;
use asl_value::value::{Text, Value};

#[cfg(all(feature = "testing", feature = "tokio"))]
pub use on_tokio::unsuitable_runtime;
pub use script::{Delay, DelayKind, DetachedCall, Faults, Scripted, TaskCall};

use environment::Performer;
use playing::Playing;
use running::Tasks;
use stuck::Host;

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
    /// Receives the events while they happen.
    observer: Option<ObserverHandle>,
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
    /// Its history; empty without a history.
    pub events: Vec<HistoryEvent>,
    /// Log of all actions with their virtual time, in milliseconds from the start: `1000 Ship#0~1`,
    /// `0 timer 1000`, `0 cancel Fan#0.1.B#0`.
    pub log: Vec<String>,
    /// Planned waits, in the order of their start: back-off before retries, and Wait states.
    pub delays: Vec<Delay>,
    /// SM4C: the calls that the machine did not wait for, in the order of their start. Virtual time
    /// continues after the end of the execution until they have ended.
    pub detached: Vec<DetachedCall>,
    /// Virtual milliseconds from the start to the end.
    pub elapsed: u64,
    /// Number of times it was saved as text and restored.
    pub restored: u64,
    /// The events of the execution and of a distributed Map's children in their order, if
    /// requested.
    seen: Vec<HistoryEvent>,
    /// The reason why the simulation ended the execution, if it did.
    problem: Option<String>,
    /// The exit of a single state.
    exit: Option<NodeId>,
}

impl SimulationRun {
    /// The events of the execution and of a distributed Map's children.
    #[doc(hidden)]
    pub fn seen(&self) -> &[HistoryEvent] {
        &self.seen
    }

    /// The reason why the simulation ended the execution, if it did.
    #[doc(hidden)]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }
}

impl Default for Simulation {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Simulation {
    /// A simulation that starts in 1970, with seed 0, without faults and crashes.
    #[inline]
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
            patience: Duration::from_secs(1),
            steps: 10_000_000,
            watched: true,
            watches_children: false,
            observer: None,
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

    /// Sets the seed of all randomness. The same seed gives the same simulated run.
    #[must_use]
    #[inline]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The virtual time of the start, in milliseconds since 1970.
    #[must_use]
    #[inline]
    pub fn start(self, millis: u64) -> Self {
        Self { start: millis, ..self }
    }

    /// After every transition and every completion, saves the execution as text and restores it
    /// from there.
    #[must_use]
    #[inline]
    pub fn crash_every_step(self) -> Self {
        Self { crash: true, ..self }
    }

    /// Injects random failures and delays of tasks.
    #[must_use]
    #[inline]
    pub fn faults(self, faults: Faults) -> Self {
        Self { faults, ..self }
    }

    /// Real time to wait for other threads that may wake a real task; 1 second by default. After
    /// that virtual time continues. If nothing of the machine wakes the task before its time-out,
    /// the simulation ends the execution with `States.Runtime` and a cause that names the task. A
    /// future of which nothing keeps a waker can only end at its time-out; that takes no real time.
    #[must_use]
    #[inline]
    pub fn stuck_after(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Maximum number of steps, after which the execution is stopped.
    #[must_use]
    #[inline]
    pub fn max_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// Storage of the items and results of distributed Maps. It must answer at once, as
    /// [`Memory`](asl_execution::storage::Memory) does.
    #[must_use]
    pub fn storage(self, storage: impl Into<StorageHandle>) -> Self {
        Self { storage: Some(storage.into()), ..self }
    }

    /// Sends an event to an SM4C machine, this many virtual milliseconds after the start. The log
    /// shows events that are rejected.
    #[must_use]
    #[inline]
    pub fn event(mut self, millis: u64, event: Event) -> Self {
        self.incoming.push((millis, event));
        self
    }

    /// SM4C: treatment of events.
    #[must_use]
    #[inline]
    pub fn event_options(self, events: EventOptions) -> Self {
        Self { events, ..self }
    }

    /// Sets the keys that expressions find in an event.
    #[must_use]
    #[inline]
    pub fn event_keys(self, keys: EventKeys) -> Self {
        Self { events: self.events.keys(keys), ..self }
    }

    /// Fixes the randomness of retry policies with jitter: whether each delay is made longer, and
    /// which part of the jitter is used.
    #[must_use]
    #[inline]
    pub fn dice(self, longer: bool, part: f64) -> Self {
        Self { dice: Some(Dice { longer, part }), ..self }
    }

    /// Collects no history, which costs time and memory in a long run.
    #[must_use]
    #[inline]
    pub fn without_history(self) -> Self {
        Self { watched: false, ..self }
    }

    /// Collects the events of a distributed Map's children, which no history contains.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn watching_children(self) -> Self {
        Self { watches_children: true, ..self }
    }

    /// Reports the events to an observer while they happen.
    #[doc(hidden)]
    #[must_use]
    pub fn observer(self, observer: impl Into<ObserverHandle>) -> Self {
        Self { observer: Some(observer.into()), ..self }
    }

    /// Runs a machine with scripted tasks.
    pub fn run(
        &self,
        machine: &'static Machine,
        input: Value,
        mut script: impl FnMut(&TaskCall) -> Scripted,
    ) -> SimulationRun {
        self.run_blocking(machine, None, input, |call| Some(script(call)))
    }

    /// Runs a machine with scripted tasks. Calls without a scripted answer go to the machine's own
    /// tasks.
    pub fn run_with_mocks(
        &self,
        compiled: &Compiled,
        input: Value,
        script: impl FnMut(&TaskCall) -> Option<Scripted>,
    ) -> SimulationRun {
        self.run_blocking(compiled.machine(), Some(compiled), input, script)
    }

    /// Runs a machine with scripted and real tasks. Without real tasks the script must answer every
    /// call.
    #[doc(hidden)]
    pub fn run_blocking(
        &self,
        machine: &'static Machine,
        tasks: Option<&Compiled>,
        input: Value,
        script: impl FnMut(&TaskCall) -> Option<Scripted>,
    ) -> SimulationRun {
        let tasks = tasks.map(|compiled| Tasks::new(compiled, Host::blocking(self.patience)));
        let performer = Performer { script, tasks };
        self.play(performer, |options| Execution::start(machine, input, options))
    }

    /// Runs a machine with its own tasks. Their futures are polled here, so they must not need an
    /// async runtime such as tokio's timers: the run fails and names the task that does. Virtual
    /// time stands still while one of them runs.
    #[inline]
    pub fn run_tasks(&self, compiled: &Compiled, input: Value) -> SimulationRun {
        self.run_with_mocks(compiled, input, |_| None)
    }

    /// An engine for the generated state functions.
    #[inline]
    pub fn engine(&self, compiled: &Compiled) -> SimulationEngine {
        SimulationEngine { sim: self.clone(), compiled: compiled.clone() }
    }

    #[inline]
    fn start_options(&self, observer: Option<ObserverHandle>, fuel: u32) -> StartOptions {
        StartOptions::default()
            .id(self.id.clone())
            .name(self.name.clone())
            .role_arn(self.role_arn.clone())
            .machine_id(self.machine_id.clone())
            .now(self.start)
            .seed(self.seed)
            .fuel(fuel)
            .observer(observer)
            .events(self.events)
            .dice(self.dice)
    }

    fn play<F: FnMut(&TaskCall) -> Option<Scripted>>(
        &self,
        performer: Performer<F>,
        start: impl FnOnce(StartOptions) -> Execution,
    ) -> SimulationRun {
        let mut playing = Playing::new(self, performer, start);
        let result = loop {
            if let Some(result) = playing.advance() {
                break result;
            }
            playing.environment.step(&mut playing.run);
        };
        let elapsed = playing.elapsed();
        playing.environment.end_detached();
        playing.report(result, elapsed)
    }
}

/// A simulation with the tasks of a machine, which runs its state functions.
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
        start: StateStart,
    ) -> Result<(Option<NodeId>, Value), Failure> {
        self.compiled.check_machine(machine)?;
        let script = |_: &TaskCall| None;
        let tasks = Some(Tasks::new(&self.compiled, Host::blocking(self.sim.patience)));
        let performer = Performer { script, tasks };
        let simulated =
            self.sim.play(performer, |options| Execution::start_at(machine, node, start, options));
        simulated.result.map(|output| (simulated.exit, output))
    }
}

#[cfg(test)]
mod tests;
