//! Map Runs.

use asl_durable::{List, MapRun, Order, State};
use asl_runtime::execution::MapRunUpdate;
use asl_runtime::history::MapRunCounts;
use asl_runtime::value::Text;
use serde::{Deserialize, Serialize};

use super::Empty;
use super::executions::check_standard;
use super::time::seconds;
use crate::fault::Fault;
use crate::page::PageRequest;
use crate::service::SfnApi;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListMapRuns {
    execution_arn: String,
    max_results: Option<u32>,
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedMapRuns {
    map_runs: Vec<ListedMapRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedMapRun {
    execution_arn: String,
    map_run_arn: Text,
    state_machine_arn: String,
    start_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_date: Option<f64>,
}

/// Lists the Map Runs of an execution in the order of their starts.
pub(super) async fn list(api: &SfnApi, request: ListMapRuns) -> Result<ListedMapRuns, Fault> {
    let ListMapRuns { execution_arn, max_results, next_token } = request;
    check_standard(api, &execution_arn)?;
    let machine = api.scope.read_execution(&execution_arn)?.machine;
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListMapRuns", &execution_arn],
        max_results,
        next_token.as_deref(),
    )?;
    let runs = api.backend.map_runs(execution_arn.as_str().into()).await?;
    let (on_page, next_token) = page.cut(
        runs.into_iter().enumerate(),
        |(number, _)| number.to_string(),
        |(number, _), after| after.parse().is_ok_and(|after| *number > after),
    );
    let listed = |(_, run): (usize, MapRun)| {
        api.map_runs.remember(run.state.arn.clone(), execution_arn.as_str().into());
        ListedMapRun {
            execution_arn: execution_arn.clone(),
            map_run_arn: run.state.arn.clone(),
            state_machine_arn: api.scope.state_machine(machine),
            start_date: seconds(run.started),
            stop_date: run.stopped.map(seconds),
        }
    };
    Ok(ListedMapRuns { map_runs: on_page.into_iter().map(listed).collect(), next_token })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribeMapRun {
    map_run_arn: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribedMapRun {
    map_run_arn: Text,
    execution_arn: Text,
    status: String,
    start_date: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_date: Option<f64>,
    max_concurrency: u32,
    tolerated_failure_percentage: f64,
    tolerated_failure_count: u64,
    item_counts: Counts,
    execution_counts: Counts,
    redrive_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    redrive_date: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    pending: u64,
    running: u64,
    succeeded: u64,
    failed: u64,
    timed_out: u64,
    aborted: u64,
    total: u64,
    results_written: u64,
    failures_not_redrivable: u64,
    pending_redrive: u64,
}

impl From<MapRunCounts> for Counts {
    fn from(counts: MapRunCounts) -> Self {
        Self {
            pending: counts.pending,
            running: counts.running,
            succeeded: counts.succeeded,
            failed: counts.failed,
            // A child execution here has no time-out of its own: it is part of its parent.
            timed_out: 0,
            aborted: counts.aborted,
            total: counts.total,
            results_written: counts.results_written,
            failures_not_redrivable: 0,
            pending_redrive: counts.pending_redrive,
        }
    }
}

pub(super) async fn describe(
    api: &SfnApi,
    request: DescribeMapRun,
) -> Result<DescribedMapRun, Fault> {
    let (execution_arn, run) = find(api, &request.map_run_arn).await?;
    Ok(DescribedMapRun {
        map_run_arn: run.state.arn,
        execution_arn,
        status: run.status.to_string(),
        start_date: seconds(run.started),
        stop_date: run.stopped.map(seconds),
        max_concurrency: run.state.max_concurrency,
        tolerated_failure_percentage: run.state.tolerated_failure_percentage.unwrap_or(0.0),
        tolerated_failure_count: run.state.tolerated_failure_count.unwrap_or(0),
        item_counts: run.state.items.into(),
        execution_counts: run.state.executions.into(),
        redrive_count: run.redrives,
        redrive_date: run.redriven.map(seconds),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdateMapRun {
    map_run_arn: String,
    max_concurrency: Option<u32>,
    tolerated_failure_percentage: Option<f64>,
    tolerated_failure_count: Option<u64>,
}

/// Changes a running Map Run.
pub(super) async fn update(api: &SfnApi, request: UpdateMapRun) -> Result<Empty, Fault> {
    let (execution, run) = find(api, &request.map_run_arn).await?;
    if run.status != State::Running {
        return Err(Fault::new(
            "ValidationException",
            format!("A Map Run that has ended cannot be updated: '{}'", request.map_run_arn),
        ));
    }
    let mut update = MapRunUpdate::new(request.map_run_arn);
    update.max_concurrency = request.max_concurrency;
    update.tolerated_failure_percentage = request.tolerated_failure_percentage;
    update.tolerated_failure_count = request.tolerated_failure_count;
    api.backend.update_map_run(execution, update).await?;
    Ok(Empty {})
}

/// The Map Run with an ARN, and its execution. The ARN does not name the execution: unless a client
/// has seen the Map Run before, this looks at the executions of the machine, newest first.
pub(super) async fn find(api: &SfnApi, arn: &str) -> Result<(Text, MapRun), Fault> {
    let machine = api.scope.read_map_run(arn)?.machine;
    if let Some(execution) = api.map_runs.execution(arn)
        && let Some(run) = of_execution(api, &execution, arn).await
    {
        return Ok((execution, run));
    }
    let mut list = List::default().machine(machine).order(Order::NewestFirst);
    loop {
        let page = api.backend.list(list.clone()).await?;
        for execution in page.executions {
            if let Some(run) = of_execution(api, &execution.id, arn).await {
                api.map_runs.remember(arn.into(), execution.id.clone());
                return Ok((execution.id, run));
            }
        }
        let Some(next) = page.next else { break };
        list.after = next;
    }
    Err(Fault::new("ResourceNotFound", format!("Resource not found: '{arn}'")))
}

/// The Map Run of an execution with an ARN. Some executions have no history any more.
async fn of_execution(api: &SfnApi, execution: &Text, arn: &str) -> Option<MapRun> {
    let runs = api.backend.map_runs(execution.clone()).await.ok()?;
    runs.into_iter().find(|run| run.state.arn == arn)
}
