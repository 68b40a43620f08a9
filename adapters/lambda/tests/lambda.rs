//! Functions on a small server with Lambda's protocol on loopback.
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../../http/tests/server/mod.rs"]
mod server;

use std::time::Duration;

use asl_lambda::LambdaTask;
use asl_lambda::config::{Credentials, Region};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;

use server::{Seen, Server};

const FAULT: &str = r#"{"errorMessage": "Some exception was raised.", "errorType": "CustomException",  "stackTrace": []}"#;

/// The service's answer for each function.
fn answer(seen: &Seen) -> Response<Full<Bytes>> {
    let function = seen.target.trim_start_matches("/2015-03-31/functions/");
    let ok = Response::builder()
        .header("x-amz-executed-version", "$LATEST")
        .header("x-amzn-requestid", "request-1");
    let fault = ok_fault();
    let response = match function.split(['/', '?']).next().unwrap_or_default() {
        "echo" => ok.body(Full::from(seen.body.clone())),
        "event" => ok.status(202).body(Full::from("")),
        "fails" => fault.body(Full::from(FAULT)),
        "dies" => fault.body(Full::from(r#"{"errorMessage":"timed out"}"#)),
        "broken" => ok.body(Full::from("no JSON")),
        "logs" => ok.header("x-amz-log-result", "bG9n").body(Full::from("1")),
        "secret" => refused(403, "AccessDeniedException", "User is not authorized"),
        "busy" => refused(429, "TooManyRequestsException", "Rate Exceeded."),
        _ => refused(404, "ResourceNotFoundException", "Function not found: none"),
    };
    response.unwrap()
}

fn ok_fault() -> hyper::http::response::Builder {
    Response::builder().header("x-amz-function-error", "Unhandled")
}

fn refused(status: u16, code: &str, message: &str) -> hyper::http::Result<Response<Full<Bytes>>> {
    let body = json!({"Message": message, "Type": "User"}).to_json_string();
    let response = Response::builder().status(status).header("x-amzn-errortype", code);
    response.header("x-amzn-requestid", "request-2").body(Full::from(body))
}

fn lambda(endpoint: &str) -> LambdaTask {
    let credentials = Credentials::new("test", "test", None, None, "test");
    let settings =
        LambdaTask::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
    LambdaTask::new(settings.endpoint_url(endpoint).build())
}

fn error(result: Result<Value, TaskError>) -> (String, String) {
    let error = result.unwrap_err();
    (error.error().to_owned(), error.cause().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn functions_answer() {
    let server = Server::start(answer).await;
    let lambda = lambda(&server.url(""));
    let arn = "arn:aws:lambda:us-east-1:123456789012:function:echo";
    for value in [json!({"a": [1, "Ж"]}), json!(null), json!("text"), json!(0.5), json!([])] {
        assert_eq!(lambda.call("echo", &value).await, Ok(value.clone()));
        let output = lambda
            .invoke(&json!({"FunctionName": "echo", "Payload": (value.clone())}))
            .await
            .unwrap();
        let expected = json!({
            "ExecutedVersion": "$LATEST", "Payload": value, "SdkHttpMetadata": {"HttpStatusCode": 200},
            "SdkResponseMetadata": {"RequestId": "request-1"}, "StatusCode": 200,
        });
        assert_eq!(output, expected);
    }
    let named = error(lambda.call(arn, &json!({})).await);
    assert_eq!(named.0, "Lambda.ResourceNotFoundException", "the server knows it by its name only");
    assert!(server.seen().last().unwrap().target.contains("arn%3Aaws%3Alambda"));
}

asl_machine!("tests/machines/functions.asl.json");

/// Methods that pass everything on.
struct Functions(LambdaTask);

impl functions::Tasks for Functions {
    async fn invoke_echo(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.perform(cx, &input).await
    }

    async fn event(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.0.perform(cx, &input).await
    }

    async fn function_echo(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let error = self.0.perform(cx, &input).await.unwrap_err();
        assert_eq!(error.error(), "Lambda.ResourceNotFoundException", "its ARN is no known name");
        Ok(input)
    }
}

#[tokio::test]
async fn methods_of_functions_call_them() {
    let server = Server::start(answer).await;
    let output = functions::run(Functions(lambda(&server.url(""))), json!({"sku": "tea"})).await;
    assert_eq!(output.unwrap(), json!({"sku": "tea", "status": 202}));
    let seen = server.seen();
    let targets: Vec<&str> = seen.iter().map(|seen| seen.target.as_str()).collect();
    assert_eq!(
        targets,
        [
            "/2015-03-31/functions/echo/invocations?Qualifier=7",
            "/2015-03-31/functions/event/invocations",
            "/2015-03-31/functions/arn%3Aaws%3Alambda%3Aus-east-1%3A123456789012%3Afunction%3Aecho/invocations",
        ]
    );
    assert_eq!((seen[0].body.as_str(), seen[1].body.as_str()), ("{\"sku\":\"tea\"}", "{}"));
}

#[tokio::test]
async fn the_fields_of_an_invocation_are_passed_on() {
    let server = Server::start(answer).await;
    let lambda = lambda(&server.url(""));
    let event = json!({
        "FunctionName": "event", "InvocationType": "Event", "Qualifier": "v2", "ClientContext": "e30=", "Payload": {},
    });
    let output = lambda.invoke(&event).await.unwrap();
    assert_eq!(
        (output.at(["StatusCode"]), output.at(["Payload"])),
        (Some(&json!(202)), Some(&json!(null)))
    );
    let logs = lambda.invoke(&json!({"FunctionName": "logs", "LogType": "Tail"})).await.unwrap();
    assert_eq!(logs.at(["LogResult"]), Some(&json!("bG9n")));
    let seen = server.seen();
    assert_eq!(seen[0].target, "/2015-03-31/functions/event/invocations?Qualifier=v2");
    assert_eq!(seen[0].method, "POST");
    assert_eq!(seen[0].headers["x-amz-invocation-type"], "Event");
    assert_eq!(seen[0].headers["x-amz-client-context"], "e30=");
    assert_eq!(
        (&seen[1].headers["x-amz-log-type"], seen[1].body.as_str()),
        (&"Tail".parse().unwrap(), "")
    );
}

#[tokio::test]
async fn errors_keep_their_names_and_causes() {
    let server = Server::start(answer).await;
    let lambda = lambda(&server.url(""));
    let call = async |name: &str| error(lambda.call(name, &json!({})).await);
    assert_eq!(call("fails").await, ("CustomException".to_owned(), FAULT.to_owned()));
    let invoked = error(lambda.invoke(&json!({"FunctionName": "fails"})).await);
    assert_eq!(invoked, ("CustomException".to_owned(), FAULT.to_owned()));
    assert_eq!(
        call("dies").await,
        ("Lambda.Unknown".to_owned(), r#"{"errorMessage":"timed out"}"#.to_owned())
    );
    assert_eq!(call("broken").await.0, "Lambda.Unknown");
    let (name, cause) = call("none").await;
    assert_eq!(name, "Lambda.ResourceNotFoundException");
    let expected = "Function not found: none (Service: AWSLambda; Status Code: 404; Error Code: ResourceNotFoundException; \
                    Request ID: request-2; Proxy: null)";
    assert_eq!(cause, expected);
    assert_eq!(call("busy").await.0, "Lambda.TooManyRequestsException");
    let (name, cause) = call("secret").await;
    assert_eq!(name, "States.Permissions", "ASL's own name, which definitions catch");
    assert!(
        cause.starts_with("User is not authorized (Service: AWSLambda; Status Code: 403;"),
        "{cause}"
    );
    // The SDK did not retry.
    assert_eq!(server.seen().iter().filter(|seen| seen.target.contains("/busy/")).count(), 1);
    let missing = error(lambda.invoke(&json!({})).await);
    assert_eq!(missing.1, "The field 'FunctionName' is required but was missing");
}

#[tokio::test]
async fn a_service_that_is_not_there_is_a_client_error() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let failed = lambda(&endpoint);
    let (name, cause) = error(
        tokio::time::timeout(Duration::from_secs(30), failed.call("echo", &json!({})))
            .await
            .unwrap(),
    );
    assert_eq!(name, "Lambda.SdkClientException");
    assert!(cause.to_lowercase().contains("refused"), "{cause}");
}
