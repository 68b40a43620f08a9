//! The machine and its task: invoices of a month, sent to customers.

use std::sync::atomic::{AtomicU32, Ordering};

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};

asl_machine!(pub "invoices.asl.json");

/// A post office that numbers the invoices. It has no address of some customers.
#[derive(Debug, Default)]
pub struct PostOffice {
    sent: AtomicU32,
    unknown: Vec<String>,
}

impl PostOffice {
    /// A post office that has no address of a customer.
    pub fn without(customer: &str) -> Self {
        Self { unknown: vec![customer.to_owned()], ..Self::default() }
    }
}

impl invoices::Tasks for PostOffice {
    async fn send_invoice(&self, _: &TaskContext, invoice: Value) -> Result<Value, TaskError> {
        let customer = invoice.get("customer").and_then(Value::as_str).unwrap_or_default();
        if self.unknown.iter().any(|unknown| unknown == customer) {
            return Err(TaskError::new("Mail.UnknownAddress", "there is no address"));
        }
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(json!({"number": (format!("R-{number:04}"))}))
    }
}
