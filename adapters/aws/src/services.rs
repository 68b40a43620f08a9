//! The services of a machine.

use asl_http::SetupError;
use asl_runtime::error::{Phase, names};
use asl_runtime::{ServiceCall, ServiceCalls, TaskContext, TaskError, Value};

use crate::client::Client;
use crate::emr;
use crate::jobs::{self, Operation};
use crate::options::Options;
use crate::problem::Problem;
use crate::resource::{Call, target};

/// Performs the calls of AWS's services. Clones are cheap and share their connections.
#[derive(Clone, Debug)]
pub struct Services(Client);

impl Services {
    /// Services with options.
    ///
    /// # Errors
    /// The system has no trusted certificates.
    pub fn new(options: Options) -> Result<Self, SetupError> {
        Client::new(options).map(Self)
    }

    /// Services with the [options of the environment](Options::from_env).
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    #[cfg(feature = "environment")]
    pub async fn from_env() -> Result<Self, SetupError> {
        Self::new(Options::from_env().await)
    }

    /// Performs the call of a task: for a method of your own that passes it on.
    ///
    /// # Errors
    /// The error of the service, with Step Functions' name for it. The crate's documentation lists
    /// the others.
    pub async fn perform(&self, cx: &TaskContext, request: Value) -> Result<Value, TaskError> {
        let assumed;
        let services = match cx.credentials() {
            None => self,
            Some(credentials) => {
                assumed = self.assuming(credentials)?;
                &assumed
            }
        };
        let submitted = |answer: Value| cx.submitted(answer);
        let key = cx.idempotency_key();
        let operation = Operation { key: &key, submitted: &submitted };
        if let Some(whole) = cx.request() {
            return services.function(whole, Some(&request)).await;
        }
        services.call_resource(cx.resource(), &request, operation).await
    }

    /// The services of the role in the `Credentials` of a state.
    fn assuming(&self, credentials: &Value) -> Result<Self, TaskError> {
        match credentials.get("RoleArn").and_then(Value::as_str) {
            Some(role) => Ok(Self(self.0.assuming(role))),
            None => {
                let cause = "`Credentials` need the ARN of a role in `RoleArn`";
                Err(TaskError::new(names::RUNTIME, cause).in_phase(Phase::Schedule))
            }
        }
    }

    /// Performs the call of a Resource without a run. Idempotency tokens are made of `key`.
    ///
    /// # Errors
    /// As for [`perform`](Self::perform).
    pub async fn call(
        &self,
        resource: &str,
        key: &str,
        request: &Value,
    ) -> Result<Value, TaskError> {
        self.call_resource(resource, request, Operation { key, submitted: &drop }).await
    }

    async fn call_resource(
        &self,
        resource: &str,
        request: &Value,
        operation: Operation<'_>,
    ) -> Result<Value, TaskError> {
        if resource.contains(":lambda:") && resource.contains(":function:") {
            let whole = Value::object([("FunctionName", Value::text(resource))]);
            return self.function(&whole, Some(request)).await;
        }
        let refused = |problem: Problem| problem.into_task_error(resource);
        let Some(read) = asl_aws_models::resource(resource) else {
            return Err(refused(Problem::new("it is no call of an AWS service")));
        };
        match (read.is_sdk, read.service, read.action) {
            (false, "http", "invoke") => return self.http(request).await,
            (false, "apigateway", "invoke") => {
                return self.0.invoke_api(request).await.map_err(|end| end.failure(resource));
            }
            (false, "lambda", "invoke") => return self.function(request, None).await,
            _ => {}
        }
        let (name, action, prefix) = target(&read).map_err(refused)?;
        let table = self.0.tables().service(name).map_err(refused)?;
        let call = match prefix {
            Some(prefix) => Call::optimized(&table, &action, prefix),
            None => Call::of_sdk(&table, &action),
        };
        let call = call.map_err(refused)?;
        match read.pattern {
            "" | ".waitForTaskToken" => {
                let wire = emr::request(&read, request).map_err(refused)?;
                let answer = self.0.send(&call, operation.key, &wire).await;
                answer
                    .map(|answer| emr::result(&read, answer))
                    .map_err(|end| end.failure(resource))
            }
            ".sync" | ".sync:2" => jobs::perform(&self.0, &call, &read, request, operation).await,
            other => Err(refused(Problem::new(format!("there is no pattern `{other}`")))),
        }
    }

    async fn http(&self, request: &Value) -> Result<Value, TaskError> {
        match &self.0.options().http {
            Some(task) => task.invoke(request).await,
            None => Err(TaskError::new(
                names::RUNTIME,
                "`http:invoke` needs the option `http` of `asl_aws::Options`",
            )),
        }
    }

    /// Invokes a Lambda function. With a payload of its own, the result is that of the function.
    async fn function(&self, whole: &Value, payload: Option<&Value>) -> Result<Value, TaskError> {
        let resource = "arn:aws:states:::lambda:invoke";
        let refused = |problem: Problem| problem.into_task_error(resource);
        let table = self.0.tables().service("lambda").map_err(refused)?;
        let call = Call::optimized(&table, "invoke", "Lambda").map_err(refused)?;
        let mut request = whole.clone();
        if let Some(payload) = payload.or_else(|| whole.get("Payload")) {
            request.insert("Payload", payload.to_json_string());
        }
        let mut result =
            self.0.send(&call, "", &request).await.map_err(|end| end.failure(resource))?;
        let text = result.get("Payload").and_then(Value::as_str).unwrap_or_default().to_owned();
        if result.remove("FunctionError").is_some() {
            let error = Value::from_json_str(&text).unwrap_or_default();
            let name =
                error.get("errorType").and_then(Value::as_str).filter(|name| !name.is_empty());
            return Err(TaskError::new(name.unwrap_or("Lambda.Unknown"), text.clone()));
        }
        let answer = match text.as_str() {
            "" => Value::Null,
            text => Value::from_json_str(text).map_err(|error| {
                let cause = format!("the function's answer is not JSON: {error}");
                TaskError::new("Lambda.Unknown", cause)
            })?,
        };
        if payload.is_some() {
            return Ok(answer);
        }
        result.insert("Payload", answer);
        Ok(result)
    }
}

impl ServiceCalls for Services {
    fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c> {
        Box::pin(self.perform(cx, request))
    }
}
