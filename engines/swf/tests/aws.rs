//! The SDK's types and ours, tested with a small server of Amazon SWF's protocol on loopback: its
//! requests and responses are compared with the JSON that the model reads and writes by itself.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "../../../adapters/http/tests/server/mod.rs"]
mod server;

use std::sync::Arc;
use std::time::Duration;

use asl_swf::aws::AwsSwf;
use asl_swf::aws::config::{Credentials, Region};
use asl_swf::model::{
    ActivityTask, ActivityType, ChildPolicy, Decision, DecisionTask, Event, EventAttributes,
    TaskList, Timeout, WorkflowExecution, WorkflowType,
};
use asl_swf::service::{
    ExecutionStatus, GetWorkflowExecutionHistory, PollForActivityTask, PollForDecisionTask,
    RecordActivityTaskHeartbeat, RegisterActivityType, RegisterDomain, RegisterWorkflowType,
    RequestCancelWorkflowExecution, RespondActivityTaskCanceled, RespondActivityTaskCompleted,
    RespondActivityTaskFailed, RespondDecisionTaskCompleted, SignalWorkflowExecution,
    StartWorkflowExecution, TerminateWorkflowExecution,
};
use asl_swf::worker::{DeciderWorker, Stop, WorkerOptions};
use asl_swf::{Swf, SwfError, SwfErrorKind};
use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;
use serde_json::{Value, json};

use server::{Seen, Server};

const EVENTS: &str = include_str!("events.json");
const DECISIONS: &str = include_str!("decisions.json");

/// The action of a request.
fn action(seen: &Seen) -> String {
    assert_eq!((seen.method.as_str(), seen.target.as_str()), ("POST", "/"));
    seen.headers["x-amz-target"].to_str().unwrap().rsplit('.').next().unwrap().to_owned()
}

fn ok(body: &Value) -> Response<Full<Bytes>> {
    Response::builder()
        .header("content-type", "application/x-amz-json-1.0")
        .body(Full::from(body.to_string()))
        .unwrap()
}

fn execution() -> Value {
    json!({"workflowId": "order-7", "runId": "run-1"})
}

/// The service's answer to each action.
fn answer(seen: &Seen) -> Response<Full<Bytes>> {
    let events: Value = serde_json::from_str(EVENTS).unwrap();
    let body: Value = serde_json::from_str(&seen.body).unwrap();
    ok(&match action(seen).as_str() {
        "PollForDecisionTask" if body["taskList"]["name"] == "idle" => {
            json!({"taskToken": "", "startedEventId": 0, "previousStartedEventId": 0})
        }
        "PollForDecisionTask" => {
            json!({"taskToken": "t", "startedEventId": 3, "previousStartedEventId": 1,
            "workflowExecution": execution(), "workflowType": {"name": "order", "version": "1.0"},
            "events": events, "nextPageToken": "page 2"})
        }
        "PollForActivityTask" if body["taskList"]["name"] == "idle" => {
            json!({"taskToken": "", "startedEventId": 0})
        }
        "PollForActivityTask" => {
            json!({"taskToken": "a", "activityId": "Pay#0", "startedEventId": 6,
            "workflowExecution": execution(), "activityType": {"name": "Pay", "version": "1.0"}, "input": "{}"})
        }
        "RecordActivityTaskHeartbeat" => json!({"cancelRequested": true}),
        "StartWorkflowExecution" => json!({"runId": "run-1"}),
        "GetWorkflowExecutionHistory" => json!({"events": events, "nextPageToken": "page 2"}),
        "DescribeWorkflowExecution" => json!({
            "executionInfo": {"execution": execution(), "workflowType": {"name": "order", "version": "1.0"},
                "startTimestamp": 1.5, "executionStatus": "CLOSED", "closeStatus": "COMPLETED", "cancelRequested": false},
            "executionConfiguration": {"taskStartToCloseTimeout": "60", "executionStartToCloseTimeout": "60",
                "taskList": {"name": "orders"}, "childPolicy": "TERMINATE"},
            "openCounts": {"openActivityTasks": 1, "openDecisionTasks": 2, "openTimers": 3,
                "openChildWorkflowExecutions": 4, "openLambdaFunctions": 5},
            "latestExecutionContext": "Pay"}),
        _ => json!({}),
    })
}

fn swf(endpoint: &str) -> AwsSwf {
    let credentials = Credentials::new("test", "test", None, None, "test");
    let settings =
        AwsSwf::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
    AwsSwf::new(settings.endpoint_url(endpoint).build())
}

fn poll() -> PollForDecisionTask {
    PollForDecisionTask {
        domain: "shop".into(),
        task_list: "orders".into(),
        identity: Some("me".into()),
        maximum_page_size: Some(50),
        reverse_order: true,
        next_page_token: Some("page 1".into()),
        start_at_previous_started_event: false,
    }
}

#[tokio::test]
async fn every_type_of_event_is_read_as_the_model_reads_it() {
    let server = Server::start(answer).await;
    let task = swf(&server.url("")).poll_for_decision_task(poll()).await.unwrap();
    let events: Vec<Event> = serde_json::from_str(EVENTS).unwrap();
    assert_eq!(events.len(), EventAttributes::TYPES.len());
    for (read, event) in task.events.iter().zip(&events) {
        assert_eq!(read, event);
    }
    let expected = DecisionTask {
        task_token: "t".into(),
        started_event_id: 3,
        previous_started_event_id: 1,
        workflow_execution: WorkflowExecution {
            workflow_id: "order-7".into(),
            run_id: "run-1".into(),
        },
        workflow_type: WorkflowType::new("order", "1.0"),
        events,
        next_page_token: Some("page 2".into()),
    };
    assert_eq!(task, expected);
    let request = GetWorkflowExecutionHistory {
        domain: "shop".into(),
        execution: expected.workflow_execution,
        maximum_page_size: Some(7),
        reverse_order: false,
        next_page_token: Some("page 1".into()),
    };
    let history = swf(&server.url("")).get_workflow_execution_history(request).await.unwrap();
    assert_eq!((history.events, history.next_page_token), (expected.events, Some("page 2".into())));
    let sent: Vec<Value> =
        server.seen().iter().map(|seen| serde_json::from_str(&seen.body).unwrap()).collect();
    let first = json!({"domain": "shop", "taskList": {"name": "orders"}, "identity": "me", "maximumPageSize": 50,
        "reverseOrder": true, "nextPageToken": "page 1"});
    let second = json!({"domain": "shop", "execution": execution(), "maximumPageSize": 7, "reverseOrder": false,
        "nextPageToken": "page 1"});
    assert_eq!(sent, [first, second]);
}

/// The developer guide: "In this example, the decider polls for a decision task, specifying the
/// customerOrderWorkflow-0.1 tasklist."
#[tokio::test]
async fn a_decider_polls_as_the_developer_guide_prints_it() {
    let guide = r#"{ "domain": "867530901", "taskList": {"name": "customerOrderWorkflow-v0.1"},
        "identity": "Decider01", "maximumPageSize": 50, "reverseOrder": true }"#;
    let server = Server::start(answer).await;
    let stop = Stop::new();
    let options =
        WorkerOptions::new("867530901", "customerOrderWorkflow-v0.1").identity("Decider01");
    let worker = DeciderWorker::new(Arc::new(swf(&server.url(""))), options, []).unwrap();
    let worker = worker.page_size(50).reverse_order(true);
    let run = tokio::spawn(async move { worker.run(&stop).await });
    while server.seen().is_empty() {
        tokio::task::yield_now().await;
    }
    run.abort();
    let compact: String = guide.chars().filter(|letter| !letter.is_whitespace()).collect();
    assert_eq!(server.seen().first().unwrap().body, compact);
}

#[tokio::test]
async fn every_type_of_decision_is_written_as_the_model_writes_it() {
    let server = Server::start(answer).await;
    let decisions: Vec<Decision> = serde_json::from_str(DECISIONS).unwrap();
    assert_eq!(decisions.len(), Decision::TYPES.len());
    let request = RespondDecisionTaskCompleted {
        task_token: "t".into(),
        decisions,
        execution_context: Some("Pay".into()),
        task_list: Some(TaskList::new("sticky")),
        task_list_schedule_to_start_timeout: Some(Timeout::Seconds(5)),
    };
    swf(&server.url("")).respond_decision_task_completed(request).await.unwrap();
    let sent: Value = serde_json::from_str(&server.seen()[0].body).unwrap();
    let decisions: Value = serde_json::from_str(DECISIONS).unwrap();
    let expected = json!({"taskToken": "t", "decisions": decisions, "executionContext": "Pay",
        "taskList": {"name": "sticky"}, "taskListScheduleToStartTimeout": "5"});
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn an_empty_answer_is_no_task() {
    let server = Server::start(answer).await;
    let swf = swf(&server.url(""));
    let task = swf
        .poll_for_decision_task(PollForDecisionTask { task_list: "idle".into(), ..poll() })
        .await
        .unwrap();
    assert!(task.is_empty() && task.events.is_empty());
    let request =
        PollForActivityTask { domain: "shop".into(), task_list: "idle".into(), identity: None };
    assert_eq!(swf.poll_for_activity_task(request).await, Ok(ActivityTask::default()));
}

#[tokio::test]
async fn activity_tasks_are_polled_and_reported() {
    let server = Server::start(answer).await;
    let swf = swf(&server.url(""));
    let request = PollForActivityTask {
        domain: "shop".into(),
        task_list: "pay".into(),
        identity: Some("me".into()),
    };
    let task = swf.poll_for_activity_task(request).await.unwrap();
    let expected = ActivityTask {
        task_token: "a".into(),
        activity_id: "Pay#0".into(),
        started_event_id: 6,
        workflow_execution: WorkflowExecution {
            workflow_id: "order-7".into(),
            run_id: "run-1".into(),
        },
        activity_type: ActivityType::new("Pay", "1.0"),
        input: Some("{}".into()),
    };
    assert_eq!(task, expected);
    let (token, details) = (|| "a".to_owned(), || Some("d".to_owned()));
    let beat = RecordActivityTaskHeartbeat { task_token: token(), details: details() };
    assert_eq!(swf.record_activity_task_heartbeat(beat).await, Ok(true));
    let done = RespondActivityTaskCompleted { task_token: token(), result: Some("1".into()) };
    let failed = RespondActivityTaskFailed {
        task_token: token(),
        reason: Some("r".into()),
        details: details(),
    };
    let canceled = RespondActivityTaskCanceled { task_token: token(), details: details() };
    swf.respond_activity_task_completed(done).await.unwrap();
    swf.respond_activity_task_failed(failed).await.unwrap();
    swf.respond_activity_task_canceled(canceled).await.unwrap();
    let sent: Vec<Value> = server.seen().iter().skip(1).map(sent).collect();
    let expected = [
        json!({"action": "RecordActivityTaskHeartbeat", "taskToken": "a", "details": "d"}),
        json!({"action": "RespondActivityTaskCompleted", "taskToken": "a", "result": "1"}),
        json!({"action": "RespondActivityTaskFailed", "taskToken": "a", "reason": "r", "details": "d"}),
        json!({"action": "RespondActivityTaskCanceled", "taskToken": "a", "details": "d"}),
    ];
    assert_eq!(sent, expected);
}

fn sent(seen: &Seen) -> Value {
    let mut sent: Value = serde_json::from_str(&seen.body).unwrap();
    sent["action"] = Value::from(action(seen));
    sent
}

#[expect(clippy::too_many_lines, reason = "one call after another")]
#[tokio::test]
async fn executions_are_started_signaled_cancelled_ended_and_described() {
    let server = Server::start(answer).await;
    let swf = swf(&server.url(""));
    let (domain, id, run) =
        (|| "shop".to_owned(), || "order-7".to_owned(), || Some("run-1".to_owned()));
    let start = StartWorkflowExecution {
        domain: domain(),
        workflow_id: id(),
        workflow_type: WorkflowType::new("order", "1.0"),
        task_list: Some(TaskList::new("orders")),
        task_priority: Some("3".into()),
        input: Some("{}".into()),
        execution_start_to_close_timeout: Some(Timeout::Seconds(60)),
        tag_list: vec!["tag".into()],
        task_start_to_close_timeout: Some(Timeout::Unlimited),
        child_policy: Some(ChildPolicy::Terminate),
        lambda_role: Some("role".into()),
    };
    assert_eq!(swf.start_workflow_execution(start).await, Ok("run-1".to_owned()));
    let (signal_name, input) = ("paid".to_owned(), Some("{}".to_owned()));
    let signal = SignalWorkflowExecution {
        domain: domain(),
        workflow_id: id(),
        run_id: run(),
        signal_name,
        input,
    };
    swf.signal_workflow_execution(signal).await.unwrap();
    let cancel =
        RequestCancelWorkflowExecution { domain: domain(), workflow_id: id(), run_id: run() };
    swf.request_cancel_workflow_execution(cancel).await.unwrap();
    let terminate = TerminateWorkflowExecution {
        domain: domain(),
        workflow_id: id(),
        run_id: None,
        reason: Some("r".into()),
        details: Some("d".into()),
        child_policy: Some(ChildPolicy::Abandon),
    };
    swf.terminate_workflow_execution(terminate).await.unwrap();
    let execution = WorkflowExecution { workflow_id: id(), run_id: "run-1".into() };
    let detail = swf.describe_workflow_execution(domain(), execution).await.unwrap();
    assert_eq!(
        (detail.status, detail.close_status.as_deref()),
        (ExecutionStatus::Closed, Some("COMPLETED"))
    );
    let open = [detail.open_activity_tasks, detail.open_decision_tasks, detail.open_timers];
    assert_eq!(
        (open, detail.open_child_workflow_executions, detail.open_lambda_functions),
        ([1, 2, 3], 4, 5)
    );
    assert_eq!(detail.latest_execution_context.as_deref(), Some("Pay"));
    let sent: Vec<Value> = server.seen().iter().map(sent).collect();
    let expected = [
        json!({"action": "StartWorkflowExecution", "domain": "shop", "workflowId": "order-7",
            "workflowType": {"name": "order", "version": "1.0"}, "taskList": {"name": "orders"}, "taskPriority": "3",
            "input": "{}", "executionStartToCloseTimeout": "60", "tagList": ["tag"],
            "taskStartToCloseTimeout": "NONE", "childPolicy": "TERMINATE", "lambdaRole": "role"}),
        json!({"action": "SignalWorkflowExecution", "domain": "shop", "workflowId": "order-7", "runId": "run-1",
            "signalName": "paid", "input": "{}"}),
        json!({"action": "RequestCancelWorkflowExecution", "domain": "shop", "workflowId": "order-7", "runId": "run-1"}),
        json!({"action": "TerminateWorkflowExecution", "domain": "shop", "workflowId": "order-7", "reason": "r",
            "details": "d", "childPolicy": "ABANDON"}),
        json!({"action": "DescribeWorkflowExecution", "domain": "shop",
            "execution": {"workflowId": "order-7", "runId": "run-1"}}),
    ];
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn domains_and_types_are_registered() {
    let server = Server::start(answer).await;
    let swf = swf(&server.url(""));
    let days = "NONE".to_owned();
    let domain = RegisterDomain {
        name: "shop".into(),
        description: None,
        workflow_execution_retention_period_in_days: days,
    };
    swf.register_domain(domain).await.unwrap();
    let (seconds, list) =
        (|seconds| Some(Timeout::Seconds(seconds)), || Some(TaskList::new("orders")));
    let workflow = RegisterWorkflowType {
        domain: "shop".into(),
        name: "order".into(),
        version: "1.0".into(),
        description: Some("d".into()),
        default_task_start_to_close_timeout: seconds(1),
        default_execution_start_to_close_timeout: seconds(2),
        default_task_list: list(),
        default_task_priority: Some("3".into()),
        default_child_policy: Some(ChildPolicy::RequestCancel),
        default_lambda_role: Some("role".into()),
    };
    swf.register_workflow_type(workflow).await.unwrap();
    let activity = RegisterActivityType {
        domain: "shop".into(),
        name: "Pay".into(),
        version: "1.0".into(),
        description: Some("d".into()),
        default_task_start_to_close_timeout: seconds(1),
        default_task_heartbeat_timeout: seconds(2),
        default_task_list: list(),
        default_task_priority: Some("3".into()),
        default_task_schedule_to_start_timeout: seconds(4),
        default_task_schedule_to_close_timeout: Some(Timeout::Unlimited),
    };
    swf.register_activity_type(activity).await.unwrap();
    let sent: Vec<Value> = server.seen().iter().map(sent).collect();
    let expected = [
        json!({"action": "RegisterDomain", "name": "shop", "workflowExecutionRetentionPeriodInDays": "NONE"}),
        json!({"action": "RegisterWorkflowType", "domain": "shop", "name": "order", "version": "1.0",
            "description": "d", "defaultTaskStartToCloseTimeout": "1", "defaultExecutionStartToCloseTimeout": "2",
            "defaultTaskList": {"name": "orders"}, "defaultTaskPriority": "3",
            "defaultChildPolicy": "REQUEST_CANCEL", "defaultLambdaRole": "role"}),
        json!({"action": "RegisterActivityType", "domain": "shop", "name": "Pay", "version": "1.0",
            "description": "d", "defaultTaskStartToCloseTimeout": "1", "defaultTaskHeartbeatTimeout": "2",
            "defaultTaskList": {"name": "orders"}, "defaultTaskPriority": "3",
            "defaultTaskScheduleToStartTimeout": "4", "defaultTaskScheduleToCloseTimeout": "NONE"}),
    ];
    assert_eq!(sent, expected);
}

/// The error of a poll that is answered like this.
async fn failed(status: u16, body: &'static str) -> SwfError {
    let server = Server::start(move |_| {
        let response =
            Response::builder().status(status).header("content-type", "application/x-amz-json-1.0");
        response.body(Full::from(body)).unwrap()
    })
    .await;
    let error = swf(&server.url("")).poll_for_decision_task(poll()).await.unwrap_err();
    assert_eq!(server.seen().len(), 1, "the SDK does not try again by itself");
    error
}

#[tokio::test]
async fn errors_give_advice() {
    let fault = r#"{"__type": "com.amazonaws.swf.base.model#UnknownResourceFault", "message": "Unknown domain: shop"}"#;
    let error = failed(400, fault).await;
    assert_eq!((error.kind(), error.code()), (SwfErrorKind::Unknown, "UnknownResourceFault"));
    let text = "PollForDecisionTask names what the service does not know: UnknownResourceFault: Unknown domain: shop";
    assert_eq!(error.to_string(), text);
    for (status, body, kind) in [
        (
            400,
            r#"{"__type": "ThrottlingException", "message": "Rate exceeded"}"#,
            SwfErrorKind::Throttled,
        ),
        (400, r#"{"__type": "LimitExceededFault", "message": "x"}"#, SwfErrorKind::LimitExceeded),
        (
            400,
            r#"{"__type": "UnrecognizedClientException", "message": "x"}"#,
            SwfErrorKind::NotPermitted,
        ),
        (
            400,
            r#"{"__type": "OperationNotPermittedFault", "message": "x"}"#,
            SwfErrorKind::NotPermitted,
        ),
        (400, r#"{"__type": "ValidationException", "message": "x"}"#, SwfErrorKind::Refused),
        (400, r#"{"__type": "SomethingNew", "message": "x"}"#, SwfErrorKind::Refused),
        (503, r#"{"__type": "ServiceUnavailable"}"#, SwfErrorKind::Broken),
        (500, "<html>Internal Server Error</html>", SwfErrorKind::Broken),
        (200, r#"{"taskToken": "t", "events": ["#, SwfErrorKind::Broken),
    ] {
        let error = failed(status, body).await;
        assert_eq!(error.kind(), kind, "{status} {body}: {error}");
    }
}

#[tokio::test]
async fn an_event_that_lacks_something_is_named() {
    let body = r#"{"taskToken": "t", "workflowExecution": {"workflowId": "w", "runId": "r"},
        "workflowType": {"name": "n", "version": "1"}, "events": [{"eventId": 7, "eventTimestamp": 1,
        "eventType": "TimerStarted", "timerStartedEventAttributes": {"timerId": "t", "startToFireTimeout": "soon"}}]}"#;
    let error = failed(200, body).await.to_string();
    let text =
        "event 7, `TimerStarted`, has `soon` as `start_to_fire_timeout`, which is no duration";
    assert!(error.ends_with(text), "{error}");
    // moto's name for `TimerCanceled`: the SDK does not know it, and keeps its name.
    let body = r#"{"taskToken": "t", "workflowExecution": {"workflowId": "w", "runId": "r"},
        "workflowType": {"name": "n", "version": "1"},
        "events": [{"eventId": 7, "eventTimestamp": 1, "eventType": "TimerCancelled"}]}"#;
    let server = Server::start(move |_| ok(&serde_json::from_str(body).unwrap())).await;
    let task = swf(&server.url("")).poll_for_decision_task(poll()).await.unwrap();
    assert_eq!(task.events[0].attributes.event_type(), "TimerCancelled");
}

#[tokio::test]
async fn a_service_that_is_not_there_is_unreachable() {
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    let swf = swf(&endpoint);
    let polled = tokio::time::timeout(Duration::from_secs(30), swf.poll_for_decision_task(poll()));
    let error = polled.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), SwfErrorKind::Unreachable);
    assert!(error.to_string().to_lowercase().contains("refused"), "{error}");
}
