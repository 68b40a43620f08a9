//! AWS Lambda functions as tasks: `arn:aws:states:::lambda:invoke`, and functions by their own ARN.
//!
//! ```no_run
//! use asl_lambda::LambdaTask;
//! use asl_lambda::config::{Credentials, Region};
//! use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
//!
//! asl_machine!("doc/price.asl.json"); // -> mod price
//!
//! struct Services {
//!     lambda: LambdaTask,
//! }
//!
//! impl price::Tasks for Services {
//!     // arn:aws:states:::lambda:invoke with `FunctionName`, or the ARN of a function.
//!     async fn price(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         self.lambda.perform(cx, &input).await
//!     }
//!
//!     async fn ship(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
//!         self.lambda.perform(cx, &input).await
//!     }
//! }
//!
//! # async fn run(credentials: Credentials) -> Result<(), Box<dyn std::error::Error>> {
//! let settings = LambdaTask::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
//! let services = Services { lambda: LambdaTask::new(settings.build()) };
//! let output = price::run(services, json!({"sku": "tea"})).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Methods of functions take and return payloads. A method that takes the whole request, because
//! `FunctionName` depends on the data or the machine has `methods = resources`, calls
//! [`LambdaTask::invoke`].
//!
//! A function's error keeps its name (`errorType`), and its cause is the text that the function's
//! runtime sent. Errors of the service have AWS's names, such as `Lambda.TooManyRequestsException`,
//! except that `AccessDeniedException` is `States.Permissions`. Errors of the connection are
//! `Lambda.SdkClientException`. The SDK never retries, because retriers do. A response of more than
//! 6 MiB, which Lambda never sends, is `States.DataLimitExceeded`.

mod limit;

use std::time::Duration;

use asl_runtime::__engine::chain;
use asl_runtime::error::names;
use asl_runtime::{TaskContext, TaskError, Value};
use aws_sdk_lambda::Client;
use aws_sdk_lambda::config::retry::RetryConfig;
use aws_sdk_lambda::config::timeout::TimeoutConfig;
use aws_sdk_lambda::config::{BehaviorVersion, Builder};
use aws_sdk_lambda::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_lambda::operation::RequestId as _;
use aws_sdk_lambda::operation::invoke::builders::InvokeFluentBuilder;
use aws_sdk_lambda::operation::invoke::{InvokeError, InvokeOutput};
use aws_sdk_lambda::primitives::Blob;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;

pub use aws_sdk_lambda::config;

/// Performs tasks by invoking Lambda functions. Clones are cheap.
#[derive(Clone, Debug)]
pub struct LambdaTask {
    client: Client,
}

impl LambdaTask {
    /// The settings that a client needs besides region and credentials: TLS with the cryptography
    /// of ring, no retries, and time-outs that allow a function its 15 minutes.
    pub fn settings() -> Builder {
        let http = aws_smithy_http_client::Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .build_https();
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(10))
            .read_timeout(Duration::from_secs(910))
            .operation_timeout(Duration::from_secs(930));
        aws_sdk_lambda::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .http_client(http)
            .timeout_config(timeouts.build())
            .retry_config(RetryConfig::disabled())
    }

    /// A client with settings: those of [`settings`](Self::settings), or your own.
    #[expect(clippy::needless_pass_by_value, reason = "a client owns its settings")]
    pub fn new(settings: config::Config) -> Self {
        Self {
            client: Client::from_conf(
                settings.to_builder().interceptor(limit::LongestAnswer).build(),
            ),
        }
    }

    /// Performs the task of a method that takes a payload, and returns the answer of the function:
    /// the one that the request of `lambda:invoke` or the Resource names. Qualifier, client context
    /// and the type of the invocation are those of the request.
    ///
    /// # Errors
    /// Errors of the function, the service or the connection, as the crate's documentation
    /// describes.
    pub async fn perform(&self, cx: &TaskContext, input: &Value) -> Result<Value, TaskError> {
        match cx.request() {
            None => self.call(cx.resource(), input).await,
            Some(request) => payload(&send(self.request(request)?.payload(blob(input))).await?),
        }
    }

    /// Performs `arn:aws:states:::lambda:invoke` with a whole request. The input has
    /// `FunctionName`, `Payload` and so on, the output `Payload`, `StatusCode`, `ExecutedVersion`.
    ///
    /// # Errors
    /// As for [`perform`](Self::perform).
    pub async fn invoke(&self, input: &Value) -> Result<Value, TaskError> {
        let mut call = self.request(input)?;
        if let Some(payload) = input.get("Payload") {
            call = call.payload(blob(payload));
        }
        let answer = send(call).await?;
        Ok(described(&answer, payload(&answer)?))
    }

    /// Calls a function by its name or ARN: input and output are the function's own.
    ///
    /// # Errors
    /// As for [`perform`](Self::perform).
    pub async fn call(&self, function: &str, input: &Value) -> Result<Value, TaskError> {
        payload(&send(self.client.invoke().function_name(function).payload(blob(input))).await?)
    }

    /// The call of a request, without its payload.
    fn request(&self, request: &Value) -> Result<InvokeFluentBuilder, TaskError> {
        let text = |name: &str| request.get(name).and_then(Value::as_str);
        let function = text("FunctionName").ok_or_else(|| {
            TaskError::new(
                "Lambda.ValidationException",
                "The field 'FunctionName' is required but was missing",
            )
        })?;
        let mut call = self.client.invoke().function_name(function);
        if let Some(kind) = text("InvocationType") {
            call = call.invocation_type(kind.into());
        }
        if let Some(kind) = text("LogType") {
            call = call.log_type(kind.into());
        }
        call = call.set_qualifier(text("Qualifier").map(str::to_owned));
        Ok(call.set_client_context(text("ClientContext").map(str::to_owned)))
    }
}

fn blob(payload: &Value) -> Blob {
    Blob::new(payload.to_json_string())
}

async fn send(call: InvokeFluentBuilder) -> Result<InvokeOutput, TaskError> {
    let answer = call.send().await.map_err(|error| failed(&error))?;
    if answer.function_error().is_some() { Err(function_failed(&answer)) } else { Ok(answer) }
}

/// The function's result. Null for an event, which has none.
fn payload(answer: &InvokeOutput) -> Result<Value, TaskError> {
    let bytes = answer.payload().map(Blob::as_ref).unwrap_or_default();
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    Value::from_json_slice(bytes).map_err(|error| {
        TaskError::new("Lambda.Unknown", format!("the function's answer is not JSON: {error}"))
    })
}

/// The function's own error, with the unchanged text of its runtime.
fn function_failed(answer: &InvokeOutput) -> TaskError {
    let bytes = answer.payload().map(Blob::as_ref).unwrap_or_default();
    let error = Value::from_json_slice(bytes).unwrap_or_default();
    let name = error.get("errorType").and_then(Value::as_str).filter(|name| !name.is_empty());
    TaskError::new(name.unwrap_or("Lambda.Unknown"), String::from_utf8_lossy(bytes).into_owned())
}

/// The output of a call, with the part of the headers that the SDK exposes.
fn described(answer: &InvokeOutput, payload: Value) -> Value {
    let mut told = Value::object([]);
    if let Some(version) = answer.executed_version() {
        told.insert("ExecutedVersion", version);
    }
    if let Some(log) = answer.log_result() {
        told.insert("LogResult", log);
    }
    told.insert("Payload", payload);
    told.insert(
        "SdkHttpMetadata",
        Value::object([("HttpStatusCode", Value::from(answer.status_code()))]),
    );
    if let Some(id) = answer.request_id() {
        told.insert("SdkResponseMetadata", Value::object([("RequestId", Value::text(id))]));
    }
    told.insert("StatusCode", answer.status_code());
    told
}

/// The service's error with AWS's name, or that of the connection.
fn failed(error: &SdkError<InvokeError>) -> TaskError {
    if limit::was_exceeded(error) {
        let cause =
            format!("the answer of the function has more than {} bytes", limit::LONGEST_ANSWER);
        return TaskError::new("States.DataLimitExceeded", cause);
    }
    let (Some(service), Some(response)) = (error.as_service_error(), error.raw_response()) else {
        return TaskError::new("Lambda.SdkClientException", chain(error));
    };
    let (code, status) =
        (service.code().unwrap_or("AWSLambdaException"), response.status().as_u16());
    let (message, id) =
        (service.message().unwrap_or_default(), error.request_id().unwrap_or("null"));
    let cause = format!(
        "{message} (Service: AWSLambda; Status Code: {status}; Error Code: {code}; Request ID: {id}; Proxy: null)"
    );
    // ASL: "States.Permissions": insufficient privileges to execute the specified code.
    if matches!(code, "AccessDeniedException" | "AccessDenied") {
        return TaskError::new(names::PERMISSIONS, cause);
    }
    TaskError::new(format!("Lambda.{code}"), cause)
}
