//! Tests of the representation, the text and the equality of values.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::json;
use crate::value::{Map, Object, Value, from_value, to_value};

/// An object with as many keys, `k0` first, or last.
fn large(keys: u32) -> (Object, Object) {
    let key = |n: u32| (format!("k{n}"), n);
    ((0..keys).map(key).collect(), (0..keys).rev().map(key).collect())
}

#[test]
fn text_becomes_a_value_and_text_again() {
    let text = r#"{"a":[1,-2.5,1.0,"x\n\"\\\u0001é",true,null],"b":{}}"#;
    let value = Value::from_json_str(text).unwrap();
    assert_eq!(value.to_json_string(), text);
    assert_eq!(format!("{value:?}"), text);
    assert_eq!(
        format!("{:#}", json!({"a": [1, {}], "b": []})),
        "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}"
    );
}

#[test]
fn numbers_keep_their_kind() {
    let value = |text| Value::from_json_str(text).unwrap();
    assert!(matches!(value("9223372036854775807"), Value::Int(i64::MAX)));
    assert!(matches!(value("9223372036854775808"), Value::Float(9.223_372_036_854_775_808e18)));
    assert!(matches!(value("18446744073709551616"), Value::Float(1.844_674_407_370_955_2e19)));
    assert!(matches!(value("-9223372036854775809"), Value::Float(-9.223_372_036_854_775_808e18)));
    assert!(matches!(value("1.0"), Value::Float(1.0)));
    assert_eq!(value("1.0").to_json_string(), "1.0");
    assert!(Value::from_json_str("1e400").is_err());
    assert!(Value::from_json_str("1 2").is_err());
    assert!(matches!(
        Value::from_json_str("18446744073709551615").unwrap(),
        Value::Float(1.844_674_407_370_955_2e19)
    ));
    assert!(Value::from(f64::NAN).is_null() && Value::from(f32::INFINITY).is_null());
    assert_eq!(Value::Float(f64::INFINITY).to_json_string(), "null");
    assert_eq!(serde_json::to_string(&Value::Float(f64::NAN)).unwrap(), "null");
}

#[test]
fn numbers_are_equal_by_value() {
    assert_eq!(json!(1), json!(1.0));
    assert_eq!(json!(0), Value::Float(-0.0));
    assert_ne!(json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992.0));
    assert_ne!(json!(i64::MAX), json!(9_223_372_036_854_775_808.0));
    assert_eq!(json!(i64::MIN), json!(-9_223_372_036_854_775_808.0));
    assert_ne!(json!(1), json!("1"));
    assert_ne!(json!([]), json!({}));
}

#[test]
fn the_last_of_equal_keys_stands_in_the_place_of_the_first() {
    assert_eq!(
        Value::from_json_str(r#"{"a":1,"b":2,"a":3}"#).unwrap().to_json_string(),
        r#"{"a":3,"b":2}"#
    );
    let twice = Value::object([("a", 1.into()), ("b", 2.into()), ("a", 3.into())]);
    assert_eq!(twice.to_json_string(), r#"{"a":3,"b":2}"#);
}

#[test]
fn objects_are_equal_whatever_their_order() {
    assert_eq!(json!({"a": 1, "b": [2]}), json!({"b": [2], "a": 1}));
    assert_ne!(json!({"a": 1, "b": 2}), json!({"a": 1, "c": 2}));
    assert_ne!(json!({"a": 1}), json!({"a": 1, "b": 2}));
    let (up, down) = large(200_000);
    let [up, down] = [up, down].map(Value::Object);
    assert_eq!(up, down);
    assert_eq!(down, up);
    let constant = |value: &Value| {
        let entries = value.as_object().unwrap().entries().to_vec().leak();
        Value::Object(Object::Static(entries))
    };
    assert_eq!(constant(&up), constant(&down));
    assert_eq!(constant(&up), down);
    let mut other = down.clone();
    other.insert("k7", "other");
    assert_ne!(up, other);
}

#[test]
fn large_objects_find_and_forget_keys() {
    let (mut object, _) = large(1_000);
    let map = object.make_mut();
    assert_eq!(map.remove("k500"), Some(json!(500)));
    assert_eq!(map.remove("k500"), None);
    assert_eq!(map.get("k499"), Some(&json!(499)));
    assert_eq!(map.get("k501"), Some(&json!(501)));
    assert_eq!(map.insert("k501", "new"), Some(json!(501)));
    assert_eq!(map.insert("k500", "back"), None);
    assert_eq!(object.keys().next_back(), Some("k500"));
    assert_eq!(object.get("k999"), Some(&json!(999)));
    assert_eq!(object.get("none"), None);
    assert_eq!(object.len(), 1_000);
}

#[test]
fn a_copy_is_not_changed_with_its_original() {
    let mut value = json!({"a": {"b": [1]}});
    let copy = value.clone();
    value.update("a", |a| a.insert("b", 2));
    assert_eq!(value, json!({"a": {"b": 2}}));
    assert_eq!(copy, json!({"a": {"b": [1]}}));
    assert!(!Value::Null.insert("a", 1));
    assert!(value.update("none", |_| ()).is_none());
    assert!(value.remove("none").is_none());
}

#[test]
fn depth_and_size_are_kept_exactly() {
    let mut value = json!({"a": [[1]], "b": [2]});
    value.update("a", |a| *a = Value::Null);
    assert_eq!((value.depth(), value.size()), (2, json!({"a": null, "b": [2]}).size()));
    value.remove("b");
    assert_eq!((value.depth(), value.size()), (1, json!({"a": null}).size()));
    let mut array = json!([[[]], [], 7]);
    let items = array.as_array_mut().unwrap().make_mut();
    items.remove(0);
    items.update(0, |item| *item = json!({"k": 1}));
    items.set(1, "text");
    items.push(8);
    assert!(items.set(9, 1).is_none() && items.remove(9).is_none());
    assert_eq!(array, json!([{"k": 1}, "text", 8]));
    assert_eq!((array.depth(), array.size()), (2, json!([{"k": 1}, "text", 8]).size()));
    // Numbers, `true` and `null` count as 6.
    assert_eq!(
        (json!({"ab": [true, "x"]}).to_json_string().len(), json!({"ab": [true, "x"]}).size()),
        (17, 21)
    );
}

#[test]
fn pointers_lead_into_values() {
    let value = json!({"a": [{"b/c": 1, "m~n": 2}], "": 3});
    assert_eq!(value.pointer(""), Some(&value));
    assert_eq!(value.pointer("/a/0/b~1c"), Some(&json!(1)));
    assert_eq!(value.pointer("/a/0/m~0n"), Some(&json!(2)));
    assert_eq!(value.pointer("/"), Some(&json!(3)));
    for nowhere in ["a", "/a/00", "/a/-", "/a/1", "/a/+0", "/a/0/b~1c/d", "/a/"] {
        assert_eq!(value.pointer(nowhere), None, "{nowhere}");
    }
    assert_eq!(
        value.at(["a"]).and_then(|a| a.item(0)).and_then(|o| o.get("m~n")).and_then(Value::as_i64),
        Some(2)
    );
    assert_eq!(value.at(["a", "b"]), None);
}

#[test]
fn json_takes_expressions() {
    let (key, items, name) = (String::from("k"), vec![1, 2], "n");
    let value = json!({
        (key): items,
        "call": name.len() + 1,
        "neg": -1,
        "nested": [null, true, [], {}, {"deep": name}, 1.5, name],
        "option": None::<i32>,
    });
    let text = r#"{"k":[1,2],"call":2,"neg":-1,"nested":[null,true,[],{},{"deep":"n"},1.5,"n"],"option":null}"#;
    assert_eq!(value.to_json_string(), text);
    assert_eq!(json!(value.get("k")), json!([1, 2]));
    assert_eq!(Value::from(BTreeMap::from([("a", 1)])), json!({"a": 1}));
    assert_eq!([("a", 1), ("b", 2)].into_iter().collect::<Map>().entries().len(), 2);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Kind {
    Unit,
    One(u8),
    Two(i64, String),
    Named { a: Option<f64>, b: Vec<char> },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Order {
    id: u64,
    kinds: Vec<Kind>,
    by_number: HashMap<i32, bool>,
    by_flag: BTreeMap<bool, Wrapper>,
    pair: (u8, String),
    any: Value,
    none: Option<()>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Wrapper(i64);

fn order() -> Order {
    let named = Kind::Named { a: Some(1.5), b: vec!['x', 'é'] };
    Order {
        id: 7,
        kinds: vec![Kind::Unit, Kind::One(1), Kind::Two(-2, "two".to_owned()), named],
        by_number: HashMap::from([(-3, true)]),
        by_flag: BTreeMap::from([(false, Wrapper(5))]),
        pair: (9, "nine".to_owned()),
        any: json!({"x": [1, 2.5, null]}),
        none: None,
    }
}

#[test]
fn types_become_values_as_they_become_text() {
    let value = to_value(&order()).unwrap();
    assert_eq!(value.to_json_string(), serde_json::to_string(&order()).unwrap());
    assert_eq!(from_value::<Order>(value).unwrap(), order());
}

#[test]
fn expressions_in_values_are_borrowed() {
    let (order, name, value) = (order(), "Ada".to_owned(), json!({"a": [1]}));
    let (list, absent): (Vec<String>, Option<&str>) = (vec![name.clone()], None);
    let made = json!({
        "member": value["a"], "text": name, "part": name[1..], "list": list, "order": order,
        "absent": absent, "amount": 7_u64, "reference": &value,
    });
    let order = serde_json::to_string(&order).unwrap();
    let expected = format!(
        r#"{{"member":[1],"text":"{name}","part":"da","list":["{name}"],"order":{order},"absent":null,"amount":7,"reference":{value}}}"#
    );
    assert_eq!((made.to_json_string(), list.len()), (expected, 1));
}

#[test]
fn misfits_are_told() {
    let error = |value| from_value::<Order>(value).unwrap_err().to_string();
    assert_eq!(error(json!({"id": "x"})), "invalid type: string \"x\", expected u64 at $.id");
    assert_eq!(error(json!({})), "missing field `id`");
    assert!(from_value::<Kind>(json!({"One": 1, "Two": 2})).is_err());
    assert!(from_value::<Kind>(json!({"One": 256})).is_err());
    assert!(from_value::<Kind>(json!("One")).is_err());
    assert!(from_value::<Kind>(json!(1)).is_err());
    assert!(from_value::<(u8, u8)>(json!([1, 2, 3])).is_err());
    assert!(to_value(&HashMap::from([(vec![1], 1)])).is_err());
}

#[test]
fn integers_beyond_i64_are_refused() {
    assert_eq!(Value::try_from(7_u64).unwrap(), 7);
    for refused in [Value::try_from(u64::MAX), to_value(&u64::MAX), to_value(&[i128::MIN])] {
        let fault = refused.unwrap_err().to_string();
        assert!(fault.contains("has more than 64 bits with its sign"), "{fault}");
    }
}

#[test]
fn values_are_indexed_compared_and_parsed() {
    let order: Value =
        r#"{"id": 7, "lines": [{"sku": "tea", "price": 2.5}], "paid": true}"#.parse().unwrap();
    assert_eq!(order["lines"][0]["sku"], "tea");
    assert_eq!("tea", order["lines"][0]["sku"]);
    assert_eq!((order["id"] == 7, order["id"] == 7_u64, order["id"] == 7.0), (true, true, true));
    assert_eq!((order["lines"][0]["price"] == 2.5, order["paid"] == true), (true, true));
    assert!(order["id"] != -1 && order["id"] != u64::MAX && order["id"] != "7");
    for nothing in [&order["none"]["none"], &order[3], &order["lines"][1]] {
        assert!(nothing.is_null());
    }
    assert_eq!((order["id"].as_u64(), json!(-1).as_u64()), (Some(7), None));
    assert!("{".parse::<Value>().is_err());
}

#[test]
fn values_and_those_of_serde_json_are_compared_and_converted() {
    let text = r#"{"a": [1, -2.5, "x", null, true, {"b": []}], "c": 18446744073709551615}"#;
    let (ours, other) = (
        Value::from_json_str(text).unwrap(),
        serde_json::from_str::<serde_json::Value>(text).unwrap(),
    );
    assert_eq!(ours, other);
    assert_eq!(other, ours);
    assert_eq!(serde_json::Value::from(ours.clone())["a"], other["a"]);
    let others = [
        serde_json::json!({"a": [1]}),
        serde_json::json!([]),
        serde_json::json!({"a": [1, -2.5, "x", null, true, {"b": {}}], "c": u64::MAX}),
    ];
    assert!(others.iter().all(|other| ours != *other));
}

#[test]
fn json_takes_any_type_that_is_serialize() {
    #[derive(serde::Serialize)]
    struct Line {
        sku: &'static str,
        amount: u64,
    }
    let lines = [Line { sku: "tea", amount: 2 }];
    let text: std::borrow::Cow<'_, str> = "x".into();
    let value =
        json!({"lines": &lines, "count": lines.len(), "note": text, "none": Option::<Line>::None});
    assert_eq!(
        value.to_json_string(),
        r#"{"lines":[{"sku":"tea","amount":2}],"count":1,"note":"x","none":null}"#
    );
    // As in JSON text that is read.
    let read = Value::from_json_str("18446744073709551615").unwrap();
    assert_eq!(read, Value::Float(18_446_744_073_709_551_615.0));
    let lines = [Line { sku: "tea", amount: u64::MAX }];
    let large = json!({"lines": &lines, "id": u64::MAX, "ids": [i128::MIN], "least": i64::MIN});
    assert_eq!((&large["id"], &large["lines"][0]["amount"]), (&read, &read));
    let least = Value::Float(-170_141_183_460_469_231_731_687_303_715_884_105_728.0);
    assert_eq!(large["ids"], json!([least]));
    assert_eq!(large["least"], json!(i64::MIN));
    assert!(to_value(&lines).is_err() && Value::try_from(u64::MAX).is_err());
    let refused = std::panic::catch_unwind(|| json!(BTreeMap::from([(vec![1], 1)])));
    let refused = refused.unwrap_err();
    let message = refused.downcast_ref::<String>().unwrap();
    assert!(message.starts_with("`json!` cannot make a value: the key"), "{message}");
}
