//! Our store: in PostgreSQL, or in a directory.

use std::time::Duration;

use asl_bench_stores::{Arguments, Problem, Store, serve, step};
use asl_durable::Durable;
use asl_postgres::{Options, Postgres};
use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("../../../engines/postgres/tests/machines/pause.asl.json", outside = true); // -> mod pause
asl_machine!("../../../engines/postgres/tests/machines/three.asl.json", outside = true); // -> mod three

/// Tasks that take no time.
#[derive(Clone)]
struct Steps;

impl three::Tasks for Steps {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        step().await;
        Ok(json!(1))
    }

    async fn second(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        step().await;
        Ok(json!(2))
    }

    async fn third(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        step().await;
        Ok(json!(3))
    }
}

impl pause::Tasks for Steps {}

#[derive(Clone)]
struct Ours(Durable);

impl Store for Ours {
    async fn start(&self, name: String) -> Result<(), Problem> {
        self.0.start("three", name, json!({})).await?;
        Ok(())
    }

    async fn wait(&self, name: String) -> Result<(), Problem> {
        self.0.wait(format!("three:{name}")).await??;
        Ok(())
    }

    async fn pause(&self, name: String) -> Result<(), Problem> {
        self.0.start("pause", name, json!({"seconds": 86_400})).await?;
        Ok(())
    }

    async fn see(&self, name: String) -> Result<(), Problem> {
        self.0.describe(format!("pause:{name}")).await?;
        Ok(())
    }

    async fn close(self) -> Result<(), Problem> {
        self.0.close(Duration::from_secs(5)).await?;
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let Arguments { url, lease } = Arguments::read()?;
    let machines: [Compiled; 2] = [three::machine(Steps), pause::machine(Steps)];
    let store = if url.starts_with("postgres:") {
        Postgres::open(&url, machines, Options::default().lease(lease)).await?
    } else {
        Durable::open(&url, machines, asl_durable::Options::default()).await?
    };
    serve(Ours(store)).await
}
