//! Right expressions and their trees.

use super::{expression, shown::shown};

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(shown(&expression(text)), *expected, "{text}");
    }
}

#[test]
fn operators_bind_as_in_jsonata() {
    check(&[
        ("1 + 2 * 3 - 4 & \"x\"", "(((1.0 + (2.0 * 3.0)) - 4.0) & \"x\")"),
        (
            "1 + 2 > 3 and a in b or c != d",
            "((((1.0 + 2.0) > 3.0) and (<a> in <b>)) or (<c> != <d>))",
        ),
        ("a or b and c", "(<a> or (<b> and <c>))"),
        ("a ? b : c ? d : e", "(<a> ? <b> : (<c> ? <d> : <e>))"),
        ("a ? b", "(<a> ? <b>)"),
        ("a ?? b ?? c + 1", "(<a> ?? (<b> ?? (<c> + 1.0)))"),
        ("a ?: b", "(<a> ?: <b>)"),
        ("a ~> $f ~> $g(1)", "((<a> ~> $f) ~> $g(1.0))"),
        ("($a := 1; $b := $c := 2; $a)", "(($a := 1.0); ($b := ($c := 2.0)); $a)"),
        ("a.b / 2 / c", "((<a.b> / 2.0) / <c>)"),
        ("-5", "-5.0"),
        ("-a", "-<a>"),
        ("--5", "5.0"),
        ("-5[0]", "-5.0?[0.0]"),
        ("-a.b", "-<a.b>"),
    ]);
}

#[test]
fn paths_are_steps_with_stages() {
    check(&[
        ("a", "<a>"),
        ("a.b.c", "<a.b.c>"),
        ("a[0].b[1][2]", "<a[0.0].b[1.0][2.0]>"),
        ("(a.b)[0]", "(<a.b>)?[0.0]"),
        ("$x[0].b", "<$x?[0.0].b>"),
        ("a.$f(b)", "<a.$f(<b>)>"),
        ("a.(b; c).d", "<a.(<b>; <c>).d>"),
        ("\"a\".'b c'.`d e`", "<a.b c.d e>"),
        ("a{b: c, \"d\": $sum(e)}", "<a>?{<b>: <c>, \"d\": $sum(<e>)}"),
        ("a{b: c}[0]", "<a[0.0]>?{<b>: <c>}"),
        ("$x{b: c}.d", "<$x?{<b>: <c>}.d>"),
        ("a^(b, >c, <d).e", "<a.^(<<b>, ><c>, <<d>).e>"),
        ("$x^(b)", "<$x.^(<<b>)>"),
        ("a.*[0].**", "<a.*[0.0].**>"),
        ("$.a", "<$.a>"),
        ("$$.a", "<$$.a>"),
        ("a[b[c]].d", "<a[<b[<c>]>].d>"),
    ]);
}

#[test]
fn arrays_that_are_steps_stay_one_value() {
    check(&[
        ("[1, 2].a", "<cons[1.0, 2.0].a>"),
        ("a.[b].c", "<a.cons[<b>].c>"),
        ("[a][0]", "[<a>]?[0.0]"),
        ("([a].b)", "cons(<cons[<a>].b>)"),
        ("[1]^($)", "<[1.0].^(<$)>"),
    ]);
}

#[test]
fn empty_brackets_keep_arrays() {
    check(&[
        ("a.b[]", "<a.b[]>[]"),
        ("a[].b", "<a[].b>[][]"),
        ("a[0][]", "<a[][0.0]>[][]"),
        ("(a)[]", "(<a>)[]"),
        ("$x[].b", "<$x[].b>[]"),
        ("a@$b[]", "<a[]@$b!>[]"),
        ("a^(b)[]", "<a.^(<<b>)>[]"),
        ("$x{a: b}[]", "$x?{<a>: <b>}[]"),
    ]);
}

#[test]
fn steps_bind_variables() {
    check(&[
        ("a@$b.c#$i[d = $b.e]", "<a@$b!.c#$i[(<d> = <$b.e>)]!>"),
        ("a#$i[0]#$j", "<a#$i[0.0]#$j!>"),
        ("$x#$i", "<$x#$i!>"),
        ("$x[0]#$i", "<$x[0.0]#$i!>"),
    ]);
}

#[test]
fn parents_find_their_steps() {
    check(&[
        ("a.b.{\"c\": %.d}", "<a.b%0!.{\"c\": <%0.d>}>"),
        (
            "a.b.c.{\"x\": %.%.d, \"y\": %.%.e, \"z\": %.f}",
            "<a.b%1!.c%0!.{\"x\": <%0.%1.d>, \"y\": <%0.%1.e>, \"z\": <%0.f>}>",
        ),
        ("a.b[%.c = 1]", "<a.b%0[(<%0.c> = 1.0)]!>"),
        ("a.b[%.%.c = 1]", "<a%1!.b%0[(<%0.%1.c> = 1.0)]!>"),
        ("(a.b).%.c", "<(<tuples a.b%0!>)!.%0.c>"),
        ("a.(b.c).%.%", "<a.(<tuples b%1!.c%0!>)!.%0.%1>"),
        ("a.b^(%.c).d", "<a.b%0!.^(<<%0.c>).d>"),
        ("a@$x.b@$y.c.%", "<a@$x!.b@$y!.c%0!.%0>"),
        ("*.%.a", "<*%0!.%0.a>"),
        ("(*).%", "<(*)!.%none>"),
        ("$map(a, function($x) { %.y })", "$map(<a>, function(x){<%none.y>})"),
    ]);
}

#[test]
fn functions_mark_their_tail_calls() {
    check(&[
        ("$f()", "$f()"),
        ("$f(a, ?, 1)", "$f(<a>, ?, 1.0)"),
        (
            "function($x, $y)<n - (sa):b> { $x + $y }(1, 2)",
            "function(x, y)<n-(sa):b>{($x + $y)}(1.0, 2.0)",
        ),
        ("λ($x) { $f($x) }", "function(x){tail $f($x)}"),
        (
            "function($x) { $x ? $f($x) : ($g(1); $h($x)) }",
            "function(x){($x ? tail $f($x) : ($g(1.0); tail $h($x)))}",
        ),
        ("function($x) { $f($x)[0] }", "function(x){$f($x)?[0.0]}"),
        ("function($x) { $f($x).a }", "function(x){<$f($x).a>}"),
        ("function($x) { (a; $f($x))[0] }", "function(x){(<a>; $f($x))?[0.0]}"),
        ("function($x) { a ?? $f($x) }", "function(x){(<a> ?? tail $f($x))}"),
    ]);
}

#[test]
fn constructors_have_their_parts() {
    check(&[
        ("()", "()"),
        ("(a;)", "(<a>)"),
        ("[1..5, a, b..c]", "[(1.0 .. 5.0), <a>, (<b> .. <c>)]"),
        ("[]", "[]"),
        ("{}", "{}"),
        ("{\"a\": 1, b: [2]}", "{\"a\": 1.0, <b>: [2.0]}"),
        ("|a.b|{\"c\": 1}|", "|<a.b>|{\"c\": 1.0}|"),
        ("|$|{}, [\"d\", \"e\"]|", "|$|{}, [\"d\", \"e\"]|"),
    ]);
}

#[test]
fn words_comments_and_literals_are_read() {
    check(&[
        ("a.and.or.in", "<a.and.or.in>"),
        ("and and or", "(<and> and <or>)"),
        ("[true, false, null]", "[true, false, null]"),
        ("a /* one */ . /**/ b", "<a.b>"),
        ("a\u{b}.\tb\n", "<a.b>"),
        ("é.名", "<é.名>"),
        ("$a_1.b-c", "(<$a_1.b> - <c>)"),
        (
            r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800x""#,
            "\"\\\"\\\\/\\u{8}\\u{c}\\n\\r\\té😀\u{fffd}x\"",
        ),
        ("'a\"b'", "\"a\\\"b\""),
        ("0.5e-3 + 10E2", "(0.0005 + 1000.0)"),
        ("$match(a, /x\\/[(\\/)]y/im)", "$match(<a>, /x\\/[(\\/)]y/im)"),
        ("[1, /a/]", "[1.0, /a/]"),
    ]);
}
