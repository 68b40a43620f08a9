//! The plan of an answer to a decision task, in order: markers, cancellations, starts, and the end
//! of the run.

use asl_runtime::error::Status;
use asl_runtime::value::Text;

use super::marker::Mark;
use super::operation::{Cancel, OperationIndex, Role, Work};
use super::replay::Replay;

/// Approximate maximum size of the decisions in an answer, in bytes. The service accepts 1 MB.
const MOST_BYTES: u64 = 900_000;

/// A planned decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Planned {
    /// Records a marker.
    Marker(Mark),
    /// Cancels an open operation.
    Cancel(OperationIndex),
    /// Starts an operation.
    Start(OperationIndex),
    /// Closes the run.
    Close(Closing),
}

/// The way in which a run closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Closing {
    Complete,
    Fail,
    Cancel,
    Continue,
}

/// Plans the answer. If it continues in a new run, that run starts the queued operations.
pub(super) fn plan(replay: &mut Replay<'_>, continues: bool) -> Vec<Planned> {
    let mut plan: Vec<Planned> = replay.marked.take().into_iter().map(Planned::Marker).collect();
    for id in replay.operations.take_cancels() {
        replay.operations.set_cancel(id, Cancel::Sent);
        plan.push(Planned::Cancel(id));
    }
    let closing = if continues { Some(Closing::Continue) } else { closing(replay) };
    match closing {
        Some(closing) => plan.push(Planned::Close(closing)),
        None => plan_starts(replay, &mut plan),
    }
    plan
}

/// Plans the starts of queued operations. If they do not fit into one answer, a timer of zero seconds
/// causes the next decision task at once.
fn plan_starts(replay: &mut Replay<'_>, plan: &mut Vec<Planned>) {
    let mut bytes = 0_u64;
    while let Some(size) = replay.operations.next_size() {
        bytes = bytes.saturating_add(size);
        if bytes > MOST_BYTES && bytes != size {
            let rest =
                replay.operations.add("Rest", Text::new_static("Rest"), Role::Rest, Work::Timer(0));
            replay.operations.mark_decided(rest);
            plan.push(Planned::Start(rest));
            return;
        }
        let Some(id) = replay.operations.next() else { return };
        replay.work += 1;
        if let Role::Detached(op) = replay.operations.get(id).role {
            replay.run.acknowledge(op);
        }
        plan.push(Planned::Start(id));
    }
}

/// The decision that closes the run, if the machine has ended. The run waits for detached calls, which
/// would be lost otherwise.
pub(super) fn closing(replay: &Replay<'_>) -> Option<Closing> {
    let result = replay.result()?;
    if replay.operations.detached() > 0 && !replay.cancelled {
        return None;
    }
    Some(match result {
        Ok(_) => Closing::Complete,
        Err(failure) if failure.status() == Status::Aborted && replay.cancelled => Closing::Cancel,
        Err(_) => Closing::Fail,
    })
}
