//! `^(..)`: items in the order of their keys. Keys of one type are evaluated once for all items and
//! sorted; anything else is compared as jsonata-js does, so that its first fault is found.

mod rows;

pub use self::rows::SeenKey;
pub(super) use self::rows::sort_rows;
use super::compare::{text_order, text_order_of};
use super::view::Found;
use super::{Cx, Fault, Item, Outcome, View};
use std::cmp::Ordering;
use std::ops::Range;

/// The places of items, as they are sorted.
type Places = Vec<u32>;

/// The key of a term for an item: most are data of the item, which is not copied.
type Key<'a, T> = dyn for<'v> FnMut(usize, &'v T) -> Result<Found<'v>, Fault> + 'a;

/// The items in the order of their keys. The key of a term is only evaluated if the terms before it
/// do not decide. `is_descending` has a flag for each term.
pub fn sort<T: Default>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: &[bool],
    key: &mut Key<'_, T>,
) -> Result<Vec<T>, Fault> {
    cx.make_items(items.len())?;
    let places = match by_keys(cx, &items, is_descending, key) {
        Ok(Some(places)) => places,
        Ok(None) | Err(Fault::Error(_)) => by_comparisons(cx, &items, is_descending, key)?,
        Err(fault @ Fault::Limit(_)) => return Err(fault),
    };
    Ok(placed(items, places.iter().map(|place| *place as usize)))
}

/// The items at these places.
fn placed<T: Default>(mut items: Vec<T>, places: impl Iterator<Item = usize>) -> Vec<T> {
    let mut placed = Vec::with_capacity(items.len());
    placed.extend(places.filter_map(|place| items.get_mut(place).map(std::mem::take)));
    placed
}

/// The places of so many items, in order.
pub(super) fn places(length: usize) -> Places {
    (0..u32::try_from(length).unwrap_or(u32::MAX)).collect()
}

/// The order by keys that are numbers or texts, or missing; `None` if others are among them.
///
/// Of items with equal keys jsonata-js compares each with another one. The next keys of exactly
/// these items are evaluated.
fn by_keys<T>(
    cx: &Cx,
    items: &[T],
    is_descending: &[bool],
    key: &mut Key<'_, T>,
) -> Result<Option<Places>, Fault> {
    let mut places = places(items.len());
    let whole = 0..places.len();
    let mut ties = vec![whole];
    // Lists of one term serve the next one, too: most ties are short.
    let (mut keys, terms) = (Keys::default(), is_descending.len());
    for (term, is_descending) in is_descending.iter().enumerate() {
        let mut next = Vec::new();
        for tie in ties {
            let Some(tied) = places.get_mut(tie.clone()) else { continue };
            keys.begin(cx, tied.len(), *is_descending)?;
            for place in tied.iter() {
                let Some(item) = items.get(*place as usize) else { continue };
                if !keys.add(*place, key(term, item)?) {
                    return Ok(None);
                }
            }
            keys.sort(cx)?;
            if term + 1 < terms {
                keys.add_ties(tie.start, &mut next);
            }
            keys.write_places(tied);
        }
        if next.is_empty() {
            break;
        }
        ties = next;
    }
    Ok(Some(places))
}

/// The keys of items with their places: all numbers, or all texts, and apart those that are missing.
#[derive(Default)]
struct Keys<'v> {
    numbers: Vec<(f64, u32)>,
    texts: Vec<(Name<'v>, u32)>,
    missing: Places,
    /// The number of items.
    length: usize,
    is_descending: bool,
}

/// A key that is a text: of data, or made.
enum Name<'v> {
    Seen(&'v str),
    Made(Item),
}

impl Name<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Seen(text) => text,
            Self::Made(item) => item.as_str().unwrap_or_default(),
        }
    }
}

impl<'v> Keys<'v> {
    /// Begins with the keys of so many other items.
    fn begin(&mut self, cx: &Cx, length: usize, is_descending: bool) -> Result<(), Fault> {
        let turns = u64::from(length.checked_ilog2().unwrap_or(0)) + 1;
        cx.spend((length as u64).saturating_mul(turns))?;
        self.numbers.clear();
        self.texts.clear();
        self.missing.clear();
        (self.length, self.is_descending) = (length, is_descending);
        Ok(())
    }

    /// Adds a key; false if it has no order among the others.
    fn add(&mut self, place: u32, key: Found<'v>) -> bool {
        let view = key.view();
        if view.is_undefined() {
            self.missing.push(place);
        } else if let Some(number) = view.as_f64().filter(|number| !number.is_nan()) {
            if self.numbers.is_empty() {
                self.numbers.reserve(self.length);
            }
            self.numbers.push((number, place));
        } else if view.as_str().is_some() {
            let text = match key {
                Found::Seen(view) => Name::Seen(view.as_str().unwrap_or_default()),
                Found::Made(item) => Name::Made(item),
            };
            if self.texts.is_empty() {
                self.texts.reserve(self.length);
            }
            self.texts.push((text, place));
        } else {
            return false;
        }
        self.numbers.is_empty() || self.texts.is_empty()
    }

    fn sort(&mut self, cx: &Cx) -> Result<(), Fault> {
        let is_descending = self.is_descending;
        self.numbers.sort_by(|(left, _), (right, _)| {
            turned(left.partial_cmp(right).unwrap_or(Ordering::Equal), is_descending)
        });
        let bytes = self.texts.iter().map(|(text, _)| text.text().len() as u64).sum::<u64>();
        cx.spend(bytes / 16)?;
        self.texts.sort_by(|(left, _), (right, _)| {
            turned(text_order(left.text(), right.text()), is_descending)
        });
        Ok(())
    }

    /// Adds the places of equal keys, of which the first is at `start`.
    fn add_ties(&self, start: usize, ties: &mut Vec<Range<usize>>) {
        let (mut from, sorted) = (start, self.numbers.len() + self.texts.len());
        let numbers = self
            .numbers
            .chunk_by(|left, right| left.0.partial_cmp(&right.0) == Some(Ordering::Equal))
            .map(<[_]>::len);
        let texts =
            self.texts.chunk_by(|left, right| left.0.text() == right.0.text()).map(<[_]>::len);
        for length in numbers.chain(texts) {
            if length > 1 {
                ties.push(from..from + length);
            }
            from += length;
        }
        if self.missing.len() > 1 {
            ties.push(start + sorted..start + sorted + self.missing.len());
        }
    }

    /// Writes the places in their new order.
    fn write_places(&self, places: &mut [u32]) {
        let numbers = self.numbers.iter().map(|(_, place)| place);
        let texts = self.texts.iter().map(|(_, place)| place);
        let sorted = numbers.chain(texts).chain(&self.missing);
        places.iter_mut().zip(sorted).for_each(|(place, sorted)| *place = *sorted);
    }
}

/// The order by the comparisons of jsonata-js.
fn by_comparisons<T>(
    cx: &Cx,
    items: &[T],
    is_descending: &[bool],
    key: &mut Key<'_, T>,
) -> Result<Places, Fault> {
    // Those keys of each item that were needed so far.
    let mut keys: Vec<Vec<Found<'_>>> = items.iter().map(|_| Vec::new()).collect();
    merge_sort(cx, items.len(), &mut |left, right| {
        for (term, is_descending) in is_descending.iter().enumerate() {
            for place in [left, right] {
                if let (Some(item), Some(keys)) = (items.get(place), keys.get_mut(place))
                    && keys.len() == term
                {
                    keys.push(key(term, item)?);
                }
            }
            let known = |place: usize| keys.get(place).and_then(|keys| keys.get(term));
            let (Some(left), Some(right)) = (known(left), known(right)) else { break };
            match key_order(cx, left.view(), right.view(), *is_descending)? {
                Ordering::Less => return Ok(false),
                Ordering::Greater => return Ok(true),
                Ordering::Equal => {}
            }
        }
        Ok(false)
    })
}

/// The order of two keys. Undefined is last in any direction; `None` if they are equal.
fn key_order(
    cx: &Cx,
    left: View<'_>,
    right: View<'_>,
    is_descending: bool,
) -> Result<Ordering, Fault> {
    match (left.is_undefined(), right.is_undefined()) {
        (true, true) => return Ok(Ordering::Equal),
        (true, false) => return Ok(Ordering::Greater),
        (false, true) => return Ok(Ordering::Less),
        (false, false) => {}
    }
    let is_sortable = |item: View<'_>| item.as_f64().is_some() || item.as_str().is_some();
    if !is_sortable(left) || !is_sortable(right) {
        let value = if is_sortable(left) { right } else { left };
        return Err(Fault::new("T2008").value(value));
    }
    let order = match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Greater),
        (None, None) => {
            let [left, right] = [left, right].map(|key| key.as_str().unwrap_or_default());
            text_order_of(cx, left, right)?
        }
        _ => return Err(Fault::new("T2007").value(left).value2(right)),
    };
    Ok(turned(order, is_descending))
}

fn turned(order: Ordering, is_descending: bool) -> Ordering {
    if is_descending { order.reverse() } else { order }
}

/// True if the items at two places must change these.
pub(super) type IsAfter<'a> = dyn FnMut(usize, usize) -> Result<bool, Fault> + 'a;

/// jsonata-js's stable merge sort of so many items, also that of `$sort`: it makes the same
/// comparisons in the same order.
pub(super) fn merge_sort(
    cx: &Cx,
    length: usize,
    is_after: &mut IsAfter<'_>,
) -> Result<Places, Fault> {
    let mut places = places(length);
    let mut merged = Vec::with_capacity(length);
    merge_places(cx, &mut places, &mut merged, is_after)?;
    Ok(places)
}

fn merge_places(
    cx: &Cx,
    places: &mut [u32],
    merged: &mut Places,
    is_after: &mut IsAfter<'_>,
) -> Result<(), Fault> {
    let length = places.len();
    if length <= 1 {
        return Ok(());
    }
    cx.spend(length as u64)?;
    let (left, right) = places.split_at_mut(length / 2);
    merge_places(cx, left, merged, is_after)?;
    merge_places(cx, right, merged, is_after)?;
    merged.clear();
    let (mut left, mut right) = (left.iter().copied(), right.iter().copied());
    let (mut first, mut second) = (left.next(), right.next());
    while let (Some(a), Some(b)) = (first, second) {
        if is_after(a as usize, b as usize)? {
            merged.push(b);
            second = right.next();
        } else {
            merged.push(a);
            first = left.next();
        }
    }
    merged.extend(first.into_iter().chain(left));
    merged.extend(second.into_iter().chain(right));
    places.copy_from_slice(merged);
    Ok(())
}

/// A sort as the last step of a path: an array, or what was there if it needed no sorting.
pub fn sort_step<T: Default + Into<Item>>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: &[bool],
    key: &mut Key<'_, T>,
) -> Outcome {
    result(sorted(cx, items, is_descending, key)?)
}

/// The value of a sort as the last step.
fn result<T: Into<Item>>(sorted: Vec<T>) -> Outcome {
    let is_array = sorted.len() > 1;
    let items = sorted.into_iter().map(Into::into).collect();
    if is_array { Item::array(items) } else { Item::sequence(items) }
}

/// The items after a sort that is not the last step.
pub fn sorted<T: Default>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: &[bool],
    key: &mut Key<'_, T>,
) -> Result<Vec<T>, Fault> {
    if items.len() <= 1 { Ok(items) } else { sort(cx, items, is_descending, key) }
}

/// The same as [`sort_step`] where most keys are data that `seen` gives.
pub fn sort_step_by_names<T: Default + Into<Item>, const N: usize>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: [bool; N],
    seen: &mut SeenKey<'_, T>,
    key: &mut Key<'_, T>,
) -> Outcome {
    result(sorted_by_names(cx, items, is_descending, seen, key)?)
}

/// The same as [`sorted`] where most keys are data that `seen` gives.
pub fn sorted_by_names<T: Default, const N: usize>(
    cx: &Cx,
    items: Vec<T>,
    is_descending: [bool; N],
    seen: &mut SeenKey<'_, T>,
    key: &mut Key<'_, T>,
) -> Result<Vec<T>, Fault> {
    if items.len() <= 1 {
        return Ok(items);
    }
    match sort_rows(cx, &items, is_descending, seen)? {
        Some(rows) => Ok(placed(items, rows.into_iter().map(|(_, place)| place))),
        None => sort(cx, items, &is_descending, key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;
    use asl_value::value::Value;

    /// The items in the order of their members `a` and `b`, and the number of keys that were
    /// evaluated.
    fn sorted_by<const N: usize>(
        items: Value,
        is_descending: [bool; N],
    ) -> (Result<String, Fault>, usize) {
        let cx = Cx::new(0, 0);
        let mut count = 0;
        let name = |term| if term == 0 { "a" } else { "b" };
        let items = Item::from(items).into_items();
        let result = sort_step(&cx, items.clone(), &is_descending, &mut |term, item| {
            count += 1;
            Ok(Found::Seen(item.view().member(name(term))))
        });
        let by_names = sort_step_by_names(
            &cx,
            items,
            is_descending,
            &mut |term, item| Some(item.view().member(name(term))),
            &mut |term, item| Ok(Found::Seen(item.view().member(name(term)))),
        );
        assert_eq!(format!("{result:?}"), format!("{by_names:?}"));
        (
            result.map(|sorted| sorted.as_data().map(Value::to_json_string).unwrap_or_default()),
            count,
        )
    }

    fn check<const N: usize>(
        items: Value,
        is_descending: [bool; N],
        expected: &Value,
        keys: usize,
    ) {
        let (sorted, count) = sorted_by(items, is_descending);
        assert_eq!((sorted.unwrap(), count), (expected.to_json_string(), keys));
    }

    #[test]
    fn equal_keys_keep_their_order_in_both_directions() {
        let items = json!([{"a": 2, "n": 1}, {"a": 1}, {"a": 2, "n": 2}, {"a": 1.5}]);
        let up = json!([{"a": 1}, {"a": 1.5}, {"a": 2, "n": 1}, {"a": 2, "n": 2}]);
        check(items.clone(), [false], &up, 4);
        let down = json!([{"a": 2, "n": 1}, {"a": 2, "n": 2}, {"a": 1.5}, {"a": 1}]);
        check(items, [true], &down, 4);
    }

    #[test]
    fn items_without_a_key_are_last_in_both_directions() {
        let items = json!([{"n": 1}, {"a": "x"}, {"n": 2}, {"a": "y"}]);
        let up = json!([{"a": "x"}, {"a": "y"}, {"n": 1}, {"n": 2}]);
        check(items.clone(), [false], &up, 4);
        let down = json!([{"a": "y"}, {"a": "x"}, {"n": 1}, {"n": 2}]);
        check(items, [true], &down, 4);
    }

    #[test]
    fn a_second_key_is_evaluated_where_the_first_one_does_not_decide() {
        let items = json!([{"a": 2, "b": 1}, {"a": 1, "b": "x"}, {"a": 2, "b": 3}, {"a": 0}]);
        let up = json!([{"a": 0}, {"a": 1, "b": "x"}, {"a": 2, "b": 3}, {"a": 2, "b": 1}]);
        check(items, [false, true], &up, 6);
        let missing = json!([{"b": 2}, {"a": 1}, {"b": 1}]);
        check(missing, [false, false], &json!([{"a": 1}, {"b": 1}, {"b": 2}]), 5);
    }

    #[test]
    fn the_fault_is_that_of_the_first_comparison() {
        for (items, code) in [
            (json!([{"a": 1}, {"a": true}, {"a": "x"}]), "T2008"),
            (json!([{"a": true}, {"a": 1}, {"a": "x"}]), "T2007"),
            (json!([{"a": 1, "b": []}, {"a": 1, "b": 1}]), "T2008"),
        ] {
            let (sorted, _) = sorted_by(items, [false, false]);
            assert_eq!(sorted.unwrap_err().code(), Some(code));
        }
        let decided = json!([{"a": 1, "b": []}, {"a": 2, "b": 1}]);
        check(decided.clone(), [false, false], &decided, 2);
    }
}
