//! The services of a machine.

use asl_http::SetupError;
use asl_runtime::error::{Phase, names};
use asl_runtime::{ServiceCall, ServiceCalls, TaskContext, TaskError, Value};

use crate::client::Client;
use crate::emr;
use crate::jobs::{self, Operation};
use crate::options::Options;
use crate::problem::Problem;
use crate::request;
use crate::resource::{Call, Target, table};

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
                assumed = self.with_credentials(credentials)?;
                &assumed
            }
        };
        let submitted = |answer: Value| cx.submitted(answer);
        // The engine learns that the task is alive, and the task of a request to cancel it.
        let seen = || cx.heartbeat();
        let key = cx.idempotency_key();
        let operation = Operation { key: &key, submitted: &submitted, seen: &seen };
        if let Some(whole) = cx.request() {
            return services.function(whole, Some(&request)).await;
        }
        services.call_resource(cx.resource(), &request, operation).await
    }

    /// Services whose calls are those of a role, which STS lets these assume. States with
    /// `Credentials` have theirs.
    #[must_use]
    pub fn assuming(&self, role_arn: &str) -> Self {
        Self(self.0.assuming(role_arn))
    }

    /// Services for a state with these `Credentials`.
    ///
    /// # Errors
    /// They have no `RoleArn`: `States.Runtime`.
    pub fn with_credentials(&self, credentials: &Value) -> Result<Self, TaskError> {
        match credentials.get("RoleArn").and_then(Value::as_str) {
            Some(role) => Ok(self.assuming(role)),
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
        let operation = Operation { key, submitted: &drop, seen: &|| () };
        self.call_resource(resource, request, operation).await
    }

    async fn call_resource(
        &self,
        resource: &str,
        request: &Value,
        operation: Operation<'_>,
    ) -> Result<Value, TaskError> {
        let refused = |problem: Problem| problem.into_task_error(resource);
        match Target::read(resource).map_err(refused)? {
            Target::Function => {
                let whole = Value::object([("FunctionName", Value::text(resource))]);
                self.function(&whole, Some(request)).await
            }
            Target::Lambda => self.function(request, None).await,
            Target::Http => self.http(request).await,
            Target::ApiGateway => {
                self.0.invoke_api(request).await.map_err(|end| end.failure(resource))
            }
            Target::Service { read, name, action, prefix } => {
                let table = table(name).map_err(refused)?;
                let call = Call::new(&table, &action, prefix).map_err(refused)?;
                if !read.pattern.starts_with(".sync") {
                    let wire = emr::request(&read, request).map_err(refused)?;
                    let answer = self.0.send(&call, operation.key, &wire).await;
                    let result = answer.map(|answer| emr::result(&read, answer));
                    return result.map_err(|end| end.failure(resource));
                }
                jobs::perform(&self.0, &call, &read, request, operation).await
            }
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
        let table = table("lambda").map_err(refused)?;
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

/// Checks that [`Services`] perform the calls of a Resource.
///
/// ```
/// assert!(asl_aws::check_resource("arn:aws:states:::sqs:sendMessage").is_ok());
/// let problem = asl_aws::check_resource("arn:aws:states:::eks:call").unwrap_err();
/// assert!(problem.contains("write its method"));
/// ```
///
/// # Errors
/// The reason why they do not.
pub fn check_resource(resource: &str) -> Result<(), String> {
    let check = || match Target::read(resource)? {
        Target::Function | Target::Lambda | Target::Http | Target::ApiGateway => Ok(()),
        Target::Service { name, action, prefix, .. } => {
            let table = table(name)?;
            let call = Call::new(&table, &action, prefix)?;
            request::check(&table, &call.operation)
        }
    };
    check().map_err(|problem| problem.to_string())
}

impl ServiceCalls for Services {
    fn call<'c>(&'c self, cx: &'c TaskContext, request: Value) -> ServiceCall<'c> {
        Box::pin(self.perform(cx, request))
    }
}
