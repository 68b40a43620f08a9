//! The nesting that each kind of filter adds to that of its parts.

use asl_language::jq::Special;

use super::Nest;
use crate::syntax::{Callee, Kind, Pattern};

/// The nesting that a filter other than a call of a definition adds to its parts.
pub(super) fn own(kind: &Kind) -> Nest {
    let (around, deep) = match kind {
        Kind::Identity
        | Kind::Literal(_)
        | Kind::Format(_)
        | Kind::Variable(_)
        | Kind::Break(_)
        | Kind::Interpolated { .. }
        | Kind::Field(..)
        | Kind::Index(..)
        | Kind::Slice(..)
        | Kind::Negate(_)
        | Kind::Arithmetic(..)
        | Kind::Compare(..)
        | Kind::Object(_)
        | Kind::Array(_)
        | Kind::Reduce(_)
        | Kind::Bind { .. }
        | Kind::Call(Callee::Native(_), _) => (0, 1),
        // Their parts are statements one after the other, or nest by themselves.
        Kind::Pipe(..) => (0, 0),
        Kind::Comma(..) => (1, 0),
        Kind::RecurseDefault
        | Kind::Iterate(_)
        | Kind::Foreach(..)
        | Kind::Label(..)
        | Kind::Alternative(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Try(..) => (1, 2),
        Kind::If(branches, _) => (1, 1 + branches.len()),
        Kind::Assign(..) => (0, 3),
        Kind::Call(Callee::Special(special), _) => of_special(*special),
        Kind::Call(Callee::Parameter(..) | Callee::Definition(_), _) => (1, 1),
    };
    Nest { around, deep, size: 1 }
}

fn of_special(special: Special) -> (usize, usize) {
    match special {
        Special::Error | Special::Not => (0, 1),
        Special::Delete => (0, 3),
        Special::Empty
        | Special::First
        | Special::Last
        | Special::Limit
        | Special::IsEmpty
        | Special::Path
        | Special::RangeTo
        | Special::Range
        | Special::Recurse
        | Special::ToStream => (2, 3),
    }
}

/// The members of the patterns of a filter.
#[expect(clippy::wildcard_enum_match_arm, reason = "three kinds have patterns")]
pub(super) fn in_patterns(kind: &Kind) -> usize {
    let patterns = match kind {
        Kind::Bind { patterns, .. } => patterns,
        Kind::Reduce(each) | Kind::Foreach(each, _) => &each.patterns,
        _ => return 0,
    };
    patterns.iter().map(members).max().unwrap_or(0)
}

fn members(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Variable(_) => 1,
        Pattern::Array(items) => items.iter().map(members).sum(),
        Pattern::Object(entries) => {
            entries.iter().map(|(_, _, value)| 1 + value.as_ref().map_or(0, members)).sum()
        }
    }
}
