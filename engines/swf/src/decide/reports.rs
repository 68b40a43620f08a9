//! Reports on operations, applied to the machine.

use asl_runtime::TaskError;
use asl_runtime::Value;
use asl_runtime::error::{Phase, names};
use asl_runtime::execution::{OpKey, Outcome};
use asl_runtime::machine::{Form, TaskRow};
use asl_runtime::value::Text;

use crate::failure;

use super::child::{Child, End};
use super::event_meaning::Report;
use super::operation::{Cancel, OperationIndex, Role, Status, Work};
use super::replay::{Replay, give_up, parsed};

/// The cause of decisions that lack a permission.
pub(super) const NOT_PERMITTED: &str = "OPERATION_NOT_PERMITTED";
/// Number of successive decisions with a refused timer after which the execution fails.
const MAX_TIMER_REFUSALS: u32 = 3;

impl Replay<'_> {
    /// Applies a report on an operation. `time` is the event's time.
    pub(super) fn apply_report(&mut self, id: OperationIndex, answer: Report<'_>, time: u64) {
        if self.operations.get(id).status == Status::Closed {
            return;
        }
        match &self.operations.get(id).work {
            Work::Child(_) => return self.child_report(id, answer, time),
            Work::Inherited(_) => return self.inherited_report(id, answer),
            Work::Activity { .. } | Work::Lambda { .. } | Work::Timer(_) | Work::Signal { .. } => {}
        }
        match self.operations.get(id).role {
            Role::Task(op) => {
                self.operations.end(id);
                let outcome = self.task_outcome(id, answer);
                self.complete_task(op, id, outcome);
            }
            Role::Wait(..) | Role::Limit(_) | Role::Silence(..) | Role::Deadline | Role::Rest => {
                self.timer_report(id, answer);
            }
            Role::Detached(_) => self.operations.end(id),
        }
    }

    /// Applies a report on an operation whose result is not awaited, or on a child to cancel.
    fn inherited_report(&mut self, id: OperationIndex, answer: Report<'_>) {
        let operation = self.operations.get_mut(id);
        let (is_detached, is_lost) =
            (matches!(operation.role, Role::Detached(_)), operation.cancel == Cancel::Refused);
        let (Work::Inherited(left), Report::Started(run_id)) = (&mut operation.work, answer) else {
            return self.operations.end(id);
        };
        left.run_id = Some(Text::new(run_id));
        let ends = left.ends_begun || is_detached;
        if is_lost {
            self.operations.cancel(id);
        }
        if ends {
            self.operations.end(id);
        }
    }

    /// Completes an operation of the machine, and cancels what is still open for it.
    pub(super) fn complete(&mut self, op: OpKey, outcome: Outcome) {
        self.work += 1;
        self.run.complete(op, outcome, self.now);
        if !self.run.is_open(op) {
            self.operations.release(op);
            self.last_heartbeats.remove(&op);
        }
    }

    /// Ends a task. The end of a task with a token only means that the job was submitted.
    fn complete_task(&mut self, op: OpKey, id: OperationIndex, outcome: Outcome) {
        let form = self.task_row(id).map(|task| task.form);
        if let (Some(Form::Token), Outcome::Done(answer)) = (form, &outcome) {
            return self.submitted(op, answer);
        }
        self.complete(op, outcome);
    }

    fn submitted(&mut self, op: OpKey, answer: &Value) {
        self.run.submitted(op, answer, self.now);
        if !self.run.is_open(op) {
            self.operations.release(op);
        }
    }

    fn task_row(&self, id: OperationIndex) -> Option<&'static TaskRow> {
        match &self.operations.get(id).work {
            Work::Activity { task, .. } | Work::Lambda { task, .. } => Some(task),
            Work::Timer(_) | Work::Child(_) | Work::Signal { .. } | Work::Inherited(_) => None,
        }
    }

    fn task_outcome(&self, id: OperationIndex, answer: Report<'_>) -> Outcome {
        let operation = self.operations.get(id);
        let what = || operation.describe();
        match (answer, &operation.work) {
            (Report::Completed(_), Work::Signal { .. }) | (Report::Started(_), _) => {
                Outcome::Done(Value::Null)
            }
            (Report::Completed(result), Work::Lambda { wrapped: true, .. }) => {
                let payload = result.map_or(Value::Null, parsed);
                Outcome::Done(Value::object([
                    ("Payload", payload),
                    ("StatusCode", Value::from(200_i64)),
                ]))
            }
            (Report::Completed(result), _) => Outcome::Done(result.map_or(Value::Null, parsed)),
            (Report::Failed(reason, details), Work::Lambda { .. }) => {
                Outcome::Failed(of_lambda(reason, details))
            }
            (Report::Failed(reason, details), _) => Outcome::Failed(failure::read(reason, details)),
            (Report::TimedOut, _) => Outcome::TimedOut,
            (Report::HeartbeatTimedOut, _) => Outcome::HeartbeatMissed,
            (Report::Canceled(details), _) => {
                let cause =
                    details.map_or_else(|| format!("the {} was cancelled", what()), str::to_owned);
                Outcome::Failed(TaskError::new(names::TASK_FAILED, cause))
            }
            (Report::Terminated, _) => Outcome::Failed(TaskError::new(
                names::TASK_FAILED,
                format!("the {} was terminated", what()),
            )),
            (Report::Refused(cause, message, phase), _) => {
                Outcome::Failed(refused(&what(), cause, message, phase))
            }
        }
    }

    fn timer_report(&mut self, id: OperationIndex, answer: Report<'_>) {
        if let Report::Refused(cause, ..) = answer {
            return self.timer_refused(id, cause);
        }
        let operation = self.operations.get(id);
        let (role, fired) =
            (operation.role, if let Work::Timer(seconds) = operation.work { seconds } else { 0 });
        if let Role::Wait(_, rest @ 1..) = role {
            return self.continue_wait(id, rest);
        }
        self.operations.end(id);
        match role {
            Role::Wait(op, _) => self.complete(op, Outcome::Done(Value::Null)),
            Role::Limit(op) => self.complete(op, Outcome::TimedOut),
            Role::Silence(op, silence) => self.check_heartbeat(op, silence),
            Role::Deadline => self.deadline_fired(fired),
            Role::Task(_) | Role::Detached(_) | Role::Rest => {}
        }
    }

    /// Checks the time since the last heartbeat, and waits for the remaining time if there was one.
    fn check_heartbeat(&mut self, op: OpKey, silence: u64) {
        let Some(operation_id) = self.run.operation_id(op) else { return };
        let since = self.last_heartbeats.get(&op).copied().unwrap_or_default();
        let silent = self.now.saturating_sub(since);
        if silent >= silence {
            self.complete(op, Outcome::HeartbeatMissed);
        } else {
            self.watch_silence(op, &operation_id, silence, silence - silent);
        }
    }

    /// Handles a refused timer. Machines do not expect timers to fail: the timer is started again
    /// if the reason is temporary, else the execution fails.
    fn timer_refused(&mut self, id: OperationIndex, cause: &str) {
        if !self.has_timer_refusal {
            self.has_timer_refusal = true;
            self.timer_refusals += 1;
        }
        let (operation, is_over) = (self.operations.get(id), self.run.has_ended());
        let (state, rest) = (
            operation.state.clone(),
            if let Role::Wait(_, rest) = operation.role { rest } else { 0 },
        );
        let Work::Timer(seconds) = operation.work else { return };
        let lasts = cause == NOT_PERMITTED || self.timer_refusals > MAX_TIMER_REFUSALS;
        if lasts || is_over {
            let role = operation.role;
            self.operations.end(id);
            let text = format!("Amazon SWF starts no timer for state `{state}`: {cause}");
            match role {
                // The state fails, and its catchers may handle that.
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
            self.operations.restart_timer(id, rest, seconds);
        }
    }

    /// A child could not be cancelled, possibly because it had not started.
    pub(super) fn cancel_failed(&mut self, id: OperationIndex) {
        self.operations.set_cancel(id, Cancel::Refused);
    }

    fn child_report(&mut self, id: OperationIndex, answer: Report<'_>, time: u64) {
        let operation = self.operations.get_mut(id);
        let (role, is_lost) = (operation.role, operation.cancel == Cancel::Refused);
        let Work::Child(child) = &mut operation.work else { return };
        if let Report::Started(run_id) = answer {
            child.begun(run_id, time);
            let (started, is_awaited) = (child.answer(), child.is_awaited());
            let form = child.form();
            if is_lost {
                self.operations.cancel(id);
            }
            if !is_awaited || matches!(role, Role::Detached(_)) {
                self.operations.end(id);
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
        self.operations.end(id);
        if let Role::Task(op) = role {
            self.complete(op, outcome);
        }
    }
}

/// The outcome of a child for its parent.
fn child_outcome(child: &Child, answer: Report<'_>, time: u64) -> Outcome {
    let end = match answer {
        Report::Refused(cause, ..) => return Outcome::Failed(child.refused(cause)),
        Report::Started(_) => return Outcome::Done(child.answer()),
        Report::Completed(result) => End::Done(result.map_or(Value::Null, parsed)),
        Report::Failed(reason, details) => End::Failed(failure::read(reason, details)),
        Report::TimedOut | Report::HeartbeatTimedOut => End::TimedOut,
        Report::Canceled(_) | Report::Terminated => End::Aborted,
    };
    match child.outcome(end, time) {
        Ok(output) => Outcome::Done(output),
        Err(error) => Outcome::Failed(error),
    }
}

/// The error of a Lambda function, named by the `errorType` in its payload.
fn of_lambda(reason: Option<&str>, details: Option<&str>) -> TaskError {
    let said = details.and_then(|details| Value::from_json_str(details).ok());
    let named = said.as_ref().and_then(|said| said.get("errorType")).and_then(Value::as_str);
    match (named, details) {
        (Some(name), Some(details)) => TaskError::new(name, details),
        _ => failure::read(reason, details),
    }
}

/// The error name of a cause: the cause itself, or the States Language's name for it.
pub(super) fn error_name(cause: &str) -> &str {
    if cause == NOT_PERMITTED { names::PERMISSIONS } else { cause }
}

/// The error of an operation that Amazon SWF did not start, named by the cause.
fn refused(what: &str, cause: &str, message: Option<&str>, phase: Phase) -> TaskError {
    let text = match message {
        Some(message) => message.to_owned(),
        None => format!("Amazon SWF did not start the {what}: {cause}"),
    };
    TaskError::new(error_name(cause), text).in_phase(phase)
}
