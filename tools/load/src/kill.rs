//! Kills the server (SIGKILL on Unix) while clients start executions, and starts it again on the
//! same store and address. Clients repeat a request that was not answered.
//!
//! At the end every accepted execution has succeeded with its output, there is no other one, and
//! all answers about an execution have named the same ARN and the same time of its start.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asl_language::random::SplitMix64;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Answer, Client};
use crate::server::{self, MACHINE, Server};
use crate::{Problem, line, scratch, starts};

/// Maximum time between the start of a server and the kill, in milliseconds, and the minimum.
const LIFE: (u64, u64) = (20, 400);
/// Pause of a client without a server.
const PAUSE: Duration = Duration::from_millis(2);
/// Maximum time without an answer, all attempts together.
const PATIENCE: Duration = Duration::from_secs(60);
/// Executions of a page.
const PAGE: usize = 1_000;

/// Options of the part.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of kills
    #[arg(long, value_name = "N", default_value_t = 100)]
    kills: usize,
    /// Number of connections
    #[arg(long, value_name = "N", default_value_t = 16)]
    connections: usize,
    /// Seed of the moments of the kills
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The answers of an execution: its ARN and the time of its start as the server wrote it.
struct Accepted {
    number: usize,
    arn: String,
    start_date: Value,
}

/// Counts of all clients.
#[derive(Default)]
struct Counts {
    next: AtomicUsize,
    /// Requests without an answer, which were repeated.
    repeated: AtomicUsize,
    /// Repeated requests about executions that existed already.
    existed: AtomicUsize,
    is_over: AtomicBool,
}

/// Kills, checks and prints.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Problem> {
    let folder = scratch()?.join(format!("kill-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // After a failure the folder is kept for inspection.
    runtime.block_on(kill(&folder, arguments)).map_err(|problem| {
        format!("{problem}; seed {}; the store is in {}", arguments.seed, folder.display())
    })?;
    fs::remove_dir_all(&folder)?;
    Ok(())
}

async fn kill(folder: &Path, arguments: &Arguments) -> Result<(), Problem> {
    let counts = Arc::new(Counts::default());
    let mut server = Server::start(folder, None)?;
    let address = server.address;
    let mut clients = JoinSet::new();
    for _ in 0..arguments.connections {
        clients.spawn(start_until_over(address, Arc::clone(&counts)));
    }
    let mut dice = SplitMix64::new(arguments.seed);
    for _ in 0..arguments.kills {
        let life = Duration::from_millis(LIFE.0 + dice.below(LIFE.1 - LIFE.0));
        tokio::time::sleep(life).await;
        drop(server);
        server = Server::start(folder, Some(address))?;
    }
    counts.is_over.store(true, Ordering::Relaxed);
    let mut accepted = Vec::new();
    while let Some(client) = clients.join_next().await {
        accepted.extend(client??);
    }
    check(address, &accepted).await?;
    line(&format!(
        "{} kills, {} executions accepted, none lost and none besides them; {} requests were \
         repeated, {} of them about executions that existed",
        arguments.kills,
        accepted.len(),
        counts.repeated.load(Ordering::Relaxed),
        counts.existed.load(Ordering::Relaxed),
    ));
    Ok(())
}

/// Starts executions until all kills are over.
async fn start_until_over(
    address: SocketAddr,
    counts: Arc<Counts>,
) -> Result<Vec<Accepted>, Problem> {
    let mut accepted = Vec::new();
    let mut client = None;
    while !counts.is_over.load(Ordering::Relaxed) {
        let number = counts.next.fetch_add(1, Ordering::Relaxed);
        let request = json!({
            "stateMachineArn": MACHINE, "name": name(number), "input": server::input(number),
        });
        accepted.push(start(&mut client, address, number, &request, &counts).await?);
    }
    Ok(accepted)
}

/// Starts an execution, as often as it needs.
async fn start(
    client: &mut Option<Client>,
    address: SocketAddr,
    number: usize,
    request: &Value,
    counts: &Counts,
) -> Result<Accepted, Problem> {
    let from = Instant::now();
    let mut repeated = false;
    while from.elapsed() < PATIENCE {
        let Some(answer) = attempt(client, address, request).await else {
            counts.repeated.fetch_add(1, Ordering::Relaxed);
            repeated = true;
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let output = match answer {
            Ok(output) => output,
            // It was accepted before the kill, and has ended since: AWS answers the same name of an
            // execution that has ended with this error, also for the same input.
            Err(error) if repeated && is_kind(&error, "ExecutionAlreadyExists") => {
                counts.existed.fetch_add(1, Ordering::Relaxed);
                return Ok(Accepted { number, arn: arn(number), start_date: Value::Null });
            }
            Err(error) => return Err(format!("StartExecution was refused: {error}").into()),
        };
        if output.get("executionArn").and_then(Value::as_str) != Some(&arn(number)) {
            return Err(format!("StartExecution of {} answered {output}", name(number)).into());
        }
        let start_date = output.get("startDate").cloned().unwrap_or_default();
        return Ok(Accepted { number, arn: arn(number), start_date });
    }
    Err(format!("no answer within {} s", PATIENCE.as_secs()).into())
}

/// The answer to a request, if there is one.
async fn attempt(
    client: &mut Option<Client>,
    address: SocketAddr,
    request: &Value,
) -> Option<Answer> {
    if client.is_none() {
        *client = Some(Client::connect(address).await.ok()?);
    }
    let answer = client.as_mut()?.call("StartExecution", request).await.ok();
    if answer.is_none() {
        *client = None;
    }
    answer
}

/// Compares all executions of the server with those that were accepted.
async fn check(address: SocketAddr, accepted: &[Accepted]) -> Result<(), Problem> {
    let mut client = Client::connect(address).await?;
    for execution in accepted {
        let description = starts::ended(&mut client, &execution.arn).await?;
        starts::check_output(execution.number, &description)?;
        let started = description.get("startDate");
        if execution.start_date != Value::Null && started != Some(&execution.start_date) {
            return Err(format!(
                "{} was accepted at {}, and is described as started at {started:?}",
                execution.arn, execution.start_date
            )
            .into());
        }
    }
    let expected: BTreeSet<_> = accepted.iter().map(|execution| execution.arn.clone()).collect();
    let found = list(&mut client).await?;
    let lost: Vec<_> = expected.difference(&found).collect();
    let others: Vec<_> = found.difference(&expected).collect();
    if lost.is_empty() && others.is_empty() && expected.len() == accepted.len() {
        return Ok(());
    }
    Err(format!("not in the list: {lost:?}; in the list and not accepted: {others:?}").into())
}

/// The ARNs of all executions, page by page. An execution is listed once.
async fn list(client: &mut Client) -> Result<BTreeSet<String>, Problem> {
    let mut found = BTreeMap::new();
    let mut token = Value::Null;
    loop {
        let mut request = json!({"stateMachineArn": MACHINE, "maxResults": PAGE});
        if let (Value::String(_), Some(request)) = (&token, request.as_object_mut()) {
            request.insert("nextToken".into(), token);
        }
        let answer = client.call("ListExecutions", &request).await?;
        let page = answer.map_err(|error| format!("ListExecutions was refused: {error}"))?;
        for execution in page.get("executions").and_then(Value::as_array).into_iter().flatten() {
            let arn = execution.get("executionArn").and_then(Value::as_str).unwrap_or_default();
            *found.entry(arn.to_owned()).or_insert(0) += 1;
        }
        token = page.get("nextToken").cloned().unwrap_or_default();
        if token.is_null() {
            break;
        }
    }
    match found.iter().find(|(_, times)| **times > 1) {
        Some((arn, times)) => Err(format!("{arn} is listed {times} times").into()),
        None => Ok(found.into_keys().collect()),
    }
}

fn is_kind(error: &Value, kind: &str) -> bool {
    // A prefix with the namespace of the service is allowed.
    let name = error.get("__type").and_then(Value::as_str).unwrap_or_default();
    name.rsplit('#').next() == Some(kind)
}

fn name(number: usize) -> String {
    format!("order-{number:07}")
}

fn arn(number: usize) -> String {
    let name = name(number);
    format!("arn:aws:states:us-east-1:123456789012:execution:three_tasks:{name}")
}
