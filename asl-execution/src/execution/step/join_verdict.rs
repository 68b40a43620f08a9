//! The conditions for the end of a parallel, a sequence or a forEach of SM4C (spec: section 3.2).

use crate::execution::Execution;
use crate::execution::frame::{Frame, FrameId, Join, Place, fork_row};
use crate::machine::Kind;
use crate::machine::sm4c::Join as When;
use asl_value::error::Failed;
use asl_value::value::{Map, Value};

/// The state of an SM4C join.
pub(in crate::execution) enum Verdict {
    /// It waits for children.
    Open,
    /// It is decided, but the engine must see the started children first.
    Due,
    /// It is done.
    Done,
    /// It has failed.
    Failed(Failed),
}

fn join_condition(run: &Execution, id: FrameId) -> When {
    let frame = run.state.frames.frame(id);
    frame.and_then(|frame| fork_row(run, frame)).map_or(When::All, |row| row.join)
}

/// Returns true if the children of a frame start after its siblings: concurrent frames start level
/// by level.
pub(super) fn begins_later(run: &Execution, id: FrameId, join: &Join) -> bool {
    join_condition(run, id) != When::All && !join.is_complete()
}

/// Returns true if a child's failure is kept until the join is decided.
pub(super) fn keeps_failures(run: &Execution, id: FrameId) -> bool {
    join_condition(run, id) != When::All
}

/// Returns true if a failure keeps further children from starting: only in a forEach.
pub(super) fn stops_at_failure(run: &Execution, id: FrameId) -> bool {
    let frame = run.state.frames.frame(id);
    frame.is_some_and(|frame| matches!(run.node(frame).kind, Kind::ForEach(_)))
}

/// Decides a join that starts no more children now. Without `may_cut`, a verdict that aborts
/// children is delayed.
pub(super) fn join_verdict(
    run: &Execution,
    id: FrameId,
    join: &mut Join,
    may_cut: bool,
) -> Verdict {
    let is_complete = join.is_complete();
    match join_condition(run, id) {
        When::All if is_complete => Verdict::Done,
        When::Settled if is_complete => join.take_failure().map_or(Verdict::Done, Verdict::Failed),
        When::All | When::Settled => Verdict::Open,
        When::First => first_of(join, 1, is_complete, may_cut),
        When::Count(count) => first_of(join, count, is_complete, may_cut),
    }
}

/// The outputs of the children, as the node's result.
pub(super) fn sm4c_join_result(run: &Execution, frame: &Frame, join: Join) -> Value {
    let keys = fork_row(run, frame).map_or(&[][..], |row| row.keys);
    if keys.is_empty() {
        let output = |place| if let Place::Done(output) = place { Some(output) } else { None };
        return Value::array(join.places.into_iter().filter_map(output).collect());
    }
    let mut made = Map::with_capacity(keys.len());
    for (key, place) in keys.iter().zip(join.places) {
        if let Place::Done(output) = place {
            made.put(*key, output);
        }
    }
    Value::from(made)
}

/// Returns true if this many children have succeeded, or one has failed.
fn is_decided(join: &Join, count: u32) -> bool {
    let done = join.places.iter().filter(|place| matches!(place, Place::Done(_))).count();
    u32::try_from(done).is_ok_and(|done| done >= count)
        || join.places.iter().any(|place| matches!(place, Place::Failed(_)))
}

/// Decides whether this many children have succeeded, or one has failed first. Children that ended
/// at the same time count in their order; surplus results are dropped.
fn first_of(join: &mut Join, count: u32, is_complete: bool, may_cut: bool) -> Verdict {
    if !may_cut && is_decided(join, count) {
        return Verdict::Due;
    }
    let mut done = 0;
    for place in &mut join.places {
        match place {
            Place::Done(_) if done < count => done += 1,
            Place::Failed(failure) if done < count => {
                return Verdict::Failed(std::mem::take(failure));
            }
            Place::Done(_) => *place = Place::Dropped,
            Place::Failed(_) | Place::Open(_) | Place::Dropped => {}
        }
    }
    // If the definition's number cannot be reached, there is nothing to wait for.
    if done >= count || is_complete { Verdict::Done } else { Verdict::Open }
}
