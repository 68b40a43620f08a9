//! `asl-bench-temporal [EXECUTIONS] [ROUNDS]`: executions of three tasks on a Temporal server of its own, by a
//! compiled machine and by a bare workflow over the core of Temporal's SDKs, in turns.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program")]

mod bare;

use std::error::Error;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::temporal::{Data, Server, installed};
use asl_temporal::{Client, Machines, Options};
use futures_util::{StreamExt as _, stream};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;
use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};

asl_machine!("order.asl.json", default_task_timeout = 60);

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const QUEUE_OF_BARE: &str = "bare";
const QUEUE_OF_MACHINE: &str = "machine";

/// Clients at the same time.
const CLIENTS: usize = 32;

/// Targets: requests a second, and CPU of the worker, as ratios to the bare workflow.
const TARGETS: (f64, f64) = (0.8, 1.5);

struct Shop;

impl order::Tasks for Shop {
    async fn reserve(
        &self,
        _cx: &TaskContext,
        input: Value,
    ) -> std::result::Result<Value, TaskError> {
        Ok(input)
    }

    async fn charge(
        &self,
        _cx: &TaskContext,
        input: Value,
    ) -> std::result::Result<Value, TaskError> {
        Ok(input)
    }

    async fn ship(&self, _cx: &TaskContext, input: Value) -> std::result::Result<Value, TaskError> {
        Ok(input)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["serve", queue, address] => serve(queue, address).await,
        [] => measure(500, 3).await,
        [executions, rounds] => match (executions.parse(), rounds.parse()) {
            (Ok(executions), Ok(rounds)) => measure(executions, rounds).await,
            _ => Err("both arguments are numbers".into()),
        },
        _ => Err("usage: asl-bench-temporal [EXECUTIONS ROUNDS]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("asl-bench-temporal: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A worker, until its standard input ends. Prints its CPU time in microseconds.
async fn serve(queue: &str, address: &str) -> Result<()> {
    let stop = async {
        // Without a parent there is nothing to read.
        let _ = tokio::io::stdin().read_to_end(&mut Vec::new()).await;
    };
    if queue == QUEUE_OF_BARE {
        bare::serve(address, stop).await?;
    } else {
        let options = Options::default().task_queue(queue);
        let machines = Machines::new().options(options).register(order::machine(Shop));
        machines.serve_until(address, stop).await?;
    }
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    println!("{}", usage.user_time().num_microseconds() + usage.system_time().num_microseconds());
    Ok(())
}

/// A measurement of one worker.
struct Figures {
    /// Executions in a second.
    rate: f64,
    /// CPU time of the worker for an execution, in milliseconds.
    cpu: f64,
}

async fn measure(executions: usize, rounds: usize) -> Result<()> {
    let server = Server::start(&installed()?, Data::InMemory)?;
    let address = server.address();
    let (mut bare, mut machine) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        bare.push(run(QUEUE_OF_BARE, &address, executions, round).await?);
        machine.push(run(QUEUE_OF_MACHINE, &address, executions, round).await?);
    }
    let (bare, machine) = (median(bare), median(machine));
    println!(
        "{executions} executions of three tasks, {CLIENTS} clients, median of {rounds} rounds"
    );
    println!("{:16} {:>12} {:>22}", "worker", "executions/s", "CPU of the worker (ms)");
    println!("{:16} {:>12.1} {:>22.2}", "bare workflow", bare.rate, bare.cpu);
    println!("{:16} {:>12.1} {:>22.2}", "machine", machine.rate, machine.cpu);
    let (rate, cpu) = (machine.rate / bare.rate, machine.cpu / bare.cpu);
    let verdict = |is_met| if is_met { "met" } else { "missed" };
    println!("requests: {rate:.2} (at least {}: {})", TARGETS.0, verdict(rate >= TARGETS.0));
    println!("CPU: {cpu:.2} (at most {}: {})", TARGETS.1, verdict(cpu <= TARGETS.1));
    Ok(())
}

async fn run(queue: &str, address: &str, executions: usize, round: usize) -> Result<Figures> {
    let mut worker: Child = Command::new(std::env::current_exe()?)
        .args(["serve", queue, address])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let client = Client::connect(address).await?.task_queue(queue);
    let input = json!({"items": ["tea", "pot"], "amount": 20});
    let one = |number: usize| {
        let (client, input) = (client.clone(), input.clone());
        let id = format!("{queue}-{round}-{number}");
        async move { client.run("order", &id, &input).await }
    };
    // Until the worker is there.
    tokio::select! {
        first = one(executions) => first.map(drop)?,
        ended = worker.wait() => return Err(format!("the worker ends at once: {}", ended?).into()),
    }
    let from = Instant::now();
    let ended = stream::iter(0..executions).map(one).buffer_unordered(CLIENTS);
    for output in ended.collect::<Vec<_>>().await {
        if output? != input {
            return Err("the output is another one".into());
        }
    }
    let elapsed = from.elapsed();
    let micros: u32 = cpu_of(worker).await?.trim().parse()?;
    let count = u32::try_from(executions)?;
    let cpu = Duration::from_micros(micros.into()).as_secs_f64() * 1_000.0 / f64::from(count);
    Ok(Figures { rate: f64::from(count) / elapsed.as_secs_f64(), cpu })
}

/// Ends a worker. What it prints is its CPU time.
async fn cpu_of(mut worker: Child) -> Result<String> {
    drop(worker.stdin.take());
    let output = worker.wait_with_output().await?;
    Ok(String::from_utf8(output.stdout)?)
}

/// The medians of both figures.
fn median(figures: Vec<Figures>) -> Figures {
    let middle = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len() / 2).copied().unwrap_or_default()
    };
    Figures {
        rate: middle(figures.iter().map(|one| one.rate).collect()),
        cpu: middle(figures.iter().map(|one| one.cpu).collect()),
    }
}
