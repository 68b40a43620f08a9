//! A simulated run: an execution and its environment.

use crate::engine::stores::Stores;
use asl_execution::execution::{Execution, RestoreOptions, Snapshot, StartOptions};
use asl_execution::history::{History, HistoryEvent, Observer, ObserverHandle, Subject};
use asl_value::error::Failure;
use asl_value::value::Value;

use super::environment::{Environment, Performer};
use super::script::{Scripted, TaskCall};
use super::{Simulation, SimulationRun};

/// A simulated run.
pub(super) struct Playing<'s, F> {
    sim: &'s Simulation,
    pub(super) run: Execution,
    pub(super) environment: Environment<F>,
    watch: Watch,
    restored: u64,
    steps: u64,
}

/// The cause of the failure of an execution that takes too many steps.
const TOO_MANY_STEPS: &str = "the simulation reached its maximum number of steps";

impl<'s, F: FnMut(&TaskCall) -> Option<Scripted>> Playing<'s, F> {
    pub(super) fn new(
        sim: &'s Simulation,
        performer: Performer<F>,
        start: impl FnOnce(StartOptions) -> Execution,
    ) -> Self {
        let all = sim.watches_children.then(History::default);
        let watch = Watch { history: History::default(), all };
        let observer = watch.observer(sim);
        let run = start(sim.start_options(observer, u32::from(sim.crash)));
        let mut environment = Environment::new(performer, sim.start, sim.seed, sim.faults.clone());
        for (millis, event) in &sim.incoming {
            environment.expect(sim.start.saturating_add(*millis), event.clone());
        }
        environment.stores = Stores::new(sim.storage.clone());
        Self { sim, run, environment, watch, restored: 0, steps: 0 }
    }

    /// Runs until the execution ends or waits for its environment. Returns its result if it has
    /// ended.
    pub(super) fn advance(&mut self) -> Option<Result<Value, Failure>> {
        loop {
            if self.sim.crash
                && self.run.result().is_none()
                && let Err(failure) = self.crash()
            {
                return Some(Err(failure));
            }
            while let Some(command) = self.run.next_command() {
                self.environment.perform(&mut self.run, command);
            }
            if let Some(result) = self.run.take_result() {
                return Some(result);
            }
            self.steps += 1;
            if self.steps > self.sim.steps {
                self.run.give_up(TOO_MANY_STEPS, self.environment.now());
            } else if self.run.is_runnable() {
                self.run.advance(self.environment.now());
            } else {
                return None;
            }
        }
    }

    /// Saves the execution as text and restores it.
    fn crash(&mut self) -> Result<(), Failure> {
        let options = RestoreOptions::default()
            .now(self.environment.now())
            .fuel(u32::from(self.sim.crash))
            .observer(self.watch.observer(self.sim));
        let text = self.run.snapshot().to_json_string();
        let again = Snapshot::from_json_str(&text)
            .and_then(|saved| Execution::restore(self.run.machine(), saved, options));
        self.run = again.map_err(|error| {
            *Failure::runtime(format!("the saved execution cannot be restored: {error}"))
        })?;
        self.restored += 1;
        self.environment.reconcile(&mut self.run);
        Ok(())
    }

    /// Virtual milliseconds since the start.
    pub(super) fn elapsed(&self) -> u64 {
        self.environment.now - self.environment.start
    }

    /// The report of the run, which ended after `elapsed`.
    pub(super) fn report(self, result: Result<Value, Failure>, elapsed: u64) -> SimulationRun {
        let Self { run, environment, watch, restored, .. } = self;
        let Environment { log, delays, detached, problem, .. } = environment;
        SimulationRun {
            result,
            events: watch.history.events(),
            log,
            delays,
            detached,
            elapsed,
            restored,
            seen: watch.all.as_ref().map_or_else(Vec::new, History::events),
            problem,
            exit: run.exit(),
        }
    }
}

/// Collects events.
#[derive(Clone)]
struct Watch {
    history: History,
    /// All events, including those of children.
    all: Option<History>,
}

impl Watch {
    #[inline]
    fn observer(&self, sim: &Simulation) -> Option<ObserverHandle> {
        let collects = sim.watched.then(|| ObserverHandle::from(self.clone()));
        match (&sim.observer, collects) {
            (Some(observer), Some(watch)) => {
                Some(ObserverHandle::join(Some(observer.clone()), watch))
            }
            (observer, watch) => watch.or_else(|| observer.clone()),
        }
    }
}

impl Observer for Watch {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        if let Some(all) = &self.all {
            all.event(subject, event);
        }
        if !subject.is_in_child {
            self.history.event(subject, event);
        }
    }

    fn watches_children(&self) -> bool {
        self.all.is_some()
    }
}
