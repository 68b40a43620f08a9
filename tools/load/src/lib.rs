//! Measures the Step Functions API: `cargo xtask bench --api` builds it and passes its arguments
//! on.

mod bench;
mod client;
mod fsync;
mod kill;
mod operations;
mod polls;
mod process;
mod server;
mod starts;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Reason why a measurement is not possible.
type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Measures the Step Functions API over a durable store.
#[derive(Parser)]
#[command(name = "asl-load", args_conflicts_with_subcommands = true)]
struct Arguments {
    /// Without a part: throughput and latency of executions, beside other servers.
    #[command(flatten)]
    bench: bench::Arguments,
    #[command(subcommand)]
    part: Option<Part>,
}

#[derive(Subcommand)]
enum Part {
    /// Kills the server while clients start executions
    Kill(kill::Arguments),
    /// Measures many open long polls for the work of an activity
    Polls(polls::Arguments),
    /// Calls each operation on this server and on others, and prints a table
    Operations,
    /// Serves the measured machines, for the other parts
    #[command(hide = true)]
    Serve(server::Arguments),
}

/// Reads the arguments of the program, and measures.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.part {
        None => bench::run(&arguments.bench),
        Some(Part::Kill(arguments)) => kill::run(&arguments),
        Some(Part::Polls(arguments)) => polls::run(&arguments),
        Some(Part::Operations) => operations::run(),
        Some(Part::Serve(arguments)) => server::serve(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr().lock(), "asl-load: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a line. The reader may close the pipe early: then the rest is dropped silently.
fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// The folder for stores, in the target folder that contains this program.
fn scratch() -> Result<PathBuf, Problem> {
    let program = std::env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("this program is not in a target folder")?;
    Ok(target.join("load"))
}
