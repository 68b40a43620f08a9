use super::*;
use crate::functions::*;
use asl_value::json;

#[test]
fn parts_are_counted_in_characters() {
    assert_eq!(json(&SUBSTRING, ["häß😀x".into(), 1.0.into(), 3.0.into()]), r#""äß😀""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), (-3.0).into()]), r#""llo""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), (-9.0).into(), 2.0.into()]), r#""he""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), (-3.0).into(), 2.0.into()]), r#""ll""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), 1.5.into(), 2.0.into()]), r#""el""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), 1.0.into(), (-1.0).into()]), r#""""#);
    assert_eq!(json(&SUBSTRING, ["hello".into(), UNDEFINED]), r#""hello""#);
    assert_eq!(json(&LENGTH, ["ä😀".into()]), "2");
}

#[test]
fn text_is_cut_at_the_first_occurrence() {
    assert_eq!(json(&SUBSTRING_BEFORE, ["a-b-c".into(), "-".into()]), r#""a""#);
    assert_eq!(json(&SUBSTRING_AFTER, ["a-b-c".into(), "-".into()]), r#""b-c""#);
    assert_eq!(json(&SUBSTRING_AFTER, ["abc".into(), "x".into()]), r#""abc""#);
}

#[test]
fn text_is_rewritten() {
    assert_eq!(json(&TRIM, [" a \t\n b ".into()]), r#""a b""#);
    assert_eq!(json(&UPPERCASE, ["straße".into()]), r#""STRASSE""#);
    assert_eq!(json(&LOWERCASE, ["ΑΣ".into()]), r#""ας""#);
    assert_eq!(json(&LOWERCASE, [UNDEFINED]), "undefined");
}

#[test]
fn padding_fills_a_width() {
    assert_eq!(json(&PAD, ["x".into(), 5.7.into(), "ab".into()]), r#""xabab""#);
    assert_eq!(json(&PAD, ["é".into(), (-3.0).into()]), r#""  é""#);
    assert_eq!(json(&PAD, ["abc".into(), 2.0.into(), "".into()]), r#""abc""#);
    assert_eq!(json(&PAD, ["a".into(), 4.0.into(), "é😀".into()]), r#""aé😀é""#);
}

#[test]
fn strings_are_joined() {
    assert_eq!(json(&JOIN, [json!(["a", "b"]).into(), ", ".into()]), r#""a, b""#);
    assert_eq!(json(&JOIN, ["a".into()]), r#""a""#);
    assert_eq!(code(&JOIN, [json!(["a", 1]).into()]), "T0412");
}

#[test]
fn values_become_text() {
    assert_eq!(json(&STRING, [json!([1, {"a": 0.1}]).into()]), r#""[1,{\"a\":0.1}]""#);
    assert_eq!(json(&STRING, [json!([1]).into(), true.into()]), r#""[\n  1\n]""#);
    assert_eq!(json(&STRING, [lambda(1, |_| Ok(UNDEFINED))]), r#""""#);
    let with_function = Item::array(vec![lambda(1, |_| Ok(UNDEFINED)), UNDEFINED]).unwrap();
    assert_eq!(json(&STRING, [with_function]), r#""[\"\",null]""#);
}

#[test]
fn base_64_has_bytes() {
    assert_eq!(json(&BASE64_ENCODE, ["hello:world".into()]), r#""aGVsbG86d29ybGQ=""#);
    assert_eq!(json(&BASE64_DECODE, ["aGVsbG86d29ybGQ=".into()]), r#""hello:world""#);
    assert_eq!(json(&BASE64_DECODE, ["6Q".into()]), r#""é""#);
    assert_eq!(code(&BASE64_DECODE, ["!!!".into()]), "D3137");
}

#[test]
fn urls_have_escapes() {
    let url = "https://x.y/ä b?q=1&r=#z";
    assert_eq!(json(&ENCODE_URL, [url.into()]), r#""https://x.y/%C3%A4%20b?q=1&r=#z""#);
    assert_eq!(json(&ENCODE_URL_COMPONENT, ["?x=ä (a)".into()]), r#""%3Fx%3D%C3%A4%20(a)""#);
    assert_eq!(json(&DECODE_URL_COMPONENT, ["%3Fx%3D%C3%A4".into()]), r#""?x=ä""#);
    // What has a meaning in a URL stays escaped.
    assert_eq!(json(&DECODE_URL, ["a%2fb%20c".into()]), r#""a%2fb c""#);
    for malformed in ["%", "%a", "%zz", "%E9", "%+1"] {
        assert_eq!(code(&DECODE_URL, [malformed.into()]), "D3140", "{malformed}");
    }
}
