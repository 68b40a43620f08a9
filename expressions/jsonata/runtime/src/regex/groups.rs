//! The places of groups.

use std::ops::Range;

/// The place of a group that captured nothing.
pub(super) const NOWHERE: usize = usize::MAX;

/// So many groups take no memory of their own.
const FEW: usize = 2;

/// The places of the groups of a match: group `n` begins at slot `2n - 2` and ends at slot `2n - 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Groups {
    count: usize,
    few: [usize; 2 * FEW],
    many: Vec<usize>,
}

impl Groups {
    /// So many groups that captured nothing.
    pub(super) fn new(count: usize) -> Self {
        let many = if count > FEW { vec![NOWHERE; 2 * count] } else { Vec::new() };
        Self { count, few: [NOWHERE; 2 * FEW], many }
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes that a group captured, from 1 on; `None` if it captured nothing.
    pub fn get(&self, number: usize) -> Option<Range<usize>> {
        let slot = 2 * number.checked_sub(1)?;
        let place = |slot| Some(self.slot(slot)).filter(|at| *at != NOWHERE);
        Some(place(slot)?..place(slot + 1)?)
    }

    /// The bytes of all groups, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Range<usize>>> + '_ {
        (0..self.count).map(|index| self.get(index + 1))
    }

    pub(super) fn slot(&self, slot: usize) -> usize {
        let slots = if self.count > FEW { self.many.as_slice() } else { &self.few };
        slots.get(slot).copied().unwrap_or(NOWHERE)
    }

    pub(super) fn set(&mut self, slot: usize, at: usize) {
        let slots = if self.count > FEW { self.many.as_mut_slice() } else { &mut self.few };
        if let Some(place) = slots.get_mut(slot) {
            *place = at;
        }
    }

    /// Forgets what the groups captured.
    pub(super) fn clear(&mut self) {
        if self.count > FEW {
            self.many.fill(NOWHERE);
        } else if self.count > 0 {
            self.few = [NOWHERE; 2 * FEW];
        }
    }
}
