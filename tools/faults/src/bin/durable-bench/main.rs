//! `cargo xtask bench --durable`: measures the durable engine on this machine, compared with the
//! disk's own maximum.

mod fsync;
mod recovery;
mod tasks;
mod throughput;
mod usage;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

asl_runtime::include_machine!("shop");
asl_runtime::include_machine!("parked");

/// The next versions of the machines.
mod later {
    asl_runtime::include_machine!("later/shop");
    asl_runtime::include_machine!("later/parked");
}

/// Reason why a measurement is not possible.
type Problem = Box<dyn std::error::Error>;

/// Measures the durable engine.
#[derive(Parser)]
#[command(name = "durable-bench")]
struct Arguments {
    /// A folder on the disk to measure; by default one in the target folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Number of orders
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    orders: usize,
    /// Maximum number of concurrent orders
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    in_flight: usize,
    /// Number of executions that are parked before the store is opened again
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    parked: usize,
    /// Number of executions with a running task before the store is opened again
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    running: usize,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Opens a store in a process of its own, and prints the cost
    #[command(hide = true)]
    Open(recovery::Opening),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.role {
        Some(Role::Open(opening)) => recovery::open(opening),
        None => measure(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr().lock(), "durable-bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), Problem> {
    let folder = match &arguments.dir {
        Some(dir) => dir.clone(),
        None => scratch()?,
    };
    let folder = folder.join(format!("durable-bench-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let done = measure_in(&folder, arguments);
    fs::remove_dir_all(&folder)?;
    done
}

fn measure_in(folder: &std::path::Path, arguments: &Arguments) -> Result<(), Problem> {
    let fsyncs = fsync::rate(folder)?;
    line(&format!("append 300 B + fdatasync, one after the other: {fsyncs:.0}/s"));
    throughput::measure(folder, arguments.orders, arguments.in_flight, fsyncs)?;
    let after = fsync::rate(folder)?;
    line(&format!("append 300 B + fdatasync once more, now that the disk is warm: {after:.0}/s"));
    recovery::measure(folder, arguments.parked, arguments.running)
}

/// The target folder that contains this program.
fn scratch() -> Result<PathBuf, Problem> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("this program is not in a target folder")?;
    Ok(target.join("bench"))
}

/// The reader may close the pipe early: then the rest is dropped silently.
fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// The word for a target that is met or missed.
fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}
