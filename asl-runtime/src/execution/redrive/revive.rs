//! Puts an execution that has ended back to where it stood before it failed.

use crate::event::Event;
use crate::execution::frames::{Frame, FrameId, Frames, Inputs, Join, ROOT, Slot, Waiting};
use crate::execution::map_run::{MapRun, Open, Source};
use crate::execution::restore::check;
use crate::execution::sm4c::Globals;
use crate::execution::starved::Starved;
use crate::execution::{Alone, Execution, Redrive, RedriveError, Setup, State};
use crate::history::{Details, EventType};

/// AWS: an execution with this many events "can't be redriven".
const MOST_EVENTS: u64 = 24_999;

impl Execution {
    /// Resumes the execution; [`Input::Redrive`](crate::execution::Input::Redrive) does the same.
    ///
    /// # Errors
    /// It cannot be resumed, or not with this; it is as it was.
    pub fn redrive(&mut self, redrive: Redrive, now: u64) -> Result<(), RedriveError> {
        self.revive(redrive, now)?;
        self.advance(now);
        Ok(())
    }

    /// How often it was resumed, and when for the last time.
    pub fn redriven(&self) -> Option<(u32, u64)> {
        let setup = self.state.setup();
        (setup.redrives > 0).then_some((setup.redrives, setup.redriven))
    }

    /// Whether an execution that ended like this can be resumed at all.
    pub fn may_redrive(&self) -> Result<(), RedriveError> {
        match self.state.frames.slot(ROOT) {
            Slot::Frame(_) => return Err(RedriveError::Running),
            Slot::Ended(Ok(_)) if self.exit().is_some() => return Err(RedriveError::Left),
            Slot::Ended(Ok(_)) => return Err(RedriveError::Succeeded),
            // Somebody has taken the result, and will know.
            Slot::Ended(Err(_)) | Slot::Taken | Slot::Vacant(_) => {}
        }
        if self.has_quotas() && self.state.events >= MOST_EVENTS {
            return Err(RedriveError::HistoryFull);
        }
        if self.state.setup().sm4c.as_ref().is_some_and(Globals::is_timed_out) {
            return Err(RedriveError::TimeoutAction);
        }
        Ok(())
    }

    /// All but going on.
    pub(super) fn revive(&mut self, redrive: Redrive, now: u64) -> Result<(), RedriveError> {
        self.may_redrive()?;
        let now = self.now.max(now);
        let mut state = self.revived_state(redrive, now)?;
        let ids: Vec<FrameId> = state.frames.ids().collect();
        for id in &ids {
            if let Some(frame) = state.frames.frame_mut(*id) {
                frame.begin_again(now);
            }
        }
        let line = woken(&state.frames, ROOT);
        for id in line {
            state.starved.push_last(id);
        }
        let is_begun = matches!(state.frames.slot(ROOT), Slot::Frame(_));
        let open = check(self.machine, &state).map_err(RedriveError::Malformed)?;
        if !is_begun || !open.is_empty() {
            return Err(RedriveError::Malformed(
                "what begins again has operations already, or has ended",
            ));
        }
        (self.state, self.now) = (state, now);
        self.report_redriven(&ids);
        Ok(())
    }

    /// The state with the frames of before; numbers and names go on.
    fn revived_state(&self, redrive: Redrive, now: u64) -> Result<State, RedriveError> {
        let old = &self.state;
        let mut setup = old
            .setup
            .as_deref()
            .cloned()
            .unwrap_or_else(|| Setup { started: now, ..Setup::default() });
        setup.redrives = setup.redrives.saturating_add(1);
        setup.redriven = now;
        let limit = self.machine.time_limit().filter(|_| setup.alone == Alone::Not);
        setup.deadline = limit.map(|millis| now.saturating_add(millis));
        setup.sm4c = match (setup.sm4c, redrive.sm4c) {
            (None, None) => None,
            (Some(before), Some(after)) => Some(after.after_redrive(before)),
            (_, _) => {
                return Err(RedriveError::Malformed(
                    "it has global data and should not have, or the other way",
                ));
            }
        };
        Ok(State {
            frames: redrive.frames,
            starved: Starved::default(),
            serial: old.serial,
            events: old.events,
            seed: old.seed,
            setup: Some(Box::new(setup)),
        })
    }

    /// The event of it, which all that begins again follows.
    fn report_redriven(&mut self, ids: &[FrameId]) {
        let count = Some(self.state.setup().redrives);
        let details = || Details { redrive_count: count, ..Details::default() };
        let redriven = self.report(self.state.events, EventType::ExecutionRedriven, details);
        for id in ids {
            if self.is_sm4c() || self.scope_of(*id) != ROOT {
                continue;
            }
            let Some(mut frame) = self.state.frames.take(*id) else { continue };
            let is_run = frame.waiting.join().is_some_and(Join::is_run);
            let last = if is_run {
                let arn = self.run_names(&frame).arn;
                let details = || Details {
                    map_run_arn: Some(arn),
                    redrive_count: count,
                    ..Details::default()
                };
                self.report(redriven, EventType::MapRunRedriven, details)
            } else {
                redriven
            };
            frame.last_event = last;
            if let Waiting::Children(Some(join)) = &mut frame.waiting {
                (join.started_event, join.last_event, join.end_event) = (last, last, last);
            }
            self.state.frames.put(&mut Some(*id), frame);
        }
    }

    /// A child of a Map that begins again, where there is one that waits for it; it is at work
    /// then.
    pub(in crate::execution) fn unpark(&mut self, join: &mut Join) -> bool {
        let Inputs::Run(run) = &mut join.inputs else { return false };
        let Some((index, open)) = run.parked.pop_first() else { return false };
        run.children.insert(index, open);
        join.open = join.open.saturating_add(1);
        for id in woken(&self.state.frames, open.frame) {
            if let Some(frame) = self.state.frames.frame_mut(id) {
                frame.enter_at(self.now);
            }
            self.state.starved.push(id);
        }
        true
    }

    /// SM4C: an event that came with the last input is not lost.
    pub(super) fn keep_event(&mut self, event: &Event) {
        if self.is_sm4c() && !self.has_ended() {
            self.queue_event(event.clone());
        }
    }
}

impl Frame {
    /// Its state begins now, if it has not begun and waits for something.
    fn enter_at(&mut self, now: u64) {
        if matches!(self.waiting, Waiting::Fuel) {
            self.entered = now;
        }
    }

    fn begin_again(&mut self, now: u64) {
        self.enter_at(now);
        if let Some(child) = self.extra.as_mut().and_then(|extra| extra.child.as_mut()) {
            (child.redrives, child.redriven) = (child.redrives.saturating_add(1), now);
        }
    }
}

/// What of a tree goes on by itself: the innermost first, in the order of the children. Parked
/// children do not.
pub(in crate::execution) fn woken(frames: &Frames, root: FrameId) -> Vec<FrameId> {
    let (mut line, mut rest) = (Vec::new(), vec![(root, false)]);
    // A forged tree may have rings.
    let mut left = frames.ids().count().saturating_mul(2).saturating_add(2);
    while let Some((id, is_done)) = rest.pop() {
        left = left.saturating_sub(1);
        let Some(frame) = frames.frame(id).filter(|_| left > 0) else { continue };
        match &frame.waiting {
            Waiting::Fuel => line.push(id),
            Waiting::Children(Some(join)) if is_done => {
                if join.waits_for_turn() || join.is_complete() {
                    line.push(id);
                }
            }
            Waiting::Children(Some(join)) => {
                rest.push((id, true));
                if !join.is_run() {
                    rest.extend(join.open_children().into_iter().rev().map(|child| (child, false)));
                }
            }
            Waiting::Children(None)
            | Waiting::Task(_)
            | Waiting::Ongoing(..)
            | Waiting::Timer(..)
            | Waiting::Backoff(..)
            | Waiting::Event(..) => {}
        }
    }
    line
}

impl MapRun {
    /// As it goes on with these children, which begin again.
    pub(super) fn revive(&mut self, parked: std::collections::BTreeMap<u32, Open>) {
        self.children.clear();
        self.failed = 0;
        self.failure = None;
        if let Source::Read(reading) = &mut self.source {
            reading.serial = None;
        }
        if let Some(writer) = &mut self.writer {
            writer.revive(!parked.is_empty());
        }
        self.lost.clear();
        self.parked = parked;
    }
}
