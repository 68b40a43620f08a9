//! Tests of RFC 9535: differences from Step Functions, checks of functions, emitted code.

use super::{emitted_in, name};
use crate::expr::jsonpath::{
    Dialect, PathError, PathErrorKind, Segment, Selector, Yield, parse_as,
};
use asl_source::span::Span;

fn segments(text: &str) -> Vec<Segment> {
    parse_as(Dialect::Rfc9535, text, Span::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .segments
}

fn error(text: &str) -> PathError {
    parse_as(Dialect::Rfc9535, text, Span::default()).expect_err(text)
}

fn emitted(text: &str) -> String {
    emitted_in(Dialect::Rfc9535, text)
}

#[test]
fn names_in_a_bracket_are_several_places() {
    let names = ["a", "b"].map(|name| Selector::Name(name.to_owned())).to_vec();
    assert_eq!(segments("$['a','b'].c"), [Segment::Child(names), name("c")]);
    let yields =
        |text: &str| parse_as(Dialect::Rfc9535, text, Span::default()).expect(text).yields();
    assert_eq!(yields("$['a','b']"), Yield::Hits);
    assert_eq!(yields("$.a[0]['b']"), Yield::Place);
    assert_eq!(segments("$['a', 0, 1:2, *, ?@.x]").len(), 1);
}

#[test]
fn a_syntax_error_has_its_place() {
    let examples = [
        ("$.a-b", 3..4, "`.` or `[` is expected here"),
        ("$.a ", 3..4, "`.` or `[` is expected here"),
        ("$.1", 2..3, "a name is expected after the dot"),
        ("$.[0]", 2..3, "a name is expected after the dot"),
        ("$.a\\.b", 3..4, "`.` or `[` is expected here"),
        ("$..", 1..3, "nothing follows the dot"),
        ("$[0.1]", 3..4, "`,` or `]` is expected here"),
        (r#"$['a\"']"#, 4..6, "`\\\"` is not an escape"),
        ("$[?@.a", 1..6, "the bracket is not closed"),
        ("$[?@.a in @.b]", 7..8, "`&&`, `||` or `]` is expected here"),
        ("$[?@.* == 1]", 3..6, "a path that can reach several places is no value"),
        ("$[?1 == $..a]", 8..12, "a path that can reach several places is no value"),
        ("$[?True]", 3..4, "a path or a value is expected here"),
        ("$[?word == 1]", 3..7, "`word` is no value"),
        ("$[?length(@.a)]", 3..14, "`length()` alone is no test"),
        ("$[?length(@.*) == 1]", 10..13, "a path that can reach several places is no value"),
        ("$[?length(@.a, @.b) == 1]", 3..19, "`length()` takes 1 argument, not 2"),
        ("$[?match(@.a)]", 3..13, "`match()` takes 2 arguments, not 1"),
        ("$[?match(@.a, 'b') == true]", 3..18, "a test is no value"),
        ("$[?length(match(@.a, 'b')) == 1]", 10..25, "a test is no value"),
        ("$[?count(1) == 1]", 9..10, "`count()` takes a path"),
        ("$[?size(@) == 1]", 3..7, "there is no function `size()`"),
        ("$[?count (@.*) == 1]", 3..8, "`count` is no value"),
        ("$[?!@.a == 1]", 3..4, "`!` before a comparison needs parentheses"),
    ];
    for (text, range, message) in examples {
        let error = error(text);
        let found = (error.kind, error.range.clone(), error.message.as_str());
        assert_eq!(found, (PathErrorKind::Syntax, range, message), "{text}");
    }
}

#[test]
fn a_pattern_that_matches_nothing_is_doubted() {
    let doubts = |text: &str| parse_as(Dialect::Rfc9535, text, Span::default()).expect(text).doubts;
    let found = doubts(r"$[?match(@.a, '\\d+') && search(@.b, '[0-9]')]");
    let [doubt] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((doubt.kind, doubt.range.clone()), (PathErrorKind::NoPattern, 14..20));
    assert_eq!(doubts("$[?match(@.a, @.b) || match(@.a, 1)]"), []);
}

#[test]
fn paths_without_measure_are_refused() {
    let nested = |depth| format!("${}@.a{}", "[?@".repeat(depth), "]".repeat(depth));
    assert!(parse_as(Dialect::Rfc9535, &nested(10).replace("@@", "@"), Span::default()).is_ok());
    for text in [
        format!("$[?{}", "@[?".repeat(1 << 18)),
        format!("$[?{}", "(".repeat(1 << 18)),
        format!("$[?{}", "!(".repeat(1 << 18)),
        format!("$[?{}", "length(".repeat(1 << 18)),
        format!("$[?{}@.a]", "@.a || ".repeat(1 << 16)),
        format!("$[?count({}@) > 1]", "@,".repeat(1 << 16)),
        format!("$[?@{}]", "[*]".repeat(33)),
        format!("$[?@.a{}]", ".a".repeat(500)),
        format!("$[{}0]", "0,".repeat(500)),
        format!("${}", "[?@..*]".repeat(17)),
    ] {
        assert_eq!(error(&text).kind, PathErrorKind::Syntax);
    }
}

#[test]
fn a_filter_tests_children() {
    assert_eq!(
        emitted("$.a[?@.b > 1].c"),
        [
            r#"gather("$.a[?@.b>1].c",|search|{"#,
            r#"ifletSome(node_0)=data.at(["a"]){"#,
            "fornode_1insearch.children(node_0){",
            r#"if!search.compares(node_1.at(["b"]),Order::GreaterThan,Some(&Value::Int(1))){continue;}"#,
            r#"ifletSome(node_2)=node_1.at(["c"]){"#,
            "search.hit(node_2);}}}})?",
        ]
        .concat()
    );
    assert_eq!(
        emitted("$[0,?@ == $.x]"),
        [
            r#"gather("$[0,?@==$.x]",|search|{"#,
            "letmutunion_0=search.nodes();",
            "union_0.extend(search.item(data,0));",
            "fornode_0insearch.children(data){",
            r#"ifsearch.compares(Some(node_0),Order::Equals,data.at(["x"])){union_0.push(node_0);}}"#,
            "fornode_0inunion_0{search.hit(node_0);}})?",
        ]
        .concat()
    );
}

#[test]
fn paths_in_filters_are_searches_within_the_search() {
    let conditions = [
        ("@.*", "search.exists(|search|{fornode_1insearch.children(node_0){search.hit(node_1);}})"),
        (
            "!$..a",
            r#"!search.exists(|search|{fornode_1insearch.descendants(data){ifletSome(node_2)=node_1.at(["a"]){search.hit(node_2);}}})"#,
        ),
        (
            "length(@.a) < 3",
            r#"compared(length(node_0.at(["a"]),search).as_ref(),Order::LessThan,Some(&Value::Int(3)),search)"#,
        ),
        (
            "1 == count(@.*)",
            "compared(Some(&Value::Int(1)),Order::Equals,search.count(|search|{fornode_1insearch.children(node_0){search.hit(node_1);}}).as_ref(),search)",
        ),
        (
            "value(@.a) == 1",
            r#"compared(node_0.at(["a"]),Order::Equals,Some(&Value::Int(1)),search)"#,
        ),
        ("match(@.a, 'x.*')", r#"PATTERN_0.matches(node_0.at(["a"]),search)"#),
        ("search(@.a, $.b)", r#"matches(node_0.at(["a"]),data.at(["b"]),Extent::Part,search)"#),
    ];
    for (test, condition) in conditions {
        let emitted = emitted(&format!("$[?{test}]"));
        assert!(emitted.contains(condition), "{emitted}");
    }
}

#[test]
fn patterns_are_translated_once() {
    let emitted = emitted(
        "$[?match(@.a, 'x.') && (match(@.b, 'x.') || search(@.c, 'x.') || @[?match(@, '(?')])]",
    );
    let statics = [
        "needs_patterns!(\"`match()`and`search()`inpathsneedthefeature`rfc9535`ofasl-runtime\");",
        r#"staticPATTERN_0:Pattern=Pattern::new("^(?:x[^\\n\\r])$",2);"#,
        r#"staticPATTERN_1:Pattern=Pattern::new("x[^\\n\\r]",2);"#,
        "staticPATTERN_2:Pattern=Pattern::never();",
    ];
    assert!(emitted.contains(&statics.concat()), "{emitted}");
    assert!(!emitted.contains("PATTERN_3"), "{emitted}");
}
