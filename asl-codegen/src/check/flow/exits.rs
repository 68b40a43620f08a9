//! The data with which a node leaves to each of its targets. The input of a state joins those of
//! all exits that lead to it; here they are apart.

use super::condition;
use super::shape::Shape;
use super::solve::Flow;
use super::transfer::Pass;
use crate::ir::{Branch, Exit, Machine, NodeId, NodeKind};
use asl_source::span::Span;

/// The target of an exit (`None`: the end of the scope) and the data.
pub(crate) type Departure = (Option<NodeId>, Shape);

impl Flow {
    /// The exits of a node that data can take, in the order of the definition.
    pub fn departures(&self, machine: &Machine, id: NodeId) -> Vec<Departure> {
        let raw = self.input(id);
        let Some(node) = machine.nodes.get(id.index()).filter(|_| !raw.is_never()) else {
            return Vec::new();
        };
        if let NodeKind::Branch(branch) = &node.kind {
            return chosen(
                machine,
                branch,
                Pass::new(&raw, Span::default(), self.variables_at(id)),
            );
        }
        let own = match node.kind.exit() {
            Some(Exit::Next(target)) => target.node.map(Some),
            Some(Exit::End) => Some(None),
            None if matches!(node.kind, NodeKind::End(_)) => Some(None),
            Some(Exit::Leave) | None => None,
        };
        let caught = node.kind.catchers().iter().map(|catcher| catcher.target.node.map(Some));
        let passes = self.passes(machine, id, &raw, &mut Vec::new());
        let exits = std::iter::once(own).chain(caught).zip(passes);
        let departures = exits.filter_map(|(target, pass)| {
            let output = pass.output.as_ref().filter(|output| !output.is_never())?;
            (!pass.fails()).then_some((target?, output.clone()))
        });
        departures.collect()
    }
}

fn chosen(machine: &Machine, branch: &Branch, mut pass: Pass<'_>) -> Vec<Departure> {
    let input = pass.choice_input(branch);
    pass.choice_output(branch, &input.data);
    if pass.fails() {
        return Vec::new();
    }
    let exits = condition::exits(branch, &input, machine.profile).into_iter();
    let departures = exits.filter_map(|exit| {
        let (own, _) = pass.rule_output(branch, &exit)?;
        Some((Some(exit.target.node?), own))
    });
    departures.collect()
}
