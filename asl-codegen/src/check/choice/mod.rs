//! Choice logic: rules that an earlier one always precedes, conditions that contradict themselves,
//! a `Default` that is never taken, and rules that leave cases open without a `Default`. ASL:
//! "Choice State".
//!
//! Only certain findings are reported: a rule is dead only if no data can reach it, and cases are
//! open only with an example that was evaluated against all rules. Rules too complex to decide are
//! not reported. The check takes O(n log n) for n comparisons, and for rules about several paths a
//! bounded number of comparisons of pairs.

mod example;
mod expressions;
mod facts;
mod formula;
mod ranges;
mod variable;

#[cfg(test)]
mod tests;

use facts::{Contradiction, Facts, Sets, impossible};
use formula::{Formula, Variables};
use ranges::Free;
use variable::VariableId;

use crate::ir::{Branch, Machine, Node, NodeKind, Rule};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::span::Span;

/// Maximum number of comparisons between rules about several paths, in one machine.
const MOST_PAIRS: usize = 200_000;

/// Checks every Choice.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let mut pairs = MOST_PAIRS;
    for node in &machine.nodes {
        if let NodeKind::Branch(branch) = &node.kind {
            choice(machine, node, branch, &mut pairs, diagnostics);
        }
    }
}

fn choice(
    machine: &Machine,
    node: &Node,
    branch: &Branch,
    pairs: &mut usize,
    diagnostics: &mut Diagnostics,
) {
    let mut variables = Variables::new(machine.profile);
    let formulas: Vec<_> =
        branch.rules.iter().map(|rule| variables.read(&rule.condition)).collect();
    variables.seal();
    let mut walk = Walk::new(&variables, &branch.rules);
    for (index, formula) in formulas.iter().enumerate() {
        walk.rule(index, formula, pairs, diagnostics);
    }
    match &branch.default {
        Some(default) => walk.unreachable_default(default.span, diagnostics),
        None => {
            let Some(state) = machine.states.get(node.state.index()) else { return };
            let name = &state.name.value;
            let (title, label) = match example::unmatched(&formulas, &variables, &walk.free) {
                Some(example) => (
                    format!("`{name}` has no rule for every case"),
                    format!("no rule matches {example}"),
                ),
                None if expressions::are_open(&branch.rules) => (
                    format!("`{name}` may have no rule that matches"),
                    "all of its conditions can be false at once".to_owned(),
                ),
                None => return,
            };
            diagnostics.push(
                Diagnostic::new(Code::NotExhaustive, state.name.span, title)
                    .label(label)
                    .help("add a `Default`: without one the state fails there"),
            );
        }
    }
}

/// The rules of a Choice, in order.
struct Walk<'a> {
    variables: &'a Variables<'a>,
    rules: &'a [Rule],
    /// The values of each variable that no rule has decided yet.
    free: Vec<Free>,
    /// Earlier rules about several variables whose sets are exact.
    boxes: Vec<(usize, Sets)>,
    /// A variable all of whose values are decided.
    decided: Option<VariableId>,
}

impl<'a> Walk<'a> {
    fn new(variables: &'a Variables<'a>, rules: &'a [Rule]) -> Self {
        let free = variables
            .iter()
            .map(|(_, variable)| Free::new(&ranges::Ranges::range(variable.all())))
            .collect();
        Self { variables, rules, free, boxes: Vec::new(), decided: None }
    }

    fn rule(
        &mut self,
        index: usize,
        formula: &Formula<'_>,
        pairs: &mut usize,
        diagnostics: &mut Diagnostics,
    ) {
        let mut contradictions = Vec::new();
        let facts = Facts::new(formula, self.variables, &mut contradictions);
        for contradiction in &contradictions {
            contradictory(contradiction, diagnostics);
        }
        let Some(rule) = self.rules.get(index) else { return };
        if impossible(&facts.holds) {
            if contradictions.is_empty() {
                let diagnostic = Diagnostic::new(
                    Code::ImpossibleCondition,
                    rule.span,
                    "this rule can never match",
                );
                diagnostics.push(diagnostic.label("its condition holds for no data"));
            }
        } else if let Some(takers) = self.takers(&facts, pairs) {
            let mut diagnostic =
                Diagnostic::new(Code::ShadowedRule, rule.span, "this rule can never match")
                    .label("everything that it would match is decided by earlier rules");
            for taker in self.spans(takers) {
                diagnostic = diagnostic.related(taker, "this rule comes first");
            }
            diagnostics.push(diagnostic);
        }
        self.take(index, facts);
    }

    /// The earlier rules that decide every case that a rule would match.
    fn takers(&self, facts: &Facts, pairs: &mut usize) -> Option<Vec<usize>> {
        if let Some(takers) = self.decided() {
            return Some(takers);
        }
        for (id, set) in &facts.holds {
            let free = self.free.get(id.0 as usize)?;
            if !free.meets(set) {
                return Some(free.takers(set));
            }
        }
        if facts.holds.len() < 2 {
            return None;
        }
        let covers = |(_, sets): &&(usize, Sets)| {
            sets.iter().all(|(id, set)| facts.holds.get(id).is_some_and(|mine| mine.is_within(set)))
        };
        let compared = self.boxes.len().min(*pairs);
        *pairs -= compared;
        self.boxes.iter().take(compared).find(covers).map(|(rule, _)| vec![*rule])
    }

    /// The rules that together decide every case, if they do.
    fn decided(&self) -> Option<Vec<usize>> {
        let id = self.decided?;
        let whole = ranges::Ranges::range(self.variables.get(id).all());
        self.free.get(id.0 as usize).map(|free| free.takers(&whole))
    }

    /// Removes the values for which the rule is true or fails the state: later rules never see
    /// them.
    fn take(&mut self, index: usize, facts: Facts) {
        for (id, fails) in &facts.fails {
            let Some(free) = self.free.get_mut(id.0 as usize) else { continue };
            free.take(&fails.complement(self.variables.get(*id).all()), index);
            if free.is_empty() {
                self.decided = self.decided.or(Some(*id));
            }
        }
        if facts.is_exact && facts.holds.len() > 1 && !impossible(&facts.holds) {
            self.boxes.push((index, facts.holds));
        }
    }

    fn spans(&self, rules: Vec<usize>) -> impl Iterator<Item = Span> {
        rules.into_iter().filter_map(|rule| self.rules.get(rule)).map(|rule| rule.span)
    }

    fn unreachable_default(&self, default: Span, diagnostics: &mut Diagnostics) {
        let Some(takers) = self.decided() else { return };
        let mut diagnostic =
            Diagnostic::new(Code::UnreachableDefault, default, "`Default` is never taken")
                .label("the rules decide every case");
        for taker in self.spans(takers) {
            diagnostic = diagnostic.related(taker, "decided here");
        }
        diagnostics.push(diagnostic.help("remove `Default`, or the condition that is always true"));
    }
}

/// Reports an `And` at the later of two comparisons that exclude each other.
fn contradictory(contradiction: &Contradiction<'_>, diagnostics: &mut Diagnostics) {
    let mut places = Vec::new();
    mentions(contradiction.inner, contradiction.about, &mut places);
    let (Some((path, span)), Some((_, first))) = (places.last(), places.first()) else { return };
    let mut diagnostic =
        Diagnostic::new(Code::ImpossibleCondition, *span, "this `And` can never hold")
            .label(format!("no value of `{path}` is like this"));
    if first != span {
        diagnostic = diagnostic.related(*first, "and like this at the same time");
    }
    diagnostics.push(diagnostic.help("use `Or` if one of them is enough"));
}

/// The comparisons about a variable: their paths and spans.
fn mentions(formulas: &[Formula<'_>], about: VariableId, places: &mut Vec<(String, Span)>) {
    for formula in formulas {
        match formula {
            Formula::And(inner) | Formula::Or(inner) => mentions(inner, about, places),
            Formula::Not(inner) => mentions(std::slice::from_ref(inner), about, places),
            Formula::Atom(atom) if atom.variables().any(|id| id == about) => {
                places.push((atom.path.text.clone(), atom.span()));
            }
            Formula::Atom(_) | Formula::Unknown => {}
        }
    }
}
