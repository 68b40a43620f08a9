//! Parts of a test run, and the summary of a run.

use std::process::{ExitCode, ExitStatus};
use std::time::{Duration, Instant};

use asl_conformance::print;
use asl_conformance::problem::Result;

/// A part of a test run.
pub(super) struct Part {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
}

/// The outcome of a part, with a figure or the reason.
pub(super) enum Outcome {
    Passed(String),
    Failed(String),
    Skipped(String),
}

impl Outcome {
    /// The outcome of a test program. `passed` says what was tested.
    pub(super) fn of_program(status: Result<ExitStatus>, passed: impl Into<String>) -> Self {
        match status {
            Ok(status) if status.success() => Self::Passed(passed.into()),
            Ok(status) => Self::Failed(status.to_string()),
            Err(problem) => Self::Failed(problem.to_string()),
        }
    }

    /// The outcome of one of our commands, which has printed its faults.
    pub(super) fn of_command(code: Result<ExitCode>, passed: impl Into<String>) -> Self {
        match code {
            Ok(code) if code == ExitCode::SUCCESS => Self::Passed(passed.into()),
            Ok(_) => Self::Failed("see above".to_owned()),
            Err(problem) => Self::Failed(problem.to_string()),
        }
    }

    /// The outcome of a comparison with its summary.
    pub(super) fn of_summary(is_clean: bool, summary: String) -> Self {
        if is_clean { Self::Passed(summary) } else { Self::Failed(summary) }
    }
}

/// The parts of a run, each of which runs when it is added.
pub(super) struct Parts<'a> {
    command: &'a str,
    only: Option<&'a str>,
    seed: u64,
    done: Vec<Part>,
}

impl<'a> Parts<'a> {
    /// No parts yet; only those are added whose names contain `only`.
    pub(super) fn new(command: &'a str, only: Option<&'a str>, seed: u64) -> Self {
        let parts = Self { command, only, seed, done: Vec::new() };
        parts.print_seed();
        parts
    }

    /// Runs a part, even after a failure of another.
    pub(super) fn add(&mut self, name: &'static str, run: impl FnOnce() -> Outcome) {
        if self.only.is_none_or(|only| name.contains(only)) {
            let from = Instant::now();
            let outcome = run();
            self.done.push(Part { name, outcome, took: from.elapsed() });
        }
    }

    /// Prints the summary.
    pub(super) fn finish(self) -> ExitCode {
        for part in &self.done {
            print::line(&summary_line(part));
        }
        self.print_seed();
        let failed = self.done.iter().any(|part| matches!(part.outcome, Outcome::Failed(_)));
        print::line(if failed { "FAILED" } else { "all tests passed" });
        if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Prints the seed, and the command that runs the same random cases again.
    fn print_seed(&self) {
        let Self { command, seed, .. } = self;
        print::line(&format!(
            "seed of the random cases: {seed}; the same ones again: cargo xtask {command} --seed {seed}"
        ));
    }
}

fn summary_line(part: &Part) -> String {
    let (word, detail) = match &part.outcome {
        Outcome::Passed(detail) => ("passed", detail),
        Outcome::Failed(detail) => ("FAILED", detail),
        Outcome::Skipped(detail) => ("skipped", detail),
    };
    format!("{word:7} {:28} {:>4} s  {detail}", part.name, part.took.as_secs())
}
