//! Parts with random cases: some of them in each test run, many more in `cargo xtask soak`.

use asl_conformance::{differ, sweep};

use super::part::Outcome;
use crate::{crash, fuzz};

/// The numbers of random cases of a run.
pub(super) struct Size {
    /// Mutated texts on which our JSON reader is compared with `serde_json`.
    pub(super) json_texts: u32,
    /// Random machines that are compared with the reference interpreter.
    pub(super) machines: u32,
    /// Inputs for each of them.
    pub(super) inputs: u32,
    /// JSONata expressions.
    pub(super) expressions: u32,
    /// Random machines with types.
    pub(super) types: u32,
    /// Equal parts of the sweep, of which a run takes one.
    pub(super) sweep_parts: u64,
    /// Seconds of mutated inputs.
    pub(super) fuzz_seconds: u32,
    /// Recorded executions of which one runs through the API.
    pub(super) api_sample: usize,
    /// Crash tests with ten minutes of cases in place of one minute.
    pub(super) crashes_are_full: bool,
}

/// The size of a test run.
pub(super) const TEST: Size = Size {
    json_texts: 20_000,
    machines: 40,
    inputs: 10,
    expressions: 100,
    types: 1_000,
    // One of them takes about two minutes on two cores.
    sweep_parts: 60,
    fuzz_seconds: 8,
    api_sample: 25,
    crashes_are_full: false,
};

/// The size of `cargo xtask soak`.
pub(super) const SOAK: Size = Size {
    json_texts: 1_000_000,
    machines: 400,
    // With fewer there are less than 20,000 pairs of versions.
    inputs: 20,
    expressions: 600,
    types: 100_000,
    sweep_parts: 1,
    fuzz_seconds: 60,
    api_sample: 1,
    crashes_are_full: true,
};

/// Random machines and expressions in comparison with the reference interpreters.
pub(super) fn machines(size: &Size, seed: u64) -> Outcome {
    let Size { machines, inputs, expressions, types, .. } = *size;
    match differ::compare(&differ::Arguments { machines, inputs, seed, expressions, types }) {
        Ok(outcome) => Outcome::of_summary(outcome.agreed, outcome.summary),
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// Every place with every form of expression, or a part of these pairs.
pub(super) fn pairings(size: &Size, seed: u64) -> Outcome {
    let (part, of) = (seed % size.sweep_parts, size.sweep_parts);
    match sweep::sweep(&sweep::Arguments { part: Some((part, of)), only: None }) {
        Ok(outcome) => {
            let summary = format!("--part {}/{of}: {}", part + 1, outcome.summary);
            Outcome::of_summary(outcome.is_clean, summary)
        }
        Err(problem) => Outcome::Failed(problem.to_string()),
    }
}

/// The crash tests of the durable engine, which print a line for each of their parts.
pub(super) fn crashes(size: &Size, seed: u64) -> Outcome {
    let arguments = crash::Arguments::new(size.crashes_are_full, seed);
    Outcome::of_command(crash::run(&arguments), "see above")
}

/// Mutated inputs for everything that reads input; the test prints a line for each of its targets.
pub(super) fn changed_inputs(size: &Size, seed: u64) -> Outcome {
    let seconds = size.fuzz_seconds;
    let fuzzed = fuzz::run(&fuzz::Arguments::seconds(seconds, seed));
    Outcome::of_command(fuzzed, format!("{seconds} seconds, see above"))
}
