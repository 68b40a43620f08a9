use super::*;
use crate::functions::*;
use asl_value::json;

/// A function that lists its arguments.
fn list(arity: usize) -> Item {
    lambda(arity, |arguments| Item::array(arguments.to_vec()))
}

#[test]
fn functions_get_as_many_arguments_as_they_take() {
    let array = || Item::from(json!(["a", "b"]));
    assert_eq!(json(&MAP, [array(), list(0)]), r#"[["a"],["b"]]"#);
    assert_eq!(json(&MAP, [array(), list(2)]), r#"[["a",0],["b",1]]"#);
    assert_eq!(json(&MAP, ["a".into(), list(3)]), r#"[["a",0,["a"]]]"#);
    assert_eq!(json(&EACH, [json!({"k": 1}).into(), list(3)]), r#"[[1,"k",{"k":1}]]"#);
}

#[test]
fn undefined_results_are_left_out() {
    let nothing = || lambda(1, |_| Ok(UNDEFINED));
    assert_eq!(json(&MAP, [json!([1, 2]).into(), nothing()]), "[]");
    assert_eq!(json(&MAP, [UNDEFINED, nothing()]), "undefined");
    assert_eq!(json(&FILTER, [json!([1, 2]).into(), nothing()]), "[]");
    assert_eq!(json(&SIFT, [json!({"a": 1}).into(), nothing()]), "undefined");
}

#[test]
fn items_are_chosen_by_the_truth_of_the_result() {
    let itself = || lambda(1, |arguments| Ok(arguments[0].clone()));
    assert_eq!(json(&FILTER, [json!([0, 1, "", "x"]).into(), itself()]), r#"[1,"x"]"#);
    assert_eq!(json(&SIFT, [json!({"a": 0, "b": 2}).into(), itself()]), r#"{"b":2}"#);
    assert_eq!(json(&SINGLE, [json!([0, 5]).into(), itself()]), "5");
    assert_eq!(code(&SINGLE, [json!([1, 5]).into()]), "D3138");
    assert_eq!(code(&SINGLE, [json!([0]).into(), itself()]), "D3139");
}

#[test]
fn a_pattern_gets_the_index_as_its_place() {
    let array = json!(["ab", "ab", "xa"]);
    assert_eq!(json(&FILTER, [array.into(), pattern("a", "")]), r#"["ab"]"#);
}

#[test]
fn items_are_reduced_to_one_value() {
    let sum = || {
        lambda(2, |pair| {
            let sum = pair[0].as_f64().zip(pair[1].as_f64()).map(|(sum, item)| sum + item);
            Ok(sum.map_or(UNDEFINED, Item::from))
        })
    };
    assert_eq!(json(&REDUCE, [json!([1, 2, 3]).into(), sum()]), "6");
    assert_eq!(json(&REDUCE, [json!([1, 2]).into(), sum(), 10.0.into()]), "13");
    assert_eq!(json(&REDUCE, [json!([]).into(), sum()]), "undefined");
    assert_eq!(json(&REDUCE, [json!([1, 2]).into(), list(4)]), "[1,2,1,[1,2]]");
    assert_eq!(code(&REDUCE, [json!([1]).into(), list(1)]), "D3050");
}
