use super::*;
use crate::functions::*;
use asl_value::json;

#[test]
fn arrays_are_parted() {
    let part = |size: f64| json(&PARTITION, [json!([1, 2, 3]).into(), size.into()]);
    assert_eq!([2.9, 5.0, 0.5].map(part), ["[[1,2],[3]]", "[[1,2,3]]", "undefined"]);
    assert_eq!(json(&PARTITION, [json!([1, 2]).into()]), "[[1,2]]");
    assert_eq!(json(&PARTITION, [json!([]).into()]), "[[]]");
    assert_eq!(json(&PARTITION, [json!([]).into(), 1.0.into()]), "undefined");
    assert_eq!(code(&PARTITION, [json!([1]).into(), (-1.0).into()]), "D3137");
    assert_eq!(code(&PARTITION, [json!(null).into(), 1.0.into()]), "T0412");
    assert_eq!(code(&PARTITION, ["text".into(), 1.0.into()]), "T0412");
    assert_eq!(code(&PARTITION, []), "T0410");
}

#[test]
fn ranges_are_cut_towards_zero() {
    let range =
        |start: f64, end: f64, step: f64| json(&RANGE, [start.into(), end.into(), step.into()]);
    assert_eq!(range(1.9, 6.0, 2.0), "[1,3,5]");
    assert_eq!(range(3.0, -1.7, -2.0), "[3,1,-1]");
    assert_eq!(range(1.0, 9.0, 9.0), "[1]");
    assert_eq!(range(1.0, 9.0, -1.0), "undefined");
    assert_eq!(range(1.0, 9.0, 0.5), "undefined");
    assert_eq!(json(&RANGE, [1.0.into(), 9.0.into()]), "undefined");
    assert_eq!(code(&RANGE, [1.0.into()]), "T0410");
}

#[test]
fn hashes_are_in_hexadecimal() {
    assert_eq!(json(&HASH, ["a".into(), "MD5".into()]), r#""0cc175b9c0f1b6a831c399e269772661""#);
    assert_eq!(json(&HASH, ["a".into()]), "undefined");
    assert_eq!(code(&HASH, ["a".into(), "sha-1".into()]), "D3137");
    assert_eq!(code(&HASH, []), "T0410");
}

#[test]
fn a_seed_makes_the_number_of_java() {
    let seeded = |seed: f64| call(&RANDOM, [seed.into()]).unwrap().as_f64();
    let expected = [0.727_563_680_032_868_1, 0.730_967_787_376_657, 0.730_699_042_060_042_1];
    assert_eq!([42.0, 0.0, 7.9].map(seeded), expected.map(Some));
    let cx = cx();
    let random = || call_in(&cx, &RANDOM, []).unwrap().as_f64().unwrap();
    let (first, second) = (random(), random());
    assert!((0.0..1.0).contains(&first) && (first - second).abs() > 0.0);
}

#[test]
fn uuids_have_version_4() {
    let uuid = call(&UUID, []).unwrap();
    let uuid = uuid.as_str().unwrap();
    assert_eq!((uuid.len(), uuid.get(14..15)), (36, Some("4")));
    assert_eq!(code(&UUID, [1.0.into()]), "T0410");
}

#[test]
fn parsing_is_strict() {
    assert_eq!(
        json(&PARSE, [" {\"b\":9223372036854775807,\"a\":[]} ".into()]),
        r#"{"b":9223372036854775807,"a":[]}"#
    );
    assert_eq!(json(&PARSE, []), "undefined");
    assert_eq!(json(&PARSE, ["[-0, 0.5]".into()]), "[0,0.5]");
    for text in ["", " ", "{", "1 2", "{\"a\":1,\"a\":2}", "1e999", "01", "'a", "'a\""] {
        assert_eq!(code(&PARSE, [text.into()]), "D3137", "{text}");
    }
    assert_eq!(json(&PARSE, ["{'a': 'b\"'}".into()]), r#"{"a":"b\""}"#);
    assert_eq!(code(&PARSE, [1.0.into()]), "T0410");
}
