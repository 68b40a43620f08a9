//! The beginning and the end of an execution, and what comes from outside in between.

use std::mem;
use std::sync::Arc;

use crate::error::{Failed, Failure, Phase, Timeout, bounded, names};
use crate::history::EventType;
use crate::machine::{Machine, Next, NodeId, Step};
use crate::value::Value;

use super::command::{Outcome, Queue};
use super::frames::{Frame, Frames, NONE, ROOT, Waiting};
use super::sm4c::Globals;
use super::starved::Starved;
use super::{Alone, Execution, FUEL, Identity, OpKey, Setup, StartOptions, State};

impl Execution {
    /// Starts a machine; it runs at once, up to where it waits.
    #[inline]
    pub fn start(machine: &'static Machine, input: Value, options: StartOptions) -> Self {
        Self::begin(machine, machine.start, input, options, Alone::Not)
    }

    /// Starts at this node and runs its state alone, with its retriers and catchers: it ends at the
    /// first transition, and [`Execution::exit`] tells where that leads.
    pub fn start_at(
        machine: &'static Machine,
        node: NodeId,
        input: Value,
        options: StartOptions,
    ) -> Self {
        Self::begin(machine, node, input, options, Alone::State)
    }

    #[inline]
    fn begin(
        machine: &'static Machine,
        node: NodeId,
        input: Value,
        options: StartOptions,
        alone: Alone,
    ) -> Self {
        let (mut run, mut frame) = Self::prepare(machine, node, input, options, alone);
        let given = run.state.setup().sm4c.as_ref().map_or(&frame.data, |globals| &globals.data);
        let step = match bounded(given) {
            Ok(()) => run.enter_state(&mut frame),
            Err(cause) => Err(Failure::runtime(cause)),
        };
        match step {
            // It waited for nothing and nobody watches: the root ends here, without a turn of the
            // driver.
            Ok(Step::End) if run.observer.is_none() && !run.has_quotas() && !run.is_sm4c() => {
                run.report_exited(&mut frame);
                run.end(Ok(frame.data), frame.last_event);
            }
            step => run.drive(frame, Some(ROOT), step),
        }
        run
    }

    /// A machine that is about to start: [`Execution::go`] starts it.
    pub(super) fn paused(machine: &'static Machine, input: Value, options: StartOptions) -> Self {
        let (mut run, mut frame) =
            Self::prepare(machine, machine.start, input, options, Alone::Not);
        run.report_entered(&mut frame);
        run.state.frames.put(&mut Some(ROOT), frame);
        run.state.starved.push(ROOT);
        run
    }

    pub(super) fn go(&mut self) {
        self.fuel = self.fuel_limit;
        self.state.starved.clear();
        let Some(mut frame) = self.state.frames.take(ROOT) else { return };
        let step = self.enter(&mut frame);
        self.drive(frame, Some(ROOT), step);
    }

    /// An execution that has told of its start, and its first frame.
    #[inline]
    fn prepare(
        machine: &'static Machine,
        node: NodeId,
        input: Value,
        options: StartOptions,
        alone: Alone,
    ) -> (Self, Frame) {
        let StartOptions {
            id,
            name,
            role_arn,
            machine_id,
            now,
            seed,
            fuel,
            observer,
            events,
            dice,
        } = options;
        let limit = machine.time_limit().filter(|_| alone == Alone::Not);
        let is_named =
            !(id.is_empty() && name.is_empty() && role_arn.is_empty() && machine_id.is_empty());
        let is_told = machine.uses.context;
        let (input, sm4c) = match machine.sm4c {
            None => (input, None),
            Some(_) => (Value::Null, Some(Globals::new(input, now, events, dice))),
        };
        let is_long = limit.is_some() || alone != Alone::Not || sm4c.is_some();
        let setup = (is_named || is_told || is_long).then(|| {
            Box::new(Setup {
                deadline: limit.map(|millis| now.saturating_add(millis)),
                identity: is_named.then(|| Arc::new(Identity { id, name, role_arn, machine_id })),
                alone,
                started: now,
                input: if is_told { input.clone() } else { Value::Null },
                sm4c,
                ..Setup::default()
            })
        });
        let state = State {
            frames: Frames::default(),
            starved: Starved::default(),
            serial: 0,
            events: 0,
            seed,
            setup,
        };
        let mut run = Self::idle(machine, state, now, fuel, observer.map(Box::new));
        run.report_start(&input);
        run.observe_start();
        run.fuel = run.fuel_limit;
        (run, Frame::new(node, input, NONE, 0, 0))
    }

    pub(super) fn idle(
        machine: &'static Machine,
        state: State,
        now: u64,
        fuel: u32,
        observer: Option<Box<Box<dyn crate::history::Observer>>>,
    ) -> Self {
        let fuel_limit = if fuel == 0 { FUEL } else { fuel };
        Self {
            machine,
            state,
            commands: Queue::default(),
            fetched: 0,
            now,
            fuel: 0,
            fuel_limit,
            scope: None,
            observer,
        }
    }

    /// Goes on with what ran out of fuel; ends the execution if its time is over.
    pub fn advance(&mut self, now: u64) {
        if self.is_over(now) {
            return;
        }
        self.state.starved.put_first(true);
        while let Some(id) = self.state.starved.pop() {
            self.enter_scope_of(id);
            if let Some(join) = self.state.frames.take_join(id) {
                self.continue_join(id, join);
            } else if self.is_listening(id) {
                self.look_at_events();
            } else if let Some(mut frame) = self.state.frames.take(id) {
                let step = self.enter(&mut frame);
                self.drive(frame, Some(id), step);
            }
            // What SM4C is about to decide waits until the engine knows of what has begun.
            if self.fuel == 0 || (self.is_sm4c() && !self.commands.is_empty()) {
                return;
            }
        }
    }

    /// Applies one completion. False: nobody waits for it any more, which is what losing a race
    /// looks like.
    pub fn complete(&mut self, op: OpKey, outcome: Outcome, now: u64) -> bool {
        if self.is_over(now) || !self.is_open(op) {
            return false;
        }
        self.enter_scope_of(op.frame);
        if let Some(join) = self.state.frames.take_join(op.frame) {
            self.state.starved.put_first(false);
            self.complete_run(op, join, outcome);
            return true;
        }
        let Some(mut frame) = self.state.frames.take(op.frame) else { return false };
        self.state.starved.put_first(false);
        let step = match (mem::take(&mut frame.waiting), outcome) {
            // The engine has no timer for it.
            (Waiting::Backoff(..) | Waiting::Timer(..), Outcome::Failed(error)) => {
                Err(error.into_failure())
            }
            (Waiting::Backoff(..), _) => self.enter(&mut frame),
            (Waiting::Timer(..), _) => {
                self.observe_after(&frame);
                self.resume(&mut frame, Value::Null)
            }
            (Waiting::Event(..), outcome) => {
                self.state.starved.remove(op.frame);
                let nothing = self.stop_listening();
                match outcome {
                    Outcome::Failed(error) => Err(error.into_failure()),
                    Outcome::Done(_)
                    | Outcome::Items(..)
                    | Outcome::TimedOut
                    | Outcome::HeartbeatMissed => self.resume(&mut frame, nothing),
                }
            }
            (waiting @ (Waiting::Task(_) | Waiting::Ongoing(..)), outcome) if self.is_sm4c() => {
                match self.call_ended(&frame, &waiting, outcome) {
                    Ok(output) => {
                        self.observe_after(&frame);
                        self.resume(&mut frame, output)
                    }
                    Err(failure) => Err(failure),
                }
            }
            (waiting @ (Waiting::Task(_) | Waiting::Ongoing(..)), outcome) => {
                match self.task_ended(&mut frame, &waiting, outcome) {
                    Ok(output) => self.resume(&mut frame, output),
                    Err(failure) => Err(failure),
                }
            }
            (Waiting::Fuel | Waiting::Children(_), _) => {
                unreachable!("these wait for no operation")
            }
        };
        self.drive(frame, Some(op.frame), step);
        true
    }

    /// Ends it from outside: everything open is cancelled, the result is a failure with
    /// [`Status::Aborted`](crate::error::Status). False: it had ended before.
    pub fn cancel(&mut self, now: u64) -> bool {
        if self.is_over(now) {
            return false;
        }
        self.end_early(Failure::aborted(), true);
        true
    }

    /// Ends it, with `States.Runtime` and this cause, because its engine cannot go on with it;
    /// everything open is cancelled.
    pub fn give_up(&mut self, cause: &str, now: u64) {
        if !self.is_over(now) {
            self.end_early(Failure::runtime(cause), true);
        }
    }

    /// Sets clock and fuel for what comes; true if there is nothing to come because the execution
    /// has ended, its time-out included.
    pub(super) fn is_over(&mut self, now: u64) -> bool {
        // A clock that was set back must not turn time around.
        (self.now, self.fuel) = (self.now.max(now), self.fuel_limit);
        if !matches!(self.state.frames.slot(ROOT), super::frames::Slot::Frame(_)) {
            return true;
        }
        let over = self.state.setup().deadline.is_some_and(|deadline| self.now >= deadline);
        match self.machine.sm4c {
            Some(row) if over => self.time_out_sm4c(row),
            // As at AWS, a machine's own time-out names none of the states that it cuts off.
            None if over => self.end_early(Failure::machine_timed_out(self.machine.profile), false),
            Some(_) | None => {}
        }
        over
    }

    /// Ends the execution while things are open; an event names each state that is cut off, if
    /// `is_told`.
    fn end_early(&mut self, failure: Failed, is_told: bool) {
        self.abort_all(is_told);
        self.end(Err(failure), 0);
    }

    pub(super) fn end(&mut self, result: Result<Value, Failed>, last_event: u64) {
        self.report_end(&result, last_event);
        if self.is_sm4c() {
            self.observe_end(result.as_ref().ok());
        }
        self.state.starved.clear();
        self.state.frames.end(result);
    }

    /// What a task's outcome means, and the event that tells of it.
    fn task_ended(
        &mut self,
        frame: &mut Frame,
        waiting: &Waiting,
        outcome: Outcome,
    ) -> Result<Value, Failed> {
        let phase = if let Outcome::Failed(error) = &outcome { error.phase } else { Phase::Run };
        if matches!(waiting, Waiting::Ongoing(_, ongoing) if !ongoing.is_started)
            && matches!((&outcome, phase), (Outcome::Done(_) | Outcome::Failed(_), Phase::Run))
        {
            self.report_started(frame, None);
        }
        let result = match outcome {
            Outcome::Done(output) => match bounded(&output) {
                Err(cause) => Err(Box::new(Failure::new(names::TASK_FAILED, cause))),
                Ok(()) => {
                    self.within_limit(&output, || self.resource(frame).spoken()).map(|()| output)
                }
            },
            Outcome::Items(..) => Err(Box::new(Failure::new(
                names::TASK_FAILED,
                "the engine's answer is none of a task",
            ))),
            Outcome::Failed(error) => Err(error.into_failure()),
            Outcome::TimedOut => Err(Failure::timed_out(Timeout::Time)),
            Outcome::HeartbeatMissed => Err(Failure::timed_out(Timeout::Heartbeat)),
        };
        match &result {
            Ok(output) => self.report_task(frame, EventType::Succeeded, Some(output), None),
            Err(failure) if failure.timeout == Timeout::None => {
                let kind = match phase {
                    Phase::Schedule => EventType::ScheduleFailed,
                    Phase::Start => EventType::StartFailed,
                    Phase::Submit => |_| EventType::SubmitFailed,
                    Phase::Run => EventType::Failed,
                };
                self.report_task(frame, kind, None, Some(failure));
            }
            Err(failure) => self.report_task(frame, EventType::TimedOut, None, Some(failure)),
        }
        if let Err(failure) = &result {
            self.warn_of_name(frame, failure);
        }
        result
    }

    pub(super) fn resume(&mut self, frame: &mut Frame, result: Value) -> Next {
        frame.waiting = Waiting::Fuel;
        let step = self
            .with_cx(frame, |machine, at, data, cx| (machine.resume)(at.node, data, cx, result));
        step.and_then(|step| checked(frame, step)).map_err(|failure| self.beyond_handlers(failure))
    }
}

/// Data must stay within its limits wherever a state made it.
pub(super) fn checked(frame: &Frame, step: Step) -> Next {
    match bounded(&frame.data) {
        Ok(()) => Ok(step),
        Err(cause) => Err(Failure::runtime_unplaced(cause)),
    }
}
