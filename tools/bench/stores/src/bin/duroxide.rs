//! The crates `duroxide` and `duroxide-pg`: each step is an entry of a queue in the database.

use std::sync::Arc;
use std::time::Duration;

use asl_bench_stores::{Arguments, Problem, Store, serve, step};
use duroxide::runtime::registry::ActivityRegistry;
use duroxide::runtime::{Runtime, RuntimeOptions};
use duroxide::{
    ActivityContext, Client, OrchestrationContext, OrchestrationRegistry, OrchestrationStatus,
};
use duroxide_pg::PostgresProvider;

/// Tasks that run executions, and as many that run steps: four times its default.
const CONCURRENCY: usize = 8;
/// Pause between two looks at an empty queue: 100 ms by default, which each step waits for.
const PAUSE: Duration = Duration::from_millis(5);
/// Longest time of an execution.
const PATIENCE: Duration = Duration::from_secs(600);
/// A day.
const DAY: Duration = Duration::from_secs(86_400);

#[derive(Clone)]
struct Duroxide {
    client: Client,
    runtime: Arc<Runtime>,
}

async fn three(context: OrchestrationContext, _: String) -> Result<String, String> {
    for name in ["First", "Second", "Third"] {
        context.schedule_activity(name, "").await?;
    }
    Ok(String::new())
}

async fn pause(context: OrchestrationContext, _: String) -> Result<String, String> {
    context.schedule_timer(DAY).await;
    Ok(String::new())
}

async fn activity(_: ActivityContext, _: String) -> Result<String, String> {
    step().await;
    Ok("1".to_owned())
}

impl Store for Duroxide {
    async fn start(&self, name: String) -> Result<(), Problem> {
        Ok(self.client.start_orchestration(&name, "three", "").await?)
    }

    async fn wait(&self, name: String) -> Result<(), Problem> {
        match self.client.wait_for_orchestration(&name, PATIENCE).await? {
            OrchestrationStatus::Completed { .. } => Ok(()),
            other => Err(format!("{other:?}").into()),
        }
    }

    async fn ended(&self) -> Result<Option<usize>, Problem> {
        let metrics = self.client.get_system_metrics().await?;
        if metrics.failed_instances > 0 {
            return Err("an execution has failed".into());
        }
        Ok(Some(usize::try_from(metrics.completed_instances)?))
    }

    async fn pause(&self, name: String) -> Result<(), Problem> {
        Ok(self.client.start_orchestration(&name, "pause", "").await?)
    }

    async fn see(&self, name: String) -> Result<(), Problem> {
        self.client.get_orchestration_status(&name).await?;
        Ok(())
    }

    async fn close(self) -> Result<(), Problem> {
        self.runtime.shutdown(None).await;
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Problem> {
    let Arguments { url, lease } = Arguments::read()?;
    let provider = Arc::new(PostgresProvider::new(&url).await?);
    let activities = ActivityRegistry::builder()
        .register("First", activity)
        .register("Second", activity)
        .register("Third", activity)
        .build();
    let orchestrations =
        OrchestrationRegistry::builder().register("three", three).register("pause", pause).build();
    let options = RuntimeOptions {
        dispatcher_min_poll_interval: PAUSE,
        orchestration_concurrency: CONCURRENCY,
        worker_concurrency: CONCURRENCY,
        orchestrator_lock_timeout: lease,
        worker_lock_timeout: lease,
        ..RuntimeOptions::default()
    };
    let runtime =
        Runtime::start_with_options(provider.clone(), activities, orchestrations, options).await;
    serve(Duroxide { client: Client::new(provider), runtime }).await
}
