use super::*;
use crate::functions::*;
use asl_value::json;

#[test]
fn keys_are_those_of_all_objects() {
    assert_eq!(
        json(&KEYS, [json!([{"b": 1, "a": 2}, [{"c": 1, "a": 0}], 5]).into()]),
        r#"["b","a","c"]"#
    );
    let keys = call(&KEYS, [json!({"a": 1}).into()]).unwrap();
    assert!(keys.is_sequence() && keys.array_len() == Some(1));
    assert_eq!(json(&KEYS, ["text".into()]), "[]");
}

#[test]
fn values_are_looked_up_through_arrays() {
    assert_eq!(json(&LOOKUP, [json!({"a": [1]}).into(), "a".into()]), "[1]");
    let array = json!([{"a": [1, 2]}, {"b": 0}, [{"a": 3}]]);
    assert_eq!(json(&LOOKUP, [array.into(), "a".into()]), "[1,2,3]");
    assert_eq!(json(&LOOKUP, [json!(5).into(), "a".into()]), "undefined");
}

#[test]
fn objects_are_taken_apart_and_merged() {
    assert_eq!(json(&SPREAD, [json!({"a": 1, "b": 2}).into()]), r#"[{"a":1},{"b":2}]"#);
    let array = call(&SPREAD, [json!([{"a": 1}]).into()]).unwrap();
    assert!(!array.is_sequence() && array.array_len() == Some(1));
    assert_eq!(json(&SPREAD, ["x".into()]), r#""x""#);
    assert_eq!(json(&MERGE, [json!([{"a": 1, "b": 1}, {"a": 2}]).into()]), r#"{"a":2,"b":1}"#);
    assert_eq!(code(&MERGE, [json!([1]).into()]), "T0412");
}

#[test]
fn a_clone_has_no_functions() {
    let object = Item::object(vec![("f".into(), lambda(0, |_| Ok(UNDEFINED)))]).unwrap();
    assert_eq!(json(&CLONE, [object]), r#"{"f":""}"#);
    assert_eq!(json(&CLONE, [json!({"a": 1}).into()]), r#"{"a":1}"#);
}

#[test]
fn types_have_names() {
    let name = |item: Item| json(&TYPE_OF, [item]);
    assert_eq!(
        [json!(null), json!(1.5), json!("x"), json!([])].map(|value| name(value.into())),
        [r#""null""#, r#""number""#, r#""string""#, r#""array""#]
    );
    assert_eq!(name(lambda(0, |_| Ok(UNDEFINED))), r#""function""#);
    assert_eq!(name(UNDEFINED), "undefined");
}

#[test]
fn errors_have_the_words_of_the_program() {
    let message = |outcome: Outcome| match outcome.unwrap_err() {
        Fault::Error(thrown) => format!("{} {}", thrown.code, thrown.message.unwrap_or_default()),
        Fault::Limit(limit) => panic!("{limit:?}"),
    };
    assert_eq!(message(call(&ERROR, ["no".into()])), "D3137 no");
    assert_eq!(message(call(&ERROR, [])), "D3137 $error() function evaluated");
    assert_eq!(message(call(&ASSERT, [false.into()])), "D3141 $assert() statement failed");
    assert_eq!(message(call(&ASSERT, [UNDEFINED, "why".into()])), "D3141 why");
    assert_eq!(json(&ASSERT, [true.into()]), "undefined");
}
