//! The places of an execution's records on disk. Records point backwards only, so a replay needs a
//! list of positions. Of a long execution few are in memory: marks, from which the others are found.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::super::chain::{Broken, Whereabouts, walk};
use super::super::journal::{JournalError, Position};

/// Places from one mark to the next, at most.
const APART: usize = 4_096;

/// The places of an execution's records, the oldest first. A bundle of records has one place.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// In the order of the places. The last place has one.
    marks: Vec<Mark>,
    /// A compaction dropped records.
    is_cut: bool,
}

/// A place whose position is in memory.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Index of the place.
    place: usize,
    position: Position,
}

/// Positions of the places behind one mark, up to the next one.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    first: usize,
    positions: VecDeque<Position>,
}

impl Stretch {
    /// The position of a place, if it belongs to this stretch.
    pub(super) fn position(&self, place: usize) -> Option<Position> {
        self.positions.get(place.checked_sub(self.first)?).copied()
    }
}

impl Places {
    /// False if a compaction dropped records.
    pub(super) fn is_complete(&self) -> bool {
        !self.is_cut
    }

    /// Adds the records that were written since the last call, by a walk from the newest to those
    /// that are known. Returns false, and adds nothing, if it does not meet them.
    pub(super) fn extend(
        &mut self,
        at: Whereabouts,
        read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
    ) -> Result<bool, Broken> {
        let known = self.marks.last().copied();
        let (mut count, mut found, mut is_cut) = (0_usize, Vec::new(), false);
        let mut is_met = known.is_none();
        walk(at, read, |position, parts| {
            if known.is_some_and(|known| known.position == position) {
                is_met = true;
                return ControlFlow::Break(());
            }
            is_cut |= !parts.is_complete;
            if count.is_multiple_of(APART) {
                found.push((count, position));
            }
            count += 1;
            ControlFlow::Continue(())
        })?;
        if !is_met {
            return Ok(false);
        }
        let end = known.map_or(0, |known| known.place + 1) + count;
        self.is_cut |= is_cut;
        self.marks.extend(found.into_iter().rev().filter_map(|(newer, position)| {
            let place = end.checked_sub(newer + 1)?;
            Some(Mark { place, position })
        }));
        Ok(true)
    }

    /// The positions around a place. `None`: the execution has no such place.
    pub(super) fn stretch(
        &self,
        place: usize,
        at: Whereabouts,
        read: impl Fn(Position) -> Result<Vec<u8>, JournalError>,
    ) -> Result<Option<Stretch>, Broken> {
        let index = self.marks.partition_point(|mark| mark.place < place);
        let Some(mark) = self.marks.get(index) else { return Ok(None) };
        let before = index.checked_sub(1).and_then(|before| self.marks.get(before));
        let first = before.map_or(0, |before| before.place + 1);
        let mut left = mark.place + 1 - first;
        let mut positions = VecDeque::with_capacity(left);
        walk(Whereabouts { last: mark.position, ..at }, read, |position, _| {
            positions.push_front(position);
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if left > 0 {
            return Err(Broken::Unreadable("its first records are not there"));
        }
        Ok(Some(Stretch { first, positions }))
    }
}
