//! Filters whose code has statements before their only output, so that an expression of it is a
//! block.

use super::{Arguments, Bind, Condition, Key, Node, Op, Pattern, Patterns, Term, Values};
use crate::syntax::Assignment;

impl Node<'_> {
    /// True if statements come before its only output. What may have another number of outputs is
    /// made of statements.
    pub(crate) fn has_statements(&self) -> bool {
        if !self.has_one() {
            return true;
        }
        match &self.op {
            Op::Input
            | Op::Constant(_)
            | Op::EmptyArray
            | Op::EmptyObject
            | Op::Variable(_)
            | Op::ListLength
            | Op::Not
            | Op::Format(_)
            | Op::Search(_)
            | Op::Use(_)
            | Op::Condition(_)
            | Op::Choose(..)
            | Op::Array(_) => false,
            Op::Part(inner, _) | Op::ListItem(inner, _) | Op::Negate(inner) => {
                inner.has_statements()
            }
            Op::Field(target, _) | Op::Item(target, _) => {
                target.has_statements() || target.output.is_placed()
            }
            Op::Index { target, index: outer }
            | Op::Each(outer, target)
            | Op::Compare(_, target, outer) => outer.is_bound(false) || target.has_statements(),
            Op::Calculate { left, right, owns, .. } => {
                right.is_bound(*owns) || left.has_statements()
            }
            Op::Slice { target, bounds } => {
                bounds.iter().flatten().any(|bound| bound.is_bound(false))
                    || target.has_statements()
            }
            Op::Stages(stages, last) => {
                stages.iter().any(|stage| stage.is_bound(false)) || last.has_statements()
            }
            Op::Numbers(term) => term.has_statements(),
            Op::ChangedEntry { assignment, value, .. } => {
                matches!(assignment, Assignment::Arithmetic(_)) || value.is_bound(false)
            }
            Op::Native { arguments, is_in_place, .. } => are_bound(arguments, *is_in_place),
            Op::Object { parts, .. } => are_bound(parts, false),
            Op::Interpolated { format, filters, .. } => {
                format.is_some() && !filters.is_empty() || are_bound(filters, false)
            }
            Op::Bind(bind) => bind.has_statements_before() || bind.body.has_statements(),
            Op::Inline(arguments, body) => arguments.has_statements() || body.has_statements(),
            Op::Call(call) => call.values.has_statements(),
            _ => true,
        }
    }

    /// True if statements make its output a value that can be used more than once; `owns`: that
    /// borrows from nothing besides.
    pub(super) fn is_bound(&self, owns: bool) -> bool {
        let is_made = if owns { self.output.is_owned_by_name() } else { self.output.is_named() };
        is_made || self.has_statements()
    }
}

/// True if statements make the outputs of filters values that can be used more than once; `owns`:
/// that borrow from nothing besides, and remain in use.
fn are_bound<'n, 'p: 'n>(nodes: impl IntoIterator<Item = &'n Node<'p>>, owns: bool) -> bool {
    nodes.into_iter().any(|node| {
        let is_copied = owns && node.output.stable().lent().is_owned_by_name();
        is_copied || node.is_bound(false)
    })
}

impl Bind<'_> {
    /// True if statements come before its body.
    pub(super) fn has_statements_before(&self) -> bool {
        self.bound.source.is_bound(self.is_owned) || self.bound.patterns.has_statements()
    }
}

impl Patterns<'_> {
    fn has_statements(&self) -> bool {
        match self {
            Self::One(Pattern::Variable(_)) => false,
            Self::One(Pattern::Items(items)) => !items.is_empty(),
            Self::One(Pattern::Members(members)) => !members.is_empty(),
            Self::Several { .. } => true,
        }
    }
}

impl Arguments<'_> {
    pub(super) fn has_statements(&self) -> bool {
        !self.closures.is_empty() || self.values.has_statements()
    }
}

impl Values<'_> {
    fn has_statements(&self) -> bool {
        are_bound(self.parts.iter().map(|part| &part.node), self.owns)
    }
}

impl Term<'_> {
    fn has_statements(&self) -> bool {
        match self {
            Self::Operand { node, .. } => node.is_bound(false),
            Self::Operator(_, left, right) => left.has_statements() || right.has_statements(),
        }
    }
}

impl Condition<'_> {
    /// True if statements come before it; those of its parts are in blocks of their own.
    pub(crate) fn has_statements(&self) -> bool {
        match self {
            Self::Compare(_, left, right) => right.is_bound(false) || left.has_statements(),
            Self::Truth(node) => node.has_statements(),
            Self::Known(_) | Self::And(..) | Self::Or(..) | Self::Not(_) | Self::Kind(_) => false,
        }
    }
}

impl Key<'_> {
    /// True if statements come before it.
    pub(crate) fn has_statements(&self) -> bool {
        !self.is_known || self.node.has_statements() || self.node.output.is_placed()
    }
}
