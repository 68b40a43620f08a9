//! Compares our values with those of `serde_json` on random documents: text, conversion, equality,
//! depth and size.

use std::fmt::Write as _;

use asl_language::random::SplitMix64;
use serde_json::Value as Foreign;

use crate::json;
use crate::value::{Array, Items, Object, Value, from_value, to_value};

/// A random document as text, numbers and escapes in many spellings, now and then with equal keys.
fn document(random: &mut SplitMix64, depth: u32, out: &mut String) {
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => out.push_str("null"),
        1 => out.push_str(if random.below(2) == 0 { "true" } else { " false " }),
        2 => write!(out, "{}", random.next_u64() >> random.below(64)).unwrap(),
        3 => write!(out, "-{}", random.next_u64() >> random.below(64)).unwrap(),
        4 => number(random, out),
        5 => string(random, out),
        6 => list(random, out, ['[', ']'], |random, out| document(random, depth - 1, out)),
        _ => list(random, out, ['{', '}'], |random, out| {
            string(random, out);
            out.push_str(" : ");
            document(random, depth - 1, out);
        }),
    }
}

fn list(
    random: &mut SplitMix64,
    out: &mut String,
    [start, end]: [char; 2],
    element: impl Fn(&mut SplitMix64, &mut String),
) {
    out.push(start);
    let length = if random.below(20) == 0 { random.below(100) } else { random.below(5) };
    for place in 0..length {
        out.push_str(if place == 0 { "" } else { "," });
        element(random, out);
    }
    out.push(end);
}

fn number(random: &mut SplitMix64, out: &mut String) {
    let float = f64::from_bits(random.next_u64());
    match random.below(5) {
        0 if float.is_finite() => write!(out, "{float:e}").unwrap(),
        1 => write!(out, "{}.0", random.below(100)).unwrap(),
        2 => write!(out, "{}{}", random.next_u64(), random.next_u64()).unwrap(),
        3 => write!(out, "-0.{}E-{}", random.next_u64(), random.below(400)).unwrap(),
        _ => write!(out, "{}e+{}", random.below(1_000), random.below(310)).unwrap(),
    }
}

fn string(random: &mut SplitMix64, out: &mut String) {
    out.push('"');
    for _ in 0..random.below(8).pow(2) {
        match random.below(8) {
            0 => write!(out, "\\u{:04x}", random.below(0xd800)).unwrap(),
            1 => out.push_str("\\\"\\\\\\/\\b\\f\\n\\r\\t"),
            2 => out.extend(
                char::from_u32(u32::try_from(random.below(0x0011_0000)).unwrap())
                    .filter(|c| *c > '\\'),
            ),
            _ => out.push(char::from(b'a' + u8::try_from(random.below(4)).unwrap())),
        }
    }
    out.push('"');
}

/// Depth and size, counted afresh.
fn measured(value: &Value) -> (u32, u64) {
    let of = |children: &mut dyn Iterator<Item = (usize, &Value)>| {
        children.fold((1, 2), |(depth, size), (key, child)| {
            let (child_depth, child_size) = measured(child);
            (depth.max(child_depth + 1), size + child_size + key as u64 + 1)
        })
    };
    match value {
        Value::Array(items) => of(&mut items.iter().map(|item| (0, item))),
        Value::Object(object) => of(&mut object.iter().map(|(key, value)| (key.len() + 3, value))),
        Value::String(text) => (0, text.len() as u64 + 2),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => (0, 6),
    }
}

/// The same value as a constant of a definition.
fn leaked(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            Value::Array(Array::Static(items.iter().map(leaked).collect::<Vec<_>>().leak()))
        }
        Value::Object(object) => {
            let entries = object.entries().iter().map(|(key, value)| (key.clone(), leaked(value)));
            Value::Object(Object::Static(entries.collect::<Vec<_>>().leak()))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            value.clone()
        }
    }
}

#[test]
fn random_documents_mean_the_same() {
    let mut random = SplitMix64::new(2016);
    for round in 0..3_000 {
        let mut text = String::new();
        document(&mut random, 6, &mut text);
        let (ours, foreign) = (Value::from_json_str(&text), serde_json::from_str::<Foreign>(&text));
        let (Ok(ours), Ok(foreign)) = (&ours, &foreign) else {
            assert!(ours.is_err() && foreign.is_err(), "{text}: {ours:?} {foreign:?}");
            continue;
        };
        let printed = ours.to_json_string();
        assert_eq!(printed, serde_json::to_string(ours).unwrap());
        assert_eq!(&Value::from(foreign.clone()), ours, "{text}");
        assert_eq!(&Value::from_json_str(&printed).unwrap(), ours, "{text}");
        assert_eq!(&Value::from_json_str(&format!("{ours:#}")).unwrap(), ours, "{text}");
        assert_eq!(
            Foreign::from(ours),
            serde_json::from_str::<Foreign>(&printed).unwrap(),
            "{text}"
        );
        // Integers beyond `i64` are floats in JSON text, and refused as Rust's own.
        match to_value(foreign) {
            Ok(value) => assert_eq!(&value, ours, "{text}"),
            Err(error) => assert!(error.to_string().contains("64 bits"), "{text}: {error}"),
        }
        assert_eq!(from_value::<Foreign>(ours.clone()).unwrap(), Foreign::from(ours), "{text}");
        assert_eq!((ours.depth(), ours.size()), measured(ours), "{text}");
        assert_eq!(ours.json_len(printed.len()), Some(printed.len()));
        assert_eq!(ours.json_len(printed.len() - 1), None);
        if round % 10 == 0 {
            let constant = leaked(ours);
            assert_eq!(&constant, ours);
            assert_eq!((constant.depth(), constant.size()), measured(ours));
        }
    }
}

#[test]
fn random_changes_keep_objects_sound() {
    let mut random = SplitMix64::new(1);
    let mut object = Object::from_iter([("k0", 0)]);
    let mut expected = vec![("k0".to_owned(), Value::Int(0))];
    for _ in 0..3_000 {
        let key = format!("k{}", random.below(60));
        let at = expected.iter().position(|(name, _)| *name == key);
        if random.below(3) == 0 {
            assert_eq!(object.make_mut().remove(&key), at.map(|at| expected.remove(at).1));
        } else {
            let mut text = String::new();
            document(&mut random, 2, &mut text);
            let value = Value::from_json_str(&text).unwrap_or_default();
            object.make_mut().insert(&key, &value);
            match at {
                Some(at) => expected[at].1 = value,
                None => expected.push((key, value)),
            }
        }
        assert!(object.keys().eq(expected.iter().map(|(key, _)| key.as_str())));
        assert!(expected.iter().all(|(key, value)| object.get(key) == Some(value)));
        let whole = Value::Object(object.clone());
        assert_eq!((whole.depth(), whole.size()), measured(&whole));
    }
}

#[test]
fn a_container_knows_if_all_its_numbers_are_finite() {
    let mut list = json!([{"a": [1.5], "b": "x"}, null]);
    let is_finite_after = |list: &mut Value, change: &dyn Fn(&mut Items)| {
        change(list.as_array_mut().unwrap().make_mut());
        list.is_finite()
    };
    assert!(list.is_finite());
    let infinite = |items: &mut Items| items.push(Value::Float(f64::INFINITY));
    assert!(!is_finite_after(&mut list, &infinite));
    let nan = |items: &mut Items| drop(items.set(1, Value::Float(f64::NAN)));
    assert!(!is_finite_after(&mut list, &nan));
    assert!(!is_finite_after(&mut list, &|items| drop(items.remove(2))));
    assert!(is_finite_after(&mut list, &|items| drop(items.set(1, true))));
    let inner = |items: &mut Items, value: Value| {
        assert_eq!(items.update(0, |object| object.insert("a", value)), Some(true));
    };
    assert!(!is_finite_after(&mut list, &|items| inner(items, Value::Float(f64::NAN))));
    assert!(is_finite_after(&mut list, &|items| inner(items, Value::Null)));
}
