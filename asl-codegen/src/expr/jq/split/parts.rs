//! The filters right within another one, in the order in which their code nests.

use super::Nest;
use crate::expr::jq::special::Special;
use crate::expr::jq::syntax::{Assignment, Callee, Filter, Kind, Loop, Pattern};

/// The place of a part's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It stands around the parts behind it, and around whatever takes the outputs of the whole.
    Around,
    /// It stands around the parts behind it.
    Within,
    /// Nothing stands in it.
    Beside,
}

/// A filter within another one.
pub(super) struct Part<'f> {
    pub(super) role: Role,
    pub(super) filter: &'f mut Filter,
}

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
        // Their parts are statements one behind the other, or nest by themselves.
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

/// The parts of a filter, the outermost loop first.
#[expect(clippy::too_many_lines, reason = "one table with a row for each kind")]
pub(super) fn of<'f>(kind: &'f mut Kind, parts: &mut Vec<Part<'f>>) {
    let mut add = |role, filter: &'f mut Filter| parts.push(Part { role, filter });
    match kind {
        Kind::Identity
        | Kind::RecurseDefault
        | Kind::Literal(_)
        | Kind::Format(_)
        | Kind::Break(_)
        | Kind::Variable(_)
        | Kind::Array(None) => {}
        Kind::Interpolated { filters, .. } | Kind::Call(Callee::Native(_), filters) => {
            filters.iter_mut().rev().for_each(|filter| add(Role::Around, filter));
        }
        Kind::Call(_, filters) => filters.iter_mut().for_each(|filter| add(Role::Around, filter)),
        Kind::Field(target, _)
        | Kind::Iterate(target)
        | Kind::Negate(target)
        | Kind::Label(_, target) => {
            add(Role::Around, target);
        }
        Kind::Pipe(left, right) | Kind::And(left, right) | Kind::Or(left, right) => {
            add(Role::Around, left);
            add(Role::Around, right);
        }
        Kind::Index(first, second)
        | Kind::Arithmetic(_, first, second)
        | Kind::Compare(_, first, second) => {
            add(Role::Around, second);
            add(Role::Around, first);
        }
        Kind::Comma(left, right) | Kind::Alternative(left, right) => {
            add(Role::Beside, left);
            add(Role::Beside, right);
        }
        Kind::Slice(target, from, to) => {
            let bounds = [from.as_mut(), to.as_mut()].into_iter().flatten();
            bounds.for_each(|bound| add(Role::Around, bound));
            add(Role::Around, target);
        }
        Kind::Try(body, handler) => {
            add(Role::Beside, body);
            if let Some(handler) = handler {
                add(Role::Beside, handler);
            }
        }
        Kind::Assign(Assignment::Update, path, value) => {
            add(Role::Within, path);
            add(Role::Within, value);
        }
        Kind::Assign(
            Assignment::Set | Assignment::Arithmetic(_) | Assignment::Alternative,
            path,
            value,
        ) => {
            add(Role::Around, value);
            add(Role::Within, path);
        }
        Kind::If(branches, otherwise) => {
            for (condition, branch) in branches {
                add(Role::Around, condition);
                add(Role::Beside, branch);
            }
            if let Some(branch) = otherwise {
                add(Role::Beside, branch);
            }
        }
        Kind::Reduce(each) => of_loop(each, Role::Within, parts),
        Kind::Foreach(each, extract) => {
            of_loop(each, Role::Around, parts);
            parts.extend(extract.iter_mut().map(|filter| Part { role: Role::Around, filter }));
        }
        Kind::Bind { source, patterns, body } => {
            add(Role::Around, source);
            of_patterns(patterns, Role::Around, parts);
            parts.push(Part { role: Role::Around, filter: body });
        }
        Kind::Object(entries) => {
            for (key, value) in entries {
                add(Role::Around, key);
                add(Role::Around, value);
            }
        }
        Kind::Array(Some(items)) => add(Role::Within, items),
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

fn of_loop<'f>(each: &'f mut Loop, role: Role, parts: &mut Vec<Part<'f>>) {
    parts.push(Part { role: Role::Around, filter: &mut each.init });
    parts.push(Part { role, filter: &mut each.source });
    of_patterns(&mut each.patterns, role, parts);
    parts.push(Part { role, filter: &mut each.update });
}

fn of_patterns<'f>(patterns: &'f mut [Pattern], role: Role, parts: &mut Vec<Part<'f>>) {
    for pattern in patterns {
        match pattern {
            Pattern::Variable(_) => {}
            Pattern::Array(items) => of_patterns(items, role, parts),
            Pattern::Object(entries) => {
                for (key, _, value) in entries {
                    parts.push(Part { role, filter: key });
                    of_patterns(value.as_mut_slice(), role, parts);
                }
            }
        }
    }
}
