//! Depth and size of values. Each shared container stores them, so that reading them costs nothing.
//! It also stores whether all numbers in it are finite, so that results need not be searched.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{Array, Entry, MAX_DEPTH, MAX_SIZE, Object, Value};

/// The measure of a container. It is exact, because a container's children can only change through
/// its own methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Levels of containers, itself included.
    pub depth: u32,
    /// Approximate bytes of its JSON text.
    pub size: u64,
    /// True if all its numbers are finite.
    pub is_finite: bool,
}

impl Measure {
    /// An empty container.
    pub(super) const EMPTY: Self = Self { depth: 1, size: 2, is_finite: true };

    const fn scalar(size: u64) -> Self {
        Self { depth: 0, size, is_finite: true }
    }

    /// Adds a child, with the bytes of its key.
    #[inline]
    pub(super) fn add(&mut self, child: Self, key: usize) {
        self.depth = self.depth.max(child.depth.saturating_add(1));
        self.size = self.size.saturating_add(child.size).saturating_add(key as u64 + 1);
        self.is_finite &= child.is_finite;
    }

    /// Returns true if its container is neither too deep nor too large.
    #[inline]
    fn is_bounded(&self) -> bool {
        self.depth <= MAX_DEPTH && self.size <= MAX_SIZE
    }

    /// Changes a child. Returns false if a recount is needed, as [`exchange`](Self::exchange) does.
    #[inline]
    pub(super) fn change<R>(
        &mut self,
        child: &mut Value,
        change: impl FnOnce(&mut Value) -> R,
    ) -> (R, bool) {
        let old = child.measure();
        let result = change(child);
        (result, self.exchange(old, child.measure()))
    }

    /// Replaces `old` by `new`. Returns false if only a recount of all children can give the
    /// result.
    #[inline]
    #[must_use]
    pub(super) fn exchange(&mut self, old: Self, new: Self) -> bool {
        if self.size == u64::MAX
            || !old.is_finite
            || (old.depth > new.depth && old.depth.saturating_add(1) >= self.depth)
        {
            return false;
        }
        self.depth = self.depth.max(new.depth.saturating_add(1));
        self.size = self.size.saturating_sub(old.size).saturating_add(new.size);
        self.is_finite &= new.is_finite;
        true
    }

    /// Removes a child, with the bytes of its key. Returns false if only a recount of all children
    /// can give the result.
    #[must_use]
    pub(super) fn take_away(&mut self, child: Self, key: usize) -> bool {
        if self.size == u64::MAX
            || !child.is_finite
            || child.depth.saturating_add(1) >= self.depth.max(2)
        {
            return false;
        }
        self.size = self.size.saturating_sub(child.size).saturating_sub(key as u64 + 1);
        true
    }

    /// The measure of a container with these children, each with the bytes of its key.
    #[inline]
    pub(super) fn of<'v>(children: impl Iterator<Item = (usize, &'v Value)>) -> Self {
        let mut measure = Self::EMPTY;
        children.for_each(|(key, child)| measure.add(child.measure(), key));
        measure
    }
}

/// Approximate bytes of a number, of `true` or `null`.
const SCALAR: u64 = 6;

/// The bytes of a string with its quotes.
#[inline]
fn text_size(text: &str) -> u64 {
    text.len() as u64 + 2
}

/// Bytes of a key besides its value and comma: quotes and colon.
#[inline]
pub(super) fn key_size(key: &str) -> usize {
    key.len() + 3
}

impl Value {
    /// Levels of containers: 0 for a string, 1 for `[]`, 2 for `[{}]`. It costs nothing for data,
    /// but visits constants of a definition.
    #[inline]
    pub fn depth(&self) -> u32 {
        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::String(_) => 0,
            Self::Array(Array::Shared(items)) => items.measure.depth,
            Self::Object(Object::Shared(map)) => map.measure.depth,
            Self::Array(Array::Static(_)) | Self::Object(Object::Static(_)) => self.measure().depth,
        }
    }

    /// Returns true if it is neither too deep nor too large. Data are checked after each state, so
    /// this makes no measure of them.
    #[inline]
    #[doc(hidden)]
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) => true,
            Self::Array(Array::Shared(items)) => items.measure.is_bounded(),
            Self::Object(Object::Shared(map)) => map.measure.is_bounded(),
            Self::String(_) | Self::Array(Array::Static(_)) | Self::Object(Object::Static(_)) => {
                self.measure().is_bounded()
            }
        }
    }

    /// Approximate length of the JSON text, as if nothing were shared. It costs nothing for data,
    /// but visits constants of a definition.
    #[inline]
    pub fn size(&self) -> u64 {
        self.measure().size
    }

    /// True if all its numbers are finite. It costs nothing for data, but visits constants of a
    /// definition.
    #[inline]
    #[doc(hidden)]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::String(_) => true,
            Self::Float(number) => number.is_finite(),
            Self::Array(_) | Self::Object(_) => self.measure().is_finite,
        }
    }

    #[inline]
    #[doc(hidden)]
    pub fn measure(&self) -> Measure {
        self.measure_within(MAX_DEPTH)
    }

    /// Visits constants, at most `levels` deep: leaked data can be deeper than any definition.
    #[inline]
    fn measure_within(&self, levels: u32) -> Measure {
        match self {
            Self::Null | Self::Bool(_) | Self::Int(_) => Measure::scalar(SCALAR),
            Self::Float(number) => {
                Measure { is_finite: number.is_finite(), ..Measure::scalar(SCALAR) }
            }
            Self::String(text) => Measure::scalar(text_size(text)),
            Self::Array(Array::Shared(items)) => items.measure(),
            Self::Object(Object::Shared(map)) => map.measure(),
            Self::Array(Array::Static(_)) => constant(self, levels),
            Self::Object(Object::Static(entries)) => constant_object(entries, levels),
        }
    }
}

/// The measure of a constant object.
#[inline]
pub fn measure_entries(entries: &'static [Entry]) -> Measure {
    constant_object(entries, MAX_DEPTH)
}

#[inline]
fn constant_object(entries: &'static [Entry], levels: u32) -> Measure {
    flat(entries).unwrap_or_else(|| constant(&Value::Object(Object::Static(entries)), levels))
}

/// Entries of an object that is measured each time.
const FEW: usize = 16;

/// Most constants are small objects of scalars, which are inserted repeatedly.
#[inline]
fn flat(entries: &[Entry]) -> Option<Measure> {
    if entries.len() > FEW {
        return None;
    }
    let mut measure = Measure::EMPTY;
    for (key, value) in entries {
        if matches!(value, Value::Array(_) | Value::Object(_)) {
            return None;
        }
        let is_finite = !matches!(value, Value::Float(number) if !number.is_finite());
        let size = value.as_str().map_or(SCALAR, text_size);
        measure.add(Measure { depth: 0, size, is_finite }, key_size(key));
    }
    Some(measure)
}

/// Constants with so much text are measured once: data may hold one of them any number of times.
const LARGE: u64 = 1 << 10;

thread_local! {
    /// The measures of large constants, by their places. They exist as long as the program runs.
    static KNOWN: RefCell<BTreeMap<(usize, usize), Measure>> =
        const { RefCell::new(BTreeMap::new()) };
}

#[cold]
fn constant(value: &Value, levels: u32) -> Measure {
    let is_whole = levels == MAX_DEPTH;
    let Some(place) = value.place().filter(|_| is_whole) else { return visit(value, levels) };
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&place).copied()) {
        return known;
    }
    let measure = visit(value, levels);
    if measure.size >= LARGE {
        KNOWN.with_borrow_mut(|known| known.insert(place, measure));
    }
    measure
}

/// Visits a constant, at most `levels` deep.
fn visit(value: &Value, levels: u32) -> Measure {
    let Some(levels) = levels.checked_sub(1) else {
        return Measure { depth: u32::MAX, size: u64::MAX, is_finite: false };
    };
    let mut measure = Measure::EMPTY;
    let mut add = |key, child: &Value| measure.add(child.measure_within(levels), key);
    match value {
        Value::Array(items) => items.iter().for_each(|item| add(0, item)),
        Value::Object(object) => object.iter().for_each(|(key, value)| add(key_size(key), value)),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            return value.measure();
        }
    }
    measure
}
