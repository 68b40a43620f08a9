//! Everything that changes an execution from outside: completions, reports, events and the clock.

use std::mem;

use crate::event::Event;
use crate::execution::child_scope::enter_scope_of;
use crate::execution::frame::{ROOT, Slot, Waiting};
use crate::execution::map_run::update::update_map_run;
use crate::execution::observe::history::report_submitted;
use crate::execution::observe::history_sm4c::observe_after;
use crate::execution::observe::spans::note_cancel;
use crate::execution::saved::input::{Applied, Input, Refusal};
use crate::execution::saved::redrive::revive::restore_frames;
use crate::execution::step::drive::{complete_map_run_operation, continue_join, drive};
use crate::execution::step::end::end_early;
use crate::execution::step::enter::{enter, enter_state, resume};
use crate::execution::step::time_out::time_out;
use crate::execution::wait::inbox::SendError;
use crate::execution::wait::incoming_events::{event_size, make_room, match_events};
use crate::execution::wait::listening::{is_listening, stop_listening};
use crate::execution::wait::task::{ongoing, report_started, report_while_waiting};
use crate::execution::wait::task_outcome::check_task;
use crate::execution::wait::task_token::{Report, Reported, TokenError};
use crate::execution::{Cancellation, Execution, OpKey, Outcome, Redrive, RedriveError};
use crate::machine::Form;
use asl_value::error::{Failed, Failure, TaskError, bounded, names};
use asl_value::value::{Text, Value};

impl Execution {
    /// Applies an input. Fetch all commands first: an operation that no engine has fetched is never
    /// started.
    ///
    /// Given the same start (options included) and the same inputs at the same times, an execution
    /// is the same, byte for byte, whether or not it was saved and restored in between.
    #[inline]
    pub fn apply(&mut self, input: Input, now: u64) -> Applied {
        self.apply_sound(input.sound(), now)
    }

    /// As [`Execution::apply`], for an input that is [sound](Input::sound).
    #[doc(hidden)]
    #[inline]
    pub fn apply_sound(&mut self, input: Input, now: u64) -> Applied {
        let clock = self.now;
        let was_over = self.has_ended();
        let is_due =
            !was_over && self.deadline().is_some_and(|deadline| now.max(clock) >= deadline);
        let applied = self.take(input, now);
        let Err(refusal) = applied else { return applied.unwrap_or(Applied::Taken) };
        if is_due {
            return Applied::TimedOut(refusal);
        }
        // No journal keeps a refused input, so its time must not count.
        self.now = clock;
        let is_late = was_over && refusal == Refusal::Closed;
        Applied::Refused(if is_late { Refusal::Ended } else { refusal })
    }

    #[inline]
    fn take(&mut self, input: Input, now: u64) -> Result<Applied, Refusal> {
        let taken =
            |is_taken: bool, refusal| if is_taken { Ok(Applied::Taken) } else { Err(refusal) };
        match input {
            Input::Complete(op, outcome) => taken(self.complete(op, outcome, now), Refusal::Closed),
            Input::Submitted(op, answer) => {
                let was_open = self.is_open(op);
                // A task with an early result ends here; the input was accepted all the same.
                taken(
                    self.submitted(op, &answer, now) || (was_open && !self.is_open(op)),
                    Refusal::Closed,
                )
            }
            Input::Started(op, worker) => taken(self.started(op, worker, now), Refusal::Closed),
            Input::Report(op, report) => {
                self.report_on(op, report, now).map(Applied::Reported).map_err(|_| Refusal::Closed)
            }
            Input::Send(event) => {
                self.send(*event, now).map(|()| Applied::Taken).map_err(Refusal::Event)
            }
            Input::Acknowledge(op) => {
                self.acknowledge(op);
                Ok(Applied::Taken)
            }
            Input::Advance => {
                let was_over = self.has_ended();
                self.advance(now);
                taken(!was_over, Refusal::Ended)
            }
            Input::Cancel => taken(self.cancel(now), Refusal::Ended),
            Input::CancelWith(reason) => taken(self.cancel_with(*reason, now), Refusal::Ended),
            Input::GiveUp(cause) => {
                let was_over = self.has_ended();
                self.give_up(&cause, now);
                taken(!was_over, Refusal::Ended)
            }
            Input::UpdateMapRun(update) => {
                taken(!self.is_over(now) && update_map_run(self, &update), Refusal::Closed)
            }
            Input::Redrive(redrive) => {
                self.redrive(*redrive, now).map(|()| Applied::Taken).map_err(Refusal::Redrive)
            }
        }
    }

    /// Takes a report that was made with a task token. A result that comes before the service has
    /// answered is kept until then.
    pub fn report_by_token(
        &mut self,
        token: &str,
        report: Report,
        now: u64,
    ) -> Result<Reported, TokenError> {
        if self.is_over(now) {
            return Err(if self.by_token(token) == Err(TokenError::Unknown) {
                TokenError::Unknown
            } else {
                TokenError::Closed
            });
        }
        let op = self.by_token(token)?;
        self.report_on(op, report, now)
    }

    /// Applies a report on the operation of a token, as [`Execution::by_token`] returns it.
    pub fn report_on(
        &mut self,
        op: OpKey,
        report: Report,
        now: u64,
    ) -> Result<Reported, TokenError> {
        if self.is_over(now) {
            return Err(TokenError::Closed);
        }
        let now = self.now;
        let Some((form, ongoing)) = ongoing(self, op) else { return Err(TokenError::Closed) };
        if ongoing.early.is_some() {
            return Err(TokenError::Closed);
        }
        // A kept result must fit into a snapshot.
        let result = match report.sound() {
            Report::Done(output) => Ok(output),
            Report::Failed(error) => Err(error),
            Report::Heartbeat => {
                ongoing.beat = now;
                return Ok(Reported::Alive(op));
            }
        };
        if form == Form::Token && !ongoing.is_submitted {
            ongoing.early = Some(result);
            return Ok(Reported::Early(op));
        }
        self.complete(op, Outcome::from(result), now);
        Ok(Reported::Ended(op))
    }

    /// A worker has started an activity: its limits count from now on. Returns false if the
    /// execution no longer waits for it. Other tasks count as started at once.
    pub fn started(&mut self, op: OpKey, worker: Option<Text>, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        let now = self.now;
        let Some((_, ongoing)) = ongoing(self, op) else { return true };
        if !ongoing.is_started {
            (ongoing.since, ongoing.beat) = (now, now);
            report_while_waiting(self, op.frame, |run, frame| report_started(run, frame, worker));
        }
        true
    }

    /// The service has accepted the job of a `.sync` or `.waitForTaskToken` task, with this answer.
    /// Returns false if the execution no longer waits for the task, for example because an early
    /// result has ended it now.
    pub fn submitted(&mut self, op: OpKey, answer: &Value, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        let now = self.now;
        let Some((_, ongoing)) = ongoing(self, op) else { return true };
        if ongoing.is_submitted {
            return true;
        }
        if let Err(cause) = bounded(answer) {
            self.complete(op, Outcome::Failed(TaskError::new(names::TASK_FAILED, cause)), now);
            return false;
        }
        ongoing.is_submitted = true;
        let early = ongoing.early.take();
        report_while_waiting(self, op.frame, |run, frame| report_submitted(run, frame, answer));
        match early {
            None => true,
            Some(result) => {
                self.complete(op, Outcome::from(result), now);
                false
            }
        }
    }

    /// Resumes the frames that ran out of fuel; ends the execution if its time is over.
    pub fn advance(&mut self, now: u64) {
        if self.is_over(now) {
            return;
        }
        self.state.ready_queue.put_first(true);
        while let Some(id) = self.state.ready_queue.pop() {
            enter_scope_of(self, id);
            if let Some(join) = self.state.frames.take_join(id) {
                continue_join(self, id, join);
            } else if is_listening(self, id) {
                match_events(self);
            } else if let Some(mut frame) = self.state.frames.take(id) {
                let step = if frame.is_placed() {
                    enter_state(self, &mut frame)
                } else {
                    enter(self, &mut frame)
                };
                drive(self, frame, Some(id), step);
            }
            if self.fuel.is_empty()
                || (self.language().decides_after_commands() && !self.commands.is_empty())
            {
                return;
            }
        }
    }

    /// Applies one completion. Returns false if the execution no longer waits for the operation.
    pub fn complete(&mut self, op: OpKey, mut outcome: Outcome, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        enter_scope_of(self, op.frame);
        if let Some(join) = self.state.frames.take_join(op.frame) {
            self.state.ready_queue.put_first(false);
            complete_map_run_operation(self, op, join, outcome);
            return true;
        }
        let Some(mut frame) = self.state.frames.take(op.frame) else { return false };
        self.state.ready_queue.put_first(false);
        let step = match mem::take(&mut frame.waiting) {
            waiting @ (Waiting::Task(_) | Waiting::Ongoing(..)) => {
                match check_task(self, &mut frame, &waiting, &mut outcome) {
                    Ok(()) => {
                        // Fields that are evaluated now may read the task's token.
                        frame.waiting = Waiting::Task(op.serial());
                        resume(self, &mut frame, outcome.into_output())
                    }
                    Err(failure) => Err(failure),
                }
            }
            Waiting::Backoff(..) => wait_failure(outcome).and_then(|()| {
                frame.begin_attempt(self.now);
                enter(self, &mut frame)
            }),
            Waiting::Timer(..) => wait_failure(outcome).and_then(|()| {
                observe_after(self, &frame);
                resume(self, &mut frame, Value::Null)
            }),
            Waiting::Event(..) => {
                self.state.ready_queue.remove(op.frame);
                let nothing = stop_listening(self);
                wait_failure(outcome).and_then(|()| resume(self, &mut frame, nothing))
            }
            Waiting::Fuel | Waiting::Children(_) => {
                unreachable!("these wait for no operation")
            }
        };
        drive(self, frame, Some(op.frame), step);
        true
    }

    /// Aborts the execution: open operations are cancelled, and the result is a failure with
    /// [`Status::Aborted`](asl_value::error::Status). Returns false if it had ended before.
    pub fn cancel(&mut self, now: u64) -> bool {
        self.cancel_with(Cancellation::default(), now)
    }

    /// As [`Execution::cancel`], with an error and a cause for the failure and the history.
    pub fn cancel_with(&mut self, reason: Cancellation, now: u64) -> bool {
        if self.is_over(now) {
            return false;
        }
        let failure = reason.into_failure();
        note_cancel(self, &failure);
        end_early(self, failure, true);
        true
    }

    /// Fails the execution with `States.Runtime` and this cause, because its engine cannot continue
    /// it. Open operations are cancelled.
    pub fn give_up(&mut self, cause: &str, now: u64) {
        if !self.is_over(now) {
            end_early(self, Failure::runtime(cause), true);
        }
    }

    /// Sets clock and fuel for the next input. Returns true if the execution has ended, by its own
    /// time-out perhaps.
    fn is_over(&mut self, now: u64) -> bool {
        // Time must not run backwards, even if the engine's clock was set back.
        self.now = self.now.max(now);
        self.fuel.refill();
        if !matches!(self.state.frames.slot(ROOT), Slot::Frame(_)) {
            return true;
        }
        let over = self.state.setup().deadline.is_some_and(|deadline| self.now >= deadline);
        if over {
            time_out(self);
        }
        over
    }

    /// Resumes the execution; [`Input::Redrive`] does the same.
    ///
    /// # Errors
    /// It cannot be resumed, or not with this redrive; it is unchanged.
    #[inline]
    pub fn redrive(&mut self, redrive: Redrive, now: u64) -> Result<(), RedriveError> {
        restore_frames(self, redrive, now)?;
        self.advance(now);
        Ok(())
    }

    /// The engine has taken a detached call: a restored execution does not issue it again.
    pub fn acknowledge(&mut self, op: OpKey) {
        if let Some(globals) = self.state.setup.as_mut().and_then(|setup| setup.sm4c.as_deref_mut())
        {
            // Engines acknowledge them in order, so this is the first one.
            if let Some(at) = globals.detached.iter().position(|call| call.serial == op.serial) {
                globals.detached.remove(at);
            }
        }
    }

    /// Sends an event to the execution. It is kept until a state waits for events. An event that
    /// such a state has examined is dropped when its wait is over, unless an option keeps it.
    ///
    /// # Errors
    /// The event is too large, or the machine accepts no events; the execution is unchanged.
    pub fn send(&mut self, event: Event, now: u64) -> Result<(), SendError> {
        if !self.language().has_events() {
            return Err(SendError::NoEvents);
        }
        let size = event_size(self, &event)?;
        if self.is_over(now) {
            return Err(SendError::Ended);
        }
        if self.state.globals().inbox.is_full(size) {
            make_room(self, size)?;
        }
        let inbox = &mut self.state.globals_mut().inbox;
        inbox.events.push_back((event, size));
        let is_idle =
            is_listening(self, ROOT) && !self.state.ready_queue.iter().any(|id| id == ROOT);
        if is_idle {
            self.state.ready_queue.put_first(false);
            match_events(self);
        }
        Ok(())
    }
}

/// The failure of a wait that the engine could not start.
fn wait_failure(outcome: Outcome) -> Result<(), Failed> {
    if let Outcome::Failed(error) = outcome { Err(error.into_failure()) } else { Ok(()) }
}
