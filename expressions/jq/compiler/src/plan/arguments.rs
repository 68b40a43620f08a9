//! The arguments of definitions that become part of their callers: put where they are used, or
//! local closures.

use super::facts::{Facts, Site};
use super::scope::{Argument, Code, Scope};
use super::tree::ClosureKind;
use super::tree::{Closure, Slot};
use crate::analysis::{Outputs, ParameterId};
use crate::parts::children;
use crate::syntax::{Callee, DefinitionId, Filter, Kind};

/// Arguments of up to so many filters are put wherever they are used.
const SMALL: usize = 3;

/// The argument that a filter only passes on.
pub(super) fn passed_on<'p>(filter: &Filter, scope: &Scope<'p>) -> Option<Argument<'p>> {
    match filter.kind {
        Kind::Call(Callee::Parameter(owner, index), _) => {
            Some(scope.parameter((owner, index)).clone())
        }
        _ => None,
    }
}

/// The closure that an argument becomes: a large one that is used in several places.
pub(super) fn closure_of(
    facts: &Facts<'_>,
    id: ParameterId,
    argument: &Argument<'_>,
    as_paths: bool,
) -> Option<ClosureKind> {
    let Code::Inline(filter, scope) = &argument.code else { return None };
    let uses = facts.analysis.of(id.0).uses.get(id.1 as usize).copied().unwrap_or_default();
    if uses <= 1 || weight(filter, scope) <= SMALL {
        return None;
    }
    Some(match argument.outputs {
        _ if as_paths => ClosureKind::Paths,
        Outputs::One => ClosureKind::One,
        Outputs::Maybe | Outputs::Many => ClosureKind::Many,
    })
}

impl ClosureKind {
    /// The argument that is a local closure in this slot.
    pub(super) fn named<'p>(self, slot: Slot) -> Argument<'p> {
        let outputs = if self == Self::One { Outputs::One } else { Outputs::Many };
        Argument { code: Code::Closure(Closure { kind: self, slot, is_local: true }), outputs }
    }
}

impl<'p> Site<'p> {
    /// The meaning of an argument before it is known whether it becomes a closure.
    pub(super) fn argument(&self, filter: &'p Filter) -> Argument<'p> {
        passed_on(filter, &self.scope).unwrap_or_else(|| self.facts.inlined(filter, &self.scope))
    }

    /// The body of a definition that becomes part of its caller. Values have no meaning in it.
    pub(super) fn within(&self, id: DefinitionId, arguments: &'p [Filter]) -> Self {
        let as_paths = self.facts.analysis.of(id).uses_paths;
        let mut inner = self.scope.clone();
        for ((index, parameter), argument) in
            (0..).zip(&self.facts.definition(id).parameters).zip(arguments)
        {
            if parameter.variable.is_some() {
                continue;
            }
            let mut argument = self.argument(argument);
            if let Some(closure) = closure_of(self.facts, (id, index), &argument, as_paths) {
                argument = closure.named(Slot(0));
            }
            inner = inner.with_parameter((id, index), argument);
        }
        self.scoped(inner)
    }
}

/// The amount of code that a filter makes where it is put; above `SMALL` it is not exact.
fn weight(filter: &Filter, scope: &Scope<'_>) -> usize {
    match &filter.kind {
        Kind::Call(Callee::Parameter(owner, index), _) => {
            match &scope.parameter((*owner, *index)).code {
                Code::Inline(filter, scope) => weight(filter, scope),
                Code::Closure(_) => 1,
            }
        }
        Kind::Call(Callee::Definition(_), _) => SMALL + 1,
        _ => {
            let mut sum = 1;
            children(filter, &mut |child| {
                if sum <= SMALL {
                    sum += weight(child, scope);
                }
            });
            sum
        }
    }
}
