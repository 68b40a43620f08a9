//! Outlines of machines, and their comparison: for each state of the old version, whether executions
//! that wait there can continue in the new one, and if not, why. The runtime outlines compiled
//! machines and the compiler definitions; both compare them here. `asl_execution::versions` documents
//! what may change.

mod cause;
mod change;
mod changed;
mod compare;
mod outline;
mod released;
mod text;

use std::fmt;

use crate::json::{array, object, string};

pub use change::Change;
pub use changed::{Changed, SameChance, changed_nodes};
pub use compare::{Held, Pair};
pub use outline::{NodeOutline, Outline, RetrierOutline, WorkOutline};
pub use released::{Released, Unreadable};

/// The comparison of two versions of a machine.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Place of the old machine's definition.
    pub old: String,
    /// Place of the new machine's definition.
    pub new: String,
    /// Changes that concern all executions. A blocking one prevents all moves.
    pub machine: Vec<Change>,
    /// The states of the old machine, in the order of the definition.
    pub states: Vec<StateComparison>,
    /// States that only the new machine has.
    pub added: Vec<String>,
}

/// The effect on executions that wait in a state.
#[derive(Clone, PartialEq, Debug)]
pub struct StateComparison {
    /// Path of the state: `Fan.1.Pay` is `Pay` in branch 1 of `Fan`.
    pub state: String,
    /// Line and column in the old definition.
    pub old: (u32, u32),
    /// Line and column in the new definition, if the state exists there.
    pub new: Option<(u32, u32)>,
    /// Verdict on moving executions.
    pub verdict: Verdict,
    /// The changes, which apply after a move.
    pub changes: Vec<Change>,
}

/// Verdict on moving executions that wait in a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// The state is the same.
    Same,
    /// They can move, and some changes apply.
    Movable,
    /// They cannot move.
    Stuck,
}

impl Comparison {
    /// Returns true if all executions can move, wherever they wait.
    pub fn all_can_move(&self) -> bool {
        !self.machine.iter().any(Change::blocks_migration)
            && self.states.iter().all(|state| state.verdict != Verdict::Stuck)
    }

    /// Returns true if nothing changed.
    pub fn is_same(&self) -> bool {
        self.machine.is_empty()
            && self.added.is_empty()
            && self.states.iter().all(|state| state.verdict == Verdict::Same)
    }

    /// JSON text: an object with the members of the structure. Each change has its name and its
    /// text.
    #[inline]
    pub fn to_json_string(&self) -> String {
        let Self { old, new, machine, states, added } = self;
        let states = states.iter().map(StateComparison::to_json_string);
        object([
            ("old", string(old)),
            ("new", string(new)),
            ("machine", array(machine.iter().map(Change::to_json_string))),
            ("states", array(states)),
            ("added", array(added.iter().map(|state| string(state)))),
        ])
    }
}

impl StateComparison {
    #[inline]
    fn to_json_string(&self) -> String {
        let Self { state, old, new, verdict, changes } = self;
        let place = |(line, column): (u32, u32)| array([line, column].map(|part| part.to_string()));
        let verdict = match verdict {
            Verdict::Same => "same",
            Verdict::Movable => "movable",
            Verdict::Stuck => "stuck",
        };
        object([
            ("state", string(state)),
            ("old", place(*old)),
            ("new", new.map_or_else(|| "null".to_owned(), place)),
            ("verdict", string(verdict)),
            ("changes", array(changes.iter().map(Change::to_json_string))),
        ])
    }
}

impl fmt::Display for Comparison {
    /// One line per state, followed by one line for each of its changes.
    #[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_an_object_with_its_members() {
        let state = |verdict, new, changes| StateComparison {
            state: "Pay \"it\"".to_owned(),
            old: (3, 5),
            new,
            verdict,
            changes,
        };
        let comparison = Comparison {
            old: "old.json".to_owned(),
            new: "new.json".to_owned(),
            machine: vec![Change::Deadline],
            states: vec![
                state(Verdict::Same, Some((4, 1)), vec![]),
                state(Verdict::Movable, Some((4, 1)), vec![Change::Window]),
                state(Verdict::Stuck, None, vec![Change::Removed]),
            ],
            added: vec!["Ship".to_owned()],
        };
        let pay = r#"{"state":"Pay \"it\"","old":[3,5],"new":"#;
        let expected = [
            r#"{"old":"old.json","new":"new.json","machine":[{"change":"deadline","#,
            r#""text":"its `TimeoutSeconds` changed; executions keep their end time","stuck":false}],"#,
            &format!(r#""states":[{pay}[4,1],"verdict":"same","changes":[]}},"#),
            &format!(r#"{pay}[4,1],"verdict":"movable","changes":[{{"change":"window","#),
            r#""text":"its maximum number of concurrent iterations changed","stuck":false}]},"#,
            &format!(r#"{pay}null,"verdict":"stuck","changes":[{{"change":"removed","#),
            r#""text":"the state was removed","stuck":true}]}],"added":["Ship"]}"#,
        ];
        assert_eq!(comparison.to_json_string(), expected.concat());
    }
}
