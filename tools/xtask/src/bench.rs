//! `cargo xtask bench`: release builds of the benches.

use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::process;

use crate::{postgres, restate, temporal};

/// What the benches are asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// `--swf` for decisions by the length of a history, `--durable` for executions in a store,
    /// `--postgres` for a store in PostgreSQL beside other crates, `--restate` for machines on a
    /// Restate server, `--temporal` for a worker beside one of Temporal's SDK (`--temporal --builds`
    /// for their first builds), `--api` for the API of Step Functions beside other servers
    /// (`--api polls` for open long polls, `--api operations` for a table of all operations);
    /// everything else is handed on to the benches, such as `--json FILE`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Benches of engines: the first argument that asks for them, and what cargo is told.
const ENGINES: [(&str, &[&str]); 3] = [
    ("--swf", &["bench", "--quiet", "-p", "asl-swf", "--bench", "replay", "--"]),
    (
        "--durable",
        &["run", "--quiet", "--release", "-p", "asl-faults", "--bin", "durable-bench", "--"],
    ),
    ("--api", &["run", "--quiet", "--release", "-p", "asl-load", "--"]),
];

/// The programs of `--api`: one for each allocator.
const BOTH_SERVERS: &[&str] = &["build", "--quiet", "--release", "-p", "asl-load"];

/// The benches of compiled machines beside hand-written Rust.
const MACHINES: &[&str] = &["run", "--quiet", "--release", "-p", "asl-bench", "--"];

/// Builds and runs them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    match arguments.arguments.split_first() {
        Some((first, rest)) if first == "--restate" => return restate::bench(rest),
        Some((first, rest)) if first == "--postgres" => return postgres::bench(rest),
        Some((first, rest)) if first == "--temporal" => return temporal::bench(rest),
        Some(_) | None => {}
    }
    let first = arguments.arguments.first();
    let engine = ENGINES.iter().find(|(name, _)| first.is_some_and(|first| first == name));
    let (told, rest) = match engine {
        Some((_, told)) => (*told, arguments.arguments.get(1..)),
        None => (MACHINES, arguments.arguments.get(..)),
    };
    if first.is_some_and(|first| first == "--api") {
        // `cargo run` builds one program only; the other one is measured beside it.
        let built = process::status(&mut process::cargo(BOTH_SERVERS))?;
        if !built.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    let mut cargo = process::cargo(told);
    cargo.args(rest.unwrap_or_default());
    let done = process::status(&mut cargo)?;
    Ok(if done.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
