//! c: an order of 2 KB through 13 states, seven of them tasks that answer at once.
//!
//! The hand-written code keeps results in variables, and its tasks borrow their inputs, so that
//! retries cost nothing.

mod foreign;
mod own;

use std::time::Duration;

use asl_runtime::{Compiled, Failure, TaskContext, TaskError, Value, asl_machine};
use serde_json::{Value as Foreign, json};
use tokio::time::sleep;

use super::Missing;

pub use foreign::foreign;
pub use own::own;

asl_machine!("definitions/c_order.json");

/// Number of entered states.
pub const TRANSITIONS: usize = 13;

/// Number of lines of the order.
const LINES: u64 = 17;

/// The tasks of the machine.
pub struct Shop;

impl c_order::Tasks for Shop {
    async fn validate(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::validate())
    }

    async fn reserve(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::reserve())
    }

    async fn price(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::price())
    }

    async fn fraud(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::fraud())
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::charge())
    }

    async fn ship(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::ship())
    }

    async fn notify(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(own::answer::notify())
    }
}

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> {
    c_order::run(Shop, input)
}

/// The machine with its tasks.
pub fn machine() -> Compiled {
    c_order::machine(Shop)
}

/// The input, as text.
pub fn text() -> String {
    let line = |line: u64| {
        json!({
            "sku": format!("SKU-{}", 271_828 + 31_415 * line),
            "title": format!("part number {line} of the whole  "),
            "qty": 2 + line % 7,
            // In quarters, which are the same number in every language.
            "unit_price": 20.25 + 12.5 * f64::from(u8::try_from(line).unwrap_or_default()),
            "tags": ["a", "b"],
        })
    };
    let address =
        json!({"street": "1 Main Street", "city": "Leiden", "zip": "2311AA", "country": "NL"});
    let order = json!({
        "id": "o-1029",
        "placed": "2026-11-20T10:00:00Z",
        "lines": (0..LINES).map(line).collect::<Vec<_>>(),
        "customer": {"name": "Nia Example", "email": "nia@example.com", "address": address},
        "notes": "leave the parcel with the neighbours when nobody opens",
    });
    json!({"order": order}).to_string()
}

/// The answers of the tasks, in the order of their calls.
pub fn answers() -> Vec<(String, Foreign)> {
    let answers = [
        ("validate", foreign::answer::validate()),
        ("reserve", foreign::answer::reserve()),
        ("price", foreign::answer::price()),
        ("fraud", foreign::answer::fraud()),
        ("charge", foreign::answer::charge()),
        ("ship", foreign::answer::ship()),
        ("notify", foreign::answer::notify()),
    ];
    answers.map(|(task, answer)| (task.to_owned(), answer)).into()
}

/// Reason why an order ends early, or why a task fails.
#[derive(Debug)]
pub enum Refused {
    /// The task may be retried.
    Busy,
    /// The order could not be completed.
    Rejected,
}

impl From<Missing> for Refused {
    fn from(_: Missing) -> Self {
        Self::Rejected
    }
}

/// Retries a task while its host is busy: after one, two and four seconds.
async fn retried<V, R: Future<Output = Result<V, Refused>>>(
    call: impl Fn() -> R,
) -> Result<V, Refused> {
    let mut pause = Duration::from_secs(1);
    for _ in 0..3 {
        match call().await {
            Err(Refused::Busy) => sleep(pause).await,
            result @ (Ok(_) | Err(Refused::Rejected)) => return result,
        }
        pause *= 2;
    }
    call().await
}
