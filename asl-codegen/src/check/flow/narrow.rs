//! What a condition of a Choice says about the data behind it.

use std::rc::Rc;

use super::border::Step;
use super::evaluate;
use super::jq;
use super::over::{Over, Variables};
use super::place::Found;
use super::shape::{self, Member, Shape};
use crate::expr::jsonpath::{Path, Root, Selector};
use crate::ir::{Branch, Comparable, Comparison, Condition, Query, Source, Test};
use asl_language::choice::Order;
use asl_language::jsonata::signature::Types;
use asl_language::shape::Kinds;
use asl_source::expression::reads::What;

/// The name of a state's input among the values that an expression of JSONata is given.
const INPUT: &str = "states.input";

/// The values that a condition of a Choice sees.
#[derive(Clone)]
pub(super) struct Seen {
    /// The data that reach it.
    pub(super) data: Shape,
    /// The variables.
    pub(super) variables: Variables,
}

impl Seen {
    /// The values that a path finds.
    pub(super) fn find(&self, path: &Path) -> Found {
        let Self { data, variables } = self;
        let found = evaluate::value(path, Over { data, input: data, item: &Shape::Any, variables });
        match (found, &path.root) {
            // A variable may not be assigned on each way to the state, and there may be no item.
            (Found::Always(shape), Root::Variable(_) | Root::Context) => Found::Maybe(shape),
            (found, _) => found,
        }
    }

    /// The same with another value of the input or of a variable.
    fn with(mut self, given: &str, narrow: impl FnOnce(Shape) -> Shape) -> Self {
        if given == INPUT {
            return Self { data: narrow(self.data), ..self };
        }
        if let Some(before) = self.variables.get(given).cloned() {
            let after = narrow(before.clone());
            if after != before {
                self.variables.narrow(given, after);
            }
        }
        self
    }
}

/// The values that are seen if a condition holds, or if it does not hold.
pub(super) fn narrow(seen: Seen, condition: &Condition, holds: bool) -> Seen {
    match condition {
        Condition::And(all) if holds => {
            all.iter().fold(seen, |seen, inner| narrow(seen, inner, true))
        }
        Condition::Or(any) if !holds => {
            any.iter().fold(seen, |seen, inner| narrow(seen, inner, false))
        }
        Condition::Not(inner) => narrow(seen, inner, !holds),
        Condition::Jsonata(condition) => {
            condition.program.known(holds).into_iter().fold(seen, |seen, known| {
                let steps: Vec<_> = known.names.into_iter().map(Step::Each).collect();
                seen.with(&known.given, |data| match known.what {
                    What::Types(types) => of_kinds(data, &steps, kinds_of(types)),
                    What::Text(text, is) => tagged(&data, &steps, &text, is),
                })
            })
        }
        Condition::Jq(Query { program, source, .. }) => match source {
            Source::Data => Seen { data: jq::narrow(seen.data, program, holds), ..seen },
            Source::Global => {
                let mut seen = seen;
                let global = jq::narrow(seen.variables.global(), program, holds);
                seen.variables.set_global(global);
                seen
            }
        },
        Condition::And(_) | Condition::Or(_) => seen,
        Condition::Compare { variable, comparison } => {
            let Some(steps) = steps(variable) else { return seen };
            let given = match &variable.root {
                Root::Data => INPUT,
                Root::Variable(name) => name,
                Root::Context => return seen,
            };
            seen.with(given, |data| {
                let data = match kinds(comparison, holds) {
                    Some(kinds) => of_kinds(data, &steps, kinds),
                    None => data,
                };
                if let Comparison::String(Order::Equals, text) = comparison {
                    return tagged(&data, &steps, text, holds);
                }
                data
            })
        }
    }
}

/// The values that a Choice sees at each rule: in its condition, and if that holds. The last are
/// those that its default sees.
pub(super) fn reached(branch: &Branch, seen: &Seen) -> (Vec<(Seen, Seen)>, Seen) {
    let (mut rules, mut rest) = (Vec::with_capacity(branch.rules.len()), seen.clone());
    for rule in &branch.rules {
        let holds = narrow(rest.clone(), &rule.condition, true);
        let fails = narrow(rest.clone(), &rule.condition, false);
        rules.push((rest, holds));
        rest = fails;
    }
    (rules, rest)
}

/// The kinds of values of some types.
fn kinds_of(types: Types) -> Kinds {
    let kinds = [
        (Types::MISSING, Kinds::ABSENT),
        (Types::NULL, Kinds::NULL),
        (Types::BOOLEAN, Kinds::BOOLEAN),
        (Types::NUMBER, Kinds::NUMBER),
        (Types::STRING, Kinds::TEXT),
        (Types::ARRAY, Kinds::LIST),
        (Types::OBJECT, Kinds::OBJECT),
    ];
    let of = kinds.into_iter().filter(|(of, _)| types.meets(*of)).map(|(_, kind)| kind);
    of.fold(Kinds::NONE, Kinds::or)
}

/// The kinds of the value of which a comparison holds, or does not hold.
fn kinds(comparison: &Comparison, holds: bool) -> Option<Kinds> {
    let (kinds, is) = match comparison {
        Comparison::Is(Test::Present, expected) => (Kinds::ABSENT.others(), *expected == holds),
        Comparison::Is(Test::Null, expected) => (Kinds::NULL, *expected == holds),
        Comparison::Is(Test::Numeric, expected) => (Kinds::NUMBER, *expected == holds),
        Comparison::Is(Test::String, expected) => (Kinds::TEXT, *expected == holds),
        Comparison::Is(Test::Boolean, expected) => (Kinds::BOOLEAN, *expected == holds),
        // A string may be no timestamp, and a value of the right kind may be another one.
        Comparison::Is(Test::Timestamp, expected) if *expected == holds => (Kinds::TEXT, true),
        Comparison::String(..)
        | Comparison::Matches(_)
        | Comparison::Timestamp(..)
        | Comparison::Place(Comparable::String | Comparable::Timestamp, ..)
            if holds =>
        {
            (Kinds::TEXT, true)
        }
        Comparison::Numeric(..) | Comparison::Place(Comparable::Numeric, ..) if holds => {
            (Kinds::NUMBER, true)
        }
        Comparison::Boolean(_) | Comparison::Place(Comparable::Boolean, ..) if holds => {
            (Kinds::BOOLEAN, true)
        }
        Comparison::Is(Test::Timestamp, _)
        | Comparison::String(..)
        | Comparison::Matches(_)
        | Comparison::Timestamp(..)
        | Comparison::Numeric(..)
        | Comparison::Boolean(_)
        | Comparison::Place(..) => return None,
    };
    let kinds = if is { kinds } else { kinds.others() };
    // In the profile `spec` neither a test of a missing value holds nor its opposite.
    let may_be_absent = !holds && !matches!(comparison, Comparison::Is(Test::Present, _));
    Some(if may_be_absent { kinds.or(Kinds::ABSENT) } else { kinds })
}

/// The steps of a path that leads to one place.
fn steps(path: &Path) -> Option<Vec<Step>> {
    path.segments
        .iter()
        .map(|segment| match segment.only() {
            Some(Selector::Name(name)) => Some(Step::Member(name.clone())),
            // Of another item nothing is known.
            _ => None,
        })
        .collect()
}

/// The data whose value at a place is of some kinds.
pub(super) fn of_kinds(data: Shape, steps: &[Step], kinds: Kinds) -> Shape {
    let mut data = data;
    if !kinds.may_be(Kinds::ABSENT) {
        // Whatever has a part is an object, or in JSONata an array of objects.
        for (index, step) in steps.iter().enumerate().skip(1) {
            let is_each = matches!(step, Step::Each(_));
            let around = if is_each { Kinds::OBJECT.or(Kinds::LIST) } else { Kinds::OBJECT };
            let (before, _) = steps.split_at(index);
            data = restrict(&data, before, &Step::Only(around));
        }
    }
    restrict(&data, steps, &Step::Only(kinds))
}

/// The data whose value at a place is a text, or is not. It may be the tag of an enum.
pub(super) fn tagged(data: &Shape, steps: &[Step], text: &str, is: bool) -> Shape {
    match steps.split_last() {
        Some((Step::Member(name) | Step::Each(name), around)) => {
            restrict(data, around, &Step::Tagged(name.clone(), text.to_owned(), is))
        }
        _ => data.clone(),
    }
}

/// The data whose value at a place is of some kinds, or has a member with some text.
pub(super) fn restrict(data: &Shape, steps: &[Step], narrow: &Step) -> Shape {
    let inner = match data {
        Shape::Any => return Shape::Any,
        Shape::Border(border) => return Shape::Border(Rc::new(border.narrow(steps, narrow))),
        Shape::OneOf(inner) => inner,
    };
    let Some((step, rest)) = steps.split_first() else {
        return match (narrow, &inner.object) {
            (Step::Only(kinds), _) => only(inner, *kinds),
            (Step::Tagged(name, ..), Some(members)) if !members.known.contains_key(name) => {
                let mut members = members.clone();
                let others = members.others.take();
                members.others = others.map(|border| Rc::new(border.narrow(&[], narrow)));
                Shape::from_kinds(shape::Kinds {
                    object: Some(members),
                    ..shape::Kinds::clone(inner)
                })
            }
            _ => data.clone(),
        };
    };
    let kinds = match narrow {
        Step::Only(kinds) => *kinds,
        Step::Tagged(..) | Step::Member(_) | Step::Each(_) | Step::Item | Step::OrNull => {
            Kinds::UNKNOWN
        }
    };
    let (Step::Member(name) | Step::Each(name), Some(members)) = (step, &inner.object) else {
        return data.clone();
    };
    let mut members = members.clone();
    match members.known.get_mut(name) {
        Some(member) if rest.is_empty() && kinds == Kinds::ABSENT => {
            if !member.always && !members.is_open {
                members.known.remove(name);
            }
        }
        Some(member) => {
            let shape = restrict(&member.shape, rest, narrow);
            let always = member.always || !kinds.may_be(Kinds::ABSENT);
            *member = Member { shape, always, ..*member };
        }
        None => {
            let others = members.others.as_ref();
            members.others = others.map(|border| Rc::new(border.narrow(steps, narrow)));
        }
    }
    Shape::from_kinds(shape::Kinds { object: Some(members), ..shape::Kinds::clone(inner) })
}

/// The values of some kinds. If there are none, the caller has known that before.
fn only(values: &Rc<shape::Kinds>, kinds: Kinds) -> Shape {
    let narrow = shape::Kinds {
        null: values.null && kinds.may_be(Kinds::NULL),
        boolean: values.boolean && kinds.may_be(Kinds::BOOLEAN),
        number: values.number && kinds.may_be(Kinds::NUMBER),
        string: values.string && kinds.may_be(Kinds::TEXT),
        array: values.array.clone().filter(|_| kinds.may_be(Kinds::LIST)),
        object: values.object.clone().filter(|_| kinds.may_be(Kinds::OBJECT)),
        constant: values.constant.clone(),
        not_finite: values.not_finite,
        ..shape::Kinds::default()
    };
    let narrow = Shape::from_kinds(narrow);
    if narrow.is_never() { Shape::OneOf(Rc::clone(values)) } else { narrow }
}
