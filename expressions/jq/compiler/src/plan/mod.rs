//! The plan of a program: a [tree] of what its code is made of, before there is any. `emit` prints
//! it.
//!
//! `planner` has the state of planning; `value`, `flow`, `binding`, `calls`, `functions`, `updates`
//! and `paths` plan the kinds of filters. What they ask is answered by `aggregate`, `arguments`,
//! `choice`, `lists`, `native`, `numbers`, `place`, `reading` and `tail`, from the filters and the
//! facts about definitions.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "each decision is about few kinds of filters; the others are treated as always"
)]

mod aggregate;
mod arguments;
mod binding;
mod calls;
mod choice;
mod disjoint;
mod facts;
mod flow;
mod functions;
mod lists;
mod native;
mod numbers;
mod paths;
mod place;
mod planner;
mod reading;
mod repr;
mod scope;
mod show;
mod tail;
pub(crate) mod tree;
mod unfused;
mod updates;
mod value;

use crate::analysis::{Outputs, may_compute};
use crate::syntax::{self, VariableId};

pub(crate) use facts::Facts;
pub(crate) use planner::Functions;
use planner::{Here, Planner};
pub(crate) use repr::{List, Part, Repr};
use scope::Scope;
use tree::{Node, Slot};

/// The plan of a program.
#[derive(Debug)]
pub(crate) struct Program<'p> {
    pub(crate) signature: Signature,
    /// True if what the run gives back may be NaN or an infinity.
    pub(crate) finishes: bool,
    /// The variables that the run is given, with their names.
    pub(crate) variables: Vec<(&'p str, Slot)>,
    pub(crate) body: Node<'p>,
    pub(crate) functions: Functions<'p>,
    /// The names of slots.
    names: Vec<&'p str>,
}

/// The signature of the function of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub(crate) outputs: Outputs,
    /// True if it takes its input.
    pub(crate) consumes: bool,
}

impl Signature {
    pub(crate) fn of(facts: &Facts<'_>) -> Self {
        let body = &facts.program.body;
        Self { outputs: facts.outputs(body, &Scope::default()), consumes: facts.consumes(body) }
    }
}

/// The plan of a program.
pub(crate) fn plan<'p>(facts: &'p Facts<'p>) -> Program<'p> {
    let (mut planner, mut scope) = (Planner::new(facts), Scope::default());
    let program: &syntax::Program = facts.program;
    let mut variables = Vec::new();
    for id in (0..program.inputs).map(VariableId) {
        let (inner, slot) = planner.bound(&scope, id, &Repr::Borrowed);
        scope = inner;
        variables.push((planner.name_of(id), slot));
    }
    let signature = Signature::of(facts);
    let input = if signature.consumes { Repr::LOCAL } else { Repr::Borrowed };
    let body = planner.plan(&Here { input, scope }, &program.body, false);
    let finishes = signature.outputs == Outputs::One && may_compute(program);
    let (functions, names) = planner.finish();
    Program { signature, finishes, variables, body, functions, names }
}
