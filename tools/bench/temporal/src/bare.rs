//! A worker as one writes it by hand: a workflow of three activities in a row, directly over the core
//! of Temporal's SDKs, with the same settings as ours.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use temporalio_client::{Connection, ConnectionOptions};
use temporalio_common::protos::coresdk::ActivityTaskCompletion;
use temporalio_common::protos::coresdk::activity_result::ActivityExecutionResult;
use temporalio_common::protos::coresdk::activity_result::activity_resolution::Status;
use temporalio_common::protos::coresdk::activity_task::activity_task::Variant;
use temporalio_common::protos::coresdk::workflow_activation::WorkflowActivation;
use temporalio_common::protos::coresdk::workflow_activation::workflow_activation_job::Variant as Job;
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::coresdk::workflow_commands::{
    CompleteWorkflowExecution, ScheduleActivity,
};
use temporalio_common::protos::coresdk::workflow_completion::WorkflowActivationCompletion;
use temporalio_common::protos::temporal::api::common::v1::{Payload, RetryPolicy};
use temporalio_common::worker::WorkerTaskTypes;
use temporalio_sdk_core::{
    CoreRuntime, PollError, RuntimeOptions, Url, Worker, WorkerConfig, WorkerVersioningStrategy,
    init_worker,
};

use crate::{QUEUE_OF_BARE, Result};

/// The activities in their order.
const STEPS: [&str; 3] = ["reserve", "charge", "ship"];

/// Serves until a future completes.
pub(crate) async fn serve(address: &str, stop: impl Future) -> Result<()> {
    let url: Url = address.parse()?;
    let connection =
        Connection::connect(ConnectionOptions::new(url).identity("bare").build()).await?;
    let telemetry = RuntimeOptions::builder().heartbeat_interval(None).build()?;
    let runtime = CoreRuntime::new_assume_tokio(telemetry)?;
    let task_types = WorkerTaskTypes {
        enable_workflows: true,
        enable_local_activities: false,
        enable_remote_activities: true,
        enable_nexus: false,
    };
    let config = WorkerConfig::builder()
        .namespace("default")
        .task_queue(QUEUE_OF_BARE)
        .versioning_strategy(WorkerVersioningStrategy::None { build_id: "bare".to_owned() })
        .task_types(task_types)
        .max_outstanding_workflow_tasks(100_usize)
        .max_outstanding_activities(200_usize)
        .max_outstanding_local_activities(1_usize)
        .max_cached_workflows(1_000_usize)
        .build()?;
    let worker = Arc::new(init_worker(&runtime, config, connection)?);
    worker.validate().await?;
    let workflows = tokio::spawn(workflows(Arc::clone(&worker)));
    let activities = tokio::spawn(activities(Arc::clone(&worker)));
    stop.await;
    worker.initiate_shutdown();
    workflows.await??;
    activities.await??;
    Ok(())
}

/// Advances workflows: each run is at a step.
async fn workflows(worker: Arc<Worker>) -> Result<()> {
    let mut runs: HashMap<String, u32> = HashMap::new();
    loop {
        let activation = match worker.poll_workflow_activation().await {
            Ok(activation) => activation,
            Err(PollError::ShutDown) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let run_id = activation.run_id.clone();
        let commands = commands(&mut runs, activation);
        let completion = WorkflowActivationCompletion::from_cmds(run_id, commands);
        worker.complete_workflow_activation(completion).await?;
    }
}

fn commands(runs: &mut HashMap<String, u32>, activation: WorkflowActivation) -> Vec<Kind> {
    let mut commands = Vec::new();
    for job in activation.jobs.into_iter().filter_map(|job| job.variant) {
        let data = match job {
            Job::InitializeWorkflow(start) => start.arguments.into_iter().next(),
            Job::ResolveActivity(resolved) => {
                match resolved.result.and_then(|result| result.status) {
                    Some(Status::Completed(done)) => done.result,
                    _ => None,
                }
            }
            Job::RemoveFromCache(_) => {
                runs.remove(&activation.run_id);
                continue;
            }
            _ => continue,
        };
        let step = runs.entry(activation.run_id.clone()).or_default();
        commands.push(next(*step, data.unwrap_or_default()));
        *step += 1;
    }
    commands
}

/// The command after so many steps.
fn next(step: u32, data: Payload) -> Kind {
    let Some(activity) = STEPS.get(step as usize) else {
        return Kind::CompleteWorkflowExecution(CompleteWorkflowExecution { result: Some(data) });
    };
    Kind::ScheduleActivity(ScheduleActivity {
        seq: step + 1,
        activity_id: format!("{activity}-{step}"),
        activity_type: (*activity).to_owned(),
        task_queue: QUEUE_OF_BARE.to_owned(),
        arguments: vec![data],
        start_to_close_timeout: Duration::from_secs(60).try_into().ok(),
        heartbeat_timeout: Duration::from_secs(30).try_into().ok(),
        retry_policy: Some(RetryPolicy { maximum_attempts: 1, ..RetryPolicy::default() }),
        ..ScheduleActivity::default()
    })
}

/// Answers activities with their input.
async fn activities(worker: Arc<Worker>) -> Result<()> {
    loop {
        let task = match worker.poll_activity_task().await {
            Ok(task) => task,
            Err(PollError::ShutDown) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let Some(Variant::Start(start)) = task.variant else { continue };
        let worker = Arc::clone(&worker);
        tokio::spawn(async move {
            let data = start.input.into_iter().next().unwrap_or_default();
            let result = Some(ActivityExecutionResult::ok(data));
            let completion = ActivityTaskCompletion { task_token: task.task_token, result };
            worker.complete_activity_task(completion).await
        });
    }
}
