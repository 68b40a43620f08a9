//! Tests of single cases; `tests/json_property.rs` compares many texts with `serde_json`.

use super::parse;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::{MAX_BYTES, MAX_DEPTH, Node};
use crate::span::{FileId, Span};

fn read(text: &str) -> (Option<Node>, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let tree = parse(text, FileId(0), &mut diagnostics);
    (tree, diagnostics.sorted())
}

fn tree(text: &str) -> Node {
    let (tree, diagnostics) = read(text);
    assert_eq!(diagnostics, [], "{text}");
    tree.expect(text)
}

/// The only finding: title, marked text, whether a tree is left.
fn fault(text: &str) -> (String, &str, bool) {
    let (tree, diagnostics) = read(text);
    let [diagnostic] = diagnostics.as_slice() else { panic!("{text}: {diagnostics:#?}") };
    (diagnostic.title.clone(), at(text, diagnostic.span), tree.is_some())
}

fn at(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}

#[test]
fn keys_values_and_items_know_their_places() {
    let text = " { \"a\\n\" : [ 1.50 , \"é\" ] } ";
    let node = tree(text);
    assert_eq!(at(text, node.span), "{ \"a\\n\" : [ 1.50 , \"é\" ] }");
    let member = node.member("a\n").unwrap();
    assert_eq!(at(text, member.key.span), "\"a\\n\"");
    let items = member.value.as_array().unwrap();
    assert_eq!(at(text, items[0].span), "1.50");
    assert_eq!(items[0].as_number(), Some("1.50"));
    assert_eq!(at(text, items[1].span), "\"é\"");
    assert_eq!(items[1].as_str(), Some("é"));
}

#[test]
fn a_part_of_a_decoded_string_maps_back_to_its_source() {
    let text = r#"["$.a\u00e9.\ud83d\ude00x\"y"]"#;
    let node = &tree(text).as_array().unwrap()[0].clone();
    let string = node.as_text().unwrap();
    let part = |part: &str| {
        let start = string.value.find(part).unwrap();
        at(text, string.span_of(node.span, start..start + part.len()))
    };
    assert_eq!(part("$.a"), "$.a");
    assert_eq!(part("aé"), r"a\u00e9");
    assert_eq!(part("😀x"), r"\ud83d\ude00x");
    assert_eq!(part("\"y"), "\\\"y");
    assert_eq!(part("y"), "y");
    let behind = string.value.len();
    assert_eq!(string.span_of(node.span, behind..behind).start, node.span.end - 1);
    assert_eq!(string.span_of(node.span, 900..1000).end, node.span.end - 1);
}

#[test]
fn duplicate_keys_are_reported_with_both_places_and_leave_a_tree() {
    let text = r#"{"a": 1, "b": 2, "\u0061": 3}"#;
    let (tree, diagnostics) = read(text);
    assert_eq!(tree.unwrap().get("a").unwrap().as_i64(), Some(3));
    let [found] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(found.code, Code::DuplicateKey);
    assert_eq!(at(text, found.span), r#""\u0061""#);
    assert_eq!(at(text, found.related[0].span), r#""a""#);
}

#[test]
fn duplicate_keys_of_large_objects_are_found() {
    let members: Vec<String> = (0..5_000).map(|n| format!("\"{}\":0", n % 4_990)).collect();
    let (_, diagnostics) = read(&format!("{{{}}}", members.join(",")));
    assert_eq!(diagnostics.len(), 10);
    assert!(
        diagnostics
            .iter()
            .all(|found| found.code == Code::DuplicateKey && found.related.len() == 1)
    );
}

#[test]
fn common_mistakes_are_named() {
    let cases = [
        ("", "the file is empty", "", false),
        ("  ", "the file holds nothing but white space", "", false),
        ("{'a': 1}", "a string in single quotes", "'a'", true),
        ("{'a: 1}", "`'` is not a value", "'", false),
        ("{a: 1}", "`a` is not a key", "a", true),
        ("{\"a\" 1}", "a key without a value", "1", false),
        ("[1,]", "a comma before `]`", ",", true),
        ("{\"a\":1,}", "a comma before `}`", ",", true),
        ("[1 2]", "a comma is missing between two items", "", true),
        ("{\"a\":1 \"b\":2}", "a comma is missing between two members", "", true),
        ("[1 // one\n]", "a comment", "// one", true),
        ("[/* a\nb */ 1]", "a comment", "/* a", true),
        ("# x\n[]", "a comment", "# x", true),
        ("[True]", "`True` is not a value", "True", true),
        ("[yes]", "`yes` is not a value", "yes", true),
        ("['é']", "a string in single quotes", "'é'", true),
        ("[+1]", "`+` is not a value", "+", false),
        ("[.5]", "`.` is not a value", ".", false),
        ("[01]", "`01` is not a number", "01", false),
        ("[1.]", "`1.` is not a number", "1.", false),
        ("[0x1F]", "`0x1F` is not a number", "0x1F", false),
        ("[1e999]", "a number is too large", "1e999", false),
        ("[\"a\nb\"]", "a string does not end on the line where it begins", "\"", false),
        ("[\"ab", "the file ends within a string", "\"", false),
        ("[\"ab\\", "the file ends within a string", "\"", false),
        ("[\"a\tb\"]", "a tab in a string", "\t", true),
        ("[\"\u{1}\"]", "the control character U+0001 in a string", "\u{1}", true),
        (r#"["\d"]"#, r"`\d` is not an escape", r"\d", true),
        ("[\"\\\u{7f}\"]", "`\\\u{7f}` is not an escape", "\\\u{7f}", true),
        (r#"["\u12"]"#, r"a `\u` escape without four digits", r"\u", true),
        (r#"["\ud800"]"#, "half of a surrogate pair", r"\ud800", true),
        (r#"["\ud800\u0041"]"#, "half of a surrogate pair", r"\ud800", true),
        (r#"["\udc00"]"#, "half of a surrogate pair", r"\udc00", true),
        ("{} {}", "there is text after the end of the value", "{", false),
        ("[1}", "`}` cannot follow a item of an array", "}", false),
    ];
    for (text, title, marked, leaves_a_tree) in cases {
        assert_eq!(
            fault(text),
            (title.replace("a item", "an item"), marked, leaves_a_tree),
            "{text}"
        );
    }
}

#[test]
fn an_unclosed_bracket_is_shown_where_it_opens() {
    let text = r#"{"States": {"A": [1, 2"#;
    let (_, diagnostics) = read(text);
    let [found] = diagnostics.as_slice() else { panic!("{diagnostics:#?}") };
    assert_eq!(found.title, "the file ends within an array");
    assert_eq!((found.span.start, found.related[0].span.start), (22, 17));
    for text in ["{", "[", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[1,", "[/*"] {
        let (tree, diagnostics) = read(text);
        assert!(tree.is_none() && !diagnostics.is_empty(), "{text}");
    }
}

#[test]
fn several_faults_are_reported_at_once_but_not_without_end() {
    assert_eq!(read("{\"a\": [1,], \"b\": \"\\d\",}").1.len(), 3);
    assert_eq!(read("{a: True, 'b': 'c', \"d\": 1 \"e\": Pay,}").1.len(), 7);
    assert_eq!(read(&format!("[\"{}\"]", "\\d".repeat(1_000))).1.len(), 20);
}

#[test]
fn depth_is_limited_and_the_limit_is_reached() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    tree(&nested(MAX_DEPTH));
    let (tree, diagnostics) = read(&nested(MAX_DEPTH + 1));
    assert!(tree.is_none());
    assert_eq!(diagnostics[0].code, Code::TooDeep);
    assert_eq!(diagnostics[0].span.start as usize, MAX_DEPTH);
    assert_eq!(read(&"[".repeat(MAX_BYTES)).1[0].code, Code::TooDeep);
    assert_eq!(read(&"{\"a\":".repeat(200_000)).1[0].code, Code::TooDeep);
}

#[test]
fn size_is_limited() {
    let exact = format!("\"{}\"", "x".repeat(MAX_BYTES - 2));
    tree(&exact);
    let (tree, diagnostics) = read(&format!("{exact} "));
    assert!(tree.is_none());
    assert_eq!(diagnostics[0].code, Code::TooLarge);
}
