//! The begin and the end of a wait for events.

use crate::execution::frame::{Frame, FrameId, NEVER, ROOT, Waiting, await_row};
use crate::execution::step::progress::Progress;
use crate::execution::{Command, Execution, OpKey};
use asl_value::error::{Failed, Failure};
use asl_value::value::Value;

/// Returns true if a frame waits for events.
pub(in crate::execution) fn is_listening(run: &Execution, id: FrameId) -> bool {
    id == ROOT
        && run
            .state
            .frames
            .frame(id)
            .is_some_and(|frame| matches!(frame.waiting, Waiting::Event(..)))
}

/// Starts to wait for events. Those in the inbox are examined after the engine has started the
/// timer.
pub(in crate::execution) fn start_listening(
    run: &mut Execution,
    mut frame: Frame,
    place: &mut Option<FrameId>,
) -> Progress {
    let row = await_row(run, &frame);
    let row =
        row.unwrap_or_else(|| unreachable!("only nodes that wait for events return Step::Await"));
    let serial = run.next_serial();
    let wake = row.timeout.map_or(NEVER, |millis| frame.entered.saturating_add(millis));
    frame.waiting = Waiting::Event(serial, wake);
    let id = run.state.frames.put(place, frame);
    if wake != NEVER {
        run.commands.push(Command::Timer {
            op: OpKey { serial, frame: id },
            after: wake.saturating_sub(run.now),
        });
    }
    let inbox = &mut run.state.globals_mut().inbox;
    inbox.begin(row);
    if inbox.has_news() {
        run.state.ready_queue.push(id);
    }
    Progress::Waiting(id)
}

/// Ends a wait that has timed out; its time-out's transition is next.
pub(in crate::execution) fn stop_listening(run: &mut Execution) -> Value {
    let globals = run.state.globals_mut();
    globals.inbox.finish(globals.options.keep, &[]);
    Value::Null
}

/// The failure of a wait for events outside of a state. Only the root runs states.
#[cold]
pub(in crate::execution) fn no_state() -> Failed {
    Failure::runtime("only a state waits for events")
}
