//! Conditions in JSONata: true if one of them always holds.

use std::collections::HashMap;

use crate::ir::{Condition, Rule};
use asl_source::expression::outcomes::Outcomes;

/// True if all conditions are expressions that may be false at once, as far as their text tells.
pub(super) fn are_open(rules: &[Rule]) -> bool {
    let mut covered: HashMap<String, Outcomes> = HashMap::new();
    for rule in rules {
        let Condition::Jsonata(expression) = &rule.condition else { return false };
        let (about, outcomes) = expression.program.outcomes();
        let all = covered.entry(about).or_default();
        *all = all.or(outcomes);
        if all.are_complete() {
            return false;
        }
    }
    !rules.is_empty()
}
