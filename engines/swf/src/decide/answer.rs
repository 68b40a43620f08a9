//! What is heard of an operation becomes what the machine is told.

use asl_runtime::TaskError;
use asl_runtime::Value;
use asl_runtime::error::{Phase, names};
use asl_runtime::execution::{OpKey, Outcome};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;

use crate::failure;

use super::child::{Child, End};
use super::entry::{Cancel, EntryId, Role, Status, Work};
use super::fact::Answer;
use super::replay::{Replay, give_up, parsed};

/// The cause of whatever a decider lacks the permission for.
pub(super) const NOT_PERMITTED: &str = "OPERATION_NOT_PERMITTED";
/// Decisions in a row after which a timer that is always refused ends the execution.
const MOST_TROUBLE: u32 = 3;

impl Replay<'_> {
    /// Something is heard of an operation; `time`: when that happened.
    pub(super) fn answer(&mut self, id: EntryId, answer: Answer<'_>, time: u64) {
        if self.entries.get(id).status == Status::Over {
            return;
        }
        match &self.entries.get(id).work {
            Work::Child(_) => return self.child_answer(id, answer, time),
            Work::Left(_) => return self.left_answer(id, answer),
            Work::Activity { .. } | Work::Lambda { .. } | Work::Timer(_) | Work::Signal { .. } => {}
        }
        match self.entries.get(id).role {
            Role::Task(op) => {
                self.entries.end(id);
                let outcome = self.task_outcome(id, answer);
                self.task_ended(op, id, outcome);
            }
            Role::Wait(..) | Role::Limit(_) | Role::Silence(..) | Role::Deadline | Role::Rest => {
                self.timer_answer(id, answer);
            }
            Role::Detached(_) => self.entries.end(id),
        }
    }

    /// The end of something that nothing waits for, or the beginning of a child that is to be
    /// cancelled.
    fn left_answer(&mut self, id: EntryId, answer: Answer<'_>) {
        let entry = self.entries.get_mut(id);
        let (is_detached, is_lost) =
            (matches!(entry.role, Role::Detached(_)), entry.cancel == Cancel::Refused);
        let (Work::Left(left), Answer::Begun(run_id)) = (&mut entry.work, answer) else {
            return self.entries.end(id);
        };
        left.run_id = Some(Text::new(run_id));
        let ends = left.ends_begun || is_detached;
        if is_lost {
            self.entries.cancel(id);
        }
        if ends {
            self.entries.end(id);
        }
    }

    /// One completion. Whatever else is open for the operation is cancelled.
    pub(super) fn complete(&mut self, op: OpKey, outcome: Outcome) {
        self.work += 1;
        self.run.complete(op, outcome, self.now);
        if !self.run.is_open(op) {
            self.entries.release(op);
            self.beats.remove(&op);
        }
    }

    /// The task of one that ends with a report has only submitted the job.
    fn task_ended(&mut self, op: OpKey, id: EntryId, outcome: Outcome) {
        let form = self.task_row(id).map(|task| task.form);
        if let (Some(Form::Token), Outcome::Done(answer)) = (form, &outcome) {
            return self.submitted(op, answer);
        }
        self.complete(op, outcome);
    }

    fn submitted(&mut self, op: OpKey, answer: &Value) {
        self.run.submitted(op, answer, self.now);
        if !self.run.is_open(op) {
            self.entries.release(op);
        }
    }

    fn task_row(&self, id: EntryId) -> Option<&'static TaskRow> {
        match &self.entries.get(id).work {
            Work::Activity { task, .. } | Work::Lambda { task, .. } => Some(task),
            Work::Timer(_) | Work::Child(_) | Work::Signal { .. } | Work::Left(_) => None,
        }
    }

    fn task_outcome(&self, id: EntryId, answer: Answer<'_>) -> Outcome {
        let entry = self.entries.get(id);
        let what = || entry.describe();
        match (answer, &entry.work) {
            (Answer::Done(_), Work::Signal { .. }) | (Answer::Begun(_), _) => {
                Outcome::Done(Value::Null)
            }
            (Answer::Done(result), Work::Lambda { wrapped: true, .. }) => {
                let payload = result.map_or(Value::Null, parsed);
                Outcome::Done(Value::object([
                    ("Payload", payload),
                    ("StatusCode", Value::from(200_i64)),
                ]))
            }
            (Answer::Done(result), _) => Outcome::Done(result.map_or(Value::Null, parsed)),
            (Answer::Failed(reason, details), Work::Lambda { .. }) => {
                Outcome::Failed(of_lambda(reason, details))
            }
            (Answer::Failed(reason, details), _) => Outcome::Failed(failure::read(reason, details)),
            (Answer::TimedOut, _) => Outcome::TimedOut,
            (Answer::Silent, _) => Outcome::HeartbeatMissed,
            (Answer::Canceled(details), _) => {
                let cause =
                    details.map_or_else(|| format!("the {} was cancelled", what()), str::to_owned);
                Outcome::Failed(TaskError::new(names::TASK_FAILED, cause))
            }
            (Answer::Terminated, _) => Outcome::Failed(TaskError::new(
                names::TASK_FAILED,
                format!("the {} was terminated", what()),
            )),
            (Answer::Refused(cause, message, phase), _) => {
                Outcome::Failed(refused(&what(), cause, message, phase))
            }
        }
    }

    fn timer_answer(&mut self, id: EntryId, answer: Answer<'_>) {
        if let Answer::Refused(cause, ..) = answer {
            return self.timer_refused(id, cause);
        }
        let entry = self.entries.get(id);
        let (role, fired) =
            (entry.role, if let Work::Timer(seconds) = entry.work { seconds } else { 0 });
        if let Role::Wait(_, rest @ 1..) = role {
            return self.wait_on(id, rest);
        }
        self.entries.end(id);
        match role {
            Role::Wait(op, _) => self.complete(op, Outcome::Done(Value::Null)),
            Role::Limit(op) => self.complete(op, Outcome::TimedOut),
            Role::Silence(op, silence) => self.look_for_life(op, silence),
            Role::Deadline => self.deadline_fired(fired),
            Role::Task(_) | Role::Detached(_) | Role::Rest => {}
        }
    }

    /// The time since the last sign of life may be over, or there was one meanwhile.
    fn look_for_life(&mut self, op: OpKey, silence: u64) {
        let Some(operation_id) = self.run.operation_id(op) else { return };
        let since = self.beats.get(&op).copied().unwrap_or_default();
        let silent = self.now.saturating_sub(since);
        if silent >= silence {
            self.complete(op, Outcome::HeartbeatMissed);
        } else {
            self.watch_silence(op, &operation_id, silence, silence - silent);
        }
    }

    /// A timer cannot fail in the eyes of a machine. Limits pass, so it is asked for again; what
    /// does not pass ends the execution.
    fn timer_refused(&mut self, id: EntryId, cause: &str) {
        if !self.has_timer_trouble {
            self.has_timer_trouble = true;
            self.timer_trouble += 1;
        }
        let (entry, is_over) = (self.entries.get(id), self.run.has_ended());
        let (state, rest) =
            (entry.state.clone(), if let Role::Wait(_, rest) = entry.role { rest } else { 0 });
        let Work::Timer(seconds) = entry.work else { return };
        let lasts = cause == NOT_PERMITTED || self.timer_trouble > MOST_TROUBLE;
        if lasts || is_over {
            let role = entry.role;
            self.entries.end(id);
            let text = format!("Amazon SWF starts no timer for state `{state}`: {cause}");
            match role {
                // The state fails, and whatever is around it may catch that.
                Role::Wait(op, _) | Role::Limit(op) | Role::Silence(op, _)
                    if cause == NOT_PERMITTED =>
                {
                    self.complete(op, Outcome::Failed(TaskError::new(names::PERMISSIONS, text)));
                }
                Role::Wait(..)
                | Role::Limit(_)
                | Role::Silence(..)
                | Role::Deadline
                | Role::Rest
                | Role::Task(_)
                | Role::Detached(_) => {
                    self.run.apply(give_up(text), self.now);
                }
            }
        } else {
            self.entries.ask_again(id, rest, seconds);
        }
    }

    /// A child that is to be cancelled could not be told so: maybe because it had not begun.
    pub(super) fn cancel_failed(&mut self, id: EntryId) {
        self.entries.set_cancel(id, Cancel::Refused);
    }

    fn child_answer(&mut self, id: EntryId, answer: Answer<'_>, time: u64) {
        let entry = self.entries.get_mut(id);
        let (role, is_lost) = (entry.role, entry.cancel == Cancel::Refused);
        let Work::Child(child) = &mut entry.work else { return };
        if let Answer::Begun(run_id) = answer {
            child.begun(run_id, time);
            let (started, is_awaited) = (child.answer(), child.is_awaited());
            let form = child.form();
            if is_lost {
                self.entries.cancel(id);
            }
            if !is_awaited || matches!(role, Role::Detached(_)) {
                self.entries.end(id);
            }
            match role {
                Role::Task(_) if form == Form::Subflow => {}
                Role::Task(op) if is_awaited || form == Form::Token => self.submitted(op, &started),
                Role::Task(op) => self.complete(op, Outcome::Done(started)),
                Role::Wait(..)
                | Role::Limit(_)
                | Role::Silence(..)
                | Role::Detached(_)
                | Role::Deadline
                | Role::Rest => {}
            }
            return;
        }
        let outcome = child_outcome(child, answer, time);
        self.entries.end(id);
        if let Role::Task(op) = role {
            self.complete(op, outcome);
        }
    }
}

/// How a child has ended, as its parent is told.
fn child_outcome(child: &Child, answer: Answer<'_>, time: u64) -> Outcome {
    let end = match answer {
        Answer::Refused(cause, ..) => return Outcome::Failed(child.refused(cause)),
        Answer::Begun(_) => return Outcome::Done(child.answer()),
        Answer::Done(result) => End::Done(result.map_or(Value::Null, parsed)),
        Answer::Failed(reason, details) => End::Failed(failure::read(reason, details)),
        Answer::TimedOut | Answer::Silent => End::TimedOut,
        Answer::Canceled(_) | Answer::Terminated => End::Aborted,
    };
    match child.outcome(end, time) {
        Ok(output) => Outcome::Done(output),
        Err(error) => Outcome::Failed(error),
    }
}

/// The error of a Lambda function is the `errorType` of what its runtime says.
fn of_lambda(reason: Option<&str>, details: Option<&str>) -> TaskError {
    let said = details.and_then(|details| Value::from_json_str(details).ok());
    let named = said.as_ref().and_then(|said| said.get("errorType")).and_then(Value::as_str);
    match (named, details) {
        (Some(name), Some(details)) => TaskError::new(name, details),
        _ => failure::read(reason, details),
    }
}

/// The error that a cause of Amazon SWF is: its own word, or the States Language's name for it.
pub(super) fn error_name(cause: &str) -> &str {
    if cause == NOT_PERMITTED { names::PERMISSIONS } else { cause }
}

/// Amazon SWF did not begin with something: its word for the reason is the error.
fn refused(what: &str, cause: &str, message: Option<&str>, phase: Phase) -> TaskError {
    let text = match message {
        Some(message) => message.to_owned(),
        None => format!("Amazon SWF did not start the {what}: {cause}"),
    };
    TaskError::new(error_name(cause), text).in_phase(phase)
}
