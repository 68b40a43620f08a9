//! The turns of definitions that call themselves as their last step.

use super::facts::Site;
use crate::analysis::{self, Outputs};
use crate::syntax::{DefinitionId, Filter, Kind, Pattern, VariableId};

/// The part of a loop's turn that comes last.
#[derive(Clone, Debug)]
pub(super) enum Ending<'p> {
    /// The loop ends after it.
    End(&'p Filter),
    /// The loop ends with its input.
    EndOfInput,
    /// `left | right`, of one output.
    Pipe(&'p Filter, Box<Self>),
    /// `left | right`, of at most one output.
    PipeOfMaybe(&'p Filter, Box<Self>),
    Comma(&'p Filter, Box<Self>),
    If(Vec<(&'p Filter, Self)>, Box<Self>),
    Bind(&'p Filter, VariableId, Box<Self>),
    /// The next turn, with these arguments.
    Again(&'p [Filter]),
}

/// The turn of a definition, if all calls of itself in this part of it can become turns of a loop,
/// given the meanings of its parameters.
pub(super) fn ending<'p>(
    site: &Site<'p>,
    filter: &'p Filter,
    definition: DefinitionId,
) -> Option<Ending<'p>> {
    if !analysis::goes_on(filter, definition) {
        return Some(Ending::End(filter));
    }
    let rest = |filter| Some(Box::new(ending(site, filter, definition)?));
    match &filter.kind {
        Kind::Pipe(left, right) => match site.outputs(left) {
            Outputs::One => Some(Ending::Pipe(left, rest(right)?)),
            Outputs::Maybe => Some(Ending::PipeOfMaybe(left, rest(right)?)),
            Outputs::Many => None,
        },
        Kind::Comma(left, right) => Some(Ending::Comma(left, rest(right)?)),
        Kind::If(branches, otherwise) => {
            let ways = branches.iter().map(|(condition, branch)| {
                site.has_one(condition).then_some(condition).zip(ending(site, branch, definition))
            });
            let ways = ways.collect::<Option<_>>()?;
            let otherwise = otherwise.as_deref();
            Some(Ending::If(ways, otherwise.map_or(Some(Box::new(Ending::EndOfInput)), rest)?))
        }
        Kind::Bind { source, patterns, body } => match patterns.as_slice() {
            [Pattern::Variable(variable)] if site.has_one(source) => {
                Some(Ending::Bind(source, *variable, rest(body)?))
            }
            _ => None,
        },
        Kind::Call(_, arguments) => {
            let parameters = &site.facts.definition(definition).parameters;
            let mut pairs = arguments.iter().zip(parameters);
            let is_one = |(argument, parameter): (&Filter, &crate::syntax::Parameter)| {
                parameter.variable.is_none() || site.has_one(argument)
            };
            pairs.all(is_one).then_some(Ending::Again(arguments))
        }
        _ => None,
    }
}
