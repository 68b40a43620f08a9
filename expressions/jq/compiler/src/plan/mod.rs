//! The decisions of the compiler: how the code of a filter is made, as data without tokens. Each is
//! made before that code is printed, from the program, the facts about its definitions and the
//! meanings of names; `emit` prints what was decided.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each decision is about few kinds of filters; the others are treated as always"
)]

mod aggregate;
mod arguments;
mod choice;
mod condition;
mod disjoint;
mod lists;
mod native;
mod numbers;
mod place;
mod reading;
mod scope;
mod tail;
mod text;

use crate::analysis::{self, Analysis, Outputs};
use crate::syntax::{Callee, Definition, DefinitionId, Filter, Kind, Program};

pub(crate) use aggregate::{Aggregate, Taker};
pub(crate) use arguments::{Closure, closure_of, passed_on};
pub(crate) use choice::{Alternative, Attempt, Calculation, Items, Stage, Ways};
pub(crate) use choice::{
    alternative, attempt, calculation, caught, items, moved_pattern, passes_input, stage, ways,
};
pub(crate) use condition::{Condition, condition};
pub(crate) use lists::{Keys, List, Part, Source, View, changed_part, part};
pub(crate) use native::{NativeCall, Search, Wanted, native};
pub(crate) use numbers::{Term, number_turn};
use numbers::{may_borrow, numbers};
pub(crate) use place::{Key, Place, place};
pub(crate) use scope::{Argument, Code, Scope, Target, Value};
pub(crate) use tail::{Tail, tail};

/// The input of a filter, as far as it decides on code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A value that is needed elsewhere, or may be.
    Shared,
    /// A value that nothing else needs.
    Owned,
    /// The state of a `reduce`, which may be a number of Rust.
    State,
    /// A list in place of an array.
    List(List),
    /// A key and a value in place of an object.
    Entry,
}

/// A program with the facts about its definitions.
pub(crate) struct Facts<'p> {
    pub(crate) program: &'p Program,
    pub(crate) analysis: Analysis,
}

/// A place of the program: what names mean there.
#[derive(Clone)]
pub(crate) struct Site<'p> {
    pub(crate) facts: &'p Facts<'p>,
    pub(crate) scope: Scope<'p>,
}

impl<'p> Facts<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, analysis: Analysis::new(program) }
    }

    /// A definition.
    pub(crate) fn definition(&self, id: DefinitionId) -> &'p Definition {
        match self.program.definitions.get(id.0 as usize) {
            Some(definition) => definition,
            None => unreachable!("a call of a definition that the program does not have"),
        }
    }

    /// The number of outputs a filter has in a scope.
    pub(crate) fn outputs(&self, filter: &Filter, scope: &Scope<'p>) -> Outputs {
        self.analysis.outputs(self.program, filter, &|id| scope.parameter(id).outputs)
    }

    /// True if a filter can make use of an input that nothing else needs.
    pub(crate) fn consumes(&self, filter: &Filter) -> bool {
        analysis::consumes(filter, &|callee| self.analysis.of(callee).consumes)
    }

    /// An argument whose code is put where it is used.
    pub(crate) fn inlined(&self, filter: &'p Filter, scope: &Scope<'p>) -> Argument<'p> {
        let code = Code::Inline(filter, scope.clone());
        Argument { code, outputs: self.outputs(filter, scope) }
    }

    /// The body of a definition that is part of its callers and has no parameters that are values.
    pub(crate) fn plain_body(&self, id: DefinitionId) -> Option<&'p Filter> {
        let (facts, definition) = (self.analysis.of(id), self.definition(id));
        let has_values = definition.parameters.iter().any(|parameter| parameter.variable.is_some());
        (facts.is_inline && !facts.is_loop && !has_values).then_some(&definition.body)
    }
}

impl<'p> Site<'p> {
    /// The number of outputs a filter has here.
    pub(crate) fn outputs(&self, filter: &Filter) -> Outputs {
        self.facts.outputs(filter, &self.scope)
    }

    /// True if it has exactly one.
    pub(crate) fn has_one(&self, filter: &Filter) -> bool {
        self.outputs(filter) == Outputs::One
    }

    /// True if the `$` parameters of a definition must not borrow from its input, which it writes to
    /// in place.
    pub(crate) fn owns_values(&self, definition: DefinitionId, input: Form) -> bool {
        input == Form::Owned && self.facts.analysis.of(definition).consumes
    }

    /// Another place of the same program.
    fn scoped(&self, scope: Scope<'p>) -> Self {
        Self { facts: self.facts, scope }
    }
}

/// True if a filter has no output at all.
pub(crate) fn is_empty(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Call(Callee::Special(asl_language::jq::Special::Empty), _))
}
