//! Filters whose code is nothing at all, such as `empty`: a branch that is one needs no `else`.

use super::{Node, Op, PathNode, PathOp, Values};
use crate::analysis::Outputs;

impl Node<'_> {
    /// True if it has exactly one output.
    pub(crate) fn has_one(&self) -> bool {
        self.outputs == Outputs::One
    }

    /// True if its code is nothing at all: it has no output, and no statement comes before.
    pub(crate) fn is_nothing(&self) -> bool {
        match &self.op {
            Op::Empty => true,
            Op::Update(update) => {
                update.assigned.as_ref().is_some_and(|assigned| assigned.value.is_nothing())
            }
            Op::Native { arguments, .. } => arguments.first().is_some_and(Self::is_nothing),
            Op::Object { parts, .. } => parts.first().is_some_and(Self::is_nothing),
            Op::Interpolated { filters, .. } => filters.first().is_some_and(Self::is_nothing),
            Op::Calculate { right: outer, .. }
            | Op::Compare(_, _, outer)
            | Op::Index { index: outer, .. }
            | Op::Each(outer, _)
            | Op::Negate(outer)
            | Op::Field(outer, _)
            | Op::Item(outer, _)
            | Op::Iterate(outer) => outer.is_nothing(),
            Op::Stages(stages, last) => {
                !stages.iter().any(|stage| stage.is_bound(false)) && last.is_nothing()
            }
            Op::Inline(arguments, body) => !arguments.has_statements() && body.is_nothing(),
            Op::Bind(bind) => bind.body.is_nothing() && !bind.has_statements_before(),
            _ => false,
        }
    }
}

impl Values<'_> {
    /// True if there is one value of each.
    pub(crate) fn is_one(&self) -> bool {
        self.parts.iter().all(|part| part.node.has_one())
    }
}

impl PathNode<'_> {
    /// True if its code is nothing at all: it has no output, and no statement comes before.
    pub(crate) fn is_nothing(&self) -> bool {
        match &self.op {
            PathOp::Made(node, _) => node.is_nothing(),
            PathOp::Pipe(left, right) => {
                left.is_nothing() || matches!(left.op, PathOp::Input) && right.is_nothing()
            }
            PathOp::Inline(arguments, body) => !arguments.has_statements() && body.is_nothing(),
            _ => false,
        }
    }
}
