//! The levels of an expression's parts, as Step Functions counts them.

use crate::{StateEnvironment, StatesMembers, compile_in_state, emit_module};
use proc_macro2::{Ident, Span};
use quote::quote;

fn program(text: &str) -> crate::Program {
    let environment = StateEnvironment { variables: &["a"], members: StatesMembers::Input };
    compile_in_state(text, &environment).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

fn repeated(part: &str, separator: &str, times: usize) -> String {
    vec![part; times].join(separator)
}

#[test]
fn levels_are_those_of_jsonata_js() {
    for (text, level) in [
        ("1", 1),
        ("$a", 1),
        ("$a.b.c", 2),
        ("$states.input", 2),
        ("$a.(b + 1)", 2),
        ("$a[0]", 1),
        ("-$a", 2),
        ("[[1]]", 3),
        ("{\"a\": {\"b\": 1}}", 3),
        ("(1)", 2),
        ("$sum([1, 2])", 3),
        ("$a ~> $sum", 2),
        ("$a ~> $sum()", 2),
        ("$a ~> $map(function($x) { $x + 1 + 2 + 3 })", 2),
        ("1 + 2 + 3 + 4", 4),
        ("1 + (2 + 3)", 4),
        ("true ? 1 + 2", 2),
        ("1 + 2 > 3 ? 1", 4),
        ("true and 1 + 2 > 3", 2),
        ("$f := function($x) { 1 + 2 + 3 }", 2),
    ] {
        assert_eq!(program(text).level(), Some(level), "{text}");
    }
    assert_eq!(program(&repeated("1", "+", 100)).level(), Some(100));
    assert_eq!(program(&repeated("$a", " & ", 101)).level(), Some(101));
}

/// The checks and the levels of calls in the code of an expression.
fn counted(text: &str) -> Vec<String> {
    let name = Ident::new("program", Span::call_site());
    let code = emit_module(&program(text), &name, &quote!(private)).to_string();
    let calls = code.split("cx . ").skip(1);
    let counted = calls.filter(|call| call.starts_with("reach") || call.starts_with("call_at"));
    counted
        .map(|call| call.split([',', ')']).next().unwrap_or_default().trim().to_owned())
        .collect()
}

#[test]
fn only_functions_and_what_is_too_deep_are_checked() {
    assert_eq!(counted("1 + 2 + $sum([$a.b])"), [""; 0]);
    assert_eq!(counted(&repeated("1", "+", 101)), ["reach (101"]);
    let branch = format!("$a ? 1 : {}", repeated("1", "+", 100));
    assert_eq!(counted(&branch), ["reach (101"]);
}

#[test]
fn a_function_is_checked_at_its_begin_and_in_deeper_branches() {
    assert_eq!(
        counted("($f := function($x) { $x > 1 ? $x : 1 + $f($x - 1 - 1) }; $f(3))"),
        ["reach (3", "reach (6", "call_at (3", "call_at (2"]
    );
    assert_eq!(counted("$a ~> $map($uppercase)"), ["call_at (1"]);
    // The arguments of a tail call are evaluated when the function has ended.
    assert_eq!(counted("function($x) { 1 > 2 ? 0 : $x(1 + 2 + 3) }"), ["reach (3"]);
}

#[test]
fn a_function_in_place_of_its_call_is_at_the_level_of_the_call() {
    assert_eq!(counted("[$map($a, function($x) { $x })]"), [""; 0]);
    let sum = |times| repeated("1", "+", times);
    for start in ["[$map($a, function() {", "[$filter($a, function($x) {"] {
        let text = |times| format!("{start}{}}})]", sum(times));
        assert_eq!(counted(&text(98)), [""; 0], "{start}");
        assert_eq!(counted(&text(99)), ["reach (101"], "{start}");
    }
    let reduce = |times| format!("[$reduce($a, function($x, $y) {{ {} }})]", sum(times));
    assert_eq!(counted(&reduce(98)), [""; 0]);
    assert_eq!(counted(&reduce(99)), ["reach (101"]);
    assert_eq!(
        counted("($f := function($x) { 1 + 1 + $x }; [$map($a, $f), $f($a)])"),
        ["reach (3", "call_at (3"]
    );
    // Inside of a function the levels are those of its body.
    assert_eq!(
        counted("function($y) { [$map($y, function($x) { 1 + $x($y) })] }"),
        ["reach (3", "reach (5", "call_at (4"]
    );
}

#[test]
fn a_function_that_another_one_makes_is_in_no_call_of_that() {
    assert_eq!(
        counted("($f := function($x) { function($y) { $x + $y } }; $g := $f(1); $g($a))"),
        ["reach (2", "call_at (2"]
    );
    let made = |times| {
        let (open, close) = ("[".repeat(times), "]".repeat(times));
        let maker = "$f := function($x) { function($y) { $x + $y } }; $g := $f(1)";
        format!("({maker}; {open}$map($a, $g){close})")
    };
    assert_eq!(counted(&made(96)), [""; 0]);
    assert_eq!(counted(&made(97)), ["reach (101"]);
}
