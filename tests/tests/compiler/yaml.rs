//! A definition in YAML, compiled by the macro; the same definition in JSON gives the same machine.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::Path;

use asl_codegen::diagnostics::Diagnostics;
use asl_codegen::source::{FileId, Json, Node, json as json_text, yaml};
use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::{Value, asl_machine, json};

asl_machine!("definitions/shipping.asl.yaml", substitute = { "TableName": "parcels" });

fn input(country: &str) -> Value {
    json!({
        "customer": { "address": { "country": country } },
        "items": [
            { "name": "vase", "weight": 21, "count": 1 },
            { "name": "glass", "weight": 1, "count": 6 },
            { "name": "urn", "weight": 30, "count": 0 },
        ],
    })
}

fn parcel(country: &str) -> Value {
    json!({
        "to": { "country": country },
        "table": "parcels",
        "heavy": ["vase"],
        "since": "2016-03-14T01:59:00Z",
        "weight": 1.5,
        "note": "Handle with care:\n  it is glass.\n",
    })
}

#[test]
fn a_machine_in_yaml_runs() {
    let simulated =
        Simulation::new().run(&shipping::MACHINE, input("NO"), |call| panic!("no task: {call:?}"));
    assert_eq!(simulated.result, Ok(parcel("NO")));
    let mut asked = Vec::new();
    let simulated = Simulation::new().run(&shipping::MACHINE, input("SE"), |call| {
        asked.push(call.input.clone());
        if call.attempt == 0 {
            Scripted::fail("Busy", "later")
        } else {
            Scripted::answer(json!("sent"))
        }
    });
    assert_eq!((simulated.result, simulated.elapsed), (Ok(json!("sent")), 3_000));
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[0].get("express"), Some(&json!("yes")));
    assert_eq!(asked[0].get("to"), Some(&json!({ "country": "SE" })));
}

#[test]
fn places_are_those_of_the_yaml() {
    let row = shipping::MACHINE.nodes.iter().find(|row| row.state == "Ship").expect("the state");
    assert_eq!(row.source, (25, 3));
}

/// All definitions here are JSON, which is also YAML: both readers give the same trees, including
/// places.
#[test]
fn json_definitions_read_as_yaml_are_the_same() {
    let mut compared = 0;
    for folder in ["definitions/good", "definitions/bad", "definitions/regressions"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let mut diagnostics = Diagnostics::default();
            let Some(expected) = json_text::parse(&text, FileId(0), &mut diagnostics) else {
                continue;
            };
            if diagnostics.has_errors() || has_pairs_or_odd_numbers(&text, &expected) {
                continue;
            }
            let found = yaml::parse(&text, FileId(0), &mut diagnostics);
            assert_eq!(found.as_ref(), Some(&expected), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 50, "only {compared} definitions were compared");
}

/// Text that YAML lacks (halves of characters as two escapes), or writes differently (`1E5`).
fn has_pairs_or_odd_numbers(text: &str, node: &Node) -> bool {
    let odd = |node: &Node| has_pairs_or_odd_numbers("", node);
    text.contains("\\ud83d")
        || text.contains("\\uD83D")
        || match &node.value {
            Json::Number(number) => number.contains('E'),
            Json::Array(items) => items.iter().any(odd),
            Json::Object(members) => members.iter().any(|member| odd(&member.value)),
            Json::Null | Json::Bool(_) | Json::String(_) => false,
        }
}
