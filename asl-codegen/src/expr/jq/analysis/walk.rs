//! Ways through the tree.

use crate::expr::jq::special::Special;
use crate::expr::jq::syntax::{Callee, DefinitionId, Filter, Kind, Loop, Pattern, Program};

/// Visits the filters right within this one, those in patterns included.
pub(in crate::expr::jq) fn children<'p>(filter: &'p Filter, visit: &mut dyn FnMut(&'p Filter)) {
    match &filter.kind {
        Kind::Identity
        | Kind::RecurseDefault
        | Kind::Literal(_)
        | Kind::Format(_)
        | Kind::Break(_)
        | Kind::Variable(_)
        | Kind::Array(None) => {}
        Kind::Interpolated { filters, .. } | Kind::Call(_, filters) => {
            filters.iter().for_each(visit)
        }
        Kind::Field(inner, _)
        | Kind::Iterate(inner)
        | Kind::Negate(inner)
        | Kind::Label(_, inner)
        | Kind::Array(Some(inner))
        | Kind::Try(inner, None) => visit(inner),
        Kind::Slice(target, from, to) => {
            [Some(target), from.as_ref(), to.as_ref()]
                .into_iter()
                .flatten()
                .for_each(|part| visit(part));
        }
        Kind::Index(left, right)
        | Kind::Try(left, Some(right))
        | Kind::Pipe(left, right)
        | Kind::Comma(left, right)
        | Kind::Arithmetic(_, left, right)
        | Kind::Compare(_, left, right)
        | Kind::And(left, right)
        | Kind::Or(left, right)
        | Kind::Alternative(left, right)
        | Kind::Assign(_, left, right) => {
            visit(left);
            visit(right);
        }
        Kind::If(branches, otherwise) => {
            for (condition, branch) in branches {
                visit(condition);
                visit(branch);
            }
            if let Some(branch) = otherwise {
                visit(branch);
            }
        }
        Kind::Reduce(parts) => loop_children(parts, visit),
        Kind::Foreach(parts, extract) => {
            loop_children(parts, visit);
            if let Some(extract) = extract {
                visit(extract);
            }
        }
        Kind::Bind { source, patterns, body } => {
            visit(source);
            in_patterns(patterns, visit);
            visit(body);
        }
        Kind::Object(entries) => {
            for (key, value) in entries {
                visit(key);
                visit(value);
            }
        }
    }
}

fn loop_children<'p>(parts: &'p Loop, visit: &mut dyn FnMut(&'p Filter)) {
    visit(&parts.source);
    in_patterns(&parts.patterns, visit);
    visit(&parts.init);
    visit(&parts.update);
}

fn in_patterns<'p>(patterns: &'p [Pattern], visit: &mut dyn FnMut(&'p Filter)) {
    for pattern in patterns {
        in_pattern(pattern, visit);
    }
}

fn in_pattern<'p>(pattern: &'p Pattern, visit: &mut dyn FnMut(&'p Filter)) {
    match pattern {
        Pattern::Variable(_) => {}
        Pattern::Array(items) => items.iter().for_each(|item| in_pattern(item, visit)),
        Pattern::Object(entries) => {
            for (key, _, value) in entries {
                visit(key);
                if let Some(value) = value {
                    in_pattern(value, visit);
                }
            }
        }
    }
}

/// Visits a filter and all within, parents first. The tree's depth is bounded by the parser.
pub(super) fn all<'p>(filter: &'p Filter, visit: &mut dyn FnMut(&'p Filter)) {
    visit(filter);
    children(filter, &mut |child| all(child, visit));
}

/// How many filters these are.
pub(in crate::expr::jq) fn size(filter: &Filter) -> usize {
    let mut count = 0;
    all(filter, &mut |_| count += 1);
    count
}

/// The definitions that are called in a filter, as often as they are.
pub(in crate::expr::jq) fn calls(filter: &Filter) -> Vec<DefinitionId> {
    let mut calls = Vec::new();
    all(filter, &mut |filter| {
        if let Kind::Call(Callee::Definition(definition), _) = filter.kind {
            calls.push(definition);
        }
    });
    calls
}

/// Whether a filter asks another one for paths.
pub(super) fn looks_for_paths(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Assign(..) => true,
        Kind::Call(Callee::Special(special), _) => special.looks_for_paths(),
        _ => false,
    }
}

impl Special {
    /// Whether it asks its argument for paths.
    pub(in crate::expr::jq) fn looks_for_paths(self) -> bool {
        match self {
            Self::Path | Self::Delete => true,
            Self::Empty
            | Self::Error
            | Self::Not
            | Self::First
            | Self::Last
            | Self::Limit
            | Self::IsEmpty
            | Self::RangeTo
            | Self::Range
            | Self::Recurse
            | Self::ToStream => false,
        }
    }

    /// Whether it can make use of an input that nobody else needs.
    pub(in crate::expr::jq) fn consumes(self) -> bool {
        match self {
            Self::Delete => true,
            Self::Path
            | Self::Empty
            | Self::Error
            | Self::Not
            | Self::First
            | Self::Last
            | Self::Limit
            | Self::IsEmpty
            | Self::RangeTo
            | Self::Range
            | Self::Recurse
            | Self::ToStream => false,
        }
    }
}

/// Which definitions have something in them, or in what they call.
pub(super) fn reaching(program: &Program, has: impl Fn(&Filter) -> bool) -> Vec<bool> {
    let mut reaching: Vec<bool> = Vec::with_capacity(program.definitions.len());
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.definitions.len()];
    for (at, definition) in program.definitions.iter().enumerate() {
        let mut found = false;
        all(&definition.body, &mut |filter| found |= has(filter));
        reaching.push(found);
        for callee in calls(&definition.body) {
            if let Some(callers) = callers.get_mut(callee.0 as usize) {
                callers.push(at);
            }
        }
    }
    let mut open: Vec<usize> =
        (0..reaching.len()).filter(|at| reaching.get(*at) == Some(&true)).collect();
    while let Some(at) = open.pop() {
        for caller in callers.get(at).into_iter().flatten() {
            if let Some(reached) = reaching.get_mut(*caller)
                && !*reached
            {
                *reached = true;
                open.push(*caller);
            }
        }
    }
    reaching
}
