//! Values nested 100,000 and 1,000,000 deep, on a thread with 256 KiB of stack.

use std::fmt::Write as _;
use std::thread;

use crate::json;
use crate::value::{Array, Error, MAX_DEPTH, Object, Value, from_value, to_value};

const DEPTHS: [u32; 5] = [32, 256, 257, 100_000, 1_000_000];

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    on_a_stack_of(256, test);
}

/// `serde` recurses: about 1.5 KiB a level in a debug build, for as many levels as we let it.
fn on_half_a_mebibyte(test: impl FnOnce() + Send + 'static) {
    on_a_stack_of(512, test);
}

fn on_a_stack_of(kibibytes: usize, test: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(kibibytes * 1024).spawn(test).unwrap().join().unwrap();
}

/// `[[…]]` and `{"a": {…}}`, by turns.
fn nested(depth: u32) -> Value {
    let mut value = Value::Int(1);
    for level in 0..depth {
        value =
            if level % 2 == 0 { Value::array(vec![value]) } else { Value::object([("a", value)]) };
    }
    value
}

#[test]
fn deep_values_are_cloned_and_dropped() {
    on_a_small_stack(|| {
        for depth in DEPTHS {
            let value = nested(depth);
            let clone = value.clone();
            assert_eq!(value.depth(), depth);
            drop(value);
            assert_eq!(clone.depth(), depth);
        }
    });
}

#[test]
fn deep_values_are_dropped_with_others_that_are_held() {
    on_a_small_stack(|| {
        let held = nested(100_000);
        let mut outer = Value::array(vec![held.clone(), nested(100_000)]);
        for _ in 0..100 {
            outer = json!({"inner": outer, "flat": [1, 2]});
        }
        drop(outer);
        assert_eq!(held.depth(), 100_000);
    });
}

#[test]
fn deep_values_are_compared() {
    on_a_small_stack(|| {
        for depth in [32, 256, 257, 100_000] {
            assert_eq!(nested(depth), nested(depth));
            assert_ne!(nested(depth), nested(depth + 2));
            let mut other = Value::Int(2);
            for level in 0..depth {
                other = if level % 2 == 0 { json!([other]) } else { json!({"a": other}) };
            }
            assert_ne!(nested(depth), other);
        }
    });
}

#[test]
fn deep_values_are_printed() {
    on_a_small_stack(|| {
        let text = nested(1_000_000).to_json_string();
        assert!(text.starts_with(r#"{"a":[{"a":["#) && text.ends_with("]}]}"));
        assert_eq!(text.len(), 500_000 * 8 + 1);
        let mut pretty = String::new();
        write!(pretty, "{:#?}", nested(1_000)).unwrap();
        assert_eq!(pretty.lines().count(), 2 * 1_000 + 1);
        assert_eq!(nested(1_000_000).json_len(1_000), None);
        assert_eq!(nested(1_000_000).json_len(5_000_000), Some(4_000_001));
    });
}

#[test]
fn deep_values_are_changed() {
    on_a_small_stack(|| {
        let mut value = json!({"deep": nested(1_000_000), "flat": 1});
        assert_eq!(value.depth(), 1_000_001);
        value.update("deep", |deep| deep.update("a", |inner| *inner = Value::Null)).unwrap();
        assert_eq!(value.depth(), 2);
        value.insert("deep", nested(1_000_000));
        let removed = value.remove("deep").unwrap();
        assert_eq!((value.depth(), removed.depth()), (1, 1_000_000));
    });
}

#[test]
fn deep_values_are_refused_at_the_edges() {
    on_a_small_stack(|| {
        for depth in [MAX_DEPTH + 1, 100_000, 1_000_000] {
            let value = nested(depth);
            assert!(serde_json::to_string(&value).is_err());
            assert!(matches!(
                to_value(&vec![1; 3]).map(|_| to_value(&value)),
                Ok(Err(Error::Data(_)))
            ));
            assert!(matches!(from_value::<Value>(value.clone()), Err(Error::TooDeep)));
            let mut foreign = &serde_json::Value::from(&value);
            while let Some(inner) = foreign.get(0).or_else(|| foreign.get("a")) {
                foreign = inner;
            }
            assert!(
                foreign.as_str().is_some_and(|text| text.starts_with('[') || text.starts_with('{'))
            );
        }
    });
}

#[test]
fn values_of_the_greatest_depth_pass_all_edges() {
    on_half_a_mebibyte(|| {
        let value = nested(MAX_DEPTH);
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(text, value.to_json_string());
        assert_eq!(Value::from_json_str(&text).unwrap(), value);
        assert_eq!(to_value(&value).unwrap(), value);
        assert_eq!(from_value::<Value>(value.clone()).unwrap(), value);
        let foreign = serde_json::Value::from(&value);
        assert_eq!(Value::from(foreign), value);
    });
}

#[test]
fn deep_text_is_refused() {
    on_half_a_mebibyte(|| {
        for depth in [257, 100_000, 1_000_000] {
            let text = "[".repeat(depth) + &"]".repeat(depth);
            assert!(
                Value::from_json_str(&text).unwrap_err().to_string().contains("deeper than 256")
            );
            let text = r#"{"a":"#.repeat(depth) + "1" + &"}".repeat(depth);
            assert!(
                Value::from_json_str(&text).unwrap_err().to_string().contains("deeper than 256")
            );
        }
        let text = "[".repeat(256) + &"]".repeat(256);
        assert_eq!(Value::from_json_str(&text).unwrap().depth(), 256);
    });
}

#[test]
fn foreign_values_of_any_depth_are_converted() {
    on_a_small_stack(|| {
        let mut foreign = serde_json::Value::Null;
        for level in 0..1_000_000 {
            foreign = if level % 2 == 0 {
                vec![foreign].into()
            } else {
                [("a", foreign)].into_iter().collect()
            };
        }
        assert_eq!(Value::from(foreign).depth(), 1_000_000);
    });
}

#[test]
fn deep_data_types_are_refused() {
    #[derive(serde::Serialize)]
    enum List {
        End,
        More(Box<List>),
    }
    on_a_small_stack(|| {
        let list = |length| (0..length).fold(List::End, |list, _| List::More(Box::new(list)));
        assert_eq!(to_value(&list(256)).unwrap().depth(), 256);
        assert!(matches!(to_value(&list(257)), Err(Error::TooDeep)));
    });
}

#[test]
fn leaked_constants_of_any_depth_are_measured_and_compared() {
    on_a_small_stack(|| {
        let leaked = || {
            (0..100_000)
                .fold(Value::Null, |value, _| Value::Array(Array::Static(Vec::leak(vec![value]))))
        };
        let value = leaked();
        assert_eq!(value.depth(), u32::MAX);
        assert_eq!(value, leaked());
        let mut outer = json!({"leaked": value});
        assert_eq!(outer.depth(), u32::MAX);
        outer.insert("leaked", 1);
        assert_eq!((outer.depth(), outer.size()), (1, json!({"leaked": 1}).size()));
    });
}

#[test]
fn size_counts_what_is_shared_each_time() {
    let mut value = json!({"text": "0123456789"});
    for _ in 0..200 {
        value = json!({"left": &value, "right": &value});
    }
    assert_eq!(value.depth(), 201);
    assert_eq!(value.size(), u64::MAX);
    assert_eq!(value.json_len(1_000_000), None);
    assert_eq!(value, value.clone());
}

/// `[[..], [..]]`, this deep, of one inner array at each level: 2^depth leaves in memory for
/// `depth`.
fn doubled(depth: u32, leaf: Value) -> Value {
    (0..depth).fold(leaf, |value, _| json!({"left": value.clone(), "right": value}))
}

#[test]
fn shared_values_are_compared_in_the_time_that_their_memory_takes() {
    on_a_small_stack(|| {
        let text = |end: &str| json!({"text": end});
        assert_eq!(doubled(200, text("a")), doubled(200, text("a")));
        assert_ne!(doubled(200, text("a")), doubled(200, text("b")));
        // One is shared less than the other.
        let wide = json!({"left": doubled(100, json!([1])), "right": doubled(100, json!([1.0]))});
        assert_eq!(wide, doubled(101, json!([1])));
    });
}

/// All containers in memory.
fn places(value: &Value, seen: &mut std::collections::HashSet<usize>) {
    let children: Vec<&Value> = match value {
        Value::Array(items) if seen.insert(items.as_slice().as_ptr().addr()) => {
            items.iter().collect()
        }
        Value::Object(object) if seen.insert(object.entries().as_ptr().addr()) => {
            object.values().collect()
        }
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => Vec::new(),
    };
    for child in children {
        places(child, seen);
    }
}

#[test]
fn text_of_shared_values_is_read_as_shared_values() {
    let value = doubled(15, json!({"n": 24}));
    let text = value.to_json_string();
    let read = Value::from_json_str(&text).unwrap();
    let mut seen = std::collections::HashSet::new();
    places(&read, &mut seen);
    assert!(seen.len() < 5_000, "{} containers of {} bytes of text", seen.len(), text.len());
    assert_eq!(read.to_json_string(), text);
    assert_eq!(read, value);
}

#[test]
fn what_is_read_as_shared_is_written_as_it_was_read() {
    let row = |number: i64| {
        let cells = [
            r#"{"a":1,"b":2}"#,
            r#"{"b":2,"a":1}"#,
            "[1]",
            "[1.0]",
            "[-0.0]",
            "[0]",
            "[true]",
            r#"["true"]"#,
        ];
        cells[usize::try_from(number).unwrap() % cells.len()].to_owned()
    };
    let text = format!("[{}]", (0..20_000).map(row).collect::<Vec<_>>().join(","));
    let mut read = Value::from_json_str(&text).unwrap();
    assert_eq!(read.to_json_string(), text);
    // Each of them is changed by itself.
    let Value::Array(items) = &mut read else { panic!("it is an array") };
    items.make_mut().update(19_999, |item| *item = Value::Null).unwrap();
    items.make_mut().update(19_993, |item| item.insert("c", 3)).unwrap();
    assert_eq!(
        items
            .iter()
            .filter(|item| item.as_object().is_some_and(|object| object.len() == 3))
            .count(),
        1
    );
}

#[test]
fn a_constant_is_measured() {
    static INNER: [Value; 2] = [Value::Int(1), Value::Null];
    static ENTRIES: [crate::value::Entry; 1] =
        [(crate::value::Text::new_static("items"), Value::Array(Array::Static(&INNER)))];
    static CONSTANT: Value = Value::Object(Object::Static(&ENTRIES));
    assert_eq!(CONSTANT.depth(), 2);
    assert_eq!(CONSTANT.size(), json!({"items": [1, null]}).size());
    assert_eq!(CONSTANT, json!({"items": [1, null]}));
    let mut copy = CONSTANT.clone();
    copy.insert("more", "x");
    assert_eq!(copy.to_json_string(), r#"{"items":[1,null],"more":"x"}"#);
    assert_eq!(CONSTANT.to_json_string(), r#"{"items":[1,null]}"#);
}
