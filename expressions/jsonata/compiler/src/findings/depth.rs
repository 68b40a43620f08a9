//! Expressions of states that are deeper than Step Functions evaluates.

use asl_language::jsonata::DEEPEST_LEVEL;

use super::problem;
use crate::parts::visit;
use crate::{Fault, Program};

/// The warning that Step Functions refuses to evaluate an expression of a state, because too many
/// of its parts are within each other.
pub fn too_deep(program: &Program) -> Option<Fault> {
    let level = program.level().filter(|level| *level > DEEPEST_LEVEL)?;
    let body = &program.expression.body;
    let mut place = None;
    visit(body, &mut |node| {
        if place.is_none() && node.level.own() > DEEPEST_LEVEL {
            place = Some(node.place.clone());
        }
    });
    let values = [("depth", level.to_string()), ("most", DEEPEST_LEVEL.to_string())];
    Some(problem::DEEP.with(place.unwrap_or_else(|| body.place.clone()), &values))
}
