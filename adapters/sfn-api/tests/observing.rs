//! Spans and metrics of requests.
#![expect(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::sync::{Arc, Mutex};

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_sfn_api::SfnApi;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tracing_subscriber::fmt::format::FmtSpan;

asl_machine!("doc/order.asl.json");

struct Shop;

impl order::Tasks for Shop {
    async fn ship(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(input)
    }
}

/// The lines of the subscriber.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    /// The line that contains all of these texts.
    fn line(&self, texts: &[&str]) -> String {
        let lines = String::from_utf8(self.0.lock().unwrap().clone()).expect("text");
        let found = lines.lines().find(|line| texts.iter().all(|text| line.contains(text)));
        found.unwrap_or_else(|| panic!("no line has {texts:?}:\n{lines}")).to_owned()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answer to a request.
async fn call(address: &str, operation: &str, input: &Value) -> String {
    let body = input.to_json_string();
    let request = format!(
        "POST / HTTP/1.1\r\nhost: {address}\r\nx-amz-target: AWSStepFunctions.{operation}\r\n\
         content-type: application/x-amz-json-1.0\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    answer
}

#[tokio::test]
async fn requests_have_spans_and_are_counted() {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE)
        .with_writer(move || writer.clone())
        .finish();
    // The store has a thread of its own.
    tracing::subscriber::set_global_default(subscriber).expect("there is no other");
    let exporter = PrometheusBuilder::new().install_recorder().expect("there is no other");
    asl_sfn_api::describe_metrics();

    let folder = std::env::temp_dir().join(format!("asl-sfn-api-{}", std::process::id()));
    let store = Durable::open(&folder, [order::machine(Shop)], Options::default()).await;
    let store = store.expect("a new store");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let api = SfnApi::new(store.clone());
    tokio::spawn(api.serve_on(listener));

    let machine = "arn:aws:states:us-east-1:123456789012:stateMachine:order";
    let execution = "arn:aws:states:us-east-1:123456789012:execution:order:o-1";
    let trace = "Root=1-5759e988-bd862e3fe1be46a994272793";
    let start = json!({"stateMachineArn": machine, "name": "o-1", "input": "\"secret\"", "traceHeader": trace});
    let started = call(&address, "StartExecution", &start).await;
    assert!(started.starts_with("HTTP/1.1 200 "), "{started}");
    store.wait(execution).await.expect("it exists").expect("it succeeds");
    let missing =
        json!({"executionArn": "arn:aws:states:us-east-1:123456789012:execution:order:o-2"});
    call(&address, "DescribeExecution", &missing).await;
    call(&address, "Nonsense", &json!({})).await;

    let id = started.lines().find_map(|line| line.strip_prefix("x-amzn-requestid: "));
    let request = format!("aws.request_id=\"{}\"", id.expect("an id").trim());
    let arn = format!("execution.id=\"{execution}\"");
    let header = format!("trace.header=\"{trace}\"");
    let line = lines.line(&["asl.api.request{rpc.method=\"StartExecution\"", &request, "close"]);
    assert!(line.contains(&arn) && line.contains(&header), "{line}");
    let line = lines.line(&["asl.execution{", &arn, "end"]);
    assert!(line.contains(&header), "{line}");
    lines.line(&["rpc.method=\"DescribeExecution\"", "error.type=\"ExecutionDoesNotExist\""]);
    assert!(!String::from_utf8_lossy(&lines.0.lock().unwrap()).contains("secret"), "no data");

    let page = exporter.render();
    for line in [
        "asl_api_requests{operation=\"StartExecution\",error=\"\"} 1",
        "asl_api_requests{operation=\"DescribeExecution\",error=\"ExecutionDoesNotExist\"} 1",
        "asl_api_requests{operation=\"\",error=\"UnknownOperationException\"} 1",
        "asl_api_requests_open{operation=\"StartExecution\"} 0",
        "asl_api_request_duration_count{operation=\"StartExecution\"} 1",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} is not in\n{page}");
    }
    std::fs::remove_dir_all(folder).expect("it is there");
}
