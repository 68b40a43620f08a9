//! Tests of faulty programs.

use super::{faults, program};
use asl_source::diagnostics::Code;

/// Programs, and for each fault its code and the text that it points at.
const CASES: &[(&str, &[(Code, &str)])] = &[
    ("1 +", &[(Code::JqSyntax, "")]),
    ("1 2", &[(Code::JqSyntax, "2")]),
    (". a", &[(Code::JqSyntax, "a")]),
    ("1 == 2 == 3", &[(Code::JqSyntax, "==")]),
    (".a = .b = 1", &[(Code::JqSyntax, "=")]),
    ("1 + def f: 2; f", &[(Code::JqSyntax, "def")]),
    (".a?//1", &[(Code::JqSyntax, "?//")]),
    ("f()", &[(Code::JqUnknownFunction, "f"), (Code::JqSyntax, ")")]),
    ("[.[] |]", &[(Code::JqSyntax, "]")]),
    (". as [] | 1", &[(Code::JqSyntax, "]")]),
    (". as $x + 1 | $x", &[(Code::JqSyntax, "+")]),
    ("reduce 1, 2 as $x (0; 1)", &[(Code::JqSyntax, ",")]),
    ("reduce . as $x (0; 1; 2)", &[(Code::JqSyntax, ";")]),
    (".[1:2:3]", &[(Code::JqSyntax, ":")]),
    (".a.[1:2]", &[(Code::JqSyntax, ":")]),
    ("if 1 2 else 3 end", &[(Code::JqSyntax, "2")]),
    ("if . then 1 else 2", &[(Code::JqUnclosed, "if")]),
    ("(if . then 1) | 2 +", &[(Code::JqUnclosed, "if"), (Code::JqSyntax, "")]),
    ("try 1 catch 2 catch 3", &[(Code::JqSyntax, "catch")]),
    ("def end: 1; 2", &[(Code::JqSyntax, "end")]),
    ("def f(end): 1; 2", &[(Code::JqSyntax, "end")]),
    ("def f: 1", &[(Code::JqSyntax, "")]),
    ("a & b", &[(Code::JqUnknownFunction, "a"), (Code::JqSyntax, "&")]),
    ("'a'", &[(Code::JqSyntax, "'"), (Code::JqSyntax, "'")]),
    ("%::wat", &[(Code::JqSyntax, "%"), (Code::JqSyntax, ":")]),
    ("{", &[(Code::JqUnclosed, "{")]),
    ("[1, (2, {a: 3)]", &[(Code::JqUnclosed, "{")]),
    ("1)", &[(Code::JqUnclosed, ")")]),
    ("\"a", &[(Code::JqUnclosed, "\"")]),
    ("[\"a\\(1 + \"b\"", &[(Code::JqUnclosed, "\\(")]),
    (
        "\"a\\q\\u12\\ud800\"",
        &[(Code::JqEscape, "\\q"), (Code::JqEscape, "\\u"), (Code::JqEscape, "\\ud800")],
    ),
    ("nope, length(1)", &[(Code::JqUnknownFunction, "nope"), (Code::JqArity, "length")]),
    ("$x, (1 as $y | 2), $y", &[(Code::JqUnknownVariable, "$x"), (Code::JqUnknownVariable, "$y")]),
    ("reduce . as $x ($x; 1)", &[(Code::JqUnknownVariable, "$x")]),
    (". as {$a, ($a): $b} | $b", &[(Code::JqUnknownVariable, "$a")]),
    (". as $x | break $x", &[(Code::JqBreak, "break $x")]),
    ("def f: break $x; label $x | f", &[(Code::JqBreak, "break $x")]),
    (
        "{(1): 2, ([]): 3}, (. as {(null): $x} | 1)",
        &[(Code::JqObjectKey, "1"), (Code::JqObjectKey, "[]"), (Code::JqObjectKey, "null")],
    ),
    ("{1: 2, .a: 3, b: 4}", &[(Code::JqObjectKey, "1"), (Code::JqObjectKey, ".a")]),
    (". as {a} | 1", &[(Code::JqSyntax, "}")]),
    (
        "@jsn, @base65 \"\\(1)\", @nope \"constant\"",
        &[(Code::JqUnknownFormat, "@jsn"), (Code::JqUnknownFormat, "@base65")],
    ),
    (
        "env, $ENV, halt_error(1), inputs",
        &[
            (Code::JqNotHere, "env"),
            (Code::JqNotHere, "$ENV"),
            (Code::JqNotHere, "halt_error"),
            (Code::JqNotHere, "inputs"),
        ],
    ),
    ("import \"a\" as a; a::f", &[(Code::JqModule, "\"a\"")]),
    ("module []; 0", &[(Code::JqModule, "[]")]),
    ("module {a: .}; 0", &[(Code::JqModule, "{a: .}")]),
];

#[test]
fn every_fault_points_at_the_smallest_wrong_part() {
    for (text, expected) in CASES {
        let found = faults(text);
        let shown: Vec<(Code, &str)> = found
            .iter()
            .map(|fault| (fault.code, &text[fault.place.start as usize..fault.place.end as usize]))
            .collect();
        assert_eq!(shown, *expected, "{text}: {found:#?}");
    }
}

#[test]
fn names_are_suggested_with_what_is_visible() {
    for (text, help) in [
        ("lenght", "did you mean `length`?"),
        ("def total: 1; totl", "did you mean `total`?"),
        ("def total: 1; total(2)", "write `total`"),
        ("1 as $rate | $rates", "did you mean `$rate`?"),
        ("1 as $rate | rate", "did you mean the variable `$rate`?"),
        ("def rate: 1; $rate", "did you mean the function `rate`?"),
        ("label $result | break $resul", "did you mean `$result`?"),
        ("setpath([], 1)", "arguments are separated by `;`, not by `,`"),
        ("IF", "did you mean `if`?"),
        ("@base46", "did you mean `@base64`?"),
        ("price", "for the member of this name write `.price`, for the string `\"price\"`"),
        ("1 as $a | 2 as $b | $zoo", "there are: $a, $b"),
    ] {
        assert_eq!(faults(text)[0].help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn a_fault_hides_no_other_and_makes_none() {
    // What could not be read may have bound names: they are not missed.
    let codes = |text| faults(text).iter().map(|fault| fault.code).collect::<Vec<_>>();
    assert_eq!(
        codes("def f(x) 1; f(2) | ., as $y | $y | g"),
        [Code::JqSyntax, Code::JqSyntax, Code::JqUnknownFunction]
    );
    assert_eq!(
        codes("nope | (1 +) | {a b} | nopes"),
        [Code::JqUnknownFunction, Code::JqSyntax, Code::JqSyntax, Code::JqUnknownFunction,]
    );
}

#[test]
fn definitions_hide_built_ins_that_are_refused() {
    program("def env: 1; env");
    program(". as $ENV | $ENV");
    program("def input: 1; input");
}
