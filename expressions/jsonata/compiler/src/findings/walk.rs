//! The walk through the parts of an expression.

use super::site::{Context, Reach, Site};
use super::{Findings, problem};
use crate::parts::{Role, parts};
use crate::tree::{Kind, Node};

impl Findings<'_> {
    /// Checks a node and its parts.
    pub(super) fn node(&mut self, node: &Node, site: Site) {
        self.kind(node, site);
        self.filters(node);
        self.parts(node, site);
    }

    fn parts(&mut self, node: &Node, site: Site) {
        for (role, part) in parts(node) {
            let site = site.part(role);
            match role {
                Role::Callee => self.called(part, site),
                // This call has been checked with the left side of `~>`.
                Role::Applied if is_call(part) => self.parts(part, site),
                _ => self.node(part, site),
            }
        }
    }

    /// Checks the parts of what is called. If it is a name, the name itself has been reported.
    fn called(&mut self, callee: &Node, site: Site) {
        if !matches!(callee.kind, Kind::Variable(_) | Kind::Path(_)) {
            return self.node(callee, site);
        }
        self.parts(callee, site);
    }

    fn kind(&mut self, node: &Node, site: Site) {
        match &node.kind {
            Kind::Variable(_) => self.variable(node),
            Kind::Call(call) => self.call(call, None, site),
            Kind::Partial(callee, _) => self.callee(callee, site),
            Kind::Apply(left, right) => match &right.kind {
                Kind::Call(call) => self.call(call, Some(left), site),
                _ => self.applied(right, site),
            },
            Kind::Negate(operand) => self.negated(operand, site),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, node, site),
            Kind::Condition(test, ..) => self.condition(test),
            Kind::Object(entries) => self.keys(entries, site),
            Kind::Path(path) => self.path(path),
            Kind::Transform(transform) => self.transform(transform),
            _ => {}
        }
        if let Some(group) = &node.group {
            let site = Site { reach: Reach::Maybe, context: Context::Item };
            self.keys(&group.entries, site);
        }
    }

    /// Reports a variable that nothing binds.
    fn variable(&mut self, node: &Node) {
        let Some(name) = self.unknown_name(node).map(str::to_owned) else { return };
        if self.unknown.insert(node.place.start) {
            let label = self.did_you_mean(&name, "nothing binds it before");
            let place = name_place(node, &name);
            self.doubt(&problem::UNKNOWN_VARIABLE, &place, &[("name", name), ("label", label)]);
        }
    }
}

/// True for a call, also one that makes a function.
fn is_call(node: &Node) -> bool {
    matches!(node.kind, Kind::Call(_) | Kind::Partial(..))
}

/// The place of a variable without its predicates.
pub(super) fn name_place(node: &Node, name: &str) -> std::ops::Range<u32> {
    let length = u32::try_from(1 + name.len()).unwrap_or(u32::MAX);
    node.place.start..node.place.end.min(node.place.start.saturating_add(length))
}
