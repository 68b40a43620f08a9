//! The tasks, performed by the shop's staff and services. The order determines what goes wrong.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use asl_runtime::{TaskContext, TaskError, Value, json};
use tokio::time::sleep;

use crate::orders;

/// The shop. Clones share its state.
#[derive(Clone, Debug, Default)]
pub struct Shop {
    /// Parcels that wait for the courier: the order, and the token for the report.
    parcels: Arc<Mutex<Vec<(String, String)>>>,
}

impl Shop {
    /// The token for the report on an order's parcel, if it waits for the courier.
    pub fn take_parcel(&self, order: &str) -> Option<String> {
        let mut parcels = self.parcels.lock().unwrap_or_else(PoisonError::into_inner);
        let place = parcels.iter().position(|(whose, _)| whose == order)?;
        Some(parcels.remove(place).1)
    }
}

fn trouble(input: &Value) -> &str {
    input.get("trouble").and_then(Value::as_str).unwrap_or_default()
}

fn title(input: &Value) -> &str {
    input.get("book").and_then(Value::as_str).unwrap_or("a book")
}

impl orders::Tasks for Shop {
    async fn reserve(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if trouble(&input) == "busy stock" && cx.attempt() < 2 {
            return Err(TaskError::new("Busy", "the stock is being counted"));
        }
        Ok(json!({"shelf": (title(&input).len())}))
    }

    async fn charge_card(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if trouble(&input) == "no money" {
            return Err(TaskError::new("CardDeclined", "the bank says no"));
        }
        // The key is the same for every delivery of this attempt: a payment service uses it to
        // charge once.
        Ok(json!({"key": (cx.operation())}))
    }

    async fn pack(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        if trouble(&input) == "sleepy packer" && cx.attempt() == 0 {
            // Sends no heartbeats for longer than its state allows.
            sleep(Duration::from_secs(5)).await;
        }
        for _ in 0..4 {
            cx.heartbeat();
            sleep(Duration::from_secs(1)).await;
        }
        Ok(json!({"packed": (title(&input))}))
    }

    async fn label(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        Ok(json!({"to": (input.get("customer").cloned().unwrap_or_default())}))
    }

    async fn send_message_couriers(
        &self,
        cx: &TaskContext,
        input: Value,
    ) -> Result<Value, TaskError> {
        let token = input.pointer("/MessageBody/token").and_then(Value::as_str);
        let token =
            token.ok_or_else(|| TaskError::new("NoToken", "the courier could not report"))?;
        let mut parcels = self.parcels.lock().unwrap_or_else(PoisonError::into_inner);
        parcels.push((cx.execution_name().to_owned(), token.to_owned()));
        Ok(json!("the courier knows"))
    }

    async fn confirm(&self, _cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let courier =
            input.pointer("/handover/courier").and_then(Value::as_str).unwrap_or("nobody");
        Ok(json!({"text": (format!("{} is on its way with {courier}", title(&input)))}))
    }

    async fn release(&self, _cx: &TaskContext, _input: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}
