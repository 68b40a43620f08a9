use super::*;
use crate::functions::*;
use asl_value::json;

#[test]
fn arrays_are_appended() {
    assert_eq!(json(&APPEND, [json!([1]).into(), json!([2, 3]).into()]), "[1,2,3]");
    assert_eq!(json(&APPEND, [1.0.into(), 2.0.into()]), "[1,2]");
    assert_eq!(json(&APPEND, [UNDEFINED, 2.0.into()]), "2");
    assert!(!call(&APPEND, [1.0.into(), 2.0.into()]).unwrap().is_sequence());
}

#[test]
fn arrays_are_turned_and_mixed() {
    assert_eq!(json(&REVERSE, [json!([1, 2, 3]).into()]), "[3,2,1]");
    let shuffled = call(&SHUFFLE, [json!([1, 2, 3, 4]).into()]).unwrap();
    assert_eq!(json(&SORT, [shuffled]), "[1,2,3,4]");
}

#[test]
fn duplicates_are_left_out() {
    let array = json!([1, "1", {"a": [1]}, 1.0, {"a": [1.0]}, null, [], null, []]);
    assert_eq!(json(&DISTINCT, [array.into()]), r#"[1,"1",{"a":[1]},null,[]]"#);
    let sequence = Item::sequence(vec![1.0.into(), 1.0.into()]).unwrap();
    assert!(call(&DISTINCT, [sequence]).unwrap().is_sequence());
    let function = lambda(0, |_| Ok(UNDEFINED));
    let functions = Item::array(vec![function.clone(), function]).unwrap();
    assert_eq!(call(&DISTINCT, [functions]).unwrap().array_len(), Some(1));
}

#[test]
fn arrays_are_zipped() {
    let zip = call(&ZIP, [json!([1, 2, 3]).into(), json!(["a", "b"]).into()]).unwrap();
    assert_eq!(zip.as_data(), Some(&json!([[1, "a"], [2, "b"]])));
    assert_eq!(json(&ZIP, [json!([1]).into(), UNDEFINED]), "[]");
}

#[test]
fn scalars_have_an_order() {
    assert_eq!(json(&SORT, [json!([10, 9, 1.5, 9]).into()]), "[1.5,9,9,10]");
    assert_eq!(json(&SORT, [json!(["b", "a", "B"]).into()]), r#"["B","a","b"]"#);
    assert_eq!(code(&SORT, [json!([1, "a"]).into()]), "D3070");
    assert_eq!(json(&SORT, [json!([{}]).into()]), "[{}]");
}

#[test]
fn a_function_sorts_stably() {
    let by_rank = lambda(2, |pair| {
        let rank = |item: &Item| item.member("r").as_f64();
        Ok(Item::from(rank(&pair[0]) > rank(&pair[1])))
    });
    let array = json!([{"r": 2, "n": 1}, {"r": 1, "n": 2}, {"r": 2, "n": 3}, {"r": 1, "n": 4}]);
    let sorted = call(&SORT, [array.into(), by_rank]).unwrap();
    let names: Vec<_> = sorted.items().filter_map(|item| item.member("n").as_f64()).collect();
    assert_eq!(names, [2.0, 4.0, 1.0, 3.0]);
    // The answer is JavaScript's truth: an empty array is true.
    let always = lambda(2, |_| Ok(json!([]).into()));
    assert_eq!(json(&SORT, [json!([1, 2, 3]).into(), always]), "[3,2,1]");
}
