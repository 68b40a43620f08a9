//! The parts of its input that a filter reads: if only the items and the length of an array, or
//! `.key` and `.value` of an entry, the array or the object need not be made.

use super::facts::{Facts, Site};
use super::repr::List;
use asl_language::jq::{BuiltInId, Special};

use super::scope::{Code, Scope};
use crate::analysis::ParameterId;
use crate::syntax::{Assignment, Callee, DefinitionId, Filter, Kind, Literal, Pattern};

/// The form of an input or an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A value.
    Value,
    /// A list in place of an array.
    List(List),
    /// A key and a value in place of an object; it can become a value.
    Entry,
    /// There is no output.
    Nothing,
}

impl Shape {
    /// The form of the items.
    pub(super) fn item(self) -> Option<Self> {
        match self {
            Self::Value | Self::List(List::Items) => Some(Self::Value),
            Self::List(List::Groups) => Some(Self::List(List::Items)),
            Self::List(List::Members) => Some(Self::Entry),
            Self::Entry => None,
            Self::Nothing => Some(Self::Nothing),
        }
    }

    /// The form of outputs that are of this one or the other.
    fn or(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::List(_), _) | (_, Self::List(_)) => None,
            (Self::Nothing, shape) | (shape, Self::Nothing) => Some(shape),
            (Self::Entry, _) | (_, Self::Entry) => Some(Self::Entry),
            (Self::Value, Self::Value) => Some(Self::Value),
        }
    }

    /// The form of a value that is made of such an output.
    fn made(self) -> Option<Self> {
        match self {
            Self::Value | Self::Entry | Self::Nothing => Some(Self::Value),
            Self::List(_) => None,
        }
    }
}

/// The form of a filter's outputs if its input has this form; nothing, if the input must be a value.
pub(super) fn shape(site: &Site<'_>, filter: &Filter, input: Shape) -> Option<Shape> {
    Reading { facts: site.facts, scope: &site.scope, call: None }.shape(filter, input)
}

/// A place of the program.
#[derive(Clone, Copy)]
struct Reading<'r, 'p> {
    facts: &'p Facts<'p>,
    scope: &'r Scope<'p>,
    /// The innermost call that this place is in, and that is not in the scope.
    call: Option<&'r Call<'r, 'p>>,
}

struct Call<'r, 'p> {
    definition: DefinitionId,
    arguments: &'r [Filter],
    outer: Reading<'r, 'p>,
}

impl Reading<'_, '_> {
    fn shape(&self, filter: &Filter, input: Shape) -> Option<Shape> {
        if input == Shape::Value {
            return Some(Shape::Value);
        }
        match &filter.kind {
            Kind::Identity => Some(input),
            Kind::Literal(_) | Kind::Variable(_) | Kind::Array(None) => Some(Shape::Value),
            Kind::Iterate(target) => self.shape(target, input)?.item(),
            Kind::Index(target, index) => match (self.shape(target, input)?, &index.kind) {
                (Shape::List(List::Items), Kind::Literal(Literal::Int(_))) => Some(Shape::Value),
                (Shape::Value, _) => self.values([&**index], input),
                _ => None,
            },
            Kind::Field(target, name) => match self.shape(target, input)? {
                Shape::Entry if matches!(name.as_str(), "key" | "value") => Some(Shape::Value),
                Shape::Value => Some(Shape::Value),
                _ => None,
            },
            Kind::Pipe(left, right) => self.shape(right, self.shape(left, input)?),
            Kind::Comma(left, right) => self.shape(left, input)?.or(self.shape(right, input)?),
            Kind::Arithmetic(_, left, right)
            | Kind::Compare(_, left, right)
            | Kind::And(left, right)
            | Kind::Or(left, right) => self.values([&**left, &**right], input),
            Kind::Negate(inner) => self.values([&**inner], input),
            Kind::Interpolated { filters, .. } => self.values(filters, input),
            Kind::Array(Some(items)) => self.shape(items, input)?.made(),
            Kind::Object(entries) => {
                self.values(entries.iter().flat_map(|(key, value)| [key, value]), input)
            }
            Kind::If(branches, otherwise) => self.branches(branches, otherwise.as_deref(), input),
            Kind::Bind { source, patterns, body } => {
                let [Pattern::Variable(_)] = patterns.as_slice() else { return None };
                self.values([&**source], input)?;
                self.shape(body, input)
            }
            Kind::Reduce(each) => self.values([&each.init, &each.source], input),
            Kind::Assign(assignment, path, value) => self.changed(*assignment, path, value, input),
            Kind::Call(callee, arguments) => self.call(*callee, arguments, input),
            _ => None,
        }
    }

    /// The form of what is made of values that all these filters give.
    fn values<'f>(
        &self,
        filters: impl IntoIterator<Item = &'f Filter>,
        input: Shape,
    ) -> Option<Shape> {
        let mut shapes = filters.into_iter().map(|filter| self.shape(filter, input));
        shapes.all(|shape| shape == Some(Shape::Value)).then_some(Shape::Value)
    }

    fn branches(
        &self,
        branches: &[(Filter, Filter)],
        otherwise: Option<&Filter>,
        input: Shape,
    ) -> Option<Shape> {
        let mut output = match otherwise {
            Some(filter) => self.shape(filter, input)?,
            None => input,
        };
        for (condition, branch) in branches {
            self.values([condition], input)?;
            output = output.or(self.shape(branch, input)?)?;
        }
        Some(output)
    }

    /// Of `.key |= value` and its like.
    fn changed(
        &self,
        assignment: Assignment,
        path: &Filter,
        value: &Filter,
        input: Shape,
    ) -> Option<Shape> {
        let Kind::Field(target, name) = &path.kind else { return None };
        let is_part = matches!(target.kind, Kind::Identity)
            && matches!(name.as_str(), "key" | "value")
            && input == Shape::Entry;
        match assignment {
            Assignment::Update if is_part => Some(Shape::Entry),
            Assignment::Set | Assignment::Arithmetic(_) if is_part => {
                self.values([value], input).map(|_| Shape::Entry)
            }
            _ => None,
        }
    }

    fn call(&self, callee: Callee, arguments: &[Filter], input: Shape) -> Option<Shape> {
        match callee {
            Callee::Native(native)
                if native.is(BuiltInId::Length) && matches!(input, Shape::List(_)) =>
            {
                Some(Shape::Value)
            }
            Callee::Special(Special::Empty) => Some(Shape::Nothing),
            Callee::Definition(definition) => {
                let body = self.facts.plain_body(definition)?;
                if self.facts.analysis.of(definition).uses_paths {
                    return None;
                }
                let call = Call { definition, arguments, outer: *self };
                Reading { call: Some(&call), ..*self }.shape(body, input)
            }
            Callee::Parameter(definition, index) => self.parameter((definition, index), input),
            Callee::Native(_) | Callee::Special(_) => None,
        }
    }

    fn parameter(&self, id: ParameterId, input: Shape) -> Option<Shape> {
        let mut inner = self.call;
        while let Some(call) = inner {
            if call.definition == id.0 {
                let uses = self.facts.analysis.of(id.0).uses.get(id.1 as usize);
                // Of an argument that is used more than once a closure may be made.
                let argument = call.arguments.get(id.1 as usize).filter(|_| uses == Some(&1))?;
                return call.outer.shape(argument, input);
            }
            inner = call.outer.call;
        }
        match &self.scope.parameter(id).code {
            Code::Inline(filter, scope) => {
                Reading { scope, call: None, ..*self }.shape(filter, input)
            }
            Code::Closure(_) => None,
        }
    }
}

/// True if the output of a filter is a part of its input, by names and places alone.
pub(super) fn is_part(filter: &Filter, scope: &Scope<'_>) -> bool {
    match &filter.kind {
        Kind::Identity => true,
        Kind::Field(target, _) => is_part(target, scope),
        Kind::Index(target, index) => {
            is_part(target, scope)
                && matches!(index.kind, Kind::Literal(Literal::Int(_) | Literal::String(_)))
        }
        Kind::Pipe(left, right) => is_part(left, scope) && is_part(right, scope),
        Kind::Call(Callee::Parameter(definition, index), _) => {
            match &scope.parameter((*definition, *index)).code {
                Code::Inline(filter, scope) => is_part(filter, scope),
                Code::Closure(_) => false,
            }
        }
        _ => false,
    }
}
