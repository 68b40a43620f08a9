//! Visible names.

use std::collections::HashMap;

use crate::syntax::{DefinitionId, LabelId, VariableId};
use asl_source::sorted::SortedMap;

/// The names that are visible where something is read. What is bound later hides what was bound
/// before, until it is left.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    functions: HashMap<String, SortedMap<usize, Vec<Target>>>,
    variables: HashMap<String, Vec<Bound>>,
    labels: HashMap<String, Vec<LabelId>>,
    bindings: Vec<Binding>,
}

/// The meaning of a function's name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Target {
    Definition(DefinitionId),
    /// A parameter of a definition, by its index.
    Parameter(DefinitionId, u32),
    /// The same for a parameter `$name`: `name` calls its argument.
    Value(DefinitionId, u32),
}

/// The meaning of a variable's name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Bound {
    Variable(VariableId),
    /// The values of a file: a definition that gives them.
    Data(DefinitionId),
}

/// One binding, to be undone.
#[derive(Debug)]
enum Binding {
    Function(String, usize),
    Variable(String),
    Label(String),
}

/// A position in the list of bindings: all later ones are undone together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Scope {
    pub(crate) fn bind_function(&mut self, name: &str, arity: usize, target: Target) {
        self.functions
            .entry(name.to_owned())
            .or_default()
            .get_or_insert(arity, Vec::new())
            .push(target);
        self.bindings.push(Binding::Function(name.to_owned(), arity));
    }

    pub(crate) fn bind_variable(&mut self, name: &str, bound: Bound) {
        self.variables.entry(name.to_owned()).or_default().push(bound);
        self.bindings.push(Binding::Variable(name.to_owned()));
    }

    pub(crate) fn bind_label(&mut self, name: &str, label: LabelId) {
        self.labels.entry(name.to_owned()).or_default().push(label);
        self.bindings.push(Binding::Label(name.to_owned()));
    }

    pub(crate) fn function(&self, name: &str, arity: usize) -> Option<Target> {
        self.functions.get(name)?.get(&arity)?.last().copied()
    }

    pub(crate) fn variable(&self, name: &str) -> Option<Bound> {
        self.variables.get(name)?.last().copied()
    }

    pub(crate) fn label(&self, name: &str) -> Option<LabelId> {
        self.labels.get(name)?.last().copied()
    }

    /// The numbers of arguments with which a function exists.
    pub(crate) fn arities(&self, name: &str) -> impl Iterator<Item = usize> {
        let arities = self.functions.get(name).into_iter().flatten();
        arities.filter(|(_, targets)| !targets.is_empty()).map(|(arity, _)| *arity)
    }

    /// Names of functions.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &str> {
        let is_bound = |arities: &SortedMap<usize, Vec<Target>>| {
            arities.iter().any(|(_, targets)| !targets.is_empty())
        };
        self.functions
            .iter()
            .filter(move |(_, arities)| is_bound(arities))
            .map(|(name, _)| name.as_str())
    }

    /// Names of variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().filter(|(_, bound)| !bound.is_empty()).map(|(name, _)| name.as_str())
    }

    /// Names of labels.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().filter(|(_, bound)| !bound.is_empty()).map(|(name, _)| name.as_str())
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.bindings.len())
    }

    /// Leaves everything that was bound since.
    pub(crate) fn leave(&mut self, mark: Mark) {
        while self.bindings.len() > mark.0 {
            match self.bindings.pop() {
                Some(Binding::Function(name, arity)) => {
                    self.functions
                        .get_mut(&name)
                        .and_then(|arities| arities.get_mut(&arity)?.pop());
                }
                Some(Binding::Variable(name)) => {
                    self.variables.get_mut(&name).and_then(Vec::pop);
                }
                Some(Binding::Label(name)) => {
                    self.labels.get_mut(&name).and_then(Vec::pop);
                }
                None => return,
            }
        }
    }
}
