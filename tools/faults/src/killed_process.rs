//! The process that is killed: it opens a real store, works on its orders, and ends when all of
//! them have ended.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use asl_durable::{Durable, List, Options, Start};
use asl_runtime::{TaskContext, TaskError, Value, json};

use crate::machines::order;
use asl_language::hash::fnv1a;

/// Options of the process.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the store and of the record of its work
    folder: PathBuf,
    /// Number of orders
    orders: u64,
    /// Seed that differs between processes
    life: u64,
}

/// The error type of this module.
type Problem = Box<dyn std::error::Error>;

/// Works until all orders have ended, or until it is killed.
pub fn run(arguments: &Arguments) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let done = runtime.map_err(Problem::from).and_then(|runtime| runtime.block_on(work(arguments)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr().lock(), "{problem}");
            ExitCode::FAILURE
        }
    }
}

/// The name of an order.
pub(crate) fn name(number: u64) -> String {
    format!("order-{number:03}")
}

/// The input of an order.
pub(crate) fn input(number: u64) -> Value {
    let items: Vec<Value> = (0..number % 4).map(|item| json!(item + number)).collect();
    json!({"order": name(number), "n": number, "items": items})
}

/// The expected output of an order.
pub(crate) fn output(number: u64) -> Value {
    let parcels: Vec<Value> =
        (0..number % 4).map(|item| json!(format!("packed {}", item + number))).collect();
    let items: Vec<Value> = (0..number % 4).map(|item| json!(item + number)).collect();
    json!({
        "order": name(number),
        "n": number,
        "items": items,
        "prepared": {"price": number * 100, "reserved": "shelf"},
        "charge": format!("{} for {}", number * 100, name(number)),
        "parcels": parcels,
        "sent": "sent",
    })
}

/// Returns true if the gateway rejects an order at first.
pub(crate) fn is_busy(order: &str) -> bool {
    fnv1a(order.as_bytes()).is_multiple_of(5)
}

/// The attempts of an order that must have been started, by the end of their keys.
pub(crate) fn attempts(number: u64) -> usize {
    4 + usize::from(is_busy(&name(number))) + usize::try_from(number % 4).unwrap_or(0)
}

async fn work(arguments: &Arguments) -> Result<(), Problem> {
    let Arguments { folder, orders, life } = arguments;
    let options = Options::default()
        .park_after(Duration::from_millis(100))
        .snapshot_every(1 + u32::try_from(life % 7).unwrap_or(0))
        .segment_bytes(8_192 << (life % 4));
    let done = OpenOptions::new().create(true).append(true).open(folder.join("done"))?;
    let store =
        Durable::open(folder.join("store"), [order::machine(Shop { done })], options).await?;
    for number in 0..*orders {
        let start = Start::new("order", input(number)).name(name(number)).id(name(number));
        store.start_with(start).await?;
    }
    if life % 3 == 0 {
        store.compact().await?;
    }
    let mut results = BTreeMap::new();
    for number in 0..*orders {
        let result = store.wait(name(number)).await?;
        let result = result
            .map_or_else(|failure| format!("failed: {failure}"), |output| output.to_json_string());
        results.insert(name(number), result);
    }
    let listed = store.list(List::default().limit(10_000)).await?;
    if u64::try_from(listed.executions.len()) != Ok(*orders) {
        return Err(format!("{} executions instead of {orders}", listed.executions.len()).into());
    }
    for id in results.keys() {
        store.history(id.as_str()).await?;
    }
    store.close(Duration::from_secs(10)).await?;
    fs::write(folder.join("results.json"), serde_json::to_string(&results)?)?;
    Ok(())
}

/// The tasks: each records the key of its attempt first, and takes some time.
struct Shop {
    done: File,
}

impl Shop {
    async fn work(&self, cx: &TaskContext) -> Result<(), TaskError> {
        let key = cx.idempotency_key();
        (&self.done)
            .write_all(format!("{key}\n").as_bytes())
            .map_err(|error| TaskError::new("Books", error.to_string()))?;
        tokio::time::sleep(Duration::from_millis(fnv1a(key.as_bytes()) % 6)).await;
        Ok(())
    }
}

fn number(input: &Value) -> i64 {
    input.at(["n"]).and_then(Value::as_i64).unwrap_or(-1)
}

impl order::Tasks for Shop {
    async fn price(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.work(cx).await?;
        Ok(json!(number(&input) * 100))
    }

    async fn reserve(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.work(cx).await?;
        Ok(json!("shelf"))
    }

    async fn charge(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.work(cx).await?;
        if cx.attempt() == 0 && is_busy(cx.execution_name()) {
            return Err(TaskError::new("Busy", "too many calls"));
        }
        let text = |key: &str| input.at([key]).map(ToString::to_string).unwrap_or_default();
        let order = input.at(["order"]).and_then(Value::as_str).unwrap_or_default();
        Ok(json!(format!("{} for {order}", text("amount"))))
    }

    async fn pack(&self, cx: &TaskContext, item: Value) -> Result<Value, TaskError> {
        self.work(cx).await?;
        Ok(json!(format!("packed {item}")))
    }

    async fn send(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.work(cx).await?;
        Ok(json!("sent"))
    }
}
