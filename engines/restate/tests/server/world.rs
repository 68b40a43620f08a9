//! A server, and a service of ours beside it in a process of its own; both can be killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use asl_restate::Client;
use asl_runtime::{Value, json};
use asl_servers::restate::{Server, free_port};

/// The time in which anything must happen.
const PATIENCE: Duration = Duration::from_secs(90);

pub(crate) struct World {
    pub(crate) server: Server,
    service: Option<Child>,
    port: u16,
    notes: PathBuf,
    /// True if only a small form of each test is asked for.
    pub(crate) is_quick: bool,
}

impl World {
    pub(crate) async fn begin(program: &Path, is_quick: bool) -> Self {
        let server = Server::start(program).expect("the server starts");
        let notes = server.folder().join("notes");
        let port = free_port().expect("a port");
        let mut world = Self { server, service: None, port, notes, is_quick };
        world.start_service(&[]).await;
        world.register().await;
        world
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.server.ingress()).expect("an address")
    }

    /// The address at which Restate takes requests.
    pub(crate) fn ingress(&self) -> String {
        self.server.ingress()
    }

    pub(crate) fn own(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) async fn register(&self) {
        asl_restate::register(&self.server.admin(), &self.own())
            .await
            .expect("the service is registered");
    }

    /// Starts this program again, as the service.
    pub(crate) async fn start_service(&mut self, more: &[&str]) {
        self.kill_service();
        let mut command = Command::new(std::env::current_exe().expect("we have a file"));
        command
            .arg("serve")
            .arg(self.port.to_string())
            .arg(&self.notes)
            .args(more)
            .stdin(Stdio::null());
        self.service = Some(command.spawn().expect("the service starts"));
        let from = Instant::now();
        while tokio::net::TcpStream::connect(("127.0.0.1", self.port)).await.is_err() {
            assert!(from.elapsed() < PATIENCE, "the service does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// As `kill -9` does.
    pub(crate) fn kill_service(&mut self) {
        if let Some(mut service) = self.service.take() {
            service.kill().expect("it can be killed");
            service.wait().expect("it ends");
        }
    }

    /// Both, at once.
    pub(crate) fn kill_both(&mut self) {
        self.server.kill();
        self.kill_service();
    }

    /// Starts everything that was killed.
    pub(crate) async fn restart(&mut self) {
        if self.server.id().is_none() {
            self.server.restart().expect("the server starts again");
        }
        if self.service.is_none() {
            self.start_service(&[]).await;
        }
    }

    /// The server's data, as rows. Right after its start it does not know its own tables for a
    /// moment.
    pub(crate) async fn query(&self, sql: &str) -> Value {
        let from = Instant::now();
        loop {
            let answer = self.ask(sql).await;
            let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
            if head.contains(" 200 ") {
                return Value::from_json_str(body)
                    .expect("JSON")
                    .get("rows")
                    .expect("rows")
                    .clone();
            }
            assert!(from.elapsed() < PATIENCE, "{answer}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn ask(&self, sql: &str) -> String {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let admin = self.server.admin();
        let address = admin.strip_prefix("http://").expect("an address");
        let body = json!({"query": sql}).to_json_string();
        let length = body.len();
        let request = format!(
            "POST /query HTTP/1.0\r\nhost: {address}\r\ncontent-type: application/json\r\naccept: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        let mut stream =
            tokio::net::TcpStream::connect(address).await.expect("the server is there");
        stream.write_all(request.as_bytes()).await.expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("it answers");
        answer
    }

    /// How many lines of this kind were noted for operations that begin so.
    pub(crate) fn count(&self, kind: &str, operation: &str) -> u32 {
        let start = format!("{kind} {operation}");
        self.notes()
            .iter()
            .filter(|(line, _)| line.starts_with(&start))
            .map(|(_, count)| count)
            .sum()
    }

    /// No operation of these executions began more often than this.
    pub(crate) fn at_most(&self, times: u32, executions: &str) {
        let start = format!("begin {executions}");
        for (line, count) in self.notes() {
            assert!(!line.starts_with(&start) || count <= times, "{line}: {count} times");
        }
    }

    /// How often each line was noted.
    pub(crate) fn notes(&self) -> BTreeMap<String, u32> {
        let mut notes = BTreeMap::new();
        for line in fs::read_to_string(&self.notes).unwrap_or_default().lines() {
            *notes.entry(line.to_owned()).or_default() += 1;
        }
        notes
    }

    /// How often this was noted.
    pub(crate) fn noted(&self, line: &str) -> u32 {
        self.notes().get(line).copied().unwrap_or(0)
    }

    /// Waits until this is noted.
    pub(crate) async fn until(&self, line: &str) {
        self.until_any(|noted| noted == line).await;
    }

    /// Waits until such a line is noted; the line.
    pub(crate) async fn until_any(&self, is_it: impl Fn(&str) -> bool) -> String {
        let from = Instant::now();
        loop {
            if let Some(line) = self.notes().into_keys().find(|line| is_it(line)) {
                return line;
            }
            assert!(from.elapsed() < PATIENCE, "it was never noted; notes: {:?}", self.notes());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(service) = &mut self.service {
            // It may have ended already.
            let _ = service.kill();
            let _ = service.wait();
        }
    }
}
