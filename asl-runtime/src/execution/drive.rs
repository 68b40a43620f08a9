//! Moves frames on: from step to step within one, and from frame to frame as their ends and their
//! waiting allow. Nothing here recurses; how deeply a machine is nested costs memory, not stack.

use crate::error::{Failed, Failure, bounded};
use crate::history::{Details, EventType};
use crate::machine::{Call, Kind, Next, NodeId, Retrier, Step, Wait};
use crate::value::Value;

use super::events::history_full;
use super::frames::{Frame, FrameId, Inputs, Join, NONE, Place, ROOT, Waiting};
use super::lifecycle::checked;
use super::retry::{Origin, delay_too_long, matches};
use super::sm4c::{Verdict, no_state};
use super::{Alone, Command, Execution, OpKey, Outcome};

/// What becomes of a frame that is moved on.
pub(super) enum Turn {
    /// It waits, at this place of the arena.
    Waiting(FrameId),
    /// It is at this place of the arena and starts what this join says.
    Forked(FrameId, Box<Join>),
    /// It is done.
    Ended(Ended),
}

pub(super) struct Ended {
    frame: Frame,
    place: Option<FrameId>,
    result: Result<Value, Failed>,
}

/// The joins whose children are being started, outermost first; each one's frame is a child of the
/// one before. A child that is not in its parent's `places` yet belongs to the last of them.
pub(super) type Starting = Vec<(FrameId, Box<Join>)>;

/// What becomes of a failure at a node.
pub(super) enum Recovery {
    Retry(u64),
    /// Retry at once.
    Again,
    Caught(Next),
    Lost(Failed),
}

impl Execution {
    /// Moves a frame on, and everything that its end or its waiting lets go on.
    pub(super) fn drive(&mut self, frame: Frame, place: Option<FrameId>, step: Next) {
        let turn = self.turn(frame, place, step);
        self.settle(turn, Starting::new());
        self.leave_children();
    }

    /// Goes on with starting children where fuel ran out.
    pub(super) fn continue_join(&mut self, id: FrameId, join: Box<Join>) {
        let mut starting = Starting::new();
        let turn = self.start_child(id, join, &mut starting, false);
        self.settle(turn, starting);
        self.leave_children();
    }

    fn settle(&mut self, mut turn: Turn, mut starting: Starting) {
        loop {
            turn = match turn {
                Turn::Forked(id, join) if !starting.is_empty() && self.begins_later(id, &join) => {
                    self.state.starved.push_last(id);
                    self.state.frames.put_join(id, join);
                    Turn::Waiting(id)
                }
                Turn::Forked(id, join) => {
                    self.settle_child(id);
                    self.start_child(id, join, &mut starting, true)
                }
                Turn::Waiting(id) => {
                    self.settle_child(id);
                    let Some((parent, mut join)) = starting.pop() else { return };
                    join.opened(id, self.state.frames.child_mut(id).map_or(1, |child| child.items));
                    self.enter_scope_of(parent);
                    self.start_child(parent, join, &mut starting, true)
                }
                Turn::Ended(ended) => {
                    let Some(turn) = self.hand_over(ended, &mut starting) else { return };
                    turn
                }
            }
        }
    }

    /// Starts children as far as window and fuel allow; with none to start, waits for the open ones
    /// or goes on after the last. A child takes a place in the arena only when it waits or forks:
    /// one that waits for nothing leaves its output here and nothing else.
    ///
    /// `has_begun`: children of it have begun in this turn, and no engine knows of it yet.
    fn start_child(
        &mut self,
        id: FrameId,
        mut join: Box<Join>,
        starting: &mut Starting,
        has_begun: bool,
    ) -> Turn {
        let mut has_begun = has_begun;
        loop {
            while join.wants_more() && self.fuel > 0 {
                self.fuel -= 1;
                has_begun = true;
                if join.is_run() && self.unpark(&mut join) {
                    continue;
                }
                let mut child = match self.child(id, &mut join) {
                    Ok(child) => child,
                    Err(failure) => return self.abandon(id, &join, failure),
                };
                let is_execution = join.is_run();
                if is_execution {
                    self.enter_child(&child);
                }
                if self.fuel == 0 {
                    self.report_entered(&mut child);
                    starting.push((id, join));
                    return self.starve(child, &mut None);
                }
                let step = self.enter_state(&mut child);
                if is_execution || !matches!(step, Ok(Step::End)) || self.is_exhausted() {
                    starting.push((id, join));
                    return self.turn(child, None, step);
                }
                if let Err(failure) = self.exit_state(&mut child) {
                    starting.push((id, join));
                    return Turn::Ended(Ended { frame: child, place: None, result: Err(failure) });
                }
                self.report_done(id, &mut join, &child);
                join.places.push(Place::Done(child.data));
            }
            // Whoever ran out of fuel below it goes on first, before it reads, writes or ends.
            if !join.is_run() || self.fuel == 0 {
                break;
            }
            join = match self.rest_of_run(id, join) {
                Ok(turn) => return turn,
                // What was held up can go on.
                Err(join) => join,
            };
        }
        if self.is_sm4c() {
            return self.decide(id, join, has_begun);
        }
        if join.is_complete() && self.fuel > 0 {
            return self.joined(id, *join);
        }
        if join.waits_for_turn() || join.is_complete() {
            self.state.starved.push(id);
        }
        self.state.frames.put_join(id, join);
        Turn::Waiting(id)
    }

    /// What becomes of a join of SM4C that starts no more children now. Where some lose that have
    /// only just begun, the engine is to know of them first.
    fn decide(&mut self, id: FrameId, mut join: Box<Join>, has_begun: bool) -> Turn {
        if self.fuel == 0 && join.is_complete() {
            self.state.starved.push(id);
            self.state.frames.put_join(id, join);
            return Turn::Waiting(id);
        }
        let is_short = has_begun && join.open > 0;
        let verdict =
            if join.wants_more() { Verdict::Open } else { self.verdict(id, &mut join, !is_short) };
        match verdict {
            Verdict::Open => {
                if join.wants_more() {
                    self.state.starved.push(id);
                }
            }
            Verdict::Due => self.state.starved.push_last(id),
            Verdict::Done => {
                self.abort_rest(&join);
                return self.joined(id, *join);
            }
            Verdict::Failed(failure) => {
                self.abort_rest(&join);
                return self.fall(id, failure);
            }
        }
        self.state.frames.put_join(id, join);
        Turn::Waiting(id)
    }

    /// Children that have lost are cancelled, in index order.
    fn abort_rest(&mut self, join: &Join) {
        for other in join.open_children() {
            self.abort_tree(other, false, 0);
        }
    }

    /// The frame goes on with a failure of its children.
    fn fall(&mut self, id: FrameId, failure: Failed) -> Turn {
        let Some(frame) = self.state.frames.take(id) else {
            unreachable!("a parent stays in the arena")
        };
        self.turn(frame, Some(id), Err(failure))
    }

    /// A distributed Map's read or write has ended.
    pub(super) fn complete_run(&mut self, op: OpKey, mut join: Box<Join>, outcome: Outcome) {
        self.state.starved.remove(op.frame);
        self.run_answered(&mut join, op.serial, outcome);
        self.continue_join(op.frame, join);
    }

    /// All children are done: the frame goes on with their outputs.
    fn joined(&mut self, id: FrameId, join: Join) -> Turn {
        let Some(mut frame) = self.state.frames.take(id) else {
            unreachable!("a parent stays in the arena")
        };
        frame.last_event = join.end_event;
        let kind = self.node(&frame).state_kind;
        let succeeded =
            self.report(frame.last_event, EventType::StateSucceeded(kind), Details::default);
        let result = if self.is_sm4c() {
            self.observe_after(&frame);
            self.outputs_sm4c(&frame, join)
        } else {
            Value::array(join.into_outputs())
        };
        let step = self.resume(&mut frame, result);
        if step.is_err() {
            // As recorded, Succeeded and Exited follow the same event; a failure of the state's own
            // follows Succeeded.
            frame.last_event = succeeded;
        }
        self.turn(frame, Some(id), step)
    }

    /// A frame is done: its parent takes the result.
    fn hand_over(&mut self, ended: Ended, starting: &mut Starting) -> Option<Turn> {
        let Ended { mut frame, mut place, result } = ended;
        let is_fatal = result.as_ref().is_err_and(|failure| self.is_fatal(failure));
        if is_fatal && self.is_in_child() {
            frame = self.fail_child(frame, place.take(), starting);
        } else if frame.parent == NONE || is_fatal {
            if frame.parent != NONE {
                self.abort_all(false);
            }
            self.end(result, frame.last_event);
            return None;
        }
        // The end of a child is a step of its own, and so is that of its parent's join.
        self.fuel = self.fuel.saturating_sub(1);
        let is_new = !starting.is_empty();
        let (parent, mut join) = match starting.pop() {
            Some(parent) => parent,
            None => (frame.parent, self.state.frames.take_join(frame.parent)?),
        };
        if !is_new {
            if join.waits_for_turn() || self.is_sm4c() {
                self.state.starved.remove(parent);
            }
            join.open = join.open.saturating_sub(1);
        }
        if let Some(place) = place {
            self.state.frames.free(place);
        }
        if join.is_run() {
            self.enter_scope_of(parent);
            self.child_ended(&mut join, &frame, result);
            return Some(self.start_child(parent, join, starting, false));
        }
        match result {
            Ok(output) => {
                self.report_done(parent, &mut join, &frame);
                if is_new {
                    join.places.push(Place::Done(output));
                } else if let Some(place) =
                    usize::try_from(frame.index).ok().and_then(|at| join.places.get_mut(at))
                {
                    *place = Place::Done(output);
                }
                Some(self.start_child(parent, join, starting, is_new))
            }
            Err(failure) if self.keeps_failures(parent) => {
                join.keep_failure(frame.index, is_new, failure, self.stops_at_failure(parent));
                Some(self.start_child(parent, join, starting, is_new))
            }
            Err(failure) => Some(self.lose(parent, &join, &frame, failure)),
        }
    }

    /// The first failure wins: the other children are cancelled, in index order.
    fn lose(&mut self, id: FrameId, join: &Join, child: &Frame, failure: Failed) -> Turn {
        self.report_lost_child(id, child);
        let is_iteration = self.is_for_each(id);
        for other in join.open_children() {
            self.abort_tree(other, is_iteration, child.last_event);
        }
        let Some(mut frame) = self.state.frames.take(id) else {
            unreachable!("a parent stays in the arena")
        };
        frame.last_event = child.last_event;
        self.turn(frame, Some(id), Err(failure))
    }

    /// What the next child works on cannot be made: a fault of the parent's own, which ends its
    /// other children.
    #[cold]
    fn abandon(&mut self, id: FrameId, join: &Join, failure: Failed) -> Turn {
        let is_iteration = self.is_for_each(id);
        let run = match &join.inputs {
            Inputs::Run(run) => Some(run),
            Inputs::Same(_) | Inputs::Each(_) => None,
        };
        for serial in run.into_iter().flat_map(|run| run.serials()) {
            self.cancel_operation(OpKey { serial, frame: id });
        }
        for other in join.open_children() {
            if run.is_some() {
                self.abort_silently(other);
            } else {
                self.abort_tree(other, is_iteration, join.started_event);
            }
        }
        let Some(frame) = self.state.frames.take(id) else {
            unreachable!("a parent stays in the arena")
        };
        self.turn(frame, Some(id), Err(failure))
    }

    /// Moves a frame on until it ends, waits or forks.
    pub(super) fn turn(
        &mut self,
        mut frame: Frame,
        mut place: Option<FrameId>,
        mut step: Next,
    ) -> Turn {
        loop {
            if self.is_exhausted() {
                step = Err(history_full());
            }
            step = match step {
                Ok(Step::Goto(node)) => match self.transition(&mut frame, node) {
                    Some(Ok(())) if self.fuel > 0 => self.enter(&mut frame),
                    Some(Ok(())) => return self.starve(frame, &mut place),
                    Some(Err(failure)) => {
                        return Turn::Ended(Ended { frame, place, result: Err(failure) });
                    }
                    None => return self.ended(frame, place),
                },
                Ok(Step::End) => match self.leave_last(&mut frame) {
                    Ok(()) => return self.ended(frame, place),
                    Err(failure) => {
                        return Turn::Ended(Ended { frame, place, result: Err(failure) });
                    }
                },
                Ok(Step::Wait(wait)) => match self.wake(&frame, wait) {
                    Some(wake) => return self.wait(frame, &mut place, wake, Waiting::Timer),
                    None => self.resume(&mut frame, Value::Null),
                },
                Ok(Step::Done(value)) => self.resume(&mut frame, value),
                Ok(Step::Task(input)) => match bounded(&input) {
                    Ok(()) if self.is_detached(&frame) => self.detach(&mut frame, input),
                    Ok(()) => return self.call(frame, &mut place, Call::of(input)),
                    Err(cause) => Err(Failure::runtime_unplaced(cause)),
                },
                Ok(Step::Call(call)) => match bounded(&call.input) {
                    Ok(()) => return self.call(frame, &mut place, *call),
                    Err(cause) => Err(Failure::runtime_unplaced(cause)),
                },
                Ok(Step::Await) if place.is_none_or(|place| place != ROOT) => Err(no_state()),
                Ok(Step::Await) => return self.listen(frame, &mut place),
                Ok(Step::Fork(input)) => return self.fork(frame, &mut place, Inputs::Same(input)),
                Ok(Step::ForEach(each)) => match self.open_each(&mut frame, *each) {
                    Ok(join) => {
                        return Turn::Forked(self.state.frames.put(&mut place, frame), join);
                    }
                    Err(failure) => Err(failure),
                },
                Err(failure) => match self.recover(&mut frame, failure) {
                    Recovery::Retry(after) => {
                        let wake = self.now.saturating_add(after);
                        return self.wait(frame, &mut place, wake, Waiting::Backoff);
                    }
                    Recovery::Again if self.fuel > 0 => {
                        self.fuel -= 1;
                        self.enter(&mut frame)
                    }
                    Recovery::Again => return self.starve(frame, &mut place),
                    Recovery::Caught(Ok(step)) => Ok(step),
                    Recovery::Caught(Err(mut failure)) | Recovery::Lost(mut failure) => {
                        failure.unhandled = false;
                        return Turn::Ended(Ended { frame, place, result: Err(failure) });
                    }
                },
            }
        }
    }

    /// The frame goes on when there is fuel again.
    fn starve(&mut self, mut frame: Frame, place: &mut Option<FrameId>) -> Turn {
        frame.waiting = Waiting::Fuel;
        let id = self.state.frames.put(place, frame);
        self.state.starved.push(id);
        Turn::Waiting(id)
    }

    /// When a wait is over; nothing if it is over already. In SM4C a delay of no time is one all
    /// the same.
    fn wake(&self, frame: &Frame, wait: Wait) -> Option<u64> {
        let wake = match wait {
            Wait::For(millis) => frame.entered.saturating_add(millis),
            Wait::Until(time) => time,
        };
        (wake > self.now || self.is_sm4c()).then_some(wake)
    }

    /// One transition outside the inner loop. `None`: a single state ends with it.
    fn transition(&mut self, frame: &mut Frame, node: NodeId) -> Option<Result<(), Failed>> {
        if let Err(failure) = self.exit_state(frame) {
            return Some(Err(failure));
        }
        if frame.parent == NONE && self.leaves_state(node) && self.state.leave(node) {
            return None;
        }
        if self.is_sm4c() {
            self.observe_left(frame, Some(node));
        }
        frame.at.node = node;
        frame.at.visit = frame.at.visit.wrapping_add(1);
        frame.begin_visit();
        self.fuel = self.fuel.saturating_sub(1);
        self.report_entered(frame);
        Some(Ok(()))
    }

    /// The last node of a frame is left.
    fn leave_last(&mut self, frame: &mut Frame) -> Result<(), Failed> {
        if self.is_sm4c() {
            self.observe_left(frame, None);
        }
        self.exit_state(frame)
    }

    /// The output of the state stands.
    fn exit_state(&mut self, frame: &mut Frame) -> Result<(), Failed> {
        let state = self.node(frame).state;
        self.within_limit(&frame.data, || state)?;
        self.report_exited(frame);
        Ok(())
    }

    pub(super) fn enter_state(&mut self, frame: &mut Frame) -> Next {
        self.report_entered(frame);
        self.enter(frame)
    }

    /// Runs the inner loop; one transition only where each is watched, and where the state was
    /// entered before now: what `Cx` says holds for all states the loop passes through.
    #[inline]
    pub(super) fn enter(&mut self, frame: &mut Frame) -> Next {
        let is_watched = self.observer.is_some() || self.has_quotas();
        let is_alone = frame.parent == NONE && self.state.setup().alone != Alone::Not;
        let is_again = frame.is_retried() || frame.entered != self.now;
        // What is random depends on the visit, which is known where it began.
        let is_random = self.machine.uses.random;
        let fuel = if is_watched || is_alone || is_again || is_random {
            0
        } else {
            self.fuel.saturating_sub(1)
        };
        frame.waiting = Waiting::Fuel;
        let before = frame.at.visit;
        if self.is_sm4c() {
            return self.enter_sm4c(frame, fuel);
        }
        let step =
            self.with_cx(frame, |machine, at, data, cx| (machine.advance)(at, data, cx, fuel));
        let used = frame.at.visit.wrapping_sub(before);
        if used > 0 {
            self.fuel = self.fuel.saturating_sub(used);
            // Each transition leaves one state and enters another.
            self.state.events = self.state.events.saturating_add(2 * u64::from(used));
            (frame.last_event, frame.entered_event) = (self.state.events, self.state.events);
        }
        checked(frame, step?)
    }

    /// The same where events are told in another way, or not counted.
    fn enter_sm4c(&mut self, frame: &mut Frame, fuel: u32) -> Next {
        self.observe_before(frame);
        let before = frame.at.visit;
        let step =
            self.with_cx(frame, |machine, at, data, cx| (machine.advance)(at, data, cx, fuel));
        self.fuel = self.fuel.saturating_sub(frame.at.visit.wrapping_sub(before));
        self.observe_done(frame, &step);
        checked(frame, step?)
    }

    /// Whether a transition to a node leaves a state. In SM4C a state has several nodes.
    fn leaves_state(&self, node: NodeId) -> bool {
        self.sm4c_row(node).is_none_or(|node| node.is_entry)
    }

    fn fork(&mut self, mut frame: Frame, place: &mut Option<FrameId>, inputs: Inputs) -> Turn {
        let window = self.fork_row(&frame).map_or(0, |row| row.window);
        let join = self.open_join(&mut frame, inputs, window);
        Turn::Forked(self.state.frames.put(place, frame), join)
    }

    fn wait(
        &mut self,
        mut frame: Frame,
        place: &mut Option<FrameId>,
        wake: u64,
        waiting: fn(u64, u64) -> Waiting,
    ) -> Turn {
        let serial = self.next_serial();
        frame.waiting = waiting(serial, wake);
        let frame = self.state.frames.put(place, frame);
        self.commands.push(Command::Timer {
            op: OpKey { serial, frame },
            after: wake.saturating_sub(self.now),
        });
        Turn::Waiting(frame)
    }

    fn call(&mut self, mut frame: Frame, place: &mut Option<FrameId>, call: Call) -> Turn {
        let Some(task) = self.task(&frame) else {
            unreachable!("only tasks return Step::Task and Step::Call")
        };
        self.report_scheduled(&mut frame, task, &call);
        if self.is_exhausted() {
            return Turn::Ended(Ended { frame, place: *place, result: Err(history_full()) });
        }
        let serial = self.next_serial();
        let is_limited = self.call_row(&frame).is_some_and(|call| call.null_after.is_some());
        frame.waiting = self.begin_task(task, serial, is_limited);
        let id = *place.get_or_insert_with(|| self.state.frames.reserve());
        self.command_task(OpKey { serial, frame: id }, &frame, task, call);
        self.state.frames.put(place, frame);
        Turn::Waiting(id)
    }

    /// The frame is done: its data is its output, of SM4C's root the global data.
    fn ended(&mut self, mut frame: Frame, place: Option<FrameId>) -> Turn {
        let output = if self.is_sm4c() && frame.parent == NONE {
            self.sm4c_output()
        } else {
            std::mem::take(&mut frame.data)
        };
        Turn::Ended(Ended { frame, place, result: Ok(output) })
    }

    /// Retriers first, then catchers, as the node's tables say.
    fn recover(&mut self, frame: &mut Frame, mut failure: Failed) -> Recovery {
        if self.is_sm4c() {
            return self.handle(frame, failure);
        }
        let node = self.node(frame);
        // A fault of the state itself still lacks its place; one that comes out of a branch has it.
        let is_branch = matches!(node.kind, Kind::Fork(_)) && !failure.unplaced;
        let origin = if is_branch { Origin::Branch } else { Origin::State };
        self.say_where(frame, &mut failure);
        if self.is_fatal(&failure) {
            return Recovery::Lost(failure);
        }
        match self.retry(node.retry, frame, &failure, origin) {
            None => {}
            Some(Ok(delay)) => return Recovery::Retry(delay),
            Some(Err(mut too_long)) => {
                self.say_where(frame, &mut too_long);
                return Recovery::Lost(too_long);
            }
        }
        if matches!(frame.waiting, Waiting::Children(_)) {
            self.report_in(frame, EventType::StateFailed(node.state_kind), |_| Details::default());
            frame.waiting = Waiting::Fuel;
        }
        let catcher = node
            .catch
            .iter()
            .zip(0..)
            .find(|(catcher, _)| matches(catcher.errors, &failure, origin));
        let Some((_, at)) = catcher else { return Recovery::Lost(failure) };
        let error = failure.into_error_output();
        let next = self.with_cx(frame, |machine, place, data, cx| {
            (machine.caught)(place.node, at, data, cx, error)
        });
        Recovery::Caught(next.and_then(|step| checked(frame, step)).map_err(|mut failure| {
            self.say_where(frame, &mut failure);
            failure
        }))
    }

    /// The delay of the next retry, if one is left. A retrier's counter covers the whole visit of
    /// the state.
    fn retry(
        &self,
        retriers: &[Retrier],
        frame: &mut Frame,
        failure: &Failure,
        origin: Origin,
    ) -> Option<Result<u64, Failed>> {
        let (retrier, at) = retriers
            .iter()
            .zip(0..)
            .find(|(retrier, _)| matches(retrier.errors, failure, origin))?;
        let operation_id = retrier.jitter.then(|| self.operation_id_of(frame).to_string());
        let extra = frame.extra.get_or_insert_default();
        extra.used.resize(retriers.len(), 0);
        let used = extra.used.get_mut::<usize>(at)?;
        if *used >= retrier.max_attempts {
            return None;
        }
        *used += 1;
        let Some(delay) = retrier.delay(*used - 1) else {
            return Some(Err(Failure::runtime_unplaced(delay_too_long(*used))));
        };
        Some(Ok(operation_id.map_or(delay, |operation_id| {
            Retrier::jittered(delay, self.state.seed, &operation_id)
        })))
    }

    /// AWS's wording of faults that the runtime finds.
    fn say_where(&self, frame: &Frame, failure: &mut Failure) {
        if !std::mem::take(&mut failure.unplaced) {
            return;
        }
        let (state, event) = (self.node(frame).state, frame.entered_event);
        let cause = failure.cause.as_deref().unwrap_or_default();
        let placed = format!(
            "An error occurred while executing the state '{state}' (entered at the event id #{event}). {cause}"
        );
        failure.cause = Some(placed.into());
    }
}
