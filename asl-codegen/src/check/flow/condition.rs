//! Choice rules on shapes: a path that finds nothing where it is certainly looked at, and comparisons with values that
//! are never of their type.

use super::fault::{Fault, found};
use super::place::find;
use super::shape::{Kinds, Shape};
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::jsonpath::Path;
use crate::ir::{Branch, Comparable, Comparison, Condition, Test};

/// The fault of the comparison that is made first: later ones may never be made.
pub(super) fn first(branch: &Branch, data: &Shape) -> Option<Fault> {
    let mut condition = &branch.rules.first()?.condition;
    loop {
        match condition {
            Condition::And(inner) | Condition::Or(inner) => condition = inner.first()?,
            Condition::Not(inner) => condition = inner,
            Condition::Compare { comparison: Comparison::Is(Test::Present, _), .. } => return None,
            Condition::Compare { variable, .. } => return found(variable, find(variable, data)).err(),
        }
    }
}

/// Warns of comparisons that never hold because of the type of what they look at.
pub(super) fn types(branch: &Branch, data: &Shape, findings: &mut Vec<Diagnostic>) {
    for rule in &branch.rules {
        each(&rule.condition, data, findings);
    }
}

fn each(condition: &Condition, data: &Shape, findings: &mut Vec<Diagnostic>) {
    match condition {
        Condition::And(inner) | Condition::Or(inner) => inner.iter().for_each(|inner| each(inner, data, findings)),
        Condition::Not(inner) => each(inner, data, findings),
        Condition::Compare { variable, comparison } => {
            let Some((wanted, fits)) = wanted(comparison) else { return };
            one(variable, wanted, fits, data, findings);
            if let Comparison::Place(_, _, other) = comparison {
                one(other, wanted, fits, data, findings);
            }
        }
    }
}

type Fits = fn(&Kinds) -> bool;

/// The type that a comparison needs.
fn wanted(comparison: &Comparison) -> Option<(&'static str, Fits)> {
    let (text, number, boolean): (Fits, Fits, Fits) = (|it| it.string, |it| it.number, |it| it.boolean);
    match comparison {
        Comparison::String(..) | Comparison::Matches(_) | Comparison::Place(Comparable::String, ..) => {
            Some(("a string", text))
        }
        Comparison::Timestamp(..) | Comparison::Place(Comparable::Timestamp, ..) => Some(("a timestamp", text)),
        Comparison::Numeric(..) | Comparison::Place(Comparable::Numeric, ..) => Some(("a number", number)),
        Comparison::Boolean(_) | Comparison::Place(Comparable::Boolean, ..) => Some(("`true` or `false`", boolean)),
        // Asking for a type is how to find out.
        Comparison::Is(..) => None,
    }
}

fn one(path: &Path, wanted: &str, fits: Fits, data: &Shape, findings: &mut Vec<Diagnostic>) {
    if !path.is_definite() {
        return;
    }
    let Some(shape) = find(path, data).shape() else { return };
    if shape.kinds().is_none_or(|kinds| shape.is_never() || fits(kinds)) {
        return;
    }
    let title = format!("`{}` is never {wanted}", path.text);
    findings.push(
        Diagnostic::new(Code::NeverComparable, path.span, title)
            .label(format!("it is {} here, and so this comparison never holds", shape.noun())),
    );
}
