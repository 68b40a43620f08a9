use super::*;
use crate::functions::*;
use asl_value::json;

fn number(text: &str) -> String {
    json(&NUMBER, [text.into()])
}

#[test]
fn texts_become_numbers() {
    assert_eq!(
        ["-1.5e2", "007", "1E+2", "0x1F", "0o17", "0b101"].map(number),
        ["-150", "7", "100", "31", "15", "5"]
    );
    assert_eq!(json(&NUMBER, [true.into()]), "1");
    for text in ["", "+1", ".5", "5.", "1 ", "1e", "1e999", "0x", "0xg", "0x+1", "Infinity", "٣"] {
        assert_eq!(code(&NUMBER, [text.into()]), "D3030", "{text}");
    }
    assert_eq!(code(&NUMBER, [json!(null).into()]), "T0410");
}

#[test]
fn halves_are_rounded_to_even() {
    let round = |number: f64, precision: f64| json(&ROUND, [number.into(), precision.into()]);
    assert_eq!(
        [0.5, 1.5, 2.5, -0.5, -1.5].map(|half| round(half, 0.0)),
        ["0", "2", "2", "0", "-2"]
    );
    assert_eq!(round(123.456, 2.0), "123.46");
    assert_eq!(round(125.0, -1.0), "120");
    // In binary 1.005 is less than its text, which is what is rounded.
    assert_eq!(round(1.015, 2.0), "1.02");
    assert_eq!(round(2.5e-7, 7.0), "2e-7");
    assert_eq!(round(1e21, -20.0), "1e+21");
    assert_eq!(json(&ROUND, [0.499_999_999_999_999_94.into()]), "0");
}

#[test]
fn integers_of_data_keep_their_digits() {
    let large = || Item::from(json!(-9_007_199_254_740_993_i64));
    assert_eq!(json(&FLOOR, [large()]), "-9007199254740993");
    assert_eq!(json(&ABS, [large()]), "9007199254740993");
    assert_eq!(json(&CEIL, [(-1.5).into()]), "-1");
    assert_eq!(json(&FLOOR, [(-1.5).into()]), "-2");
}

#[test]
fn powers_and_roots_must_be_numbers() {
    assert_eq!(json(&POWER, [2.0.into(), (-1.0).into()]), "0.5");
    assert_eq!(code(&POWER, [10.0.into(), 400.0.into()]), "D3061");
    assert_eq!(code(&POWER, [(-8.0).into(), 0.5.into()]), "D3061");
    assert_eq!(json(&SQRT, [9.0.into()]), "3");
    assert_eq!(code(&SQRT, [(-1.0).into()]), "D3060");
}

#[test]
fn numbers_are_written_in_a_base() {
    let base = |number: f64, radix: f64| json(&FORMAT_BASE, [number.into(), radix.into()]);
    assert_eq!(base(255.4, 16.0), r#""ff""#);
    assert_eq!(base(-5.0, 2.0), r#""-101""#);
    assert_eq!(base(1e30, 16.0), r#""c9f2c9cd04675000000000000""#);
    assert_eq!(base(9_007_199_254_740_992.0, 3.0), r#""1121202011211211122211100012101112""#);
    assert_eq!(base(1e40, 2.0).len(), 135);
    assert_eq!(base(0.0, 36.0), r#""0""#);
    assert_eq!(json(&FORMAT_BASE, [12.0.into()]), r#""12""#);
    assert_eq!(code(&FORMAT_BASE, [1.0.into(), 37.0.into()]), "D3100");
}

#[test]
fn aggregates_of_numbers() {
    let numbers = || Item::from(json!([3, 1.5, 2]));
    assert_eq!(
        [&SUM, &MAX, &MIN, &COUNT].map(|native| json(native, [numbers()])),
        ["6.5", "3", "1.5", "3"]
    );
    assert_eq!(json(&AVERAGE, [json!([1, 2]).into()]), "1.5");
    let empty = || Item::from(json!([]));
    assert_eq!(
        [&SUM, &MAX, &AVERAGE, &COUNT].map(|native| json(native, [empty()])),
        ["0", "undefined", "undefined", "0"]
    );
    assert_eq!([&SUM, &COUNT].map(|native| json(native, [UNDEFINED])), ["undefined", "0"]);
    assert_eq!(json(&COUNT, [json!(null).into()]), "1");
    assert_eq!(code(&SUM, [json!([1, "a"]).into()]), "T0412");
}

#[test]
fn truth_is_that_of_jsonata() {
    let truth = |value: Value| json(&BOOLEAN, [value.into()]);
    let cases = [
        (json!(0), "false"),
        (json!(""), "false"),
        (json!({}), "false"),
        (json!([]), "false"),
        (json!([0, ""]), "false"),
        (json!([[], [1]]), "true"),
        (json!("false"), "true"),
    ];
    for (value, expected) in cases {
        assert_eq!(truth(value.clone()), expected, "{value}");
    }
    assert_eq!(json(&BOOLEAN, [lambda(0, |_| Ok(UNDEFINED))]), "false");
    assert_eq!(json(&NOT, [UNDEFINED]), "undefined");
    assert_eq!(code(&BOOLEAN, [f64::INFINITY.into()]), "D1001");
}
