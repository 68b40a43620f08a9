//! Tests of the emitted code: its shape by outputs, its loops, and that it
//! stays linear in the program. What it does is tested by running it:
//! `cargo xtask conformance jq tests/jq`, `tests/tests/expressions/jq_limits.rs`.

use proc_macro2::{Ident, Span};
use quote::quote;

use super::emit_module;
use crate::{Environment, compile};

/// The code of a program as tokens, each after a space.
fn code(text: &str) -> String {
    let program = compile(text, &Environment::default()).unwrap();
    emit_module(&program, &Ident::new("program", Span::call_site()), &quote!(::runtime::__private))
        .to_string()
}

#[test]
fn what_has_one_output_gives_it_back_and_borrows() {
    let code = code(".a.b + 1");
    assert!(
        code.contains("fn run (cx : & Cx , input : & Value) -> Result < Value , Exit >"),
        "{code}"
    );
    assert!(
        code.contains("add (cx , field (field (input , \"a\") ? , \"b\") ? , & Value :: Int (1))"),
        "{code}"
    );
    assert!(!code.contains("clone"), "{code}");
}

#[test]
fn what_may_have_none_gives_an_option_back() {
    assert!(code("select(.a)").contains("-> Result < Option < Value > , Exit >"));
}

#[test]
fn what_has_many_outputs_hands_them_over() {
    let code = code(".[] | .a");
    assert!(code.contains("emit_1 : & mut Emit < '_ >) -> Flow"), "{code}");
    assert!(code.contains("for item_2 in iterate (input) ?"), "{code}");
}

#[test]
fn small_definitions_leave_no_closures() {
    let code = code("map(select(.a > 1) | .b) | any(.[]; . == 2)");
    assert!(!code.contains("dyn") && !code.contains("Emit"), "{code}");
    assert_eq!(code.matches("fn ").count(), 1, "{code}");
}

#[test]
fn a_call_of_itself_that_comes_last_is_a_loop() {
    for text in [
        "until(. > 100; . * 2)",
        "def f: if . > 9 then . else . + 1 | f end; f",
        "def f($n): if $n > 9 then . else f($n + 1) end; f(0)",
    ] {
        let code = code(text);
        assert!(code.contains(": loop {") && code.contains("continue"), "{text}: {code}");
        assert!(!code.contains("deeper"), "{text}: {code}");
    }
}

#[test]
fn any_other_recursion_is_a_function_that_counts_its_depth() {
    let code = code("def f: if . > 1 then . * (. - 1 | f) else 1 end; f");
    assert!(code.contains("cx . deeper (& mut ||"), "{code}");
}

#[test]
fn a_state_is_moved_from_turn_to_turn() {
    let code = code("reduce .[] as $x ([]; . + [$x])");
    assert!(code.contains("add_to (cx , state_"), "{code}");
    assert!(code.contains("take (& mut state_"), "{code}");
}

#[test]
fn arrays_that_are_read_item_by_item_are_not_made() {
    for text in [
        "sort_by(.a) | map(.b)",
        "group_by(.a) | map({a: .[0].a, count: length})",
        "group_by(.a)[] | map(.b) | add",
        "unique_by(.a) | length",
    ] {
        let code = code(text);
        assert!(code.contains("let list_") && !code.contains("listed"), "{text}: {code}");
    }
    for text in ["sort_by(.a) | reverse", "group_by(.a) | map(. + [1])", "sort_by(.a) | ."] {
        assert!(code(text).contains("listed"), "{text}");
    }
}

#[test]
fn entries_are_objects_only_where_one_is_read() {
    for text in ["with_entries(.key |= ascii_upcase)", "with_entries(select(.key != \"a\"))"] {
        let code = code(text);
        assert!(code.contains("members (") && !code.contains("entry ("), "{text}: {code}");
    }
    assert!(code("with_entries(.key |= empty)").contains("entry (cx"));
    assert!(code("with_entries(tojson)").contains("to_entries (cx"));
}

#[test]
fn a_state_that_is_a_number_stays_one() {
    assert!(code("reduce .[] as $x (0; . + $x.a * $x.b)").contains("State :: new"));
    assert!(!code("reduce .[] as $x ([]; . + [$x])").contains("State"));
}

#[test]
fn chains_of_definitions_make_linear_code() {
    let chain = |length: usize| {
        let definitions =
            (1..length).map(|at| format!("def f{at}(g): f{}(f{}(g)); ", at - 1, at - 1));
        let definitions: String = definitions.collect();
        code(&format!("def f0(g): g | g; {definitions} f{}(.a | .b | .c | .d)", length - 1)).len()
    };
    assert!(chain(40) < 3 * chain(20), "{} {}", chain(20), chain(40));
}

#[test]
fn nested_arguments_make_linear_code() {
    let nested = |depth: usize| {
        let argument =
            (0..depth).fold(".a | .b | .c | .d".to_owned(), |inner, _| format!("f({inner})"));
        code(&format!("def f(g): g | path(g), (g | g); {argument}")).len()
    };
    assert!(nested(20) < 3 * nested(10), "{} {}", nested(10), nested(20));
}

#[test]
fn whatever_is_nested_makes_linear_code() {
    for around in [
        "(. as [$a] ?// $a | @)",
        "(if .a then @ elif .b then .c, .d else .e end)",
        "try @ catch .a",
        "(.a, (@ | .b), .c)",
        "first(@, .a)",
        "limit(2; @, .a)",
        "isempty(@, .a)",
        "((.a, .b) and @)",
        "(@ // (.a, .b))",
        "((.a, .b) // @)",
        "label $out | (@, break $out)",
        "reduce (@, .a) as $x (0; . + $x)",
        "foreach (.a, .b) as $x (0; @, $x; .y)",
        "foreach .[] as [$x] ?// $x (0; @; .)",
        "(.a |= @)",
        "(.a[1:] |= @)",
        "(.[] += @)",
        "(.a //= (@, .b))",
        "path(.y | .a, .b)",
        "del(.a[@])",
        "walk(@)",
        "with_entries(@)",
        "map(select(@))",
        "until(. > 3; @)",
        "[recurse(@)]",
        "{a: @, (.b, .c): .d}",
        "\"\\(@) \\(.a, .b)\"",
        "(def f: if .a then f else @ end; f)",
        "(def f(g): g, g; f(@))",
        "(def f(g): path(g), g; f(@))",
        "(def f($x; g): g | $x; f(.a, .b; @))",
        "sub(\"a\"; @)",
        "to_entries | group_by(@) | any(.y; .a)",
    ] {
        let nested = |depth: usize| {
            let text = (0..depth).fold(".z".to_owned(), |inner, _| around.replace('@', &inner));
            code(&text).len()
        };
        let (short, long) = (nested(7), nested(14));
        assert!(long < 3 * short, "{around}: {short} {long}");
    }
}

#[test]
fn the_same_program_makes_the_same_code() {
    let text =
        "def f(g): [g] | f(g); [limit(3; f(.a, .b))] as [$x, {y: $z}] ?// $x | $x, [1, {a: 2}]";
    assert_eq!(code(text), code(text));
}

#[test]
fn documentation_shows_a_line_of_the_program() {
    assert!(code("# a\n.a").contains("\" `# a ..`\""));
}
