//! Output or error of HTTP tasks, from the response.

use asl_runtime::value::Map;
use asl_runtime::{TaskError, Value};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap};

use crate::fault::Fault;
use crate::text::printable;
use crate::transport::Answer;

/// The output of a task.
pub(crate) fn output(answer: Answer) -> Result<Value, TaskError> {
    let Answer { status, headers, body } = answer;
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    if status.is_success() && is_binary(&kind) {
        return Err(TaskError::new(
            "States.Runtime",
            format!("a response of the type `{}` is no text", printable(&kind)),
        ));
    }
    let bytes = body.map_err(Fault::into_task_error)?;
    let body = String::from_utf8(bytes)
        .map_err(|_| TaskError::new("States.Runtime", "the response is not UTF-8 text"))?;
    if !status.is_success() {
        return Err(TaskError::new(
            format!("States.Http.StatusCode.{}", status.as_u16()),
            cause(status, &body),
        ));
    }
    let body = if kind.contains("json") { json(body) } else { Value::from(body) };
    Ok(Value::object([
        ("Headers", listed(&headers)),
        ("ResponseBody", body),
        ("StatusCode", Value::from(status.as_u16())),
        ("StatusText", Value::from(status.canonical_reason().unwrap_or_default())),
    ]))
}

/// Media types that AWS refuses.
fn is_binary(kind: &str) -> bool {
    ["application/octet-stream", "image/", "video/", "audio/"]
        .iter()
        .any(|binary| kind.starts_with(binary))
}

/// The server's description of an error, or the meaning of its status.
fn cause(status: StatusCode, body: &str) -> String {
    if body.is_empty() {
        status.canonical_reason().unwrap_or_default().to_owned()
    } else {
        printable(body)
    }
}

/// A JSON body as a value. Invalid JSON stays text.
fn json(body: String) -> Value {
    Value::from_json_str(&body).unwrap_or_else(|_| Value::from(body))
}

/// Each header with its values.
fn listed(headers: &HeaderMap) -> Value {
    let mut listed = Map::default();
    for name in headers.keys() {
        let values = headers.get_all(name).iter();
        let values: Value =
            values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
        listed.insert(name.as_str(), values);
    }
    Value::from(listed)
}
