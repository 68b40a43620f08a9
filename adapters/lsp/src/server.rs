//! The loop of the protocol: messages in, answers and diagnostics out.
//!
//! One thread does everything in order, so an answer never describes another text than the one that
//! the client had when it asked. Diagnostics wait until no message is left, and are dropped if the
//! text has changed meanwhile.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use gen_lsp_types as lsp;
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response,
};
use serde_json::{Value, json};

use crate::commands::{self, Asked};
use crate::findings;
use crate::host::Host;
use crate::jobs::Jobs;
use crate::positions::Encoding;
use crate::requests;
use crate::uri;
use crate::workspace::Workspace;

/// Serves one client until it ends the connection. False if it had not asked for the end before
/// (`shutdown`), which the protocol makes a failure of the process.
///
/// # Errors
/// If the client breaks the protocol.
pub fn serve(connection: &Connection, host: Host) -> Result<bool, ProtocolError> {
    let (id, params) = connection.initialize_start()?;
    let params = serde_json::from_value::<lsp::InitializeParams>(params).unwrap_or_default();
    let encoding = encoding(&params);
    let result = lsp::InitializeResult {
        capabilities: requests::capabilities(encoding),
        server_info: Some(lsp::ServerInfo {
            name: "asl-lsp".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, json!(result))?;
    let mut workspace = Workspace::new(host, encoding, folders(&params));
    workspace.has_snippets = takes_snippets(&params);
    workspace.run_arguments = run_arguments(&params);
    let mut server = Server {
        connection,
        workspace,
        queue: VecDeque::new(),
        unpublished: BTreeSet::new(),
        published: BTreeMap::new(),
        is_shut_down: false,
        jobs: Jobs::new(refreshes_lenses(&params)),
        shows_documents: shows_documents(&params),
    };
    if watches(&params) {
        server.register_watchers();
    }
    let was_asked = server.run();
    server.jobs.end();
    Ok(was_asked)
}

/// Serves the client at standard input and output. False as [`serve`].
///
/// # Errors
/// If the client breaks the protocol, or a stream fails.
pub fn serve_stdio(host: Host) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
    let (stdio, threads) = Connection::stdio();
    // The channel of standard input holds no message, so a change or a cancellation behind a request
    // would not be seen. This one holds all that have arrived.
    let (arriving, arrived) = Connection::memory();
    let (incoming, queue) = (stdio.receiver, arriving.sender);
    let forward = std::thread::spawn(move || {
        for message in incoming {
            if queue.send(message).is_err() {
                break;
            }
        }
    });
    let connection = Connection { sender: stdio.sender, receiver: arrived.receiver };
    let was_asked = serve(&connection, host)?;
    drop(connection);
    threads.join()?;
    // It ends with the thread that reads.
    let _ = forward.join();
    Ok(was_asked)
}

/// UTF-8 where the client can count in it.
fn encoding(params: &lsp::InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_deref());
    if offered.unwrap_or_default().contains(&lsp::PositionEncodingKind::UTF8) {
        Encoding::Utf8
    } else {
        Encoding::Utf16
    }
}

#[expect(deprecated, reason = "older clients send only `rootUri`")]
fn folders(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let folders = match &params.workspace_folders_initialize_params.workspace_folders {
        Some(lsp::WorkspaceFolders::WorkspaceFolderList(folders)) => folders.as_slice(),
        Some(lsp::WorkspaceFolders::Null) | None => &[],
    };
    let mut paths: Vec<PathBuf> =
        folders.iter().filter_map(|folder| uri::path_of(&folder.uri.0)).collect();
    if paths.is_empty() {
        paths.extend(params.root_uri.as_ref().and_then(|root| uri::path_of(&root.0)));
    }
    paths
}

fn watches(params: &lsp::InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let watched = workspace.and_then(|workspace| workspace.did_change_watched_files.as_ref());
    watched.is_some_and(|watched| watched.dynamic_registration == Some(true))
}

fn takes_snippets(params: &lsp::InitializeParams) -> bool {
    let document = params.capabilities.text_document.as_ref();
    let completion = document.and_then(|document| document.completion.as_ref());
    let item = completion.and_then(|completion| completion.completion_item.as_ref());
    item.is_some_and(|item| item.snippet_support == Some(true))
}

fn refreshes_lenses(params: &lsp::InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let lenses = workspace.and_then(|workspace| workspace.code_lens.as_ref());
    lenses.is_some_and(|lenses| lenses.refresh_support == Some(true))
}

fn shows_documents(params: &lsp::InitializeParams) -> bool {
    let window = params.capabilities.window.as_ref();
    window.and_then(|window| window.show_document.as_ref()).is_some_and(|shown| shown.support)
}

/// `runArguments` of the client's own options.
fn run_arguments(params: &lsp::InitializeParams) -> Vec<String> {
    let options = params.initialization_options.as_ref().map(|options| json!(options));
    let arguments = options.as_ref().and_then(|options| options.get("runArguments"));
    let arguments = arguments.and_then(Value::as_array).into_iter().flatten();
    arguments.filter_map(Value::as_str).map(str::to_owned).collect()
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    /// Messages that have arrived.
    queue: VecDeque<Message>,
    /// Documents whose diagnostics are to be sent.
    unpublished: BTreeSet<String>,
    /// By document: the diagnostics of each file that were sent for it.
    published: BTreeMap<String, BTreeMap<String, Vec<lsp::Diagnostic>>>,
    /// True if the client has sent `shutdown`.
    is_shut_down: bool,
    jobs: Jobs,
    /// True if the client shows documents.
    shows_documents: bool,
}

impl Server<'_> {
    /// Serves until the end; true if the client asked for it.
    fn run(&mut self) -> bool {
        loop {
            self.fill();
            if let Some(message) = self.queue.pop_front() {
                match message {
                    Message::Request(request) if request.method == "shutdown" => {
                        self.is_shut_down = true;
                        self.unpublished.clear();
                        self.send(Response::new_ok(request.id, Value::Null));
                    }
                    Message::Request(request) => self.answer(request),
                    Message::Notification(notification) if notification.method == "exit" => {
                        return self.is_shut_down;
                    }
                    Message::Notification(_) if self.is_shut_down => {}
                    Message::Notification(notification) => self.notice(notification),
                    // That the files are watched, or a document is shown.
                    Message::Response(_) => {}
                }
            } else if let Some(uri) = self.unpublished.pop_first() {
                self.publish(&uri);
            } else if let Ok(message) = self.connection.receiver.recv() {
                self.queue.push_back(message);
            } else {
                return self.is_shut_down;
            }
        }
    }

    /// Takes what has arrived.
    fn fill(&mut self) {
        while let Ok(message) = self.connection.receiver.try_recv() {
            self.queue.push_back(message);
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that has gone reads nothing, and the loop ends when it finds out.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: impl serde::Serialize) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Answers a request, unless the client has given it up or changed its document.
    fn answer(&mut self, request: Request) {
        let id = request.id.clone();
        let refused = |code: ErrorCode, message: &str| {
            Response::new_err(id.clone(), code as i32, message.to_owned())
        };
        let uri = ["/textDocument/uri", "/item/uri"]
            .iter()
            .find_map(|place| request.params.pointer(place).and_then(Value::as_str));
        if request.method == "workspace/executeCommand"
            && !self.is_shut_down
            && !self.is_cancelled(&id)
        {
            self.execute(id, &request.params);
            return;
        }
        let response = if self.is_shut_down {
            refused(ErrorCode::InvalidRequest, "the server is shut down")
        } else if self.is_cancelled(&id) {
            refused(ErrorCode::RequestCanceled, "the request was cancelled")
        } else if uri.is_some_and(|uri| self.will_change(uri)) {
            refused(ErrorCode::ContentModified, "the document has changed")
        } else {
            match requests::answer(&mut self.workspace, &request.method, request.params) {
                Ok(result) => Response::new_ok(id.clone(), result),
                Err((code, message)) => refused(code, &message),
            }
        };
        self.send(response);
    }

    /// Answers a command, or begins the job that does.
    fn execute(&mut self, id: RequestId, params: &Value) {
        let host = *self.workspace.host();
        match commands::read(&mut self.workspace, params) {
            Ok(Asked::Done(result, file)) => {
                if let Some(file) = file.filter(|_| self.shows_documents) {
                    let params = json!({ "uri": uri::of_path(&file), "external": true });
                    let id = format!("show {id}").into();
                    self.send(Request::new(id, "window/showDocument".to_owned(), params));
                }
                self.send(Response::new_ok(id, result));
            }
            Ok(Asked::Job(job)) => {
                if !self.jobs.begin(id.clone(), job, host, self.connection) {
                    let message = "too many runs at once".to_owned();
                    self.send(Response::new_err(id, ErrorCode::RequestFailed as i32, message));
                }
            }
            Err((code, message)) => self.send(Response::new_err(id, code as i32, message)),
        }
    }

    fn is_cancelled(&self, id: &RequestId) -> bool {
        let id = json!(id);
        self.waiting("$/cancelRequest").any(|params| params.get("id") == Some(&id))
    }

    /// True if a change of the document has arrived.
    fn will_change(&self, uri: &str) -> bool {
        self.waiting("textDocument/didChange")
            .any(|params| params.pointer("/textDocument/uri").and_then(Value::as_str) == Some(uri))
    }

    /// The parameters of notifications that have arrived.
    fn waiting<'s>(&'s self, method: &'s str) -> impl Iterator<Item = &'s Value> {
        self.queue.iter().filter_map(move |message| match message {
            Message::Notification(notification) if notification.method == method => {
                Some(&notification.params)
            }
            Message::Notification(_) | Message::Request(_) | Message::Response(_) => None,
        })
    }

    fn notice(&mut self, notification: Notification) {
        let params = notification.params;
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let params = serde_json::from_value::<lsp::DidOpenTextDocumentParams>(params);
                if let Ok(params) = params {
                    self.workspace.open(params.text_document);
                    self.text_changed(uri);
                }
            }
            "textDocument/didChange" => {
                if let Ok(params) = serde_json::from_value(params) {
                    self.workspace.change(params);
                    self.text_changed(uri);
                }
            }
            "textDocument/didClose" => {
                if let Some(uri) = uri {
                    self.close(&uri);
                }
            }
            "textDocument/didSave" => {
                if let Some(uri) = uri.as_deref() {
                    self.workspace.saved(uri);
                }
                self.files_changed(uri.as_slice());
            }
            "$/cancelRequest" => {
                let id = params.get("id").cloned();
                let id = id.and_then(|id| serde_json::from_value::<RequestId>(id).ok());
                if let Some(id) = id {
                    self.jobs.cancel(&id);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                let params = serde_json::from_value::<lsp::DidChangeWatchedFilesParams>(params);
                let changes = params.map(|params| params.changes).unwrap_or_default();
                let uris = changes.into_iter().map(|change| change.uri.0);
                let uris: Vec<String> = uris.filter(|uri| !self.workspace.is_made(uri)).collect();
                if !uris.is_empty() {
                    self.files_changed(&uris);
                }
            }
            // Others ask for nothing that is done here.
            _ => {}
        }
    }

    fn files_changed(&mut self, uris: &[String]) {
        self.unpublished.extend(self.workspace.files_changed(uris));
    }

    /// Another text of a document counts now, also for those that name its file.
    fn text_changed(&mut self, uri: Option<String>) {
        let Some(uri) = uri else { return };
        for naming in self.workspace.text_changed(&uri) {
            // These were about the text before.
            if let Some(files) = self.published.get_mut(&naming) {
                files.remove(&uri);
            }
            self.unpublished.insert(naming);
        }
        self.unpublished.insert(uri);
    }

    fn close(&mut self, uri: &str) {
        self.workspace.close(uri);
        self.text_changed(Some(uri.to_owned()));
        self.unpublished.remove(uri);
        let before = self.published.remove(uri).unwrap_or_default();
        for file in before.keys() {
            self.send_all(file);
        }
    }

    /// Sends the diagnostics of a document, unless its next text has arrived.
    fn publish(&mut self, uri: &str) {
        let encoding = self.workspace.encoding();
        let Some(document) = self.workspace.read(uri) else { return };
        let found = findings::diagnostics(document, encoding);
        self.fill();
        if self.will_change(uri) {
            return;
        }
        let before = self.published.insert(uri.to_owned(), found.clone()).unwrap_or_default();
        let files: BTreeSet<&String> = before.keys().chain(found.keys()).collect();
        for file in files {
            self.send_all(file);
        }
    }

    /// Sends all diagnostics of a file: its own, and those of documents that name it.
    fn send_all(&self, file: &str) {
        let lists = self.published.values().filter_map(|files| files.get(file));
        let mut diagnostics: Vec<lsp::Diagnostic> = Vec::new();
        for diagnostic in lists.flatten() {
            if !diagnostics.contains(diagnostic) {
                diagnostics.push(diagnostic.clone());
            }
        }
        let version = self.workspace.document(file).map(|document| document.version);
        let params =
            lsp::PublishDiagnosticsParams { uri: file.to_owned().into(), version, diagnostics };
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Asks the client to tell of changes of files that definitions and packages consist of.
    fn register_watchers(&self) {
        let patterns = ["**/*.{json,yaml,yml,proto,rs}", "**/asl.toml", "**/Cargo.toml"];
        let watchers: Vec<Value> =
            patterns.iter().map(|pattern| json!({ "globPattern": pattern })).collect();
        let method = "client/registerCapability";
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        self.send(Request::new("files".to_owned().into(), method.to_owned(), params));
    }
}
