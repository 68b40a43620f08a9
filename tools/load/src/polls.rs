//! Many open long polls for the work of one activity: the memory of the server, and the number of
//! polls that a piece of work answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Answer, Client};
use crate::server::Server;
use crate::{Problem, line, process, scratch, starts};

const MACHINE: &str = "arn:aws:states:us-east-1:123456789012:stateMachine:one_activity";
const ACTIVITY: &str = "arn:aws:states:us-east-1:123456789012:activity:pack";

/// Target: memory of the server with all polls, in bytes.
const MEMORY: u64 = 200_000_000;
/// Files of a process in addition to the connections.
const FILES: u64 = 200;
/// Maximum time until all work is taken.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time between two looks at the server while it accepts polls.
const LOOK: Duration = Duration::from_millis(300);

/// Options of the part.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number of polls
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    polls: u32,
    /// Number of executions that wait for a worker then
    #[arg(long, value_name = "N", default_value_t = 200)]
    executions: usize,
}

/// Measures, checks and prints.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Problem> {
    allow_files(u64::from(arguments.polls) + FILES)?;
    let folder = scratch()?.join(format!("polls-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(measure(&folder, arguments));
    fs::remove_dir_all(&folder)?;
    done
}

/// Raises the limit of open files, also for the server, which inherits it.
fn allow_files(files: u64) -> Result<(), Problem> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    if soft >= files {
        return Ok(());
    }
    if hard < files {
        return Err(format!(
            "{files} open files are needed, and the system allows {hard}: use --polls"
        )
        .into());
    }
    Ok(setrlimit(Resource::RLIMIT_NOFILE, files, hard)?)
}

async fn measure(folder: &Path, arguments: &Arguments) -> Result<(), Problem> {
    let server = Server::start(folder, None)?;
    let mut client = Client::connect(server.address).await?;
    call(&mut client, "CreateActivity", &json!({"name": "pack"})).await?;
    let before = process::memory(server.process());
    let mut polls = JoinSet::new();
    for number in 0..arguments.polls {
        let poller = Client::connect(server.address).await?;
        polls.spawn(poll(poller, number));
    }
    settle(server.process()).await;
    let memory = process::memory(server.process());
    line(&format!("{} open polls of one activity:", arguments.polls));
    let is_small = show_memory(arguments.polls, before, memory);
    let cpu = process::cpu(server.process());
    let (from, mut executions) = (Instant::now(), Vec::new());
    for number in 0..arguments.executions {
        let request = json!({"stateMachineArn": MACHINE, "input": number.to_string()});
        let started = call(&mut client, "StartExecution", &request).await?;
        executions.push(text(&started, "executionArn")?);
    }
    let (mut tokens, mut inputs) = (Vec::new(), BTreeSet::new());
    for _ in 0..arguments.executions {
        let answered = tokio::time::timeout(PATIENCE, polls.join_next()).await;
        let answered = answered.map_err(|_| "work was not taken in time")?;
        let work = answered.ok_or("there are more executions than polls")???;
        tokens.push(text(&work, "taskToken")?);
        inputs.insert(text(&work, "input")?);
    }
    let took = from.elapsed();
    let used =
        process::cpu(server.process()).zip(cpu).map(|(after, before)| after.saturating_sub(before));
    if inputs.len() != arguments.executions {
        return Err(format!("{} different inputs were taken", inputs.len()).into());
    }
    for token in tokens {
        let request = json!({"taskToken": token, "output": "\"packed\""});
        call(&mut client, "SendTaskSuccess", &request).await?;
    }
    for execution in &executions {
        starts::ended(&mut client, execution).await?;
    }
    // A set without polls ends at once.
    if tokio::time::timeout(LOOK, polls.join_next()).await.is_ok_and(|poll| poll.is_some()) {
        return Err("a poll was answered without work".into());
    }
    line(&format!(
        "  {} executions: each was taken by one poll, all in {:.0} ms; server {} of CPU",
        arguments.executions,
        took.as_secs_f64() * 1e3,
        used.map_or_else(|| "?".to_owned(), |used| format!("{} ms", used.as_millis())),
    ));
    if is_small { Ok(()) } else { Err("the server takes too much memory".into()) }
}

/// The work that a poll received.
async fn poll(mut client: Client, number: u32) -> Result<Value, Problem> {
    let request = json!({"activityArn": ACTIVITY, "workerName": format!("worker-{number}")});
    call(&mut client, "GetActivityTask", &request).await
}

/// Waits until the server has nothing to do any more.
async fn settle(process: u32) {
    let mut last = process::cpu(process);
    loop {
        tokio::time::sleep(LOOK).await;
        let now = process::cpu(process);
        if now == last {
            return;
        }
        last = now;
    }
}

/// Returns true if the memory is within the target, or not known.
fn show_memory(polls: u32, before: Option<u64>, after: Option<u64>) -> bool {
    let Some((before, after)) = before.zip(after) else {
        line("  the memory of a process is known on Linux only");
        return true;
    };
    let is_small = after < MEMORY;
    line(&format!(
        "  the server takes {} MB, {} bytes for each poll (target {} MB: {})",
        after / 1_000_000,
        after.saturating_sub(before) / u64::from(polls.max(1)),
        MEMORY / 1_000_000,
        if is_small { "met" } else { "missed" },
    ));
    is_small
}

async fn call(client: &mut Client, operation: &str, input: &Value) -> Result<Value, Problem> {
    let answer: Answer = client.call(operation, input).await?;
    Ok(answer.map_err(|error| format!("{operation} was refused: {error}"))?)
}

fn text(answer: &Value, member: &str) -> Result<String, Problem> {
    let text = answer.get(member).and_then(Value::as_str);
    Ok(text.ok_or_else(|| format!("there is no `{member}` in {answer}"))?.to_owned())
}
