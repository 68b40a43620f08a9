//! Replaces the JSONata compiler if the feature `jsonata` is off: there are no programs.

use std::convert::Infallible;
use std::ops::Range;

use proc_macro2::{Ident, TokenStream};

use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::expression::context_object::Member;
use asl_source::expression::foreseen::Foreseen;
use asl_source::expression::outcomes::Outcomes;
use asl_source::expression::reads::{Known, Read};
use asl_source::source::Text;
use asl_source::span::Span;

/// A compiled program, of which there is none.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    never: Infallible,
}

impl Program {
    /// The text of the program.
    pub fn text(&self) -> &str {
        match self.never {}
    }

    /// True if a run may draw random numbers.
    pub fn is_random(&self) -> bool {
        match self.never {}
    }

    /// True if two runs over the same input and variables may differ.
    pub fn reads_more_than_data(&self) -> bool {
        match self.never {}
    }

    /// The names of the values that a run is given.
    pub fn given(&self) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// Knowledge about the program's result.
    pub(crate) fn foreseen(&self) -> Foreseen {
        match self.never {}
    }

    /// What the expression reads of the values that a run is given.
    pub(crate) fn reads(&self) -> Vec<Read> {
        match self.never {}
    }

    /// What is known of the values that a run is given if the expression holds, or does not.
    pub(crate) fn known(&self, _: bool) -> Vec<Known> {
        match self.never {}
    }

    /// The value that a condition compares, and the outcomes for which it holds.
    pub(crate) fn outcomes(&self) -> (String, Outcomes) {
        match self.never {}
    }

    /// The variables that the expression reads and does not bind.
    pub(crate) fn free_variables(&self) -> Vec<FreeVariable> {
        match self.never {}
    }
}

/// The name of the value that a member of `$states` is given as, which nothing is here.
pub fn states_member(name: &str) -> String {
    name.to_owned()
}

/// A variable that an expression reads, of which there is none.
#[derive(Clone, Debug)]
pub(crate) struct FreeVariable {
    pub(crate) name: String,
    pub(crate) place: Range<u32>,
    pub(crate) is_tested: bool,
}

/// The name of the variable that is the whole object `$states`.
pub(crate) const STATES: &str = "states";

/// The member of the context object that a program is given by this name, of which there is none.
pub(crate) fn context_member(_: &str) -> Option<Member> {
    None
}

/// The members of `$states` at a place of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StatesMembers {
    Input,
    Result,
    ErrorOutput,
}

/// The surroundings of an expression in a state.
#[derive(Clone, Copy, Debug)]
#[expect(dead_code, reason = "there is no program")]
pub(crate) struct StateEnvironment<'a> {
    pub(crate) variables: &'a [&'a str],
    pub(crate) members: StatesMembers,
}

/// The reason for which there is no program.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) place: Range<u32>,
}

impl Fault {
    /// The same fault as a warning.
    pub(crate) fn into_warning(self) -> Self {
        self
    }

    /// True for a call of `$eval`, which there is not.
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn calls_eval(&self) -> bool {
        false
    }
}

/// The findings in an expression.
pub(crate) fn findings(program: &Program) -> Vec<Fault> {
    match program.never {}
}

/// The warning of an expression that is too deep.
pub(crate) fn too_deep(program: &Program) -> Option<Fault> {
    match program.never {}
}

/// No expression can be compiled.
pub(crate) fn compile_in_state(_: &str, _: &StateEnvironment<'_>) -> Result<Program, Vec<Fault>> {
    Err(vec![Fault { code: Code::CannotRead, place: 0..0 }])
}

/// The finding that says what is missing.
pub(crate) fn diagnose(fault: &Fault, _: &Text, span: Span, _: usize) -> Diagnostic {
    Diagnostic::new(fault.code, span, "this build cannot compile JSONata")
        .label("an expression in JSONata")
        .help("turn on the feature `jsonata` of `asl-runtime` (for the macro) or of `asl-codegen` (for build scripts)")
}

/// An expression in a field, which cannot exist.
pub(crate) struct FieldProgram {
    pub(crate) items: TokenStream,
    pub(crate) field: TokenStream,
    never: Infallible,
}

impl FieldProgram {
    /// The run of a program.
    pub(crate) fn emit_run(
        &self,
        _: &TokenStream,
        _: impl FnOnce() -> TokenStream,
        _: &[TokenStream],
    ) -> TokenStream {
        match self.never {}
    }
}

/// The items of a program.
pub(crate) fn emit_field(program: &Program, _: &Ident, _: &Ident, _: &str) -> FieldProgram {
    match program.never {}
}
