//! Depth and size of values, kept by each shared container, so that asking costs nothing.

use super::{Array, MAX_DEPTH, Object, Value};

/// What a container knows about itself. Exact: a container's children cannot change but through its own methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Measure {
    /// Levels of containers, itself included.
    pub(super) depth: u32,
    /// About the bytes of its JSON text.
    pub(super) size: u64,
}

impl Measure {
    /// An empty container.
    pub(super) const EMPTY: Self = Self { depth: 1, size: 2 };

    const fn scalar(size: u64) -> Self {
        Self { depth: 0, size }
    }

    /// One more child, with the bytes that its key takes.
    #[inline]
    pub(super) fn add(&mut self, child: Self, key: usize) {
        self.depth = self.depth.max(child.depth.saturating_add(1));
        self.size = self.size.saturating_add(child.size).saturating_add(key as u64 + 1);
    }

    /// `old` leaves or is replaced by `new`. Answers false where only a new count of all children can tell.
    #[inline]
    #[must_use]
    pub(super) fn exchange(&mut self, old: Self, new: Self) -> bool {
        if self.size == u64::MAX || (old.depth > new.depth && old.depth.saturating_add(1) >= self.depth) {
            return false;
        }
        self.depth = self.depth.max(new.depth.saturating_add(1));
        self.size = self.size.saturating_sub(old.size).saturating_add(new.size);
        true
    }

    /// A child leaves, with the bytes that its key took. False where only a new count of all children can tell.
    #[must_use]
    pub(super) fn take_away(&mut self, child: Self, key: usize) -> bool {
        if self.size == u64::MAX || child.depth.saturating_add(1) >= self.depth.max(2) {
            return false;
        }
        self.size = self.size.saturating_sub(child.size).saturating_sub(key as u64 + 1);
        true
    }

    /// A container of these children, each with the bytes that its key takes.
    #[inline]
    pub(super) fn of<'v>(children: impl Iterator<Item = (usize, &'v Value)>) -> Self {
        let mut measure = Self::EMPTY;
        children.for_each(|(key, child)| measure.add(child.measure(), key));
        measure
    }
}

/// The bytes that a key takes beside its value and comma: quotes and colon.
#[inline]
pub(super) fn key_size(key: &str) -> usize {
    key.len() + 3
}

impl Value {
    /// Levels of containers: 0 for a string, 1 for `[]`, 2 for `[{}]`. Costs nothing for data; constants of a definition
    /// are walked through.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.measure().depth
    }

    /// About the length of the JSON text, as if nothing were shared. Costs nothing for data; constants of a definition
    /// are walked through.
    #[inline]
    pub fn size(&self) -> u64 {
        self.measure().size
    }

    #[inline]
    pub(super) fn measure(&self) -> Measure {
        self.measure_within(MAX_DEPTH)
    }

    /// Walks through constants, `levels` deep at most: leaked data can be deeper than any definition.
    #[inline]
    fn measure_within(&self, levels: u32) -> Measure {
        match self {
            Self::Null | Self::Bool(_) => Measure::scalar(4),
            Self::Int(_) | Self::Float(_) => Measure::scalar(8),
            Self::String(text) => Measure::scalar(text.len() as u64 + 2),
            Self::Array(Array::Shared(items)) => items.measure(),
            Self::Object(Object::Shared(map)) => map.measure(),
            Self::Array(Array::Static(items)) => constant(items.iter().map(|item| (0, item)), levels),
            Self::Object(Object::Static(entries)) => {
                constant(entries.iter().map(|(key, value)| (key_size(key), value)), levels)
            }
        }
    }
}

#[inline(never)]
fn constant<'v>(children: impl Iterator<Item = (usize, &'v Value)>, levels: u32) -> Measure {
    let Some(levels) = levels.checked_sub(1) else {
        return Measure { depth: u32::MAX, size: u64::MAX };
    };
    let mut measure = Measure::EMPTY;
    children.for_each(|(key, child)| measure.add(child.measure_within(levels), key));
    measure
}
