//! Compares a run with its case.

use serde::Deserialize;
use serde_json::{Value, json};

use super::case::{Case, Expected};
use crate::report::Difference;

/// A run as reported by the generated program.
#[derive(Deserialize)]
pub(crate) struct Told {
    #[serde(flatten)]
    pub(crate) end: End,
    pub(crate) calls: Vec<Value>,
    /// The run that was saved and restored after each step, if it differs.
    #[serde(default)]
    pub(crate) restored: Option<Value>,
}

/// The result.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    /// With this output.
    Output(Value),
    /// With this error.
    Error { name: Option<String>, message: Option<String> },
}

/// All differences from the case.
pub(crate) fn differences(case: &Case, told: &Told) -> Vec<Difference> {
    let mut differences = Vec::new();
    let shown = shown(&told.end);
    match (&case.expected, &told.end) {
        (Expected::Output(expected), End::Output(actual)) if same(expected, actual) => {}
        (Expected::Output(expected), _) => {
            differences.push(Difference::new("output", expected, shown));
        }
        (Expected::Error(expected), End::Error { name, message }) => {
            let fixed = expected.fixed_name();
            if fixed.is_some() && name.as_deref() != fixed {
                differences.push(Difference::new("error's name", &expected.name, &shown));
            }
            if message.as_deref() != Some(&expected.message) {
                differences.push(Difference::new("error's message", &expected.message, shown));
            }
        }
        (Expected::Error(expected), End::Output(_)) => {
            differences.push(Difference::new(
                "error",
                format!("{}: {}", expected.name, expected.message),
                shown,
            ));
        }
        (Expected::Refused(why), _) => {
            differences.push(Difference::new("definition", format!("refused: {why}"), shown));
        }
    }
    if !same(&Value::from(case.expected_calls.clone()), &Value::from(told.calls.clone())) {
        differences.push(Difference::new("calls", lines(&case.expected_calls), lines(&told.calls)));
    }
    if let Some(restored) = &told.restored {
        differences.push(Difference::new("restored after each step", "the same", restored));
    }
    differences
}

fn shown(end: &End) -> String {
    match end {
        End::Output(output) => output.to_string(),
        End::Error { name, message } => json!({ "error": name, "message": message }).to_string(),
    }
}

fn lines(calls: &[Value]) -> String {
    calls.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

/// Compares as JSON: numbers by value, members in any order.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(expected: &Value) -> Case {
        let case = json!({
            "name": "n", "group": "g", "definition": {}, "input": null, "expected": expected, "expected_calls": [{ "op": "delay", "ms": 1000.0 }],
        });
        serde_json::from_str(&case.to_string()).unwrap()
    }

    fn told(told: Value) -> Told {
        serde_json::from_value(told).unwrap()
    }

    #[test]
    fn outputs_are_compared_by_value_and_calls_in_order() {
        let case = case(&json!({ "output": { "a": 1.0 } }));
        let calls = json!([{ "op": "delay", "ms": 1000 }]);
        assert!(
            differences(&case, &told(json!({ "output": { "a": 1 }, "calls": calls }))).is_empty()
        );
        let nothing = self::case(&json!({ "output": null }));
        assert!(differences(&nothing, &told(json!({ "output": null, "calls": calls }))).is_empty());
        let other = differences(&case, &told(json!({ "output": { "a": 2 }, "calls": [] })));
        assert_eq!(
            other.iter().map(|found| found.what.as_str()).collect::<Vec<_>>(),
            ["output", "calls"]
        );
    }

    #[test]
    fn errors_of_expressions_have_free_names_and_others_have_not() {
        let calls = json!([{ "op": "delay", "ms": 1000 }]);
        let failed =
            |name: &str| told(json!({ "error": { "name": name, "message": "m" }, "calls": calls }));
        let of_expression = case(&json!({ "error": { "name": "JqError", "message": "m" } }));
        assert!(differences(&of_expression, &failed("Expression")).is_empty());
        let of_host = case(&json!({ "error": { "name": "Exception", "message": "m" } }));
        assert_eq!(differences(&of_host, &failed("Expression")).len(), 1);
        assert!(differences(&of_host, &failed("Exception")).is_empty());
    }
}
