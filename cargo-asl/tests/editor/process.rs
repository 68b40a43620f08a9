//! The server as a process, in a folder with an `asl.toml`.

use std::fs;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const DEFINITION: &str = r#"{ "StartAt": "A", "States": {
  "A": { "Type": "Pass", "Next": "${Next}" },
  "B": { "Type": "Succeed" }
} }
"#;

const TESTS: &str = "cases:
  it runs:
    input: {}
    expekt:
      output: {}
";

/// A folder with a definition whose options are in `asl.toml`, and its tests; removed at the end.
pub(crate) struct Package(PathBuf);

impl Package {
    pub(crate) fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("cargo-asl-lsp-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        let package = Self(path.canonicalize().expect("it is there"));
        let options = "[[machine]]\npath = \"order.asl.json\"\nsubstitute = { Next = \"B\" }\n";
        for (name, text) in
            [("asl.toml", options), ("order.asl.json", DEFINITION), ("order.asl-test.yaml", TESTS)]
        {
            fs::write(package.0.join(name), text).expect("written");
        }
        package
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.display())
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The server, and its client.
pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    pub(crate) fn start(package: &Package) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cargo-asl"))
            .args(["asl", "lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        let mut server = Self { process, input, output };
        let folder = json!({ "uri": package.uri(""), "name": "package" });
        server.ask("initialize", json!({ "capabilities": {}, "workspaceFolders": [folder] }));
        server.tell("initialized", json!({}));
        server
    }

    fn write(&mut self, message: impl Into<Message>) {
        message.into().write(&mut self.input).expect("a server that reads");
        self.input.flush().expect("a server that reads");
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        self.write(Notification::new(method.to_owned(), params));
    }

    fn read(&mut self) -> Message {
        Message::read(&mut self.output).expect("a message").expect("more messages")
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).expect("an answer")
    }

    /// The answer, or the reason of a refusal.
    pub(crate) fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.write(Request::new(1.into(), method.to_owned(), params));
        loop {
            if let Message::Response(response) = self.read() {
                return response.response_result.map_err(|error| error.message);
            }
        }
    }

    /// Ends the server as the protocol wants it.
    pub(crate) fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.process.wait().expect("it ends").success());
    }

    /// Opens a file, and returns its diagnostics.
    pub(crate) fn open(&mut self, package: &Package, name: &str) -> Value {
        let text = fs::read_to_string(package.0.join(name)).expect("a file");
        self.open_text(&package.uri(name), "json", &text)
    }

    /// Opens a text, and returns its diagnostics.
    pub(crate) fn open_text(&mut self, uri: &str, language: &str, text: &str) -> Value {
        self.open_all(uri, language, text).into_iter().next().expect("its own")
    }

    /// Opens a text, and returns its diagnostics and then those of the files that it names.
    pub(crate) fn open_all(&mut self, uri: &str, language: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        let (mut own, mut others) = (None, Vec::new());
        // What is asked when its own have arrived is answered behind all others.
        loop {
            match self.read() {
                Message::Notification(notification) if notification.params["uri"] == json!(uri) => {
                    own = Some(notification.params["diagnostics"].clone());
                    let params = json!({ "textDocument": { "uri": uri } });
                    self.write(Request::new(
                        1.into(),
                        "textDocument/documentLink".to_owned(),
                        params,
                    ));
                }
                Message::Notification(other) => others.push(other.params["diagnostics"].clone()),
                Message::Response(_) | Message::Request(_) if own.is_some() => {
                    return own.into_iter().chain(others).collect();
                }
                Message::Response(_) | Message::Request(_) => {}
            }
        }
    }
}

#[test]
fn a_process_serves_definitions_and_tests_with_the_options_of_their_package() {
    let package = Package::new("process");
    let mut server = Server::start(&package);
    assert_eq!(server.open(&package, "order.asl.json"), json!([]));
    let found = server.open(&package, "order.asl-test.yaml");
    assert_eq!(found[0]["range"]["start"]["line"], 3, "{found}");
    assert_eq!(found[0]["message"], "a case has no field `expekt`; did you mean `expect`?");
    // The layout is that of `cargo asl fmt`.
    let document = json!({ "uri": package.uri("order.asl.json") });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": document, "options": options });
    let edits = server.ask("textDocument/formatting", params);
    let text = edits[0]["newText"].as_str().unwrap_or_default();
    assert!(text.starts_with("{\n  \"StartAt\": \"A\",\n"), "{edits}");
    // The options change with their file.
    fs::write(package.0.join("asl.toml"), "[[machine]]\npath = \"order.asl.json\"\n")
        .expect("written");
    let changes = json!([{ "uri": package.uri("asl.toml"), "type": 2 }]);
    server.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    loop {
        if let Message::Notification(notification) = server.read()
            && notification.params["uri"] == json!(package.uri("order.asl.json"))
        {
            let codes = [0, 1].map(|at| notification.params["diagnostics"][at]["code"].clone());
            assert_eq!(codes, ["ASL1309", "ASL0401"], "{}", notification.params);
            break;
        }
    }
    server.end();
}

#[test]
fn tests_are_about_the_text_of_their_definition_in_the_editor() {
    let package = Package::new("unsaved");
    let definition = |name: &str| {
        let first = format!(r#""A": {{ "Type": "Pass", "Next": "{name}" }}"#);
        format!(
            r#"{{ "StartAt": "A", "States": {{ {first}, "{name}": {{ "Type": "Succeed" }} }} }}"#
        )
    };
    let tests = "cases:\n  it ends:\n    expect:\n      path: [A, Shipped]\n";
    for (name, text) in
        [("ship.asl.json", definition("Shipped").as_str()), ("ship.asl-test.yaml", tests)]
    {
        fs::write(package.0.join(name), text).expect("written");
    }
    let mut server = Server::start(&package);
    assert_eq!(server.open(&package, "ship.asl-test.yaml"), json!([]));
    let uri = package.uri("ship.asl.json");
    let document = |version| json!({ "uri": uri, "version": version });
    server.open_text(&uri, "json", &definition("Shipped"));
    // It is not saved, and the test file is not touched.
    for (version, name, titles) in [(2, "Sent", 1), (3, "Shipped", 0)] {
        let changes = json!([{ "text": definition(name) }]);
        let params = json!({ "textDocument": document(version), "contentChanges": changes });
        server.tell("textDocument/didChange", params);
        let found = loop {
            if let Message::Notification(notification) = server.read()
                && notification.params["uri"] == json!(package.uri("ship.asl-test.yaml"))
            {
                break notification.params["diagnostics"].clone();
            }
        };
        assert_eq!(found.as_array().expect("a list").len(), titles, "{found}");
        if titles == 1 {
            assert_eq!(found[0]["code"], "ASL0401", "{found}");
            assert_eq!(found[0]["range"]["start"], json!({ "line": 3, "character": 16 }));
            // A run would read the definition on disk.
            let tests = json!([{ "uri": package.uri("ship.asl-test.yaml") }]);
            let params = json!({ "command": "asl.test", "arguments": tests });
            let refused = server.try_ask("workspace/executeCommand", params);
            let reason = "`ship.asl.json` has changes that are not saved";
            assert_eq!(refused, Err(reason.to_owned()));
        }
    }
    server.end();
}

#[test]
fn a_change_behind_a_request_is_seen_before_the_answer() {
    let package = Package::new("behind");
    let mut server = Server::start(&package);
    let uri = package.uri("large.asl.json");
    let states: Vec<String> =
        (0..300).map(|n| format!(r#""S{n}": {{"Type": "Pass", "Next": "S{}"}}"#, n + 1)).collect();
    let text = format!(
        r#"{{"StartAt": "S0", "States": {{{}, "S300": {{"Type": "Succeed"}}}}}}"#,
        states.join(",")
    );
    let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": text });
    server.tell("textDocument/didOpen", json!({ "textDocument": document }));
    // The first request reads the large text, or is refused too. Meanwhile the rest arrives.
    let symbols = json!({ "textDocument": { "uri": uri } });
    for id in [7, 8] {
        server.write(Request::new(
            id.into(),
            "textDocument/documentSymbol".to_owned(),
            symbols.clone(),
        ));
    }
    let changed = json!({ "uri": uri, "version": 2 });
    server.tell(
        "textDocument/didChange",
        json!({ "textDocument": changed, "contentChanges": [{ "text": "{}" }] }),
    );
    let response = loop {
        if let Message::Response(response) = server.read()
            && response.id == 8.into()
        {
            break response;
        }
    };
    assert_eq!(response.response_result.expect_err("a refusal").code, -32801);
    // Without `shutdown`, the end is a failure.
    server.tell("exit", Value::Null);
    assert!(!server.process.wait().expect("it ends").success());
}
