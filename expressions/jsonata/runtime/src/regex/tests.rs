use std::sync::Arc;

use super::*;
use crate::{Item, View};
use asl_value::expression::Limit;
use asl_value::json;
use asl_value::value::Value;

fn regex(pattern: &str, flags: &str) -> Regex {
    let flags = Flags { ignore_case: flags.contains('i'), multiline: flags.contains('m') };
    Regex::new(pattern, flags).unwrap_or_else(|fault| panic!("{pattern}: {fault:?}"))
}

/// The text of the first match and of its groups; a group that captured nothing is `-`.
fn find(pattern: &str, flags: &str, text: &str) -> Option<String> {
    let found = regex(pattern, flags).find(&Cx::new(0, 0), text, 0).unwrap()?;
    let groups = found.groups.iter().map(|range| range.map_or("-", |range| &text[range]));
    let all: Vec<&str> = std::iter::once(&text[found.range.clone()]).chain(groups).collect();
    Some(all.join("|"))
}

/// Pattern, flags, text and the match that Node finds.
const MATCHES: &[(&str, &str, &str, Option<&str>)] = &[
    ("ab+c", "", "xabbbc", Some("abbbc")),
    ("a.c", "", "a\nc abc", Some("abc")),
    ("^t([a-z]+)([0-9]+)$", "", "tea12", Some("tea12|ea|12")),
    ("^t([a-z]+)([0-9]+)$", "", "tea12x", None),
    (r"([a-z]+)-\b", "", "ab cd- ef-g", Some("ef-|ef")),
    ("(é{2})x", "", "éx ééx", Some("ééx|éé")),
    ("^b", "", "a\nb", None),
    ("^b$", "m", "a\nb\nc", Some("b")),
    ("(a|ab)(c|bcd)(d*)", "", "abcd", Some("abcd|a|bcd|")),
    ("(a*)*", "", "b", Some("|-")),
    ("(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", Some("zaacbbbcac|z|ac|a|-|c")),
    ("(?:(a)|b)*", "", "ab", Some("ab|-")),
    (r"(a)\1|\2(b)", "", "xb", Some("b|-|b")),
    (r"(?<y>\d{4})-(?<m>\d\d)\k<m>", "", "2024-1212", Some("2024-1212|2024|12")),
    ("a+?", "", "aaa", Some("a")),
    ("a{2,3}?b", "", "aaaab", Some("aaab")),
    ("(?:ab){2}", "", "ababab", Some("abab")),
    ("(?:a|b){2,}?c", "", "abac", Some("abac")),
    ("a(?=b)", "", "acab", Some("a")),
    ("a(?!b)", "", "abac", Some("a")),
    ("(?=(a+))a*b\\1", "", "baaabac", Some("aba|a")),
    ("(?<=\\$)\\d+", "", "€1 $42", Some("42")),
    ("(?<!\\$)\\b\\d+", "", "$1 42", Some("42")),
    ("(?<=(\\d+)(\\d+))$", "", "1053", Some("|1|053")),
    ("(?<=\\1(\\w))d", "", "abcCd", None),
    ("(?<=([abc]+)).\\1", "", "abcdbc", None),
    (r"\bfoo\b", "", "a foo.", Some("foo")),
    (r"\Boo", "", "foo oo", Some("oo")),
    (r"[^\d\s]+", "", "12 ab", Some("ab")),
    (r"[\w-]+@[\w.]+", "", "<a-b@c.de>", Some("a-b@c.de")),
    ("ÀB", "i", "xàb", Some("àb")),
    ("[a-z]+", "i", "12ABcd", Some("ABcd")),
    ("[^x]", "i", "Xy", Some("y")),
    ("(a)\\1", "i", "aA", Some("aA|a")),
    ("ſ", "i", "s", None),
    ("σ", "i", "Σ", Some("Σ")),
    ("\\u00e9", "", "é", Some("é")),
    (".", "", "😀", Some("😀")),
    ("", "", "abc", Some("")),
    ("|a", "", "a", Some("")),
    ("(?:)", "", "", Some("")),
    ("$", "", "ab", Some("")),
    ("x*$", "", "axx", Some("xx")),
    ("(a{0}b)?c", "", "bc", Some("bc|b")),
    // Runs that give nothing back, and those that do.
    ("a+ab", "", "aab", Some("aab")),
    ("(a+)(a)", "", "aaa", Some("aaa|aa|a")),
    ("[a-z]+[0-9]*z", "", "abz12z", Some("abz12z")),
    ("(?:ab?)+b", "", "aabab", Some("aabab")),
    (r"\d+(?=px)", "", "12px", Some("12")),
    (r"a+\b", "", "aab aa", Some("aa")),
    ("x*(?:y|$)", "", "axxy", Some("xxy")),
    ("[ab]+[bc]+c", "", "abbcc", Some("abbcc")),
    ("(?:a+b)*c", "", "aabaabc", Some("aabaabc")),
    ("(a+|b)*c", "", "aabac", Some("aabac|a")),
    ("a+$", "", "aa\naa", Some("aa")),
    ("[^b]+$", "m", "a\n\nb", Some("a\n")),
    ("(?<=^a+)b", "", "aab", Some("b")),
    ("(?<=b+)a", "", "bba", Some("a")),
    (r".+\.", "", "a.b.c", Some("a.b.")),
    (r"\s+x", "", "  \u{a0}x", Some("  \u{a0}x")),
    ("é+e", "", "éée", Some("éée")),
    ("(x)?(y)?z", "", "xz", Some("xz|x|-")),
    ("(a)(b)(c)(d)(e)?", "", "abcd", Some("abcd|a|b|c|d|-")),
];

#[test]
fn matches_are_those_of_javascript() {
    for (pattern, flags, text, expected) in MATCHES {
        assert_eq!(
            find(pattern, flags, text).as_deref(),
            *expected,
            "/{pattern}/{flags} in {text}"
        );
    }
}

#[test]
fn a_search_goes_on_after_a_match() {
    let (cx, regex) = (Cx::new(0, 0), regex("a+", ""));
    let first = regex.find(&cx, "aa b a", 0).unwrap().unwrap();
    let second = regex.find_next(&cx, "aa b a", first.range.end).unwrap().unwrap();
    assert_eq!((first.range, second.range), (0..2, 5..6));
    assert_eq!(regex.find_next(&cx, "aa b a", 6).unwrap(), None);
}

#[test]
fn an_empty_match_after_another_fails() {
    let (cx, regex) = (Cx::new(0, 0), regex("a*", ""));
    assert_eq!(regex.find(&cx, "ba", 0).unwrap().unwrap().range, 0..0);
    assert_eq!(regex.find_next(&cx, "ba", 0).unwrap_err().code(), Some("D1004"));
}

#[test]
fn patterns_that_go_through_too_much_end() {
    let text = "a".repeat(40);
    for pattern in ["(a+)+b", "(a|aa)+$b", "(a*)*b", "(?:a?){40}a{40}b", "(?=(a+)+b)"] {
        let cx = Cx::limited(0, 0, 100_000, 100, 1 << 20);
        let fault = regex(pattern, "").find(&cx, &text, 0).unwrap_err();
        assert!(matches!(fault, Fault::Limit(Limit::Fuel)), "{pattern}: {fault:?}");
    }
}

/// No step of this pattern leaves a choice, but each place goes through the rest of the text.
#[test]
fn steps_of_patterns_without_choices_are_counted() {
    let digits = "1".repeat(20_000);
    let cx = Cx::limited(0, 0, 100_000, 100, 1 << 20);
    let result = regex("[0-9]+x", "").find(&cx, &digits, 0);
    assert!(matches!(result, Err(Fault::Limit(Limit::Fuel))));
    assert!(matches!(regex("[0-9]+x", "").is_match(&cx, &digits), Err(Fault::Limit(Limit::Fuel))));
}

#[test]
fn the_memory_of_a_search_is_bounded() {
    let text = "ab".repeat(1 << 19);
    let cx = Cx::limited(0, 0, u64::MAX, 100, u64::MAX);
    let fault = regex("(?:a|b)*c", "").find(&cx, &text, 0).unwrap_err();
    assert!(matches!(fault, Fault::Limit(Limit::Size)), "{fault:?}");
}

#[test]
fn deeply_nested_patterns_match() {
    for open in ["(", "(?:x|", "(?=", "(?<=", "(?:"] {
        let pattern = format!("{}a{}", open.repeat(199), ")*".repeat(199));
        if let Ok(regex) = Regex::new(&pattern, Flags::default()) {
            assert!(regex.find(&Cx::new(0, 0), "aaa", 1).is_ok_and(|found| found.is_some()));
        }
    }
}

#[test]
fn long_texts_cost_little() {
    let text = "lorem ipsum ".repeat(100_000);
    let cx = Cx::limited(0, 0, 400_000, 100, 1 << 20);
    assert_eq!(regex("[xyz]+", "").find(&cx, &text, 0).unwrap(), None);
    assert_eq!(regex(".*q", "m").find(&cx, "abc", 0).unwrap(), None);
}

#[test]
fn the_function_gives_matches_with_a_function_for_the_next() {
    let cx = Cx::new(0, 0);
    let matcher = function(&Arc::new(Regex::known("(B)|é", "i")));
    let call = |function: &Item, mut arguments: Vec<Item>| {
        function.as_function().unwrap().call(&cx, View::Undefined, &mut arguments).unwrap()
    };
    let first = call(&matcher, vec!["😀bé".into()]);
    let shown = |found: &Item| {
        let keys = ["match", "start", "end", "groups"];
        let values = keys.map(|key| found.member(key).to_value(|| None));
        json!(values.into_iter().map(Option::unwrap_or_default).collect::<Value>())
    };
    assert_eq!(shown(&first), json!(["b", 2, 3, ["b"]]));
    let second = call(&first.member("next"), Vec::new());
    assert_eq!(shown(&second), json!(["é", 3, 4, [null]]));
    assert!(second.member("groups").item(0).is_undefined());
    assert!(call(&second.member("next"), Vec::new()).is_undefined());
    // A second argument is the place to begin at.
    assert_eq!(shown(&call(&matcher, vec!["bb".into(), 1.0.into()])), json!(["b", 1, 2, ["b"]]));
}
