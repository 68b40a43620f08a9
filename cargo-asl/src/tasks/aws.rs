//! Calls of AWS's services: of an account, or of an endpoint that stands for it.

use std::sync::Arc;

use asl_aws::{Credentials, Options, Services, SetupError};
use asl_http::{HttpOptions, HttpTask};
use asl_runtime::{TaskError, Value};
use asl_testing::runner::{Call, CallReply};
use tokio::runtime::{Builder, Runtime};

use super::error::throw;
use crate::output::remark;

/// Performs calls. Clones share their connections.
#[derive(Clone, Debug)]
pub(crate) struct Aws {
    services: Services,
    runtime: Arc<Background>,
    /// The beginning of idempotency keys, if they are those of one run.
    run: String,
    /// The receiver of the calls, for the line of progress. Empty for none.
    shown: String,
}

/// A runtime that ends in the background, because it may be dropped in a task of another one.
#[derive(Debug)]
struct Background(Option<Runtime>);

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Aws {
    /// The services of the environment's account, or of an endpoint with them.
    pub(crate) fn account(endpoint: Option<&str>) -> Result<Self, String> {
        let runtime = runtime()?;
        let mut options = runtime.block_on(Options::from_env());
        // Doubles of AWS check no signatures, so they need no account.
        let has_keys = ["AWS_ACCESS_KEY_ID", "AWS_PROFILE"];
        if endpoint.is_some() && has_keys.iter().all(|name| std::env::var_os(name).is_none()) {
            options = options.credentials(test_key());
        }
        if let Some(endpoint) = endpoint {
            options = options.endpoint(endpoint.to_owned());
        }
        let shown = options.endpoint.clone().unwrap_or_else(|| format!("AWS, {}", options.region));
        Self::new(runtime, options, shown)
    }

    /// The double of a service.
    pub(crate) fn double(endpoint: &str) -> Result<Self, String> {
        let options = Options::default().credentials(test_key()).endpoint(endpoint.to_owned());
        Self::new(runtime()?, options, String::new())
    }

    fn new(runtime: Runtime, options: Options, shown: String) -> Result<Self, String> {
        let said = |error: SetupError| error.to_string();
        let connections = Arc::new(Services::new(options.clone()).map_err(said)?);
        let http = HttpTask::new(HttpOptions::default().connections(connections)).map_err(said)?;
        let services = Services::new(options.http(http)).map_err(said)?;
        let runtime = Arc::new(Background(Some(runtime)));
        Ok(Self { services, runtime, run: String::new(), shown })
    }

    /// Makes the keys of a run, which name no execution, differ from those of other runs.
    pub(crate) fn for_one_run(&mut self) {
        self.run = format!("{:016x}.", asl_runtime::__engine::random_seed());
    }

    /// Performs a call that is no task.
    pub(crate) fn call(&self, resource: &str, request: &Value) -> Result<Value, TaskError> {
        self.background().block_on(self.services.call(resource, "", request))
    }

    fn background(&self) -> &Runtime {
        let Some(runtime) = &self.runtime.0 else { unreachable!("it ends when this is dropped") };
        runtime
    }

    /// Performs a call.
    pub(crate) fn perform(&self, call: &Call) -> CallReply {
        if !self.shown.is_empty() {
            remark(&format!("`{}` calls {} ({})\n", call.state, call.resource, self.shown));
        }
        let key = format!("{}{}", self.run, call.key);
        let services = match call.credentials.as_ref() {
            None => Ok(self.services.clone()),
            Some(credentials) => self.services.with_credentials(credentials),
        };
        let result = services.and_then(|services| {
            self.background().block_on(services.call(&call.resource, &key, &call.input))
        });
        match result {
            Ok(result) => CallReply::Return(result),
            Err(error) => throw(error.error(), error.cause().unwrap_or_default()),
        }
    }
}

/// True if AWS performs a task with this Resource: a service, or a Lambda function.
pub(crate) fn is_aws(resource: &str) -> bool {
    resource.starts_with("arn:aws")
        && (resource.contains(":states:::") || resource.contains(":lambda:"))
}

fn runtime() -> Result<Runtime, String> {
    Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())
}

fn test_key() -> Credentials {
    Credentials::new("test", "test", None, None, "cargo-asl")
}
