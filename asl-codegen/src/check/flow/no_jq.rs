//! Shapes of the outputs of jq programs, of which there are none if the feature `jq` is off.

use super::fault::Fault;
use super::over::Over;
use super::shape::Shape;
use crate::expr::jq::Program;
use crate::ir::Query;

pub(super) fn value(_: &Query, _: Over<'_>, _: &mut Vec<Fault>) -> Shape {
    Shape::Any
}

pub(super) fn merged(_: &Query, _: Over<'_>, _: &Shape, _: bool, _: &mut Vec<Fault>) -> Shape {
    Shape::Any
}

pub(super) fn condition(_: &Query, _: Over<'_>, _: bool, _: &mut Vec<Fault>) {}

pub(super) fn narrow(input: Shape, _: &Program, _: bool) -> Shape {
    input
}
