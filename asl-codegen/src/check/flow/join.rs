//! The outputs of Parallel and Map.

use super::shape::Shape;
use super::sm4c;
use super::transfer::Pass;
use crate::ir::{ForEach, Fork, ScopeId};

impl Pass<'_> {
    /// The output of a Parallel, from the outputs of its branches.
    pub(super) fn joined(&mut self, fork: &Fork, ends: impl Fn(ScopeId) -> Shape) -> Shape {
        let ends: Vec<_> = fork.branches.iter().map(|branch| ends(*branch)).collect();
        let result = match &fork.keys {
            Some(keys) => sm4c::keyed(fork.join, keys, ends),
            None if ends.iter().any(Shape::is_never) => Shape::never(),
            None => Shape::array(ends),
        };
        if result.is_never() && !self.may_be_null {
            return result;
        }
        self.note("Result", &result);
        self.output(&fork.output, result)
    }

    /// The output of a Map, from the outputs of its iterations.
    pub(super) fn gathered(&mut self, each: &ForEach, end: Shape) -> Shape {
        let result = match each.run.as_deref() {
            // The place that results were written to, or another form that the configuration
            // chooses.
            Some(run) if run.writer.is_some() => Shape::Any,
            // Tolerated failures leave error objects among the results.
            Some(_) => Shape::list(Shape::Any),
            None if end.is_never() => Shape::list(Shape::Any),
            None => Shape::list(end),
        };
        self.note("Result", &result);
        self.output(&each.output, result)
    }
}
