//! `sweep`: pairs every place that takes data with every form of expression, and every construct of
//! jq and of JSONata with every other one. All that the compiler accepts must be code that the Rust
//! compiler takes without a warning, and must run: like the reference interpreters where these know
//! the form, and otherwise in the same way however the data are held.
//!
//! The pairings are few machines with many states, and crates of many programs: most of the time is
//! that of the Rust compiler.

mod asl;
mod forms;
mod jq;
mod jq_constructs;
mod jsonata;
mod jsonata_forms;
mod places;
mod sm4c;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use asl_language::hash::fnv1a;

use crate::asl::machines::{Machines, PANICS};
use crate::print;
use crate::problem::Result;

/// Options of the sweep.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Only the cases whose ids contain this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// One of M equal parts, as N/M from 1/M to M/M
    // Its number from 0, and the number of parts.
    #[arg(long, value_name = "N/M", value_parser = read_part)]
    pub part: Option<(u64, u64)>,
}

/// Maximum number of faults that are printed in full.
const SHOWN: usize = 20;

/// The result.
pub struct Outcome {
    /// The summary.
    pub summary: String,
    /// True if there is no fault.
    pub is_clean: bool,
}

/// The cases to take.
struct Selection {
    only: Option<String>,
    /// The number of the part, from 0, and the number of parts.
    part: (u64, u64),
}

impl Selection {
    fn new(arguments: &Arguments) -> Self {
        Self { only: arguments.only.clone(), part: arguments.part.unwrap_or((0, 1)) }
    }

    /// Returns true if a case is taken. Parts are spread over all kinds of cases.
    fn takes(&self, id: &str) -> bool {
        let (number, of) = self.part;
        self.only.as_deref().is_none_or(|only| id.contains(only))
            && fnv1a(id.as_bytes()) % of == number
    }
}

fn read_part(text: &str) -> std::result::Result<(u64, u64), &'static str> {
    let part = text.split_once('/').and_then(|(number, of)| {
        let (number, of): (u64, u64) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then(|| (number - 1, of))
    });
    part.ok_or("give it as N/M, such as 2/5")
}

/// A case that the Rust compiler refuses, or that runs otherwise than it should.
struct Fault {
    id: String,
    said: String,
}

/// The cases of one kind.
#[derive(Default)]
struct Tally {
    /// Cases that the compiler accepts.
    accepted: usize,
    refused: usize,
    runs: usize,
    faults: Vec<Fault>,
}

impl Tally {
    fn fault(&mut self, id: impl Into<String>, said: impl Into<String>) {
        self.faults.push(Fault { id: id.into(), said: said.into() });
    }

    /// Returns those of the states of a case that the compiler accepts alone.
    fn accepted<S>(
        &mut self,
        id: &str,
        states: Vec<S>,
        machines: &Machines,
        definition: impl Fn(&S) -> String,
    ) -> Vec<S> {
        let mut accepted = Vec::new();
        for state in states {
            let alone = definition(&state);
            match machines.accepts(&alone) {
                Some(true) => accepted.push(state),
                Some(false) => self.refused += 1,
                None => self.fault(id, format!("{PANICS}: {alone}")),
            }
        }
        self.accepted += accepted.len();
        accepted
    }

    fn summary(&self, name: &str) -> String {
        let Self { accepted, refused, runs, faults } = self;
        format!(
            "{name}: {accepted} accepted, {refused} refused, {runs} runs, {} faults",
            faults.len()
        )
    }
}

/// Takes the selected cases of one kind.
type Sweep = fn(&Selection) -> Result<Tally>;

/// The command.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let outcome = sweep(arguments)?;
    print::line(&outcome.summary);
    Ok(if outcome.is_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes all cases of the arguments, and prints the faults.
pub fn sweep(arguments: &Arguments) -> Result<Outcome> {
    let selection = Selection::new(arguments);
    let kinds: [(&str, Sweep); 5] = [
        ("ASL, profile aws", asl::aws),
        ("ASL, profile spec", asl::spec),
        ("SM4C", sm4c::sweep),
        ("jq", jq::sweep),
        ("JSONata", jsonata::sweep),
    ];
    let (mut lines, mut is_clean) = (Vec::new(), true);
    for (name, sweep) in kinds {
        let tally = sweep(&selection)?;
        for fault in tally.faults.iter().take(SHOWN) {
            print::line(&format!("--- {}: {}", fault.id, fault.said));
        }
        for fault in tally.faults.iter().skip(SHOWN) {
            print::line(&format!("--- {}", fault.id));
        }
        is_clean &= tally.faults.is_empty();
        lines.push(tally.summary(name));
    }
    Ok(Outcome { summary: lines.join("\n"), is_clean })
}
