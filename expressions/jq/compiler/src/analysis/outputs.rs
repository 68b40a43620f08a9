//! The outputs of a filter: exactly one, at most one, or any number. Filters that end in an
//! error or a `break` count as having one, since no code that needs it runs.

use asl_language::jq::Special;

use super::walk::fixpoint;
use crate::syntax::{Assignment, Callee, DefinitionId, Filter, Kind, Pattern, Program};
use asl_source::sorted::SortedMap;

/// The number of outputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outputs {
    /// Exactly one.
    One,
    /// None or one.
    Maybe,
    /// Any number.
    Many,
}

/// A filter parameter of a definition.
pub(crate) type ParameterId = (DefinitionId, u32);

/// The number of outputs, given those of filter parameters: the most of `base` and those of each
/// parameter, which count for no more than is noted with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    base: Outputs,
    parameters: SortedMap<ParameterId, Outputs>,
}

impl Sum {
    fn of(base: Outputs) -> Self {
        Self { base, parameters: SortedMap::new() }
    }

    fn parameter(id: ParameterId) -> Self {
        Self { base: Outputs::One, parameters: [(id, Outputs::Many)].into_iter().collect() }
    }

    fn join(&mut self, other: &Self) {
        self.base = self.base.max(other.base);
        for (id, most) in &other.parameters {
            let known = self.parameters.get_or_insert(*id, *most);
            *known = (*known).max(*most);
        }
    }

    fn at_most(mut self, most: Outputs) -> Self {
        self.base = self.base.min(most);
        self.parameters.values_mut().for_each(|cap| *cap = (*cap).min(most));
        self
    }

    fn at_least(mut self, least: Outputs) -> Self {
        self.base = self.base.max(least);
        self
    }

    /// Nothing is known of the parameters: they are closures.
    pub(super) fn closed(&self) -> Outputs {
        self.resolved(&|_| Outputs::Many)
    }

    /// Of parameters that are known.
    pub(super) fn resolved(&self, parameter: &dyn Fn(ParameterId) -> Outputs) -> Outputs {
        let parameters = self.parameters.iter().map(|(id, most)| parameter(*id).min(*most));
        parameters.fold(self.base, Outputs::max)
    }
}

/// Facts about definitions that are called.
pub(super) struct Callees<'a> {
    pub(super) program: &'a Program,
    pub(super) sums: &'a [Sum],
    /// True if its code is part of its callers'.
    pub(super) inline: &'a [bool],
}

/// Of all definitions.
pub(super) fn sums(program: &Program, inline: &[bool]) -> Vec<Sum> {
    fixpoint(program, &Sum::of(Outputs::One), &|sums, body| {
        sum(body, &Callees { program, sums, inline })
    })
}

/// Of one filter.
pub(super) fn sum(filter: &Filter, callees: &Callees<'_>) -> Sum {
    let joined = |filters: &mut dyn Iterator<Item = &Filter>| {
        let mut joined = Sum::of(Outputs::One);
        filters.for_each(|filter| joined.join(&sum(filter, callees)));
        joined
    };
    match &filter.kind {
        Kind::Identity
        | Kind::Literal(_)
        | Kind::Format(_)
        | Kind::Variable(_)
        | Kind::Break(_)
        | Kind::Array(_)
        | Kind::Assign(Assignment::Update, ..) => Sum::of(Outputs::One),
        Kind::RecurseDefault | Kind::Iterate(_) | Kind::Comma(..) | Kind::Foreach(..) => {
            Sum::of(Outputs::Many)
        }
        Kind::Interpolated { filters, .. } => joined(&mut filters.iter()),
        Kind::Field(inner, _) | Kind::Negate(inner) => sum(inner, callees),
        Kind::Slice(target, from, to) => {
            let bounds = from.iter().chain(to).map(|bound| &**bound);
            joined(&mut std::iter::once(&**target).chain(bounds))
        }
        Kind::Try(body, None) | Kind::Label(_, body) => sum(body, callees).at_least(Outputs::Maybe),
        Kind::Index(left, right)
        | Kind::Try(left, Some(right))
        | Kind::Pipe(left, right)
        | Kind::Arithmetic(_, left, right)
        | Kind::Compare(_, left, right)
        | Kind::And(left, right)
        | Kind::Or(left, right) => joined(&mut [&**left, &**right].into_iter()),
        Kind::Assign(_, _, right) => sum(right, callees),
        Kind::Alternative(left, right) => {
            let mut either = sum(left, callees);
            // Where the left side has no output, the right side has.
            if either.base == Outputs::Maybe {
                either.base = Outputs::One;
            }
            either.join(&sum(right, callees));
            either
        }
        Kind::If(branches, otherwise) => {
            let parts = branches.iter().flat_map(|(condition, branch)| [condition, branch]);
            joined(&mut parts.chain(otherwise.iter().map(|branch| &**branch)))
        }
        Kind::Reduce(parts) => sum(&parts.init, callees),
        Kind::Bind { source, patterns, body } => {
            let mut all = joined(&mut [&**source, &**body].into_iter());
            match patterns.as_slice() {
                [pattern] => in_pattern(pattern, &mut |key| all.join(&sum(key, callees))),
                _ => all = Sum::of(Outputs::Many),
            }
            all
        }
        Kind::Call(callee, arguments) => call(*callee, arguments, callees),
        Kind::Object(entries) => joined(&mut entries.iter().flat_map(|(key, value)| [key, value])),
    }
}

fn in_pattern(pattern: &Pattern, visit: &mut dyn FnMut(&Filter)) {
    match pattern {
        Pattern::Variable(_) => {}
        Pattern::Array(items) => items.iter().for_each(|item| in_pattern(item, visit)),
        Pattern::Object(entries) => {
            for (key, _, value) in entries {
                visit(key);
                if let Some(value) = value {
                    in_pattern(value, visit);
                }
            }
        }
    }
}

fn call(callee: Callee, arguments: &[Filter], callees: &Callees<'_>) -> Sum {
    let mut joined = Sum::of(Outputs::One);
    match callee {
        Callee::Parameter(definition, index) => return Sum::parameter((definition, index)),
        Callee::Native(_) => {
            for argument in arguments {
                joined.join(&sum(argument, callees));
            }
        }
        Callee::Special(special) => return of_special(special, arguments, callees),
        Callee::Definition(definition) => {
            let at = definition.0 as usize;
            let (Some(made), Some(of_callee)) =
                (callees.program.definitions.get(at), callees.sums.get(at))
            else {
                return Sum::of(Outputs::Many);
            };
            let pairs = arguments.iter().zip(&made.parameters);
            for (argument, _) in pairs.filter(|(_, parameter)| parameter.variable.is_some()) {
                joined.join(&sum(argument, callees));
            }
            if callees.inline.get(at) != Some(&true) {
                joined.base = joined.base.max(of_callee.closed());
                return joined;
            }
            joined.base = joined.base.max(of_callee.base);
            for (id, most) in &of_callee.parameters {
                let (of, index) = *id;
                match arguments.get(index as usize).filter(|_| of == definition) {
                    Some(argument) => joined.join(&sum(argument, callees).at_most(*most)),
                    None => joined.join(&Sum::parameter(*id).at_most(*most)),
                }
            }
        }
    }
    joined
}

fn of_special(special: Special, arguments: &[Filter], callees: &Callees<'_>) -> Sum {
    match special {
        Special::Empty => Sum::of(Outputs::Maybe),
        Special::Error | Special::Not | Special::IsEmpty | Special::Delete => Sum::of(Outputs::One),
        Special::First | Special::Last => arguments
            .first()
            .map_or(Sum::of(Outputs::Many), |filter| sum(filter, callees).at_most(Outputs::Maybe)),
        Special::Path
        | Special::Limit
        | Special::RangeTo
        | Special::Range
        | Special::Recurse
        | Special::ToStream => Sum::of(Outputs::Many),
    }
}
