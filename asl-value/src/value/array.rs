//! Arrays: shared, or constants of a definition.

use std::mem;
use std::sync::Arc;

use super::Value;
use super::measure::Measure;

/// The items of an array: shared, or a constant of the definition.
#[derive(Clone)]
pub enum Array {
    /// Copied before a change if it is shared.
    Shared(Arc<Items>),
    /// A constant; copied before a change.
    Static(&'static [Value]),
}

/// The owned half of [`Array`].
#[derive(Clone)]
pub struct Items {
    pub(super) values: Vec<Value>,
    pub(super) measure: Measure,
}

impl Array {
    /// The items.
    #[inline]
    pub fn as_slice(&self) -> &[Value] {
        match self {
            Self::Shared(items) => &items.values,
            Self::Static(items) => items,
        }
    }

    /// Number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// True if there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// Levels of containers, itself included.
    #[inline]
    #[doc(hidden)]
    pub fn depth(&self) -> u32 {
        match self {
            Self::Shared(items) => items.measure.depth,
            Self::Static(items) => Value::Array(Self::Static(items)).measure().depth,
        }
    }

    /// True if all numbers in it are finite.
    #[inline]
    #[doc(hidden)]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Shared(items) => items.measure.is_finite,
            Self::Static(items) => Value::Array(Self::Static(items)).measure().is_finite,
        }
    }

    /// The items, front to back.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, Value> {
        self.as_slice().iter()
    }

    /// The item at an index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&Value> {
        self.as_slice().get(index)
    }

    /// The items for writing; copies this one level if it is shared or constant.
    #[inline]
    pub fn make_mut(&mut self) -> &mut Items {
        if let Self::Static(items) = self {
            *self = Self::Shared(Arc::new(items.iter().cloned().collect()));
        }
        match self {
            Self::Shared(items) => Arc::make_mut(items),
            Self::Static(_) => unreachable!("made shared above"),
        }
    }

    /// The items themselves; copies this one level if it is shared or constant.
    pub fn into_vec(self) -> Vec<Value> {
        match self {
            Self::Shared(items) => Arc::try_unwrap(items).map_or_else(
                |shared| shared.values.clone(),
                |mut items| {
                    items.measure = Measure::EMPTY;
                    mem::take(&mut items.values)
                },
            ),
            Self::Static(items) => items.to_vec(),
        }
    }
}

impl Items {
    pub(super) fn measure(&self) -> Measure {
        self.measure
    }

    /// The items.
    #[inline]
    pub fn as_slice(&self) -> &[Value] {
        &self.values
    }

    /// Appends an item.
    #[inline]
    pub fn push(&mut self, value: impl Into<Value>) {
        let value = value.into();
        self.measure.add(value.measure(), 0);
        self.values.push(value);
    }

    /// Replaces the item at an index. Returns `None` and does nothing if there is none.
    pub fn set(&mut self, index: usize, value: impl Into<Value>) -> Option<Value> {
        let mut value = value.into();
        self.update(index, |slot| mem::swap(slot, &mut value))?;
        Some(value)
    }

    /// Changes the item at an index; `None` if there is none.
    pub fn update<R>(&mut self, index: usize, change: impl FnOnce(&mut Value) -> R) -> Option<R> {
        let slot = self.values.get_mut(index)?;
        let (result, is_known) = self.measure.change(slot, change);
        if !is_known {
            self.remeasure();
        }
        Some(result)
    }

    /// Changes each item, up to the first error. The array is measured once.
    #[doc(hidden)]
    pub fn try_update_each<E>(
        &mut self,
        change: impl FnMut(&mut Value) -> Result<(), E>,
    ) -> Result<(), E> {
        let result = self.values.iter_mut().try_for_each(change);
        self.remeasure();
        result
    }

    /// Removes the item at an index; the items after it move up.
    pub fn remove(&mut self, index: usize) -> Option<Value> {
        if index >= self.values.len() {
            return None;
        }
        let value = self.values.remove(index);
        if !self.measure.take_away(value.measure(), 0) {
            self.remeasure();
        }
        Some(value)
    }

    /// Takes the item at an index out, and leaves `null` in its place until [`lower`](Self::lower)
    /// puts one back. Between the two calls this array's measure is outdated.
    #[doc(hidden)]
    pub fn lift(&mut self, index: usize) -> Option<(Value, Measure)> {
        let value = mem::take(self.values.get_mut(index)?);
        let measure = value.measure();
        Some((value, measure))
    }

    /// Puts an item back where [`lift`](Self::lift) took one of this measure.
    #[doc(hidden)]
    pub fn lower(&mut self, index: usize, old: Measure, value: Value) {
        let Some(slot) = self.values.get_mut(index) else { return };
        let new = value.measure();
        *slot = value;
        if !self.measure.exchange(old, new) {
            self.remeasure();
        }
    }

    /// Changes each item, or removes it if `change` returns false. Changes before an error are
    /// kept.
    #[doc(hidden)]
    pub fn change_each<E>(
        &mut self,
        mut change: impl FnMut(&mut Value) -> Result<bool, E>,
    ) -> Result<(), E> {
        let (mut stays, mut measure, mut is_known) = (Ok(()), self.measure, true);
        self.values.retain_mut(|value| {
            if stays.is_err() {
                return true;
            }
            let old = value.measure();
            let is_kept = change(value).unwrap_or_else(|error| {
                stays = Err(error);
                true
            });
            is_known &= is_kept && measure.exchange(old, value.measure());
            is_kept
        });
        self.measure = measure;
        // A second walk, which a large array feels.
        if !is_known {
            self.remeasure();
        }
        stays
    }

    fn remeasure(&mut self) {
        self.measure = Measure::of(self.values.iter().map(|value| (0, value)));
    }
}

impl Default for Items {
    fn default() -> Self {
        Self { values: Vec::new(), measure: Measure::EMPTY }
    }
}

impl From<Vec<Value>> for Items {
    fn from(values: Vec<Value>) -> Self {
        let measure = Measure::of(values.iter().map(|value| (0, value)));
        Self { values, measure }
    }
}

impl From<Vec<Value>> for Array {
    fn from(values: Vec<Value>) -> Self {
        Self::Shared(Arc::new(values.into()))
    }
}

impl<V: Into<Value>> FromIterator<V> for Items {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        values.into_iter().map(Into::into).collect::<Vec<Value>>().into()
    }
}

impl<V: Into<Value>> FromIterator<V> for Array {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self::Shared(Arc::new(values.into_iter().collect()))
    }
}

impl<'a> IntoIterator for &'a Array {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
