//! A client of Temporal's server: starts executions, sends messages to them, waits for them.

use asl_runtime::__engine::ClientError;
use asl_runtime::execution::Report;
use asl_runtime::{TaskError, Value};

use crate::codec::CodecHandle;
use crate::describe::{Description, Started};
use crate::server::Server;
use crate::shell::{History, Service};

/// A client of a server. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Client {
    service: Service,
}

impl Client {
    /// A client of a server, or of that at an address such as `http://127.0.0.1:7233`, for the
    /// namespace `default` and the task queue `asl`.
    ///
    /// # Errors
    /// The text is no address, or no server answers there.
    pub async fn connect(server: impl Into<Server>) -> Result<Self, ClientError> {
        Ok(Self { service: Service::connect(&server.into()).await? })
    }

    /// Sets the namespace.
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.service.namespace = namespace.into();
        self
    }

    /// Sets the task queue, from which workers take what this client starts.
    #[must_use]
    pub fn task_queue(mut self, task_queue: impl Into<String>) -> Self {
        self.service.task_queue = task_queue.into();
        self
    }

    /// Encodes payloads with a codec. Workers need the same.
    #[must_use]
    pub fn codec(mut self, codec: impl Into<CodecHandle>) -> Self {
        self.service.codec = Some(codec.into());
        self
    }

    /// Runs a machine to its end, as the execution with this id, or waits for that execution if it
    /// exists.
    ///
    /// # Errors
    /// The server is unreachable, or the execution fails.
    pub async fn run(&self, machine: &str, id: &str, input: &Value) -> Result<Value, ClientError> {
        self.start(machine, id, input).await?;
        self.wait(id).await
    }

    /// Starts an execution with this workflow id, unless it exists. Temporal has then persisted it;
    /// it runs as soon as a worker with the machine does.
    ///
    /// # Errors
    /// The server is unreachable, or refuses.
    pub async fn start(
        &self,
        machine: &str,
        id: &str,
        input: &Value,
    ) -> Result<Started, ClientError> {
        self.service.start_workflow(machine, id, input).await
    }

    /// Waits for the execution with this id, also through several runs.
    ///
    /// # Errors
    /// The server is unreachable, the execution does not exist, or it fails.
    pub async fn wait(&self, id: &str) -> Result<Value, ClientError> {
        self.service.wait_for(id).await
    }

    /// The description of the execution with this id; `None` if there is none.
    ///
    /// # Errors
    /// The server is unreachable, or does not have the namespace.
    pub async fn describe(&self, id: &str) -> Result<Option<Description>, ClientError> {
        self.service.describe_workflow(id).await
    }

    /// The executions that a query of Temporal selects, at most so many:
    /// `WorkflowType = 'order' AND ExecutionStatus = 'Failed'`.
    ///
    /// # Errors
    /// The server is unreachable, or refuses the query.
    pub async fn list(&self, query: &str, most: usize) -> Result<Vec<Description>, ClientError> {
        self.service.list_workflows(query, most).await
    }

    /// Sends a `CloudEvent` to the execution with this id. An event that the execution does not
    /// accept is in [`state`](Self::state).
    ///
    /// # Errors
    /// The server is unreachable, or no execution with this id runs.
    pub async fn send(&self, id: &str, event: &Value) -> Result<(), ClientError> {
        self.service.send_event(id, event).await
    }

    /// Completes the task with this token.
    ///
    /// # Errors
    /// The server is unreachable, or the execution of the token does not run. Whether the execution
    /// still waits for the task, Temporal does not know: if not, the report is in
    /// [`state`](Self::state).
    pub async fn success(&self, token: &str, output: impl Into<Value>) -> Result<(), ClientError> {
        self.report(token, Report::Done(output.into())).await
    }

    /// Fails the task with this token.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn failure(&self, token: &str, error: TaskError) -> Result<(), ClientError> {
        self.report(token, Report::Failed(error)).await
    }

    /// Sends a heartbeat of the task.
    ///
    /// # Errors
    /// As for [`success`](Self::success).
    pub async fn heartbeat(&self, token: &str) -> Result<(), ClientError> {
        self.report(token, Report::Heartbeat).await
    }

    /// Asks the execution with this id to end: it ends as aborted, and so do its tasks. An execution
    /// that has ended stays as it is.
    ///
    /// # Errors
    /// The server is unreachable, or there is no execution with this id.
    pub async fn cancel(&self, id: &str, reason: &str) -> Result<(), ClientError> {
        self.service.cancel_workflow(id, reason).await
    }

    /// Ends the execution with this id at once, without a worker.
    ///
    /// # Errors
    /// The server is unreachable, or no execution with this id runs.
    pub async fn terminate(&self, id: &str, reason: &str) -> Result<(), ClientError> {
        self.service.terminate_workflow(id, reason).await
    }

    /// Resumes the execution with this id, which has failed, timed out or was cancelled, in a new run
    /// under the same id: the states that did not succeed run again, and results of those that did
    /// are kept. A worker with the machine replays the history of the latest run, to find where it
    /// failed. Of several clients that redrive the same run, one starts the new run; the others get
    /// that, or an error.
    ///
    /// # Errors
    /// The server is unreachable, no worker answers, there is no such execution, or it runs, has
    /// succeeded, or cannot be redriven for another reason.
    pub async fn redrive(&self, id: &str) -> Result<Started, ClientError> {
        self.service.redrive_workflow(id).await
    }

    /// The state of the execution with this id: `machine`, `version`, its `snapshot`, and under
    /// `refused` why the last messages were not accepted. A worker with the machine answers.
    ///
    /// # Errors
    /// The server is unreachable, there is no such execution, or no worker answers.
    pub async fn state(&self, id: &str) -> Result<Value, ClientError> {
        self.service.query_state(id).await
    }

    /// The history of the latest run of the execution with this id, for
    /// [`replay`](crate::replay).
    ///
    /// # Errors
    /// The server is unreachable, or there is no such execution.
    pub async fn history(&self, id: &str) -> Result<History, ClientError> {
        self.service.history_of(id).await
    }

    async fn report(&self, token: &str, report: Report) -> Result<(), ClientError> {
        let id = workflow_id(token).ok_or(ClientError::Token)?;
        self.service.send_report(id, token, report).await
    }
}

/// The workflow id in a task token, which is `workflow/run.serial.digest`. Workflow ids may contain
/// dots and slashes, run ids contain neither.
fn workflow_id(token: &str) -> Option<&str> {
    let execution = token.rsplitn(3, '.').nth(2)?;
    execution.rsplit_once('/').map(|(workflow, _)| workflow).filter(|workflow| !workflow.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_the_id_of_its_workflow() {
        assert_eq!(workflow_id("a/b.c/0199-7f.12.abcdef"), Some("a/b.c"));
        for other in ["", "a", "a.1.2", "/r.1.2"] {
            assert_eq!(workflow_id(other), None, "{other}");
        }
    }

    #[tokio::test]
    async fn an_address_without_a_server_is_named() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let address = format!("http://127.0.0.1:{}", free.expect("a port").port());
        let error = Client::connect(&address).await.expect_err("nothing listens");
        let text = error.to_string();
        assert!(text.starts_with(&format!("no server answers at {address}: ")), "{text}");
        assert!(text.contains("refused"), "{text}");
        for other in ["", "127.0.0.1:7233", "ftp://a"] {
            let error = Client::connect(other).await.expect_err("no address");
            assert!(matches!(error, ClientError::Address(..)), "{other}: {error}");
        }
        let server = Server::new("http://127.0.0.1:7233").api_key("secret");
        assert!(!format!("{server:?}").contains("secret"));
        let error = Client::connect(server).await.expect_err("anybody could read the key");
        assert!(matches!(error, ClientError::Address(..)), "{error}");
    }
}
