//! Free names of definitions. If a definition becomes a function, they become its
//! parameters.

use super::outputs::ParameterId;
use super::walk::{all, calls};
use crate::syntax::{Callee, DefinitionId, Filter, Kind, LabelId, Pattern, Program, VariableId};
use asl_source::sorted::SortedSet;

/// Variables, filter parameters and labels.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Free {
    /// Variables.
    pub(crate) variables: SortedSet<VariableId>,
    /// Filter parameters of definitions around.
    pub(crate) parameters: SortedSet<ParameterId>,
    /// Labels.
    pub(crate) labels: SortedSet<LabelId>,
}

impl Free {
    fn extend(&mut self, other: &Self, bound: &Self) -> bool {
        let before = self.len();
        add_missing(&mut self.variables, &other.variables, &bound.variables);
        add_missing(&mut self.parameters, &other.parameters, &bound.parameters);
        add_missing(&mut self.labels, &other.labels, &bound.labels);
        self.len() > before
    }

    /// The number of them.
    pub(crate) fn len(&self) -> usize {
        self.variables.len() + self.parameters.len() + self.labels.len()
    }
}

/// Adds the names of `other` that are not in `bound`.
fn add_missing<T: Ord + Copy>(
    names: &mut SortedSet<T>,
    other: &SortedSet<T>,
    bound: &SortedSet<T>,
) {
    names.extend(other.iter().copied().filter(|name| !bound.contains(name)));
}

/// Of all definitions.
pub(crate) fn free(program: &Program) -> Vec<Free> {
    let (mut free, mut bound, mut callees) = (Vec::new(), Vec::new(), Vec::new());
    for (definition, id) in program.definitions.iter().zip(0..) {
        let own = (0..).zip(&definition.parameters);
        let mut inside = Free {
            variables: definition
                .parameters
                .iter()
                .filter_map(|parameter| parameter.variable)
                .collect(),
            parameters: own.map(|(index, _)| (DefinitionId(id), index)).collect(),
            labels: SortedSet::new(),
        };
        let mut used = Free::default();
        all(&definition.body, &mut |filter| look_at(filter, &mut used, &mut inside));
        let mut outside = Free::default();
        outside.extend(&used, &inside);
        free.push(outside);
        bound.push(inside);
        callees.push(calls(&definition.body));
    }
    // The callers of a definition need what it needs. Callees mostly come after it or shortly
    // before, so that few rounds suffice.
    let mut goes_on = true;
    while goes_on {
        goes_on = false;
        for at in (0..free.len()).rev() {
            let (Some(bound), Some(callees)) = (bound.get(at), callees.get(at)) else { continue };
            for callee in callees {
                let callee = free.get(callee.0 as usize).cloned().unwrap_or_default();
                goes_on |= free.get_mut(at).is_some_and(|free| free.extend(&callee, bound));
            }
        }
    }
    free
}

fn look_at(filter: &Filter, used: &mut Free, bound: &mut Free) {
    match &filter.kind {
        Kind::Variable(variable) => {
            used.variables.insert(*variable);
        }
        Kind::Call(Callee::Parameter(definition, index), _) => {
            used.parameters.insert((*definition, *index));
        }
        Kind::Break(label) => {
            used.labels.insert(*label);
        }
        Kind::Label(label, _) => {
            bound.labels.insert(*label);
        }
        Kind::Bind { patterns, .. } => bind(patterns, bound),
        Kind::Reduce(parts) | Kind::Foreach(parts, _) => bind(&parts.patterns, bound),
        _ => {}
    }
}

fn bind(patterns: &[Pattern], bound: &mut Free) {
    for pattern in patterns {
        variables(pattern, &mut |variable| {
            bound.variables.insert(variable);
        });
    }
}

/// The variables that a pattern binds, in their order.
pub(crate) fn variables(pattern: &Pattern, visit: &mut dyn FnMut(VariableId)) {
    match pattern {
        Pattern::Variable(variable) => visit(*variable),
        Pattern::Array(items) => items.iter().for_each(|item| variables(item, visit)),
        Pattern::Object(entries) => entries.iter().for_each(|(_, whole, value)| {
            if let Some(variable) = whole {
                visit(*variable);
            }
            if let Some(value) = value {
                variables(value, visit);
            }
        }),
    }
}
