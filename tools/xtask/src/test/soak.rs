//! `cargo xtask soak`: the random tests with so many cases that they take hours.

use std::path::PathBuf;
use std::process::ExitCode;

use asl_conformance::process;

use super::part::{Outcome, Parts};
use super::{random, recorded_through_api, restate_tests};
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
    parts.add("json", || json_texts(seed));
    parts.add("races", || races(seed));
    parts.add("history", long_history);
    parts.add("work", counted_work);
    parts.add("crash", || random::crashes(size, seed));
    parts.add("fuzz", || random::changed_inputs(size, seed));
    parts.add("restate", || restate_tests(false));
    parts.add("api, recorded executions", || {
        recorded_through_api(&arguments.conformance, size.api_sample)
    });
    parts.add("sweep", || random::pairings(size, seed));
    parts.finish()
}

/// Mutated texts on which our JSON reader is compared with `serde_json`.
fn json_texts(seed: u64) -> Outcome {
    let texts = random::SOAK.json_texts;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "json_property"]);
    cargo.env("ASL_JSON_CASES", texts.to_string()).env("ASL_SEED", seed.to_string());
    Outcome::of_program(process::announced(&mut cargo), format!("{texts} mutated texts"))
}

/// Runs whose tasks panic, hang and wake from other threads, and whose callers cancel and drop them.
fn races(seed: u64) -> Outcome {
    const RACES: u32 = 1_000_000;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "races"]);
    cargo.env("ASL_RACES", RACES.to_string()).env("ASL_SEED", seed.to_string());
    Outcome::of_program(process::announced(&mut cargo), format!("{RACES} runs"))
}

/// The memory for pages of the history of a long execution.
fn long_history() -> Outcome {
    const TRANSITIONS: u32 = 2_000_000;
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "long_history"]).env("ASL_TRANSITIONS", TRANSITIONS.to_string());
    Outcome::of_program(process::announced(&mut cargo), format!("{TRANSITIONS} transitions"))
}

/// The work of each built-in and operator of jq and JSONata for few steps.
fn counted_work() -> Outcome {
    let mut cargo = process::workspace_cargo("test");
    cargo.args(["--test", "counted_work"]).env("ASL_COUNTED_WORK", "1");
    Outcome::of_program(process::announced(&mut cargo), "see above")
}
