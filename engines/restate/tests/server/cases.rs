//! The runs that are compared with those of tokio, on Restate and on Temporal. The module around this
//! one has the engine's `ClientError`.

use asl_runtime::{Failure, Value, json};

use super::ClientError;

/// Machines and inputs.
pub(super) fn cases() -> Vec<(&'static str, Value)> {
    let order = json!({"amount": 20, "wait": 1, "busy": true});
    vec![
        ("order", order.clone()),
        ("order", json!({"amount": 200, "wait": 1})),
        ("fan", json!({"pause": 10})),
        ("each", json!({"rows": [[1, 2, 3], [], [4], [5, 6], [7, 8], [9]]})),
        ("count", json!({"n": 0, "until": 5})),
        ("limits", json!({})),
        ("worse", json!({})),
        ("late", json!({})),
        ("packs", json!({"a": 1})),
        ("parent", json!({"order": (order), "left": "left-behind"})),
    ]
}

/// The client's result, in the words of the other engine.
pub(crate) fn told(result: Result<Value, ClientError>) -> Result<Value, Failure> {
    match result {
        Ok(output) => Ok(output),
        Err(ClientError::Failed(failure)) => Err(failure),
        Err(error) => panic!("{error}"),
    }
}

/// Omits data that may differ between engines: names, ARNs and times of children.
pub(crate) fn plain(result: Result<Value, Failure>) -> String {
    match result {
        Ok(mut output) => {
            if let Some(cause) = output.at(["failed", "Cause"]).and_then(Value::as_str) {
                let cause = Value::from_json_str(cause).expect("a description");
                let kept = json!([
                    (cause.get("Error").cloned()),
                    (cause.get("Cause").cloned()),
                    (cause.get("Status").cloned())
                ]);
                output.update("failed", |failed| failed.insert("Cause", kept));
            }
            output.to_string()
        }
        Err(failure) => format!("{failure} {:?}", failure.status()),
    }
}
