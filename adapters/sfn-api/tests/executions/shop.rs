//! A store with the machine of orders, and its API.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value as Data, asl_machine};
use asl_sfn_api::{Fault, SfnApi};
use serde_json::{Value, json};

asl_machine!("tests/executions/machines/order.asl.json", default_task_timeout = 60);

asl_machine!("tests/executions/machines/quick.asl.json");
asl_machine!("tests/executions/machines/parcels.asl.json", default_task_timeout = 60);

pub(crate) const PARCELS: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:parcels";
pub(crate) const MACHINE: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:order";

/// The tasks of an order. Orders with `fail` cannot be charged until the shop is mended.
#[derive(Clone, Default)]
pub(crate) struct Shop {
    tokens: Arc<Mutex<Vec<String>>>,
    is_mended: Arc<Mutex<bool>>,
}

impl Shop {
    pub(crate) fn mend(&self) {
        *self.is_mended.lock().unwrap() = true;
    }

    /// The token of the last approval.
    pub(crate) async fn token(&self) -> String {
        loop {
            if let Some(token) = self.tokens.lock().unwrap().pop() {
                return token;
            }
            tokio::task::yield_now().await;
        }
    }
}

impl order::Tasks for Shop {
    async fn charge(&self, _: &TaskContext, input: Data) -> Result<Data, TaskError> {
        if input.get("fail").is_some() && !*self.is_mended.lock().unwrap() {
            return Err(TaskError::new("CardDeclined", "no money"));
        }
        Ok(input)
    }

    async fn approve(&self, cx: &TaskContext, _: Data) -> Result<Data, TaskError> {
        self.tokens.lock().unwrap().push(cx.token().to_string());
        Ok(Data::Null)
    }
}

impl quick::Tasks for Shop {}

/// Weighs parcels: those called `broken` fail, and those called `slow` never end.
impl parcels::Tasks for Shop {
    async fn weigh(&self, _: &TaskContext, input: Data) -> Result<Data, TaskError> {
        match input.as_str() {
            Some("broken") => Err(TaskError::new("Broken", "it is broken")),
            Some("slow") => std::future::pending().await,
            Some(_) | None => Ok(input),
        }
    }
}

/// An API over a store in a directory that is removed afterwards.
pub(crate) struct Served {
    pub(crate) api: SfnApi,
    pub(crate) shop: Shop,
    store: Durable,
    directory: PathBuf,
}

impl Served {
    pub(crate) async fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("asl-sfn-api-executions-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let shop = Shop::default();
        let machines = [
            order::machine(shop.clone()),
            parcels::machine(shop.clone()),
            quick::machine(shop.clone()),
        ];
        let store = Durable::open(&directory, machines, Options::default()).await.unwrap();
        Self { api: SfnApi::new(store.clone()), shop, store, directory }
    }

    /// The answer of an operation that succeeds.
    pub(crate) async fn call(&self, operation: &str, input: Value) -> Value {
        self.api.call(operation, input).await.unwrap()
    }

    /// The fault of an operation that fails.
    pub(crate) async fn fault(&self, operation: &str, input: Value) -> Fault {
        self.api.call(operation, input).await.unwrap_err()
    }

    /// Starts an order, and returns its ARN.
    pub(crate) async fn start(&self, name: &str, input: &Value) -> String {
        let input = json!({"stateMachineArn": MACHINE, "name": name, "input": input.to_string()});
        let started = self.call("StartExecution", input).await;
        started["executionArn"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn describe(&self, arn: &str) -> Value {
        self.call("DescribeExecution", json!({"executionArn": arn})).await
    }

    /// Waits for the end of an execution, and describes it.
    pub(crate) async fn end(&self, arn: &str) -> Value {
        let _ = self.store.wait(arn).await.unwrap();
        self.describe(arn).await
    }

    pub(crate) async fn close(self) {
        drop(self.api);
        self.store.close(std::time::Duration::ZERO).await.unwrap();
        std::fs::remove_dir_all(&self.directory).unwrap();
    }
}
