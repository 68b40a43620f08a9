//! Calls of AWS's services on the durable engine: a crash in the middle starts a call again as the
//! same request, and a cancelled execution stops its job.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use asl_aws::{Credentials, Services};
use asl_durable::{Durable, Options};
use asl_runtime::{Value, asl_machine, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

asl_machine!("tests/machines/query.asl.json", services = aws);

/// The machine has no other tasks.
struct NoTasks;

impl query::Tasks for NoTasks {}

/// A server that plays Athena.
struct Athena(TcpListener);

impl Athena {
    async fn new() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    /// A store whose calls go to the server.
    async fn store(&self, directory: &Path) -> Durable {
        let options = asl_aws::Options::default()
            .endpoint(format!("http://{}", self.0.local_addr().unwrap()))
            .credentials(Credentials::new("AKID", "secret", None, None, "test"))
            .poll(Duration::from_millis(1));
        let services = Services::new(options).unwrap();
        let machine = query::machine(NoTasks).with_services(services);
        Durable::open(directory, [machine], Options::default()).await.unwrap()
    }

    /// Takes a request: its connection, its action, and its body.
    async fn request(&self) -> (TcpStream, String, Value) {
        let (stream, text) = loop {
            let (mut stream, _) = self.0.accept().await.unwrap();
            let mut bytes = vec![0; 8192];
            let read = stream.read(&mut bytes).await.unwrap();
            // A call that is dropped may have connected only.
            if read > 0 {
                break (stream, String::from_utf8_lossy(bytes.get(..read).unwrap()).into_owned());
            }
        };
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let (_, action) = head.split_once("AmazonAthena.").unwrap();
        let action = action.lines().next().unwrap().to_owned();
        (stream, action, body.parse().unwrap())
    }

    /// Takes a request of an action, and answers it. Others are answered with nothing.
    async fn answer(&self, action: &str, body: &str) -> Value {
        loop {
            let (mut stream, found, request) = self.request().await;
            let body = if found == action { body } else { "{}" };
            let answer = format!(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
            if found == action {
                return request;
            }
        }
    }
}

/// A directory that is removed with the test.
struct Removed(PathBuf);

impl Removed {
    fn new(name: &str) -> Self {
        let name = format!("asl-services-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Removed {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The files that a crash at this moment would leave.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        // The socket of the process is none of the store's data.
        if !entry.file_type().unwrap().is_file() {
            continue;
        }
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[tokio::test]
async fn a_call_that_a_crash_has_cut_starts_again_as_the_same_request() {
    let athena = Athena::new().await;
    let (before, after) = (Removed::new("before"), Removed::new("after"));
    let store = athena.store(&before.0).await;
    let started = store.start("query", "q-1", json!({})).await.unwrap();
    let (unanswered, action, first) = athena.request().await;
    assert_eq!(action, "StartQueryExecution");
    copy(&before.0, &after.0);
    store.close(Duration::ZERO).await.unwrap();
    drop(unanswered);

    let store = athena.store(&after.0).await;
    let again = async {
        let second = athena.answer("StartQueryExecution", r#"{"QueryExecutionId": "q"}"#).await;
        let done = r#"{"QueryExecution": {"Status": {"State": "SUCCEEDED"}}}"#;
        athena.answer("GetQueryExecution", done).await;
        second
    };
    let (second, output) = tokio::join!(again, store.wait(started.id));
    assert!(first["ClientRequestToken"].as_str().is_some_and(|token| token.len() == 36), "{first}");
    assert_eq!(first, second);
    let output = output.unwrap().unwrap();
    assert_eq!(output.pointer("/QueryExecution/Status/State"), Some(&json!("SUCCEEDED")));
    // Another execution is another request.
    let other = store.start("query", "q-2", json!({})).await.unwrap();
    let (_, _, third) = athena.request().await;
    assert_ne!(first, third);
    store.cancel(other.id, "", "").await.unwrap();
    store.close(Duration::from_secs(10)).await.unwrap();
}

#[tokio::test]
async fn a_cancelled_execution_stops_its_job() {
    let athena = Athena::new().await;
    let directory = Removed::new("cancelled");
    let store = athena.store(&directory.0).await;
    let started = store.start("query", "q-1", json!({})).await.unwrap();
    athena.answer("StartQueryExecution", r#"{"QueryExecutionId": "q-7"}"#).await;
    let running = r#"{"QueryExecution": {"Status": {"State": "RUNNING"}}}"#;
    athena.answer("GetQueryExecution", running).await;
    store.cancel(started.id.clone(), "Stop", "enough").await.unwrap();
    let stop = athena.answer("StopQueryExecution", "{}").await;
    assert_eq!(stop, json!({ "QueryExecutionId": "q-7" }));
    let failure = store.wait(started.id).await.unwrap().unwrap_err();
    assert_eq!(failure.error(), Some("Stop"));
    store.close(Duration::from_secs(10)).await.unwrap();
}
