//! Fault tests of the durable engine: `asl-faults [--full] [--seed N] [--only PART]`.
//! `cargo xtask crash` builds it and passes its arguments on.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use asl_faults::part::{Fault, Settings};
use asl_faults::{PARTS, killed_process, log};
use clap::{Parser, Subcommand};

/// Options of the program.
#[derive(Parser)]
#[command(name = "asl-faults", about = "Fault tests of the durable engine")]
struct Arguments {
    /// A million crash points, a million damaged journals, 2,000 kills: some ten minutes
    #[arg(long)]
    full: bool,
    /// Seed of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only the parts whose names contain this
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Prints every step to standard error
    #[arg(long)]
    log: bool,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// The process that the part `kill` starts and kills
    #[command(hide = true)]
    KilledProcess(killed_process::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Role::KilledProcess(arguments)) = &arguments.role {
        return killed_process::run(arguments);
    }
    if arguments.log {
        log::wanted();
    }
    let settings = Settings { full: arguments.full, seed: arguments.seed };
    let wanted = |name: &str| arguments.only.as_deref().is_none_or(|only| name.contains(only));
    let mut failed = false;
    for (name, part) in PARTS.iter().filter(|(name, _)| wanted(name)) {
        let from = Instant::now();
        let done = part(&settings);
        let took = from.elapsed().as_secs();
        failed |= done.is_err();
        match done {
            Ok(summary) => line(&format!("passed  {name:10} {took:>4} s  {summary}")),
            Err(fault) => line(&format!(
                "FAILED  {name:10} {took:>4} s  {fault}\n{}",
                again(name, &settings, &fault)
            )),
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The command that repeats a run.
fn again(part: &str, settings: &Settings, fault: &Fault) -> String {
    let seed = fault.seed();
    let full = if settings.full { " --full" } else { "" };
    format!("to see it again: cargo xtask crash --only {part} --seed {seed}{full}")
}

/// The reader may close the pipe early: then the rest is dropped silently.
fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}
