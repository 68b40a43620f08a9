//! A store with executions of three machines, and a console for it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_console::{Console, Permission};
use asl_durable::{Durable, Options, State, Waits};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use axum::Router;

asl_machine!(pub(crate) "tests/console/machines/charge.asl.json");
asl_machine!(pub(crate) "tests/console/machines/approve.asl.json");
asl_machine!("tests/console/machines/paid.sm4c.json");

/// Time in which the store must do what is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The tasks, and what they note.
#[derive(Default)]
pub(crate) struct Tasks {
    /// True while cards are declined.
    pub(crate) declines: AtomicBool,
    tokens: Mutex<Vec<String>>,
}

impl charge::Tasks for Tasks {
    async fn charge(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if self.declines.load(Ordering::Relaxed) {
            let cause = input.get("cause").and_then(Value::as_str).unwrap_or("no credit");
            return Err(TaskError::new("CardDeclined", cause));
        }
        Ok(json!({"receipt": 7}))
    }
}

impl approve::Tasks for Tasks {
    async fn send_message_approvals(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.tokens.lock().expect("no panic").push(cx.token().to_string());
        Ok(json!({}))
    }
}

impl paid::Functions for Tasks {}

/// A store in a folder of its own. The folder is removed when this is dropped.
pub(crate) struct Shop {
    pub(crate) store: Durable,
    pub(crate) tasks: Arc<Tasks>,
    folder: PathBuf,
}

impl Shop {
    pub(crate) async fn open(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("console-{name}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("it can be removed");
        }
        let tasks = Arc::<Tasks>::default();
        let machines = [
            charge::machine(Arc::clone(&tasks)),
            approve::machine(Arc::clone(&tasks)),
            paid::machine(Arc::clone(&tasks)),
        ];
        let store = Durable::open(&folder, machines, Options::default()).await.expect("it opens");
        Self { store, tasks, folder }
    }

    /// The router for those who have this permission.
    pub(crate) fn router(&self, permission: Permission) -> Router {
        Console::new(self.store.clone()).authorize(move |_| permission).router()
    }

    pub(crate) async fn start(&self, machine: &str, name: &str, input: Value) -> String {
        self.store.start(machine, name, input).await.expect("it starts").id.to_string()
    }

    /// Starts an execution that fails.
    pub(crate) async fn fail(&self, name: &str, input: Value) -> String {
        self.tasks.declines.store(true, Ordering::Relaxed);
        let id = self.start("charge", name, input).await;
        self.store.wait(id.as_str()).await.expect("it ends").expect_err("it fails");
        self.tasks.declines.store(false, Ordering::Relaxed);
        id
    }

    /// Starts an execution that waits for a report, and returns its id and the token.
    pub(crate) async fn ask(&self, name: &str) -> (String, String) {
        let id = self.start("approve", name, json!({})).await;
        self.until(|| self.token(&id)).await;
        self.waits(&id).await;
        let token = self.token(&id).expect("it was noted");
        (id, token)
    }

    fn token(&self, id: &str) -> Option<String> {
        let tokens = self.tasks.tokens.lock().expect("no panic");
        tokens.iter().find(|token| token.starts_with(id)).cloned()
    }

    /// The open operations of an execution, of which there is at least one.
    pub(crate) async fn waits(&self, id: &str) -> Vec<Waits> {
        let mut waits = Vec::new();
        for _ in 0..PATIENCE.as_millis() / 10 {
            waits = self.store.describe(id).await.expect("it is known").waits;
            let is_held = |wait: &Waits| wait.what != asl_durable::WaitsFor::Task;
            if waits.iter().any(is_held) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        waits
    }

    pub(crate) async fn state(&self, id: &str) -> State {
        self.store.describe(id).await.expect("it is known").summary.state
    }

    async fn until<T>(&self, find: impl Fn() -> Option<T>) -> T {
        for _ in 0..PATIENCE.as_millis() / 10 {
            if let Some(found) = find() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it did not happen");
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // Files of an open store can be removed on Unix; elsewhere the next run removes them.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
