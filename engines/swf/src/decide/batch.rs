//! The decisions of one answer, matched with the events that they caused.

use std::collections::HashMap;

use asl_runtime::error::Phase;
use asl_runtime::value::Text;

use crate::model::Event;

use super::DecideError;
use super::event_meaning::{DecisionResult, Kind, Report};
use super::operation::{Cancel, Class, Role, Work};
use super::operations::Operations;
use super::plan::{Closing, Planned};
use super::replay::Replay;

/// The planned decisions of an answer, with marks of those found in the history.
#[derive(Default)]
pub(super) struct Batch {
    /// Event id of the `DecisionTaskStarted`.
    started: i64,
    /// Event id of the `DecisionTaskCompleted`, once found.
    answered: Option<i64>,
    planned: Vec<(Planned, bool)>,
    index: HashMap<(Kind, Text), Vec<usize>>,
    /// True if the answer may have continued the workflow in a new run.
    is_settled: bool,
    /// True if an event of unknown type followed.
    has_unknown: bool,
    /// True if an event without effect on the machine followed.
    has_noted: bool,
}

impl Batch {
    pub(super) fn new(
        started: i64,
        plan: Vec<Planned>,
        is_settled: bool,
        operations: &Operations,
    ) -> Self {
        let mut index: HashMap<(Kind, Text), Vec<usize>> = HashMap::new();
        for (at, planned) in plan.iter().enumerate().rev() {
            index.entry(key(planned, operations)).or_default().push(at);
        }
        let planned = plan.into_iter().map(|planned| (planned, false)).collect();
        Self {
            started,
            answered: None,
            planned,
            index,
            is_settled,
            has_unknown: false,
            has_noted: false,
        }
    }

    /// Notes an event of unknown type. It may be the event of any cancelling decision, because some
    /// doubles of the service spell those differently.
    pub(super) fn note_unknown(&mut self) {
        self.has_unknown = true;
    }

    /// Notes an event without effect on the machine.
    pub(super) fn note_unrelated(&mut self) {
        self.has_noted = true;
    }

    /// Marks the planned decision that caused an event, and returns it.
    fn check_off(&mut self, made: &DecisionResult<'_>) -> Option<Planned> {
        self.answered?;
        let at = self.index.get_mut(&(made.kind, Text::new(made.id))).and_then(Vec::pop);
        // A double of the service omits the id.
        let nameless = || {
            self.planned
                .iter()
                .position(|(planned, done)| !done && matches!(planned, Planned::Cancel(_)))
        };
        let at = at.or_else(|| {
            nameless().filter(|_| made.kind == Kind::CancelTimer && made.id.is_empty())
        })?;
        let (planned, done) = self.planned.get_mut(at)?;
        *done = true;
        Some(planned.clone())
    }

    /// True if the answer probably closed the run, and none of its decisions was accepted.
    fn is_withdrawn(&self) -> bool {
        let closes = self.is_settled
            || self.planned.iter().any(|(planned, _)| matches!(planned, Planned::Close(_)));
        closes && self.planned.iter().all(|(_, done)| !done)
    }

    fn first_left(&self) -> Option<&Planned> {
        self.planned.iter().find(|(_, done)| !done).map(|(planned, _)| planned)
    }

    /// The first decision without an event, of those that must have one.
    fn first_missing(&self) -> Option<&Planned> {
        let is_needed = |planned: &Planned| match planned {
            Planned::Marker(_) => false,
            Planned::Cancel(_) => !self.has_unknown,
            Planned::Start(_) | Planned::Close(_) => true,
        };
        self.planned
            .iter()
            .find(|(planned, done)| !done && is_needed(planned))
            .map(|(planned, _)| planned)
    }
}

fn key(planned: &Planned, operations: &Operations) -> (Kind, Text) {
    match planned {
        Planned::Marker(mark) => (Kind::Marker, mark.name.clone()),
        Planned::Start(id) => {
            (operations.get(*id).work.class().opened_by(), operations.get(*id).id.clone())
        }
        Planned::Cancel(id) => {
            let class = operations.get(*id).work.class();
            let kind = class
                .cancelled_by()
                .unwrap_or_else(|| unreachable!("only what can be cancelled is planned so"));
            (kind, operations.get(*id).id.clone())
        }
        Planned::Close(closing) => (closing.kind(), Text::default()),
    }
}

impl Closing {
    fn kind(self) -> Kind {
        match self {
            Self::Complete => Kind::Complete,
            Self::Fail => Kind::Fail,
            Self::Cancel => Kind::Cancel,
            Self::Continue => Kind::Continue,
        }
    }
}

impl<'h> Replay<'h> {
    /// Records the answer to a decision task. The events of its decisions follow.
    pub(super) fn record_answer(&mut self, event: &Event, started: i64) -> Result<(), DecideError> {
        if self.batch.started == started && self.batch.answered.is_none() {
            self.batch.answered = Some(event.event_id);
            return Ok(());
        }
        Err(DecideError::Dangling {
            event_id: event.event_id,
            event_type: event.attributes.event_type().to_owned(),
            refers_to: started,
        })
    }

    /// Matches an event with the planned decision that caused it.
    pub(super) fn match_decision(
        &mut self,
        event: &'h Event,
        made: &DecisionResult<'h>,
    ) -> Result<(), DecideError> {
        // With markers off, the states that leave one are unknown.
        if made.kind == Kind::Marker && !self.marked.is_on() {
            return Ok(());
        }
        let Some(planned) = self.batch.check_off(made) else {
            return Err(self.unexpected(event, made));
        };
        if !self.is_named(&planned, made) {
            return Err(self.mismatch(event, made, &planned));
        }
        match planned {
            Planned::Marker(_) => {}
            Planned::Close(_) => self.close_answered(event, made),
            Planned::Cancel(id) => match (self.operations.get(id).work.class(), made.refused) {
                (Class::Timer, None) => self.operations.end(id),
                (Class::Child, None) => self.operations.link_event(id, event.event_id),
                (Class::Child, Some(_)) => self.operations.set_cancel(id, Cancel::Refused),
                // The operation has ended meanwhile, and the history has that event too.
                _ => {}
            },
            Planned::Start(id) => match made.refused {
                Some(cause) => {
                    self.enqueue_report(event, id, Report::Refused(cause, None, Phase::Schedule));
                }
                None => {
                    self.operations.opened(id, event.event_id);
                    if made.kind == Kind::Timer {
                        self.timer_refusals = 0;
                    }
                }
            },
        }
        Ok(())
    }

    /// Records the result of a decision that closes the run.
    fn close_answered(&mut self, event: &Event, made: &DecisionResult<'_>) {
        match made.refused {
            None => self.ended = true,
            Some("UNHANDLED_DECISION") => {}
            Some(cause) => {
                self.refusals += 1;
                let event_type = event.attributes.event_type().to_owned();
                self.refusal = Some((event.event_id, event_type, cause.to_owned()));
            }
        }
    }

    /// True if a started operation has the type that the machine requests.
    fn is_named(&self, planned: &Planned, made: &DecisionResult<'_>) -> bool {
        let (Planned::Start(id), Some(found)) = (planned, made.named) else { return true };
        self.wanted_name(&self.operations.get(*id).work).is_none_or(|wanted| wanted == found)
    }

    fn wanted_name<'s>(&'s self, work: &'s Work) -> Option<&'s str> {
        match work {
            Work::Activity { task, .. } => {
                self.decider.activity_type(task).map(|kind| kind.name.as_str())
            }
            Work::Lambda { name, .. } | Work::Signal { name, .. } => Some(name),
            Work::Child(child) => Some(child.workflow_name()),
            Work::Timer(_) | Work::Inherited(_) => None,
        }
    }

    /// Checks that the history has all decisions of the last answer.
    pub(super) fn finish_batch(&mut self) -> Result<(), DecideError> {
        let batch = std::mem::take(&mut self.batch);
        let (Some(answered), Some(missing)) = (batch.answered, batch.first_missing()) else {
            return Ok(());
        };
        if self.ended {
            return Ok(());
        }
        if batch.is_withdrawn() && (self.has_queued_events() || batch.has_noted) {
            self.withdraw(batch);
            return Ok(());
        }
        Err(DecideError::NonDeterminism {
            event_id: answered,
            event_type: "DecisionTaskCompleted".to_owned(),
            expected: self.describe(missing),
            found: "not followed by that".to_owned(),
            state: self.state_of(missing),
        })
    }

    /// Returns all decisions of a batch to the queue. The service refuses to close a run with
    /// unprocessed events, and the decider then answered without any decision.
    fn withdraw(&mut self, batch: Batch) {
        for (planned, _) in batch.planned.into_iter().rev() {
            match planned {
                Planned::Marker(mark) => self.marked.put_back(mark),
                Planned::Cancel(id) => self.operations.cancel_first(id),
                Planned::Start(id) => self.operations.put_back(id),
                Planned::Close(_) => {}
            }
        }
    }

    fn unexpected(&self, event: &Event, made: &DecisionResult<'_>) -> DecideError {
        let left = self.batch.first_left();
        DecideError::NonDeterminism {
            event_id: event.event_id,
            event_type: event.attributes.event_type().to_owned(),
            expected: left.map_or_else(|| "nothing more".to_owned(), |left| self.describe(left)),
            found: found(made),
            state: left.map_or_else(|| self.place(), |left| self.state_of(left)),
        }
    }

    fn mismatch(&self, event: &Event, made: &DecisionResult<'_>, planned: &Planned) -> DecideError {
        DecideError::NonDeterminism {
            event_id: event.event_id,
            event_type: event.attributes.event_type().to_owned(),
            expected: self.describe(planned),
            found: found(made),
            state: self.state_of(planned),
        }
    }

    fn state_of(&self, planned: &Planned) -> String {
        match planned {
            Planned::Marker(mark) => format!("`{}`", mark.name),
            Planned::Cancel(id) | Planned::Start(id) => match self.operations.get(*id).role {
                Role::Deadline | Role::Rest => self.place(),
                Role::Task(_)
                | Role::Wait(..)
                | Role::Limit(_)
                | Role::Silence(..)
                | Role::Detached(_) => {
                    format!("`{}`", self.operations.get(*id).state)
                }
            },
            Planned::Close(_) => self.place(),
        }
    }

    fn describe(&self, planned: &Planned) -> String {
        match planned {
            Planned::Marker(mark) => format!("marker `{}`", mark.name),
            Planned::Cancel(id) => {
                format!("the cancellation of {}", self.operations.get(*id).describe())
            }
            Planned::Start(id) => {
                let operation = self.operations.get(*id);
                match (&operation.work, self.wanted_name(&operation.work)) {
                    (Work::Activity { .. }, Some(name)) => {
                        format!("{} of type `{name}`", operation.describe())
                    }
                    _ => operation.describe(),
                }
            }
            Planned::Close(Closing::Complete) => "the end of the execution, completed".to_owned(),
            Planned::Close(Closing::Fail) => "the end of the execution, failed".to_owned(),
            Planned::Close(Closing::Cancel) => "the end of the execution, cancelled".to_owned(),
            Planned::Close(Closing::Continue) => "a new run".to_owned(),
        }
    }
}

/// Description of a decision in the history, for errors.
fn found(made: &DecisionResult<'_>) -> String {
    let what = match made.kind {
        Kind::Activity => "activity",
        Kind::Lambda => "Lambda function",
        Kind::Timer => "timer",
        Kind::Child => "child",
        Kind::Signal => "signal",
        Kind::CancelActivity => "the cancellation of activity",
        Kind::CancelTimer => "the cancellation of timer",
        Kind::CancelChild => "the cancellation of child",
        Kind::Marker => "marker",
        Kind::Complete => return "the end of the execution, completed".to_owned(),
        Kind::Fail => return "the end of the execution, failed".to_owned(),
        Kind::Cancel => return "the end of the execution, cancelled".to_owned(),
        Kind::Continue => return "a new run".to_owned(),
    };
    let id = made.id;
    made.named
        .map_or_else(|| format!("{what} `{id}`"), |name| format!("{what} `{id}` of type `{name}`"))
}
