//! The results of a path's last step: collected, or taken one by one.

use super::item_at;
use crate::view::{Found, View};
use crate::{Cx, Fault, Item, Outcome};
use asl_value::value::Value;

/// The value of a path: a sequence, or the array that is its only result.
#[derive(Debug, Default)]
pub struct Sequence {
    items: Kept,
    /// An array that is the only result so far.
    only: Option<Item>,
    has_any: bool,
}

/// The items of a sequence. Plain data alone becomes an array as it is.
///
/// The only item is a field of its own, so that it moves out whole.
#[derive(Debug, Default)]
struct Kept {
    /// The item of [`Count::One`].
    one: Item,
    count: Count,
}

#[derive(Debug, Default)]
enum Count {
    #[default]
    None,
    One,
    Values(Vec<Value>),
    Items(Vec<Item>),
}

/// Room that is made for the items of a sequence of several.
const SEVERAL: usize = 8;

impl Kept {
    /// Adds an item. Account is kept of the room, not of each item: most need nothing but that.
    #[inline]
    fn push(&mut self, cx: &Cx, found: Found<'_>) -> Result<(), Fault> {
        if let Count::Values(values) = &mut self.count
            && values.len() < values.capacity()
        {
            match found {
                Found::Seen(View::Value(value)) => {
                    values.push(value.clone());
                    return Ok(());
                }
                Found::Made(Item::Data(value)) => {
                    values.push(value);
                    return Ok(());
                }
                Found::Seen(_) | Found::Made(_) => {}
            }
        }
        self.push_any(cx, found.into_item())
    }

    #[inline(never)]
    fn push_any(&mut self, cx: &Cx, item: Item) -> Result<(), Fault> {
        match (&mut self.count, &mut self.one, item) {
            (Count::None, _, item) => {
                cx.make_item()?;
                *self = Self { one: item, count: Count::One };
            }
            (Count::One, Item::Data(first), Item::Data(second)) => {
                cx.make_items(SEVERAL)?;
                let mut values = Vec::with_capacity(SEVERAL);
                values.extend([std::mem::take(first), second]);
                self.count = Count::Values(values);
            }
            (Count::Values(values), _, Item::Data(value)) => {
                cx.make_items(values.len())?;
                values.reserve(values.len());
                values.push(value);
            }
            (Count::Items(items), _, item) => {
                cx.make_item()?;
                items.push(item);
            }
            (Count::One | Count::Values(_), _, item) => {
                let mut items = std::mem::take(self).into_items();
                cx.make_items(items.len())?;
                items.push(item);
                self.count = Count::Items(items);
            }
        }
        Ok(())
    }

    fn into_items(self) -> Vec<Item> {
        match self.count {
            Count::None => Vec::new(),
            Count::One => vec![self.one],
            Count::Values(values) => values.into_iter().map(Item::Data).collect(),
            Count::Items(items) => items,
        }
    }
}

impl Sequence {
    /// Adds the result of the last step for an item.
    #[inline]
    pub fn add<'v>(&mut self, cx: &Cx, result: impl Into<Found<'v>>) -> Result<(), Fault> {
        let result = result.into();
        let view = result.view();
        if view.is_array() {
            return self.add_array(cx, result.into_item());
        }
        if view.is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    #[inline(never)]
    fn add_array(&mut self, cx: &Cx, array: Item) -> Result<(), Fault> {
        if !self.has_any && !array.is_sequence() {
            self.only = Some(array);
        } else {
            self.flush(cx)?;
            self.add_items(cx, array)?;
        }
        self.has_any = true;
        Ok(())
    }

    fn add_items(&mut self, cx: &Cx, array: Item) -> Result<(), Fault> {
        let view = array.view();
        if view.is_cons() {
            return self.items.push(cx, Found::Made(array));
        }
        cx.make_items(view.array_len().unwrap_or(0))?;
        view.items().try_for_each(|item| self.items.push(cx, Found::Seen(item)))
    }

    #[inline]
    fn flush(&mut self, cx: &Cx) -> Result<(), Fault> {
        match self.only.take() {
            Some(only) => self.add_items(cx, only),
            None => Ok(()),
        }
    }

    /// True if there is a result: then the items of the next array may be added one by one.
    #[inline]
    pub fn has_any(&self) -> bool {
        self.has_any
    }

    /// Adds the items of the last step's result for a tuple, which no array remains of.
    pub fn add_flat<'v>(&mut self, cx: &Cx, result: impl Into<Found<'v>>) -> Result<(), Fault> {
        let result = result.into();
        let view = result.view();
        if view.is_array() {
            return view.items().try_for_each(|item| self.push(cx, item));
        }
        if view.is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    /// Adds the result of a function, if there is one.
    #[inline]
    pub fn push_result<'v>(&mut self, cx: &Cx, result: impl Into<Found<'v>>) -> Result<(), Fault> {
        let result = result.into();
        if result.view().is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    /// Adds an item.
    #[inline]
    pub fn push<'v>(&mut self, cx: &Cx, item: impl Into<Found<'v>>) -> Result<(), Fault> {
        if self.only.is_some() {
            self.flush(cx)?;
        }
        self.has_any = true;
        self.items.push(cx, item.into())
    }

    /// Adds the item at an index of the result of the last step. A missing one counts as a result.
    pub fn add_at(&mut self, cx: &Cx, result: View<'_>, number: f64) -> Result<(), Fault> {
        let item = item_at(result, number);
        if item.is_undefined() {
            self.flush(cx)?;
            self.has_any = true;
        }
        self.add(cx, item)
    }

    /// The value after it has collapsed.
    #[inline]
    pub fn finish(self) -> Outcome {
        if let Some(only) = self.only {
            return Ok(only);
        }
        match self.items.count {
            Count::None | Count::One => Ok(self.items.one),
            Count::Values(values) => Item::sequence_of_data(values),
            Count::Items(items) => Item::sequence(items),
        }
    }

    /// The value before it collapses.
    pub fn whole(self) -> Outcome {
        match (self.only, self.items) {
            (Some(only), _) => Ok(only),
            (None, Kept { count: Count::Values(values), .. }) => Item::sequence_of_data(values),
            (None, items) => Item::sequence(items.into_items()),
        }
    }
}

/// The items of a sequence, given one by one to what comes behind it.
///
/// The part behind a list is evaluated after all of it, so its fault is kept until the end.
pub struct Results<F> {
    take: F,
    /// The built-in whose function takes the items.
    name: &'static str,
    given: usize,
    /// True while items are given at once: there was one, and none has failed.
    is_open: bool,
    /// An array that is the only result so far.
    only: Option<Item>,
    has_any: bool,
    /// An array, or nothing, that is the only item so far. If it remains that, its items take its
    /// place.
    nested: Option<Item>,
    has_items: bool,
    fault: Option<Fault>,
}

impl<F: FnMut(View<'_>, usize) -> Result<(), Fault>> Results<F> {
    /// Results that are given to the function of a built-in, with their indices.
    #[inline]
    pub fn new(name: &'static str, take: F) -> Self {
        Self {
            take,
            name,
            given: 0,
            is_open: false,
            only: None,
            has_any: false,
            nested: None,
            has_items: false,
            fault: None,
        }
    }

    /// Adds the result of a step for an item, which is flattened.
    #[inline]
    pub fn add<'v>(&mut self, cx: &Cx, result: impl Into<Found<'v>>) -> Result<(), Fault> {
        let result = result.into();
        let view = result.view();
        if view.is_undefined() {
            return Ok(());
        }
        if !view.is_array() {
            return self.push(cx, view);
        }
        self.add_array(cx, view)
    }

    #[inline(never)]
    fn add_array(&mut self, cx: &Cx, array: View<'_>) -> Result<(), Fault> {
        if !self.has_any && !array.is_sequence() {
            self.has_any = true;
            self.only = Some(array.to_item());
            // They are given at the end.
            return cx.read_array(array);
        }
        self.flush(cx)?;
        self.has_any = true;
        self.add_items(cx, array)
    }

    /// Adds the result of a function, if there is one.
    #[inline]
    pub fn push_result<'v>(&mut self, cx: &Cx, result: impl Into<Found<'v>>) -> Result<(), Fault> {
        let result = result.into();
        if result.view().is_undefined() { Ok(()) } else { self.push(cx, result) }
    }

    /// Adds an item.
    #[inline]
    pub fn push<'v>(&mut self, cx: &Cx, item: impl Into<Found<'v>>) -> Result<(), Fault> {
        let item = item.into();
        if !self.is_open {
            self.flush(cx)?;
            self.has_any = true;
        }
        self.give_next(cx, item.view())
    }

    /// Adds the item at an index of the result of a step. A missing one counts as a result.
    pub fn add_at(&mut self, cx: &Cx, result: View<'_>, number: f64) -> Result<(), Fault> {
        let item = item_at(result, number);
        if item.is_undefined() {
            self.flush(cx)?;
            self.has_any = true;
        }
        self.add(cx, item)
    }

    /// True if there is a result: then the items of the next array may be added one by one.
    #[inline]
    pub fn has_any(&self) -> bool {
        self.has_any
    }

    /// Adds a whole value, which is all there is.
    pub fn set<'v>(&mut self, cx: &Cx, value: impl Into<Found<'v>>) -> Result<(), Fault> {
        let value = value.into().into_item();
        cx.read_array(value.view())?;
        self.has_any = !value.is_undefined();
        if value.is_array() {
            self.only = Some(value);
        } else if self.has_any {
            self.has_items = true;
            self.nested = Some(value);
        }
        Ok(())
    }

    /// Takes the items of the only value, without copying it.
    #[inline]
    pub fn take_all(&mut self, cx: &Cx, value: View<'_>) -> Result<(), Fault> {
        cx.read_array(value)?;
        self.has_items = !value.is_undefined();
        for item in value.items() {
            if self.fault.is_none() {
                self.give(item)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self, cx: &Cx) -> Result<(), Fault> {
        match self.only.take() {
            Some(only) => self.add_items(cx, only.view()),
            None => Ok(()),
        }
    }

    fn add_items(&mut self, cx: &Cx, array: View<'_>) -> Result<(), Fault> {
        if array.is_cons() {
            return self.give_next(cx, array);
        }
        cx.read_array(array)?;
        array.items().try_for_each(|item| self.give_next(cx, item))
    }

    #[inline]
    fn give_next(&mut self, cx: &Cx, item: View<'_>) -> Result<(), Fault> {
        if self.is_open || self.is_ready(cx, item)? { self.give(item) } else { Ok(()) }
    }

    /// True if an item is given now, and what waited for it has been given.
    #[inline(never)]
    fn is_ready(&mut self, cx: &Cx, item: View<'_>) -> Result<bool, Fault> {
        let is_first = !self.has_items;
        self.has_items = true;
        if is_first && (item.is_array() || item.is_undefined()) {
            cx.read_array(item)?;
            self.nested = Some(item.to_item());
            return Ok(false);
        }
        if let Some(nested) = self.nested.take() {
            self.give(nested.view())?;
        }
        self.is_open = self.fault.is_none();
        Ok(self.is_open)
    }

    #[inline]
    fn give(&mut self, item: View<'_>) -> Result<(), Fault> {
        let index = self.given;
        self.given += 1;
        match (self.take)(item, index) {
            Ok(()) => Ok(()),
            Err(fault) => self.keep(fault),
        }
    }

    #[cold]
    fn keep(&mut self, fault: Fault) -> Result<(), Fault> {
        self.is_open = false;
        match fault {
            Fault::Error(_) => {
                self.fault = Some(fault.token(self.name));
                Ok(())
            }
            Fault::Limit(_) => Err(fault),
        }
    }

    /// Gives the rest. True if there was a value.
    pub fn finish(mut self) -> Result<bool, Fault> {
        if let Some(alone) = self.only.take().or_else(|| self.nested.take()) {
            for item in alone.view().items() {
                if self.fault.is_none() {
                    self.give(item)?;
                }
            }
            self.has_items = !alone.is_undefined();
        }
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.has_items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    /// The items that are given, and if there was a value.
    fn given(results: &[Item]) -> (Vec<String>, bool) {
        let cx = Cx::new(0, 0);
        let mut shown = Vec::new();
        let mut given = Results::new("count", |item, index| {
            shown.push(format!(
                "{index}:{}",
                item.as_data().map_or("-".into(), ToString::to_string)
            ));
            Ok(())
        });
        for result in results {
            given.add(&cx, result.clone()).unwrap();
        }
        let has_value = given.finish().unwrap();
        (shown, has_value)
    }

    fn items<const N: usize>(values: [Value; N]) -> Vec<Item> {
        values.into_iter().map(Item::from).collect()
    }

    #[test]
    fn results_are_flattened_once() {
        let (shown, has_value) = given(&items([json!([1, 2]), json!(3), json!([[4]])]));
        assert_eq!(
            (shown, has_value),
            (["0:1", "1:2", "2:3", "3:[4]"].map(Into::into).into(), true)
        );
    }

    #[test]
    fn an_array_that_is_the_only_result_is_the_value() {
        assert_eq!(given(&items([json!([[1, 2]])])), (vec!["0:[1,2]".into()], true));
        assert_eq!(given(&items([json!([])])), (vec![], true));
        assert_eq!(given(&items([json!([]), json!([])])), (vec![], false));
        assert_eq!(given(&[Item::Undefined]), (vec![], false));
    }

    #[test]
    fn an_array_that_is_the_only_item_is_the_value() {
        let (shown, has_value) = given(&items([json!([[1, 2]]), json!([])]));
        assert_eq!((shown, has_value), (vec!["0:1".into(), "1:2".into()], true));
    }

    #[test]
    fn a_fault_is_kept_until_the_end() {
        let cx = Cx::new(0, 0);
        let mut given = 0;
        let mut results = Results::new("map", |_, _| {
            given += 1;
            Err(Fault::new("T2001"))
        });
        results.push(&cx, Item::from(json!(1))).unwrap();
        results.push(&cx, Item::from(json!(2))).unwrap();
        let fault = results.finish().unwrap_err();
        assert_eq!((fault.code(), given), (Some("T2001"), 1));
    }

    #[test]
    fn a_sequence_is_the_same_as_its_results() {
        let cx = Cx::new(0, 0);
        let sequence = |results: &[Item]| {
            let mut sequence = Sequence::default();
            for result in results {
                sequence.add(&cx, result.clone()).unwrap();
            }
            let value = sequence.whole().unwrap();
            (value.is_sequence(), value.array_len())
        };
        assert_eq!(sequence(&items([json!([1, 2])])), (false, Some(2)));
        assert_eq!(sequence(&items([json!([1, 2]), json!(3)])), (true, Some(3)));
        assert_eq!(sequence(&[Item::Undefined]), (true, Some(0)));
    }
}
