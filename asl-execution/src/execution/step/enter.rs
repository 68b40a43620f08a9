//! Enters nodes, and resumes them with the result that they waited for.

use crate::execution::frame::{Frame, NONE, Waiting};
use crate::execution::language::Language;
use crate::execution::observe::history::report_entered;
use crate::execution::observe::history_sm4c::{observe_before, observe_done};
use crate::execution::step::call::{call_machine, checked};
use crate::execution::{Alone, Execution};
use crate::machine::Next;
use asl_value::value::Value;

pub(in crate::execution) fn enter_state(run: &mut Execution, frame: &mut Frame) -> Next {
    report_entered(run, frame);
    enter(run, frame)
}

/// Runs the inner loop. It makes only one transition if each is observed, or if the state was
/// entered before now: `Cx` must be valid for all states of the loop.
#[inline]
pub(in crate::execution) fn enter(run: &mut Execution, frame: &mut Frame) -> Next {
    let is_watched = run.watch.is_some() || run.has_quotas();
    let is_alone = frame.parent == NONE && run.state.setup().alone != Alone::Not;
    let is_again = frame.is_retried() || frame.entered != run.now;
    // Randomness depends on the visit, which is known only for the first state of the loop.
    let is_random = run.machine.uses.random;
    let fuel = if is_watched || is_alone || is_again || is_random {
        0
    } else {
        run.fuel.left().saturating_sub(1)
    };
    frame.waiting = Waiting::Fuel;
    let step = run_inner_loop(run, frame, fuel);
    checked(&frame.data, step)
}

/// Runs the inner loop for at most `fuel` transitions, and counts them.
#[inline]
fn run_inner_loop(run: &mut Execution, frame: &mut Frame, fuel: u32) -> Next {
    let language = run.language();
    if language == Language::Sm4c {
        observe_before(run, frame);
    }
    let before = frame.at.visit;
    let since = frame.attempt_began();
    let step = call_machine(run, frame, |machine, at, data, cx| {
        cx.now = since;
        (machine.advance)(at, data, cx, fuel)
    });
    let used = frame.at.visit.wrapping_sub(before);
    run.fuel.spend(used);
    if language == Language::Sm4c {
        observe_done(run, frame, &step);
    } else if used > 0 {
        run.state.events.count_transitions(used);
        let entered = run.state.events.last_id();
        (frame.last_event, frame.entered_event) = (entered, entered);
    }
    step
}

pub(in crate::execution) fn resume(run: &mut Execution, frame: &mut Frame, result: Value) -> Next {
    let step = call_machine(run, frame, |machine, at, data, cx| {
        (machine.resume)(at.node, data, cx, result)
    });
    frame.waiting = Waiting::Fuel;
    match checked(&frame.data, step) {
        Err(mut failure) => {
            // It comes after the node's work: in SM4C the node's own handlers do not see it.
            failure.unhandled = run.language() == Language::Sm4c;
            Err(failure)
        }
        step => step,
    }
}
