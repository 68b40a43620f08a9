//! Builds data: payload templates, and results at their `ResultPath` (seed: "Input and Output
//! Processing").
//!
//! Data is changed in place, and results are never deeper than [`MAX_DEPTH`].

use std::fmt::Write;

use crate::data::path::Seg;
use asl_value::error::{Failed, Failure, Quoted, bounded, names};
use asl_value::value::{Entry, MAX_DEPTH, MAX_SIZE, Object, Text, Value, measure_entries};

/// An object of a payload template. Its depth is checked when it is inserted: a template adds few
/// levels.
#[inline]
pub fn object<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    Value::object(entries)
}

/// An array of a payload template.
#[inline]
pub fn array<const N: usize>(items: [Value; N]) -> Value {
    Value::array(items.into())
}

/// Adds the members or items of a part of a large template.
pub fn append(made: &mut Value, part: Value) {
    match (made, part) {
        (Value::Object(made), Value::Object(part)) => made.make_mut().extend(part.into_entries()),
        (Value::Array(made), Value::Array(part)) => {
            let made = made.make_mut();
            part.into_vec().into_iter().for_each(|item| made.push(item));
        }
        (_, _) => unreachable!("all parts of a template are of one kind"),
    }
}

/// Returns the value if it is not too deep.
#[inline]
pub fn shallow(value: Value) -> Result<Value, Failed> {
    if value.depth() > MAX_DEPTH { Err(too_deep()) } else { Ok(value) }
}

#[cold]
fn too_deep() -> Failed {
    too_deep_in("data")
}

#[cold]
pub(crate) fn too_deep_in(what: &str) -> Failed {
    Failure::runtime_unplaced(format!("{what} is nested deeper than {MAX_DEPTH} levels"))
}

/// `ResultPath` with one step: replaces the member, or adds it at the end.
pub fn put(data: &mut Value, key: &'static str, result: Value) -> Result<(), Failed> {
    let measure = result.measure();
    if measure.depth >= MAX_DEPTH {
        return Err(too_deep());
    }
    let Value::Object(object) = data else { return Err(misfit(data, &[Seg::Key(key)])) };
    object.make_mut().put_measured(key, result, measure);
    Ok(())
}

/// As [`put`], for a constant object, which is passed in registers.
pub fn put_constant(
    data: &mut Value,
    key: &'static str,
    entries: &'static [Entry],
) -> Result<(), Failed> {
    let measure = measure_entries(entries);
    if measure.depth >= MAX_DEPTH {
        return Err(too_deep());
    }
    let Value::Object(object) = data else { return Err(misfit(data, &[Seg::Key(key)])) };
    object.make_mut().put_measured(key, Value::Object(Object::Static(entries)), measure);
    Ok(())
}

/// `ResultPath` with any steps: missing objects on the way are created, but items must exist. If
/// the path does not fit, the data is unchanged.
pub fn put_at(data: &mut Value, path: &[Seg], result: Value) -> Result<(), Failed> {
    let levels = u32::try_from(path.len()).unwrap_or(u32::MAX);
    if result.depth().saturating_add(levels) > MAX_DEPTH {
        return Err(too_deep());
    }
    if !fits(data, path) {
        return Err(misfit(data, path));
    }
    write(data, path, result);
    Ok(())
}

/// As [`put_at`], unless the data would become too large; they are unchanged then.
pub fn put_within(data: &mut Value, path: &[Seg], result: Value) -> Result<(), Failed> {
    let keys = path.iter().map(|step| match step {
        Seg::Key(key) => key.len() as u64 + 6,
        Seg::Index(_) => 0,
    });
    let most = data.size().saturating_add(result.size()).saturating_add(keys.sum());
    if most <= MAX_SIZE {
        return put_at(data, path, result);
    }
    // It may fit all the same, in the place of something large.
    let mut made = data.clone();
    put_at(&mut made, path, result)?;
    *data = within(made)?;
    Ok(())
}

/// Returns the value if it is neither too deep nor too large.
#[inline]
pub fn within(value: Value) -> Result<Value, Failed> {
    match bounded(&value) {
        Ok(()) => Ok(value),
        Err(cause) => Err(Failure::runtime_unplaced(cause)),
    }
}

/// Returns true if a path can be written to.
fn fits(data: &Value, path: &[Seg]) -> bool {
    let mut at = data;
    let mut rest = path;
    while let Some((step, behind)) = rest.split_first() {
        rest = behind;
        let next = match (step, at) {
            (Seg::Key(key), Value::Object(object)) => match object.get(key) {
                Some(next) => next,
                // From here on objects are created.
                None => return rest.iter().all(|step| matches!(step, Seg::Key(_))),
            },
            (Seg::Index(index), Value::Array(items)) => {
                match place(*index).and_then(|index| items.get(index)) {
                    Some(next) => next,
                    None => return false,
                }
            }
            (Seg::Key(_) | Seg::Index(_), _) => return false,
        };
        at = next;
    }
    true
}

/// Writes at a path that fits. It has at most [`MAX_DEPTH`] steps.
fn write(at: &mut Value, path: &[Seg], result: Value) {
    match (path, at) {
        ([], at) => *at = result,
        ([Seg::Key(key), rest @ ..], Value::Object(object)) => {
            let map = object.make_mut();
            if rest.is_empty() || map.get(key).is_none() {
                map.insert(Text::new_static(key), made(rest, result));
            } else {
                map.update(key, |member| write(member, rest, result));
            }
        }
        ([Seg::Index(index), rest @ ..], Value::Array(items)) => {
            if let Some(index) = place(*index) {
                items.make_mut().update(index, |item| write(item, rest, result));
            }
        }
        ([Seg::Key(_) | Seg::Index(_), ..], _) => unreachable!("the path fits"),
    }
}

/// The missing objects on the way to a result.
fn made(path: &[Seg], result: Value) -> Value {
    path.iter().rev().fold(result, |inner, step| match step {
        Seg::Key(key) => Value::object([(*key, inner)]),
        Seg::Index(_) => unreachable!("the path fits"),
    })
}

/// Reference Paths have no negative indexes.
fn place(index: i64) -> Option<usize> {
    usize::try_from(index).ok()
}

#[cold]
fn misfit(data: &Value, path: &[Seg]) -> Failed {
    let mut text = String::from("$");
    for step in path {
        // Writing to a string cannot fail.
        let _ = match step {
            Seg::Key(key) if key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) => {
                write!(text, ".{key}")
            }
            Seg::Key(key) => write!(text, "['{key}']"),
            Seg::Index(index) => write!(text, "[{index}]"),
        };
    }
    let cause = format!("Unable to apply ReferencePath {text} to input {}", Quoted(data));
    Box::new(Failure { unplaced: true, ..Failure::new(names::RESULT_PATH_MATCH_FAILURE, cause) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_value::json;

    const DEEP: &[Seg] = &[Seg::Key("a"), Seg::Index(1), Seg::Key("b")];

    #[test]
    fn a_result_replaces_a_member_or_is_added_behind_the_others() {
        let mut data = json!({ "a": 1, "b": 2 });
        put(&mut data, "a", json!(7)).unwrap();
        put(&mut data, "c", json!(null)).unwrap();
        assert_eq!(data.to_json_string(), r#"{"a":7,"b":2,"c":null}"#);
    }

    #[test]
    fn missing_objects_are_made_on_the_way() {
        let mut data = json!({ "a": 1 });
        put_at(&mut data, &[Seg::Key("b"), Seg::Key("greeting")], json!("Hi!")).unwrap();
        assert_eq!(data, json!({ "a": 1, "b": { "greeting": "Hi!" } }));
    }

    #[test]
    fn items_are_written_where_they_exist() {
        let mut data = json!({ "a": [0, {}] });
        put_at(&mut data, DEEP, json!(1)).unwrap();
        assert_eq!(data, json!({ "a": [0, { "b": 1 }] }));
    }

    #[test]
    fn a_path_that_does_not_fit_changes_nothing() {
        for (before, path, shown) in [
            (json!("foo"), &[Seg::Key("x")][..], "$.x"),
            (json!({ "a": [0] }), DEEP, "$.a[1].b"),
            (json!({ "a": [0, 1] }), DEEP, "$.a[1].b"),
            (json!({}), &[Seg::Key("a b"), Seg::Index(0)], "$['a b'][0]"),
            (json!([1]), &[Seg::Index(-1)], "$[-1]"),
        ] {
            let mut data = before.clone();
            let failure = put_at(&mut data, path, json!(1)).unwrap_err();
            assert_eq!(failure.error(), Some("States.ResultPathMatchFailure"));
            let cause = format!("Unable to apply ReferencePath {shown} to input {before}");
            assert_eq!(failure.cause(), Some(cause.as_str()));
            assert_eq!(data, before);
        }
    }

    #[test]
    fn data_that_would_be_too_large_are_unchanged() {
        let (half, path) = (Value::text("x".repeat(9 << 20)), &[Seg::Key("b")]);
        let mut data = json!({ "a": 1 });
        put_within(&mut data, path, half.clone()).unwrap();
        assert_eq!(data["b"], half);
        let before = data.clone();
        let failure = put_within(&mut data, &[Seg::Key("c")], half.clone()).unwrap_err();
        assert_eq!(failure.error(), Some("States.Runtime"));
        assert_eq!(data, before);
        put_within(&mut data, path, half).expect("it takes the place of the other");
        let twice = Value::array(vec![data.clone(), data]);
        assert!(within(twice).is_err());
    }

    #[test]
    fn large_templates_are_made_in_parts() {
        let mut made = object([("a", json!(1))]);
        append(&mut made, object([("b", json!(2)), ("c", json!([]))]));
        assert_eq!(made.to_json_string(), r#"{"a":1,"b":2,"c":[]}"#);
        let mut made = array([]);
        append(&mut made, array([json!(1), json!(null)]));
        append(&mut made, array([json!({})]));
        assert_eq!(made, json!([1, null, {}]));
    }

    #[test]
    fn what_others_hold_stays_as_it_is() {
        let before = json!({ "a": [0, { "b": 0 }] });
        let mut data = before.clone();
        put_at(&mut data, DEEP, json!(1)).unwrap();
        assert_eq!(before, json!({ "a": [0, { "b": 0 }] }));
    }

    #[test]
    fn data_that_grows_into_itself_ends_in_an_error() {
        let mut data = json!({});
        let failure = loop {
            let inner = data.clone();
            if let Err(failure) = put(&mut data, "p", inner) {
                break failure;
            }
        };
        assert_eq!(failure.error(), Some("States.Runtime"));
        assert!(data.depth() <= MAX_DEPTH);
        assert!(shallow(object([("p", data)])).is_err());
    }
}
