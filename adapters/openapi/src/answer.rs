//! Results and errors of calls, from the responses.

use asl_http::{Answer, Fault, excerpt, printable};
use asl_runtime::functions::Rest;
use asl_runtime::{TaskError, Value};
use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};

/// The result of a call.
pub(crate) fn result(rest: &Rest, answer: Answer) -> Result<Value, TaskError> {
    let Answer { status, headers, body } = answer;
    let kind = media_type(&headers);
    if !status.is_success() {
        // An unreadable body adds nothing to the error.
        let body =
            body.ok().and_then(|bytes| String::from_utf8(bytes).ok()).map_or(Value::Null, data);
        return Err(error(rest, status, &headers, body));
    }
    let bytes = body.map_err(|fault| no_answer(rest, &fault))?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| unreadable(rest, status, &kind, "it is not UTF-8 text", ""))?;
    let is_promised =
        !rest.answers.is_empty() && rest.answers.iter().all(|promised| is_json(promised));
    if is_json(&kind) || is_promised && kind.is_empty() {
        return Value::from_json_str(&text).map_err(|error| {
            unreadable(rest, status, &kind, &format!("it is not JSON: {error}"), &text)
        });
    }
    if is_promised {
        let cause = format!(
            "it is `{}`, the document promises `{}`",
            excerpt(&kind),
            rest.answers.join("`, `")
        );
        return Err(unreadable(rest, status, &kind, &cause, &text));
    }
    // Without a media type the text decides.
    if kind.is_empty() { Ok(data(text)) } else { Ok(Value::from(text)) }
}

/// The media type without parameters, in lower case. Empty if the response has none.
fn media_type(headers: &HeaderMap) -> String {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_json(kind: &str) -> bool {
    matches!(kind, "application/json" | "text/json") || kind.ends_with("+json")
}

/// The text as JSON, or else as a string.
fn data(text: String) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    Value::from_json_str(&text).unwrap_or_else(|_| Value::from(text))
}

/// The error of a call without an answer.
pub(crate) fn no_answer(rest: &Rest, fault: &Fault) -> TaskError {
    let name = match fault {
        Fault::Scheme(_) | Fault::Refused(_) => "Http.Refused",
        Fault::LongRequest { .. } | Fault::LongAnswer { .. } => "Http.TooLarge",
        Fault::Timeout => "Http.Timeout",
        Fault::Connection(_) => "Http.Connection",
    };
    TaskError::new(name, format!("{} {}: {fault}", rest.method, rest.path))
}

/// The error of an unsuccessful status.
fn error(rest: &Rest, status: StatusCode, headers: &HeaderMap, body: Value) -> TaskError {
    let (name, reason) =
        (format!("Http.{}", status.as_u16()), status.canonical_reason().unwrap_or_default());
    let mut message =
        format!("{} {} was answered {} {reason}", rest.method, rest.path, status.as_u16());
    let location = headers.get(LOCATION).and_then(|location| location.to_str().ok());
    if let Some(location) = location.filter(|_| status.is_redirection()) {
        message = format!("{message}: a redirect to {}, which is not followed", target(location));
    } else if let Some(said) = said(&body) {
        message = format!("{message}: {}", excerpt(said));
    }
    TaskError::new(name, message).with_data(answered(status, body))
}

/// The target of a redirect: a path of the same server, or "elsewhere". Other servers may be
/// internal and are not named.
fn target(location: &str) -> String {
    let is_path =
        location.starts_with('/') && !location.starts_with("//") && !location.starts_with("/\\");
    if is_path { excerpt(location) } else { "another place".to_owned() }
}

/// The server's description of the error: problem details (RFC 9457), or other common names.
fn said(body: &Value) -> Option<&str> {
    let member = |name| body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let nested = || body.at(["error", "message"]).and_then(Value::as_str);
    ["detail", "title", "message", "error"]
        .into_iter()
        .find_map(member)
        .or_else(nested)
        .or_else(|| body.as_str())
}

fn unreadable(rest: &Rest, status: StatusCode, kind: &str, cause: &str, text: &str) -> TaskError {
    let message = format!("the answer to {} {} cannot be used: {cause}", rest.method, rest.path);
    let body =
        if text.is_empty() { Value::from(printable(kind)) } else { Value::from(excerpt(text)) };
    TaskError::new("Http.Body", message).with_data(answered(status, body))
}

fn answered(status: StatusCode, body: Value) -> Value {
    Value::object([("status", Value::from(status.as_u16())), ("body", body)])
}
