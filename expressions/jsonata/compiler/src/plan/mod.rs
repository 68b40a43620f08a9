//! Decisions: tree + names + shapes → `Program`, a plan that `emit` prints.
//!
//! `planner` has the state, `value` the kinds of nodes, with `path`, `tuple`, `operator`,
//! `construct`, `block`, `call`, `function` and `direct` for the larger ones; `passes` are loops.
//! `op` has the nodes of plans, `captures` what functions need of the code around them.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "nodes that a special case is not for are treated as all others; `value` lists every kind"
)]

mod block;
mod call;
pub(crate) mod captures;
mod construct;
pub(crate) mod direct;
mod function;
mod group;
mod loops;
mod members;
pub(crate) mod native;
pub(crate) mod op;
mod operator;
mod parts;
mod passes;
mod path;
mod planner;
mod reference;
mod show;
mod sort;
mod tuple;
mod tuple_loop;
mod value;
mod words;

use crate::resolve::{Names, bodies, resolve};
use crate::shape::Shapes;
use crate::tree::Node;
use captures::Group;
use op::{Plan, Statement};
use planner::Planner;

/// A planned expression.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) names: Names,
    /// The functions of Rust.
    pub(crate) groups: Vec<Group>,
    pub(crate) before: Vec<Statement>,
    pub(crate) result: Plan,
    /// If it uses the local that is the context.
    pub(crate) uses_context: bool,
}

/// A planned expression in a field of a state.
pub(crate) enum FieldPlan {
    /// A path of names behind a value that the run is given, by its place.
    Names(usize, Vec<String>),
    /// Anything else. Its result is a number or a Boolean value, or an item.
    Function(Box<Program>),
}

/// Plans an expression whose result is an item.
pub(crate) fn plan(program: &crate::Program) -> Program {
    plan_with(program, resolved(program), value::plan_value)
}

/// Plans an expression in a field of a state.
pub(crate) fn plan_field(program: &crate::Program) -> FieldPlan {
    let names = resolved(program);
    match path::given_names(&names, &program.expression.body) {
        Some((place, path)) => FieldPlan::Names(place, path),
        None => {
            let plan = plan_with(program, names, block::plan_field);
            FieldPlan::Function(Box::new(plan))
        }
    }
}

fn resolved(program: &crate::Program) -> Names {
    let given: Vec<&str> = program.given.iter().map(String::as_str).collect();
    resolve(&program.expression, &given)
}

fn plan_with(
    program: &crate::Program,
    names: Names,
    plan: impl FnOnce(&mut Planner<'_>, &Node) -> Plan,
) -> Program {
    let shapes = Shapes::new(&program.expression, &names);
    let bodies = bodies(&program.expression, &names);
    let mut planner = Planner::new(&names, &shapes, &bodies, program.level.is_some());
    let before = block::plan_declarations(&planner, &names.root);
    let result = plan(&mut planner, &program.expression.body);
    let uses_context = planner.uses_context();
    let groups = planner.into_groups();
    Program { names, groups, before, result, uses_context }
}
