//! The records of the intrinsic functions: their examples run, and the guide lists them.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use asl_language::intrinsics::{Example, INTRINSICS};
use asl_runtime::asl_machine;
use asl_testing::Scenario;
use asl_tests::golden;
use serde_json::{Value, json};

asl_machine! { "definitions/intrinsic_examples.asl.json", name = examples }

/// All examples, each with the name of its state.
fn all() -> impl Iterator<Item = (String, &'static Example)> {
    let examples = INTRINSICS.iter().flat_map(|intrinsic| intrinsic.examples);
    (10..).zip(examples).map(|(number, example)| (format!("e{number}"), example))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("examples are JSON")
}

/// One state for each example, with its input and its output in a member of the data.
#[test]
fn the_definition_has_every_example() {
    let names: Vec<String> = all().map(|(name, _)| name).collect();
    let mut states = BTreeMap::new();
    for (index, (name, example)) in all().enumerate() {
        let mut state = json!({
            "Type": "Pass",
            "InputPath": format!("$.{name}.input"),
            "Parameters": {"output.$": example.call},
            "ResultPath": format!("$.{name}.result"),
        });
        match names.get(index + 1) {
            Some(next) => state["Next"] = json!(next),
            None => state["End"] = json!(true),
        }
        states.insert(name, state);
    }
    let definition = json!({"StartAt": names.first(), "States": states});
    let text = serde_json::to_string_pretty(&definition).expect("it is JSON") + "\n";
    golden::compare(&golden::path("definitions/intrinsic_examples.asl.json"), &text).unwrap();
}

#[test]
fn the_examples_give_the_outputs_that_are_documented() {
    let input: BTreeMap<String, Value> =
        all().map(|(name, example)| (name, json!({"input": value(example.input)}))).collect();
    let input = asl_runtime::value::to_value(&input).expect("JSON is a value");
    let run = Scenario::new(&examples::MACHINE).input(input).run();
    let output = value(&run.result().as_ref().expect("no example fails").to_json_string());
    for (name, example) in all() {
        let result = &output[name]["result"]["output"];
        assert_eq!(*result, value(example.output), "{}", example.call);
    }
}

#[test]
fn the_guide_lists_every_function() {
    const BEGIN: &str = "<!-- Rows made from asl-language/src/intrinsics.rs, by ASL_BLESS=1. -->\n";
    const END: &str = "<!-- End of the rows. -->\n";
    let mut table = String::from("| Function | Output | Example |\n|---|---|---|\n");
    for intrinsic in INTRINSICS {
        let examples: Vec<String> = intrinsic
            .examples
            .iter()
            .map(|example| match example.input {
                "{}" => format!("`{}` → `{}`", example.call, example.output),
                input => format!("`{}`, `{input}` → `{}`", example.call, example.output),
            })
            .collect();
        let (signature, summary) = (intrinsic.signature, intrinsic.summary);
        let _ = writeln!(table, "| `{signature}` | {summary} | {} |", examples.join("<br>"));
    }
    let path = golden::path("../docs/guide/intrinsics.md");
    let page = fs::read_to_string(&path).expect("the guide has a page");
    let (before, rest) = page.split_once(BEGIN).expect("the page has rows");
    let (_, after) = rest.split_once(END).expect("the rows have an end");
    golden::compare(&path, &format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
}
