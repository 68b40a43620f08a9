//! The protocol, with a client in the same process.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use asl_codegen::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_codegen::source::{FileId, Source, Sources, Span};
use asl_lsp::Host;
use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};

const URI: &str = "file:///nowhere/order.asl.json";

const SLIP: &str = r#"{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Pass", "Next": "Shipp"},
  "Ship": {"Type": "Succeed"}
}}"#;

const TESTS: &str = "file:///nowhere/tests/order.asl-test.yaml";

/// One finding about the definition of a test file.
fn test_file(path: &Path, mut sources: Sources) -> Vec<(Sources, Diagnostics)> {
    let definition = path.with_file_name("../order.asl.json");
    sources.files.push(Source::new("order".to_owned(), Some(definition), SLIP.to_owned()));
    let mut diagnostics = Diagnostics::default();
    let span = Span { file: FileId(1), start: 0, end: 1 };
    diagnostics.push(Diagnostic::new(Code::UnknownTarget, span, "of the test"));
    vec![(sources, diagnostics)]
}

struct Client {
    connection: Connection,
    server: JoinHandle<bool>,
    next: i32,
}

impl Client {
    fn start() -> Self {
        Self::with(|_| {})
    }

    /// A client with a server that starts when the messages have all arrived.
    fn with(send: impl FnOnce(&mut Self)) -> Self {
        let (server, connection) = Connection::memory();
        let (start, started) = std::sync::mpsc::channel();
        let server = std::thread::spawn(move || {
            started.recv().unwrap();
            let run = |_: &_, _: &_| Ok(json!({ "exitCode": 0, "output": "7" }));
            asl_lsp::serve(&server, Host { test_file, run, ..Host::default() }).unwrap()
        });
        let mut client = Self { connection, server, next: 0 };
        let capabilities = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
        let params = json!({ "capabilities": capabilities, "processId": null, "rootUri": null });
        let id = client.request("initialize", params);
        client.tell("initialized", json!({}));
        send(&mut client);
        start.send(()).unwrap();
        let answer = client.response(id).response_result.unwrap();
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        client
    }

    fn tell(&self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        self.connection.sender.send(notification.into()).unwrap();
    }

    fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let request = Request::new(self.next.into(), method.to_owned(), params);
        self.connection.sender.send(request.into()).unwrap();
        self.next
    }

    fn response(&self, id: i32) -> Response {
        loop {
            if let Message::Response(response) = self.receive() {
                assert_eq!(response.id, id.into());
                return response;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.response(id).response_result.unwrap()
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// The next diagnostics that are sent.
    fn diagnostics(&self) -> Value {
        loop {
            if let Message::Notification(notification) = self.receive() {
                assert_eq!(notification.method, "textDocument/publishDiagnostics");
                return notification.params;
            }
        }
    }

    fn open(&self, text: &str) {
        self.open_as(URI, text);
    }

    fn open_as(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, version: i32, changes: &Value) {
        self.change_of(URI, version, changes);
    }

    fn change_of(&self, uri: &str, version: i32, changes: &Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.join().unwrap());
    }
}

#[test]
fn findings_follow_the_text() {
    let client = Client::start();
    client.open(SLIP);
    let sent = client.diagnostics();
    assert_eq!((&sent["uri"], &sent["version"]), (&json!(URI), &json!(1)));
    assert_eq!(sent["diagnostics"][0]["code"], "ASL0401");
    // The second `p` of `Shipp` is removed.
    let at = |character| json!({ "line": 1, "character": character });
    client.change(2, &json!([{ "range": { "start": at(38), "end": at(39) }, "text": "" }]));
    let sent = client.diagnostics();
    assert_eq!((&sent["version"], &sent["diagnostics"]), (&json!(2), &json!([])));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.diagnostics()["version"], Value::Null);
    client.end();
}

#[test]
fn the_findings_of_tests_are_those_of_the_open_definition() {
    let client = Client::start();
    client.open(SLIP);
    assert_eq!(client.diagnostics()["diagnostics"].as_array().unwrap().len(), 1);
    let document = json!({ "uri": TESTS, "languageId": "yaml", "version": 1, "text": "cases:" });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    // The test file names the definition in another way, which is the same file.
    let sent = client.diagnostics();
    assert_eq!((&sent["uri"], &sent["version"]), (&json!(URI), &json!(1)));
    assert_eq!(sent["diagnostics"].as_array().unwrap().len(), 2);
    assert_eq!(client.diagnostics()["uri"], TESTS);
    client.change(2, &json!([{ "text": SLIP.replace("Shipp", "Ship") }]));
    let sent = client.diagnostics();
    assert_eq!((&sent["version"], &sent["diagnostics"]), (&json!(2), &json!([])));
    // The test file is read again, with the changed text.
    let sent = client.diagnostics();
    assert_eq!((&sent["uri"], &sent["version"]), (&json!(URI), &json!(2)));
    assert_eq!(sent["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(client.diagnostics()["uri"], TESTS);
    client.tell("textDocument/didSave", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.diagnostics()["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(client.diagnostics()["uri"], TESTS);
    client.end();
}

#[test]
fn only_the_last_of_several_texts_is_checked() {
    let mut client = Client::with(|client| {
        client.open(SLIP);
        for version in 2..200 {
            client.change(version, &json!([{ "text": SLIP }]));
        }
        client.change(200, &json!([{ "text": SLIP.replace("Shipp", "Ship") }]));
    });
    // The diagnostics of the last text are the first ones and the only ones.
    let params = client.diagnostics();
    assert_eq!((&params["version"], &params["diagnostics"]), (&json!(200), &json!([])));
    assert_eq!(client.ask("textDocument/codeAction", actions()), json!([]));
    assert!(client.connection.receiver.try_recv().is_err());
    client.end();
}

fn actions() -> Value {
    let place = json!({ "line": 1, "character": 36 });
    json!({
        "textDocument": { "uri": URI },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    })
}

#[test]
fn a_request_about_an_outdated_text_is_refused() {
    let mut ids = [0; 3];
    let mut client = Client::with(|client| {
        client.open(&SLIP.replace("Shipp", "Pay"));
        let item = json!({
            "name": "Pay", "kind": 12, "uri": URI,
            "range": actions()["range"], "selectionRange": actions()["range"],
        });
        ids = [
            client.request("textDocument/codeAction", actions()),
            client.request("callHierarchy/incomingCalls", json!({ "item": item })),
            client.request("textDocument/codeAction", actions()),
        ];
        client.change(2, &json!([{ "text": SLIP }]));
        client.tell("$/cancelRequest", json!({ "id": ids[2] }));
    });
    for (id, code) in ids.into_iter().zip([-32801, -32801, -32800]) {
        assert_eq!(client.response(id).response_result.unwrap_err().code, code);
    }
    let answer = client.ask("textDocument/codeAction", actions());
    assert_eq!(answer[0]["title"], "Change to `Ship`");
    client.end();
}

#[test]
fn the_end_is_clean_only_after_a_shutdown() {
    let client = Client::start();
    client.tell("exit", Value::Null);
    assert!(!client.server.join().unwrap());
    // Both may arrive at once, and nothing is answered in between.
    let mut ids = [0; 2];
    let client = Client::with(|client| {
        ids[0] = client.request("shutdown", Value::Null);
        ids[1] = client.request("textDocument/codeAction", actions());
        client.tell("exit", Value::Null);
    });
    assert_eq!(client.response(ids[0]).response_result.unwrap(), Value::Null);
    assert_eq!(client.response(ids[1]).response_result.unwrap_err().code, -32600);
    assert!(client.server.join().unwrap());
}

#[test]
fn unknown_methods_and_wrong_parameters_are_refused() {
    let mut client = Client::start();
    let id = client.request("textDocument/moniker", json!({}));
    assert_eq!(client.response(id).response_result.unwrap_err().code, -32601);
    let id = client.request("textDocument/codeAction", json!({ "textDocument": 7 }));
    assert_eq!(client.response(id).response_result.unwrap_err().code, -32602);
    let unopened = actions();
    assert_eq!(client.ask("textDocument/codeAction", unopened), Value::Null);
    client.end();
}

/// A folder of its own, with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}

#[test]
fn the_unsaved_text_of_a_named_file_counts() {
    const ORDER: &str = r#"{"name": "Order", "version": "1.0", "functions": "functions.json",
      "states": [{"name": "Pay", "start": true,
        "enterAction": {"type": "invokeFunction", "functionName": "charge"}}]}"#;
    const FUNCTIONS: &str = r#"[{"name": "charge", "operation": "https://cards.example/#charge"}]"#;
    let folder = folder("named", &[("order.sm4c.json", ORDER), ("functions.json", FUNCTIONS)]);
    let uri = |name: &str| format!("file://{}", folder.join(name).display());
    let (order, functions) = (uri("order.sm4c.json"), uri("functions.json"));
    let client = Client::start();
    let codes_of_order = || loop {
        let sent = client.diagnostics();
        if sent["uri"] == json!(order) {
            let found = sent["diagnostics"].as_array().unwrap().clone();
            return found.iter().map(|it| it["code"].clone()).collect::<Vec<_>>();
        }
    };
    client.open_as(&order, ORDER);
    assert_eq!(codes_of_order(), [json!(null); 0]);
    client.open_as(&functions, FUNCTIONS);
    assert_eq!(codes_of_order(), [json!(null); 0]);
    let renamed = FUNCTIONS.replace("\"charge\"", "\"pay\"");
    client.change_of(&functions, 2, &json!([{ "text": renamed }]));
    assert_eq!(codes_of_order(), ["ASL2110"]);
    client.change_of(&functions, 3, &json!([{ "text": FUNCTIONS }]));
    assert_eq!(codes_of_order(), [json!(null); 0]);
    client.change_of(&functions, 4, &json!([{ "text": renamed }]));
    assert_eq!(codes_of_order(), ["ASL2110"]);
    // The text on disk counts again.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": functions } }));
    assert_eq!(codes_of_order(), [json!(null); 0]);
    client.end();
}

#[test]
fn the_lenses_are_asked_for_again_after_a_run() {
    let text = SLIP.replace("Shipp", "Ship");
    let folder = folder("run", &[("order.asl.json", &text)]);
    let uri = format!("file://{}", folder.join("order.asl.json").display());
    let mut client = Client::start();
    client.open_as(&uri, &text);
    assert_eq!(client.diagnostics()["diagnostics"], json!([]));
    let run = json!({ "command": "asl.run", "arguments": [{ "uri": uri }] });
    assert_eq!(client.ask("workspace/executeCommand", run)["output"], "7");
    loop {
        if let Message::Request(request) = client.receive() {
            assert_eq!(request.method, "workspace/codeLens/refresh");
            client
                .connection
                .sender
                .send(Response::new_ok(request.id, Value::Null).into())
                .unwrap();
            break;
        }
    }
    client.end();
}
