//! Error handlers and retry policies of SM4C (spec: section 3.3).

use std::mem;

use crate::execution::Execution;
use crate::execution::frame::{Frame, Waiting};
use crate::execution::globals::Dice;
use crate::execution::step::call::sm4c_cx;
use crate::execution::step::enter::resume;
use crate::execution::step::progress::Recovery;
use crate::execution::step::retry::{LONGEST_DELAY, delay_too_long, is_fatal};
use crate::machine::ExecutionContext;
use crate::machine::sm4c::{Jitter, RetryRow};
use asl_value::error::{Failed, Failure, bounded, sm4c as errors};
use asl_value::value::Value;

/// The time of the next attempt.
pub(in crate::execution) enum Retry {
    UsedUp,
    AtOnce,
    /// After this many milliseconds.
    After(u64),
    /// Never: the delay is longer than any engine can wait.
    Never(Failed),
}

/// Runs the error handlers of a node for a failure of its work.
pub(super) fn handle_error(
    run: &mut Execution,
    frame: &mut Frame,
    mut failure: Failed,
) -> Recovery {
    // Only ASL adds the state to a failure.
    failure.unplaced = false;
    let handlers = run.sm4c_node(frame).map_or(&[][..], |node| node.handlers);
    if mem::take(&mut failure.unhandled) || handlers.is_empty() || is_fatal(run, &failure) {
        return Recovery::Lost(failure);
    }
    frame.waiting = Waiting::Fuel;
    let handler = match find_handler(run, frame, &failure.to_error_json()) {
        Ok(handler) => handler.and_then(|at| handlers.get(usize::try_from(at).ok()?)),
        Err(failure) => return Recovery::Lost(failure),
    };
    match handler.map(|handler| &handler.retry) {
        None => Recovery::Lost(failure),
        Some(None) => Recovery::Caught(resume(run, frame, Value::Null)),
        Some(Some(policy)) => match use_policy(run, frame, policy) {
            Retry::UsedUp => Recovery::Lost(failure),
            Retry::AtOnce => Recovery::Again,
            Retry::After(delay) => Recovery::Retry(delay),
            Retry::Never(too_long) => Recovery::Lost(too_long),
        },
    }
}

/// Finds the first handler that matches, which also merges the error. A handler that fails leaves
/// the global data unchanged.
fn find_handler(run: &mut Execution, frame: &Frame, error: &Value) -> Result<Option<u32>, Failed> {
    let Some(row) = run.machine.sm4c else { return Ok(None) };
    let globals = run.state.globals_mut();
    let before = globals.data.clone();
    let mut cx = sm4c_cx(run.machine, frame);
    cx.global = mem::take(&mut globals.data);
    let found = (row.handled)(frame.at.node, &mut cx, error);
    let found = found.and_then(|found| match bounded(&cx.global) {
        Ok(()) => Ok(found),
        Err(cause) => Err(Box::new(Failure::new(errors::JQ_LIMIT, cause))),
    });
    globals.data = if found.is_ok() { cx.global } else { before };
    found
}

/// Decides the time of the next retry. All handlers of an action count its retries together.
fn use_policy(run: &Execution, frame: &mut Frame, policy: &RetryRow) -> Retry {
    let extra = frame.extra.get_or_insert_default();
    extra.used.resize(1, 0);
    let Some(used) = extra.used.first_mut().filter(|used| **used < policy.max_attempts) else {
        return Retry::UsedUp;
    };
    *used += 1;
    let Some(first) = policy.delay else { return Retry::AtOnce };
    let next = match extra.delay {
        None => millis(first),
        Some(before) => match (policy.increment, policy.multiplier) {
            (Some(increment), _) => before + millis(increment),
            (None, Some(factor)) => before * factor,
            (None, None) => before,
        },
    };
    let (next, used) = (next.max(0.0), *used);
    extra.delay = Some(next.min(millis(LONGEST_DELAY)));
    match policy_delay(run, frame, next, policy) {
        delay if delay <= LONGEST_DELAY => Retry::After(delay),
        _ => Retry::Never(Box::new(Failure::new(errors::RETRY_DELAY, delay_too_long(used)))),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, and it is not negative"
)]
fn policy_delay(run: &Execution, frame: &Frame, delay: f64, policy: &RetryRow) -> u64 {
    let width = match policy.jitter {
        None => 0.0,
        Some(Jitter::Fraction(part)) => part * delay,
        Some(Jitter::Millis(width)) => millis(width),
    };
    let Dice { longer, part } = run.state.globals().dice.unwrap_or_else(|| throw_dice(run, frame));
    let delay = if longer { delay + part * width } else { delay - part * width };
    let most = policy.max_delay.map_or(f64::INFINITY, millis);
    delay.min(most).max(0.0).round() as u64
}

/// Random numbers that are the same for the same attempt.
#[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
fn throw_dice(run: &Execution, frame: &Frame) -> Dice {
    let place = [frame.at.node.0, frame.at.visit, frame.attempt(), frame.index].map(u64::from);
    let chance = run.random_bits(frame.parent, &place);
    Dice { longer: chance & 1 == 1, part: (chance >> 11) as f64 / (1_u64 << 53) as f64 }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "delays of more than 2^53 milliseconds are too long in any case"
)]
pub(in crate::execution) fn millis(millis: u64) -> f64 {
    millis as f64
}
