//! A server with an empty store, and a client that sends bytes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use asl_durable::{Durable, Options};
use asl_runtime::Compiled;
use asl_sfn_api::SfnApi;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// A running server. Dropping it ends it and removes its store.
pub(crate) struct Server {
    pub(crate) address: String,
    task: AbortHandle,
    store: Store,
}

/// An empty store.
pub(crate) struct Store(PathBuf);

impl Store {
    pub(crate) async fn open() -> (Self, Durable) {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("asl-sfn-api-front-{}-{count}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let machines = Vec::<Compiled>::new();
        let store = Durable::open(&directory, machines, Options::default()).await.unwrap();
        (Self(directory), store)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(|api| api).await
    }

    /// Starts a server with options.
    pub(crate) async fn with(options: impl FnOnce(SfnApi) -> SfnApi) -> Self {
        let (store, durable) = Store::open().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let serving = options(SfnApi::new(durable)).serve_on(listener);
        let task = tokio::spawn(async move { serving.await.unwrap() }).abort_handle();
        Self { address, task, store }
    }

    pub(crate) async fn connect(&self) -> Connection {
        Connection::open(&self.address).await
    }

    /// Sends a request on a connection of its own.
    pub(crate) async fn call(&self, operation: &str, body: &str) -> Response {
        let mut connection = self.connect().await;
        connection.send(request(operation, body).as_bytes()).await;
        connection.response().await.unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
        let _ = &self.store;
    }
}

/// A request as clients write it.
pub(crate) fn request(operation: &str, body: &str) -> String {
    let target = format!("x-amz-target: AWSStepFunctions.{operation}\r\n");
    request_with(&format!("host: localhost\r\n{JSON}{target}"), body)
}

/// The header of the type of the body.
pub(crate) const JSON: &str = "content-type: application/x-amz-json-1.0\r\n";

/// A request with these headers.
pub(crate) fn request_with(headers: &str, body: &str) -> String {
    format!("POST / HTTP/1.1\r\n{headers}content-length: {}\r\n\r\n{body}", body.len())
}

/// A connection of a client.
pub(crate) struct Connection(BufReader<TcpStream>);

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Self {
        Self(BufReader::new(TcpStream::connect(address).await.unwrap()))
    }

    /// Sends bytes. A server that has closed the connection is no error.
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        let _ = self.0.get_mut().write_all(bytes).await;
    }

    /// Ends the client's half of the connection.
    pub(crate) async fn end(&mut self) {
        let _ = self.0.get_mut().shutdown().await;
    }

    /// The next answer, or nothing if the server has closed the connection.
    pub(crate) async fn response(&mut self) -> Option<Response> {
        let line = self.line().await?;
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut response = Response { status, headers, body: Vec::new() };
        response.body = vec![0; response.header("content-length").unwrap_or("0").parse().unwrap()];
        self.0.read_exact(&mut response.body).await.ok()?;
        Some(response)
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.0.read_line(&mut line).await.unwrap_or(0);
        (read > 0).then(|| line.trim_end().to_owned())
    }
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Error and message.
    pub(crate) fn fault(&self) -> (String, String) {
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        let text = |name: &str| body[name].as_str().unwrap().to_owned();
        assert_eq!(self.header("x-amzn-errortype"), Some(text("__type").as_str()));
        (text("__type"), text("message"))
    }

    /// Status and error.
    pub(crate) fn kind(&self) -> (u16, String) {
        (self.status, self.fault().0)
    }
}
