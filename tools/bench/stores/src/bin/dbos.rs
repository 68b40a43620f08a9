//! The crate `dbos`: each step is a row, written in a transaction of its own.

use std::time::Duration;

use asl_bench_stores::{Arguments, Problem, Store, serve, step};
use dbos::{Config, DBOS, StartOptions, WorkflowRef};

/// Connections: twice its default.
const CONNECTIONS: u32 = 20;
/// A day.
const DAY: Duration = Duration::from_secs(86_400);

#[derive(Clone)]
struct Dbos {
    instance: DBOS,
    three: WorkflowRef<(), u32>,
    pause: WorkflowRef<(), ()>,
}

async fn three(_: ()) -> dbos::Result<u32> {
    let mut sum = 0;
    for (name, number) in [("first", 1), ("second", 2), ("third", 3)] {
        let work = || async move {
            step().await;
            dbos::Result::Ok(number)
        };
        sum += dbos::step(name, work).await?;
    }
    Ok(sum)
}

async fn pause(_: ()) -> dbos::Result<()> {
    dbos::sleep(DAY).await
}

fn named(name: &str) -> StartOptions<'_> {
    StartOptions { workflow_id: Some(name), ..Default::default() }
}

impl Store for Dbos {
    async fn start(&self, name: String) -> Result<(), Problem> {
        drop(self.three.start_with((), named(&name)).await?);
        Ok(())
    }

    async fn wait(&self, name: String) -> Result<(), Problem> {
        self.instance.retrieve_workflow::<u32, dbos::EngineOnly>(&name)?.result().await?;
        Ok(())
    }

    async fn run(&self, name: String) -> Result<(), Problem> {
        self.three.start_with((), named(&name)).await?.result().await?;
        Ok(())
    }

    async fn pause(&self, name: String) -> Result<(), Problem> {
        drop(self.pause.start_with((), named(&name)).await?);
        Ok(())
    }

    async fn see(&self, name: String) -> Result<(), Problem> {
        self.instance.retrieve_workflow::<(), dbos::EngineOnly>(&name)?.status().await?;
        Ok(())
    }

    async fn close(self) -> Result<(), Problem> {
        self.instance.shutdown().await;
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    // It has no leases: another process with the same executor id takes its executions when it is
    // launched.
    let Arguments { url, lease: _ } = Arguments::read()?;
    let instance = DBOS::new(Config {
        max_connections: CONNECTIONS,
        app_version: Some("1".to_owned()),
        outcome_poll_interval: Some(Duration::from_millis(20)),
        ..Config::new("contest", url)
    });
    let three = instance.register_workflow("three", three)?;
    let pause = instance.register_workflow("pause", pause)?;
    instance.launch().await?;
    serve(Dbos { instance, three, pause }).await
}
