//! Calls of AWS's services by activity workers: a task that is delivered again is the same request,
//! and a cancelled one stops its job.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[expect(dead_code, reason = "other tests use more of it")]
mod fake;

use std::sync::Arc;
use std::time::Duration;

use asl_aws::{Credentials, Services};
use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::{Value, asl_machine, json};
use asl_swf::model::{ActivityTask, WorkflowExecution};
use asl_swf::worker::{ActivityWorker, WorkerOptions};
use asl_swf::{Decider, DeciderOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use fake::{BEAT, Fake, Heard, POLL, Play};

asl_machine!("tests/definitions/query.asl.json", services = aws);

/// The machine has no other tasks.
struct NoTasks;

impl query::Tasks for NoTasks {}

fn decider() -> Decider {
    Decider::new(&query::MACHINE, DeciderOptions::default()).unwrap()
}

fn delivery() -> Play {
    let decider = decider();
    let (_, activity_type) = decider.activity_types().next().unwrap();
    let task = ActivityTask {
        task_token: "token".into(),
        activity_id: "Query#0".into(),
        started_event_id: 7,
        workflow_execution: WorkflowExecution {
            workflow_id: "query-7".into(),
            run_id: "run-1".into(),
        },
        activity_type: activity_type.clone(),
        input: Some(r#"{"QueryString":"SELECT 1"}"#.into()),
    };
    Play::Activity(0, task)
}

/// Runs a worker until the script of the service is over.
async fn work(fake: &Arc<Fake>, athena: &TcpListener) {
    let options = asl_aws::Options::default()
        .endpoint(format!("http://{}", athena.local_addr().unwrap()))
        .credentials(Credentials::new("AKID", "secret", None, None, "test"))
        .poll(Duration::from_millis(1));
    let machine = query::machine(NoTasks).with_services(Services::new(options).unwrap());
    let options = WorkerOptions::new("shop", "queries").grace(Duration::from_secs(2));
    let worker = ActivityWorker::new(Arc::clone(fake), options).unwrap();
    worker.serve(&decider(), &RemoteTasks::new(machine)).run(&fake.stop).await.unwrap();
}

/// Answers a request: its action and its body.
async fn answer(athena: &TcpListener, body: &str) -> (String, Value) {
    let (mut stream, bytes) = loop {
        let (mut stream, _) = athena.accept().await.unwrap();
        let mut bytes = vec![0; 8192];
        let read = stream.read(&mut bytes).await.unwrap();
        // A call that is dropped may have connected only.
        if read > 0 {
            bytes.truncate(read);
            break (stream, bytes);
        }
    };
    let answer = format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).await.unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, request) = text.split_once("\r\n\r\n").unwrap();
    let (_, action) = head.split_once("AmazonAthena.").unwrap();
    (action.lines().next().unwrap().to_owned(), request.parse().unwrap())
}

const STARTED: &str = r#"{"QueryExecutionId": "q-7"}"#;
const RUNNING: &str = r#"{"QueryExecution": {"Status": {"State": "RUNNING"}}}"#;
const DONE: &str = r#"{"QueryExecution": {"Status": {"State": "SUCCEEDED"}}}"#;

#[tokio::test]
async fn a_task_that_is_delivered_again_is_the_same_request() {
    let athena = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut requests = Vec::new();
    for _ in 0..2 {
        let fake = Fake::new();
        fake.plays(POLL, [delivery()]);
        let answers = async {
            let (_, request) = answer(&athena, STARTED).await;
            answer(&athena, DONE).await;
            request
        };
        let (request, ()) = tokio::join!(answers, work(&fake, &athena));
        let heard = fake.heard();
        let completed = heard
            .iter()
            .any(|heard| matches!(heard, Heard::Completed(output) if output.contains("SUCCEEDED")));
        assert!(completed, "{heard:?}");
        requests.push(request);
    }
    assert!(requests[0]["ClientRequestToken"].as_str().is_some(), "{requests:?}");
    assert_eq!(requests[0], requests[1]);
}

#[tokio::test]
async fn a_cancelled_task_stops_its_job() {
    let athena = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let fake = Fake::new();
    fake.plays(POLL, [delivery()]);
    fake.plays(BEAT, [Play::Cancel]);
    let answers = async {
        answer(&athena, STARTED).await;
        loop {
            let (action, request) = answer(&athena, RUNNING).await;
            if action == "StopQueryExecution" {
                return request;
            }
        }
    };
    let (stop, ()) = tokio::join!(answers, work(&fake, &athena));
    assert_eq!(stop, json!({ "QueryExecutionId": "q-7" }));
    assert!(fake.heard().contains(&Heard::Canceled), "{:?}", fake.heard());
}
