//! Sets of cells: sorted, disjoint ranges of numbers.

use std::collections::BTreeMap;
use std::ops::Range;

/// A set of cells; its ranges are sorted and do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<Range<u32>>);

impl Ranges {
    /// The set of these ranges, given in any order.
    pub(super) fn from_ranges(mut ranges: Vec<Range<u32>>) -> Self {
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable_by_key(|range| range.start);
        let mut merged: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match merged.last_mut().filter(|last| last.end >= range.start) {
                Some(last) => last.end = last.end.max(range.end),
                None => merged.push(range),
            }
        }
        Self(merged)
    }

    /// The set of one range.
    pub(super) fn range(range: Range<u32>) -> Self {
        Self::from_ranges(vec![range])
    }

    /// The set of one cell.
    pub(super) fn cell(cell: u32) -> Self {
        Self::range(cell..cell + 1)
    }

    /// The ranges in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        self.0.iter().cloned()
    }

    /// True if the set is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The union.
    pub(super) fn union(&self, other: &Self) -> Self {
        Self::from_ranges(self.iter().chain(other.iter()).collect())
    }

    /// The intersection.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        let (mut mine, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut both = Vec::new();
        while let (Some(one), Some(two)) = (mine.peek(), theirs.peek()) {
            let common = one.start.max(two.start)..one.end.min(two.end);
            if one.end <= two.end {
                mine.next();
            } else {
                theirs.next();
            }
            if !common.is_empty() {
                both.push(common);
            }
        }
        Self(both)
    }

    /// The complement within `whole`.
    pub(super) fn complement(&self, whole: Range<u32>) -> Self {
        let mut rest = Vec::with_capacity(self.0.len() + 1);
        let mut start = whole.start;
        for range in &self.0 {
            rest.push(start..range.start.min(whole.end));
            start = start.max(range.end);
        }
        rest.push(start..whole.end);
        rest.retain(|range| !range.is_empty());
        Self(rest)
    }

    /// True if `other` contains the whole set.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.intersection(other) == *self
    }
}

/// The cells of one variable that no rule has taken yet, and the rules that took the others.
#[derive(Debug)]
pub(super) struct Free {
    /// Each free range by its start.
    free: BTreeMap<u32, Part>,
    /// Each taken range by its start.
    taken: BTreeMap<u32, Part>,
}

/// A range of cells from its key in a map. Free and taken ones have the same type, so that rustc
/// compiles one kind of map.
#[derive(Clone, Copy, Debug)]
struct Part {
    end: u32,
    /// The rule that took it.
    rule: Option<usize>,
}

impl Part {
    fn free(end: u32) -> Self {
        Self { end, rule: None }
    }
}

impl Free {
    /// The cells of a set, all of them free.
    pub(super) fn new(cells: &Ranges) -> Self {
        // Not collected: that would compile a sort.
        let mut free = BTreeMap::new();
        free.extend(cells.iter().map(|range| (range.start, Part::free(range.end))));
        Self { free, taken: BTreeMap::new() }
    }

    /// True if no cell is free.
    pub(super) fn is_empty(&self) -> bool {
        self.free.is_empty()
    }

    /// The free cells.
    pub(super) fn cells(&self) -> Ranges {
        Ranges(self.free.iter().map(|(start, part)| *start..part.end).collect())
    }

    /// True if a cell of a set is free.
    pub(super) fn meets(&self, cells: &Ranges) -> bool {
        cells.iter().any(|range| {
            let before = self.free.range(..range.end).next_back();
            before.is_some_and(|(_, part)| part.end > range.start)
        })
    }

    /// Gives the free cells of a set to a rule. Each range is inserted and removed at most once, so
    /// all calls together take O(n log n).
    pub(super) fn take(&mut self, cells: &Ranges, rule: usize) {
        for range in cells.iter() {
            while let Some((start, end)) =
                self.free.range(..range.end).next_back().map(|(start, part)| (*start, part.end))
            {
                if end <= range.start {
                    break;
                }
                self.free.remove(&start);
                if end > range.end {
                    self.free.insert(range.end, Part::free(end));
                }
                if start < range.start {
                    self.free.insert(start, Part::free(range.start));
                }
                let taken = Part { end: end.min(range.end), rule: Some(rule) };
                self.taken.insert(start.max(range.start), taken);
            }
        }
    }

    /// The first few rules that took cells of a set.
    pub(super) fn takers(&self, cells: &Ranges) -> Vec<usize> {
        const MOST: usize = 3;
        let mut takers = Vec::new();
        // The first few ranges of an unusual rule are enough for a message.
        for range in cells.iter().take(16) {
            let first = self
                .taken
                .range(..=range.start)
                .next_back()
                .filter(|(_, part)| part.end > range.start);
            let inside =
                self.taken.range(range.start.saturating_add(1)..range.end.max(range.start + 1));
            for (_, part) in first.into_iter().chain(inside).take(16) {
                if let Some(rule) = part.rule
                    && !takers.contains(&rule)
                {
                    takers.push(rule);
                }
            }
        }
        takers.sort_unstable();
        takers.truncate(MOST);
        takers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(bits: u32) -> Ranges {
        let bits = (0..8).filter(|bit| bits & (1 << bit) != 0);
        Ranges::from_ranges(bits.map(|bit| bit..bit + 1).collect())
    }

    #[test]
    fn sets_behave_like_bits() {
        for one in 0..256 {
            assert_eq!(set(one).complement(0..8), set(!one & 255));
            for other in (0..256).step_by(7) {
                assert_eq!(set(one).union(&set(other)), set(one | other));
                assert_eq!(set(one).intersection(&set(other)), set(one & other));
                assert_eq!(set(one).is_within(&set(other)), one & !other == 0);
                let mut free = Free::new(&set(one));
                assert_eq!(free.meets(&set(other)), one & other != 0);
                free.take(&set(other), 3);
                assert_eq!(free.cells(), set(one & !other));
                assert_eq!(free.takers(&set(one)).is_empty(), one & other == 0);
            }
        }
    }

    #[test]
    fn who_took_a_cell_is_remembered() {
        let mut free = Free::new(&set(255));
        free.take(&set(0b0000_1110), 0);
        free.take(&set(0b0011_1100), 1);
        assert_eq!(free.takers(&set(0b0000_1000)), [0]);
        assert_eq!(free.takers(&set(0b0001_1000)), [0, 1]);
        assert_eq!(free.cells(), set(0b1100_0001));
    }
}
