//! The request and the response of `lambda:invoke`, around the payloads of a function.

use crate::task::TaskContext;
use asl_value::value::Value;

/// The version of a function that AWS names if the request names none.
pub const LATEST: &str = "$LATEST";

/// Takes the payload out of a request. The context keeps the request.
#[inline]
pub fn payload(cx: TaskContext, request: Value) -> (TaskContext, Value) {
    // AWS passes an empty object to a function that is invoked without a payload.
    let payload = request.get("Payload").cloned().unwrap_or_else(|| Value::object([]));
    (cx.with_request(request), payload)
}

/// Puts the answer of a function into the response of `lambda:invoke`.
#[inline]
pub fn envelope(cx: &TaskContext, answer: Value) -> Value {
    let text = |name| cx.request().and_then(|request| request.get(name)).and_then(Value::as_str);
    // AWS: 202 for an event, 204 for a dry run.
    let status = match text("InvocationType") {
        Some("Event") => 202,
        Some("DryRun") => 204,
        Some(_) | None => 200,
    };
    let function = text("FunctionName").unwrap_or_default();
    let qualifier = text("Qualifier").or_else(|| function.rsplit_once(':').map(|(_, last)| last));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let version = qualifier.filter(is_number).unwrap_or(LATEST);
    response(version, answer, status, &cx.idempotency_key())
}

/// The response of `lambda:invoke` with the answer of a function.
#[inline]
pub fn response(version: &str, answer: Value, status: i64, id: &str) -> Value {
    Value::object([
        ("ExecutedVersion", Value::text(version)),
        ("Payload", answer),
        ("SdkHttpMetadata", Value::object([("HttpStatusCode", Value::from(status))])),
        ("SdkResponseMetadata", Value::object([("RequestId", Value::text(id))])),
        ("StatusCode", Value::from(status)),
    ])
}
