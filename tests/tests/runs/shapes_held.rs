//! Shapes against serde: what serde writes is in the shape, and what it reads is what the shape says.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may")]

use std::collections::BTreeMap;

use asl_runtime::shape::{self, Direction};
use asl_runtime::value::{from_value, to_value};
use asl_runtime::{Shape, Value, json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Shape, Clone)]
struct Line {
    sku: String,
    #[serde(rename = "qty")]
    quantity: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default)]
    gift: bool,
}

#[derive(Serialize, Deserialize, Shape, Clone)]
#[serde(deny_unknown_fields)]
struct Strict {
    #[serde(alias = "ident")]
    id: i64,
}

#[derive(Serialize, Deserialize, Shape, Clone)]
struct Numbers {
    greatest: u64,
    least: i64,
    small: i8,
    real: f32,
}

#[derive(Serialize, Deserialize, Shape, Clone)]
#[serde(rename_all = "snake_case")]
enum Way {
    ByAir,
    BySea { ship: String },
    ByPost(u32),
    InParts(u8, u8),
}

#[derive(Serialize, Deserialize, Shape, Clone)]
#[serde(tag = "kind")]
enum Tagged {
    Empty,
    Full { lines: Vec<Line> },
}

#[derive(Serialize, Deserialize, Shape, Clone)]
#[serde(untagged)]
enum Either {
    Number(u16),
    Text(String),
}

#[derive(Serialize, Deserialize, Shape, Clone)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, Shape, Clone)]
struct Order {
    way: Way,
    tagged: Tagged,
    either: Either,
    #[serde(flatten)]
    line: Line,
    prices: BTreeMap<String, f64>,
    pair: (u8, Option<String>),
    tree: Tree,
}

/// Checks one type: a value is written, and its changed forms are read as serde reads them.
#[track_caller]
fn check<T: Shape + Serialize + DeserializeOwned>(value: &T) {
    let written = to_value(value).expect("it can be written");
    assert_eq!(shape::check(T::WRITTEN, &written, Direction::Written), Ok(()), "{written:?}");
    for changed in changes(&written) {
        let held = shape::check(T::READ, &changed, Direction::Read);
        let serde = from_value::<T>(changed.clone()).map(drop);
        // What the shape refuses, serde refuses.
        assert!(held.is_ok() || serde.is_err(), "{changed:?}: {held:?}, {serde:?}");
        let text = shape::to_text(T::READ).expect("it is small");
        let stored = shape::from_text(&text).expect("it was written");
        assert_eq!(held, shape::check(stored, &changed, Direction::Read), "{changed:?}");
    }
}

/// Values with one part left out, replaced, or added.
fn changes(value: &Value) -> Vec<Value> {
    let mut all = vec![value.clone(), json!(null), json!("x"), json!(-1), json!(300), json!({})];
    all.push(json!([]));
    match value {
        Value::Object(object) => {
            let entries: Vec<(String, Value)> =
                object.iter().map(|(key, value)| (key.to_owned(), value.clone())).collect();
            for at in 0..entries.len() {
                let mut fewer = entries.clone();
                fewer.remove(at);
                all.push(fewer.into_iter().collect());
                for changed in changes(&entries[at].1) {
                    let mut other = entries.clone();
                    other[at].1 = changed;
                    all.push(other.into_iter().collect());
                }
            }
            let more = entries.into_iter().chain([("extra".to_owned(), json!(1))]);
            all.push(more.collect());
        }
        Value::Array(items) => {
            for at in 0..items.len() {
                for changed in changes(items.get(at).expect("it is there")) {
                    let mut other: Vec<Value> = items.iter().cloned().collect();
                    other[at] = changed;
                    all.push(Value::from(other));
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
    }
    all
}

fn line() -> Line {
    Line { sku: "A".into(), quantity: 2, note: None, gift: true }
}

fn order(way: Way, tagged: Tagged, either: Either) -> Order {
    let tree = Tree { name: "root".into(), children: Vec::new() };
    Order {
        way,
        tagged,
        either,
        line: line(),
        prices: BTreeMap::from([("A".to_owned(), 1.5)]),
        pair: (1, None),
        tree: Tree { name: "top".into(), children: vec![tree] },
    }
}

#[test]
fn shapes_say_what_serde_does() {
    check(&line());
    check(&Strict { id: -3 });
    check(&Numbers { greatest: 1 << 62, least: i64::MIN, small: -128, real: 0.5 });
    for way in [Way::ByAir, Way::BySea { ship: "S".into() }, Way::ByPost(7), Way::InParts(1, 2)] {
        check(&way);
        check(&order(way, Tagged::Empty, Either::Number(3)));
    }
    let full = Tagged::Full { lines: vec![line(), Line { note: Some("n".into()), ..line() }] };
    check(&full);
    check(&order(Way::ByAir, full, Either::Text("t".into())));
}

#[test]
fn what_differs_is_named_with_its_place() {
    let check = |value: Value, direction| {
        let values = match direction {
            Direction::Written => Order::WRITTEN,
            Direction::Read => Order::READ,
        };
        shape::check(values, &value, direction).expect_err("it differs").to_string()
    };
    let full = Tagged::Full { lines: vec![line()] };
    let whole = to_value(&order(Way::ByAir, full, Either::Number(1))).expect("it can be written");
    let with = |key: &str, part: Value| {
        let Value::Object(object) = whole.clone() else { unreachable!("it is an object") };
        let others = object.iter().filter(|(name, _)| *name != key);
        let others = others.map(|(name, part)| (name.to_owned(), part.clone()));
        others.chain([(key.to_owned(), part)]).collect::<Value>()
    };
    assert_eq!(
        check(with("way", json!("by_road")), Direction::Read),
        "needs one of `by_air` at `way`, and there is `by_road`"
    );
    assert_eq!(
        check(with("qty", json!(300)), Direction::Written),
        "needs a number from 0 to 255 at `qty`, and there is 300"
    );
    assert_eq!(
        check(with("prices", json!({"A": "1"})), Direction::Written),
        "needs a number at `prices.A`, and there is a string"
    );
    let tree = json!({"name": "top", "children": [{"name": "x", "children": [{"nam": "y"}]}]});
    assert_eq!(
        check(with("tree", tree), Direction::Read),
        "needs the member `name` at `tree.children[0].children[0]`, and there are `nam`"
    );
    assert_eq!(
        check(with("colour", json!(1)), Direction::Written),
        "needs no other members than `way`, `tagged`, `either`, `prices`, `pair`, `tree`, and there is `colour`"
    );
}

#[test]
fn a_text_that_is_no_shape_is_unknown() {
    for text in ["", "{}", "\"all\"", "{\"list\":\"texts\"}", "[1", "{\"integer\":[\"a\",\"b\"]}"] {
        assert!(shape::from_text(text).is_none(), "{text}");
    }
    let deep = format!("{}\"any\"{}", "{\"list\":".repeat(5_000), "}".repeat(5_000));
    assert!(shape::from_text(&deep).is_none());
    let wide = format!("{{\"one_of\":[{}\"any\"]}}", "\"any\",".repeat(50_000));
    assert!(shape::from_text(&wide).is_none());
}
