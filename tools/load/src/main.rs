//! Measures the Step Functions API: `cargo xtask bench --api` builds and runs it.

mod bench;
mod client;
mod fsync;
mod kill;
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
#[command(name = "asl-load")]
struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Measures throughput and latency of executions, beside other servers
    Bench(bench::Arguments),
    /// Kills the server while clients start executions
    Kill(kill::Arguments),
    /// Serves the measured machine, for the other parts
    #[command(hide = true)]
    Serve(server::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().part {
        Part::Bench(arguments) => bench::run(&arguments),
        Part::Kill(arguments) => kill::run(&arguments),
        Part::Serve(arguments) => server::serve(&arguments),
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
