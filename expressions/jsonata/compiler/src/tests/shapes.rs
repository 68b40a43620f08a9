//! Shapes of expressions, and that they contain the results of all recorded cases.

use std::fs;
use std::path::Path;

use asl_language::jsonata::signature::Types;
use serde_json::Value;

use super::expression;
use crate::resolve::resolve;
use crate::shape::{Cardinality, Shape, Shapes};
use crate::{Edition, parse};

fn shape(text: &str) -> Shape {
    let expression = expression(text);
    let names = resolve(&expression, &["given"]);
    Shapes::new(&expression, &names).of(&expression.body)
}

/// The types as the letters of signatures, then those of the items behind a colon.
fn shown(text: &str) -> String {
    let shape = shape(text);
    let letters = |types: Types| {
        let all = "mnsbloaf".chars();
        all.filter(|letter| types.meets(Types::of_letter(*letter as u8))).collect::<String>()
    };
    match letters(shape.items) {
        items if items.is_empty() => letters(shape.types),
        items => format!("{}:{items}", letters(shape.types)),
    }
}

fn type_of(value: &Value) -> Types {
    match value {
        // A number that is not finite is written as null.
        Value::Null => Types::NULL.and(Types::NUMBER),
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(_) => Types::NUMBER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

fn contains(shape: Shape, result: Option<&Value>) -> bool {
    let Some(result) = result else { return shape.may_be(Types::MISSING) };
    let items = result.as_array().into_iter().flatten();
    shape.may_be(type_of(result)) && items.map(type_of).all(|item| shape.items.meets(item))
}

#[test]
fn literals_and_operators_have_their_types() {
    for (text, types) in [
        ("1", "n"),
        ("'a' & b", "s"),
        ("1 + 2 * 3", "n"),
        ("a + 1", "mn"),
        ("-a", "mn"),
        ("a < 1", "mb"),
        ("a = 1 and b", "b"),
        ("1 < 2 ? 'a' : null", "sl"),
        ("a = 1 ? 1", "mn"),
        ("[1, 'a', [2]]", "a:nsa"),
        ("[1..3]", "a:n"),
        ("{'a': 1}", "o"),
        ("a{b: c}", "o"),
        ("function(){1}", "f"),
        ("$undefined", "m"),
        ("()", "m"),
    ] {
        assert_eq!(shown(text), types, "{text}");
    }
}

#[test]
fn variables_and_functions_have_the_shapes_of_their_values() {
    for (text, types) in [
        ("($x := 1; $y := $x & 'a'; [$x, $y])", "a:ns"),
        ("($x := 1; $x := 'a'; $x)", "mnsbloaf:mnsbloaf"),
        ("($double := function($x) { $x * 2 }; $double(4))", "mn"),
        ("$given", "mnsbloaf:mnsbloaf"),
        ("$map([1, 2], function($x) { $x & 'a' })", "msa:s"),
        ("[1, 2] ~> $map(function($x, $i) { $x + $i })", "mna:n"),
        ("$filter([1, 'a'], function($x) { $x = 1 })", "mnsa:ns"),
        ("$reduce([1, 2], function($sum, $x) { $sum + $x })", "mn"),
        ("$reduce(a, function($text, $x) { $text & $x }, '')", "ms"),
        ("$sum([1]) + $count(a)", "n"),
        ("$sum(a)", "mn"),
        ("$uppercase($string(1))", "s"),
    ] {
        assert_eq!(shown(text), types, "{text}");
    }
}

#[test]
fn paths_give_sequences() {
    assert_eq!(shape("1").cardinality(), Cardinality::One);
    assert_eq!(shape("[1]").cardinality(), Cardinality::One);
    assert_eq!(shape("a + 1").cardinality(), Cardinality::MaybeNone);
    assert_eq!(shape("a.(b + 1)").cardinality(), Cardinality::Sequence);
    assert_eq!(shown("a.(b + 1)"), "mna:n");
    assert_eq!(shown("a.[b + 1]"), "mna:mnsbloaf");
    assert_eq!(shown("[1, 2][$ > 1]"), "mna:n");
    assert_eq!(shown("a.(b & '')^($)[0]"), "msa:s");
}

#[test]
fn the_results_of_all_cases_are_in_their_shapes() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/jsonata");
    let mut checked = 0;
    for file in fs::read_dir(cases).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let cases: Vec<Value> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        checked += cases.iter().filter(|case| checks(case)).count();
    }
    assert!(checked > 200, "{checked} cases");
}

/// Checks a case that has a result.
fn checks(case: &Value) -> bool {
    let result = case.get("result");
    if result.is_none() && case.get("undefined").is_none() {
        return false;
    }
    let text = case["expr"].as_str().unwrap();
    let Ok(expression) = parse(text, Edition::V2_2) else { return false };
    let bindings: Vec<&str> =
        case["bindings"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let names = resolve(&expression, &bindings);
    let shape = Shapes::new(&expression, &names).of(&expression.body);
    assert!(contains(shape, result), "{text}: {result:?} is not in {shape:?}");
    true
}
