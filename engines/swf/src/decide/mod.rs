//! The decider: a pure function from a history to decisions. The machine runs from its start, and
//! its commands are answered from the history. Commands without an answer become decisions.

mod batch;
mod check_options;
mod checkpoint;
mod child;
mod commands;
mod decisions;
mod error;
mod event_meaning;
mod event_order;
mod ids;
mod marker;
mod operation;
mod operations;
mod plan;
mod replay;
mod reports;
mod resource;
mod signal;

use std::collections::BTreeMap;
use std::fmt;

use asl_runtime::history::{HistoryEvent, Subject};
use asl_runtime::machine::{Machine, TaskRow};

use crate::model::{ActivityType, Decision, DecisionTask, Event};
use crate::options::{DeciderOptions, OptionError};

pub use checkpoint::reaches_checkpoint;
pub use error::DecideError;

use check_options::check_options;
use checkpoint::Tail;
use event_order::{Outline, beginning, in_order};
use replay::Replay;

/// Decides for the executions of one machine. It has no state of any execution: one decider serves
/// them all, from any thread.
///
/// ```
/// use asl_runtime::asl_machine;
/// use asl_swf::model::{Decision, DecisionTask};
/// use asl_swf::{Decider, DeciderOptions};
///
/// asl_machine!("doc/order.asl.json"); // -> mod order
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let task: DecisionTask = serde_json::from_str(include_str!("../../doc/started.json"))?;
/// let decider = Decider::new(&order::MACHINE, DeciderOptions::default())?;
/// let decided = decider.decide(&task)?;
/// let Decision::ScheduleActivityTask(charge) = &decided.decisions[0] else { panic!("it begins with a task") };
/// assert_eq!((charge.activity_id.as_str(), charge.activity_type.name.as_str()), ("Charge#0", "ChargeCard"));
/// # Ok(())
/// # }
/// ```
pub struct Decider {
    machine: &'static Machine,
    options: DeciderOptions,
    types: BTreeMap<&'static str, (&'static TaskRow, ActivityType)>,
}

/// The input of a decision: the events of a run, and the service's data about it.
#[derive(Clone, Copy, Debug)]
pub struct History<'h> {
    /// All events, oldest or newest first.
    pub events: &'h [Event],
    /// The workflow id; empty if it is not known.
    pub workflow_id: &'h str,
    /// The id of the run, from which randomness derives; empty if it is not known.
    pub run_id: &'h str,
    /// The `DecisionTaskStarted` to answer; by default the last one.
    pub started_event_id: Option<i64>,
}

impl<'h> From<&'h DecisionTask> for History<'h> {
    fn from(task: &'h DecisionTask) -> Self {
        Self {
            events: &task.events,
            workflow_id: &task.workflow_execution.workflow_id,
            run_id: &task.workflow_execution.run_id,
            started_event_id: Some(task.started_event_id).filter(|id| *id > 0),
        }
    }
}

impl<'h> From<&'h [Event]> for History<'h> {
    fn from(events: &'h [Event]) -> Self {
        Self { events, workflow_id: "", run_id: "", started_event_id: None }
    }
}

/// The result of a decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decided {
    /// The decisions, in the order in which they are to be sent. Empty if the history has no
    /// unanswered decision task: then it was only checked against the machine.
    pub decisions: Vec<Decision>,
    /// The current states of the machine, for the execution's context.
    pub states: Vec<String>,
    /// The machine's own events since the last answer, if the options have an observer. When the
    /// service has accepted the answer, report them with [`Decider::report`], as a worker does.
    pub events: Vec<(Subject, HistoryEvent)>,
    /// The events of ignored signals: reports with unknown or used tokens, and events for machines
    /// without events. After a checkpoint, only later ones.
    pub ignored: Vec<i64>,
    /// Amount of work: events read, operations and completions. It is at most linear in the
    /// history.
    pub work: u64,
}

impl Decider {
    /// Decides for executions of this machine.
    ///
    /// # Errors
    /// An option that Amazon SWF would refuse, or that does not apply to the machine.
    pub fn new(machine: &'static Machine, options: DeciderOptions) -> Result<Self, OptionError> {
        check_options(machine, &options)?;
        let types = resource::activity_types(machine, &options);
        Ok(Self { machine, options, types })
    }

    /// Decides for a history. The same history always gives the same decisions.
    ///
    /// If the history has a checkpoint (option `checkpoints`), older events are not read, and may
    /// be missing. A checkpoint that is damaged, or of another version of the machine, is ignored:
    /// then the history is read from its first event.
    pub fn decide<'h>(&self, history: impl Into<History<'h>>) -> Result<Decided, DecideError> {
        let history = history.into();
        let tail = Tail::find(history.events);
        let decided = tail.and_then(|tail| self.decide_from_checkpoint(&tail, history));
        decided.unwrap_or_else(|| self.replay(history))
    }

    /// Decides from the first event, in spite of checkpoints: checks the whole history against the
    /// machine.
    pub fn replay<'h>(&self, history: impl Into<History<'h>>) -> Result<Decided, DecideError> {
        let history = history.into();
        let events = in_order(history.events)?;
        let started = beginning(&events)?;
        self.check_type(&started.workflow_type.name, &started.workflow_type.version)?;
        let last = events.last().map_or(0, |event| event.event_id);
        if let Some(started) = history.started_event_id.filter(|started| *started > last) {
            return Err(DecideError::LastPageMissing { last, started });
        }
        let outline = Outline::new(&events, history.started_event_id);
        let Some(now) = outline.begun() else { return Ok(Decided::default()) };
        Replay::start(self, history, started, outline, now)?.run(&events)
    }

    /// Reports the machine's events of a decision to the observer of the options. An execution
    /// that is replayed has no events before its last answer, so each event is reported once.
    pub fn report(&self, decided: &Decided) {
        if let Some(observer) = &self.options.observer {
            let observer = observer.handle();
            decided.events.iter().for_each(|(subject, event)| observer.event(subject, event));
        }
    }

    /// The machine.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    /// The options.
    pub fn options(&self) -> &DeciderOptions {
        &self.options
    }

    /// The tasks that are activities, with their types; one for each Resource. The type of
    /// `..:function:NAME` and `..:activity:NAME` is `NAME`, and that of
    /// `arn:aws:states:::service:action` is `service.action`. For other Resources, the characters
    /// that Amazon SWF forbids are replaced by full stops. If two Resources would have the same
    /// type, both get a hash.
    pub fn activity_types(&self) -> impl Iterator<Item = (&'static TaskRow, &ActivityType)> {
        self.types.values().map(|(row, kind)| (*row, kind))
    }

    /// The activity type of a task; `None` if it is not an activity.
    pub fn activity_type(&self, task: &TaskRow) -> Option<&ActivityType> {
        self.types.get(task.resource).map(|(_, kind)| kind)
    }

    /// The name of the workflow type it decides for.
    pub fn workflow_name(&self) -> &str {
        self.options.workflow_name.as_deref().unwrap_or(self.machine.name)
    }

    fn check_type(&self, name: &str, version: &str) -> Result<(), DecideError> {
        let (own, wanted) = (self.workflow_name(), self.options.workflow_version.as_deref());
        if own == name && wanted.is_none_or(|wanted| wanted == version) {
            return Ok(());
        }
        let expected = wanted.map_or_else(|| own.to_owned(), |wanted| format!("{own} {wanted}"));
        let found = if wanted.is_some() { format!("{name} {version}") } else { name.to_owned() };
        Err(DecideError::OtherWorkflow { expected, found })
    }
}

impl fmt::Debug for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decider")
            .field("machine", &self.machine.name)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
