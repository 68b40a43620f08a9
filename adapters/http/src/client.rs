//! The HTTP task.

use asl_runtime::{TaskError, Value};

use crate::connection::Credentials;
use crate::fault::Fault;
use crate::options::{HttpOptions, SetupError};
use crate::request::Request;
use crate::response;
use crate::text::printable;
use crate::transport::{Call, Transport};

/// Performs HTTP tasks: `arn:aws:states:::http:invoke`. Clones are cheap and share their
/// connections.
#[derive(Clone, Debug)]
pub struct HttpTask(Transport);

impl HttpTask {
    /// A client that trusts the system's certificates.
    pub fn new(options: HttpOptions) -> Result<Self, SetupError> {
        Transport::new(options, concat!("asl-http/", env!("CARGO_PKG_VERSION"))).map(Self)
    }

    /// Performs a task. Its input has `ApiEndpoint`, `Method` and so on, its output `Headers`,
    /// `ResponseBody`, `StatusCode` and `StatusText`.
    ///
    /// Errors: `States.Http.StatusCode.404` and so on, with the response's body as cause;
    /// `States.Http.Socket` without a response in time; `States.Runtime` for input that can never
    /// work.
    pub async fn invoke(&self, input: &Value) -> Result<Value, TaskError> {
        let credentials = self.credentials(input).await?;
        let Request { method, url, headers, body } = Request::new(input, credentials)?;
        let answer = self
            .0
            .send(Call { method, url, headers, body })
            .await
            .map_err(Fault::into_task_error)?;
        response::output(answer)
    }

    async fn credentials(&self, input: &Value) -> Result<Credentials, TaskError> {
        match (Request::connection_arn(input), &self.0.options().connections) {
            (None, _) => Ok(Credentials::default()),
            (Some(arn), Some(connections)) => connections.credentials(arn).await,
            (Some(arn), None) => Err(TaskError::new(
                "States.Permissions",
                format!("there are no credentials for the connection {}", printable(arn)),
            )),
        }
    }
}
