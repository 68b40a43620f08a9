//! An order process and the tasks that it calls.

pub mod cloud;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use tokio::time::sleep;

asl_machine!(pub "order.asl.json"); // -> pub mod order
pub use order::machine;

/// The time in which goods are packed.
const PACKING: Duration = Duration::from_secs(2);

/// A shop whose tasks may report their work.
#[derive(Clone, Debug, Default)]
pub struct Shop {
    /// File with a line for each attempt, its operation, and for each token.
    pub notes: Option<PathBuf>,
    /// True if the tasks report.
    pub talks: bool,
}

impl Shop {
    #[expect(clippy::print_stdout, reason = "the example talks to its user")]
    fn say(&self, cx: &TaskContext, what: &str) {
        if self.talks {
            println!("    [worker {}] {what}   ({})", std::process::id(), cx.operation());
        }
    }

    fn note(&self, line: &str) -> Result<(), TaskError> {
        if let Some(notes) = &self.notes {
            let mut file = std::fs::File::options().create(true).append(true).open(notes)?;
            file.write_all(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    }

    fn begin(&self, cx: &TaskContext, what: &str) -> Result<(), TaskError> {
        self.say(cx, what);
        self.note(&cx.operation())
    }
}

impl order::Tasks for Shop {
    async fn reserve(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.begin(cx, &format!("reserve {}", input.get("items").unwrap_or(&Value::Null)))?;
        if cx.attempt() == 0 {
            return Err(TaskError::new("Busy", "the stock is being counted"));
        }
        Ok(json!("R-1"))
    }

    /// Somebody answers with the token later.
    async fn send_message_approvals(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        self.begin(cx, "ask for an approval")?;
        let token = input.pointer("/MessageBody/Token").and_then(Value::as_str).unwrap_or_default();
        self.note(&format!("token {token}"))?;
        Ok(json!({}))
    }

    async fn pack(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "begin to pack")?;
        sleep(PACKING).await;
        self.say(cx, "packed");
        Ok(json!("parcel"))
    }

    async fn invoice(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "write an invoice")?;
        Ok(json!("I-1"))
    }

    async fn ship(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "ship")?;
        Ok(json!("T-4711"))
    }
}
