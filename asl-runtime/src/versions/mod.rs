//! Versions of a machine: for each state of the old one, whether executions that wait there can go
//! on in the new one, and why not.
//!
//! [`Machine::compare`] says it of compiled machines, `cargo asl diff` of definitions,
//! [`Snapshot::migrate`] moves one execution. States are told apart by their names and by what they
//! stand in, never by numbers.
//!
//! What an execution waits *for* must be the same: the task that it calls and what it hands to it,
//! the events, the number of branches, where items come from. All else may be another one and
//! counts from then on: what becomes of a result, where the state leads, retriers, catchers,
//! limits, states before and behind it.
//!
//! [`Snapshot::migrate`]: crate::execution::Snapshot::migrate

mod change;
mod compare;
mod outline;

use std::fmt;

use serde::Serialize;

use crate::machine::Machine;

pub use crate::machine::Fingerprint;
pub use change::Change;
pub(crate) use compare::{Held, Pair};
pub use outline::{NodeOutline, Outline, RetrierOutline, WorkOutline};

/// The comparison of two versions of a machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The old machine's definition.
    pub old: String,
    /// The new one's.
    pub new: String,
    /// The changes that concern all executions. A blocking one prevents all moves.
    pub machine: Vec<Change>,
    /// The states of the old machine, in the order of the definition.
    pub states: Vec<StateComparison>,
    /// States that only the new one has.
    pub added: Vec<String>,
}

/// The fate of executions that wait in a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StateComparison {
    /// Its name; in front of it, those of the states it stands in, each with the branch:
    /// `Fan.1.Pay`.
    pub state: String,
    /// Line and column in the old definition.
    pub old: (u32, u32),
    /// In the new one, if it is there.
    pub new: Option<(u32, u32)>,
    /// True if they can move.
    pub verdict: Verdict,
    /// The changes. After a move they apply.
    pub changes: Vec<Change>,
}

/// True if executions that wait in a state can move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is the same state.
    Same,
    /// They can, and will find something changed.
    Movable,
    /// They cannot.
    Stuck,
}

impl Machine {
    /// Compares this machine with a new version of it.
    ///
    /// ```
    /// use asl_runtime::asl_machine;
    /// use asl_runtime::versions::Verdict;
    ///
    /// asl_machine!("doc/greet.asl.json");
    ///
    /// # fn main() {
    /// let comparison = greet::MACHINE.compare(&greet::MACHINE);
    /// assert!(comparison.all_can_move());
    /// assert!(comparison.states.iter().all(|state| state.verdict == Verdict::Same));
    /// # }
    /// ```
    pub fn compare(&'static self, new: &'static Self) -> Comparison {
        Outline::new(self).compare(&Outline::new(new))
    }
}

impl Comparison {
    /// True if executions can move from wherever they wait.
    pub fn all_can_move(&self) -> bool {
        !self.machine.iter().any(Change::blocks_migration)
            && self.states.iter().all(|state| state.verdict != Verdict::Stuck)
    }

    /// True if nothing has changed.
    pub fn is_same(&self) -> bool {
        self.machine.is_empty()
            && self.added.is_empty()
            && self.states.iter().all(|state| state.verdict == Verdict::Same)
    }

    /// As JSON: an object with the members of the structure, `changes` with a word and a text each.
    pub fn to_json_string(&self) -> String {
        serde_json::to_string_pretty(self)
            .unwrap_or_else(|error| unreachable!("all of it can be written: {error}"))
    }
}

impl fmt::Display for Comparison {
    /// One line per state, and one per change below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in &self.machine {
            let word =
                if change.blocks_migration() { "no execution can move" } else { "the machine" };
            writeln!(f, "{word}: {change}")?;
        }
        for state in &self.states {
            let word = match state.verdict {
                Verdict::Same => "same",
                Verdict::Movable => "can move",
                Verdict::Stuck => "cannot move",
            };
            let (line, column) = state.old;
            write!(f, "`{}` ({}:{line}:{column}", state.state, self.old)?;
            if let Some((line, column)) = state.new {
                write!(f, ", {}:{line}:{column}", self.new)?;
            }
            writeln!(f, "): {word}")?;
            for change in &state.changes {
                let mark = if change.blocks_migration() { "!" } else { "-" };
                writeln!(f, "  {mark} {change}")?;
            }
        }
        self.added.iter().try_for_each(|state| writeln!(f, "`{state}`: new"))
    }
}
