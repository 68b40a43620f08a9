//! What expressions read of the values that a run is given.

use crate::{StateEnvironment, StatesMembers, compile_in_state};
use asl_language::shape::checks::Weight;

/// The places that an expression reads, with a mark of their weight: `?` for a doubt, `*` for items.
fn reads(text: &str) -> Vec<String> {
    let environment = StateEnvironment { variables: &[], members: StatesMembers::Input };
    let program = compile_in_state(text, &environment).unwrap();
    let shown = program.reads().into_iter().map(|read| {
        let mark = match read.weight {
            Weight::Fault => "",
            Weight::OfItems => "*",
            Weight::Doubt => "?",
        };
        let given = read.given.trim_start_matches("states.").to_owned();
        [vec![given], read.names].concat().join(".") + mark
    });
    shown.collect()
}

#[test]
fn variables_of_an_expression_are_the_places_that_they_are_bound_to() {
    for (text, expected) in [
        ("($o := $states.input; $o.a)", &["input.a"] as &[&str]),
        ("($o := $states.input.a; $o.b)", &["input.a", "input.a.b"]),
        ("($o := $states.input.a; $p := $o.b; $p.c)", &["input.a", "input.a.b", "input.a.b.c"]),
        ("($o := $states.input.a; $o + 1)", &["input.a", "input.a"]),
        // Bound twice, or to another value.
        ("($o := $states.input; $o := 1; $o.a)", &[]),
        ("($o := {'a': 1}; $o.a)", &[]),
        ("($o := $states.input[0]; $o.a)", &[]),
    ] {
        assert_eq!(reads(text), expected, "{text}");
    }
}

#[test]
fn functions_of_items_read_the_items_of_an_array() {
    for (text, expected) in [
        ("$map($states.input.a, function($x) { $x.b })", &["input.a", "input.a.b*"] as &[&str]),
        ("$filter($states.input.a, function($x) { $x.b > 1 })", &["input.a", "input.a.b*"]),
        (
            "$sort($states.input.a, function($x, $y) { $x.b > $y.c })",
            &["input.a", "input.a.b*", "input.a.c*"],
        ),
        ("$reduce($states.input.a, function($x, $y) { $x + $y.b })", &["input.a", "input.a.b*"]),
        // An item is no read of the array, nor is another parameter.
        ("$map($states.input.a, function($x) { $x + 1 })", &["input.a"]),
        ("$map($states.input.a, function($x, $i) { $i.b })", &["input.a"]),
        ("$map($states.input.a, function($x) { ($x := 1; $x.b) })", &["input.a"]),
        ("$states.input.a^(>b)", &["input.a.b*", "input.a"]),
        ("$states.input.a{b: c}", &["input.a", "input.a.b*", "input.a.c*"]),
        ("$states.input.a[b > 1]", &["input.a.b*", "input.a"]),
    ] {
        assert_eq!(reads(text), expected, "{text}");
    }
}

#[test]
fn what_may_be_undefined_is_asked_for() {
    for (text, expected) in [
        ("$states.input.a ? 1 : 2", &["input.a*"] as &[&str]),
        ("$states.input.a > 1 ? 1 : $states.input.b", &["input.a", "input.b?"]),
        ("$states.input.a and $states.input.b", &["input.a*", "input.b?"]),
        ("$states.input.a = $states.input.b", &["input.a*", "input.b*"]),
        ("$states.input.a & 'x'", &["input.a*"]),
        ("$exists($states.input.a)", &["input.a?"]),
        ("$not($states.input.a > 1)", &["input.a"]),
        ("$not($exists($states.input.a[b > 1]))", &["input.a.b?", "input.a?"]),
        ("$states.input.a + 1", &["input.a"]),
    ] {
        assert_eq!(reads(text), expected, "{text}");
    }
}
