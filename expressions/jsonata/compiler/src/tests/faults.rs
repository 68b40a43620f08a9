//! Wrong expressions, and the faults that are reported for them.

use super::faults;
use crate::{Edition, parse};
use asl_source::diagnostics::Code;

/// Expressions, and for each fault jsonata-js's code and the text that it points at.
const CASES: &[(&str, &[(&str, &str)])] = &[
    ("", &[("S0207", "")]),
    ("  ", &[("S0207", "")]),
    ("1 +", &[("S0207", "")]),
    ("a ? b :", &[("S0207", "")]),
    ("(1 +", &[("S0203", "")]),
    ("{\"a\": 1", &[("S0203", "")]),
    ("[1, 2)", &[("S0202", ")")]),
    ("{\"a\" 1}", &[("S0202", "1")]),
    ("function($x) $x", &[("S0202", "$x")]),
    ("a^b", &[("S0202", "b")]),
    ("1 2", &[("S0201", "2")]),
    ("a..b", &[("S0201", "..")]),
    ("!a", &[("S0204", "!")]),
    ("a ~ b", &[("S0204", "~")]),
    ("@ bar", &[("S0211", "@")]),
    ("$f(:)", &[("S0211", ":")]),
    ("[1,]", &[("S0211", "]")]),
    (".a", &[("S0211", ".")]),
    ("(/a/)", &[("S0211", "/")]),
    ("\"no end", &[("S0101", "\"")]),
    ("1e999", &[("S0102", "1e999")]),
    ("\"\\y\"", &[("S0103", "\\y")]),
    ("\"\\u12xy\"", &[("S0104", "\\u")]),
    ("`no end", &[("S0105", "`")]),
    ("1 /* no end", &[("S0106", "/*")]),
    ("function(x, $y, 2){ $y }", &[("S0208", "x"), ("S0208", "2")]),
    ("[1]{\"a\": $}[true]", &[("S0209", "[true]")]),
    ("a{b: c}{d: e}", &[("S0210", "{d: e}")]),
    ("(a := 1; $b[0] := 2)", &[("S0212", "a"), ("S0212", "$b[0]")]),
    ("a.7", &[("S0213", "7")]),
    ("true.a", &[("S0213", "true")]),
    ("a@b.c#d", &[("S0214", "b"), ("S0214", "d")]),
    ("a[0]@$b", &[("S0215", "@$b")]),
    ("a^(b)@$c", &[("S0216", "@$c")]),
    ("%", &[("S0217", "%")]),
    ("(%)", &[("S0217", "%")]),
    ("$.%", &[("S0217", "%")]),
    ("{\"a\": 1}.%", &[("S0217", "%")]),
    ("a.%.%.%", &[("S0217", "%")]),
    ("a^(b).%", &[("S0217", "%")]),
    ("$match(a, //)", &[("S0301", "//")]),
    ("$match(a, /ab", &[("S0302", "/")]),
    ("function($x)<n<n>>{$x}", &[("S0401", "<n<n>>")]),
    ("function($x)<(sa<n>)>{$x}", &[("S0402", "<(sa<n>)>")]),
    ("function($x)<n?+>{$x}", &[("", "<n?+>")]),
    ("$match(a, /a/ii)", &[("", "ii")]),
    ("$match(a, /a**/)", &[("", "*")]),
    ("$match(a, /[b-a]/)", &[("", "b-a]")]),
];

#[test]
fn every_fault_has_the_code_of_jsonata_js_and_its_place() {
    for (text, expected) in CASES {
        let found = faults(text);
        let shown: Vec<(&str, &str)> = found
            .iter()
            .map(|fault| {
                let code = fault.reference.as_ref().map_or("", |(code, _)| *code);
                (code, &text[fault.place.start as usize..fault.place.end as usize])
            })
            .collect();
        assert_eq!(shown, *expected, "{text}: {found:#?}");
    }
}

#[test]
fn messages_are_those_of_jsonata_js() {
    for (text, message) in [
        ("[1,2)", "Expected \"]\", got \")\""),
        ("[1 2]", "Expected \"]\", got 2"),
        ("[1 true]", "Expected \"]\", got true"),
        ("[1 \"a\\\"\\u0001\"]", "Expected \"]\", got \"a\\\"\\u0001\""),
        ("[1 $a]", "Expected \"]\", got \"a\""),
        ("[1", "Expected \"]\" before end of expression"),
        ("", "Unexpected end of expression"),
        ("1 and", "Unexpected end of expression"),
        ("1 2", "Syntax error: 2"),
        ("}", "The symbol \"}\" cannot be used as a unary operator"),
        ("\"a", "String literal must be terminated by a matching quote"),
        ("1e400", "Number out of range: \"1e400\""),
        ("\"\\y\"", "Unsupported escape sequence: \\\"y\""),
        (
            "function($a, b){1}",
            "Parameter 2 of function definition must be a variable name (start with $)",
        ),
        ("a.1e21", "The literal value 1e+21 cannot be used as a step within a path expression"),
        ("a@b", "The right side of \"@\" must be a variable name (start with $)"),
        ("a{b: c}{`{value}`: 1}", "Each step can only have one grouping expression"),
        ("1 `{found}`", "Syntax error: \"{found}\""),
        ("$match(a, /b", "No terminating / in regular expression"),
    ] {
        let found = faults(text);
        assert_eq!(found[0].reference.as_ref().unwrap().1, message, "{text}");
    }
}

#[test]
fn a_fault_in_a_bracket_hides_none_behind_it() {
    let codes = |text: &str| {
        let found = faults(text);
        found.iter().map(|fault| fault.reference.as_ref().unwrap().0).collect::<Vec<_>>()
    };
    assert_eq!(codes("$f((a b), [c d], {\"e\" 1})"), ["S0202", "S0202", "S0202"]);
    assert_eq!(codes("(a b; {(c d) e)}; x := 1)"), ["S0202", "S0202", "S0212"][..1]);
    assert_eq!(codes("(a b; c); x := 1"), ["S0202", "S0201"]);
    assert_eq!(codes("\"\\q\" & 1e999 & a.7 & %"), ["S0103", "S0102", "S0213", "S0217"]);
    assert_eq!(codes("([(a b], c d)"), ["S0202"]);
}

#[test]
fn later_operators_are_refused_in_the_edition_of_step_functions() {
    for text in ["a ?? b", "a ?: b"] {
        assert!(parse(text, Edition::V2_2).is_ok());
        let found = faults(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::JsonataSyntax);
        assert!(found[0].help.as_ref().unwrap().contains("2.2"), "{found:?}");
    }
}

#[test]
fn known_mistakes_have_a_repair() {
    for (text, help) in [
        ("a == 1", "`=` compares"),
        ("a && b", "write `and`"),
        ("!a", "write `$not(…)`, or `!=` to compare"),
        ("a#i", "write a variable, as in `items#$name`"),
    ] {
        assert_eq!(faults(text)[0].help.as_deref(), Some(help), "{text}");
    }
}
