//! Service integrations: requests in the JSON protocols of AWS to an endpoint, such as a local
//! double of a service.

use asl_http::{Call as Request, Transport};
use asl_runtime::Value;
use asl_testing::runner::{Call, CallReply};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};

use crate::service::Service;

use super::error::{named_error, throw};

/// Service and action of a Resource: `sqs` and `sendMessage` of `arn:aws:states:::sqs:sendMessage`.
pub(super) fn action(resource: &str) -> Option<(&str, &str)> {
    let (_, rest) = resource.split_once(":states:::")?;
    let rest = rest.strip_prefix("aws-sdk:").unwrap_or(rest);
    rest.split_once(':')
}

/// Sends the request of a call to an endpoint.
pub(super) async fn perform(client: &Transport, endpoint: &str, call: &Call) -> CallReply {
    match request(endpoint, call) {
        Ok(request) => match client.send(request).await {
            Ok(answer) => {
                let body = answer.body.unwrap_or_default();
                reply(&call.resource, answer.status.is_success(), &body)
            }
            Err(fault) => throw("States.TaskFailed", fault.to_string()),
        },
        Err(problem) => throw("States.TaskFailed", problem),
    }
}

fn request(endpoint: &str, call: &Call) -> Result<Request, String> {
    let (name, action) = action(&call.resource).ok_or("the Resource names no service")?;
    let action = action.strip_suffix(".waitForTaskToken").unwrap_or(action);
    if action.contains('.') {
        return Err(format!("an endpoint cannot wait for the end of `{action}`; use `--task`"));
    }
    let Some(Service(_, prefix, version, signed)) = Service::named(name) else {
        unreachable!("the names of services were checked")
    };
    let target = format!("{prefix}.{}", capitalized(action));
    // Doubles of services find the service and the region here; they check no signature.
    let credential = format!("test/20260101/us-east-1/{signed}/aws4_request");
    let authorization = format!(
        "AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders=host, Signature={:064}",
        0
    );
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (CONTENT_TYPE, format!("application/x-amz-json-{version}")),
        (HeaderName::from_static("x-amz-target"), target),
        (AUTHORIZATION, authorization),
    ] {
        let value = HeaderValue::from_str(&value).map_err(|error| error.to_string())?;
        headers.insert(name, value);
    }
    let url = endpoint.parse().map_err(|error| format!("`{endpoint}`: {error}"))?;
    let body = Some(body(name, call.input.clone()).to_json_string());
    Ok(Request { method: Method::POST, url, headers, body })
}

/// The request's body. As Step Functions does, data in the place of a text become JSON text.
fn body(service: &str, mut input: Value) -> Value {
    match service {
        "sqs" => as_text(&mut input, "MessageBody"),
        "events" => {
            let entries = input.get("Entries").and_then(Value::as_array).cloned();
            if let Some(entries) = entries {
                let texts = entries.iter().map(|entry| {
                    let mut entry = entry.clone();
                    as_text(&mut entry, "Detail");
                    entry
                });
                input.insert("Entries", texts.collect::<Vec<_>>());
            }
        }
        _ => {}
    }
    input
}

fn as_text(object: &mut Value, member: &str) {
    let text = object.get(member).filter(|value| value.as_str().is_none());
    if let Some(text) = text.map(Value::to_json_string) {
        object.insert(member, text);
    }
}

/// The answer of a service. Errors have the name that states catch, such as
/// `DynamoDB.ResourceNotFoundException`.
fn reply(resource: &str, is_success: bool, body: &[u8]) -> CallReply {
    let value = if body.is_empty() { Ok(Value::object([])) } else { Value::from_json_slice(body) };
    let text = || String::from_utf8_lossy(body).into_owned();
    match value {
        Ok(value) if is_success => CallReply::Return(value),
        Ok(value) => {
            let kind = value.get("__type").and_then(Value::as_str);
            let Some(kind) = kind.and_then(|kind| kind.rsplit('#').next()) else {
                return named_error(body).unwrap_or_else(|| throw("States.TaskFailed", text()));
            };
            let cause = ["message", "Message"].into_iter().find_map(|name| value.get(name));
            let cause = cause.and_then(Value::as_str).unwrap_or_default();
            let suffix = if kind.ends_with("Exception") { "" } else { "Exception" };
            throw(format!("{}.{kind}{suffix}", title(resource)), cause)
        }
        Err(_) => throw("States.TaskFailed", text()),
    }
}

/// The name of a service in errors.
fn title(resource: &str) -> String {
    let service = action(resource).map_or("", |(service, _)| service);
    match service {
        "dynamodb" if resource.contains(":aws-sdk:") => "DynamoDb".to_owned(),
        "dynamodb" => "DynamoDB".to_owned(),
        "eventbridge" | "events" => "EventBridge".to_owned(),
        "sagemaker" => "SageMaker".to_owned(),
        "secretsmanager" => "SecretsManager".to_owned(),
        "sqs" if !resource.contains(":aws-sdk:") => "SQS".to_owned(),
        other => capitalized(other),
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_runtime::json;

    fn call(action: &str, input: Value) -> Call {
        Call {
            id: 1,
            state: "Send".to_owned(),
            method: "send".to_owned(),
            resource: format!("arn:aws:states:::{action}"),
            name: String::new(),
            input,
            attempt: 0,
            key: "Send#0".to_owned(),
            token: "".into(),
        }
    }

    #[test]
    fn requests_have_the_target_and_texts_in_the_place_of_data() {
        let input = json!({"Entries": [{"Detail": {"a": 1}}, {"Detail": "b"}]});
        let request = request("http://localhost:1", &call("events:putEvents", input)).ok();
        let request = request.map(|it| (it.headers["x-amz-target"].clone(), it.body));
        let body = r#"{"Entries":[{"Detail":"{\"a\":1}"},{"Detail":"b"}]}"#.to_owned();
        assert_eq!(request, Some((HeaderValue::from_static("AWSEvents.PutEvents"), Some(body))));
        let refused =
            super::request("http://localhost:1", &call("glue:startJobRun.sync", json!({})));
        assert!(refused.err().is_some_and(|problem| problem.contains("startJobRun.sync")));
    }

    #[test]
    fn errors_have_the_names_that_states_catch() {
        let body =
            br#"{"__type": "com.amazonaws#ResourceNotFoundException", "message": "no table"}"#;
        let optimized = "arn:aws:states:::dynamodb:getItem";
        let expected = throw("DynamoDB.ResourceNotFoundException", "no table");
        assert_eq!(reply(optimized, false, body), expected);
        let sdk = "arn:aws:states:::aws-sdk:sqs:sendMessage";
        let body = br#"{"__type": "com.amazonaws.sqs#QueueDoesNotExist", "message": "none"}"#;
        assert_eq!(reply(sdk, false, body), throw("Sqs.QueueDoesNotExistException", "none"));
        assert_eq!(reply(sdk, true, b"{}"), CallReply::Return(json!({})));
        assert_eq!(reply(sdk, true, b"<xml/>"), throw("States.TaskFailed", "<xml/>"));
    }
}
