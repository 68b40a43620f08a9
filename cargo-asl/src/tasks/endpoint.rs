//! Tasks that an endpoint performs: any URL that takes and returns JSON, or one with the interface
//! of Lambda's `Invoke`.

use std::time::Duration;

use asl_http::{HttpOptions, HttpTask, Reach};
use asl_runtime::{TaskError, Value, json};
use asl_testing::runner::{Call, CallReply};
use tokio::runtime::{Builder, Runtime};

use super::Source;
use super::error::{named_error, throw};

/// Time-out of a call: Lambda's longest one, and time for the connection.
const TIMEOUT: Duration = Duration::from_secs(910);
/// Maximum bytes of a request or response, as of a Lambda function.
const LONGEST: usize = 6 * 1024 * 1024 + 1024;

/// The interface of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The input is the body of a POST, and the response's body is the output.
    Http,
    /// Lambda's `Invoke`, without a signature.
    Lambda,
}

/// The clients of all endpoints; `None` if there are none.
pub(super) struct Endpoints(Option<Clients>);

struct Clients {
    tasks: HttpTask,
    runtime: Runtime,
}

impl Endpoints {
    /// The client, if one of the sources is an endpoint.
    pub(super) fn new(mut sources: impl Iterator<Item = Source>) -> Result<Self, String> {
        if !sources.any(|source| matches!(source, Source::Endpoint(..))) {
            return Ok(Self(None));
        }
        let options = HttpOptions::default()
            // The user names the endpoints; no data does.
            .reach(Reach::Any)
            .plain_http(true)
            .timeout(TIMEOUT)
            .longest_body(LONGEST);
        let tasks = HttpTask::new(options).map_err(|error| error.to_string())?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        Ok(Self(Some(Clients { tasks, runtime })))
    }

    fn clients(&self) -> &Clients {
        let Some(clients) = &self.0 else { unreachable!("a source is an endpoint") };
        clients
    }

    /// Sends a call to an endpoint.
    pub(super) fn perform(&self, kind: Kind, url: &str, call: &Call) -> CallReply {
        let Clients { tasks, runtime } = self.clients();
        let request = match kind {
            Kind::Http => http(url, call),
            Kind::Lambda => lambda(url, call),
        };
        match runtime.block_on(tasks.invoke(&request)) {
            Ok(response) => answer(kind, &response),
            Err(error) => failed(&error),
        }
    }
}

impl Drop for Endpoints {
    /// Does not wait for the runtime, because this may be a task of another one, where waiting is
    /// not allowed: that of `cargo asl serve`.
    fn drop(&mut self) {
        if let Some(Clients { runtime, .. }) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// The request to a plain endpoint.
fn http(url: &str, call: &Call) -> Value {
    let name = if call.name.is_empty() { &call.method } else { &call.name };
    json!({
        "ApiEndpoint": url,
        "Method": "POST",
        "Headers": {
            "Asl-State": header(&call.state),
            "Asl-Task": header(name),
            "Asl-Attempt": call.attempt.to_string(),
            "Idempotency-Key": header(&call.key),
        },
        "RequestBody": call.payload(),
    })
}

/// A text as the value of a header.
fn header(text: &str) -> String {
    text.chars().map(|letter| if matches!(letter, ' '..='~') { letter } else { '_' }).collect()
}

/// The request of `Invoke`.
fn lambda(url: &str, call: &Call) -> Value {
    let url = url.trim_end_matches('/');
    let function = function(call);
    let function: String = function
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "-_$:".contains(*letter))
        .collect();
    json!({
        "ApiEndpoint": format!("{url}/2015-03-31/functions/{function}/invocations"),
        "Method": "POST",
        "RequestBody": call.payload(),
    })
}

/// The function that a call names: in the request of `lambda:invoke`, by the ARN of its Resource, or
/// else by the name of its method.
fn function(call: &Call) -> &str {
    let named = call.input.get("FunctionName").and_then(Value::as_str);
    let named = named.filter(|_| call.resource.contains(":lambda:invoke"));
    let name = named.unwrap_or(if call.name.is_empty() { &call.resource } else { &call.name });
    match name.split_once(":function:") {
        Some((_, function)) => function,
        None if name.starts_with("arn:") => &call.method,
        None => name,
    }
}

fn answer(kind: Kind, response: &Value) -> CallReply {
    let body = response.get("ResponseBody").cloned().unwrap_or(Value::Null);
    // Some servers do not say that their text is JSON.
    let parsed = body.as_str().and_then(|text| Value::from_json_str(text).ok());
    let body = parsed.unwrap_or(body);
    let is_error = response.get("Headers").and_then(Value::as_object).is_some_and(|headers| {
        headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("x-amz-function-error"))
    });
    if kind == Kind::Lambda && is_error {
        let text = body.to_json_string();
        return named_error(text.as_bytes()).unwrap_or_else(|| throw("Lambda.Unknown", text));
    }
    CallReply::Payload(body)
}

/// The error that the body of the response names, or that of the HTTP task.
fn failed(error: &TaskError) -> CallReply {
    let cause = error.cause().unwrap_or_default();
    named_error(cause.as_bytes()).unwrap_or_else(|| throw(error.error(), cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(resource: &str, input: Value) -> Call {
        Call {
            id: 1,
            state: "Pay".to_owned(),
            method: "pay".to_owned(),
            resource: resource.to_owned(),
            name: String::new(),
            input,
            attempt: 0,
            key: "Pay#0".to_owned(),
            token: "".into(),
            credentials: None,
        }
    }

    #[test]
    fn endpoints_may_be_dropped_in_a_task() {
        let source = Source::Endpoint(Kind::Http, "http://localhost/".to_owned());
        let endpoints = Endpoints::new([source].into_iter());
        let runtime = Builder::new_current_thread().build();
        runtime.expect("a runtime").block_on(async { drop(endpoints) });
    }

    #[test]
    fn functions_have_the_name_that_the_call_has() {
        let invoke = "arn:aws:states:::lambda:invoke";
        let arn = "arn:aws:lambda:eu-west-1:123456789012:function:Charge:3";
        assert_eq!(function(&call(invoke, json!({"FunctionName": "Charge"}))), "Charge");
        assert_eq!(function(&call(invoke, json!({"FunctionName": arn}))), "Charge:3");
        assert_eq!(function(&call(arn, json!({"FunctionName": "other"}))), "Charge:3");
        assert_eq!(function(&call("arn:aws:states:::sns:publish", json!({}))), "pay");
        assert_eq!(function(&call("charge", json!({}))), "charge");
    }
}
