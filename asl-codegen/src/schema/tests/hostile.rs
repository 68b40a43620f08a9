//! Schemas that could take long: they are read within bounds.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use asl_language::shape::{Kinds, Step};

use super::{findings, kinds, with_set};

/// More than any of them takes in a debug build; without bounds they take minutes or do not end.
const MOST: Duration = Duration::from_secs(60);

fn definitions(count: usize, body: impl Fn(usize) -> String) -> String {
    let mut list = String::new();
    for at in 0..count {
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(list, r#"{comma}"D{at}":{}"#, body(at));
    }
    format!(r##"{{"$ref": "#/$defs/D0", "$defs": {{{list}}}}}"##)
}

#[test]
fn ten_thousand_definitions_that_name_each_other_are_read_once() {
    let start = Instant::now();
    let schema = definitions(10_000, |at| {
        let (one, two) = ((at + 1) % 10_000, (at * 7 + 3) % 10_000);
        format!(
            r##"{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/D{one}"}},"b":{{"$ref":"#/$defs/D{two}"}}}}}}"##
        )
    });
    let path = [Step::Member("a"), Step::Member("b"), Step::Member("a")];
    assert_eq!(findings(&schema), "");
    assert_eq!(kinds(&schema, &path), Kinds::OBJECT.or(Kinds::ABSENT));
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
}

#[test]
fn parts_that_hold_each_other_are_read_up_to_a_limit() {
    let start = Instant::now();
    let schema = definitions(4_000, |at| {
        let others: Vec<String> = (1..=7)
            .map(|step| format!(r##"{{"$ref":"#/$defs/D{}"}}"##, (at + step).min(3_999)))
            .collect();
        let others = if at == 3_999 { String::new() } else { others.join(",") };
        format!(r#"{{"properties":{{"p{at}":{{"type":"null"}}}},"allOf":[{others}]}}"#)
    });
    let found = findings(&schema);
    assert!(found.contains("warning[ASL2306]: the schemas are too large"), "{found}");
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
}

#[test]
fn deep_and_long_schemas_are_read() {
    let start = Instant::now();
    let deep = format!("{}{{}}{}", r#"{"items":"#.repeat(200), "}".repeat(200));
    assert_eq!(findings(&deep), "");
    let deeper = format!("{}{{}}{}", r#"{"items":"#.repeat(300), "}".repeat(300));
    assert!(findings(&deeper).contains("error[ASL0105]"));
    // A chain of references, and one object of a megabyte.
    let chain = definitions(10_000, |at| match at {
        9_999 => r#"{"type":"string"}"#.to_owned(),
        _ => format!(r##"{{"$ref":"#/$defs/D{}"}}"##, at + 1),
    });
    assert_eq!(findings(&chain), "");
    let mut members = String::new();
    for at in 0..30_000 {
        let _ = write!(members, r#""member{at}":{{"type":"string"}},"#);
    }
    let large =
        format!(r#"{{"properties":{{{members}"last":{{"type":"null"}}}},"required":["last"]}}"#);
    assert_eq!(kinds(&large, &[Step::Member("last")]), Kinds::NULL);
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
}

#[test]
fn questions_about_dense_schemas_end() {
    let start = Instant::now();
    let others = (0..40).map(|at| format!(r##"{{"$ref":"#/$defs/D{at}"}}"##));
    let all = others.collect::<Vec<_>>().join(",");
    let schema = definitions(40, |at| {
        format!(r#"{{"properties":{{"a{at}":{{"anyOf":[{all}]}},"x":{{"anyOf":[{all}]}}}}}}"#)
    });
    with_set(&schema, |set, _| {
        let path = vec![Step::Member("x"); 16];
        for _ in 0..100 {
            assert!(Kinds::at(set, &path).may_be(Kinds::OBJECT));
        }
    });
    assert!(start.elapsed() < MOST, "{:?}", start.elapsed());
}
