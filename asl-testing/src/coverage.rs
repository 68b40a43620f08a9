//! Coverage: the states and transitions that the runs of a test have taken, and those that none
//! has.

use std::collections::BTreeSet;
use std::fmt;

use asl_execution::history::{EventType, HistoryEvent};
use asl_execution::machine::{Machine, Transition};

use super::fail;
use super::run::Run;

/// The states and transitions that runs have taken. Two transitions between the same states, such
/// as a rule and a catcher, count as one edge, because a history does not distinguish them.
///
/// ```
/// use asl_runtime::{asl_machine, json};
/// use asl_testing::{Coverage, Scenario, returns};
///
/// asl_machine!("doc/greet.asl.json");
///
/// # fn main() {
/// let mut coverage = Coverage::new(&greet::MACHINE);
/// coverage.add(&Scenario::new(&greet::MACHINE).task("Greet", returns(json!("Hi."))).run());
/// coverage.expect_full();
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Coverage {
    machine: &'static Machine,
    states: BTreeSet<&'static str>,
    edges: BTreeSet<Edge>,
}

/// A transition from one state to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The state it leaves.
    pub from: &'static str,
    /// The state it enters; `None` if the machine, the branch or the iteration ends.
    pub to: Option<&'static str>,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` → ", self.from)?;
        match self.to {
            Some(to) => write!(f, "`{to}`"),
            None => f.write_str("end"),
        }
    }
}

impl Coverage {
    /// The coverage of a machine without any run.
    pub fn new(machine: &'static Machine) -> Self {
        Self { machine, states: BTreeSet::new(), edges: BTreeSet::new() }
    }

    /// Adds a run.
    ///
    /// # Panics
    /// If the run is of another machine.
    #[track_caller]
    pub fn add(&mut self, run: &Run) -> &mut Self {
        if !std::ptr::eq(run.machine(), self.machine) {
            fail(&format!(
                "this is the coverage of machine `{}`, but the run is of `{}`",
                self.machine.name,
                run.machine().name
            ));
        }
        let known = |event: &HistoryEvent| {
            let name = event.details.name.as_deref();
            self.machine.nodes.iter().map(|node| node.state).find(|state| name == Some(state))
        };
        self.states.extend(run.entered().filter_map(known));
        let seen = run.simulated.seen();
        for (at, event) in seen.iter().enumerate() {
            if !matches!(event.kind, EventType::StateExited(_) | EventType::ExitState) {
                continue;
            }
            // A transition exits one state and enters the next without events in between.
            let enters = |after: &&HistoryEvent| {
                matches!(after.kind, EventType::StateEntered(_) | EventType::EnterState)
                    && after.previous_event_id == event.id
            };
            let to = seen.get(at + 1).filter(enters).and_then(known);
            if let Some(from) = known(event) {
                self.edges.insert(Edge { from, to });
            }
        }
        self
    }

    /// The states that no run has entered, in the order of the definition.
    pub fn missed_states(&self) -> Vec<&'static str> {
        let mut missed: Vec<&'static str> = Vec::new();
        for (at, node) in self.machine.nodes.iter().enumerate() {
            if !self.begins_state(at) {
                continue;
            }
            if !self.states.contains(node.state) && !missed.contains(&node.state) {
                missed.push(node.state);
            }
        }
        missed
    }

    /// The transitions that no run has taken, in the order of the definition.
    pub fn missed_edges(&self) -> Vec<Edge> {
        let mut missed: Vec<Edge> = Vec::new();
        for node in self.machine.nodes {
            for transition in &node.transitions() {
                if !transition
                    .to
                    .is_none_or(|to| self.begins_state(usize::try_from(to.0).unwrap_or(usize::MAX)))
                {
                    continue;
                }
                let edge = Edge { from: node.state, to: self.target(transition) };
                if !self.edges.contains(&edge) && !missed.contains(&edge) {
                    missed.push(edge);
                }
            }
        }
        missed
    }

    /// Returns true if a state begins at this node. In SM4C a state has several nodes, and some
    /// belong to none.
    fn begins_state(&self, node: usize) -> bool {
        self.machine.sm4c.is_none()
            || self.machine.nodes.get(node).is_some_and(|node| node.sm4c.is_entry)
    }

    fn target(&self, transition: &Transition) -> Option<&'static str> {
        let node = usize::try_from(transition.to?.0).ok()?;
        self.machine.nodes.get(node).map(|node| node.state)
    }

    /// Expects that every state was entered and every transition taken.
    ///
    /// # Panics
    /// If one was missed. The message lists all of them.
    #[track_caller]
    pub fn expect_full(&self) {
        let (states, edges) = (self.missed_states(), self.missed_edges());
        if states.is_empty() && edges.is_empty() {
            return;
        }
        let states = states.iter().map(|state| format!("\n  state `{state}`"));
        let missed: String =
            states.chain(edges.iter().map(|edge| format!("\n  transition {edge}"))).collect();
        fail(&format!("no run of machine `{}` took:{missed}", self.machine.name));
    }
}
