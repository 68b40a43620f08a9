//! Timers.

use crate::execution::frame::{Frame, FrameId, Waiting};
use crate::execution::step::progress::Progress;
use crate::execution::{Command, Execution, OpKey};
use crate::machine::Wait;

/// The end of a wait; `None` if it is over already and takes no timer.
pub(in crate::execution) fn wake_time(run: &Execution, frame: &Frame, wait: Wait) -> Option<u64> {
    let wake = match wait {
        Wait::For(millis) => frame.entered.saturating_add(millis),
        Wait::Until(time) => time,
    };
    (wake > run.now || run.language().waits_for_past_times()).then_some(wake)
}

pub(in crate::execution) fn start_timer(
    run: &mut Execution,
    mut frame: Frame,
    place: &mut Option<FrameId>,
    wake: u64,
    waiting: fn(u64, u64) -> Waiting,
) -> Progress {
    let serial = run.next_serial();
    frame.waiting = waiting(serial, wake);
    let frame = run.state.frames.put(place, frame);
    run.commands
        .push(Command::Timer { op: OpKey { serial, frame }, after: wake.saturating_sub(run.now) });
    Progress::Waiting(frame)
}
