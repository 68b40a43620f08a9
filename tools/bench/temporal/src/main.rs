//! `asl-bench-temporal [EXECUTIONS ROUNDS]`: executions of three tasks on a Temporal server of its own,
//! by a compiled machine and by a workflow by hand, in turns. `asl-bench-temporal builds`: the first
//! build of either worker.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use asl_runtime::json;
use asl_servers::temporal::{Data, Server, VERSION, installed};
use asl_temporal::Client;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The workers: what is compared with, and ours.
const WORKERS: [&str; 2] = ["bare", "machine"];
/// Executions at the same time.
const CLIENTS: usize = 32;
/// Goals as ratios to the bare workflow: requests a second, CPU of the worker.
const GOALS: (f64, f64) = (0.8, 1.5);

/// A measurement of one worker.
#[derive(Clone, Copy)]
struct Figures {
    /// Executions in a second.
    rate: f64,
    /// Milliseconds of the worker's CPU time for an execution.
    cpu: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["builds"] => builds(),
        [] => measure(1_000, 5).await,
        [executions, rounds] => measure(executions.parse()?, rounds.parse()?).await,
        _ => Err("usage: asl-bench-temporal [builds | EXECUTIONS ROUNDS]".into()),
    }
}

/// The best of several rounds, because others share the machine.
async fn measure(executions: u32, rounds: u32) -> Result<()> {
    let server = Server::start(&installed()?, Data::InMemory)?;
    let mut best = [Figures { rate: 0.0, cpu: f64::INFINITY }; 2];
    for number in 0..rounds {
        for (worker, best) in WORKERS.iter().zip(&mut best) {
            let Figures { rate, cpu } =
                round(worker, &server.address(), executions, number).await?;
            *best = Figures { rate: best.rate.max(rate), cpu: best.cpu.min(cpu) };
        }
    }
    println!(
        "Temporal {VERSION}, {executions} executions of three tasks, {CLIENTS} at the same time, best of {rounds} rounds"
    );
    println!("{:8} {:>10} {:>24}", "", "requests/s", "worker's CPU ms/request");
    for (worker, Figures { rate, cpu }) in WORKERS.iter().zip(best) {
        println!("{worker:8} {rate:>10.1} {cpu:>24.2}");
    }
    let [bare, machine] = best;
    let (rate, cpu) = (machine.rate / bare.rate, machine.cpu / bare.cpu);
    let verdict = |is_met| if is_met { "met" } else { "missed" };
    println!("requests: {rate:.2} (goal: at least {}, {})", GOALS.0, verdict(rate >= GOALS.0));
    println!("CPU: {cpu:.2} (goal: at most {}, {})", GOALS.1, verdict(cpu <= GOALS.1));
    Ok(())
}

/// A worker in a process of its own; it ends with this.
struct Worker(Child);

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The figures of a worker that is started for it, with a task queue of its own.
async fn round(worker: &str, address: &str, executions: u32, number: u32) -> Result<Figures> {
    let queue = format!("{worker}-{number}");
    let program = std::env::current_exe()?.with_file_name(worker);
    let cpu = cpu_of_children()?;
    let process =
        Worker(Command::new(program).args([address, &queue]).stdin(Stdio::null()).spawn()?);
    let client = Client::connect(address).await?.task_queue(&queue);
    let input = json!({"items": ["tea", "pot"], "amount": 20});
    let run = async |number: u32| -> Result<()> {
        let output = client.run("order", &format!("{queue}-{number}"), &input).await?;
        if output == input { Ok(()) } else { Err(format!("the output is {output}").into()) }
    };
    // Ends when the worker is there.
    run(0).await?;
    let from = Instant::now();
    let mut runs = stream::iter(1..=executions).map(&run).buffer_unordered(CLIENTS);
    while runs.try_next().await?.is_some() {}
    let rate = f64::from(executions) / from.elapsed().as_secs_f64();
    drop(process);
    let cpu = (cpu_of_children()? - cpu).as_secs_f64() * 1_000.0 / f64::from(executions);
    Ok(Figures { rate, cpu })
}

/// The CPU time of the processes that we have started and that have ended, with theirs.
fn cpu_of_children() -> Result<Duration> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(micros.try_into()?))
}

/// Builds each worker in a folder of its own that is removed afterwards.
fn builds() -> Result<()> {
    let folder: PathBuf = std::env::current_exe()?.with_file_name("first-build");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    for worker in WORKERS {
        let (cpu, from) = (cpu_of_children()?, Instant::now());
        let mut cargo = Command::new("cargo");
        cargo
            .args(["build", "--quiet", "--locked", "-p", worker, "--manifest-path"])
            .arg(&manifest);
        let status = cargo.arg("--target-dir").arg(&folder).status()?;
        std::fs::remove_dir_all(&folder)?;
        if !status.success() {
            return Err(format!("{worker} is not built").into());
        }
        let cpu = (cpu_of_children()? - cpu).as_secs_f64();
        println!(
            "first build of {worker}: {cpu:.0} CPU seconds ({:.0} s)",
            from.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
