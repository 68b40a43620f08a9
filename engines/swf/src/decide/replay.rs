//! The replay: one pass over the history. When a decision task starts, the events since the last
//! answer are applied to the machine, and its commands are compared with the answer in the history.

use std::collections::{HashMap, HashSet, VecDeque};

use asl_runtime::event::Event as MachineEvent;
use asl_runtime::execution::{Execution, Input, OpKey, RestoreOptions, StartOptions};
use asl_runtime::value::Text;
use asl_runtime::{Failure, Value};

use crate::checkpoint;
use crate::limits::LONGEST_TIME;
use crate::model::event::WorkflowExecutionStarted;
use crate::model::{Decision, Event};

use super::batch::Batch;
use super::commands::seconds;
use super::event_meaning::{Meaning, Report, meaning, reported_class};
use super::event_order::{Outline, Task, time};
use super::ids::seed;
use super::marker::Marked;
use super::operation::{OperationIndex, Role, Work};
use super::operations::Operations;
use super::{DecideError, Decided, Decider, History};
use super::{plan, signal};

/// Maximum number of rounds without a command, after which the machine counts as endless.
const MOST_ROUNDS: u32 = 1_000;
/// Maximum number of commands of one decision: far more than fit into a history.
const MOST_COMMANDS: u32 = 100_000;

/// The state of a replay.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub(super) struct Replay<'h> {
    pub(super) decider: &'h Decider,
    pub(super) started: &'h WorkflowExecutionStarted,
    pub(super) outline: Outline,
    pub(super) run: Execution,
    pub(super) operations: Operations,
    pub(super) batch: Batch,
    pub(super) marked: Marked,
    /// Events for the next decision, oldest first.
    queue: Vec<QueuedEvent<'h>>,
    /// Machine events that did not fit into the machine's queue yet, each with its signal's event
    /// id.
    pub(super) early: VecDeque<(i64, MachineEvent)>,
    /// Time of the last heartbeat of each watched task.
    pub(super) last_heartbeats: HashMap<OpKey, u64>,
    /// The time of the decision, in milliseconds since 1970.
    pub(super) now: u64,
    /// True if the machine's own time-out has a timer.
    pub(super) has_deadline: bool,
    /// The run id. Empty if unknown.
    pub(super) run_id: &'h str,
    /// Id of the last event of a checkpoint.
    pub(super) checkpointed: i64,
    /// Id of the event at which the replay resumed from a checkpoint, or 0.
    pub(super) resumed_at: i64,
    /// Number of successive decisions with a refused timer.
    pub(super) timer_refusals: u32,
    pub(super) has_timer_refusal: bool,
    /// True if a cancellation was requested.
    pub(super) cancelled: bool,
    /// True if the history has the end of the run.
    pub(super) ended: bool,
    /// Number of lasting refusals of the run's end, and the last such event.
    pub(super) refusals: u32,
    pub(super) refusal: Option<(i64, String, String)>,
    pub(super) ignored: Vec<i64>,
    pub(super) work: u64,
    commands: u32,
    rounds: u32,
}

/// An event for the machine.
struct QueuedEvent<'h> {
    event_id: i64,
    /// Time of the event.
    time: u64,
    input: QueuedInput<'h>,
}

enum QueuedInput<'h> {
    Report(OperationIndex, Report<'h>),
    CancelFailed(OperationIndex),
    CancelRequested,
    Signal(&'h str, Option<&'h str>),
}

impl<'h> Replay<'h> {
    /// Starts the machine, or restores it from the checkpoint of the previous run.
    pub(super) fn start(
        decider: &'h Decider,
        history: History<'h>,
        started: &'h WorkflowExecutionStarted,
        outline: Outline,
        now: u64,
    ) -> Result<Self, DecideError> {
        let marked = Marked::new(&decider.options);
        let text = started.input.as_deref().unwrap_or_default();
        let run = match checkpoint::read(text) {
            Some(snapshot) => {
                let options = RestoreOptions::default().now(now).observer(marked.observer());
                snapshot.and_then(|snapshot| Execution::restore(decider.machine, snapshot, options))
            }
            None => {
                let observer = marked.observer();
                Ok(Execution::start(
                    decider.machine,
                    data(text),
                    start(decider, history, now).observer(observer),
                ))
            }
        };
        let run = run.map_err(DecideError::Checkpoint)?;
        Ok(Self {
            run_id: history.run_id,
            ..Self::new(decider, started, outline, run, marked, now)
        })
    }

    /// A replay before the first event.
    pub(super) fn new(
        decider: &'h Decider,
        started: &'h WorkflowExecutionStarted,
        outline: Outline,
        run: Execution,
        marked: Marked,
        now: u64,
    ) -> Self {
        Self {
            decider,
            started,
            outline,
            run,
            operations: Operations::default(),
            batch: Batch::default(),
            marked,
            queue: Vec::new(),
            early: VecDeque::new(),
            last_heartbeats: HashMap::new(),
            now,
            has_deadline: false,
            run_id: "",
            checkpointed: 0,
            resumed_at: 0,
            timer_refusals: 0,
            has_timer_refusal: false,
            cancelled: false,
            ended: false,
            refusals: 0,
            refusal: None,
            ignored: Vec::new(),
            work: 0,
            commands: 0,
            rounds: 0,
        }
    }

    /// Replays the events up to the decision task to answer.
    pub(super) fn run(mut self, events: &[&'h Event]) -> Result<Decided, DecideError> {
        for event in events {
            if self.ended {
                break;
            }
            self.work += 1;
            if let Some(decided) = self.process_event(event)? {
                return Ok(decided);
            }
        }
        self.finish_batch()?;
        Ok(self.decided(Vec::new()))
    }

    fn process_event(&mut self, event: &'h Event) -> Result<Option<Decided>, DecideError> {
        match meaning(&event.attributes) {
            Meaning::Quiet => {}
            Meaning::Noted => self.batch.note_unrelated(),
            Meaning::Unknown => self.batch.note_unknown(),
            Meaning::DecisionTaskStarted => return self.start_decision_task(event),
            Meaning::DecisionTaskCompleted(started) => self.record_answer(event, started)?,
            Meaning::Decision(made) => self.match_decision(event, &made)?,
            Meaning::Checkpoint => self.checkpointed = event.event_id,
            Meaning::Report(of, answer) => match self.find_operation(event, of)? {
                Some(operation) => self.enqueue(event, QueuedInput::Report(operation, answer)),
                None => self.batch.note_unrelated(),
            },
            Meaning::CancelFailed(of) => match self.find_operation(event, of)? {
                Some(operation) => self.enqueue(event, QueuedInput::CancelFailed(operation)),
                None => self.batch.note_unrelated(),
            },
            Meaning::CancelRequested => self.enqueue(event, QueuedInput::CancelRequested),
            Meaning::Signaled { name, input } => {
                self.enqueue(event, QueuedInput::Signal(name, input));
            }
            Meaning::Ended => self.ended = true,
        }
        Ok(None)
    }

    fn enqueue(&mut self, event: &Event, input: QueuedInput<'h>) {
        self.queue.push(QueuedEvent { event_id: event.event_id, time: time(event), input });
    }

    /// True if events for the next decision are queued.
    pub(super) fn has_queued_events(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Queues a report that an event of the decision itself contains.
    pub(super) fn enqueue_report(
        &mut self,
        event: &Event,
        operation: OperationIndex,
        answer: Report<'h>,
    ) {
        self.enqueue(event, QueuedInput::Report(operation, answer));
    }

    /// The operation that an event reports on. `None` if it had ended before the checkpoint.
    fn find_operation(
        &self,
        event: &Event,
        refers_to: i64,
    ) -> Result<Option<OperationIndex>, DecideError> {
        let is_of = |id: &OperationIndex| {
            reported_class(&event.attributes) == Some(self.operations.get(*id).work.class())
        };
        let known = self.operations.by_event(refers_to);
        if known.is_none() && (1..self.resumed_at).contains(&refers_to) {
            return Ok(None);
        }
        known.filter(is_of).map(Some).ok_or_else(|| DecideError::Dangling {
            event_id: event.event_id,
            event_type: event.attributes.event_type().to_owned(),
            refers_to,
        })
    }

    /// Starts a decision task.
    fn start_decision_task(&mut self, event: &Event) -> Result<Option<Decided>, DecideError> {
        match self.outline.task(event.event_id) {
            Task::Lost => Ok(None),
            Task::Answered { continued } => {
                self.apply_queue(time(event))?;
                self.plan_answer(event.event_id, continued);
                Ok(None)
            }
            Task::Current => {
                self.apply_queue(time(event))?;
                self.decide(event).map(Some)
            }
        }
    }

    /// Plans the answer that the history has for the decision task of this event.
    pub(super) fn plan_answer(&mut self, started: i64, continued: bool) {
        // They were reported when the task was answered.
        drop(self.marked.take_events());
        let is_settled = self.is_settled();
        let plan = plan::plan(self, continued && is_settled);
        self.batch = Batch::new(started, plan, is_settled, &self.operations);
    }

    /// Applies all events since the last decision.
    fn apply_queue(&mut self, now: u64) -> Result<(), DecideError> {
        self.finish_batch()?;
        self.now = self.now.max(now);
        (self.commands, self.rounds, self.has_timer_refusal) = (0, 0, false);
        self.run_machine()?;
        for (event_id, event) in std::mem::take(&mut self.early) {
            signal::deliver(self, event_id, event);
            self.run_machine()?;
        }
        for queued in std::mem::take(&mut self.queue) {
            self.work += 1;
            self.apply_input(&queued);
            self.run_machine()?;
        }
        self.watch_deadline();
        Ok(())
    }

    fn apply_input(&mut self, queued: &QueuedEvent<'h>) {
        match queued.input {
            QueuedInput::Report(operation, report) => {
                self.apply_report(operation, report, queued.time);
            }
            QueuedInput::CancelFailed(operation) => self.cancel_failed(operation),
            QueuedInput::CancelRequested => {
                self.cancelled = true;
                self.run.cancel(self.now);
            }
            QueuedInput::Signal(name, input) => signal::apply(self, queued.event_id, name, input),
        }
    }

    /// Runs the machine as far as possible, and carries out its commands.
    fn run_machine(&mut self) -> Result<(), DecideError> {
        loop {
            while let Some(command) = self.run.next_command() {
                self.work += 1;
                self.commands += 1;
                if self.commands > MOST_COMMANDS {
                    return Err(DecideError::Endless { state: self.place() });
                }
                self.rounds = 0;
                self.perform(command);
            }
            if self.run.has_ended() || !self.run.is_runnable() {
                return Ok(());
            }
            self.rounds += 1;
            if self.rounds > MOST_ROUNDS {
                return Err(DecideError::Endless { state: self.place() });
            }
            self.run.advance(self.now);
        }
    }

    /// Handles the timer of the machine's own time-out. A longer time-out takes several timers.
    pub(super) fn deadline_fired(&mut self, fired: u64) {
        let Some(deadline) = self.run.deadline() else { return };
        if fired == LONGEST_TIME && deadline > self.now {
            self.has_deadline = false;
            return;
        }
        // The deadline's milliseconds may be later than the service's clock.
        self.run.advance(self.now.max(deadline));
    }

    /// Starts the timer of the machine's own time-out.
    fn watch_deadline(&mut self) {
        if let Some(deadline) = self.run.deadline()
            && !self.has_deadline
        {
            self.has_deadline = true;
            let left = seconds(deadline.saturating_sub(self.now)).min(LONGEST_TIME);
            self.operations.add(
                "TimeoutSeconds",
                Text::new_static("TimeoutSeconds"),
                Role::Deadline,
                Work::Timer(left),
            );
        }
    }

    /// True if a new run could continue from here, because no operation is open.
    pub(super) fn is_settled(&self) -> bool {
        !self.run.has_ended() && self.early.is_empty() && self.operations.is_settled()
    }

    /// The result of the machine, if it has ended.
    pub(super) fn result(&self) -> Option<Result<&Value, &Failure>> {
        self.run.result()
    }

    /// The decisions with the information that comes with them.
    pub(super) fn decided(&mut self, decisions: Vec<Decision>) -> Decided {
        let states = self.states();
        let ignored = std::mem::take(&mut self.ignored);
        let events = self.marked.take_events();
        Decided { decisions, states, events, ignored, work: self.work }
    }

    /// The distinct current states.
    pub(super) fn states(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let operations = self.run.operations();
        let states = operations
            .iter()
            .map(|operation| operation.operation_id.state())
            .filter(|state| seen.insert(*state));
        states.map(str::to_owned).collect()
    }

    /// The current states, for errors.
    pub(super) fn place(&self) -> String {
        const MOST: usize = 3;
        let states = self.states();
        let named: Vec<String> =
            states.iter().take(MOST).map(|state| format!("`{state}`")).collect();
        match (named.as_slice(), states.len() > MOST) {
            ([], _) if self.run.has_ended() => "(the machine has ended)".to_owned(),
            ([], _) => "(none)".to_owned(),
            (named, false) => named.join(", "),
            (named, true) => format!("{} and others", named.join(", ")),
        }
    }
}

fn start(decider: &Decider, history: History<'_>, now: u64) -> StartOptions {
    let (workflow, run) = (history.workflow_id, history.run_id);
    let id =
        if run.is_empty() { Text::new(workflow) } else { Text::new(format!("{workflow}:{run}")) };
    StartOptions::default()
        .id(id)
        .name(Text::new(workflow))
        .now(now)
        .seed(seed(decider.options.secret.as_ref(), run))
        .events(decider.options.events)
}

/// Input text as data: JSON, else a string. Empty text is an object without members, as for
/// `StartExecution`.
fn data(text: &str) -> Value {
    if text.is_empty() { Value::object([]) } else { parsed(text) }
}

/// Text as data: JSON, else a string.
pub(super) fn parsed(text: &str) -> Value {
    Value::from_json_str(text).unwrap_or_else(|_| Value::text(text))
}

/// The input that fails an execution that cannot continue.
pub(super) fn give_up(cause: String) -> Input {
    Input::GiveUp(Text::new(cause))
}
