//! Sorts by keys that are data where it is: those of an item are one row of numbers in their order,
//! and one sort compares rows.
//!
//! A list of ties for each term took more than half of a sort of five items by two keys.

use std::cmp::Ordering;

use super::turned;
use crate::compare::text_order;
use crate::{Cx, Fault, View};

/// The key of a term for an item, which never fails; `None` if it is no data where it is.
///
/// A `Result` of `Found` took half of the time of a small sort: it moves through memory in pieces.
pub type SeenKey<'a, T> = dyn for<'v> FnMut(usize, &'v T) -> Option<View<'v>> + 'a;

/// The codes of an item's keys, and its place.
pub(crate) type Row<const N: usize> = ([u64; N], usize);

/// The rows of the items in the order of their keys; `None` if a key is not data of the same type
/// as the others of its term: jsonata-js may not compare it.
pub(crate) fn sort_rows<T, const N: usize>(
    cx: &Cx,
    items: &[T],
    is_descending: [bool; N],
    key: &mut SeenKey<'_, T>,
) -> Result<Option<Vec<Row<N>>>, Fault> {
    let turns = (items.len().checked_ilog2().unwrap_or(0) as usize).saturating_add(N + 1);
    cx.spend(items.len().saturating_mul(turns) as u64)?;
    cx.make_items(N * items.len())?;
    let mut keys = Keys { length: items.len(), kinds: [None; N], texts: Vec::new() };
    let mut rows = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let mut codes = [MISSING; N];
        for (term, (code, is_descending)) in codes.iter_mut().zip(is_descending).enumerate() {
            let Some(key) = key(term, item) else { return Ok(None) };
            if !key.is_undefined() {
                let Some(found) = keys.code(key, term, place) else { return Ok(None) };
                *code = if is_descending { !found } else { found };
            }
        }
        rows.push((codes, place));
    }
    if keys.texts.is_empty() {
        rows.sort_by_key(|(codes, _)| *codes);
    } else {
        let bytes: usize = keys.texts.iter().flatten().map(|text| text.len()).sum();
        cx.spend(bytes as u64 / 16)?;
        rows.sort_by(|left, right| keys.order(*left, *right, is_descending));
    }
    Ok(Some(rows))
}

/// The code of a key that is missing, which is after all others in both directions.
const MISSING: u64 = u64::MAX;

/// Maximum bytes of a text in its code; the last byte is the number of them.
const CODED: usize = 7;

/// The last byte of the code of a longer text.
const LONG: u8 = 0xff;

/// The first byte of characters whose order in JavaScript is not that of their bytes.
const UNORDERED: u8 = 0xee;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
}

/// Facts about the keys of all items.
struct Keys<'v, const N: usize> {
    /// The number of items.
    length: usize,
    kinds: [Option<Kind>; N],
    /// The texts at the places of items, if a text is longer than its code.
    texts: Vec<[&'v str; N]>,
}

impl<'v, const N: usize> Keys<'v, N> {
    /// The code of a key: codes of one term have the order of the keys.
    fn code(&mut self, key: View<'v>, term: usize, place: usize) -> Option<u64> {
        let (kind, code) = if let Some(number) = key.as_f64() {
            (Kind::Number, code_of_number(number)?)
        } else {
            let text = key.as_str()?;
            if text.len() > CODED {
                self.keep(text, term, place);
            }
            (Kind::Text, code_of_text(text)?)
        };
        let known = self.kinds.get_mut(term)?.get_or_insert(kind);
        (*known == kind).then_some(code)
    }

    #[cold]
    fn keep(&mut self, text: &'v str, term: usize, place: usize) {
        if self.texts.is_empty() {
            self.texts.resize(self.length, [""; N]);
        }
        if let Some(slot) = self.texts.get_mut(place).and_then(|texts| texts.get_mut(term)) {
            *slot = text;
        }
    }

    /// The order of two rows, where equal codes may be those of different texts.
    fn order(&self, left: Row<N>, right: Row<N>, is_descending: [bool; N]) -> Ordering {
        let codes = left.0.into_iter().zip(right.0);
        for (term, ((code, other), is_descending)) in codes.zip(is_descending).enumerate() {
            let mut order = code.cmp(&other);
            if order.is_eq() {
                let text = |place: usize| self.texts.get(place)?.get(term).copied();
                let texts = text(left.1).zip(text(right.1));
                order = texts
                    .map_or(order, |(left, right)| turned(text_order(left, right), is_descending));
            }
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

/// The bits of a number, changed so that their order is that of the numbers. NaN has no order.
fn code_of_number(number: f64) -> Option<u64> {
    // Both zeros are equal.
    let bits = (number + 0.0).to_bits();
    let is_negative = number < 0.0;
    let code = if is_negative { !bits } else { bits | 1 << 63 };
    (!number.is_nan()).then_some(code)
}

/// The first bytes of a text, and their number.
fn code_of_text(text: &str) -> Option<u64> {
    let mut code = [0; CODED + 1];
    for (slot, byte) in code.iter_mut().zip(text.bytes().take(CODED)) {
        if byte >= UNORDERED {
            return None;
        }
        *slot = byte;
    }
    // One more, so that no code is that of a missing key in the other direction.
    let length = u8::try_from(text.len() + 1).unwrap_or(LONG);
    if let Some(last) = code.last_mut() {
        *last = if text.len() > CODED { LONG } else { length };
    }
    Some(u64::from_be_bytes(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_order_of_numbers() {
        let numbers =
            [f64::NEG_INFINITY, -1e300, -2.0, -1.5, -5e-324, 0.0, 5e-324, 1.0, 2.5, 1e300];
        let codes = numbers.map(code_of_number);
        assert!(codes.is_sorted() && codes.iter().all(Option::is_some));
        assert_eq!(code_of_number(-0.0), code_of_number(0.0));
        assert_eq!(code_of_number(f64::NAN), None);
        assert!(codes.iter().flatten().all(|code| ![MISSING, !MISSING].contains(code)));
    }

    #[test]
    fn codes_have_the_order_of_texts() {
        let texts =
            ["", "\0", "\0\0", "a", "a\0", "ab", "abcdefg", "abcdefgh", "b", "é", "\u{d7ff}"];
        let codes = texts.map(code_of_text);
        assert!(codes.is_sorted_by(|left, right| left < right), "{codes:?}");
        assert!(codes.iter().flatten().all(|code| ![MISSING, !MISSING].contains(code)));
        assert_eq!(code_of_text("\u{e000}"), None);
        assert_eq!(code_of_text("\u{1f600}"), None);
        assert_eq!(code_of_text("abcdefgh"), code_of_text("abcdefgi"));
    }
}
