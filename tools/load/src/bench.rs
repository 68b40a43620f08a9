//! Measures throughput and latency of executions, beside other servers.
//!
//! All servers get the same machine with three tasks, the same inputs and the same client. In the
//! other servers a mock file answers the tasks, in ours the tasks are functions that answer at
//! once. Every output is compared.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use asl_servers::emulator::Emulator;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::client::Client;
use crate::server::{DEFINITION, MACHINE, Server};
use crate::starts::{self, Load, Measured};
use crate::{Problem, fsync, line, process, scratch};

/// Targets: executions per second, latency of `StartExecution`, and ratio to each other server.
const RATE: f64 = 5_000.0;
const P99: Duration = Duration::from_millis(5);
const RATIO: f64 = 50.0;

/// Installs and starts a server with the file that answers its tasks.
pub(crate) type Start = fn(&Path) -> Result<Emulator, asl_servers::Problem>;

/// The servers beside which ours is measured.
pub(crate) const OTHER_SERVERS: [(&str, Start); 2] =
    [("MiniStack", Emulator::ministack), ("LocalEmu", Emulator::localemu)];

/// The programs of this server: with the system's allocator, and with mimalloc.
const ALLOCATORS: [(&str, &str); 2] =
    [("system allocator", "asl-load"), ("mimalloc", "asl-load-mimalloc")];

/// Executions on another server: it needs seconds for them.
const OTHERS: usize = 400;
/// Connections to another server: more of them only made both slower.
const OTHERS_CONNECTIONS: usize = 8;
/// Executions before those that are measured.
const WARM_UP: usize = 2_000;

/// Options of the measurement.
#[derive(clap::Args)]
#[group(id = "bench")]
pub(crate) struct Arguments {
    /// A folder on the disk to measure; by default one in the target folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Number of executions
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    executions: usize,
    /// Number of connections: by default the one with most executions a second, as for the other
    /// servers
    #[arg(long, value_name = "N", default_value_t = 128)]
    connections: usize,
    /// Executions to start each second where latency is measured
    #[arg(long, value_name = "N", default_value_t = RATE)]
    rate: f64,
    /// Leaves the other servers out
    #[arg(long)]
    alone: bool,
}

/// Measures and prints.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Problem> {
    let folder = match &arguments.dir {
        Some(dir) => dir.clone(),
        None => scratch()?,
    };
    let folder = folder.join(format!("bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let done = measure(&folder, arguments);
    fs::remove_dir_all(&folder)?;
    done
}

fn measure(folder: &Path, arguments: &Arguments) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    fsync::show(folder)?;
    let mut ours = Vec::new();
    for (allocator, program) in ALLOCATORS {
        line(&format!("this server, {allocator}:"));
        let store = folder.join(program);
        let program = std::env::current_exe()?.with_file_name(program);
        let program = program.with_extension(std::env::consts::EXE_EXTENSION);
        let server = Server::start_program(&program, &store, None)?;
        ours.push((allocator, measure_ours(&runtime, &server, arguments)?));
        fsync::show(folder)?;
    }
    if !arguments.alone {
        measure_others(&runtime, &ours)?;
    }
    Ok(())
}

/// Measures this project's server. Returns the executions per second.
fn measure_ours(runtime: &Runtime, server: &Server, arguments: &Arguments) -> Result<f64, Problem> {
    let load = |name: &str, executions, rate| Load {
        address: server.address,
        process: server.process(),
        machine: MACHINE.to_owned(),
        name: name.to_owned(),
        executions,
        connections: arguments.connections,
        rate,
    };
    runtime.block_on(starts::run(&load("warm", WARM_UP, None)))?;
    let most = runtime.block_on(starts::run(&load("most", arguments.executions, None)))?;
    let rate = most.rate();
    line(&format!("{} connections, each starts the next:", arguments.connections));
    line(&format!("  {rate:.0} executions/s completed (target {RATE}: {})", verdict(rate >= RATE)));
    show(&most);
    let given = arguments.rate;
    let timed = runtime.block_on(starts::run(&load("timed", arguments.executions, Some(given))))?;
    line(&format!("{given:.0} starts/s, times from the moment when each was due:"));
    show(&timed);
    let p99 = timed.latency(0.99);
    line(&format!("  p99 <= {} ms: {}", P99.as_millis(), verdict(p99 <= P99)));
    if let Some(memory) = process::memory(server.process()) {
        line(&format!("  {} MB of memory at the end", memory / 1_000_000));
    }
    Ok(rate)
}

/// Measures the other servers, as far as they can be installed.
fn measure_others(runtime: &Runtime, ours: &[(&str, f64)]) -> Result<(), Problem> {
    let mocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("mocks.json");
    for (name, start) in OTHER_SERVERS {
        let server = match start(&mocks) {
            Ok(server) => server,
            Err(problem) => {
                line(&format!("{name}: left out: {problem}"));
                continue;
            }
        };
        let measured = runtime.block_on(other(server.address().parse()?, server.process()))?;
        let rate = measured.rate();
        line(&format!("{name}, {OTHERS_CONNECTIONS} connections, each starts the next:"));
        line(&format!("  {rate:.0} executions/s completed"));
        for (allocator, ours) in ours {
            let ratio = ours / rate;
            line(&format!(
                "  this server, {allocator}: {ratio:.0} times as many (target {RATIO}: {})",
                verdict(ratio >= RATIO)
            ));
        }
        show(&measured);
    }
    Ok(())
}

async fn other(address: SocketAddr, process: u32) -> Result<Measured, Problem> {
    let mut client = Client::connect(address).await?;
    let request = json!({
        "name": "three_tasks",
        "definition": DEFINITION,
        "roleArn": "arn:aws:iam::123456789012:role/three-tasks",
    });
    let created = client.call("CreateStateMachine", &request).await?;
    let created = created.map_err(|error| format!("CreateStateMachine was refused: {error}"))?;
    let arn = created.get("stateMachineArn").and_then(Value::as_str).unwrap_or_default();
    let load = |name: &str, executions| Load {
        address,
        process,
        machine: format!("{arn}#All"),
        name: name.to_owned(),
        executions,
        connections: OTHERS_CONNECTIONS,
        rate: None,
    };
    starts::run(&load("warm", OTHERS / 10)).await?;
    starts::run(&load("most", OTHERS)).await
}

fn show(measured: &Measured) {
    let [median, most, max] =
        [0.5, 0.99, 1.0].map(|share| measured.latency(share).as_secs_f64() * 1e3);
    line(&format!("  StartExecution: p50 {median:.2} ms, p99 {most:.2} ms, max {max:.2} ms"));
    if let (Some(server), Some(client)) = measured.cpu {
        line(&format!("  CPU per execution: server {server:.0} us, client {client:.0} us"));
    }
}

/// The word for a target that is met or missed.
fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}
