//! The tasks of the machines of these tests, on Restate and on Temporal. Each call is noted in a file
//! with its idempotency key, so that attempts can be counted from outside, also those of a process
//! that was killed. The module around this one has the machines, and the engine's `Machines`.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use asl_runtime::history::{HistoryEvent, Observer, ObserverHandle, Subject};
use asl_runtime::{TaskContext, TaskError, Value, json};
use tokio::time::sleep;

use super::{
    Machines, approve, count, each, events, fan, large, late, limits, order, packs, paid, parent,
    worse,
};

impl Observer for Shop {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        self.note("event", &format!("{} {} {}", subject.execution_id, event.id, event.kind));
    }
}

/// All tasks of all machines.
#[derive(Clone)]
pub(crate) struct Shop {
    notes: PathBuf,
}

impl Shop {
    pub(crate) fn new(notes: PathBuf) -> Self {
        Self { notes }
    }

    /// Writes a line of its own to the file, even if others write concurrently.
    fn note(&self, what: &str, text: &str) {
        let mut file = File::options()
            .create(true)
            .append(true)
            .open(&self.notes)
            .expect("the notes can be written");
        file.write_all(format!("{what} {text}\n").as_bytes()).expect("the notes can be written");
    }

    pub(super) async fn work(&self, cx: &TaskContext, input: &Value) {
        self.note("begin", &cx.idempotency_key());
        let mut guard = Dropped(self.clone(), cx.idempotency_key(), "dropped");
        let millis = input
            .get("pause")
            .and_then(Value::as_i64)
            .and_then(|millis| u64::try_from(millis).ok());
        sleep(Duration::from_millis(millis.unwrap_or(0))).await;
        guard.2 = "end";
    }

    /// Writes a line for each event of an execution.
    pub(crate) fn observer(&self) -> ObserverHandle {
        ObserverHandle::from(self.clone())
    }

    /// All of them; of `count` another version, alone or as the last.
    pub(crate) fn register_others(&self, machines: Machines, is_alone: bool) -> Machines {
        let others = self
            .machines()
            .into_iter()
            .filter(|machine| !is_alone || machine.machine().name != "count");
        others.fold(machines, Machines::register).register_as("count", worse::machine(self.clone()))
    }

    pub(crate) fn register(&self, machines: Machines) -> Machines {
        self.machines().into_iter().fold(machines, Machines::register)
    }
}

pub(super) type Answer = Result<Value, TaskError>;

impl order::Tasks for Shop {
    async fn reserve(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        if cx.attempt() == 0 && input.get("busy") == Some(&json!(true)) {
            return Err(TaskError::new("Busy", "somebody else is served"));
        }
        Ok(json!({"attempt": (cx.attempt())}))
    }

    async fn charge(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        match input.get("amount").and_then(Value::as_i64) {
            Some(amount) if amount <= 100 => Ok(json!(amount)),
            amount => {
                Err(TaskError::new("Declined", format!("{} is too much", amount.unwrap_or(0))))
            }
        }
    }

    async fn tell(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(json!("told"))
    }
}

/// Notes how a task has ended when it is dropped.
struct Dropped(Shop, String, &'static str);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.note(self.2, &self.1);
    }
}

pub(super) async fn for_ever(shop: &Shop, cx: &TaskContext) -> Answer {
    shop.note("begin", &cx.idempotency_key());
    let _dropped = Dropped(shop.clone(), cx.idempotency_key(), "dropped");
    std::future::pending().await
}

impl fan::Tasks for Shop {
    async fn slow(&self, cx: &TaskContext, _input: Value) -> Answer {
        for_ever(self, cx).await
    }

    async fn fail(&self, _cx: &TaskContext, _input: Value) -> Answer {
        Err(TaskError::new("Broken", "as it should"))
    }

    async fn tell(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(json!("left"))
    }
}

impl each::Tasks for Shop {
    async fn double(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &json!({"pause": 50})).await;
        Ok(json!((input.as_i64().unwrap_or(0) * 2)))
    }
}

fn next(input: &Value) -> Value {
    json!((input.get("n").and_then(Value::as_i64).unwrap_or(0) + 1))
}

impl count::Tasks for Shop {
    async fn step(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(next(&input))
    }
}

impl limits::Tasks for Shop {
    async fn never(&self, cx: &TaskContext, _input: Value) -> Answer {
        for_ever(self, cx).await
    }

    async fn beats(&self, cx: &TaskContext, _input: Value) -> Answer {
        for _ in 0..5 {
            sleep(Duration::from_millis(400)).await;
            cx.heartbeat();
        }
        Ok(json!("beaten"))
    }

    async fn panics(&self, _cx: &TaskContext, _input: Value) -> Answer {
        panic!("out of cheese")
    }
}

impl approve::Tasks for Shop {
    async fn send_message_approvals(&self, cx: &TaskContext, _input: Value) -> Answer {
        self.note("token", &cx.token());
        Ok(json!({"MessageId": "1"}))
    }

    async fn tell(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(json!("told"))
    }
}

impl parent::Tasks for Shop {}

impl worse::Tasks for Shop {}

impl late::Tasks for Shop {
    async fn slow(&self, cx: &TaskContext, _input: Value) -> Answer {
        for_ever(self, cx).await
    }
}

impl large::Tasks for Shop {
    async fn large(&self, _cx: &TaskContext, input: Value) -> Answer {
        let mib = input
            .get("mib")
            .and_then(Value::as_i64)
            .and_then(|mib| usize::try_from(mib).ok())
            .unwrap_or(0);
        Ok(Value::from("x".repeat(mib << 20)))
    }
}

impl paid::Functions for Shop {
    async fn tell(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(json!("told"))
    }
}

impl packs::Functions for Shop {
    async fn tell(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(json!("packed"))
    }
}

impl events::Functions for Shop {
    async fn step(&self, cx: &TaskContext, input: Value) -> Answer {
        self.work(cx, &input).await;
        Ok(next(&input))
    }
}
