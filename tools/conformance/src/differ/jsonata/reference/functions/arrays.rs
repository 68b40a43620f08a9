//! Arrays.

use super::super::Stop;
use super::super::sort::merge_sort;
use super::super::value::{Shape, Value, append, equal, truth};
use super::{Native, at, items, native};

pub(super) const ALL: &[Native] = &[
    native("append", "xx:a", 2, |_, given| Ok(append(at(given, 0), at(given, 1)))),
    native("reverse", "a:a", 1, |_, given| match items(given, 0)? {
        Some(list) if list.len() > 1 => Ok(Value::plain(list.iter().rev().cloned().collect())),
        _ => Ok(at(given, 0).clone()),
    }),
    native("distinct", "x:x", 1, |_, given| {
        let Value::Array(list, shape) = at(given, 0) else { return Ok(at(given, 0).clone()) };
        if list.len() <= 1 {
            return Ok(at(given, 0).clone());
        }
        let mut found: Vec<Value> = Vec::new();
        for item in list.iter() {
            if !found.iter().any(|other| equal(other, item)) {
                found.push(item.clone());
            }
        }
        let shape = if shape.is_sequence() { Shape::Sequence } else { Shape::Plain };
        Ok(Value::Array(found.into(), shape))
    }),
    native("zip", "a+", 0, |_, given| {
        let lists: Vec<Vec<Value>> = given
            .iter()
            .map(|list| if let Value::Array(..) = list { list.items() } else { Vec::new() })
            .collect();
        let length = lists.iter().map(Vec::len).min().unwrap_or(0);
        let row = |at: usize| {
            Value::plain(lists.iter().filter_map(|list| list.get(at).cloned()).collect())
        };
        Ok(Value::plain((0..length).map(row).collect()))
    }),
    native("sort", "af?:a", 2, |evaluation, given| {
        let Some(list) = items(given, 0)? else { return Ok(Value::Undefined) };
        if list.len() <= 1 {
            return Ok(at(given, 0).clone());
        }
        let sorted = match at(given, 1) {
            Value::Function(function) => merge_sort(list, &mut |left: &Value, right: &Value| {
                let pair = [left.clone(), right.clone()];
                truth(&evaluation.apply(function, &pair, &Value::Null)?)
            }),
            _ => sort(list),
        };
        Ok(Value::plain(sorted?))
    }),
];

/// Sorts numbers, or strings.
fn sort(list: &[Value]) -> Result<Vec<Value>, Stop> {
    let are_numbers = list.iter().all(|item| matches!(item, Value::Number(_)));
    let are_texts = list.iter().all(|item| matches!(item, Value::Text(_)));
    if !are_numbers && !are_texts {
        return Err(Stop::error("D3070"));
    }
    merge_sort(list, &mut |left, right| {
        Ok(match (left, right) {
            (Value::Number(a), Value::Number(b)) => a > b,
            (Value::Text(a), Value::Text(b)) => a.encode_utf16().gt(b.encode_utf16()),
            _ => false,
        })
    })
}
