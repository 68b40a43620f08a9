//! Variables and parameters.

use std::rc::Rc;

use super::super::shape::Shape;
use crate::expr::jq::Program;
use crate::expr::jq::syntax::{DefinitionId, Filter, VariableId};

/// The variables and functions that a filter may use, the innermost first.
#[derive(Clone)]
pub(super) struct Scope<'p>(Option<Rc<Link<'p>>>);

/// The input of a filter, and the variables and functions that it may use.
#[derive(Clone, Copy)]
pub(super) struct At<'s, 'p> {
    pub(super) input: &'s Shape,
    pub(super) scope: &'s Scope<'p>,
}

impl<'s, 'p> At<'s, 'p> {
    /// The same scope with another input.
    pub(super) fn on(self, input: &'s Shape) -> Self {
        Self { input, ..self }
    }

    /// The same input in another scope.
    pub(super) fn within(self, scope: &'s Scope<'p>) -> Self {
        Self { scope, ..self }
    }
}

struct Link<'p> {
    entry: Entry<'p>,
    outer: Scope<'p>,
}

/// A variable, or a call with its arguments and what these see.
enum Entry<'p> {
    Variable(VariableId, Shape),
    Call(DefinitionId, &'p [Filter], Scope<'p>),
}

impl<'p> Scope<'p> {
    /// That of a whole program: its inputs are one value, if there is one.
    pub(super) fn of_inputs(program: &Program, value: Option<&Shape>) -> Self {
        let inputs = (0..program.inputs).map(VariableId).zip(value);
        inputs.fold(Self(None), |scope, (id, shape)| scope.with_variable(id, shape.clone()))
    }

    pub(super) fn with_variable(&self, id: VariableId, shape: Shape) -> Self {
        self.with(Entry::Variable(id, shape))
    }

    pub(super) fn with_call(&self, id: DefinitionId, arguments: &'p [Filter]) -> Self {
        self.with(Entry::Call(id, arguments, self.clone()))
    }

    fn with(&self, entry: Entry<'p>) -> Self {
        Self(Some(Rc::new(Link { entry, outer: self.clone() })))
    }

    fn entries(&self) -> impl Iterator<Item = &Entry<'p>> {
        let links = std::iter::successors(self.0.as_deref(), |link| link.outer.0.as_deref());
        links.map(|link| &link.entry)
    }

    /// The values of a variable.
    pub(super) fn variable(&self, id: VariableId) -> Shape {
        let found = self.entries().find_map(|entry| match entry {
            Entry::Variable(own, shape) => Some(shape).filter(|_| *own == id),
            Entry::Call(..) => None,
        });
        found.cloned().unwrap_or(Shape::Any)
    }

    /// The argument of a call, and what it sees.
    pub(super) fn argument(&self, id: DefinitionId, index: u32) -> Option<(&'p Filter, Self)> {
        self.entries().find_map(|entry| match entry {
            Entry::Call(own, arguments, scope) if *own == id => {
                Some((arguments.get(index as usize)?, scope.clone()))
            }
            Entry::Call(..) | Entry::Variable(..) => None,
        })
    }
}
