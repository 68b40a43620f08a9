//! The API over machines on a real Restate server, if the variable `ASL_RESTATE_SERVER` has the path
//! of its program (`cargo xtask test --only restate` installs one).
#![expect(clippy::expect_used, reason = "tests")]

use std::path::Path;
use std::time::Duration;

use asl_restate::Machines;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::restate::Server;
use asl_sfn_api::{Restate, SfnApi};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep;

asl_machine!("tests/machines/ask.asl.json");

const MACHINE: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:ask";

/// Sends the tokens that it is asked with.
struct Asked(UnboundedSender<String>);

impl ask::Tasks for Asked {
    async fn ask(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let token = input.get("token").and_then(Value::as_str).unwrap_or_default();
        let _ = self.0.send(token.to_owned());
        Ok(Value::Null)
    }
}

/// The API, a Restate server and a service.
struct World {
    address: String,
    tokens: UnboundedReceiver<String>,
    _server: Server,
}

impl World {
    async fn new(program: &Path) -> Self {
        let server = Server::start(program).expect("Restate starts");
        let (sender, tokens) = unbounded_channel();
        let service = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let own = format!("http://{}", service.local_addr().expect("an address"));
        let machines = Machines::new().register(ask::machine(Asked(sender)));
        tokio::spawn(machines.serve_until(service, std::future::pending::<()>()));
        asl_restate::register(&server.admin(), &own).await.expect("it is registered");

        let restate = Restate::new(&server.ingress(), &server.admin()).expect("addresses");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let api = SfnApi::with_backend(restate.machine(&ask::MACHINE));
        tokio::spawn(api.serve_on(listener));
        Self { address, tokens, _server: server }
    }

    async fn token(&mut self) -> Value {
        self.tokens.recv().await.expect("the service runs").into()
    }

    /// The answer to a request, with its HTTP status.
    async fn call(&self, operation: &str, input: &Value) -> (u16, Value) {
        let body = input.to_json_string();
        let request = format!(
            "POST / HTTP/1.1\r\nhost: {}\r\nx-amz-target: AWSStepFunctions.{operation}\r\n\
             content-type: application/x-amz-json-1.0\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).await.expect("it listens");
        stream.write_all(request.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = if body.is_empty() { "{}" } else { body };
        (status.expect("a status"), Value::from_json_str(body).expect("JSON"))
    }

    /// The answer to a request that succeeds.
    async fn done(&self, operation: &str, input: &Value) -> Value {
        let (status, answer) = self.call(operation, input).await;
        assert_eq!(status, 200, "{operation}: {answer}");
        answer
    }

    /// Kind and message of the error of a request that fails.
    async fn refused(&self, operation: &str, input: &Value) -> (String, String) {
        let (status, answer) = self.call(operation, input).await;
        assert_eq!(status, 400, "{operation}: {answer}");
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
        (text("__type").to_owned(), text("message").to_owned())
    }

    async fn start(&self, name: &str, input: &str) -> Value {
        let request = json!({"stateMachineArn": MACHINE, "name": name, "input": input});
        let started = self.done("StartExecution", &request).await;
        started.get("executionArn").expect("an ARN").clone()
    }

    /// The description of an execution after its end.
    async fn end(&self, execution: &Value) -> Value {
        let request = json!({"executionArn": (execution.clone())});
        loop {
            let described = self.done("DescribeExecution", &request).await;
            if described.get("status") != Some(&json!("RUNNING")) {
                return described;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn executions_on_restate_are_started_described_stopped_and_answered_by_token() {
    let Some(program) = std::env::var_os("ASL_RESTATE_SERVER") else {
        eprintln!("skipped: ASL_RESTATE_SERVER has no path of a Restate server");
        return;
    };
    let mut world = World::new(Path::new(&program)).await;
    answered_by_token(&mut world).await;
    stopped(&mut world).await;
    refused(&world).await;
}

async fn answered_by_token(world: &mut World) {
    let execution = world.start("a-1", r#"{"n": 1}"#).await;
    assert_eq!(execution, json!("arn:aws:states:us-east-1:123456789012:execution:ask:a-1"));
    let token = world.token().await;
    // A client that repeats its request gets the same execution.
    assert_eq!(world.start("a-1", r#"{"n": 1}"#).await, execution);
    let other = json!({"stateMachineArn": MACHINE, "name": "a-1", "input": "{}"});
    assert_eq!(world.refused("StartExecution", &other).await.0, "ExecutionAlreadyExists");
    let described =
        world.done("DescribeExecution", &json!({"executionArn": (execution.clone())})).await;
    assert_eq!(described.get("status"), Some(&json!("RUNNING")), "{described}");
    assert_eq!(described.get("name"), Some(&json!("a-1")), "{described}");

    world.done("SendTaskHeartbeat", &json!({"taskToken": (token.clone())})).await;
    let report = json!({"taskToken": (token.clone()), "output": "[7]"});
    world.done("SendTaskSuccess", &report).await;
    let described = world.end(&execution).await;
    assert_eq!(described.get("status"), Some(&json!("SUCCEEDED")), "{described}");
    assert_eq!(described.get("output"), Some(&json!("[7]")), "{described}");
    // Its name is taken, also by the same input.
    let again = json!({"stateMachineArn": MACHINE, "name": "a-1", "input": "{\"n\": 1}"});
    assert_eq!(world.refused("StartExecution", &again).await.0, "ExecutionAlreadyExists");

    let failed = world.start("a-2", "{}").await;
    let report = json!({"taskToken": (world.token().await), "error": "No", "cause": "why"});
    world.done("SendTaskFailure", &report).await;
    let described = world.end(&failed).await;
    assert_eq!(described.get("status"), Some(&json!("FAILED")), "{described}");
    assert_eq!(described.get("error"), Some(&json!("No")), "{described}");
}

async fn stopped(world: &mut World) {
    let execution = world.start("s-1", "{}").await;
    world.token().await;
    world.done("StopExecution", &json!({"executionArn": (execution.clone())})).await;
    let described = world.end(&execution).await;
    assert_eq!(described.get("status"), Some(&json!("ABORTED")), "{described}");
}

async fn refused(world: &World) {
    let missing = "arn:aws:states:us-east-1:123456789012:execution:ask:nobody";
    let (kind, _) = world.refused("DescribeExecution", &json!({"executionArn": missing})).await;
    assert_eq!(kind, "ExecutionDoesNotExist");
    let list = json!({"stateMachineArn": MACHINE});
    let (kind, message) = world.refused("ListExecutions", &list).await;
    assert_eq!(kind, "ValidationException");
    assert_eq!(message, "Restate does not list executions; a durable store does");
    let report = json!({"taskToken": "no token", "output": "1"});
    let (kind, _) = world.refused("SendTaskSuccess", &report).await;
    assert_eq!(kind, "InvalidToken");
}
