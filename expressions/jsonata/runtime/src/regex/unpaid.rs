//! The work of a search that is not paid for yet.

use crate::{Cx, Fault};

/// Steps of a search that cost one step of the run, which takes up to 50 ns.
const STEPS_IN_ONE: u32 = 8;

/// Steps of a search that are paid for at once.
const PAID_AT_ONCE: u32 = 64 * STEPS_IN_ONE;

/// Characters that are only looked at and cost one step of a search.
const CHARACTERS_IN_STEP: usize = 4;

/// The steps of a search, which are paid for many at once.
pub(super) struct Unpaid<'a> {
    cx: &'a Cx,
    steps: u32,
}

impl<'a> Unpaid<'a> {
    /// A search costs at least one step.
    pub(super) fn new(cx: &'a Cx) -> Self {
        Self { cx, steps: STEPS_IN_ONE }
    }

    /// Counts a step.
    #[inline]
    pub(super) fn step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    /// Counts characters that were only looked at.
    pub(super) fn look(&mut self, characters: usize) {
        let steps = u32::try_from(characters / CHARACTERS_IN_STEP).unwrap_or(u32::MAX);
        self.steps = self.steps.saturating_add(steps);
    }

    /// Pays if there is much to pay for.
    #[inline]
    pub(super) fn settle_many(&mut self) -> Result<(), Fault> {
        if self.steps < PAID_AT_ONCE { Ok(()) } else { self.settle() }
    }

    /// Pays for all steps so far.
    pub(super) fn settle(&mut self) -> Result<(), Fault> {
        let steps = self.steps / STEPS_IN_ONE;
        self.steps %= STEPS_IN_ONE;
        self.cx.spend(steps.into())
    }
}
