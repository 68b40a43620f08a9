//! Builds a machine around a single state: its successors are states that end.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::case::Case;

/// AWS's name of a state that is tested without its machine.
const NAME: &str = "StateName";

/// The definition to compile, and the state to test.
pub(crate) fn of(case: &Case) -> Result<(String, String), String> {
    if let Some(state) = &case.state_name {
        return Ok((case.definition.clone(), state.clone()));
    }
    let state: Value = serde_json::from_str(&case.definition).map_err(|error| error.to_string())?;
    let raw: Box<RawValue> =
        serde_json::from_str(&case.definition).map_err(|error| error.to_string())?;
    let mut states = BTreeMap::from([(NAME.to_owned(), raw)]);
    for target in targets(&state) {
        let end = serde_json::value::to_raw_value(&json!({ "Type": "Succeed" }))
            .map_err(|error| error.to_string())?;
        states.entry(target.to_owned()).or_insert(end);
    }
    let states = serde_json::to_string(&states).map_err(|error| error.to_string())?;
    Ok((format!("{{\"StartAt\": {NAME:?}, \"States\": {states}}}"), NAME.to_owned()))
}

/// The states that a state names as its successors.
fn targets(state: &Value) -> Vec<&str> {
    let lists =
        ["Choices", "Catch"].into_iter().filter_map(|field| state.get(field)?.as_array()).flatten();
    let next = lists.filter_map(|rule| rule.get("Next"));
    let own = ["Next", "Default"].into_iter().filter_map(|field| state.get(field));
    own.chain(next).filter_map(Value::as_str).collect()
}
