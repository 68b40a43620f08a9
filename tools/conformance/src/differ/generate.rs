//! Generates random machines, inputs and tasks. Every cycle of a machine contains a Task or a Wait,
//! and a machine with a cycle has `TimeoutSeconds`, so that each run ends.

mod data;
mod state;

use std::collections::BTreeMap;

use super::job::Job;
use super::json::{Json, number, object, text};
use asl_language::random::SplitMix64;

pub(crate) use data::START;

/// State names that could collide with generated names, or with each other.
const ODD_NAMES: [&str; 32] = [
    "State", "Tasks", "node", "states", "MACHINE", "NODES", "run", "machine", "enter", "resume",
    "caught", "Ok", "Err", "Some", "None", "Value", "Next", "Self", "self", "type", "fn", "async",
    "ALL", "name", "data", "result", "états", "日本", "a b", "a_b", "A-B", "1st",
];

/// Generates machines.
pub(crate) struct Generator {
    dice: SplitMix64,
    states: usize,
    odd: Vec<&'static str>,
    cycle: bool,
}

/// The place of a state.
struct Place<'a> {
    names: &'a [String],
    at: usize,
    depth: usize,
}

impl Generator {
    /// The generator with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: SplitMix64::new(seed), states: 0, odd: Vec::new(), cycle: false }
    }

    /// A machine.
    pub(crate) fn machine(&mut self) -> Json {
        self.states = 0;
        self.cycle = false;
        self.odd = ODD_NAMES.to_vec();
        let count = 1 + self.dice.index(9);
        let mut machine = self.scope(count, 0);
        if self.cycle || self.dice.percent(25) {
            let seconds = data::between(&mut self.dice, 4, 40);
            machine.set("TimeoutSeconds", number(seconds));
        }
        machine
    }

    /// A run of a machine.
    pub(crate) fn job(&mut self) -> Job {
        let input = data::input(&mut self.dice);
        let count = 2 + self.dice.index(5);
        let acts = (0..count).map(|_| data::act(&mut self.dice)).collect();
        Job {
            start: START,
            seed: self.dice.next_u64() >> 12,
            input,
            acts,
            acts_of: BTreeMap::new(),
        }
    }

    fn scope(&mut self, count: usize, depth: usize) -> Json {
        // A scope needs an end, so nearly all get one.
        let mut scope = self.any_scope(count, depth);
        while !ends(&scope) {
            scope = self.any_scope(count, depth);
        }
        scope
    }

    fn any_scope(&mut self, count: usize, depth: usize) -> Json {
        let names: Vec<_> = (0..count).map(|_| self.name()).collect();
        let mut states: Vec<(String, Json)> = Vec::new();
        for at in 0..count {
            let state = self.state(&Place { names: &names, at, depth });
            states.extend(names.get(at).map(|name| (name.clone(), state)));
        }
        let start = names.first().cloned().unwrap_or_default();
        let mut states = reachable(&start, &states);
        // The state that the machine starts at need not be the first one written.
        let turn = self.dice.index(states.len());
        states.rotate_left(turn);
        object([("StartAt", text(start)), ("States", Json::Object(states))])
    }

    fn name(&mut self) -> String {
        self.states += 1;
        if self.dice.percent(25) && !self.odd.is_empty() {
            let at = self.dice.index(self.odd.len());
            return self.odd.swap_remove(at).to_owned();
        }
        format!("S{}", self.states)
    }
}

/// Returns true if a state of a scope ends it.
fn ends(scope: &Json) -> bool {
    let Some(Json::Object(states)) = scope.get("States") else { return true };
    let is_last = |state: &Json| {
        matches!(state.text_at("Type"), Some("Succeed" | "Fail")) || state.get("End").is_some()
    };
    states.iter().any(|(_, state)| is_last(state))
}

/// The targets of a state.
fn targets(state: &Json) -> Vec<&str> {
    let rules = state.items_at("Choices").iter().chain(state.items_at("Catch"));
    let next = [state.text_at("Next"), state.text_at("Default")];
    rules.filter_map(|rule| rule.text_at("Next")).chain(next.into_iter().flatten()).collect()
}

/// The states that are reachable from the start; a definition must not have others.
fn reachable(start: &str, states: &[(String, Json)]) -> Vec<(String, Json)> {
    let mut found = vec![start];
    let mut at = 0;
    while let Some(name) = found.get(at) {
        at += 1;
        for target in states
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, state)| targets(state))
            .unwrap_or_default()
        {
            if !found.contains(&target) {
                found.push(target);
            }
        }
    }
    states.iter().filter(|(name, _)| found.contains(&name.as_str())).cloned().collect()
}
