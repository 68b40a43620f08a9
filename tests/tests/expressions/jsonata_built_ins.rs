//! The records of JSONata's built-in functions: their examples run, and the guide lists them.
#![expect(clippy::expect_used, reason = "a test may")]

use std::fmt::Write as _;

use asl_language::jsonata::{BuiltIn, FAMILIES, built_ins};
use asl_runtime::jsonata::Error;
use asl_runtime::{Value, jsonata};
use asl_tests::golden;

type Run = fn(&Value) -> Result<Option<Value>, Error>;

/// A program for each example, by the name of its function.
static EXAMPLES: &[(&str, Run)] = include!(concat!(env!("OUT_DIR"), "/jsonata_examples.rs"));

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect(text)
}

#[test]
fn the_examples_give_the_results_that_are_documented() {
    let mut runs = EXAMPLES.iter();
    for built_in in built_ins() {
        for example in built_in.examples() {
            let (name, run) = runs.next().unwrap();
            assert_eq!(*name, built_in.name);
            let result = run(&value(example.input)).unwrap();
            if let Some(expected) = example.result {
                assert_eq!(result, Some(value(expected)), "{}", example.expression);
            }
        }
    }
    assert!(runs.next().is_none());
}

#[test]
fn the_reference_shows_every_function_with_its_examples() {
    let mut page = String::from(INTRODUCTION);
    for family in FAMILIES {
        let _ = writeln!(page, "\n## {}\n", family.title);
        page.push_str("| Function | Result | Example |\n|---|---|---|\n");
        for built_in in family.built_ins {
            let _ = writeln!(page, "{}", row(built_in));
        }
    }
    golden::compare(&golden::path("../docs/guide/jsonata-functions.md"), &page).unwrap();
}

const INTRODUCTION: &str = "\
# JSONata's functions

The [JSONata page](jsonata.md) describes how expressions are compiled and run. The second line of
the first column is the signature. Examples read: expression, input → result. Most functions of
undefined give undefined.

This page is made from the records in `asl-language/src/jsonata/`;
`ASL_BLESS=1 cargo test -p asl-tests jsonata_built_ins` rewrites it and runs the examples.
";

fn row(built_in: &BuiltIn) -> String {
    let call = format!("${}({})", built_in.name, built_in.parameters.join(", "));
    let examples = built_in.examples().map(|example| {
        let input = if example.input == "null" { "" } else { example.input };
        let input = if input.is_empty() { String::new() } else { format!(", {}", code(input)) };
        let result = example.result.map_or(String::new(), |result| format!(" → {}", code(result)));
        format!("{}{input}{result}", code(example.expression))
    });
    let examples: Vec<String> = examples.collect();
    format!(
        "| {}<br>{} | {} | {} |",
        code(&call),
        code(built_in.signature),
        built_in.summary,
        examples.join("<br>")
    )
}

/// Text as code in a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
