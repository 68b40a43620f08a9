//! Meanings of names at a place of the program. Scopes are lists that share their tails: a filter
//! that is an argument keeps the scope in which it was written, wherever its code is inserted.

use super::repr::Repr;
use std::rc::Rc;

use super::tree::{Closure, Slot};
use crate::analysis::{Outputs, ParameterId};
use crate::syntax::{Filter, LabelId, VariableId};

/// A scope.
#[derive(Clone, Default)]
pub(super) struct Scope<'p>(Option<Rc<Entry<'p>>>);

struct Entry<'p> {
    bound: Bound<'p>,
    outer: Scope<'p>,
}

enum Bound<'p> {
    Variable(VariableId, Value),
    Parameter(ParameterId, Argument<'p>),
    Label(LabelId, Slot),
}

/// The value of a variable. It is used as often as the program likes, and never moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Null, until an alternative of a pattern binds it.
    Null,
    /// In a slot.
    Bound(Slot, Repr),
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
    /// A closure. Before it is made only its kind counts.
    Closure(Closure),
}

impl<'p> Scope<'p> {
    fn with(&self, bound: Bound<'p>) -> Self {
        Self(Some(Rc::new(Entry { bound, outer: self.clone() })))
    }

    /// With a variable.
    pub(super) fn with_variable(&self, id: VariableId, value: Value) -> Self {
        self.with(Bound::Variable(id, value))
    }

    /// With a filter parameter.
    pub(super) fn with_parameter(&self, id: ParameterId, argument: Argument<'p>) -> Self {
        self.with(Bound::Parameter(id, argument))
    }

    /// With a label, whose number is in this slot.
    pub(super) fn with_label(&self, id: LabelId, number: Slot) -> Self {
        self.with(Bound::Label(id, number))
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
    pub(super) fn find_variable(&self, id: VariableId) -> Option<Value> {
        self.entries().find_map(|bound| match bound {
            Bound::Variable(variable, value) if *variable == id => Some(value.clone()),
            _ => None,
        })
    }

    /// The value of a variable.
    pub(super) fn variable(&self, id: VariableId) -> Value {
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

    /// The slot of a label's number.
    pub(super) fn label(&self, id: LabelId) -> Slot {
        let found = self.entries().find_map(|bound| match bound {
            Bound::Label(label, number) if *label == id => Some(*number),
            _ => None,
        });
        found.unwrap_or_else(|| unreachable!("the resolver lets no break without label through"))
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
