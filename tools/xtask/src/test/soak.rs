//! `cargo xtask soak`: the random tests with so many cases that they take hours.

use std::path::PathBuf;
use std::process::ExitCode;

use asl_conformance::process;

use super::part::{Outcome, Parts};
use super::{postgres_tests, random, recorded_through_api, restate_tests, temporal_tests};
use crate::seed;

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only the parts whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Seed of the random cases; by default it is taken from the commit
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder with the conformance suites
    #[arg(long, value_name = "DIR", default_value = "../shared/conformance")]
    conformance: PathBuf,
}

/// Runs all parts, even after a failure.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let seed = arguments.seed.unwrap_or_else(seed::of_commit);
    let size = &random::SOAK;
    let mut parts = Parts::new("soak", arguments.only.as_deref(), seed);
    parts.add("differ", || random::machines(size, seed));
    parts.add("json", || sized("json_property", "ASL_JSON_CASES", size.json_texts, seed));
    parts.add("races", || sized("races", "ASL_RACES", 1_000_000, seed));
    parts.add("history", || sized("long_history", "ASL_TRANSITIONS", 2_000_000, seed));
    parts.add("work", counted_work);
    parts.add("crash", || random::crashes(size, seed));
    parts.add("fuzz", || random::changed_inputs(size, seed));
    parts.add("restate", || restate_tests(false));
    parts.add("postgres", || postgres_tests(false));
    parts.add("temporal", || temporal_tests(false));
    parts.add("api, recorded executions", || {
        recorded_through_api(&arguments.conformance, size.api_sample)
    });
    parts.add("sweep", || random::pairings(size, seed));
    parts.finish()
}

/// A test of the workspace whose size is in a variable.
fn sized(test: &str, variable: &str, size: u32, seed: u64) -> Outcome {
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", test]);
    cargo.env(variable, size.to_string()).env("ASL_SEED", seed.to_string());
    Outcome::of_program(process::announced(&mut cargo), format!("{variable}={size}"))
}

/// The work of each built-in and operator of jq and JSONata for few steps.
fn counted_work() -> Outcome {
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "counted_work"]).env("ASL_COUNTED_WORK", "1");
    Outcome::of_program(process::announced(&mut cargo), "see above")
}
