//! A server in this process: the machines of the tests, with tasks that do what their input says.

use std::collections::HashSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;

// `TestState` with the level `DEBUG` needs `inspect`.
asl_machine!("tests/clients/machines/everything.asl.json", inspect = true);
asl_machine!("tests/clients/machines/hello.asl.json", inspect = true);
asl_machine!("tests/clients/machines/quick.asl.json");
asl_machine!("tests/clients/machines/short.asl.json");

/// The tasks. `{"fail": "Busy"}` fails with this error; `{"once": "Busy"}` does so in the first
/// call for an execution; `{"sleep": 60}` answers after so many seconds. They return their input.
#[derive(Default)]
struct Tasks {
    failed: Mutex<HashSet<String>>,
}

impl Tasks {
    async fn answer(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let member = |name| input.get(name).and_then(Value::as_str);
        if let Some(error) = member("fail") {
            return Err(TaskError::new(error, "as asked"));
        }
        if let Some(seconds) = input.get("sleep").and_then(Value::as_u64) {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
        }
        let is_first =
            || self.failed.lock().expect("no panic").insert(cx.execution_id().to_string());
        match member("once") {
            Some(error) if is_first() => Err(TaskError::new(error, "in the first call")),
            Some(_) | None => Ok(input),
        }
    }
}

impl everything::Tasks for Tasks {
    async fn work(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.answer(cx, input).await
    }

    async fn silence(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        std::future::pending().await
    }

    async fn send_message_orders(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(json!({"MessageId": "m-1"}))
    }

    async fn submit_job_report(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        cx.submitted(json!({"JobId": "j-1"}));
        Ok(json!({"JobId": "j-1", "Status": "SUCCEEDED"}))
    }

    async fn publish_news(&self, cx: &TaskContext, request: Value) -> Result<Value, TaskError> {
        self.answer(cx, request.get("Message").cloned().unwrap_or_default()).await
    }
}

impl hello::Tasks for Tasks {}

impl short::Tasks for Tasks {}

impl quick::Tasks for Tasks {
    async fn work(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.answer(cx, input).await
    }
}

/// A running server with a store of its own.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) api: SfnApi,
    store: Durable,
    folder: PathBuf,
    serving: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Starts a server. `name` is that of its folder.
    pub(crate) async fn start(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("clients-{name}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("it can be removed");
        }
        let tasks = Arc::<Tasks>::default();
        let machines = [
            everything::machine(Arc::clone(&tasks)),
            hello::machine(Arc::clone(&tasks)),
            quick::machine(Arc::clone(&tasks)),
            short::machine(tasks),
        ];
        let store = Durable::open(&folder, machines, Options::default()).await.expect("it opens");
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let api = SfnApi::new(store.clone());
        let served = api.clone();
        let serving = tokio::spawn(async move {
            served.serve_on(listener).await.expect("it serves");
        });
        Self { url, api, store, folder, serving }
    }

    /// Ends the server and removes its store.
    pub(crate) async fn stop(self) {
        self.serving.abort();
        // It was aborted, so it has no result.
        let _ = self.serving.await;
        self.store.close(Duration::ZERO).await.expect("it closes");
        std::fs::remove_dir_all(&self.folder).expect("it can be removed");
    }
}
