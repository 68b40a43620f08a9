//! Load: executions that many connections start, and the time until all of them have ended.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::{Problem, process, server};

/// Time between two looks at an execution that has not ended.
const LOOK: Duration = Duration::from_millis(5);
/// Maximum time from the last start to the last end.
const PATIENCE: Duration = Duration::from_secs(120);

/// A load.
#[derive(Clone)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    /// Process of the server.
    pub(crate) process: u32,
    /// The machine, as `StartExecution` names it.
    pub(crate) machine: String,
    /// Beginning of the names of executions.
    pub(crate) name: String,
    pub(crate) executions: usize,
    pub(crate) connections: usize,
    /// Executions to start each second. Each connection starts the next one after the answer
    /// otherwise.
    pub(crate) rate: Option<f64>,
}

/// The figures of a load.
pub(crate) struct Measured {
    /// Times from the moment at which a request was due to its answer, sorted.
    latencies: Vec<Duration>,
    /// From the first request to the end of the last execution.
    completing: Duration,
    /// Microseconds of CPU for each execution: of the server and of this process.
    pub(crate) cpu: (Option<f64>, Option<f64>),
}

impl Measured {
    /// The latency that this share of requests does not exceed.
    pub(crate) fn latency(&self, share: f64) -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "counts are far below what a float holds exactly"
        )]
        let rank = (self.latencies.len() as f64 * share).ceil() as usize;
        self.latencies.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Executions that were started and have ended, per second.
    pub(crate) fn rate(&self) -> f64 {
        let count = u32::try_from(self.latencies.len()).unwrap_or(u32::MAX);
        f64::from(count) / self.completing.as_secs_f64()
    }
}

/// An execution that was started.
struct Execution {
    number: usize,
    arn: String,
    latency: Duration,
}

/// Starts the executions, waits for their ends, and compares each output with the expected one.
///
/// # Errors
/// A request was refused, or an execution did not succeed with its output.
pub(crate) async fn run(load: &Load) -> Result<Measured, Problem> {
    let mut clients = Vec::new();
    for _ in 0..load.connections {
        clients.push(Client::connect(load.address).await?);
    }
    let processes = [load.process, std::process::id()];
    let cpu = processes.map(process::cpu);
    let (from, clock) = (Instant::now(), SystemTime::now());
    let next = Arc::new(AtomicUsize::new(0));
    let mut starting = JoinSet::new();
    for client in clients {
        starting.spawn(start_some(load.clone(), client, Arc::clone(&next), from));
    }
    let mut done = Vec::new();
    while let Some(worker) = starting.join_next().await {
        done.push(worker??);
    }
    let starting = from.elapsed();
    wait_for_last(&mut done).await?;
    let [server, client] = [0, 1].map(|index| {
        let (process, before) = (processes.get(index)?, cpu.get(index)?);
        micros_each(process::cpu(*process)?.checked_sub((*before)?)?, load.executions)
    });
    let mut latencies: Vec<_> =
        done.iter().flat_map(|(_, some)| some).map(|it| it.latency).collect();
    latencies.sort_unstable();
    let last = last_end(done).await?;
    let first = clock.duration_since(UNIX_EPOCH)?.as_secs_f64();
    // The last answer may come after the last end.
    let completing = Duration::from_secs_f64((last - first).max(starting.as_secs_f64()));
    Ok(Measured { latencies, completing, cpu: (server, client) })
}

fn micros_each(time: Duration, executions: usize) -> Option<f64> {
    Some(time.as_secs_f64() * 1e6 / f64::from(u32::try_from(executions).ok()?))
}

/// The work of a connection: starts executions until enough are started.
async fn start_some(
    load: Load,
    mut client: Client,
    next: Arc<AtomicUsize>,
    from: Instant,
) -> Result<Worker, Problem> {
    let mut started = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= load.executions {
            return Ok((client, started));
        }
        let due = due(number, load.rate, from);
        tokio::time::sleep_until(due.into()).await;
        let request = json!({
            "stateMachineArn": load.machine,
            "name": format!("{}-{number}", load.name),
            "input": server::input(number),
        });
        let answer = client.call("StartExecution", &request).await?;
        let latency = due.elapsed();
        let answer = answer.map_err(|error| format!("StartExecution was refused: {error}"))?;
        let arn = answer.get("executionArn").and_then(Value::as_str);
        let arn = arn.ok_or_else(|| format!("StartExecution answered {answer}"))?.to_owned();
        started.push(Execution { number, arn, latency });
    }
}

/// Time at which a request is due: now, if the load has no rate.
#[expect(clippy::cast_precision_loss, reason = "counts are far below what a float holds exactly")]
fn due(number: usize, rate: Option<f64>, from: Instant) -> Instant {
    match rate {
        Some(rate) => from + Duration::from_secs_f64(number as f64 / rate),
        None => Instant::now(),
    }
}

/// A connection and what was started on it.
type Worker = (Client, Vec<Execution>);

/// Waits until the last execution of each connection has ended, so that reading the ends of all
/// takes no time from those that run.
async fn wait_for_last(started: &mut [Worker]) -> Result<(), Problem> {
    for (client, executions) in started {
        if let Some(last) = executions.last() {
            stop_date(client, last).await?;
        }
    }
    Ok(())
}

/// Time of the last end, in seconds since 1970 by the server's clock.
async fn last_end(started: Vec<Worker>) -> Result<f64, Problem> {
    let mut reading = JoinSet::new();
    for (mut client, executions) in started {
        reading.spawn(async move {
            let mut end = 0_f64;
            for execution in &executions {
                end = end.max(stop_date(&mut client, execution).await?);
            }
            Ok::<_, Problem>(end)
        });
    }
    let mut last = 0_f64;
    while let Some(end) = reading.join_next().await {
        last = last.max(end??);
    }
    Ok(last)
}

/// Checks the output of an execution, and returns the time of its end.
async fn stop_date(client: &mut Client, execution: &Execution) -> Result<f64, Problem> {
    let description = ended(client, &execution.arn).await?;
    check_output(execution.number, &description)?;
    let stopped = description.get("stopDate").and_then(Value::as_f64);
    stopped.ok_or_else(|| format!("no stopDate: {description}").into())
}

/// Waits for the end of an execution, and returns its description.
///
/// # Errors
/// It did not succeed.
pub(crate) async fn ended(client: &mut Client, arn: &str) -> Result<Value, Problem> {
    let from = Instant::now();
    let request = json!({"executionArn": arn});
    loop {
        let answer = client.call("DescribeExecution", &request).await?;
        let description =
            answer.map_err(|error| format!("DescribeExecution was refused: {error}"))?;
        match description.get("status").and_then(Value::as_str) {
            Some("RUNNING") if from.elapsed() < PATIENCE => tokio::time::sleep(LOOK).await,
            Some("SUCCEEDED") => return Ok(description),
            _ => return Err(format!("an execution did not succeed: {description}").into()),
        }
    }
}

/// Compares the output of an execution with the expected one.
pub(crate) fn check_output(number: usize, description: &Value) -> Result<(), Problem> {
    let text = description.get("output").and_then(Value::as_str).unwrap_or_default();
    let output: Value = serde_json::from_str(text)?;
    if output == server::output(number) {
        Ok(())
    } else {
        Err(format!("order-{number} has another output: {output}").into())
    }
}
