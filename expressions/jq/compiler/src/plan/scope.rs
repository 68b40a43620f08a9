//! Meanings of names at a place of the program. Scopes are lists that share their tails: a filter
//! that is an argument keeps the scope in which it was written, wherever its code is inserted.

use std::rc::Rc;

use proc_macro2::Ident;

use super::Closure;
use crate::analysis::{Outputs, ParameterId};
use crate::syntax::{DefinitionId, Filter, LabelId, VariableId};

/// A scope.
#[derive(Clone, Default)]
pub(crate) struct Scope<'p>(Option<Rc<Entry<'p>>>);

struct Entry<'p> {
    bound: Bound<'p>,
    outer: Scope<'p>,
}

enum Bound<'p> {
    Variable(VariableId, Value),
    Parameter(ParameterId, Argument<'p>),
    Label(LabelId, Ident),
    Loop(DefinitionId, Rc<Target>),
}

/// The value of a variable. It is used as often as the program likes, and never moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// Null, until an alternative of a pattern binds it.
    Null,
    /// A value in the emitter's list of them.
    Bound(usize),
}

/// The meaning of a filter parameter.
#[derive(Clone)]
pub(crate) struct Argument<'p> {
    pub(crate) code: Code<'p>,
    /// The number of outputs.
    pub(crate) outputs: Outputs,
}

/// The code of an argument.
#[derive(Clone)]
pub(crate) enum Code<'p> {
    /// It is put where it is used; the scope is the caller's.
    Inline(&'p Filter, Scope<'p>),
    /// A closure of this function, or a parameter of it: `&Filter<'_>` or `&PathFilter<'_>`. Before
    /// it is made only its kind counts.
    Closure { kind: Closure, name: Ident, is_local: bool },
}

/// The loop that calls of a definition continue.
pub(crate) struct Target {
    /// The Rust label, without its mark.
    pub(crate) label: Ident,
    /// The local of the next input.
    pub(crate) state: Ident,
    /// The locals of `$` parameters.
    pub(crate) variables: Vec<Ident>,
}

impl<'p> Scope<'p> {
    fn with(&self, bound: Bound<'p>) -> Self {
        Self(Some(Rc::new(Entry { bound, outer: self.clone() })))
    }

    /// With a variable.
    pub(crate) fn with_variable(&self, id: VariableId, value: Value) -> Self {
        self.with(Bound::Variable(id, value))
    }

    /// With a filter parameter.
    pub(crate) fn with_parameter(&self, id: ParameterId, argument: Argument<'p>) -> Self {
        self.with(Bound::Parameter(id, argument))
    }

    /// With a label, whose number is in this local.
    pub(crate) fn with_label(&self, id: LabelId, number: &Ident) -> Self {
        self.with(Bound::Label(id, number.clone()))
    }

    /// Within the loop of a definition.
    pub(crate) fn with_loop(&self, id: DefinitionId, target: &Rc<Target>) -> Self {
        self.with(Bound::Loop(id, Rc::clone(target)))
    }

    fn entries(&self) -> impl Iterator<Item = &Bound<'p>> {
        let mut next = self.0.as_deref();
        std::iter::from_fn(move || {
            let entry = next?;
            next = entry.outer.0.as_deref();
            Some(&entry.bound)
        })
    }

    /// The value of a variable, if it has one yet.
    pub(crate) fn find_variable(&self, id: VariableId) -> Option<Value> {
        self.entries().find_map(|bound| match bound {
            Bound::Variable(variable, value) if *variable == id => Some(*value),
            _ => None,
        })
    }

    /// The value of a variable.
    pub(crate) fn variable(&self, id: VariableId) -> Value {
        let found = self.find_variable(id);
        found.unwrap_or_else(|| unreachable!("the resolver lets no unbound variable through"))
    }

    /// The meaning of a filter parameter.
    pub(crate) fn parameter(&self, id: ParameterId) -> &Argument<'p> {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Parameter(parameter, argument) if *parameter == id => Some(argument),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("parameters are used within their definitions"))
    }

    /// The local that holds a label's number.
    pub(crate) fn label(&self, id: LabelId) -> &Ident {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Label(label, number) if *label == id => Some(number),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("the resolver lets no break without label through"))
    }

    /// The loop of a definition.
    pub(crate) fn target(&self, id: DefinitionId) -> Rc<Target> {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Loop(definition, target) if *definition == id => Some(Rc::clone(target)),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("a loop goes on within itself"))
    }
}

// A scope can be as long as the program: dropping it entry by entry takes no stack.
impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(entry) = next {
            match Rc::try_unwrap(entry) {
                Ok(mut entry) => next = entry.outer.0.take(),
                Err(_) => return,
            }
        }
    }
}
