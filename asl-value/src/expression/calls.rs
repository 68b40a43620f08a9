//! Calls within calls. Expressions recurse thousands deep, and stacks of threads are small:
//! where one gets short, a call continues on a stack of its own. How deep a program may go is
//! counted, so that it ends in the same place wherever it runs; what is measured is only when to
//! take another stack.

use std::panic::resume_unwind;
use std::ptr;
use std::thread::{self, Builder};

use super::{Count, Limit};

/// Bytes that calls may take of the stack that a run begins on: threads of tests and of tokio have
/// 2 MB.
const FIRST: u64 = 256 << 10;

/// Bytes of a further stack; only what is used of it becomes memory.
const FURTHER: usize = 64 << 20;

/// Bytes of a further stack that calls leave to what is no call: frames of generated code and
/// built-ins.
const SPARED: u64 = 1 << 20;

/// A part of a program that runs one call deeper; it keeps its own result.
pub(super) type Call<'a> = dyn FnMut() + Send + 'a;

/// The calls of a run.
#[derive(Debug)]
pub(super) struct Calls {
    /// The number of further nested calls that are allowed.
    left: Count,
    /// The address of the first call on the present stack; 0 before it.
    base: Count,
    /// The distance from there that calls may reach.
    reach: Count,
}

impl Calls {
    #[inline]
    pub(super) fn new(depth: u64) -> Self {
        Self { left: Count::new(depth), base: Count::new(0), reach: Count::new(FIRST) }
    }

    #[inline]
    pub(super) fn deeper(&self, run: &mut Call<'_>) -> Result<(), Limit> {
        let (left, base, here) = (self.left.get(), self.base.get(), place());
        self.left.set(left.checked_sub(1).ok_or(Limit::Depth)?);
        let mut result = Ok(());
        if base == 0 {
            self.base.set(here);
            run();
        } else if base.abs_diff(here) < self.reach.get() {
            run();
        } else {
            result = self.on_another_stack(run);
        }
        self.base.set(base);
        self.left.set(left);
        result
    }

    /// True if a call must continue on another stack.
    #[inline]
    pub(super) fn needs_stack(&self) -> bool {
        let base = self.base.get();
        base != 0 && base.abs_diff(place()) >= self.reach.get()
    }

    /// Counts a call until the result is dropped. The stack has room for it.
    #[inline]
    pub(super) fn begin(&self) -> Result<Begun<'_>, Limit> {
        let left = self.left.get();
        self.left.set(left.checked_sub(1).ok_or(Limit::Depth)?);
        let is_first = self.base.get() == 0;
        if is_first {
            self.base.set(place());
        }
        Ok(Begun { calls: self, is_first })
    }

    /// The calls that may be within this one, if it may be deeper than the calls that are counted.
    #[inline]
    pub(super) fn depth(&self) -> Depth {
        let base = self.base.get();
        let base = if base == 0 { place() } else { base };
        Depth { left: self.left.get(), lowest: base.saturating_sub(self.reach.get()) }
    }

    /// Runs something on a stack of its own.
    #[cold]
    pub(super) fn on_another_stack(&self, run: &mut Call<'_>) -> Result<(), Limit> {
        let mut result = Err(Limit::Depth);
        let (base, reach) = (self.base.get(), self.reach.get());
        self.reach.set(FURTHER as u64 - SPARED);
        on_a_stack(&mut || {
            self.base.set(place());
            run();
            result = Ok(());
        });
        self.base.set(base);
        self.reach.set(reach);
        result
    }
}

/// The calls that may be within one: a parameter of functions that call nothing but themselves.
///
/// The processor counts them in registers; a counter in memory, which each call changes twice, took
/// half of the time of a small function.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Depth {
    /// The number of further nested calls that are allowed.
    left: u64,
    /// The address that calls may reach: stacks grow towards lower ones.
    lowest: u64,
}

impl Depth {
    /// True if a call must continue on another stack.
    #[inline]
    pub fn needs_stack(self) -> bool {
        place() < self.lowest
    }

    /// Those within the next call.
    #[inline]
    pub(super) fn next(self) -> Result<Self, Limit> {
        let left = self.left.checked_sub(1).ok_or(Limit::Depth)?;
        Ok(Self { left, ..self })
    }

    /// The same number of calls on the present stack.
    pub(super) fn on_stack_of(self, calls: &Calls) -> Self {
        Self { lowest: calls.depth().lowest, ..self }
    }
}

/// A call that runs.
#[derive(Debug)]
pub struct Begun<'c> {
    calls: &'c Calls,
    /// True if no other call is around it.
    is_first: bool,
}

impl Drop for Begun<'_> {
    #[inline]
    fn drop(&mut self) {
        let Self { calls, is_first } = self;
        calls.left.set(calls.left.get() + 1);
        if *is_first {
            calls.base.set(0);
        }
    }
}

/// An address on the present stack.
#[inline]
fn place() -> u64 {
    let frame = 0_u8;
    ptr::from_ref(&frame).addr() as u64
}

/// Runs something on a stack of its own, if there is one to be had.
fn on_a_stack(run: &mut (dyn FnMut() + Send)) {
    thread::scope(|scope| {
        if let Ok(thread) = Builder::new().stack_size(FURTHER).spawn_scoped(scope, run)
            && let Err(panic) = thread.join()
        {
            resume_unwind(panic);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Budget;

    const DEPTH: u32 = 10_000;

    fn budget() -> Budget {
        Budget::new(u64::MAX, DEPTH, u64::MAX)
    }

    /// Dives with frames of some kilobytes, as those of large definitions are in a debug build.
    fn dive(budget: &Budget, levels: u32) -> Result<u64, Limit> {
        let weight = [u64::from(levels); 512];
        if levels == 0 {
            return Ok(0);
        }
        let mut below = Ok(0);
        budget.deeper(&mut || below = dive(budget, levels - 1))?;
        let heavy = weight.iter().filter(|level| **level == u64::from(levels)).count() as u64;
        Ok(below? + heavy / 512)
    }

    #[test]
    fn calls_go_on_where_a_stack_ends() {
        assert_eq!(dive(&budget(), DEPTH), Ok(u64::from(DEPTH)));
    }

    #[test]
    fn calls_end_where_their_count_does_and_may_begin_again() {
        let budget = budget();
        assert_eq!(dive(&budget, DEPTH + 1), Err(Limit::Depth));
        assert_eq!(dive(&budget, DEPTH), Ok(u64::from(DEPTH)));
    }

    #[test]
    fn a_panic_comes_through() {
        fn fall(budget: &Budget, levels: u32) -> Result<(), Limit> {
            assert!(levels > 0, "at the bottom");
            let mut result = Ok(());
            budget.deeper(&mut || result = fall(budget, levels - 1))?;
            result
        }
        let panic = std::panic::catch_unwind(|| fall(&budget(), DEPTH)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"at the bottom"));
    }
}
