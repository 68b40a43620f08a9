//! The API over a store in a folder of its own.

use std::path::PathBuf;
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::{TaskContext, TaskError, Value as Data};
use asl_sfn_api::SfnApi;
use serde_json::{Value, json};

use crate::{first, second, twin};

/// Tasks that repeat their input.
pub(crate) struct Echo;

impl first::order::Tasks for Echo {
    async fn charge(&self, _: &TaskContext, input: Data) -> Result<Data, TaskError> {
        Ok(input)
    }
}

impl twin::Tasks for Echo {
    async fn charge(&self, _: &TaskContext, input: Data) -> Result<Data, TaskError> {
        Ok(input)
    }
}

impl second::order::Tasks for Echo {
    async fn charge(&self, _: &TaskContext, input: Data) -> Result<Data, TaskError> {
        Ok(input)
    }
}

/// The definition of the first version of the machine `order`.
pub(crate) const FIRST: &str = include_str!("order.asl.json");
/// The definition of the second version.
pub(crate) const SECOND: &str = include_str!("order2.asl.json");
pub(crate) const ARN: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:order";
pub(crate) const ROLE: &str = "arn:aws:iam::123456789012:role/test";

/// The versions of the machine that a program has.
#[derive(Clone, Copy)]
pub(crate) enum Versions {
    First,
    Both,
    /// The first one, and a machine with the same definition under another name.
    Twins,
}

/// The API of a program, and its folder.
pub(crate) struct Server {
    api: SfnApi,
    folder: PathBuf,
    store: Durable,
}

impl Server {
    /// The API without anything that clients created.
    pub(crate) async fn new(name: &str, versions: Versions) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("machines-{name}"));
        if folder.exists() {
            std::fs::remove_dir_all(&folder).unwrap();
        }
        std::fs::create_dir_all(&folder).unwrap();
        Self::open(folder, versions).await
    }

    async fn open(folder: PathBuf, versions: Versions) -> Self {
        let mut machines = vec![first::order::machine(Echo)];
        match versions {
            Versions::First => {}
            Versions::Both => machines.push(second::order::machine(Echo)),
            Versions::Twins => machines.push(twin::machine(Echo)),
        }
        let store = Durable::open(folder.join("store"), machines, Options::default());
        let store = store.await.unwrap();
        let api = SfnApi::new(store.clone()).registry(folder.join("registry.json")).unwrap();
        Self { api, folder, store }
    }

    /// Closes the store, and opens it again as another process does.
    pub(crate) async fn restart(self, versions: Versions) -> Self {
        let Self { api, folder, store } = self;
        drop(api);
        store.close(Duration::from_secs(5)).await.unwrap();
        Self::open(folder, versions).await
    }

    /// The answer to a request, or kind and message of the error.
    pub(crate) async fn call(
        &self,
        operation: &str,
        input: Value,
    ) -> Result<Value, (String, String)> {
        let answer = self.api.call(operation, input).await;
        answer.map_err(|fault| (fault.kind().to_owned(), fault.message().to_owned()))
    }

    /// The answer to a request that succeeds.
    pub(crate) async fn ok(&self, operation: &str, input: Value) -> Value {
        match self.call(operation, input.clone()).await {
            Ok(answer) => answer,
            Err(error) => panic!("{operation} {input}: {error:?}"),
        }
    }

    /// Kind and message of the error of a request that fails.
    pub(crate) async fn error(&self, operation: &str, input: Value) -> (String, String) {
        match self.call(operation, input.clone()).await {
            Ok(answer) => panic!("{operation} {input}: {answer}"),
            Err(error) => error,
        }
    }

    pub(crate) async fn create(&self, definition: &str) -> Value {
        self.ok("CreateStateMachine", creation(definition)).await
    }

    /// Runs an execution of a state machine, and returns its output.
    pub(crate) async fn run(&self, arn: &str, name: &str) -> Value {
        let start = json!({"stateMachineArn": arn, "name": name, "input": "{\"id\": 7}"});
        let started = self.ok("StartExecution", start).await;
        let id = started["executionArn"].as_str().unwrap();
        let output = self.store.wait(id).await.unwrap().unwrap();
        serde_json::from_str(&output.to_json_string()).unwrap()
    }
}

/// A request that creates the machine `order`.
pub(crate) fn creation(definition: &str) -> Value {
    json!({"name": "order", "definition": definition, "roleArn": ROLE})
}
