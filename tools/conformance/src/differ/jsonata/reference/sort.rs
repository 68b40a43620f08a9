//! `^()` and the order of `$sort`: a stable merge sort.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Stop;
use super::evaluate::{Evaluated, Evaluation, Frame};
use super::tree::Term;
use super::tuple::{item_of, scope};
use super::value::{Tuple, Value};

/// An item, and the scope in which its keys are evaluated.
type Scoped<'a> = (&'a Value, &'a Rc<Frame>);

impl Evaluation {
    pub(super) fn sort_items(&self, terms: &[Term], items: &Value, frame: &Rc<Frame>) -> Evaluated {
        let list = items.items();
        if list.len() <= 1 {
            return Ok(items.clone());
        }
        let sorted = merge_sort(&list, &mut |left, right| {
            self.is_after(terms, (left, frame), (right, frame))
        })?;
        Ok(Value::plain(sorted))
    }

    pub(super) fn sort_tuples(
        &self,
        terms: &[Term],
        tuples: Vec<Tuple>,
        frame: &Rc<Frame>,
    ) -> Result<Vec<Tuple>, Stop> {
        if tuples.len() <= 1 {
            return Ok(tuples);
        }
        merge_sort(&tuples, &mut |left, right| {
            let (left_frame, right_frame) = (scope(left, frame), scope(right, frame));
            let (left, right) = (item_of(left), item_of(right));
            self.is_after(terms, (&left, &left_frame), (&right, &right_frame))
        })
    }

    /// Returns true if the left item belongs behind the right one.
    fn is_after(&self, terms: &[Term], left: Scoped<'_>, right: Scoped<'_>) -> Result<bool, Stop> {
        for term in terms {
            let left_key = self.evaluate(&term.node, left.0, left.1)?;
            let right_key = self.evaluate(&term.node, right.0, right.1)?;
            let order = compare(&left_key, &right_key, term.descending)?;
            if order != Ordering::Equal {
                return Ok(order == Ordering::Greater);
            }
        }
        Ok(false)
    }
}

/// The order of two keys; undefined ones are last in either direction.
fn compare(left: &Value, right: &Value, descending: bool) -> Result<Ordering, Stop> {
    let order = match (left, right) {
        (Value::Undefined, Value::Undefined) => return Ok(Ordering::Equal),
        (Value::Undefined, _) => return Ok(Ordering::Greater),
        (_, Value::Undefined) => return Ok(Ordering::Less),
        (Value::Number(a), Value::Number(b)) => a.partial_cmp(b).unwrap_or(Ordering::Greater),
        (Value::Text(a), Value::Text(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        (Value::Number(_), Value::Text(_)) | (Value::Text(_), Value::Number(_)) => {
            return Err(Stop::error("T2007"));
        }
        _ => return Err(Stop::error("T2008")),
    };
    Ok(if descending { order.reverse() } else { order })
}

/// Sorts halves and merges them; `is_after` may fail.
pub(super) fn merge_sort<T: Clone>(
    items: &[T],
    is_after: &mut impl FnMut(&T, &T) -> Result<bool, Stop>,
) -> Result<Vec<T>, Stop> {
    if items.len() <= 1 {
        return Ok(items.to_vec());
    }
    let (left, right) = items.split_at(items.len() / 2);
    let (left, right) = (merge_sort(left, is_after)?, merge_sort(right, is_after)?);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut merged = Vec::new();
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        let is_second = is_after(first, second)?;
        merged.extend(if is_second { right.next() } else { left.next() });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}
