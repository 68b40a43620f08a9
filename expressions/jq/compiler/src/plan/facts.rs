//! A program with the facts about its definitions, and places in it.

use super::repr::Form;
use asl_language::jq::Special;

use super::scope::{Argument, Code, Scope};
use crate::analysis::{self, Analysis, Outputs, ParameterId};
use crate::syntax::{Callee, Definition, DefinitionId, Filter, Kind, Program};

/// A program with the facts about its definitions.
pub(crate) struct Facts<'p> {
    pub(crate) program: &'p Program,
    pub(crate) analysis: Analysis,
}

/// A place of the program: what names mean there.
#[derive(Clone)]
pub(crate) struct Site<'p> {
    pub(super) facts: &'p Facts<'p>,
    pub(super) scope: Scope<'p>,
}

impl<'p> Facts<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, analysis: Analysis::new(program) }
    }

    /// A definition.
    pub(super) fn definition(&self, id: DefinitionId) -> &'p Definition {
        match self.program.definitions.get(id.0 as usize) {
            Some(definition) => definition,
            None => unreachable!("a call of a definition that the program does not have"),
        }
    }

    /// The name of a parameter.
    pub(super) fn parameter_name(&self, (definition, index): ParameterId) -> &'p str {
        let parameter = self.definition(definition).parameters.get(index as usize);
        parameter.map_or("f", |parameter| &parameter.name)
    }

    /// The number of outputs a filter has in a scope.
    pub(super) fn outputs(&self, filter: &Filter, scope: &Scope<'p>) -> Outputs {
        self.analysis.outputs(self.program, filter, &|id| scope.parameter(id).outputs)
    }

    /// True if a filter can make use of an input that nothing else needs.
    pub(super) fn consumes(&self, filter: &Filter) -> bool {
        analysis::consumes(filter, &|callee| self.analysis.of(callee).consumes)
    }

    /// An argument whose code is put where it is used.
    pub(super) fn inlined(&self, filter: &'p Filter, scope: &Scope<'p>) -> Argument<'p> {
        let code = Code::Inline(filter, scope.clone());
        Argument { code, outputs: self.outputs(filter, scope) }
    }

    /// The body of a definition that is part of its callers and has no parameters that are values.
    pub(super) fn plain_body(&self, id: DefinitionId) -> Option<&'p Filter> {
        let (facts, definition) = (self.analysis.of(id), self.definition(id));
        let has_values = definition.parameters.iter().any(|parameter| parameter.variable.is_some());
        (facts.is_inline && !facts.is_loop && !has_values).then_some(&definition.body)
    }

    /// The same of the definition that a filter calls; any other filter itself.
    pub(super) fn body_of(&self, filter: &'p Filter) -> &'p Filter {
        match filter.kind {
            Kind::Call(Callee::Definition(definition), _) => {
                self.plain_body(definition).unwrap_or(filter)
            }
            _ => filter,
        }
    }
}

impl<'p> Site<'p> {
    /// The number of outputs a filter has here.
    pub(super) fn outputs(&self, filter: &Filter) -> Outputs {
        self.facts.outputs(filter, &self.scope)
    }

    /// True if it has exactly one.
    pub(super) fn has_one(&self, filter: &Filter) -> bool {
        self.outputs(filter) == Outputs::One
    }

    /// True if the `$` parameters of a definition must not borrow from its input, which it writes to
    /// in place.
    pub(super) fn owns_values(&self, definition: DefinitionId, input: Form) -> bool {
        input == Form::Owned && self.facts.analysis.of(definition).consumes
    }

    /// Another place of the same program.
    pub(super) fn scoped(&self, scope: Scope<'p>) -> Self {
        Self { facts: self.facts, scope }
    }
}

/// True if a filter has no output at all.
pub(super) fn is_empty(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Call(Callee::Special(Special::Empty), _))
}
