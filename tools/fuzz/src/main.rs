//! Mutation fuzz: `asl-fuzz [--minutes N] [--seed S] [--only TARGET]`. `cargo xtask fuzz` builds
//! and runs it.
//!
//! Cases are numbered and made from the seed, so that each can be repeated. Worker processes run
//! them; a worker that dies or hangs is a finding like a panic.

mod bounds;
mod campaign;
mod corpus;
mod failure;
mod folders;
mod machines;
mod mutation;
mod targets;
mod worker;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

use campaign::{Finding, Settings, Tally};
use corpus::Corpus;
use targets::Target;

/// Arguments of a run.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz", about = "Mutation fuzz of everything that reads input")]
struct Arguments {
    /// Time for all targets together
    #[arg(long, value_name = "N", default_value_t = 1)]
    minutes: u64,
    /// The same in seconds
    #[arg(long, value_name = "N", conflicts_with = "minutes")]
    seconds: Option<u64>,
    /// Number that all cases are made from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only the targets whose names contain this
    #[arg(long, value_name = "TARGET")]
    only: Option<String>,
    /// Only this case of a target
    #[arg(long, value_name = "N", requires = "only")]
    case: Option<u64>,
    /// Only so many cases of each target
    #[arg(long, value_name = "N", conflicts_with = "case")]
    cases: Option<u64>,
    /// Runs the input in this file, for the target of `--only`
    #[arg(long, value_name = "PATH", requires = "only")]
    file: Option<PathBuf>,
    /// Seconds after which a case counts as endless
    #[arg(long, value_name = "N", default_value_t = 60)]
    patience: u64,
    /// Folder for samples of accepted inputs
    #[arg(long, value_name = "DIR", hide = true)]
    samples: Option<PathBuf>,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Runs cases in this process
    #[command(hide = true)]
    Worker(worker::Arguments),
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    if let Some(Role::Worker(arguments)) = arguments.role.take() {
        return worker::run(arguments);
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            line(&format!("fuzz: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Runs the chosen targets. Returns whether nothing failed.
fn run(arguments: &Arguments) -> io::Result<bool> {
    let targets = chosen(arguments.only.as_deref());
    if targets.is_empty() {
        let names: Vec<_> = targets::ALL.iter().map(|target| target.name).collect();
        return Err(io::Error::other(format!("no such target; there are {}", names.join(", "))));
    }
    let patience = Duration::from_secs(arguments.patience);
    if let (Some(file), Some(target)) = (&arguments.file, targets.first()) {
        let failure = campaign::run_file(target, file, patience)?;
        line(&failure.as_ref().map_or("passed".to_owned(), |failure| {
            format!("FAILED  {:?}: {}", failure.kind, failure.message)
        }));
        return Ok(failure.is_none());
    }
    let corpus = Corpus::read()?;
    let (from, to) = match (arguments.case, arguments.cases) {
        (Some(case), _) => (case, case + 1),
        (None, cases) => (0, cases.unwrap_or(u64::MAX)),
    };
    let settings =
        Settings { seed: arguments.seed, from, to, patience, samples: arguments.samples.clone() };
    let seconds = arguments.seconds.unwrap_or(arguments.minutes * 60);
    let count = u32::try_from(targets.len()).unwrap_or(u32::MAX);
    // Workers of targets that end early leave their time to nobody: targets stay comparable.
    let time = Duration::from_secs(seconds) / count;
    let mut passed = true;
    for target in targets {
        let tally = campaign::run(target, &settings, &corpus, time)?;
        passed &= tally.findings.is_empty();
        report(target, arguments.seed, &tally);
    }
    Ok(passed)
}

/// The targets whose names contain a text. A whole name means that target alone, which is the only
/// way to the planted ones.
fn chosen(only: Option<&str>) -> Vec<&'static Target> {
    match only {
        None => targets::ALL.iter().collect(),
        Some(name) => match targets::find(name) {
            Some(target) => vec![target],
            None => targets::ALL.iter().filter(|target| target.name.contains(name)).collect(),
        },
    }
}

fn report(target: &Target, seed: u64, tally: &Tally) {
    let word = if tally.findings.is_empty() { "passed" } else { "FAILED" };
    line(&format!(
        "{word}  {:10} {:>8} cases, {:>7} accepted, at most {} KB and {} ms for one",
        target.name,
        tally.cases,
        tally.accepted,
        tally.bytes / 1_000,
        tally.millis,
    ));
    for Finding { case, failure, input, smaller } in &tally.findings {
        line(&format!("  {:?} in case {case}: {}", failure.kind, failure.message));
        line(&format!("    input: {}", input.display()));
        line(&format!(
            "    again: cargo xtask fuzz --only {} --seed {seed} --case {case}",
            target.name
        ));
        if let Some((path, length)) = smaller {
            let path = path.display();
            line(&format!(
                "    smaller ({length} bytes): cargo xtask fuzz --only {} --file {path}",
                target.name
            ));
        }
    }
}

/// Prints a line; a reader that has gone does not matter.
fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}
