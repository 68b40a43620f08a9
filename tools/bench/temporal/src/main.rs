//! Our worker beside one of Temporal's Rust SDK: the same three activities, one after the other, in
//! turns on one server. Each worker is a process that runs during its turns only.

use std::path::Path;
use std::process::{Child, Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use asl_runtime::json;
use asl_servers::temporal::{Data, Server, installed};
use asl_temporal::Client;
use clap::Parser as _;
use tokio::task::JoinSet;

type Problem = Box<dyn std::error::Error + Send + Sync>;

/// The programs, which are also the names of their task queues; ours is the second.
const WORKERS: [(&str, &str); 2] = [("sdk", "temporalio-sdk 1.1.1"), ("asl", "asl-temporal")];

/// Our worker beside one of Temporal's Rust SDK. `--builds`, as the only argument, measures their first
/// builds.
#[derive(clap::Parser)]
#[command(name = "cargo xtask bench --temporal")]
struct Sizes {
    /// Number of turns of each worker
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// Number of executions of a turn
    #[arg(long, value_name = "N", default_value_t = 500)]
    executions: usize,
    /// Maximum number of executions at a time
    #[arg(long, value_name = "N", default_value_t = 50)]
    in_flight: usize,
}

/// The figures of a turn.
struct Turn {
    executions_a_second: f64,
    /// Milliseconds of the worker's processor for an execution.
    cpu: f64,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Sizes::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

async fn run(sizes: &Sizes) -> Result<(), Problem> {
    let server = Server::start(&installed()?, Data::InMemory)?;
    let mut turns = [Vec::new(), Vec::new()];
    for round in 0..sizes.rounds {
        for ((program, _), turns) in WORKERS.iter().zip(&mut turns) {
            turns.push(take_turn(&server, program, round, sizes).await?);
        }
    }
    print(&turns, sizes.in_flight);
    Ok(())
}

/// A turn of a worker. It begins with executions that do not count.
async fn take_turn(
    server: &Server,
    program: &str,
    round: usize,
    sizes: &Sizes,
) -> Result<Turn, Problem> {
    let own = std::env::current_exe()?;
    let program_path = own.parent().unwrap_or(Path::new("")).join(program);
    let worker = Worker(Command::new(program_path).arg(server.address()).spawn()?);
    let client = Client::connect(&server.address()).await?.task_queue(program);
    let prefix = format!("{program}-{round}");
    run_all(&client, &format!("{prefix}-first"), sizes.in_flight, sizes.in_flight).await?;
    let (from, cpu) = (Instant::now(), worker.cpu()?);
    run_all(&client, &prefix, sizes.executions, sizes.in_flight).await?;
    let (seconds, cpu) = (from.elapsed().as_secs_f64(), worker.cpu()? - cpu);
    let executions = sizes.executions as f64;
    Ok(Turn { executions_a_second: executions / seconds, cpu: cpu * 1e3 / executions })
}

/// Runs executions, some at a time.
async fn run_all(
    client: &Client,
    prefix: &str,
    count: usize,
    in_flight: usize,
) -> Result<(), Problem> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut lanes = JoinSet::new();
    for _ in 0..in_flight {
        let (client, prefix, next) = (client.clone(), prefix.to_owned(), Arc::clone(&next));
        lanes.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok::<_, Problem>(());
                }
                let output = client.run("three", &format!("{prefix}-{number}"), &json!({})).await?;
                if output != json!({"first": 1, "second": 2, "third": 3}) {
                    return Err(format!("another output: {output}").into());
                }
            }
        });
    }
    while let Some(lane) = lanes.join_next().await {
        lane??;
    }
    Ok(())
}

/// The process of a worker.
struct Worker(Child);

impl Worker {
    /// The seconds of the processor that it has used.
    fn cpu(&self) -> Result<f64, Problem> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id()))?;
        let fields = text.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
        // In hundredths of a second.
        Ok(fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Prints the medians of the turns, their extremes, and the goals.
fn print(turns: &[Vec<Turn>; 2], in_flight: usize) {
    println!(
        "| three activities, {in_flight} in flight | executions/s | worker's CPU for one, ms |"
    );
    println!("|---|---|---|");
    let sorted = |turns: &[Turn], of: fn(&Turn) -> f64| {
        let mut figures: Vec<f64> = turns.iter().map(of).collect();
        figures.sort_by(f64::total_cmp);
        [0, figures.len() / 2, figures.len() - 1].map(|at| figures[at])
    };
    let figures = turns.each_ref().map(|turns| {
        (sorted(turns, |turn| turn.executions_a_second), sorted(turns, |turn| turn.cpu))
    });
    for ((_, name), (speed, cpu)) in WORKERS.iter().zip(&figures) {
        let told =
            |[least, median, most]: &[f64; 3]| format!("{median:.1} ({least:.1} to {most:.1})");
        println!("| {name} | {} | {} |", told(speed), told(cpu));
    }
    let [(speed, cpu), (our_speed, our_cpu)] = figures;
    println!("\n| goal | limit | measured | |\n|---|---|---|---|");
    let goal = |what: &str, limit: &str, ratio: f64, is_met: bool| {
        let verdict = if is_met { "met" } else { "**missed**" };
        println!("| {what} | {limit} | {ratio:.2} | {verdict} |");
    };
    let (speed, cpu) = (our_speed[1] / speed[1], our_cpu[1] / cpu[1]);
    goal("executions a second / those of the SDK", "0.8", speed, speed >= 0.8);
    goal("worker's CPU / that of the SDK", "1.5", cpu, cpu <= 1.5);
}
