//! A server as a process, and a client of it.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time after which a test fails that waits.
const PATIENCE: Duration = Duration::from_secs(120);

/// The folder of the definitions.
pub(crate) fn machines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serve/machines")
}

/// A directory for the store of a test, empty.
pub(crate) fn directory(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{test}"));
    // It is there after an earlier run.
    let _ = fs::remove_dir_all(&directory);
    directory
}

/// ARN of a machine.
pub(crate) fn machine(name: &str) -> String {
    format!("arn:aws:states:us-east-1:123456789012:stateMachine:{name}")
}

/// A server, which is killed when it is dropped.
pub(crate) struct Server {
    child: Child,
    address: String,
    store: PathBuf,
}

impl Server {
    /// Starts a server in the folder of the definitions.
    pub(crate) fn start(store: &Path, arguments: &[impl AsRef<OsStr>]) -> Self {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-asl"))
            .args(["asl", "serve", "--listen", "0", "--store"])
            .arg(store)
            .args(arguments)
            .current_dir(machines())
            .env("CARGO_ASL_CACHE", cache)
            .env("CARGO_NET_OFFLINE", "true")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut address = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut address).expect("UTF-8");
        let address = address.trim().strip_prefix("http://").expect("an address").to_owned();
        Self { child, address, store: store.to_owned() }
    }

    /// Kills the process of the server.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// The forecasts of its executions for a definition.
    pub(crate) fn diff(&self, definition: &Path) -> Output {
        let url = format!("http://{}", self.address);
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.args(["asl", "diff", "--store", &url]).arg(definition).output().expect("it runs")
    }

    /// Number of the process that has the store of a version open.
    pub(crate) fn process_of(&self, version: usize) -> u32 {
        let lock = self.store.join("versions").join(version.to_string()).join("store/store.lock");
        let text = fs::read_to_string(lock).expect("the store is open");
        text.trim().parse().expect("a number")
    }

    /// The answer to a request, or the kind and the message of its error.
    pub(crate) fn call(&self, operation: &str, input: &Value) -> Result<Value, (String, String)> {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let body = input.to_string();
        write!(
            stream,
            "POST / HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-amz-json-1.0\r\n\
             X-Amz-Target: AWSStepFunctions.{operation}\r\nAuthorization: AWS4-HMAC-SHA256 \
             Credential=test/20260101/us-east-1/states/aws4_request, SignedHeaders=host, \
             Signature=0\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("it reads");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("it answers");
        let (head, body) = response.split_once("\r\n\r\n").expect("a response");
        let answer: Value = serde_json::from_str(body).expect("JSON");
        if head.starts_with("HTTP/1.1 200") {
            return Ok(answer);
        }
        let text = |name: &str| answer[name].as_str().unwrap_or_default().to_owned();
        Err((text("__type"), text("message")))
    }

    /// Starts an execution. Returns its ARN.
    pub(crate) fn execution(&self, arn: &str, name: &str, input: &Value) -> String {
        let input = input.to_string();
        let request = json!({"stateMachineArn": arn, "name": name, "input": input});
        let started = self.call("StartExecution", &request).expect("it starts");
        started["executionArn"].as_str().expect("an ARN").to_owned()
    }

    /// The description of an execution that has ended.
    pub(crate) fn ended(&self, arn: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let request = json!({"executionArn": arn});
            let description = self.call("DescribeExecution", &request).expect("it exists");
            if description["status"] != "RUNNING" {
                return description;
            }
            assert!(Instant::now() < deadline, "{arn} is still running");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The output of an execution that has succeeded.
    pub(crate) fn output(&self, arn: &str) -> Value {
        let ended = self.ended(arn);
        let output = ended["output"].as_str().unwrap_or_else(|| panic!("it failed: {ended}"));
        serde_json::from_str(output).expect("JSON")
    }

    /// Reports success of the task with a token.
    pub(crate) fn succeed(&self, token: &str, output: &Value) {
        let report = json!({"taskToken": token, "output": output.to_string()});
        self.call("SendTaskSuccess", &report).expect("a task waits");
    }

    /// The token that the task `Pack` has got from the machine.
    pub(crate) fn token(&self) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Ok(text) = fs::read_to_string(message(&self.store)) {
                let message: Value = serde_json::from_str(&text).expect("JSON");
                return message["MessageBody"]["Token"].as_str().expect("a token").to_owned();
            }
            assert!(Instant::now() < deadline, "`Pack` was not called");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The file of the message that `Pack` sends.
fn message(store: &Path) -> PathBuf {
    store.with_extension("message")
}

/// The commands that perform the tasks of `order.asl.json`.
pub(crate) fn tasks(store: &Path) -> Vec<String> {
    let file = message(store).display().to_string();
    // It is there after an earlier run.
    let _ = fs::remove_file(&file);
    let charge = r#"Charge=printf '{"receipt": "R-1"}'"#.to_owned();
    // The file appears when it is complete.
    let pack = format!("Pack=cat > '{file}.new' && mv '{file}.new' '{file}'; echo '{{}}'");
    vec!["--task".to_owned(), charge, "--task".to_owned(), pack]
}

/// Answers one request to a service. Returns its head and its body.
pub(crate) fn answer(service: &TcpListener, status: &str, answer: &str) -> (String, String) {
    let (mut stream, _) = service.accept().expect("a client");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    let mut reader = BufReader::new(&mut stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let from = head.len();
        reader.read_line(&mut head).expect("UTF-8");
        let line = head[from..].to_lowercase();
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the whole body");
    write!(
        stream,
        "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{answer}",
        answer.len()
    )
    .expect("it reads");
    (head, String::from_utf8(body).expect("UTF-8"))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
