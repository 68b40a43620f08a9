//! Tests of modules: visible names, and faults.

use std::collections::BTreeMap;

use super::shown::shown;
use crate::{Environment, Modules, compile};
use asl_source::diagnostics::Code;

#[derive(Debug)]
struct Files(BTreeMap<&'static str, &'static str>);

impl Modules for Files {
    fn find(&self, path: &str, is_data: bool, from: Option<&str>) -> Option<(String, String)> {
        let name = format!(
            "{}{path}.{}",
            from.map_or_else(String::new, |from| format!("{from}/")),
            if is_data { "json" } else { "jq" }
        );
        let mut parts: Vec<&str> = Vec::new();
        for part in name.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let directory =
            parts.split_last().map(|(_, directory)| directory.join("/")).unwrap_or_default();
        self.0.get(parts.join("/").as_str()).map(|text| ((*text).to_owned(), directory))
    }
}

fn files() -> Files {
    Files(BTreeMap::from([
        (
            "sums.jq",
            "module {version: 1}; import \"deep/part\" as p; def sum: p::one + 1; def sum: p::one + 2; def twice(f): f, f;",
        ),
        ("deep/part.jq", "import \"other\" as o {search: \"./../lib\"}; def one: o::two - 1;"),
        ("lib/other.jq", "def two: 2;"),
        ("more.jq", "def sum: 7; def extra: 8;"),
        ("rates.json", "{\"EUR\": 1.10}\n[2]"),
        ("broken.json", "{"),
        ("wrong.jq", "def f: nope;\ndef g: $x;"),
        ("unreadable.jq", "def f: (;"),
        ("body.jq", "def f: 1; f"),
        ("a.jq", "import \"b\" as b; def f: b::f;"),
        ("b.jq", "import \"a\" as a; def f: 1;"),
    ]))
}

#[test]
fn imports_make_definitions_visible() {
    let files = files();
    let environment = Environment { modules: Some(&files), ..Environment::default() };
    for (text, expected) in [
        (
            "import \"sums\" as s; s::sum",
            "def two0(): 2;\ndef one1(): (two0 - 1);\ndef sum2(): (one1 + 2);\nsum2",
        ),
        (
            "import \"sums\" as s; import \"more\" as s; [s::sum, s::extra]",
            "def sum0(): 7;\ndef extra1(): 8;\n[(sum0, extra1)]",
        ),
        (
            "include \"sums\"; def sum: 5; twice(sum)",
            "def twice0(f): (f, f);\ndef sum1(): 5;\ntwice0(sum1)",
        ),
        (
            "import \"rates\" as $r; $r[0].EUR, $r::r",
            "def rates0(): [{EUR:1.10},[2]];\n(rates0[0].EUR, rates0)",
        ),
    ] {
        let program =
            compile(text, &environment).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"));
        assert_eq!(shown(&program), expected, "{text}");
    }
}

/// Code, title and label.
type Fault = (Code, &'static str, &'static str);

/// Programs and their faults.
const FAULTS: &[(&str, &[Fault])] = &[
    ("import \"nope\" as n; n::f", &[(Code::JqModule, "the module `nope` is not found", "here")]),
    ("import \"../x\" as n; 1", &[(Code::JqModule, "`../x` is not the path of a module", "here")]),
    ("import \"broken\" as $d; $d", &[(Code::JqModule, "`broken.json` is not JSON: ", "here")]),
    (
        "import \"wrong\" as w; w::f",
        &[
            (
                Code::JqUnknownFunction,
                "in the module `wrong`: there is no function `nope`",
                "wrong.jq:1:8: unknown",
            ),
            (
                Code::JqUnknownVariable,
                "in the module `wrong`: there is no variable `$x`",
                "wrong.jq:2:8: not bound here",
            ),
        ],
    ),
    (
        "import \"unreadable\" as u; 1",
        &[
            (
                Code::JqUnclosed,
                "in the module `unreadable`: a bracket is not closed",
                "unreadable.jq:1:8: opened here",
            ),
            (
                Code::JqSyntax,
                "in the module `unreadable`: expected an expression, found `;`",
                "unreadable.jq:1:9: here",
            ),
        ],
    ),
    (
        "import \"body\" as b; b::f",
        &[(
            Code::JqModule,
            "in the module `body`: a module does nothing by itself",
            "body.jq:1:11: here",
        )],
    ),
    (
        "import \"a\" as a; a::f",
        &[(
            Code::JqModule,
            "in the module `a`: in the module `b`: the module `a` imports itself",
            "",
        )],
    ),
];

#[test]
fn faults_of_modules_are_told_where_they_are_imported() {
    let files = files();
    let environment = Environment { modules: Some(&files), ..Environment::default() };
    for (text, expected) in FAULTS {
        let faults = compile(text, &environment).expect_err(text);
        assert_eq!(faults.len(), expected.len(), "{text}: {faults:#?}");
        for (fault, (code, title, label)) in faults.iter().zip(*expected) {
            assert_eq!(fault.code, *code, "{text}: {fault:#?}");
            assert!(fault.title.starts_with(title), "{text}: {fault:#?}");
            assert!(fault.label.ends_with(label), "{text}: {fault:#?}");
            assert_eq!(fault.place.start, 7, "{text}: {fault:#?}");
        }
    }
}
