//! Tests of valid programs and their trees.

use super::{program, shown::shown};

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(&program(text)), *expected, "{text}");
    }
}

#[test]
fn operators_bind_as_in_jq() {
    check(&[
        ("", "."),
        ("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"),
        ("1, 2 | 3, 4", "((1, 2) | (3, 4))"),
        (". | . | .", "(. | (. | .))"),
        ("1, 2, 3", "((1, 2), 3)"),
        (".a // .b // .c", "(..a // (..b // ..c))"),
        (".a // .b = 1", "(..a // (..b = 1))"),
        (".a = 1 // 2", "((..a = 1) // 2)"),
        (".a or .b and .c == .d", "(..a or (..b and (..c == ..d)))"),
        (".a |= . + 1", "(..a |= (. + 1))"),
        (".a += 1 | .b //= 2", "((..a += 1) | (..b //= 2))"),
        ("-1, - 1.50, -.a, - -1, -0", "((((-1, -1.50), -..a), 1), -0)"),
        ("-.a * 2", "(-..a * 2)"),
        ("try error // 1", "(Error? // 1)"),
        ("try try .a catch .b catch .c", "(try (try ..a catch ..b) catch ..c)"),
        ("if . then 1 elif .a then 2 end | .", "((if . then 1 elif ..a then 2) | .)"),
        ("if . then 1 else 2 end.a[0]?", "((if . then 1 else 2).a | .[0]?)"),
    ]);
}

#[test]
fn bindings_reach_to_the_end() {
    check(&[
        ("1 as $x | 2 as $y | $x, $y", "(1 as $x0 | (2 as $y1 | ($x0, $y1)))"),
        ("1 + 2 as $x | -$x", "((1 + 2) as $x0 | -$x0)"),
        ("-1 as $x | $x", "(-1 as $x0 | $x0)"),
        ("1, 2 as $x | $x", "(1, (2 as $x0 | $x0))"),
        ("1 as $x | (2 as $x | $x), $x", "(1 as $x0 | ((2 as $x1 | $x1), $x0))"),
        ("label $a | label $a | break $a, 1", "(label 0 | (label 1 | (break 1, 1)))"),
        (
            "reduce .[] / .[] as [$x, $y] (0; . + $x) as $z | $z",
            "((reduce (.[] / .[]) as [$x1, $y0] (0; (. + $x1))) as $z2 | $z2)",
        ),
        ("foreach .[] as {a: $x} (0; 1; $x)", "(foreach .[] as {(\"a\"): $x0} (0; 1; $x0))"),
        (
            ". as {$a, $b: [$c], (.k): $d, \"e\\(.)\": $f} | $a",
            "(. as {(\"a\"): $a0, (\"b\"): $b1 [$c2], (..k): $d3, (\"e\\(.)\"): $f4} | $a0)",
        ),
        (
            ". as [$a] ?// {$a} ?// $b | [$a, $b]",
            "(. as [$a0] ?// {(\"a\"): $a0} ?// $b1 | [($a0, $b1)])",
        ),
        ("[1, 2] as [$a, $a] | $a", "([1,2] as [$a1, $a0] | $a0)"),
    ]);
}

#[test]
fn terms_have_all_their_short_forms() {
    check(&[
        (".a.b.\"c d\".[\"e\"][0]", "..a.b.c d.e[0]"),
        (".a[1:], .[:2], .[1:2], .[]?, .a.[]", "((((..a[1:], .[:2]), .[1:2]), .[]?), ..a[])"),
        (". \"a\", .and, .[\"a\", \"b\"]", "((..a, ..and), .[(\"a\", \"b\")])"),
        ("..|..?", "(.. | ..?)"),
        (
            "{a, $__loc__, \"b c\", if: 1, @base64 \"x\": 2, (.k): 3 | 4}",
            "{(\"a\"): ..a, (\"__loc__\"): {file:\"<top-level>\",line:1}, (\"b c\"): ..b c, (\"if\"): 1, (\"x\"): 2, (..k): (3 | 4)}",
        ),
        ("1 as $x | {$x, $x: 2}", "(1 as $x0 | {(\"x\"): $x0, ($x0): 2})"),
        ("{a: 1, b: {c: [1, [2], {}]}, a: 2}", "{a:2,b:{c:[1,[2],{}]}}"),
        ("{a: 1,}", "{a:1}"),
        (
            "{\"x\\(1, 2)\"}",
            "({} as $before0 | (\"x\\((1, 2))\" as $key1 | ($before0 + {($key1): .[$key1]})))",
        ),
        (
            "\"a\\(1 + 1)b\\(\"c\\(.)\")\", @json \"x\\(.)\", @uri",
            "((\"a\\((1 + 1))b\\(\"c\\(.)\")\", @json \"x\\(.)\"), @uri)",
        ),
        ("\"\\u00e9\\ud83d\\ude00\\udc00\\n\\/\"", "\"é😀\u{fffd}\\n/\""),
        (
            "1.50, .5, 1., 1e3, 007, 9223372036854775808",
            "(((((1.50, .5), 1.), 1e3), 7), 9223372036854775808)",
        ),
        ("[true, false, null, \"a\"]", "[true,false,null,\"a\"]"),
        ("# one \\\n still \\\\\n1 # last", "1"),
        ("\n\n$__loc__.line", "{file:\"<top-level>\",line:3}.line"),
    ]);
}

#[test]
fn the_latest_definition_of_a_name_and_arity_is_called() {
    check(&[
        (
            "def f: 1; def g: f; def f: 2; f, g",
            "def f0(): 1;\ndef g1(): f0;\ndef f2(): 2;\n(f2, g1)",
        ),
        ("def f: 1; def f(g): g; f(f)", "def f0(): 1;\ndef f1(g): g;\nf1(f0)"),
        ("def f(f): f; f(1)", "def f0(f): f;\nf0(1)"),
        ("def f: def g: 3; g; f", "def f0(): g1;\ndef g1() in 0: 3;\nf0"),
        ("def length: 1; length, ([] | length)", "def length0(): 1;\n(length0, ([] | length0))"),
        ("def unused: 1; 2", "2"),
        ("def f($a; g): [$a, g]; f(1; 2)", "def f0($a0; g): [($a0, g)];\nf0(1; 2)"),
        (
            "def f($a; $b): a + $b; f(1; 2)",
            "def f0(a; b): (a as $a0 | (b as $b1 | (a + $b1)));\nf0(1; 2)",
        ),
        ("1 as $x | def f: $x; 2 as $x | f", "def f0(): $x0;\n(1 as $x0 | (2 as $x1 | f0))"),
        ("(def f: 1; f), 2", "def f0(): 1;\n(f0, 2)"),
    ]);
}

#[test]
fn definitions_know_whether_they_can_call_themselves() {
    check(&[
        ("def f: f; f", "def f0() recursive: f0;\nf0"),
        ("def f: def g: f; g; f", "def f0() recursive: g1;\ndef g1() in 0 recursive: f0;\nf0"),
        ("def f(g): g; def h: f(h); h", "def f0(g): g;\ndef h1() recursive: f0(h1);\nh1"),
        ("def f: def f: 1; f; f", "def f0(): f1;\ndef f1() in 0: 1;\nf0"),
        ("def f: def g: g; 1; f", "def f0(): 1;\nf0"),
    ]);
}

#[test]
fn built_ins_written_in_jq_do_not_see_the_program() {
    check(&[
        (
            "def type: 1; [.[] | strings]",
            "def strings0(): (if (type_name == \"string\") then . else Empty);\n[(.[] | strings0)]",
        ),
        ("map(.a), map(.b)", "def map0(f): [(.[] | f)];\n(map0(..a), map0(..b))"),
    ]);
}
