//! Objects: entries in the order in which they were added, with an index by key if there are many.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use super::measure::{Measure, key_size};
use super::{Text, Value};

/// A key and its value.
pub type Entry = (Text, Value);

/// Above so many keys an object has an index. Below it, comparing from front to back is as fast.
pub const INDEXED_ABOVE: usize = 32;

/// The entries of an object: shared, or a constant of the definition.
#[derive(Clone)]
pub enum Object {
    /// Copied before a change if it is shared.
    Shared(Arc<Map>),
    /// A constant, its keys all different; copied when written to.
    Static(&'static [Entry]),
}

/// The owned half of [`Object`].
pub struct Map {
    pub(super) entries: Vec<Entry>,
    /// Places by key. The hash is seeded at random: keys come from outside.
    #[expect(
        clippy::box_collection,
        reason = "small objects, nearly all, pay eight bytes for it instead of 48"
    )]
    index: Option<Box<HashMap<Text, usize>>>,
    pub(super) measure: Measure,
}

impl Object {
    /// The entries, in order.
    #[inline]
    pub fn entries(&self) -> &[Entry] {
        match self {
            Self::Shared(map) => &map.entries,
            Self::Static(entries) => entries,
        }
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// True if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// Keys and values, in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> + DoubleEndedIterator {
        self.entries().iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> + DoubleEndedIterator {
        self.entries().iter().map(|(key, _)| key.as_str())
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &Value> + DoubleEndedIterator {
        self.entries().iter().map(|(_, value)| value)
    }

    /// The value at a key.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Shared(map) => map.get(key),
            Self::Static(entries) => find(entries, key).map(|(_, value)| value),
        }
    }

    /// The value at a key that is written in a program.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "measured: as a call, half of `$sum(items.price)` compared keys; in place, the \
                  comparison has a constant length and needs no call"
    )]
    #[doc(hidden)]
    pub fn get_known(&self, key: &str) -> Option<&Value> {
        let entries = match self {
            Self::Shared(map) if map.index.is_some() => return map.get(key),
            Self::Shared(map) => map.entries.as_slice(),
            Self::Static(entries) => entries,
        };
        let entry = entries.iter().find(|(name, _)| name.as_bytes() == key.as_bytes());
        entry.map(|(_, value)| value)
    }

    /// True if there is such a key.
    #[inline]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The entries for writing; copies this one level where it is shared or constant.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a2 in 22 instead of 29 ns a transition")]
    pub fn make_mut(&mut self) -> &mut Map {
        if let Self::Static(entries) = self {
            *self = Self::Shared(Arc::new(Map::copied(entries)));
        }
        match self {
            Self::Shared(map) => Arc::make_mut(map),
            Self::Static(_) => unreachable!("made shared above"),
        }
    }

    /// The entries themselves; copies this one level where it is shared or constant.
    pub fn into_entries(self) -> Vec<Entry> {
        match self {
            Self::Shared(map) => Arc::try_unwrap(map).map_or_else(
                |shared| shared.entries.clone(),
                |mut map| {
                    map.measure = Measure::EMPTY;
                    mem::take(&mut map.entries)
                },
            ),
            Self::Static(entries) => entries.to_vec(),
        }
    }

    /// True if looking up a key takes the same time however many there are.
    pub(super) fn is_indexed(&self) -> bool {
        match self {
            Self::Shared(map) => map.index.is_some(),
            Self::Static(_) => false,
        }
    }
}

#[inline]
fn find<'e>(entries: &'e [Entry], key: &str) -> Option<&'e Entry> {
    entries.iter().find(|(name, _)| same(name, key))
}

/// True if two keys are the same. Most that are not differ in length or in their last byte (`r1`,
/// `r2`), and a key that emitted code put there is mostly the very literal it is looked up by:
/// comparing all bytes is a call, 3 ns, that is seldom needed.
#[inline]
fn same(name: &str, key: &str) -> bool {
    name.len() == key.len()
        && name.as_bytes().last() == key.as_bytes().last()
        && (std::ptr::eq(name.as_ptr(), key.as_ptr()) || name == key)
}

impl Map {
    /// An empty one with room for so many entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: Vec::with_capacity(capacity), index: None, measure: Measure::EMPTY }
    }

    /// A copy of a constant, with room for one more.
    fn copied(entries: &[Entry]) -> Self {
        let mut map = Self::with_capacity(entries.len() + 1);
        map.extend(entries.iter().cloned());
        map
    }

    pub(super) fn measure(&self) -> Measure {
        self.measure
    }

    /// The entries, in order.
    #[inline]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The value at a key.
    #[inline]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entry = match &self.index {
            None => find(&self.entries, key),
            Some(index) => index.get(key).and_then(|at| self.entries.get(*at)),
        };
        entry.map(|(_, value)| value)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a2 in 22 instead of 29 ns a transition")]
    #[doc(hidden)]
    pub fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            None => self.entries.iter().position(|(name, _)| same(name, key)),
            Some(index) => index.get(key).copied(),
        }
    }

    /// Puts `value` at `key`: in place where the key exists, at the end where not. The value that
    /// was there comes back.
    #[inline]
    pub fn insert(
        &mut self,
        key: impl Into<Text> + AsRef<str>,
        value: impl Into<Value>,
    ) -> Option<Value> {
        if let Some(at) = self.position(key.as_ref()) {
            return self.replace(at, value.into());
        }
        self.append(key.into(), value.into());
        None
    }

    /// As [`insert`](Self::insert), for those who do not want the old value: a value that goes
    /// through no other hands is copied once, and each copy right after it was made costs a stall
    /// of some nanoseconds.
    #[inline]
    pub fn put(&mut self, key: impl Into<Text> + AsRef<str>, value: Value) {
        let Some((_, slot)) = self.position(key.as_ref()).and_then(|at| self.entries.get_mut(at))
        else {
            return self.append(key.into(), value);
        };
        let (old, new) = (slot.measure(), value.measure());
        *slot = value;
        if !self.measure.exchange(old, new) {
            self.remeasure();
        }
    }

    /// As [`put`](Self::put), of a value that has been measured.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a2 in 22 instead of 29 ns a transition")]
    #[doc(hidden)]
    pub fn put_measured(&mut self, key: &'static str, value: Value, new: Measure) {
        let Some((_, slot)) = self.position(key).and_then(|at| self.entries.get_mut(at)) else {
            return self.append_measured(Text::new_static(key), value, new);
        };
        let old = slot.measure();
        *slot = value;
        if !self.measure.exchange(old, new) {
            self.remeasure();
        }
    }

    #[inline]
    fn replace(&mut self, at: usize, value: Value) -> Option<Value> {
        let (_, slot) = self.entries.get_mut(at)?;
        let new = value.measure();
        let old = mem::replace(slot, value);
        if !self.measure.exchange(old.measure(), new) {
            self.remeasure();
        }
        Some(old)
    }

    /// Entries whose keys are known to differ, few of them.
    #[inline]
    pub(super) fn of_few(entries: Vec<Entry>) -> Self {
        let measure = Measure::of(entries.iter().map(|(key, value)| (key_size(key), value)));
        Self { entries, index: None, measure }
    }

    /// Puts an entry at the end; the key is known to be new.
    #[inline]
    #[doc(hidden)]
    pub fn append(&mut self, key: Text, value: Value) {
        let measure = value.measure();
        self.append_measured(key, value, measure);
    }

    /// As [`append`](Self::append), of a value that has been measured.
    #[inline]
    fn append_measured(&mut self, key: Text, value: Value, measure: Measure) {
        self.measure.add(measure, key_size(&key));
        if self.index.is_some() || self.entries.len() >= INDEXED_ABOVE {
            self.index_next(&key);
        }
        if self.entries.len() == self.entries.capacity() {
            self.make_room();
        }
        self.entries.push((key, value));
    }

    /// Makes room for more entries. Small objects move to a new block of memory: glibc's `realloc`
    /// passes by its cache of free blocks, and takes three times as long.
    fn make_room(&mut self) {
        let length = self.entries.len();
        if length > INDEXED_ABOVE {
            return self.entries.reserve(1);
        }
        let mut entries = Vec::with_capacity((2 * length).max(4));
        entries.append(&mut self.entries);
        self.entries = entries;
    }

    /// Enters the key of the next entry into the index, which is made first where there is none
    /// yet.
    #[cold]
    fn index_next(&mut self, key: &Text) {
        let places =
            || self.entries.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        self.index
            .get_or_insert_with(|| Box::new(places()))
            .insert(key.clone(), self.entries.len());
    }

    /// Changes the value at a key; `None` where there is none.
    #[inline]
    pub fn update<R>(&mut self, key: &str, change: impl FnOnce(&mut Value) -> R) -> Option<R> {
        let at = self.position(key)?;
        Some(self.change_at(at, change))
    }

    /// Removes a key; the entries after it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.position(key)?;
        let (_, value) = self.entries.remove(at);
        if let Some(index) = &mut self.index {
            index.remove(key);
            index.values_mut().filter(|place| **place > at).for_each(|place| *place -= 1);
        }
        if !self.measure.take_away(value.measure(), key_size(key)) {
            self.remeasure();
        }
        Some(value)
    }

    /// Changes the value at a place that exists.
    #[inline]
    #[doc(hidden)]
    pub fn change_at<R>(&mut self, at: usize, change: impl FnOnce(&mut Value) -> R) -> R {
        let Some((_, slot)) = self.entries.get_mut(at) else {
            unreachable!("a place is found in the same map")
        };
        let (result, is_known) = self.measure.change(slot, change);
        if !is_known {
            self.remeasure();
        }
        result
    }

    /// Takes the value at a key out, and leaves `null` in its place until [`lower`](Self::lower)
    /// puts one back: between the two this object's measure is that of before.
    #[doc(hidden)]
    pub fn lift(&mut self, key: &str) -> Option<(usize, Value, Measure)> {
        let at = self.position(key)?;
        let (_, slot) = self.entries.get_mut(at)?;
        let value = mem::take(slot);
        let measure = value.measure();
        Some((at, value, measure))
    }

    /// Puts a value where [`lift`](Self::lift) took one of this measure.
    #[doc(hidden)]
    pub fn lower(&mut self, at: usize, old: Measure, value: Value) {
        let Some((_, slot)) = self.entries.get_mut(at) else { return };
        let new = value.measure();
        *slot = value;
        if !self.measure.exchange(old, new) {
            self.remeasure();
        }
    }

    /// Changes each value, or removes its entry where `change` answers false. Whatever was done
    /// before an error stays.
    #[doc(hidden)]
    pub fn change_each<E>(
        &mut self,
        mut change: impl FnMut(&str, &mut Value) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (mut stays, before) = (Ok(()), self.entries.len());
        self.entries.retain_mut(|(key, value)| {
            if stays.is_err() {
                return true;
            }
            change(key, value).unwrap_or_else(|error| {
                stays = Err(error);
                true
            })
        });
        if self.index.is_some() && self.entries.len() < before {
            self.index = Some(Box::new(
                self.entries.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect(),
            ));
        }
        self.remeasure();
        stays
    }

    #[cold]
    fn remeasure(&mut self) {
        self.measure = Measure::of(self.entries.iter().map(|(key, value)| (key_size(key), value)));
    }
}

/// With room for one more entry: who copies is about to write.
impl Clone for Map {
    fn clone(&self) -> Self {
        let mut entries = Vec::with_capacity(self.entries.len() + 1);
        entries.extend_from_slice(&self.entries);
        Self { entries, index: self.index.clone(), measure: self.measure }
    }
}

impl Default for Map {
    #[inline]
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl<K: Into<Text> + AsRef<str>, V: Into<Value>> Extend<(K, V)> for Map {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Into<Text> + AsRef<str>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        let mut map = Self::with_capacity(entries.size_hint().0);
        map.extend(entries);
        map
    }
}

impl From<Map> for Object {
    #[inline]
    fn from(map: Map) -> Self {
        Self::Shared(Arc::new(map))
    }
}

impl<K: Into<Text> + AsRef<str>, V: Into<Value>> FromIterator<(K, V)> for Object {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        entries.into_iter().collect::<Map>().into()
    }
}
