//! Meanings of names at a place of the program. Scopes are lists that share their tails: a filter
//! that is an argument keeps the scope in which it was written, wherever its code is inserted.

use std::rc::Rc;

use proc_macro2::Ident;

use super::operand::Operand;
use crate::analysis::{Outputs, ParameterId};
use crate::syntax::{DefinitionId, Filter, LabelId, VariableId};

/// A scope.
#[derive(Clone, Default)]
pub(super) struct Scope<'p>(Option<Rc<Entry<'p>>>);

struct Entry<'p> {
    bound: Bound<'p>,
    outer: Scope<'p>,
}

enum Bound<'p> {
    Variable(VariableId, Operand),
    Parameter(ParameterId, Argument<'p>),
    Label(LabelId, Ident),
    Loop(DefinitionId, Rc<Target>),
}

/// The meaning of a filter parameter.
#[derive(Clone)]
pub(super) struct Argument<'p> {
    pub(super) code: Code<'p>,
    /// The number of outputs.
    pub(super) outputs: Outputs,
}

/// The code of an argument.
#[derive(Clone)]
pub(super) enum Code<'p> {
    /// It is put where it is used; the scope is the caller's.
    Inline(&'p Filter, Scope<'p>),
    /// A local `|&Value| -> Result<Value, Exit>`.
    One(Ident),
    /// `&Filter<'_>`: the name is an expression of this type, with `&` before it if it is a local
    /// closure.
    Many {
        /// Its name.
        name: Ident,
        /// True if it is a closure of this function, or already a reference.
        is_local: bool,
    },
    /// `&PathFilter<'_>`, in the same form.
    Paths {
        /// Its name.
        name: Ident,
        /// True if it is a closure of this function, or already a reference.
        is_local: bool,
    },
}

/// The loop that calls of a definition continue.
pub(super) struct Target {
    /// The Rust label, without its mark.
    pub(super) label: Ident,
    /// The local of the next input.
    pub(super) state: Ident,
    /// The locals of `$` parameters.
    pub(super) variables: Vec<Ident>,
}

impl<'p> Scope<'p> {
    fn with(&self, bound: Bound<'p>) -> Self {
        Self(Some(Rc::new(Entry { bound, outer: self.clone() })))
    }

    /// With a variable. It is used as often as the program likes, and never moved.
    pub(super) fn with_variable(&self, id: VariableId, value: &Operand) -> Self {
        self.with(Bound::Variable(id, value.lent()))
    }

    /// With a filter parameter.
    pub(super) fn with_parameter(&self, id: ParameterId, argument: Argument<'p>) -> Self {
        self.with(Bound::Parameter(id, argument))
    }

    /// With a label, whose number is in this local.
    pub(super) fn with_label(&self, id: LabelId, number: &Ident) -> Self {
        self.with(Bound::Label(id, number.clone()))
    }

    /// Within the loop of a definition.
    pub(super) fn with_loop(&self, id: DefinitionId, target: &Rc<Target>) -> Self {
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
    pub(super) fn find_variable(&self, id: VariableId) -> Option<Operand> {
        self.entries().find_map(|bound| match bound {
            Bound::Variable(variable, value) if *variable == id => Some(value.clone()),
            _ => None,
        })
    }

    /// The value of a variable.
    pub(super) fn variable(&self, id: VariableId) -> Operand {
        let found = self.find_variable(id);
        found.unwrap_or_else(|| unreachable!("the resolver lets no unbound variable through"))
    }

    /// The meaning of a filter parameter.
    pub(super) fn parameter(&self, id: ParameterId) -> &Argument<'p> {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Parameter(parameter, argument) if *parameter == id => Some(argument),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("parameters are used within their definitions"))
    }

    /// The local that holds a label's number.
    pub(super) fn label(&self, id: LabelId) -> &Ident {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Label(label, number) if *label == id => Some(number),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("the resolver lets no break without label through"))
    }

    /// The loop of a definition.
    pub(super) fn target(&self, id: DefinitionId) -> Rc<Target> {
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
