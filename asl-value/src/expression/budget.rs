//! The budget of a run: steps, bytes of data, and depth of calls.

use super::calls::Depth;
use super::calls::{Call, Calls};
use super::{Count, Limit};
use crate::value::Value;

/// Bytes of memory that an array or an object takes besides its children.
const CONTAINER: u64 = 64;

/// Bytes of a string that takes no memory of its own.
const SHORT: usize = 24;

/// Bytes of the longest string that a run may make.
pub const LONGEST: usize = 64 << 20;

/// The steps, bytes and calls that a run may still take.
#[derive(Debug)]
pub struct Budget {
    steps: Count,
    /// Bytes of data that may still be made.
    room: Count,
    calls: Calls,
}

impl Budget {
    /// A run with these limits: `bytes` of created data.
    #[inline]
    pub fn new(steps: u64, depth: u32, bytes: u64) -> Self {
        Self { steps: Count::new(steps), room: Count::new(bytes), calls: Calls::new(depth.into()) }
    }

    /// Gives back all steps and bytes.
    #[inline]
    pub fn renew(&self, steps: u64, bytes: u64) {
        self.steps.set(steps);
        self.room.set(bytes);
    }

    /// Takes steps: one at each call and each turn of a loop, and as many as the work of a native
    /// function is large.
    #[inline]
    pub fn spend(&self, steps: u64) -> Result<(), Limit> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => Err(Limit::Fuel),
        }
    }

    /// To be called before a string of so many bytes is made: keeps account of memory, and of the
    /// work of writing it.
    #[inline]
    pub fn make_text(&self, bytes: usize) -> Result<(), Limit> {
        if bytes < SHORT { Ok(()) } else { self.make_long_text(bytes) }
    }

    fn make_long_text(&self, bytes: usize) -> Result<(), Limit> {
        if bytes > LONGEST {
            return Err(Limit::Size);
        }
        self.make(bytes as u64)?;
        self.spend(bytes as u64 / 1024)
    }

    /// To be called before an array or object with so many children is made or copied.
    #[inline]
    pub fn make_items(&self, items: usize) -> Result<(), Limit> {
        self.make(
            (items as u64).saturating_mul(size_of::<Value>() as u64).saturating_add(CONTAINER),
        )?;
        self.spend(items as u64 / 8)
    }

    /// To be called before an item is appended to an array that grows: at most half of its memory
    /// is unused.
    #[inline]
    pub fn make_item(&self) -> Result<(), Limit> {
        self.make(2 * size_of::<Value>() as u64)
    }

    /// Bytes that may still be made in one string.
    pub fn room_for_text(&self) -> usize {
        usize::try_from(self.room.get()).unwrap_or(usize::MAX).min(LONGEST)
    }

    /// The units of work that the steps that are left allow, of which one step allows so many.
    pub fn affordable(&self, in_step: usize) -> usize {
        usize::try_from(self.steps.get()).unwrap_or(usize::MAX).saturating_mul(in_step)
    }

    /// Steps that are left.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Bytes that are left.
    pub fn room(&self) -> u64 {
        self.room.get()
    }

    fn make(&self, bytes: u64) -> Result<(), Limit> {
        let left = self.room.get().checked_sub(bytes).ok_or(Limit::Size)?;
        self.room.set(left);
        Ok(())
    }

    /// Runs something once, one call deeper, which is a step, too. Where the stack gets short it
    /// runs on another one.
    ///
    /// Not generic: rustc refuses a chain of more than 128 functions that each need their own copy
    /// of a generic one.
    #[inline]
    pub fn deeper(&self, run: &mut Call<'_>) -> Result<(), Limit> {
        self.spend(1)?;
        self.calls.deeper(run)
    }

    /// Counts a call, which is a step, too, until the result is dropped.
    #[inline]
    pub fn begin_call(&self) -> Result<super::calls::Begun<'_>, Limit> {
        self.spend(1)?;
        self.calls.begin()
    }

    /// The calls that may be within this one.
    #[inline]
    pub fn depth(&self) -> Depth {
        self.calls.depth()
    }

    /// Those within the next call, which is a step, too.
    #[inline]
    pub fn next_call(&self, depth: Depth) -> Result<Depth, Limit> {
        self.spend(1)?;
        depth.next()
    }

    /// Runs something on a stack of its own, with the calls that may be within it there.
    #[cold]
    pub fn deeper_on_new_stack(
        &self,
        depth: Depth,
        run: &mut (dyn FnMut(Depth) + Send),
    ) -> Result<(), Limit> {
        self.calls.on_another_stack(&mut || run(depth.on_stack_of(&self.calls)))
    }

    /// The steps of a loop that takes no others.
    #[inline]
    pub fn turns(&self) -> Turns<'_> {
        Turns { steps: &self.steps, left: self.steps.get() }
    }

    /// True if a call must continue on another stack.
    #[inline]
    pub fn needs_stack(&self) -> bool {
        self.calls.needs_stack()
    }

    /// Runs something on a stack of its own, no deeper than before.
    #[cold]
    pub fn on_new_stack(&self, run: &mut Call<'_>) -> Result<(), Limit> {
        self.calls.on_another_stack(run)
    }
}

/// The steps of a loop in which nothing else takes any. They are in a register until its end: a
/// counter in memory took two thirds of the time of a small loop.
#[derive(Debug)]
#[must_use]
pub struct Turns<'b> {
    steps: &'b Count,
    left: u64,
}

impl Turns<'_> {
    /// Takes the step of the next turn.
    #[inline]
    pub fn take_one(&mut self) -> Result<(), Limit> {
        self.left = self.left.checked_sub(1).ok_or(Limit::Fuel)?;
        Ok(())
    }
}

impl Drop for Turns<'_> {
    #[inline]
    fn drop(&mut self) {
        self.steps.set(self.left);
    }
}
