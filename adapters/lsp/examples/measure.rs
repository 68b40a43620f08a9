//! Measures the server as a client sees it: the time from a key to its diagnostics, of a hover and
//! of a completion, and the memory with 100 open files.
//!
//! `cargo run --release -p asl-lsp --example measure`

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a tool for this project"
)]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use asl_lsp::Host;
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

const KEYS: usize = 60;

struct Client {
    connection: Connection,
    next: i32,
}

impl Client {
    fn start() -> Self {
        let (server, connection) = Connection::memory();
        std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn(move || asl_lsp::serve(&server, Host::default()))
            .expect("a thread");
        let mut client = Self { connection, next: 0 };
        client.ask("initialize", json!({ "capabilities": {} }));
        client.tell("initialized", json!({}));
        client
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        self.connection.sender.send(message.into()).expect("a server");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("a server");
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().expect("an answer")
            {
                return response.response_result.expect("no error");
            }
        }
    }

    fn diagnostics(&self, version: i32) -> usize {
        loop {
            let message = self.connection.receiver.recv().expect("diagnostics");
            if let Message::Notification(notification) = message
                && notification.params["version"] == version
            {
                return notification.params["diagnostics"].as_array().map_or(0, Vec::len);
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(1);
    }
}

/// A definition as they are written: tasks with retries and catchers, choices, waits and data.
fn definition(states: usize) -> String {
    let mut text = String::from("{\n  \"StartAt\": \"State 0\",\n  \"States\": {\n");
    for number in 0..states {
        let next = number + 1;
        let body = match number % 4 {
            0 => format!(
                r#""Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:task{}",
      "Parameters": {{ "order.$": "$.order", "id.$": "$.order.id", "n": {number} }},
      "ResultSelector": {{ "charged.$": "$.total" }}, "ResultPath": "$.step{}", "TimeoutSeconds": 30,
      "Retry": [{{ "ErrorEquals": ["States.Timeout"], "MaxAttempts": 3 }}],
      "Catch": [{{ "ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Failed" }}],
      "Next": "State {next}""#,
                number % 40,
                number % 20
            ),
            1 => format!(
                r#""Type": "Choice", "Choices": [
        {{ "Variable": "$.order.total", "NumericGreaterThan": {number}, "Next": "State {next}" }},
        {{ "Variable": "$.order.kind", "StringEquals": "late", "Next": "Failed" }}],
      "Default": "State {next}""#
            ),
            2 => {
                format!(r#""Type": "Wait", "SecondsPath": "$.order.delay", "Next": "State {next}""#)
            }
            _ => format!(
                r#""Type": "Pass", "Parameters": {{ "order.$": "$.order", "text.$": "States.Format('{{}}', $.order.id)" }}, "Next": "State {next}""#
            ),
        };
        writeln!(text, "    \"State {number}\": {{\n      {body}\n    }},").expect("a string");
    }
    writeln!(text, "    \"State {states}\": {{ \"Type\": \"Succeed\" }},").expect("a string");
    text + "    \"Failed\": { \"Type\": \"Fail\", \"Error\": \"Order.Failed\", \"Cause\": \"late\" }\n  }\n}\n"
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(at).copied().unwrap_or_default()
}

/// The line and the character behind a text.
fn behind(text: &str, part: &str) -> Value {
    let offset = text.find(part).expect("it is there") + part.len();
    let before = text.get(..offset).expect("a boundary");
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().map_or(0, str::len);
    json!({ "line": line, "character": character })
}

fn measure(states: usize) {
    let mut client = Client::start();
    let uri = "file:///nowhere/order.asl.json";
    let text = definition(states);
    client.open(uri, &text);
    let place = behind(&text, &format!("\"State {}", states / 2));
    let mut keys = Vec::new();
    let (mut hovers, mut completions) = (Vec::new(), Vec::new());
    for version in (2..).take(KEYS) {
        // A digit is typed into the name of a state, and removed again.
        let end = json!({ "line": place["line"], "character": place["character"].as_u64().expect("a number") + 1 });
        let change = match version % 2 {
            0 => json!({ "range": { "start": place, "end": place }, "text": "x" }),
            _ => json!({ "range": { "start": place, "end": end }, "text": "" }),
        };
        let from = Instant::now();
        let document = json!({ "uri": uri, "version": version });
        client.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        let found = client.diagnostics(version);
        keys.push(from.elapsed());
        assert_eq!(found > 0, version % 2 == 0, "the name is wrong after every other key");
        let params = json!({ "textDocument": { "uri": uri }, "position": place });
        let from = Instant::now();
        client.ask("textDocument/hover", params.clone());
        hovers.push(from.elapsed());
        let next = behind(&text, "\"Next\": \"Sta");
        let params = json!({ "textDocument": { "uri": uri }, "position": next });
        let from = Instant::now();
        client.ask("textDocument/completion", params);
        completions.push(from.elapsed());
    }
    println!(
        "{states} states, {} bytes: key to diagnostics p50 {:.1?}, p95 {:.1?}; hover p95 {:.1?}; completion p95 {:.1?}",
        text.len(),
        percentile(&mut keys, 50),
        percentile(&mut keys, 95),
        percentile(&mut hovers, 95),
        percentile(&mut completions, 95),
    );
}

/// The resident memory of this process in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

fn main() {
    measure_memory();
    measure(200);
    measure(2_000);
    measure(4_000);
}

fn measure_memory() {
    let mut client = Client::start();
    let text = definition(200);
    for number in 0..100 {
        let uri = format!("file:///nowhere/order{number}.asl.json");
        client.open(&uri, &text);
        let place = behind(&text, "\"State 100");
        let params = json!({ "textDocument": { "uri": uri }, "position": place });
        client.ask("textDocument/hover", params);
    }
    println!("100 files of 200 states: {} MiB in all", memory());
}
