//! An order process in SM4C and the tasks that it calls.

use std::path::PathBuf;
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use tokio::time::sleep;

asl_machine!("order.sm4c.json"); // -> pub mod order
pub use order::machine;

/// The time in which goods are packed.
const PACKING: Duration = Duration::from_secs(2);

/// A shop whose tasks may report their work.
#[derive(Clone, Debug)]
pub struct Shop {
    /// File with a line for each attempt, its idempotency key.
    pub notes: Option<PathBuf>,
    /// True if the tasks report.
    pub talks: bool,
}

impl Shop {
    #[expect(clippy::print_stdout, reason = "the example talks to its user")]
    fn say(&self, cx: &TaskContext, what: &str) {
        if self.talks {
            println!("    [service {}] {what}   ({})", std::process::id(), cx.idempotency_key());
        }
    }

    fn begin(&self, cx: &TaskContext, what: &str) -> Result<(), TaskError> {
        self.say(cx, what);
        if let Some(notes) = &self.notes {
            use std::io::Write;
            let mut file = std::fs::File::options().create(true).append(true).open(notes)?;
            writeln!(file, "{}", cx.operation())?;
        }
        Ok(())
    }
}

impl order::Functions for Shop {
    async fn reserve(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.begin(cx, &format!("reserve {}", input.get("items").unwrap_or(&Value::Null)))?;
        if cx.attempt() == 0 {
            return Err(TaskError::new("Busy", "the stock is being counted"));
        }
        Ok(json!("R-1"))
    }

    async fn remind(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "send a reminder")?;
        Ok(json!(null))
    }

    async fn pack(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "begin to pack")?;
        sleep(PACKING).await;
        self.say(cx, "packed");
        Ok(json!("parcel"))
    }

    async fn invoice(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.begin(
            cx,
            &format!("write an invoice of {}", input.get("amount").unwrap_or(&Value::Null)),
        )?;
        Ok(json!("I-1"))
    }

    async fn ship(&self, cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        self.begin(cx, "ship")?;
        Ok(json!("T-4711"))
    }
}
