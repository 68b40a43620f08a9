//! The interpreter gives the outcomes of our own cases, which jsonata-js has confirmed.

use serde::Deserialize;
use std::collections::BTreeMap;

use super::super::super::json::Json;
use super::{Outcome, Stop, run};
use crate::workspace;

#[derive(Deserialize)]
struct Case {
    id: String,
    expr: String,
    #[serde(default, deserialize_with = "given")]
    data: Option<Json>,
    #[serde(default)]
    bindings: BTreeMap<String, Json>,
    #[serde(default, deserialize_with = "given")]
    result: Option<Json>,
    error: Option<Fault>,
}

#[derive(Deserialize)]
struct Fault {
    code: Option<String>,
}

fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

fn expected(case: &Case) -> Outcome {
    match &case.error {
        Some(fault) => Err(Stop::Error(fault.code.clone().unwrap_or_default())),
        None => Ok(case.result.clone()),
    }
}

#[test]
fn own_cases_have_their_outcomes() {
    let (mut passed, mut left_out, mut failed) = (0, 0, Vec::new());
    for file in workspace::files(&workspace::root().join("tests/jsonata"), "json").unwrap() {
        if file.ends_with("refused.json") {
            continue;
        }
        let cases: Vec<Case> = serde_json::from_str(&workspace::read(&file).unwrap()).unwrap();
        for case in cases {
            let variables: Vec<_> = case.bindings.clone().into_iter().collect();
            match run(&case.expr, case.data.as_ref(), &variables) {
                Err(Stop::Unsupported(_) | Stop::Limit) => left_out += 1,
                outcome if outcome == expected(&case) => passed += 1,
                outcome => failed.push(format!(
                    "{} {}: {outcome:?}, not {:?}",
                    case.id,
                    case.expr,
                    expected(&case)
                )),
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(passed >= 449, "{passed} passed, {left_out} left out");
}

#[test]
fn an_object_that_a_transform_puts_into_itself_is_left_out() {
    let input: Json = serde_json::from_str(r#"{"a": {"b": 1}}"#).unwrap();
    for member in ["$", "[{'y': $}]"] {
        let text = format!("$ ~> |a|{{'z': {member}}}|");
        let outcome = run(&text, Some(&input), &[]);
        assert_eq!(outcome, Err(Stop::Unsupported("an object within itself")), "{text}");
    }
}
