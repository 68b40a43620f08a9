//! Tests of small documents that would take long to read.

use std::fmt::Write;

use super::Beside;
use crate::ir::function::NamedKind;

const TOO_LARGE: &str = "warning[ASL2165]: the schemas of `a` are too large to be read in full";

/// A document with the operation `a`, whose body is the schema `A0`.
fn document(schemas: &str) -> String {
    format!(
        r##"{{"openapi": "3.1.0", "servers": [{{"url": "https://a.example"}}], "paths": {{"/a": {{"post": {{"operationId": "a",
        "requestBody": {{"content": {{"application/json": {{"schema": {{"$ref": "#/s/A0"}}}}}}}}}}}}}}, "s": {{{schemas}}}}}"##
    )
}

/// Schemas whose `allOf`s hold each other, `each` times.
fn merged(count: usize, each: usize) -> String {
    let mut schemas = String::new();
    for at in 0..count {
        let others =
            (1..=each).map(|k| format!(r##"{{"$ref": "#/s/A{}"}}"##, (at * 2 + k) % count));
        let others = others.collect::<Vec<_>>().join(", ");
        let comma = if at > 0 { "," } else { "" };
        let next = (at + 1) % count;
        let _ = write!(
            schemas,
            r##"{comma}"A{at}": {{"type": "object", "properties": {{"p{at}": {{"$ref": "#/s/A{next}"}}}}, "allOf": [{others}]}}"##
        );
    }
    document(&schemas)
}

#[test]
fn schemas_that_hold_each_other_are_read_up_to_a_limit() {
    // The first took 29 s; the last would need days.
    for (count, each) in [(300, 7), (2_000, 7), (200, 150)] {
        let text = merged(count, each);
        let beside = Beside::new(&format!("merged-{count}-{each}"), &[("a.json", &text)]);
        assert_eq!(beside.findings("a.json#a", "null"), [TOO_LARGE], "{} bytes", text.len());
    }
    let beside = Beside::new("merged-few", &[("a.json", &merged(20, 7))]);
    assert_eq!(beside.findings("a.json#a", r#"{"p0": {}, "p19": {"p3": {}}}"#), [""; 0]);
}

#[test]
fn words_that_many_members_refer_to_are_read_once() {
    let words: Vec<String> = (0..10_000).map(|at| format!("\"w{at}\"")).collect();
    let members: Vec<String> =
        (0..5_000).map(|at| format!(r##""m{at}": {{"$ref": "#/s/W"}}"##)).collect();
    let schemas = format!(
        r#""A0": {{"type": "object", "properties": {{{}}}}}, "W": {{"type": "string", "enum": [{}]}}"#,
        members.join(","),
        words.join(","),
    );
    let beside = Beside::new("words", &[("a.json", &document(&schemas))]);
    let (described, report) = beside.call("a.json#a", r#"{"m0": "w0", "m4999": "w9999"}"#);
    assert_eq!(report, "");
    let shapes = described.expect("it is read").shapes.list;
    let words = shapes
        .iter()
        .filter(|shape| matches!(&shape.kind, NamedKind::Words(words) if words.len() == 10_000));
    assert_eq!((shapes.len(), words.count()), (2, 1));
}

#[test]
fn chains_and_choices_of_schemas_end() {
    let chain = |key: &str| {
        let link = |at: usize| {
            format!(
                r##""A{at}": {{"{key}": [{{"$ref": "#/s/A{}"}}, {{"type": "null"}}]}}"##,
                at + 1
            )
        };
        document(&format!(
            "{}, \"A3000\": {{}}",
            (0..3_000).map(link).collect::<Vec<_>>().join(",")
        ))
    };
    let itself = document(r##""A0": {"type": "array", "items": {"$ref": "#/s/A0"}}"##);
    let map = document(r##""A0": {"type": "object", "additionalProperties": {"$ref": "#/s/A0"}}"##);
    let all = document(r##""A0": {"allOf": [{"$ref": "#/s/A0"}, {"$ref": "#/s/A0"}]}"##);
    for (name, text) in [
        ("one", chain("oneOf")),
        ("any", chain("anyOf")),
        ("itself", itself),
        ("map", map),
        ("all", all),
    ] {
        let beside = Beside::new(&format!("chain-{name}"), &[("a.json", &text)]);
        let (described, report) = beside.describe("a.json#a");
        assert!(described.is_some() && report.is_empty(), "{name}: {report}");
    }
}

#[test]
fn many_parameters_and_media_types_are_read_in_one_pass() {
    let refs: Vec<String> = (0..9_000).map(|at| format!(r##"{{"$ref": "#/p/P{at}"}}"##)).collect();
    let parameters: Vec<String> =
        (0..9_000).map(|at| format!(r#""P{at}": {{"name": "p{at}", "in": "query"}}"#)).collect();
    let kinds: Vec<String> = (0..9_000).map(|at| format!(r#""text/k{at}": {{}}"#)).collect();
    let text = format!(
        r#"{{"openapi": "3.1.0", "servers": [{{"url": "https://a.example"}}], "p": {{{}}}, "paths": {{"/a": {{"get": {{
        "operationId": "a", "parameters": [{}], "responses": {{"200": {{"content": {{{}}}}}}}}}}}}}}}"#,
        parameters.join(","),
        refs.join(","),
        kinds.join(","),
    );
    let beside = Beside::new("many", &[("a.json", &text)]);
    let (described, report) = beside.call("a.json#a", r#"{"p8999": 1}"#);
    assert_eq!(
        (described.map(|described| described.arguments.len()), report.as_str()),
        (Some(9_000), "")
    );
}

#[test]
fn calls_are_checked_up_to_a_limit() {
    let members: Vec<String> =
        (0..3_000).map(|at| format!(r#""m{at}": {{"type": "string"}}"#)).collect();
    let schemas = format!(
        r#""A0": {{"type": "object", "required": ["list"], "properties": {{"list": {{"type": "array", "items": {{
        "type": "object", "additionalProperties": false, "properties": {{{}}}}}}}}}}}"#,
        members.join(",")
    );
    let beside = Beside::new("checked", &[("a.json", &document(&schemas))]);
    assert_eq!(beside.findings("a.json#a", r#"{"list": [{"m2999": "x"}, {"m0": "y"}]}"#), [""; 0]);
    let items = vec![r#"{"m2999": "x"}"#; 20_000].join(",");
    let limit = "warning[ASL2165]: the calls of this definition are too many, or too large, to be checked in full";
    assert_eq!(beside.findings("a.json#a", &format!("{{\"list\": [{items}]}}")), [limit]);
    // Findings are limited too, and few of them look for suggestions.
    let items = vec![r#"{"n2999": "x"}"#; 20_000].join(",");
    let findings = beside.findings("a.json#a", &format!("{{\"list\": [{items}]}}"));
    assert_eq!(findings.len(), 20, "{findings:?}");
}

#[cfg(feature = "grpc")]
mod protos {
    use super::*;

    fn proto(more: &str, service: &str) -> String {
        format!(
            "syntax = \"proto3\";\nimport \"google/protobuf/descriptor.proto\";\n{more}\nmessage M {{ M m = 1; }}\n\
             service S {{ {service} rpc F(M) returns (M); }}\n"
        )
    }

    /// The values of options are read by recursion: 300,000 brackets overflowed the stack of the
    /// compiler.
    #[test]
    fn files_nested_too_deep_are_refused() {
        let extension =
            "message R { R r = 1; }\nextend google.protobuf.ServiceOptions { R bomb = 50001; }";
        for (name, opening, closing) in
            [("braces", "r {", "}"), ("angles", "r <", ">"), ("comments", "r { # }\n", "}")]
        {
            let value = format!(
                "option (bomb) = {{ {}{} }};",
                opening.repeat(100_000),
                closing.repeat(100_000)
            );
            let beside =
                Beside::new(&format!("bomb-{name}"), &[("a.proto", &proto(extension, &value))]);
            let found = beside.findings("a.proto#S#F", "null");
            assert_eq!(found, ["error[ASL2156]: the file is nested more than 100 deep"], "{name}");
        }
        let value = format!("option (bomb) = {{ {}{} }};", "r {".repeat(60), "}".repeat(60));
        let beside = Beside::new("bomb-small", &[("a.proto", &proto(extension, &value))]);
        assert_eq!(beside.findings("a.proto#S#F", "null"), [""; 0]);
        let nested = format!("{}{}", "message N { ".repeat(50_000), "}".repeat(50_000));
        let beside = Beside::new("bomb-messages", &[("a.proto", &proto(&nested, ""))]);
        assert_eq!(
            beside.findings("a.proto#S#F", "null"),
            ["error[ASL2156]: the file is nested more than 100 deep"]
        );
    }

    #[test]
    fn long_chains_and_circles_of_imports_end() {
        let import = |at: usize| {
            format!("syntax = \"proto3\";\nimport \"i{at}.proto\";\nmessage I{at} {{}}\n")
        };
        let files: Vec<(String, String)> =
            (0..300).map(|at| (format!("i{at}.proto"), import(at + 1))).collect();
        let mut listed: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let root = proto("import \"i0.proto\";", "");
        listed.push(("a.proto", &root));
        let beside = Beside::new("imports", &listed);
        let found = beside.findings("a.proto#S#F", "null");
        assert!(found.iter().any(|found| found.starts_with("error[")), "{found:?}");
        let circle = [
            ("a.proto", proto("import \"b.proto\";", "")),
            ("b.proto", "import \"a.proto\";".to_owned()),
        ];
        let listed: Vec<(&str, &str)> =
            circle.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let found = Beside::new("circle", &listed).findings("a.proto#S#F", "null");
        assert!(found.iter().any(|found| found.starts_with("error[ASL2156]")), "{found:?}");
    }

    /// Each function was compiled for itself.
    #[test]
    fn messages_with_many_fields_are_read() {
        let fields = (1..10_000).map(|at| format!("N f{at} = {at};")).collect::<Vec<_>>().concat();
        let others = (0..2_000)
            .map(|at| format!("message N{at} {{ N{} n = 1; }}", (at + 1) % 2_000))
            .collect::<Vec<_>>()
            .concat();
        let more = format!("message N {{ N0 n = 1; M m = 2; }} {others}");
        let text = proto(&more, "").replace("M m = 1;", &fields);
        let (described, report) =
            Beside::new("fields", &[("a.proto", &text)]).describe("a.proto#S#F");
        let described = described.unwrap_or_else(|| panic!("{report}"));
        assert_eq!(described.arguments.len(), 9_999);
        assert!(described.shapes.list.len() <= 400);
    }
}
