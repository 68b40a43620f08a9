//! Tests of the seed's own examples, of the dialect, and of random texts.

mod filters;
mod rfc9535;

use quote::quote;

use super::emit::{find, steps};
use super::{
    Dialect, PathError, PathErrorKind, ReferenceStep, Segment, Selector, parse, parse_as,
    parse_reference, parse_reference_as,
};
use asl_source::span::Span;

fn reference(text: &str) -> Result<Vec<ReferenceStep>, PathError> {
    parse_reference(text, Span::default()).map(|path| path.steps)
}

fn segments(text: &str) -> Vec<Segment> {
    parse(text, Span::default()).unwrap_or_else(|error| panic!("{text}: {error}")).segments
}

fn error(text: &str) -> PathError {
    parse(text, Span::default()).expect_err(text)
}

fn key(name: &str) -> ReferenceStep {
    ReferenceStep::Key(name.to_owned())
}

fn name(name: &str) -> Segment {
    Segment::Child(vec![Selector::Name(name.to_owned())])
}

fn slice(from: Option<i64>, to: Option<i64>, step: Option<i64>) -> Segment {
    Segment::Child(vec![Selector::Slice(from, to, step)])
}

/// ASL (seed): "Reference Paths", the list of acceptable ones, in its order.
#[test]
fn the_reference_paths_of_the_specification_are_read() {
    let index = ReferenceStep::Index;
    let examples = [
        ("$.store.book", vec![key("store"), key("book")]),
        (r"$.store\.book", vec![key("store.book")]),
        (r"$.\stor\e.boo\k", vec![key("store"), key("book")]),
        ("$.store.book.title", vec![key("store"), key("book"), key("title")]),
        (r"$.foo.\.bar", vec![key("foo"), key(".bar")]),
        (r"$.foo\@bar.baz\[\[.\?pretty", vec![key("foo@bar"), key("baz[["), key("?pretty")]),
        (r"$.&Ж中.\uD800\uDF46", vec![key("&Ж中"), key("\u{10346}")]),
        ("$.&Ж中.\u{10346}", vec![key("&Ж中"), key("\u{10346}")]),
        (
            "$.ledgers.branch[0].pending.count",
            vec![key("ledgers"), key("branch"), index(0), key("pending"), key("count")],
        ),
        ("$.ledgers.branch[0]", vec![key("ledgers"), key("branch"), index(0)]),
        (
            "$.ledgers[0][22][315].foo",
            vec![key("ledgers"), index(0), index(22), index(315), key("foo")],
        ),
        ("$['store']['book']", vec![key("store"), key("book")]),
        ("$['store'][0]['book']", vec![key("store"), index(0), key("book")]),
        ("$", vec![]),
    ];
    for (text, steps) in examples {
        assert_eq!(reference(text), Ok(steps), "{text}");
    }
}

#[test]
fn a_reference_path_names_one_place() {
    for text in [
        "$..a",
        "$.a[*]",
        "$.*",
        "$.a['b','c']",
        "$[?(@.a)]",
        "$.a[0,1]",
        "$.a[1:2]",
        "$.a[-1]",
        "$.a@b",
        "$.a,b",
        "$.a:b",
        "$.?a",
        "$ .a",
    ] {
        assert_eq!(reference(text).expect_err(text).kind, PathErrorKind::NotReference, "{text}");
        assert!(parse(text, Span::default()).is_ok(), "{text}");
    }
    assert!(reference("$[2147483647]").is_ok());
    for text in ["$[2147483648]", "$[9007199254740991]"] {
        assert_eq!(reference(text).expect_err(text).kind, PathErrorKind::Syntax);
    }
}

/// ASL (seed): "Input and Output Processing": `$.a[0..1]` of `[1, 2, 3, 4]` is 1 and 2.
#[test]
fn the_slice_of_the_specification_has_both_ends() {
    assert_eq!(segments("$.a[0..1]"), [name("a"), slice(Some(0), Some(2), None)]);
    assert_eq!(segments("$.a[1..-1]"), [name("a"), slice(Some(1), None, None)]);
    assert_eq!(error("$.a[0..]").message, "a number is expected here");
}

#[test]
fn unquoted_names_hold_what_does_not_end_them() {
    for text in
        ["a-b", "@type", "&", "1", "Ж中", "test-run-id", "xmlns:a", "it's", "true", "_", "☺"]
    {
        assert_eq!(segments(&format!("$.{text}")), [name(text)]);
    }
}

#[test]
fn quoted_names_have_the_escapes_of_json() {
    let examples = [
        ("$['a b']", "a b"),
        (r#"$["a'b"]"#, "a'b"),
        (r"$['a\'b']", "a'b"),
        (r"$['\\\/\b\f\n\r\t']", "\\/\u{8}\u{c}\n\r\t"),
        (r"$['\u263a\uD834\uDD1E']", "☺\u{1d11e}"),
        // As recorded on AWS: the backslash is part of the name.
        (r#"$['a\"b']"#, r#"a\"b"#),
        ("$['']", ""),
    ];
    for (text, expected) in examples {
        assert_eq!(segments(text), [name(expected)], "{text}");
    }
}

#[test]
fn indexes_slices_unions_and_wildcards_are_read() {
    assert_eq!(
        segments("$[0,-1, 2:3]"),
        [Segment::Child(vec![
            Selector::Index(0),
            Selector::Index(-1),
            Selector::Slice(Some(2), Some(3), None),
        ])]
    );
    assert_eq!(segments("$[::-1]"), [slice(None, None, Some(-1))]);
    assert_eq!(segments("$[ 1 : 5 : 2 ]"), [slice(Some(1), Some(5), Some(2))]);
    assert_eq!(
        segments("$.*[*]"),
        [Segment::Child(vec![Selector::Wildcard]), Segment::Child(vec![Selector::Wildcard])]
    );
    assert_eq!(segments("$..a"), [Segment::Descendant(vec![Selector::Name("a".to_owned())])]);
    assert_eq!(segments("$..[0]"), [Segment::Descendant(vec![Selector::Index(0)])]);
}

#[test]
fn a_list_of_members_is_one_value_or_several() {
    use super::Yield;
    let yields = |text: &str| parse(text, Span::default()).expect(text).yields();
    assert_eq!(yields("$.a['b']"), Yield::Place);
    assert_eq!(yields("$.a['b', \"c\"]"), Yield::Members);
    for text in ["$.*.['bucket', 'key']", "$..['a','b']", "$.a[0,1]", "$[?(@.a)]", "$[?(@.a)].b"] {
        assert_eq!(yields(text), Yield::Hits, "{text}");
    }
}

/// Both occur in definitions that run on AWS.
#[test]
fn a_dot_before_a_bracket_and_blanks_behind_are_taken() {
    assert_eq!(segments("$.Snapshots.[0].State"), segments("$.Snapshots[0].State"));
    assert_eq!(segments("$.name  "), segments("$.name"));
}

#[test]
fn items_counted_from_the_end_have_a_second_form() {
    assert_eq!(segments("$[(@.length-1)].bar"), segments("$[-1].bar"));
    assert_eq!(segments("$.a[(@.length-12)]"), segments("$.a[-12]"));
    for script in
        ["$[(@.length-0)]", "$[(@.length)]", "$[(@.length-1]", "$[(@.length-99999999999999999999)]"]
    {
        assert_eq!(error(script).kind, PathErrorKind::RuledOut, "{script}");
    }
}

#[test]
fn what_other_dialects_have_is_no_syntax_error() {
    let examples = [(
        "$.a[(@.b)]",
        4..5,
        "script expressions other than `[(@.length-1)]` are no part of Step Functions' JSONPath",
    )];
    for (text, range, message) in examples {
        let error = error(text);
        assert_eq!(
            (error.kind, error.range, error.message.as_str()),
            (PathErrorKind::RuledOut, range, message)
        );
    }
    let error = error("States.Format('{}', $.a)");
    assert_eq!((error.kind, error.range), (PathErrorKind::Unsupported, 0..13));
}

/// Step Functions stores them. It reads a function as the name of a member.
#[test]
fn what_step_functions_stores_and_cannot_evaluate_is_a_doubt() {
    let doubt = |text: &str| {
        let path = parse(text, Span::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let [doubt] = path.doubts.as_slice() else { panic!("{text}: {:?}", path.doubts) };
        assert_eq!(doubt.kind, PathErrorKind::Unevaluable, "{text}");
        (text[doubt.range.clone()].to_owned(), path)
    };
    for (text, call, names) in [
        ("$.a.length()", "length", vec![name("a"), name("length()")]),
        ("$.sum()", "sum", vec![name("sum()")]),
        ("$.a.append($.b, (1)).c", "append", vec![name("a"), name("append($.b, (1))"), name("c")]),
        ("$$.Execution.keys()[0]", "keys", vec![name("Execution"), name("keys()")]),
    ] {
        let (range, path) = doubt(text);
        assert_eq!((range.as_str(), path.fault.as_deref()), (call, None), "{text}");
        assert!(path.segments.starts_with(&names), "{text}");
    }
    for (text, list, fault) in [
        ("$.a['b','c'].d", "['b','c']", "$['a']['b', 'c']"),
        ("$['b','c'][0]", "['b','c']", "$['b', 'c']"),
        ("$..['b','c'][*].x", "..['b','c']", "$['b', 'c']"),
    ] {
        let (range, path) = doubt(text);
        let fault = format!("Multi properties can only be used as path leafs: {fault}");
        assert_eq!((range.as_str(), path.fault), (list, Some(fault)), "{text}");
    }
    // A Reference Path names one place, and the specification's profile has no such names.
    assert_eq!(reference("$.a.length()").unwrap_err().kind, PathErrorKind::RuledOut);
    assert_eq!(reference("$['a','b'].c").unwrap_err().kind, PathErrorKind::NotReference);
    let by_specification = parse_as(Dialect::Spec, "$.a.length()", Span::default()).unwrap_err();
    assert_eq!((by_specification.kind, by_specification.range), (PathErrorKind::RuledOut, 4..10));
    assert_eq!(
        by_specification.message,
        "path functions such as `length()` are no part of Step Functions' JSONPath"
    );
}

#[test]
fn a_syntax_error_has_its_place() {
    let examples = [
        ("", 0..0, "a path begins with `$`"),
        ("orders", 0..1, "a path begins with `$`"),
        ("$.", 1..2, "nothing follows the dot"),
        ("$.a..", 3..5, "nothing follows the dot"),
        ("$...a", 3..4, "a name is expected after the dot"),
        ("$.a b", 4..5, "`.` or `[` is expected here"),
        ("$*", 1..2, "`.` or `[` is expected here"),
        ("$.a]", 3..4, "`]` cannot be in a name after a dot"),
        ("$.Ж*", 4..5, "`*` cannot be in a name after a dot"),
        ("$.a\u{1}", 3..4, "a control character (U+0001) in a name"),
        ("$.a\\", 3..4, "nothing follows the backslash"),
        ("$[]", 1..3, "nothing is selected between the brackets"),
        ("$[name]", 2..6, "a name in brackets needs quotation marks"),
        ("$['a'", 1..5, "the bracket is not closed"),
        ("$['a", 2..4, "the quotation marks are not closed"),
        ("$['a',1]", 1..8, "names and indexes cannot share a bracket"),
        ("$[0 2]", 4..5, "`,` or `]` is expected here"),
        ("$[01]", 2..4, "`01` is not how an index is written"),
        ("$[-0]", 2..4, "`-0` is not how an index is written"),
        ("$[1:2:3:4]", 7..8, "`,` or `]` is expected here"),
        ("$[9007199254740992]", 2..18, "the number is too large for an index"),
        (r"$['\a']", 3..5, "`\\a` is not an escape"),
        (r"$['\uD800']", 3..9, "half a surrogate pair is not a character"),
        (r"$['\u12']", 3..5, "`\\u` needs four hexadecimal digits"),
    ];
    for (text, range, message) in examples {
        let error = error(text);
        let found = (error.kind, error.range.clone(), error.message.as_str());
        assert_eq!(found, (PathErrorKind::Syntax, range, message), "{text}");
    }
}

#[test]
fn paths_without_measure_are_refused() {
    assert_eq!(segments(&format!("${}", ".a".repeat(500))).len(), 500);
    for text in [
        ".a".repeat(501),
        "..a".repeat(33),
        ".a".repeat(500_000),
        format!("[{}0]", "0,".repeat(500)),
    ] {
        assert_eq!(error(&format!("${text}")).kind, PathErrorKind::Syntax);
    }
    let long = "x".repeat(1 << 20);
    assert_eq!(segments(&format!("$.{long}")), [name(&long)]);
    assert!(parse(&"[".repeat(1 << 20), Span::default()).is_err());
}

/// What texts at random are made of.
#[rustfmt::skip]
const PIECES: [&str; 50] = [
    "$", ".", "..", "[", "]", "'", "\"", "\\", "*", ",", ":", "?", "(", ")", "@", "-", "0", "1",
    "99999999999999999999", " ", "\n", "a", "Ж", "\u{10346}", "\\u", "\\uD800", "\\uDF46", "263a", "\u{0}",
    "\u{7f}", "$$", "length()", "['a']", "[0]", "[?(@.a", "[?@.b", "==", "<", "&&", "||", "!", "'x'", "1e5", "null",
    ")]", "match(@,", "'a*')", "count(", "@..*)", "$.b",
];

/// Whatever the text: an answer, and an error's range that a diagnostic can show.
#[test]
fn any_text_has_an_answer() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).expect("31 bits") % bound
    };
    for dialect in [Dialect::Aws, Dialect::Rfc9535] {
        let mut read = 0;
        for _ in 0..200_000 {
            let length = next(9);
            let text: String = std::iter::once("$")
                .chain((0..length).map(|_| PIECES[next(PIECES.len())]))
                .collect();
            match parse_as(dialect, &text, Span::default()) {
                Ok(path) => {
                    read += 1;
                    let definite = path.segments.iter().all(Segment::is_definite);
                    assert!(
                        definite || parse_reference_as(dialect, &text, Span::default()).is_err(),
                        "{text}"
                    );
                    assert!(!find(&path, &quote!(data)).is_empty());
                }
                Err(error) => assert!(text.get(error.range.clone()).is_some(), "{text}: {error:?}"),
            }
        }
        assert!(read > 1_000, "only {read} texts were paths");
    }
}

fn emitted(text: &str) -> String {
    emitted_in(Dialect::Aws, text)
}

fn emitted_in(dialect: Dialect, text: &str) -> String {
    let path = parse_as(dialect, text, Span::default()).expect(text);
    // One blank between tokens, as the printer of tokens happens to do it, is not worth a test's
    // reader.
    find(&path, &quote!(data)).to_string().replace(' ', "")
}

#[test]
fn a_definite_path_is_a_chain_of_lookups() {
    assert_eq!(emitted("$"), "whole(data)");
    assert_eq!(emitted("$.a['b c']"), r#"data.at(["a","b c"])"#.replace(' ', ""));
    assert_eq!(
        emitted("$.a.b[0][-1].c"),
        [
            r#"data.at(["a","b"])"#,
            ".and_then(|node|item(node,0))",
            ".and_then(|node|item(node,-1))",
            r#".and_then(|node|node.at(["c"]))"#,
        ]
        .concat()
    );
    let path = parse("$.a[-1]", Span::default()).expect("a path");
    assert_eq!(steps(&path).to_string().replace(' ', ""), r#"&[Seg::Key("a"),Seg::Index(-1)]"#);
}

#[test]
fn a_list_of_members_makes_an_object() {
    assert_eq!(emitted("$['a','b']"), r#"members(data,["a","b"])"#);
    assert_eq!(
        emitted("$.a[0]['b','c']"),
        [
            r#"data.at(["a"]).and_then(|node|item(node,0))"#,
            r#".and_then(|node|members(node,["b","c"]))"#,
        ]
        .concat()
    );
    let path = parse("$.a['b','c']", Span::default()).expect("a path");
    assert_eq!(steps(&path).to_string().replace(' ', ""), r#"&[Seg::Key("a"),Seg::Key("b','c")]"#);
    assert_eq!(
        emitted("$.*['a','b']"),
        [
            r#"gather("$.*['a','b']",|search|{"#,
            r"fornode_0insearch.children(data){",
            r#"ifletSome(node_1)=search.members(node_0,["a","b"]){"#,
            "search.hit(&node_1);}}})?",
        ]
        .concat()
    );
    assert_eq!(
        emitted("$..['a','b']"),
        [
            r#"gather("$..['a','b']",|search|{"#,
            r"fornode_0insearch.descendants(data){",
            r#"ifletSome(node_1)=search.all_members(node_0,["a","b"]){"#,
            "search.hit(&node_1);}}})?",
        ]
        .concat()
    );
}

#[test]
fn a_path_with_several_hits_is_a_nest_of_loops() {
    assert_eq!(
        emitted("$.a[*].b"),
        [
            r#"gather("$.a[*].b",|search|{"#,
            r#"ifletSome(node_0)=data.at(["a"]){"#,
            "fornode_1insearch.children(node_0){",
            r#"ifletSome(node_2)=node_1.at(["b"]){"#,
            "search.hit(node_2);}}}})?",
        ]
        .concat()
    );
    assert_eq!(
        emitted("$..a"),
        [
            r#"gather("$..a",|search|{"#,
            "fornode_0insearch.descendants(data){",
            r#"ifletSome(node_1)=node_0.at(["a"]){"#,
            "search.hit(node_1);}}})?",
        ]
        .concat()
    );
    assert_eq!(
        emitted("$[0,1:]"),
        [
            r#"gather("$[0,1:]",|search|{"#,
            "letmutunion_0=search.nodes();",
            "union_0.extend(search.item(data,0));",
            "union_0.extend(search.slice_of_array(data,Some(1),None,1));",
            "fornode_0inunion_0{search.hit(node_0);}})?",
        ]
        .concat()
    );
}

/// The largest paths that the parser accepts: rustc must be able to read the code for them.
#[test]
fn emitted_code_is_not_nested_without_measure() {
    let depth = |text: &str| {
        let deepest = |(depth, most): (i32, i32), c| match c {
            '{' | '(' | '[' => (depth + 1, most.max(depth + 1)),
            '}' | ')' | ']' => (depth - 1, most),
            _ => (depth, most),
        };
        emitted(text).chars().fold((0, 0), deepest).1
    };
    assert!(depth(&format!("${}", ".a[0]".repeat(250))) < 5);
    assert!(depth(&format!("${}", ".a[*]".repeat(32))) < 80);
    assert!(depth(&format!("${}", "..[*,0]".repeat(32))) < 80);
    let nested = format!("[?({}@.a{})]", "(@.a && (@.b || ".repeat(15), "))".repeat(15));
    assert!(depth(&format!("${}{}", "..[?(@.a)]".repeat(31), nested)) < 120);
}
