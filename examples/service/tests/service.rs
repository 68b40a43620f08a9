//! The service as its users start it: requests over HTTP, metrics, traces, and a restart.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Time in which the service must do what is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running service. It is killed when this is dropped.
struct Service {
    process: Child,
    address: String,
    /// The lines that it has logged.
    log: Arc<Mutex<Vec<String>>>,
}

/// Status and body of a response.
type Response = (u16, String);

impl Service {
    /// Starts it on a free port.
    fn start(store: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_service"))
            .args(["--address", "127.0.0.1:0", "--password", "tea", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the service starts");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let log = Arc::<Mutex<Vec<String>>>::default();
        let lines = Arc::clone(&log);
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                lines.lock().expect("no panic").push(line);
            }
        });
        let mut service = Self { process, address: String::new(), log };
        let listening = service.until(|service| service.logged("listening"));
        let (_, address) = listening.split_once("address=").expect("it logs its address");
        address.clone_into(&mut service.address);
        service
    }

    /// The first line with this text.
    fn logged(&self, text: &str) -> Option<String> {
        self.log.lock().expect("no panic").iter().find(|line| line.contains(text)).cloned()
    }

    /// Waits until there is such a thing.
    fn until<T>(&self, find: impl Fn(&Self) -> Option<T>) -> T {
        let from = Instant::now();
        loop {
            if let Some(found) = find(self) {
                return found;
            }
            assert!(from.elapsed() < PATIENCE, "{:#?}", self.log);
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Response {
        self.send_with(method, path, "Content-Type: application/json\r\n", body)
    }

    /// A request to the console from one of its pages, with this user and password in Base64.
    fn console(&self, method: &str, path: &str, user: &str, body: &str) -> Response {
        let headers = format!(
            "Authorization: Basic {user}\r\nOrigin: http://shop\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n"
        );
        self.send_with(method, &format!("/console{path}"), &headers, body)
    }

    fn send_with(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\
             {headers}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a response");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }

    fn get(&self, path: &str) -> Response {
        self.send("GET", path, "")
    }

    fn place(&self, order: &Value) -> u16 {
        self.send("POST", "/orders", &order.to_string()).0
    }

    /// Waits until an order has this status.
    fn order(&self, number: &str, status: &str) -> Value {
        self.until(|service| {
            let (code, body) = service.get(&format!("/orders/{number}"));
            assert_eq!(code, 200, "{body}");
            let order: Value = serde_json::from_str(&body).expect("JSON");
            (order.get("status") == Some(&json!(status))).then_some(order)
        })
    }

    /// The value of a metric with all these labels.
    fn metric(&self, name: &str, labels: &[&str]) -> Option<f64> {
        let (_, page) = self.get("/metrics");
        let is_it = |line: &&str| {
            let rest = line.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with(['{', ' ']))
                && labels.iter().all(|label| line.contains(label))
        };
        let line = page.lines().find(is_it)?;
        line.rsplit(' ').next()?.parse().ok()
    }

    /// Asks it to stop, and waits for that.
    fn stop(mut self) {
        let pid = self.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().expect("kill is there");
        assert!(sent.success());
        let status = self.process.wait().expect("it ends");
        assert!(status.success(), "{status}");
        self.until(|service| service.logged("stopped"));
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn order(number: &str, card: &str, hold_seconds: u32) -> Value {
    json!({
        "number": number, "article": "sencha", "quantity": 2, "card": card,
        "hold_seconds": hold_seconds,
    })
}

#[test]
fn orders_are_served_traced_and_measured() {
    let store = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("service-store");
    if store.exists() {
        std::fs::remove_dir_all(&store).expect("it can be removed");
    }
    let service = Service::start(&store);

    // A retry later, the order is confirmed. The same order again is the same execution.
    assert_eq!(service.place(&order("A-1", "busy", 0)), 202);
    let done = service.order("A-1", "SUCCEEDED");
    let expected = json!({"number": "A-1", "cents": 1_960, "parcel": "parcel-order:A-1.Ship#3"});
    assert_eq!(done.get("confirmation"), Some(&expected));
    assert_eq!(service.place(&order("A-1", "busy", 0)), 200);
    assert_eq!(service.place(&order("A-1", "other", 0)), 409);

    // One is declined, one cancelled, and one cannot be cancelled any more.
    assert_eq!(service.place(&order("A-2", "declined", 0)), 202);
    assert_eq!(service.order("A-2", "FAILED").get("error"), Some(&json!("CardDeclined")));
    assert_eq!(service.place(&order("A-3", "good", 600)), 202);
    service.until(|service| {
        let (_, body) = service.get("/orders/A-3");
        body.contains("Wait for second thoughts").then_some(())
    });
    assert_eq!(service.send("POST", "/orders/A-3/cancel", "").0, 204);
    assert_eq!(service.order("A-3", "ABORTED").get("error"), Some(&json!("Cancelled")));
    assert_eq!(service.send("POST", "/orders/A-3/cancel", "").0, 409);
    assert_eq!(service.get("/orders/B-1").0, 404);
    assert_eq!(service.send("POST", "/orders", "{}").0, 422);
    // Handlers see the state that the tasks change; the declined order was released.
    let (_, stock) = service.get("/stock");
    assert_eq!(serde_json::from_str::<Value>(&stock).expect("JSON")["sencha"], 21);

    check_metrics(&service);
    check_traces(&service);
    check_console(&service);

    // It stops within the wait of an order, which continues after the next start.
    assert_eq!(service.place(&order("A-4", "good", 3)), 202);
    service.until(|service| {
        service.metric("asl_executions_running", &[]).filter(|running| *running > 0.0)
    });
    service.stop();
    let service = Service::start(&store);
    service.order("A-4", "SUCCEEDED");
    assert_eq!(service.metric("asl_executions_started", &[]), None, "it was started before");
    let ended = service.metric("asl_executions", &["machine=\"order\"", "status=\"succeeded\""]);
    assert_eq!(ended.map(|ended| ended.to_string()).as_deref(), Some("1"));
    service.stop();
}

fn check_metrics(service: &Service) {
    let metric = |name: &str, labels: &[&str]| {
        service
            .metric(name, labels)
            .unwrap_or_else(|| panic!("{name}: {}", service.get("/metrics").1))
    };
    assert_eq!(metric("asl_executions_started", &["machine=\"order\""]).to_string(), "3");
    for status in ["succeeded", "failed", "aborted"] {
        let label = format!("status=\"{status}\"");
        assert_eq!(metric("asl_executions", &[&label]).to_string(), "1", "{status}");
    }
    assert_eq!(metric("asl_task_attempts", &["state=\"Charge\""]).to_string(), "4");
    assert_eq!(metric("asl_task_retries", &["state=\"Charge\""]).to_string(), "1");
    let failed = ["state=\"Charge\"", "status=\"failed\""];
    assert_eq!(metric("asl_task_duration_count", &failed).to_string(), "2");
    assert!(metric("asl_execution_duration_sum", &["status=\"succeeded\""]) >= 1.0, "a retry");
    assert_eq!(metric("asl_executions_running", &["machine=\"order\""]).to_string(), "0");
    assert!(metric("asl_journal_sync_duration_count", &[]) >= 3.0);
    assert!(metric("asl_journal_size", &[]) > 0.0);
}

fn check_console(service: &Service) {
    // The user `operator` with the right password, and with another one.
    let (operator, guest) = ("b3BlcmF0b3I6dGVh", "b3BlcmF0b3I6Y29mZmVl");
    assert_eq!(service.get("/console").0, 401);
    assert_eq!(service.console("GET", "/executions", guest, "").0, 403);
    let (status, page) = service.console("GET", "/executions?status=ABORTED", operator, "");
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("<a href=\"execution?id=order%3AA%2D3\">order:A-3</a>"), "{page}");

    // The cancelled order is redriven, and cancelled again.
    let id = "id=order%3AA-3";
    let fields = format!("{id}&error=Cancelled&cause=again");
    assert_eq!(service.console("POST", "/redrive", guest, id).0, 403);
    assert_eq!(service.console("POST", "/redrive", operator, id).0, 303);
    service.order("A-3", "RUNNING");
    assert_eq!(service.console("POST", "/cancel", operator, &fields).0, 303);
    service.order("A-3", "ABORTED");
    let (status, report) = service.console("GET", &format!("/report.json?{id}"), operator, "");
    assert_eq!(status, 200, "{report}");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["runs"][0]["cause"], "again");
    assert!(report["picture"].as_str().is_some_and(|svg| svg.contains("data-path=\"Charge\"")));
}

fn check_traces(service: &Service) {
    // What a task logs is within the spans of its attempt, its state and its execution.
    let charged = service.logged("charged").expect("it was charged");
    for part in [
        "asl.execution{machine.name=\"order\"",
        "execution.id=\"order:A-1\"",
        ":asl.state{state.name=\"Charge\"}",
        ":asl.task{state.name=\"Charge\" attempt=1",
    ] {
        assert!(charged.contains(part), "{part}: {charged}");
    }
    let retry = service.logged(" retry ").expect("it was retried");
    assert!(retry.contains("error=\"GatewayBusy\""), "{retry}");
    assert!(service.logged("end status=\"aborted\" error=\"Cancelled\"").is_some());
    assert!(service.logged("sencha").is_none(), "no data");
}

#[test]
fn three_releases_are_deployed_while_orders_wait() {
    let store = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deployed");
    if store.exists() {
        std::fs::remove_dir_all(&store).expect("it can be removed");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy.sh");
    let done = Command::new("bash")
        .arg(script)
        .arg(&store)
        .env("SERVICE", env!("CARGO_BIN_EXE_service"))
        .output()
        .expect("bash starts");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("release ")).collect();
    let expected = [
        "release 1: 0 orders moved",
        "release 2: 2 orders moved",
        "release 3: 2 orders moved",
        "release 4: 3 orders moved",
    ];
    assert_eq!(lines, expected, "{told}");
    assert!(told.contains("\"parcel\":\"parcel-order:A-4.Dispatch#"), "{told}");
}
