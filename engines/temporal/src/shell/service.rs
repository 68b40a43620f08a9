//! The requests of a client to the server.

use std::time::{Duration, SystemTime};

use asl_runtime::__engine::ClientError;
use asl_runtime::execution::Report;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;
use asl_runtime::{Failure, Value};
use temporalio_client::Connection;
use temporalio_client::grpc::WorkflowService as _;
use temporalio_common::payload_visitor::PayloadVisitable;
use temporalio_common::protos::temporal::api::common::v1::{
    Memo, Payload, Payloads, WorkflowExecution, WorkflowType,
};
use temporalio_common::protos::temporal::api::enums::v1::{
    HistoryEventFilterType, TaskQueueKind, WorkflowExecutionStatus, WorkflowIdConflictPolicy,
    WorkflowIdReusePolicy,
};
use temporalio_common::protos::temporal::api::history::v1::History as Events;
use temporalio_common::protos::temporal::api::history::v1::history_event::Attributes;
use temporalio_common::protos::temporal::api::query::v1::WorkflowQuery;
use temporalio_common::protos::temporal::api::taskqueue::v1::TaskQueue;
use temporalio_common::protos::temporal::api::workflow::v1::WorkflowExecutionInfo;
use temporalio_common::protos::temporal::api::workflowservice::v1::{
    DescribeWorkflowExecutionRequest, GetWorkflowExecutionHistoryRequest,
    ListWorkflowExecutionsRequest, QueryWorkflowRequest, RequestCancelWorkflowExecutionRequest,
    SignalWorkflowExecutionRequest, StartWorkflowExecutionRequest, StartWorkflowExecutionResponse,
    TerminateWorkflowExecutionRequest,
};
use tonic::{Code, Request, Status};

use super::connection::Link;
use super::history::History;
use super::{Answer, coding, failure, payload};
use crate::codec::CodecHandle;
use crate::describe::{Description, ExecutionStatus, Started};
use crate::server::Server;
use crate::wire::{EVENT, REPORT, STATE, read_marker};

/// Maximum time of a request that waits for the end of an execution.
const LONG_POLL: Duration = Duration::from_secs(70);
/// Maximum pages of a history.
const MOST_PAGES: u32 = 10_000;

/// The end of a run.
enum End {
    /// That of the execution.
    Over(Result<Value, Failure>),
    /// The execution continues in another run.
    Continued(String),
}

/// A server with a namespace and a task queue.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    link: Link,
    pub(crate) namespace: String,
    pub(crate) task_queue: String,
    pub(crate) codec: Option<CodecHandle>,
}

impl Service {
    pub(crate) async fn connect(server: &Server) -> Result<Self, ClientError> {
        let link = Link::connect(server).await?;
        let (namespace, task_queue) = ("default".to_owned(), "asl".to_owned());
        Ok(Self { link, namespace, task_queue, codec: None })
    }

    pub(crate) fn start_workflow<'a>(
        &'a self,
        machine: &'a str,
        id: &'a str,
        input: &'a Value,
    ) -> Answer<'a, Started> {
        Box::pin(async move {
            let request = StartWorkflowExecutionRequest {
                request_id: request_id(),
                workflow_id_reuse_policy: WorkflowIdReusePolicy::RejectDuplicate.into(),
                workflow_id_conflict_policy: WorkflowIdConflictPolicy::UseExisting.into(),
                ..self.start_request(machine, id, vec![payload::write(input)])
            };
            match self.request_start(request).await? {
                Ok(answer) => Ok(Started { run: answer.run_id, is_new: answer.started }),
                Err(status) if status.code() == Code::AlreadyExists => {
                    let found = self.describe_workflow(id).await?;
                    let run = found.map(|found| found.run).unwrap_or_default();
                    Ok(Started { run, is_new: false })
                }
                Err(status) => Err(self.refused(&status)),
            }
        })
    }

    /// The request that starts a workflow, without its id and its policies.
    pub(super) fn start_request(
        &self,
        machine: &str,
        id: &str,
        payloads: Vec<Payload>,
    ) -> StartWorkflowExecutionRequest {
        StartWorkflowExecutionRequest {
            namespace: self.namespace.clone(),
            workflow_id: id.to_owned(),
            workflow_type: Some(WorkflowType { name: machine.to_owned() }),
            task_queue: Some(TaskQueue {
                name: self.task_queue.clone(),
                kind: TaskQueueKind::Normal.into(),
                ..TaskQueue::default()
            }),
            input: Some(Payloads { payloads }),
            identity: self.link.connection.identity().to_owned(),
            memo: Some(memo(machine)),
            ..StartWorkflowExecutionRequest::default()
        }
    }

    /// The answer to a request that starts a workflow.
    pub(super) async fn request_start(
        &self,
        mut request: StartWorkflowExecutionRequest,
    ) -> Result<Result<StartWorkflowExecutionResponse, Status>, ClientError> {
        self.encode(&mut request).await?;
        let answer = self.connection().start_workflow_execution(Request::new(request)).await;
        Ok(answer.map(tonic::Response::into_inner))
    }

    pub(crate) fn wait_for<'a>(&'a self, id: &'a str) -> Answer<'a, Value> {
        Box::pin(async move {
            let mut run = String::new();
            loop {
                match self.end_of_run(id, &run).await? {
                    End::Over(result) => return result.map_err(ClientError::Failed),
                    End::Continued(next) => run = next,
                }
            }
        })
    }

    /// Waits for the end of a run; of the latest one if `run` is empty.
    async fn end_of_run(&self, id: &str, run: &str) -> Result<End, ClientError> {
        let mut next_page_token = Vec::new();
        loop {
            let mut request = Request::new(GetWorkflowExecutionHistoryRequest {
                namespace: self.namespace.clone(),
                execution: Some(execution(id, run)),
                next_page_token,
                wait_new_event: true,
                history_event_filter_type: HistoryEventFilterType::CloseEvent.into(),
                ..GetWorkflowExecutionHistoryRequest::default()
            });
            request.set_timeout(LONG_POLL);
            let answer = self.connection().get_workflow_execution_history(request).await;
            let mut answer = match answer {
                Ok(answer) => answer.into_inner(),
                // The deadline of this request is not that of the wait.
                Err(status) if status.code() == Code::DeadlineExceeded => {
                    next_page_token = Vec::new();
                    continue;
                }
                Err(status) => return Err(self.refused(&status)),
            };
            self.decode(&mut answer).await?;
            let last = answer.history.and_then(|mut history| history.events.pop());
            if let Some(end) = last.and_then(|event| event.attributes).and_then(end) {
                return Ok(end);
            }
            next_page_token = answer.next_page_token;
        }
    }

    pub(crate) fn history_of<'a>(&'a self, id: &'a str) -> Answer<'a, History> {
        Box::pin(async move {
            let (mut events, mut next_page_token) = (Vec::new(), Vec::new());
            for _ in 0..MOST_PAGES {
                let request = Request::new(GetWorkflowExecutionHistoryRequest {
                    namespace: self.namespace.clone(),
                    execution: Some(execution(id, "")),
                    next_page_token,
                    ..GetWorkflowExecutionHistoryRequest::default()
                });
                let answer = self.connection().get_workflow_execution_history(request).await;
                let answer = self.answer(answer)?;
                events.extend(answer.history.unwrap_or_default().events);
                next_page_token = answer.next_page_token;
                if next_page_token.is_empty() {
                    break;
                }
            }
            Ok(History::new(Events { events }))
        })
    }

    pub(crate) fn describe_workflow<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Description>> {
        Box::pin(async move {
            let request = DescribeWorkflowExecutionRequest {
                namespace: self.namespace.clone(),
                execution: Some(execution(id, "")),
            };
            match self.connection().describe_workflow_execution(Request::new(request)).await {
                Ok(answer) => Ok(answer.into_inner().workflow_execution_info.map(description)),
                Err(status) if is_unknown_execution(&status) => Ok(None),
                Err(status) => Err(self.refused(&status)),
            }
        })
    }

    pub(crate) fn list_workflows<'a>(
        &'a self,
        query: &'a str,
        most: usize,
    ) -> Answer<'a, Vec<Description>> {
        Box::pin(async move {
            let (mut found, mut next_page_token) = (Vec::new(), Vec::new());
            while found.len() < most {
                let request = ListWorkflowExecutionsRequest {
                    namespace: self.namespace.clone(),
                    page_size: i32::try_from(most - found.len()).unwrap_or(i32::MAX).min(1_000),
                    next_page_token,
                    query: query.to_owned(),
                };
                let answer =
                    self.connection().list_workflow_executions(Request::new(request)).await;
                let answer = self.answer(answer)?;
                found.extend(answer.executions.into_iter().map(description));
                next_page_token = answer.next_page_token;
                if next_page_token.is_empty() {
                    break;
                }
            }
            found.truncate(most);
            Ok(found)
        })
    }

    pub(crate) fn send_event<'a>(&'a self, id: &'a str, event: &'a Value) -> Answer<'a, ()> {
        Box::pin(async move { self.signal(id, EVENT, payload::write(event)).await })
    }

    pub(crate) fn send_report<'a>(
        &'a self,
        id: &'a str,
        token: &'a str,
        report: Report,
    ) -> Answer<'a, ()> {
        Box::pin(async move {
            self.signal(id, REPORT, payload::write(&(Text::from(token), report))).await
        })
    }

    async fn signal(&self, id: &str, name: &str, input: Payload) -> Result<(), ClientError> {
        let mut request = SignalWorkflowExecutionRequest {
            namespace: self.namespace.clone(),
            workflow_execution: Some(execution(id, "")),
            signal_name: name.to_owned(),
            input: Some(Payloads { payloads: vec![input] }),
            identity: self.link.connection.identity().to_owned(),
            request_id: request_id(),
            ..SignalWorkflowExecutionRequest::default()
        };
        self.encode(&mut request).await?;
        let sent = self.connection().signal_workflow_execution(Request::new(request)).await;
        self.answer(sent).map(drop)
    }

    pub(crate) fn cancel_workflow<'a>(&'a self, id: &'a str, reason: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let request = RequestCancelWorkflowExecutionRequest {
                namespace: self.namespace.clone(),
                workflow_execution: Some(execution(id, "")),
                identity: self.link.connection.identity().to_owned(),
                request_id: request_id(),
                reason: reason.to_owned(),
                ..RequestCancelWorkflowExecutionRequest::default()
            };
            let sent =
                self.connection().request_cancel_workflow_execution(Request::new(request)).await;
            self.answer(sent).map(drop)
        })
    }

    pub(crate) fn terminate_workflow<'a>(&'a self, id: &'a str, reason: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let request = TerminateWorkflowExecutionRequest {
                namespace: self.namespace.clone(),
                workflow_execution: Some(execution(id, "")),
                identity: self.link.connection.identity().to_owned(),
                reason: reason.to_owned(),
                ..TerminateWorkflowExecutionRequest::default()
            };
            let sent = self.connection().terminate_workflow_execution(Request::new(request)).await;
            self.answer(sent).map(drop)
        })
    }

    /// The answer of a run to a query; of the latest one if `run` is empty.
    pub(super) async fn query(
        &self,
        id: &str,
        run: &str,
        query_type: &str,
    ) -> Result<Vec<Payload>, ClientError> {
        let query_type = query_type.to_owned();
        let request = QueryWorkflowRequest {
            namespace: self.namespace.clone(),
            execution: Some(execution(id, run)),
            query: Some(WorkflowQuery { query_type, ..WorkflowQuery::default() }),
            ..QueryWorkflowRequest::default()
        };
        let answer = self.connection().query_workflow(Request::new(request)).await;
        let mut answer = self.answer(answer)?;
        self.decode(&mut answer).await?;
        Ok(answer.query_result.unwrap_or_default().payloads)
    }

    pub(crate) fn query_state<'a>(&'a self, id: &'a str) -> Answer<'a, Value> {
        Box::pin(async move {
            let answer = self.query(id, "", STATE).await?;
            payload::first(&answer).map_err(|why| ClientError::Refused(0, why))
        })
    }

    async fn encode(&self, message: &mut impl PayloadVisitable) -> Result<(), ClientError> {
        coding::encode(self.codec.as_ref(), message).await.map_err(ClientError::Codec)
    }

    async fn decode(&self, message: &mut impl PayloadVisitable) -> Result<(), ClientError> {
        coding::decode(self.codec.as_ref(), message).await.map_err(ClientError::Codec)
    }

    fn connection(&self) -> Connection {
        self.link.connection.clone()
    }

    fn answer<T>(&self, answer: Result<tonic::Response<T>, Status>) -> Result<T, ClientError> {
        answer.map(tonic::Response::into_inner).map_err(|status| self.refused(&status))
    }

    /// The error of a refused request.
    pub(super) fn refused(&self, status: &Status) -> ClientError {
        let text = status.message().to_owned();
        let code = status.code();
        if code == Code::Unavailable {
            return ClientError::Unreachable(self.link.address.clone(), text);
        }
        if code == Code::NotFound {
            return ClientError::NotFound(text);
        }
        ClientError::Refused(code.into(), text)
    }
}

/// True if there is no such execution; a namespace that is not there is another error.
fn is_unknown_execution(status: &Status) -> bool {
    status.code() == Code::NotFound && !status.message().contains("Namespace")
}

fn execution(id: &str, run: &str) -> WorkflowExecution {
    WorkflowExecution { workflow_id: id.to_owned(), run_id: run.to_owned() }
}

/// The machine, for those who list workflows.
fn memo(machine: &str) -> Memo {
    let machine = payload::write(&Value::text(machine));
    Memo { fields: std::collections::HashMap::from([("machine".to_owned(), machine)]) }
}

/// An id by which the server recognizes a repeated request.
fn request_id() -> String {
    use std::hash::{BuildHasher, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}

/// The end in the last event of a run.
#[expect(clippy::wildcard_enum_match_arm, reason = "Temporal has sixty kinds of events")]
fn end(attributes: Attributes) -> Option<End> {
    let aborted = |cause: &str| {
        let cause = Some(cause).filter(|cause| !cause.is_empty()).map(Text::from);
        Failure::from_parts(None, cause, asl_runtime::error::Status::Aborted, None)
    };
    match attributes {
        Attributes::WorkflowExecutionCompletedEventAttributes(done) => {
            let output = payload::first(&done.result.unwrap_or_default().payloads);
            Some(End::Over(output.map_err(|why| Failure::new("States.Runtime", why))))
        }
        Attributes::WorkflowExecutionFailedEventAttributes(failed) => {
            let failure = failure::read_machine(&failed.failure.unwrap_or_default());
            Some(End::Over(Err(failure)))
        }
        Attributes::WorkflowExecutionTimedOutEventAttributes(_) => {
            let status = asl_runtime::error::Status::TimedOut;
            let cause = Text::new_static("the time-out of its workflow is over");
            Some(End::Over(Err(Failure::from_parts(None, Some(cause), status, None))))
        }
        Attributes::WorkflowExecutionCanceledEventAttributes(cancelled) => {
            Some(End::Over(Err(failure::read_cancelled(cancelled.details.as_ref()))))
        }
        Attributes::WorkflowExecutionTerminatedEventAttributes(terminated) => {
            Some(End::Over(Err(aborted(&terminated.reason))))
        }
        Attributes::WorkflowExecutionContinuedAsNewEventAttributes(continued) => {
            Some(End::Continued(continued.new_execution_run_id))
        }
        _ => None,
    }
}

/// A row of the server's list of workflows.
fn description(info: WorkflowExecutionInfo) -> Description {
    let status = status(info.status());
    let markers = info.search_attributes.as_ref().and_then(|all| {
        let versions = all.indexed_fields.get("TemporalChangeVersion")?;
        payload::read::<Vec<String>>(versions).ok()
    });
    let version = markers.unwrap_or_default().iter().find_map(|marker| read_marker(marker));
    let execution = info.execution.unwrap_or_default();
    let error = info.memo.as_ref().and_then(|memo| memo.fields.get("error"));
    Description {
        id: execution.workflow_id,
        run: execution.run_id,
        machine: info.r#type.unwrap_or_default().name,
        version: version.map(|marker| Version::from(marker.hash)),
        status,
        error: error.and_then(|error| payload::read(error).ok()),
        started: info.start_time.and_then(|time| moment(time.seconds, time.nanos)),
        stopped: info.close_time.and_then(|time| moment(time.seconds, time.nanos)),
        events: u64::try_from(info.history_length).unwrap_or_default(),
    }
}

fn status(status: WorkflowExecutionStatus) -> ExecutionStatus {
    use WorkflowExecutionStatus as Told;
    match status {
        Told::Unspecified | Told::Running | Told::Paused | Told::ContinuedAsNew => {
            ExecutionStatus::Running
        }
        Told::Completed => ExecutionStatus::Succeeded,
        Told::Failed => ExecutionStatus::Failed,
        Told::Canceled => ExecutionStatus::Aborted,
        Told::Terminated => ExecutionStatus::Terminated,
        Told::TimedOut => ExecutionStatus::TimedOut,
    }
}

fn moment(seconds: i64, nanos: i32) -> Option<SystemTime> {
    let (seconds, nanos) = (u64::try_from(seconds).ok()?, u32::try_from(nanos).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))
}
