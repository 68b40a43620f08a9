//! Maps and sets in the order of their keys, as sorted vectors.
//!
//! For keys that mostly come in order, such as ids, and for few entries: an insertion moves the
//! entries behind it. Each pair of types in a B-tree of the standard library costs rustc about
//! 6,000 lines of LLVM's language at level 0, and here about 600.

use std::slice;
use std::vec;

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

#[allow(dead_code, reason = "the languages that are compiled decide which methods are used")]
impl<K: Ord, V> SortedMap<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The place of a key, or the place where it belongs.
    fn place(&self, key: &K) -> Result<usize, usize> {
        if self.0.last().is_none_or(|(last, _)| last < key) {
            return Err(self.0.len());
        }
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        let place = self.place(key).ok()?;
        self.0.get(place).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let place = self.place(key).ok()?;
        self.0.get_mut(place).map(|(_, value)| value)
    }

    /// Sets the value of a key; returns the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => self.0.get_mut(place).map(|(_, known)| std::mem::replace(known, value)),
            Err(place) => {
                self.0.insert(place, (key, value));
                None
            }
        }
    }

    /// The value of a key, which becomes this one if there is none.
    pub fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, value));
                place
            }
        };
        let Some((_, value)) = self.0.get_mut(place) else {
            unreachable!("an entry is at its place")
        };
        value
    }

    /// Removes a key; returns its value.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.place(key).ok()?;
        Some(self.0.remove(place).1)
    }

    /// Keeps the entries for which a function returns true.
    pub fn retain(&mut self, keeps: &mut dyn FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keeps(key, value));
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries in order.
    pub fn iter(&self) -> slice::Iter<'_, (K, V)> {
        self.0.iter()
    }

    /// The values in the order of their keys, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = &'a (K, V);
    type IntoIter = slice::Iter<'a, (K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<T>(Vec<T>);

#[allow(dead_code, reason = "the languages that are compiled decide which methods are used")]
impl<T: Ord> SortedSet<T> {
    /// A set without items.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The place of an item, or the place where it belongs.
    fn place(&self, item: &T) -> Result<usize, usize> {
        if self.0.last().is_none_or(|last| last < item) {
            return Err(self.0.len());
        }
        self.0.binary_search_by(|known| known.cmp(item))
    }

    /// Adds an item; true if it is new.
    pub fn insert(&mut self, item: T) -> bool {
        let place = self.place(&item);
        if let Err(place) = place {
            self.0.insert(place, item);
        }
        place.is_err()
    }

    /// Removes an item; true if it was there.
    pub fn remove(&mut self, item: &T) -> bool {
        let place = self.place(item);
        if let Ok(place) = place {
            self.0.remove(place);
        }
        place.is_ok()
    }

    /// True if an item is in the set.
    pub fn contains(&self, item: &T) -> bool {
        self.place(item).is_ok()
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The items in order.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.insert(item);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = Self::new();
        set.extend(items);
        set
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{SortedMap, SortedSet};

    #[test]
    fn maps_and_sets_behave_like_those_of_the_standard_library() {
        let (mut map, mut set) = (SortedMap::new(), SortedSet::new());
        let (mut known_map, mut known_set) = (BTreeMap::new(), BTreeSet::new());
        let mut number = 1_u32;
        for round in 0..2_000_u32 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = (number >> 16) % 50;
            if number.is_multiple_of(4) {
                assert_eq!(map.remove(&key), known_map.remove(&key));
                assert_eq!(set.remove(&key), known_set.remove(&key));
            } else {
                assert_eq!(map.insert(key, round), known_map.insert(key, round));
                assert_eq!(set.insert(key), known_set.insert(key));
            }
            assert_eq!(map.get(&7), known_map.get(&7));
            assert_eq!(set.contains(&7), known_set.contains(&7));
        }
        map.retain(&mut |key, _| key % 2 == 0);
        known_map.retain(|key, _| key % 2 == 0);
        assert_eq!(*map.get_or_insert(4, 9), *known_map.entry(4).or_insert(9));
        assert!(map.into_iter().eq(known_map));
        assert!(set.into_iter().eq(known_set));
    }
}
