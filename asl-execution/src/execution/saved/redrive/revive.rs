//! Restores an execution that has ended to the state before it failed.

use crate::event::Event;
use crate::execution::child_scope::{run_names, scope_of};
use crate::execution::frame::{Frame, FrameId, Join, ROOT, ReadyQueue, Slot, Waiting, woken};
use crate::execution::map_run::data::{Aborted, MapRun, Open, Source};
use crate::execution::observe::history::report_event;
use crate::execution::saved::check::check;
use crate::execution::wait::incoming_events::queue_event;
use crate::execution::{Alone, Execution, Redrive, RedriveError, Setup, State};
use crate::history::{Details, EventType};

/// AWS: an execution with this many events "can't be redriven".
pub(in crate::execution) const MOST_REDRIVABLE_EVENTS: u64 = 24_999;

/// Restores the frames, but does not resume them.
#[inline]
pub(in crate::execution) fn restore_frames(
    run: &mut Execution,
    redrive: Redrive,
    now: u64,
) -> Result<(), RedriveError> {
    run.may_redrive()?;
    let now = run.now.max(now);
    let mut state = revived_state(run, redrive, now)?;
    let ids: Vec<FrameId> = state.frames.ids().collect();
    for id in &ids {
        if let Some(frame) = state.frames.frame_mut(*id) {
            frame.begin_again(now);
        }
    }
    let line = woken(&state.frames, ROOT);
    for id in line {
        state.ready_queue.push_last(id);
    }
    let is_begun = matches!(state.frames.slot(ROOT), Slot::Frame(_));
    let open = check(run.machine, &state).map_err(RedriveError::Malformed)?;
    if !is_begun || !open.is_empty() {
        return Err(RedriveError::Malformed(
            "a frame that starts again has operations already, or has ended",
        ));
    }
    (run.state, run.now) = (state, now);
    report_redriven(run, &ids);
    Ok(())
}

/// The state with the earlier frames; numbers and names continue.
#[inline]
fn revived_state(run: &Execution, redrive: Redrive, now: u64) -> Result<State, RedriveError> {
    let old = &run.state;
    let mut setup =
        old.setup.as_deref().cloned().unwrap_or_else(|| Setup { started: now, ..Setup::default() });
    setup.redrives = setup.redrives.saturating_add(1);
    setup.redriven = now;
    let limit = run.machine.time_limit().filter(|_| setup.alone == Alone::Not);
    setup.deadline = limit.map(|millis| now.saturating_add(millis));
    setup.sm4c = match (setup.sm4c, redrive.sm4c) {
        (None, None) => None,
        (Some(before), Some(after)) => Some(Box::new(after.after_redrive(*before))),
        (_, _) => {
            return Err(RedriveError::Malformed("it has unexpected global data, or lacks them"));
        }
    };
    Ok(State {
        frames: redrive.frames,
        ready_queue: ReadyQueue::default(),
        serial: old.serial,
        events: old.events,
        seed: old.seed,
        setup: Some(Box::new(setup)),
    })
}

/// Reports the redrive; the events of the frames that start again follow it.
#[inline]
fn report_redriven(run: &mut Execution, ids: &[FrameId]) {
    let count = Some(run.state.setup().redrives);
    let details = || Details { redrive_count: count, ..Details::default() };
    let redriven =
        report_event(run, None, run.state.events.last_id(), EventType::ExecutionRedriven, details);
    for id in ids {
        if !run.language().has_aws_history() || scope_of(run, *id) != ROOT {
            continue;
        }
        let Some(mut frame) = run.state.frames.take(*id) else { continue };
        let is_run = frame.waiting.join().is_some_and(Join::is_run);
        let last = if is_run {
            let arn = run_names(run, &frame).arn;
            let details =
                || Details { map_run_arn: Some(arn), redrive_count: count, ..Details::default() };
            report_event(run, Some(&frame), redriven, EventType::MapRunRedriven, details)
        } else {
            redriven
        };
        frame.last_event = last;
        if let Waiting::Children(Some(join)) = &mut frame.waiting {
            (join.started_event, join.last_event, join.end_event) = (last, last, last);
        }
        run.state.frames.put(&mut Some(*id), frame);
    }
}

/// SM4C: keeps the event of the last input.
#[inline]
pub(super) fn keep_event(run: &mut Execution, event: &Event) {
    if run.language().has_events() && !run.has_ended() {
        // An inbox without room keeps the first ones.
        let _ = queue_event(run, event.clone());
    }
}

impl Frame {
    /// Sets the time of entry, if its state has not run yet.
    #[inline]
    pub(in crate::execution) fn enter_at(&mut self, now: u64) {
        if matches!(self.waiting, Waiting::Fuel) {
            self.entered = now;
        }
    }

    #[inline]
    fn begin_again(&mut self, now: u64) {
        self.enter_at(now);
        if let Some(child) = self.extra.as_mut().and_then(|extra| extra.child.as_mut()) {
            (child.redrives, child.redriven) = (child.redrives.saturating_add(1), now);
        }
    }
}

impl MapRun {
    /// Prepares for a redrive in which these children start again.
    #[inline]
    pub(in crate::execution) fn revive(&mut self, parked: std::collections::BTreeMap<u32, Open>) {
        self.children.clear();
        self.failed = 0;
        self.aborted = Aborted::default();
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
