//! A run of a machine: its input and the behaviour of its tasks.

use std::collections::BTreeMap;

use super::json::{Json, number, object, text};
use asl_language::hash::fnv1a;

/// A run of a machine.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Milliseconds since 1970.
    pub(crate) start: u64,
    /// Seed that selects the behaviour of tasks.
    pub(crate) seed: u64,
    pub(crate) input: Json,
    /// Possible behaviours of tasks.
    pub(crate) acts: Vec<Json>,
    /// Those of the tasks of some states, by the state's name. The generated program has none.
    pub(crate) acts_of: BTreeMap<String, Vec<Json>>,
}

impl Job {
    /// The behaviour of the task of a state that starts at this time. The generated program selects
    /// it in the same way.
    pub(crate) fn act(&self, state: &str, at: u64) -> &Json {
        let hash = fnv1a(&[state.as_bytes(), &at.to_le_bytes(), &self.seed.to_le_bytes()].concat());
        let acts = self.acts_of.get(state).unwrap_or(&self.acts);
        let count = u64::try_from(acts.len()).unwrap_or(u64::MAX).max(1);
        let at = usize::try_from((hash >> 20) % count).unwrap_or(0);
        acts.get(at).unwrap_or(&Json::Null)
    }

    /// The line that the generated program reads, with another version of the machine to which its
    /// executions move, if there is one.
    pub(crate) fn line(&self, machine: usize, next: Option<usize>) -> String {
        let place = |machine| number(u32::try_from(machine).unwrap_or(u32::MAX));
        let (machine, next) = (place(machine), next.map_or(Json::Null, place));
        let whole = |number: u64| number.to_string().parse().map_or(Json::Null, Json::Number);
        object([
            ("machine", machine),
            ("next", next),
            ("start", whole(self.start)),
            ("seed", whole(self.seed)),
            ("input", text(self.input.to_string())),
            ("acts", Json::Array(self.acts.clone())),
        ])
        .to_string()
    }
}
