//! Error handlers and retry policies (spec: section 3.3).

use std::mem;

use crate::error::{Failed, Failure, bounded, sm4c as errors};
use crate::machine::ExecutionContext;
use crate::machine::sm4c::{Jitter, RetryRow};
use crate::value::Value;

use super::super::Execution;
use super::super::drive::Recovery;
use super::super::frames::{Frame, Waiting};
use super::super::retry::{LONGEST_DELAY, delay_too_long};
use super::{Dice, cx};

/// When a failed attempt is followed by another.
enum Retry {
    UsedUp,
    AtOnce,
    /// So many milliseconds later.
    After(u64),
    /// After a delay that no engine can wait for.
    Never(Failed),
}

impl Execution {
    /// The error handlers of a node, for a failure of what it does.
    pub(in super::super) fn handle(&mut self, frame: &mut Frame, mut failure: Failed) -> Recovery {
        // Only ASL says where.
        failure.unplaced = false;
        let handlers = self.sm4c_node(frame).map_or(&[][..], |node| node.handlers);
        if mem::take(&mut failure.unhandled) || handlers.is_empty() || self.is_fatal(&failure) {
            return Recovery::Lost(failure);
        }
        frame.waiting = Waiting::Fuel;
        let handler = match self.find_handler(frame, &failure.to_error_json()) {
            Ok(handler) => handler.and_then(|at| handlers.get(usize::try_from(at).ok()?)),
            Err(failure) => return Recovery::Lost(failure),
        };
        match handler.map(|handler| &handler.retry) {
            None => Recovery::Lost(failure),
            Some(None) => Recovery::Caught(self.resume(frame, Value::Null)),
            Some(Some(policy)) => match self.retry_sm4c(frame, policy) {
                Retry::UsedUp => Recovery::Lost(failure),
                Retry::AtOnce => Recovery::Again,
                Retry::After(delay) => Recovery::Retry(delay),
                Retry::Never(too_long) => Recovery::Lost(too_long),
            },
        }
    }

    /// The first handler that is meant; it has merged the error then. A handler that fails leaves
    /// the global data as it was.
    fn find_handler(&mut self, frame: &Frame, error: &Value) -> Result<Option<u32>, Failed> {
        let Some(row) = self.machine.sm4c else { return Ok(None) };
        let globals = self.state.globals_mut();
        let before = globals.data.clone();
        let mut cx = cx(self.machine, frame);
        cx.global = mem::take(&mut globals.data);
        let found = (row.handled)(frame.at.node, &mut cx, error);
        let found = found.and_then(|found| match bounded(&cx.global) {
            Ok(()) => Ok(found),
            Err(cause) => Err(Box::new(Failure::new(errors::JQ_LIMIT, cause))),
        });
        globals.data = if found.is_ok() { cx.global } else { before };
        found
    }

    /// When the next retry is made. All handlers of an action count its retries together.
    fn retry_sm4c(&self, frame: &mut Frame, policy: &RetryRow) -> Retry {
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
        match self.jittered(frame, next, policy) {
            delay if delay <= LONGEST_DELAY => Retry::After(delay),
            _ => Retry::Never(Box::new(Failure::new(errors::RETRY_DELAY, delay_too_long(used)))),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, and it is not negative"
    )]
    fn jittered(&self, frame: &Frame, delay: f64, policy: &RetryRow) -> u64 {
        let width = match policy.jitter {
            None => 0.0,
            Some(Jitter::Fraction(part)) => part * delay,
            Some(Jitter::Millis(width)) => millis(width),
        };
        let Dice { longer, part } = self.state.globals().dice.unwrap_or_else(|| self.throw(frame));
        let delay = if longer { delay + part * width } else { delay - part * width };
        let most = policy.max_delay.map_or(f64::INFINITY, millis);
        delay.min(most).max(0.0).round() as u64
    }

    /// Chance, the same whenever this attempt is looked at.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn throw(&self, frame: &Frame) -> Dice {
        let place = [frame.at.node.0, frame.at.visit, frame.attempt(), frame.index].map(u64::from);
        let chance = self.random_bits(frame.parent, &place);
        Dice { longer: chance & 1 == 1, part: (chance >> 11) as f64 / (1_u64 << 53) as f64 }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "delays of more than 2^53 milliseconds are too long in any case"
)]
fn millis(millis: u64) -> f64 {
    millis as f64
}
