//! Lists by number.

use std::ops::{Index, IndexMut};

/// A list whose indexes are the numbers of boxes, edges or vertices, which this folder gives out
/// itself.
#[derive(Clone, Debug)]
pub(in super::super) struct Table<T>(Vec<T>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Table<T> {
    /// A list of the same value.
    pub(in super::super) fn of(value: T, length: usize) -> Self
    where
        T: Clone,
    {
        Self(vec![value; length])
    }

    /// Adds a value. Returns its number.
    pub(in super::super) fn push(&mut self, value: T) -> usize {
        self.0.push(value);
        self.0.len() - 1
    }

    pub(in super::super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(in super::super) fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    pub(in super::super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// The value with a number, if there is one.
    pub(in super::super) fn get(&self, number: usize) -> Option<&T> {
        self.0.get(number)
    }
}

impl<T> IntoIterator for Table<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[expect(clippy::indexing_slicing, reason = "a number is given out when its value is added")]
impl<T> Index<usize> for Table<T> {
    type Output = T;

    fn index(&self, number: usize) -> &T {
        &self.0[number]
    }
}

#[expect(clippy::indexing_slicing, reason = "a number is given out when its value is added")]
impl<T> IndexMut<usize> for Table<T> {
    fn index_mut(&mut self, number: usize) -> &mut T {
        &mut self.0[number]
    }
}
