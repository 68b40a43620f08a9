//! Variables that have a value after a rule of a Choice, because the rule tests for them.

use std::collections::BTreeSet;

use crate::expr::jsonpath::{Path, Root};
use crate::ir::{Branch, Comparison, Condition, Test};

/// Maximum number of variables that are followed after a rule, so that many rules take linear time.
const MOST_KNOWN: usize = 16;

/// The variables that certainly have a value after each rule of a Choice, and after all of them.
pub(super) fn ways(branch: &Branch) -> Vec<BTreeSet<&str>> {
    let mut ways = Vec::with_capacity(branch.rules.len() + 1);
    let mut before = BTreeSet::new();
    for rule in &branch.rules {
        let mut here = before.clone();
        present(&rule.condition, true, &mut here);
        ways.push(here);
        if before.len() < MOST_KNOWN {
            let mut missed = BTreeSet::new();
            present(&rule.condition, false, &mut missed);
            before.extend(missed.into_iter().take(MOST_KNOWN));
        }
    }
    ways.push(before);
    ways
}

/// Adds the variables that have a value if a condition is true, or false.
fn present<'a>(condition: &'a Condition, holds: bool, names: &mut BTreeSet<&'a str>) {
    match condition {
        Condition::And(inner) if holds => {
            for inner in inner {
                present(inner, holds, names);
            }
        }
        Condition::Or(inner) if !holds => {
            for inner in inner {
                present(inner, holds, names);
            }
        }
        Condition::Not(inner) => present(inner, !holds, names),
        Condition::Compare { variable, comparison: Comparison::Is(Test::Present, expected) } => {
            names.extend(name(variable).filter(|_| *expected == holds));
        }
        // An `Or`, or another comparison, says nothing about a single variable.
        Condition::And(_)
        | Condition::Or(_)
        | Condition::Jq(_)
        | Condition::Jsonata(_)
        | Condition::Compare { .. } => {}
    }
}

fn name(path: &Path) -> Option<&str> {
    match &path.root {
        Root::Variable(name) => Some(name),
        Root::Data | Root::Context => None,
    }
}
