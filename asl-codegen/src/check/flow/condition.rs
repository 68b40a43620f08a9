//! Choice rules on shapes: paths that certainly find nothing, comparisons with values of another
//! type, and the rules that data of a shape can take at all.

use std::rc::Rc;

use super::fault::{Fault, found};
use super::narrow::{Seen, narrow, reached};
use super::place::Found;
use super::shape::Shape;
use super::wanted::Wanted;
use crate::expr::jsonpath::Path;
use crate::ir::{Assignment, Branch, Comparable, Comparison, Condition, Expr, Rule, Target, Test};
use asl_language::shape::checks::Weight;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;

/// An exit of a Choice: that of a rule, or the default.
pub(super) struct ChoiceExit<'a> {
    /// The values that it sees.
    pub(super) seen: Seen,
    /// Its target.
    pub(super) target: &'a Target,
    /// Its `Output`.
    pub(super) output_value: Option<&'a Expr>,
    /// Its assignments.
    pub(super) assign: &'a [Assignment],
}

/// The exits that what a Choice sees can take. Those of rules that no data match are left out.
pub(super) fn exits<'a>(branch: &'a Branch, seen: &Seen, profile: Profile) -> Vec<ChoiceExit<'a>> {
    let (mut exits, mut rest) = (Vec::new(), seen.clone());
    for Rule { condition, target, assign, output_value, span: _ } in &branch.rules {
        let holds = holds(condition, &rest, profile);
        if holds != Some(false) {
            let (seen, output_value) =
                (narrow(rest.clone(), condition, true), output_value.as_ref());
            exits.push(ChoiceExit { seen, target, output_value, assign });
        }
        if holds == Some(true) {
            return exits;
        }
        rest = narrow(rest, condition, false);
    }
    exits.extend(branch.default.as_ref().map(|target| ChoiceExit {
        seen: rest,
        target,
        output_value: branch.output_value.as_ref(),
        assign: &branch.assign,
    }));
    exits
}

/// The value of a condition for all values of a shape, if it is the same for all.
fn holds(condition: &Condition, seen: &Seen, profile: Profile) -> Option<bool> {
    match condition {
        Condition::And(inner) => all(inner, seen, profile, true),
        Condition::Or(inner) => all(inner, seen, profile, false),
        Condition::Not(inner) => holds(inner, seen, profile).map(|it| !it),
        Condition::Jq(_) | Condition::Jsonata(_) => None,
        Condition::Compare { variable, comparison } => match profile {
            Profile::Spec => compares_if_present(variable, comparison, seen),
            Profile::Aws => compares(variable, comparison, seen),
        },
    }
}

/// An `And` (`neutral` is true) or an `Or` (`neutral` is false).
fn all(conditions: &[Condition], seen: &Seen, profile: Profile, neutral: bool) -> Option<bool> {
    let mut answer = Some(neutral);
    for condition in conditions {
        match holds(condition, seen, profile) {
            Some(it) if it != neutral => return Some(!neutral),
            Some(_) => {}
            None => answer = None,
        }
    }
    answer
}

/// In the specification a comparison whose path finds nothing does not match.
fn compares_if_present(path: &Path, comparison: &Comparison, seen: &Seen) -> Option<bool> {
    let answer = compares(path, comparison, seen);
    if matches!(comparison, Comparison::Is(Test::Present, _)) || !path.is_definite() {
        return answer;
    }
    match seen.find(path) {
        Found::Never(..) => Some(false),
        Found::Maybe(_) => answer.filter(|holds| !holds),
        Found::Always(_) => answer,
    }
}

fn compares(path: &Path, comparison: &Comparison, seen: &Seen) -> Option<bool> {
    if !path.is_definite() {
        return None;
    }
    let found = seen.find(path);
    if let Comparison::Is(Test::Present, expected) = comparison {
        return match found {
            Found::Never(..) => Some(!expected),
            Found::Always(_) => Some(*expected),
            Found::Maybe(_) => None,
        };
    }
    // The state fails if a path finds nothing.
    let shape = found.shape()?;
    let kinds = shape.kinds().filter(|_| !shape.is_never())?;
    let can_be = match comparison {
        Comparison::Is(Test::Null, _) => kinds.null,
        Comparison::Is(Test::Numeric, _) => kinds.number,
        Comparison::Is(Test::String | Test::Timestamp, _) => kinds.string,
        Comparison::Is(Test::Boolean, _) => kinds.boolean,
        Comparison::Is(Test::Present, _) => true,
        Comparison::String(..)
        | Comparison::Numeric(..)
        | Comparison::Boolean(_)
        | Comparison::Timestamp(..)
        | Comparison::Place(..)
        | Comparison::Matches(_) => wanted(comparison).is_none_or(|wanted| wanted.is_in(kinds)),
    };
    if can_be {
        let kinds = [
            kinds.null,
            kinds.boolean,
            kinds.number,
            kinds.string,
            kinds.array.is_some(),
            kinds.object.is_some(),
        ];
        let is_only = kinds.into_iter().filter(|possible| *possible).count() == 1;
        return match comparison {
            // A string may or may not be a timestamp.
            Comparison::Is(Test::Timestamp, _) => None,
            Comparison::Is(_, expected) if is_only => Some(*expected),
            Comparison::Is(..)
            | Comparison::String(..)
            | Comparison::Numeric(..)
            | Comparison::Boolean(_)
            | Comparison::Timestamp(..)
            | Comparison::Place(..)
            | Comparison::Matches(_) => None,
        };
    }
    // Comparisons never convert. If the value compared with is missing, the state fails, so this
    // target is not taken either.
    if let Comparison::Is(_, expected) = comparison { Some(!expected) } else { Some(false) }
}

/// The fault of the first comparison. Later ones may never be evaluated.
pub(super) fn first(branch: &Branch, seen: &Seen, profile: Profile) -> Option<Fault> {
    if profile == Profile::Spec {
        // Nothing fails here; the rule does not match.
        return None;
    }
    let path = first_path(branch)?;
    found(path, seen.find(path)).err()
}

/// The path of the first comparison, unless that asks whether there is a value.
pub(super) fn first_path(branch: &Branch) -> Option<&Path> {
    let mut condition = &branch.rules.first()?.condition;
    loop {
        match condition {
            Condition::And(inner) | Condition::Or(inner) => condition = inner.first()?,
            Condition::Not(inner) => condition = inner,
            Condition::Jq(_)
            | Condition::Jsonata(_)
            | Condition::Compare { comparison: Comparison::Is(Test::Present, _), .. } => {
                return None;
            }
            Condition::Compare { variable, .. } => return Some(variable),
        }
    }
}

/// Warns of comparisons that never hold because of the type of their value.
pub(super) fn types(branch: &Branch, seen: &Seen, findings: &mut Vec<Diagnostic>) {
    for rule in &branch.rules {
        each(&rule.condition, seen, findings);
    }
}

/// What the rules read of places of Rust types.
pub(super) fn typed(branch: &Branch, seen: &Seen) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (rule, (seen, _)) in branch.rules.iter().zip(&reached(branch, seen).0) {
        reads(&rule.condition, seen, &mut faults);
    }
    faults
}

/// What a condition reads of places of Rust types. A later part of it is read only for data that
/// the parts before have let through.
fn reads(condition: &Condition, seen: &Seen, faults: &mut Vec<Fault>) {
    match condition {
        Condition::And(inner) | Condition::Or(inner) => {
            let (goes_on, mut seen) = (matches!(condition, Condition::And(_)), seen.clone());
            for inner in inner {
                reads(inner, &seen, faults);
                seen = narrow(seen, inner, goes_on);
            }
        }
        Condition::Not(inner) => reads(inner, seen, faults),
        Condition::Jq(_) | Condition::Jsonata(_) => {}
        Condition::Compare { variable, comparison } => {
            let is_test = matches!(comparison, Comparison::Is(..));
            let (wanted, weight) = match wanted(comparison) {
                Some(wanted) => (Some(wanted), Weight::Fault),
                None if is_test => (None, Weight::Doubt),
                None => return,
            };
            let other =
                if let Comparison::Place(_, _, other) = comparison { Some(&**other) } else { None };
            for path in std::iter::once(variable).chain(other).filter(|path| path.is_definite()) {
                let shape = seen.find(path).shape();
                let Some(border) = shape.as_ref().and_then(Shape::border) else { continue };
                let reads = (format!("`{}`", path.text), wanted, weight);
                faults.push(Fault::reads(path.span, reads, Rc::clone(border)));
            }
        }
    }
}

fn each(condition: &Condition, seen: &Seen, findings: &mut Vec<Diagnostic>) {
    match condition {
        Condition::And(inner) | Condition::Or(inner) => {
            for inner in inner {
                each(inner, seen, findings);
            }
        }
        Condition::Not(inner) => each(inner, seen, findings),
        Condition::Jq(_) | Condition::Jsonata(_) => {}
        Condition::Compare { variable, comparison } => {
            let Some(wanted) = wanted(comparison) else { return };
            one(variable, wanted, seen, findings);
            if let Comparison::Place(_, _, other) = comparison {
                one(other, wanted, seen, findings);
            }
        }
    }
}

/// The type that a comparison needs.
fn wanted(comparison: &Comparison) -> Option<Wanted> {
    match comparison {
        Comparison::String(..)
        | Comparison::Matches(_)
        | Comparison::Place(Comparable::String, ..) => Some(Wanted::Text),
        Comparison::Timestamp(..) | Comparison::Place(Comparable::Timestamp, ..) => {
            Some(Wanted::Timestamp)
        }
        Comparison::Numeric(..) | Comparison::Place(Comparable::Numeric, ..) => {
            Some(Wanted::Number)
        }
        Comparison::Boolean(_) | Comparison::Place(Comparable::Boolean, ..) => {
            Some(Wanted::Boolean)
        }
        // Type tests exist to find out.
        Comparison::Is(..) => None,
    }
}

fn one(path: &Path, wanted: Wanted, seen: &Seen, findings: &mut Vec<Diagnostic>) {
    if !path.is_definite() {
        return;
    }
    let Some(shape) = seen.find(path).shape() else { return };
    if shape.kinds().is_none_or(|kinds| shape.is_never() || wanted.is_in(kinds)) {
        return;
    }
    let title = format!("`{}` is never {}", path.text, wanted.noun());
    findings.push(
        Diagnostic::new(Code::NeverComparable, path.span, title)
            .label(format!("it is {} here, and so this comparison never holds", shape.noun())),
    );
}
