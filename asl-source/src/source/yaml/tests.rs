//! Tests of YAML: values, places, refused texts, and random texts.

use super::parse;
use crate::diagnostics::{Code, Diagnostics};
use crate::source::{Json, Node, json};
use crate::span::FileId;

fn read(text: &str) -> (Option<Node>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let tree = parse(text, FileId(0), &mut diagnostics);
    (tree, diagnostics)
}

fn tree(text: &str) -> Node {
    let (tree, diagnostics) = read(text);
    assert_eq!(diagnostics, Diagnostics::default(), "{text}");
    tree.unwrap_or_else(|| panic!("{text}"))
}

/// Codes and the parts of the text that they point at.
fn faults(text: &str) -> Vec<(Code, &str)> {
    let (_, diagnostics) = read(text);
    diagnostics
        .iter()
        .map(|found| (found.code, &text[found.span.start as usize..found.span.end as usize]))
        .collect()
}

/// The tree as JSON text.
fn shown(node: &Node) -> String {
    match &node.value {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(text) => text.clone(),
        Json::String(text) => format!("{:?}", text.value),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(","))
        }
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|member| format!("{:?}:{}", member.key.value, shown(&member.value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

#[test]
fn yaml_becomes_what_json_would_be() {
    let examples = [
        (
            "StartAt: A\nStates:\n  A: {Type: Pass, End: true}\n",
            r#"{"StartAt":"A","States":{"A":{"Type":"Pass","End":true}}}"#,
        ),
        ("- 1\n- 1.0\n- 'x'\n-\n- ~\n- [a, b: c]\n", r#"[1,1.0,"x",null,null,["a",{"b":"c"}]]"#),
        (
            "at: 2016-03-14T01:59:00Z\nversion: 1.0\ntext: \"1.0\"\n",
            r#"{"at":"2016-03-14T01:59:00Z","version":1.0,"text":"1.0"}"#,
        ),
        (
            "a: |\n  x\n    y\n\n  z\nb: >-\n  x\n  y\n\n  z\n",
            r#"{"a":"x\n  y\n\nz\n","b":"x y\nz"}"#,
        ),
        (
            "a: &x {k: 1}\nb: *x\nc: [*x, *x]\n",
            r#"{"a":{"k":1},"b":{"k":1},"c":[{"k":1},{"k":1}]}"#,
        ),
        ("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\n", r#"{"a":{"k":1,"l":2},"b":{"k":3,"l":2}}"#),
        ("<<: [{a: 1}, {a: 2, b: 3}]\n'<<': 4\n", r#"{"<<":4,"a":1,"b":3}"#),
        (
            "a: !!str 12\nb: !!int \"12\"\nc: ! 12\nd: !Sub \"${X}\"\ne: !!seq [1]\n",
            r#"{"a":"12","b":12,"c":"12","d":"${X}","e":[1]}"#,
        ),
        ("%YAML 1.2\n---\na: 1\n...\n", r#"{"a":1}"#),
        ("? a\n: b\n", r#"{"a":"b"}"#),
        ("\u{feff}a: é\n", r#"{"a":"é"}"#),
        ("a: 1\r\nb: |\r\n  x\r\n  y\r\n", r#"{"a":1,"b":"x\ny\n"}"#),
    ];
    for (text, expected) in examples {
        assert_eq!(shown(&tree(text)), expected, "{text}");
    }
}

/// The string at a member of the text's only object.
fn part<'t>(text: &'t str, key: &str, part: &str) -> &'t str {
    let root = tree(text);
    let node = root.get(key).expect(key);
    let string = node.as_text().expect("a string");
    let at = string.value.find(part).expect("in the decoded text");
    let span = string.span_of(node.span, at..at + part.len());
    &text[span.start as usize..span.end as usize]
}

#[test]
fn parts_of_scalars_are_found_in_the_file() {
    let examples = [
        ("a: $.orders[0  # c\n", "orders", "orders"),
        ("a: '$.it''s[0'\n", "s[0", "s[0"),
        ("a: '$.it''s[0'\n", "it's", "it''s"),
        (r#"a: "$.\u00e9\t[0" # c"#, "[0", "[0"),
        (r#"a: "$.\u00e9\t[0""#, "é", r"\u00e9"),
        (r#"a: "\U0001F600 x""#, "x", "x"),
        ("a: States.Format('{}',\n    $.b[)\n", "$.b[", "$.b["),
        ("a: \"x\n\n   y\\\n   z\"\n", "z", "z"),
        ("a: \"x \n\n   y\"\n", "y", "y"),
        ("Ж: ж\na: $.Ж[x\n", "[x", "[x"),
        ("a: |\n  States.Array(\n    $.b[\n  )\n", "$.b[", "$.b["),
        ("a: !!str |-\n\n  # no comment\n  $.b[\n", "$.b[", "$.b["),
        ("a: >-\n  one\n  two\n\n  three\n    four\n  five\n", "five", "five"),
        ("a: >\n\n  one\n  two\n", "two", "two"),
        ("a: |2\n     one\n    two\n", "two", "two"),
        ("a: |\r\n  one\r\n  two\r\n", "two", "two"),
        ("a: &anchor !!str 'x y'\n", "y", "y"),
        ("b: {a: plain one}\na: x\n", "x", "x"),
    ];
    for (text, wanted, expected) in examples {
        assert_eq!(part(text, "a", wanted), expected, "{text}");
    }
}

#[test]
fn values_and_keys_have_their_places() {
    let text = "StartAt: 'A'  # first\nStates:\n  A b:\n    Type: Pass\n    Result:\n    - 1\n    - x y  \n    End: true\nDone: {a: 1} # c\n";
    let root = tree(text);
    let raw = |node: &Node| &text[node.span.start as usize..node.span.end as usize];
    assert_eq!(raw(root.get("StartAt").unwrap()), "'A'");
    let state = root.get("States").unwrap().member("A b").unwrap();
    assert_eq!(&text[state.key.span.start as usize..state.key.span.end as usize], "A b");
    assert_eq!(raw(&state.value), "Type: Pass\n    Result:\n    - 1\n    - x y  \n    End: true");
    assert_eq!(raw(state.value.get("Result").unwrap()), "- 1\n    - x y");
    assert_eq!(raw(root.get("Done").unwrap()), "{a: 1}");
    assert_eq!(raw(&root), text.strip_suffix(" # c\n").unwrap());
}

#[test]
fn faults_are_reported_where_they_are() {
    let examples = [
        ("a: 1\n- b\n", Code::YamlSyntax, "b"),
        ("a: 'x\n", Code::YamlSyntax, "'"),
        ("a: [1\n", Code::YamlSyntax, ""),
        ("a:\n\tb: 1\n", Code::YamlSyntax, "b"),
        ("a: *x\n", Code::YamlSyntax, "*"),
        ("", Code::YamlSyntax, ""),
        ("# only a comment\n", Code::YamlSyntax, ""),
        ("a: 1\nb: 2\na: 3\n", Code::DuplicateKey, "a"),
        ("a: 1\n---\nb: 2\n", Code::OnlyYaml, "---"),
        ("1: a\n", Code::OnlyYaml, "1"),
        ("true: a\n", Code::OnlyYaml, "true"),
        ("? [a]\n: b\n", Code::OnlyYaml, "[a]"),
        ("a: .inf\n", Code::OnlyYaml, ".inf"),
        ("a: !!int x\n", Code::OnlyYaml, "x"),
        ("a: !Ref Table\n", Code::OnlyYaml, "!Ref Table"),
        ("a: !GetAtt [x]\n", Code::OnlyYaml, "!"),
        ("a: &x [*x]\n", Code::OnlyYaml, "*x"),
        ("<<: 1\n", Code::OnlyYaml, "<<"),
    ];
    for (text, code, place) in examples {
        assert_eq!(faults(text), [(code, place)], "{text}");
    }
}

#[test]
fn texts_without_measure_are_refused() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    // The reader of YAML counts one less.
    assert!(read(&deep(255)).0.is_some());
    assert_eq!(faults(&deep(256)), [(Code::TooDeep, "[")]);
    let indented =
        |depth: usize| (0..depth).map(|n| " ".repeat(n) + "-\n").collect::<Vec<_>>().concat();
    assert!(read(&indented(256)).0.is_some());
    assert!(matches!(faults(&indented(257)).as_slice(), [(Code::TooDeep, _)]));
    for opening in ["[", "{", "- ", "? ", "{a: ", "[a: "] {
        let text = opening.repeat((1 << 20) / opening.len());
        assert!(read(&text).0.is_none(), "{opening}");
    }
    // Read in proportion to their length, or this test has no end.
    for long in ["x ", "é", "x\n  ", " \t", "''"] {
        let text = format!(
            "a: z{}z\nb: '{}'\n",
            long.repeat((1 << 18) / long.len()),
            long.repeat((1 << 18) / long.len())
        );
        assert!(read(&text).0.is_some(), "{long}");
    }
    assert_eq!(faults(&" ".repeat((1 << 20) + 1)), [(Code::TooLarge, "")]);
}

#[test]
fn aliases_cannot_multiply_without_measure() {
    let line = |n: usize| format!("x{n}: &x{n} [{}]\n", vec![format!("*x{}", n - 1); 9].join(", "));
    let laughs: String =
        std::iter::once("x0: &x0 [lol]\n".to_owned()).chain((1..12).map(line)).collect();
    assert!(
        matches!(faults(&laughs).as_slice(), [(Code::TooLarge, alias)] if alias.starts_with("*x"))
    );
    let levels: Vec<String> = (0..250).map(|n| format!("{}- &a{n}\n", " ".repeat(n))).collect();
    let items = format!("{}- [{}]\n", " ".repeat(250), "1,".repeat(100_000));
    assert!(matches!(faults(&(levels.concat() + &items)).as_slice(), [(Code::TooLarge, _)]));
    let deep = format!(
        "a: &a {}1{}\nb: {}*a{}\n",
        "[".repeat(200),
        "]".repeat(200),
        "[".repeat(100),
        "]".repeat(100)
    );
    assert_eq!(faults(&deep), [(Code::TooDeep, "*a")]);
}

/// JSON is YAML: both readers give the same tree, places included.
#[test]
fn json_gives_the_same_tree_in_both_notations() {
    let texts = [
        r#"{ "StartAt": "A", "States": { "A": { "Type": "Pass", "Result": [1, -2.5, true, null, "x"], "End": true } } }"#,
        "{\n  \"a\": \"it's \\\"so\\\" \\u00e9 \\n\",\n  \"b\": [ ],\n  \"c\": { },\n  \"\": 0\n}\n",
        r#"["\u263a x", "a\/b\\c", "é"]"#,
    ];
    for text in texts {
        let mut diagnostics = Diagnostics::default();
        let expected = json::parse(text, FileId(0), &mut diagnostics);
        assert_eq!(diagnostics, Diagnostics::default());
        assert_eq!(read(text), (expected, diagnostics), "{text}");
    }
}

/// What texts at random are made of.
#[rustfmt::skip]
const PIECES: [&str; 52] = [
    "a", "b: ", "c:", ": ", "- ", "-", "? ", "\n", "\n  ", "\n    ", "\n\n", "\r\n", " ", "\t", "#", " # x", "'", "''", "\"", "\\", "\\n",
    "\\u00e9", "\\ud83d", "|", ">", "|2\n", ">-\n", "|\n  x\n", "[", "]", "{", "}", ",", "&x ", "*x", "!!str ", "!Sub ", "!<x> ", "! ", "<<: ",
    "---", "...", "%YAML 1.2\n", "%TAG ! x\n", "é", "\u{feff}", "\u{85}", "\u{2028}", "1", "1.0", "@", "`",
];

/// Whatever the text: an answer, spans that a diagnostic can show, parts of strings that lie within
/// them.
#[test]
fn any_text_has_an_answer() {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bound: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).expect("31 bits") % bound
    };
    let mut whole = 0;
    for _ in 0..200_000 {
        let length = next(16);
        let text: String = (0..length).map(|_| PIECES[next(PIECES.len())]).collect();
        let (tree, diagnostics) = read(&text);
        for found in diagnostics.iter() {
            let place = found.span.start as usize..found.span.end as usize;
            assert!(text.get(place).is_some(), "{text:?}: {found:?}");
        }
        assert!(tree.is_some() || diagnostics.has_errors(), "{text:?}");
        whole += u32::from(tree.as_ref().is_some_and(|tree| strings_lie_within(tree, &text)));
    }
    assert!(whole > 10_000, "only {whole} texts had strings");
}

fn strings_lie_within(node: &Node, text: &str) -> bool {
    assert!(
        text.get(node.span.start as usize..node.span.end as usize).is_some(),
        "{text:?}: {node:?}"
    );
    match &node.value {
        Json::String(string) => {
            for (at, c) in string.value.char_indices() {
                let part = string.span_of(node.span, at..at + c.len_utf8());
                assert!(
                    part.start >= node.span.start && part.end <= node.span.end,
                    "{text:?}: {node:?}"
                );
                assert!(
                    text.get(part.start as usize..part.end as usize).is_some(),
                    "{text:?}: {node:?}"
                );
            }
            true
        }
        Json::Array(items) => {
            items.iter().filter(|item| strings_lie_within(item, text)).count() > 0
        }
        Json::Object(members) => {
            members.iter().filter(|member| strings_lie_within(&member.value, text)).count() > 0
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}
