//! The values for which a condition is true and for which it is false, one variable at a time.
//!
//! `And` and `Or` stop at the first inner rule that decides, and under AWS's profile a comparison
//! whose path finds nothing fails the state: a condition is true, false or a failure. The set of a
//! single variable may be too large, but never too small, so values outside of it are impossible.

use std::ops::Range;

use super::formula::{Atom, Formula, Test, Variables};
use super::ranges::Ranges;
use super::variable::{FALSE, MISSING, NULL, TRUE, Variable, VariableId};
use crate::ir::{self, Comparable};
use asl_source::sorted::SortedMap;

/// Sets by variable. A variable without a set can have any value.
pub(super) type Sets = SortedMap<VariableId, Ranges>;

/// A condition's sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// The condition is true only within these sets.
    pub(super) holds: Sets,
    /// The condition is false only within these sets.
    pub(super) fails: Sets,
    /// True if the condition is true everywhere within `holds`.
    pub(super) is_exact: bool,
    /// True if the condition is false everywhere within `fails`.
    fails_exactly: bool,
}

/// True if a set is empty.
pub(super) fn impossible(sets: &Sets) -> bool {
    sets.iter().any(|(_, set)| set.is_empty())
}

/// An `And` whose rules exclude each other.
#[derive(Debug)]
pub(super) struct Contradiction<'f> {
    /// Its rules.
    pub(super) inner: &'f [Formula<'f>],
    /// The variable that no value satisfies.
    pub(super) about: VariableId,
}

impl Facts {
    /// The sets of a condition. Adds every `And` in it that cannot be true to `contradictions`.
    pub(super) fn new<'f>(
        formula: &'f Formula<'f>,
        variables: &Variables<'_>,
        contradictions: &mut Vec<Contradiction<'f>>,
    ) -> Self {
        match formula {
            Formula::And(inner) => {
                let facts: Vec<_> =
                    inner.iter().map(|inner| Self::new(inner, variables, contradictions)).collect();
                let is_known = facts.iter().any(|facts| impossible(&facts.holds));
                let facts = fold(facts);
                let empty = facts.holds.iter().find(|(_, set)| set.is_empty()).map(|(id, _)| *id);
                if let Some(about) = empty.filter(|_| !is_known) {
                    contradictions.push(Contradiction { inner, about });
                }
                facts
            }
            Formula::Or(inner) => {
                // The first true rule decides, as the first false one does in an `And`.
                let facts =
                    inner.iter().map(|inner| Self::new(inner, variables, contradictions).negated());
                fold(facts.collect()).negated()
            }
            Formula::Not(inner) => Self::new(inner, variables, contradictions).negated(),
            Formula::Atom(atom) => Self::atom(atom, variables),
            Formula::Unknown => Self::default(),
        }
    }

    fn negated(self) -> Self {
        Self {
            holds: self.fails,
            fails: self.holds,
            is_exact: self.fails_exactly,
            fails_exactly: self.is_exact,
        }
    }

    fn atom(atom: &Atom<'_>, variables: &Variables<'_>) -> Self {
        let mut facts = Self { is_exact: true, fails_exactly: true, ..Self::default() };
        if let Some(id) = atom.value {
            facts.about_value(id, atom.test, variables.get(id));
        }
        let second = match atom.test {
            Test::Time(id, order, moment) => Some((id, variables.get(id).time(order, moment))),
            Test::Is(_, Some(id), _) => Some((id, Ranges::range(variables.get(id).times()))),
            Test::Opaque(id) | Test::Matches(id, _) | Test::Place(id, ..) => {
                Some((id, Ranges::cell(1)))
            }
            Test::Text(..) | Test::Number(..) | Test::Boolean(_) | Test::Is(_, None, _) => None,
        };
        if let Some((id, holds)) = second {
            facts.set(id, split(holds, &variables.get(id).all()));
        }
        if let Test::Place(_, what, _, Some(other)) = atom.test {
            let value = variables.get(other);
            let kind = Ranges::range(of_kind(what, value));
            // A comparison of a path with itself has sets already.
            let kind =
                facts.holds.get(&other).map_or(kind.clone(), |mine| mine.intersection(&kind));
            facts.set(other, (kind, Ranges::range(present(value))));
        }
        if let Test::Is(_, _, false) = atom.test { facts.negated() } else { facts }
    }

    /// Adds the sets of a comparison for the value at its path.
    fn about_value(&mut self, id: VariableId, test: Test<'_>, value: &Variable) {
        let present = present(value);
        let any = Ranges::range(present.clone());
        let sets = match test {
            Test::Text(order, text) => split(value.text(order, text), &present),
            Test::Number(order, number) => split(value.number(order, number), &present),
            Test::Boolean(wanted) => {
                let cell = if wanted { TRUE } else { FALSE };
                split(Ranges::cell(cell), &present)
            }
            Test::Is(ir::Test::Present, ..) => (any, Ranges::cell(MISSING)),
            Test::Is(ir::Test::Null, ..) => split(Ranges::cell(NULL), &present),
            Test::Is(ir::Test::Numeric, ..) => split(Ranges::range(value.numbers()), &present),
            Test::Is(ir::Test::String, ..) => split(Ranges::range(value.texts()), &present),
            Test::Is(ir::Test::Boolean, ..) => split(Ranges::range(FALSE..TRUE + 1), &present),
            Test::Is(ir::Test::Timestamp, ..) | Test::Time(..) | Test::Matches(..) => {
                (Ranges::range(value.texts()), any)
            }
            Test::Place(_, what, ..) => (Ranges::range(of_kind(what, value)), any),
            Test::Opaque(_) => (any.clone(), any),
        };
        self.set(id, sets);
    }

    fn set(&mut self, id: VariableId, (holds, fails): (Ranges, Ranges)) {
        self.holds.insert(id, holds);
        self.fails.insert(id, fails);
    }

    /// The facts of an `And` of both; `self` is evaluated first.
    fn and(self, next: &Self) -> Self {
        let reached = meet(&self.holds, &next.fails);
        // With a single variable a union is exact.
        let one = self.fails.len() == 1
            && reached.len() == 1
            && self.fails.iter().all(|(id, _)| reached.get(id).is_some());
        let fails_exactly = one && self.fails_exactly && self.is_exact && next.fails_exactly;
        Self {
            holds: meet(&self.holds, &next.holds),
            fails: join(self.fails, reached),
            is_exact: self.is_exact && next.is_exact,
            fails_exactly,
        }
    }
}

/// Every cell except that of a missing value.
fn present(value: &Variable) -> Range<u32> {
    MISSING + 1..value.all().end
}

/// The cells of values that this kind of comparison applies to.
fn of_kind(what: Comparable, value: &Variable) -> Range<u32> {
    match what {
        Comparable::Numeric => value.numbers(),
        Comparable::Boolean => FALSE..TRUE + 1,
        Comparable::String | Comparable::Timestamp => value.texts(),
    }
}

fn split(holds: Ranges, whole: &Range<u32>) -> (Ranges, Ranges) {
    let fails = holds.complement(whole.clone());
    (holds, fails)
}

/// The `And` of many facts, by halves: O(n log n) for n comparisons.
fn fold(mut facts: Vec<Facts>) -> Facts {
    while facts.len() > 1 {
        let mut halved = Vec::with_capacity(facts.len().div_ceil(2));
        let mut pairs = facts.into_iter();
        while let Some(first) = pairs.next() {
            halved.push(match pairs.next() {
                Some(second) => first.and(&second),
                None => first,
            });
        }
        facts = halved;
    }
    facts.pop().unwrap_or_default()
}

/// The intersection of sets.
fn meet(one: &Sets, other: &Sets) -> Sets {
    let mut sets = one.clone();
    for (id, set) in other {
        match sets.get_mut(id) {
            Some(mine) => *mine = mine.intersection(set),
            None => {
                sets.insert(*id, set.clone());
            }
        }
    }
    sets
}

/// The union of sets.
fn join(mut one: Sets, other: Sets) -> Sets {
    if impossible(&one) {
        return other;
    }
    if impossible(&other) {
        return one;
    }
    one.retain(&mut |id, mine| match other.get(id) {
        Some(theirs) => {
            *mine = mine.union(theirs);
            true
        }
        None => false,
    });
    one
}
