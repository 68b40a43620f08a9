use super::*;
use crate::functions::*;
use asl_value::json;

#[test]
fn texts_contain_texts_and_matches() {
    assert_eq!(json(&CONTAINS, ["abc".into(), "bc".into()]), "true");
    assert_eq!(json(&CONTAINS, ["abc".into(), pattern("^B", "i")]), "false");
    assert_eq!(json(&CONTAINS, [UNDEFINED, "a".into()]), "undefined");
}

#[test]
fn matches_have_text_index_and_groups() {
    let all = json(&MATCH_PATTERN, ["😀ab ac".into(), pattern("a(b)?", "")]);
    assert_eq!(
        all,
        r#"[{"match":"ab","index":2,"groups":["b"]},{"match":"a","index":5,"groups":[null]}]"#
    );
    let one = call(&MATCH_PATTERN, ["aa".into(), pattern("a", ""), 1.0.into()]).unwrap();
    assert_eq!(one.array_len(), Some(1));
    assert_eq!(json(&MATCH_PATTERN, ["b".into(), pattern("a", "")]), "[]");
    assert_eq!(code(&MATCH_PATTERN, ["a".into(), pattern("a", ""), (-1.0).into()]), "D3040");
    assert_eq!(code(&MATCH_PATTERN, ["ab".into(), pattern("x*", "")]), "D1004");
}

#[test]
fn texts_are_split() {
    let split = |by: Item| json(&SPLIT, ["a, b;c".into(), by]);
    assert_eq!(split(", ".into()), r#"["a","b;c"]"#);
    assert_eq!(split(pattern("[,;] *", "")), r#"["a","b","c"]"#);
    assert_eq!(split(pattern("x", "")), r#"["a, b;c"]"#);
    assert_eq!(json(&SPLIT, ["aé".into(), "".into()]), r#"["a","é"]"#);
    assert_eq!(json(&SPLIT, ["".into(), "".into()]), "[]");
    assert_eq!(json(&SPLIT, ["".into(), " ".into()]), r#"[""]"#);
    assert_eq!(json(&SPLIT, ["a b c".into(), " ".into(), 1.5.into()]), r#"["a"]"#);
    assert_eq!(json(&SPLIT, ["a b c".into(), pattern(" ", ""), 1.5.into()]), r#"["a","b"]"#);
    assert_eq!(json(&SPLIT, ["a b c".into(), pattern(" ", ""), 0.0.into()]), "[]");
    assert_eq!(code(&SPLIT, ["a".into(), " ".into(), (-1.0).into()]), "D3020");
}

fn replace(by: &str) -> String {
    json(&REPLACE, ["John Smith".into(), pattern("(\\w+)\\s(\\w+)", ""), by.into()])
}

#[test]
fn templates_have_groups() {
    assert_eq!(replace("$2, $1"), r#""Smith, John""#);
    assert_eq!(replace("[$0] $$1 $3$x$"), r#""[John Smith] $1 $x$""#);
    // With fewer than ten groups the second digit is text.
    assert_eq!(replace("$12"), r#""John2""#);
    let twelve = "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)";
    let many = |by: &str| json(&REPLACE, ["abcdefghijkl".into(), pattern(twelve, ""), by.into()]);
    assert_eq!([many("$12"), many("$13"), many("$1-")], [r#""l""#, r#""a3""#, r#""a-""#]);
    assert_eq!(json(&REPLACE, ["ab".into(), pattern("a", ""), "<$1>".into()]), r#""<>b""#);
}

#[test]
fn texts_are_replaced() {
    assert_eq!(json(&REPLACE, ["a.b.c".into(), ".".into(), "$1".into()]), r#""a$1b$1c""#);
    assert_eq!(json(&REPLACE, ["aaa".into(), "a".into(), "b".into(), 2.0.into()]), r#""bba""#);
    assert_eq!(
        json(&REPLACE, ["aaa".into(), pattern("a", ""), "b".into(), 2.0.into()]),
        r#""bba""#
    );
    assert_eq!(code(&REPLACE, ["a".into(), "".into(), "b".into()]), "D3010");
    assert_eq!(code(&REPLACE, ["a".into(), "a".into(), "b".into(), (-1.0).into()]), "D3011");
}

#[test]
fn functions_replace_matches() {
    let twice = lambda(1, |found| {
        let text = found[0].member("match");
        Ok(text.as_str().map_or(UNDEFINED, |text| Item::text(format!("{text}{text}"))))
    });
    assert_eq!(json(&REPLACE, ["a1b2".into(), pattern("\\d", ""), twice]), r#""a11b22""#);
    let number = lambda(1, |_| Ok(1.0.into()));
    assert_eq!(code(&REPLACE, ["a".into(), pattern("a", ""), number]), "D3012");
}

/// A matcher that finds the letter `x` once.
fn finds_x() -> Item {
    lambda(1, |arguments| {
        let Some(at) = arguments[0].as_str().and_then(|text| text.find('x')) else {
            return Ok(UNDEFINED);
        };
        let start = crate::number::float(at);
        Item::object(vec![
            ("match".into(), "x".into()),
            ("start".into(), start.into()),
            ("end".into(), (start + 1.0).into()),
            ("groups".into(), json!(["g"]).into()),
            ("next".into(), lambda(0, |_| Ok(UNDEFINED))),
        ])
    })
}

#[test]
fn a_function_can_be_the_pattern() {
    assert_eq!(json(&SPLIT, ["axb".into(), finds_x()]), r#"["a","b"]"#);
    assert_eq!(json(&REPLACE, ["axb".into(), finds_x(), "[$1$0]".into()]), r#""a[gx]b""#);
    assert_eq!(json(&CONTAINS, ["ab".into(), finds_x()]), "false");
    let wrong = lambda(1, |_| Ok(json!({"a": 1}).into()));
    assert_eq!(code(&CONTAINS, ["ab".into(), wrong]), "T1010");
}
