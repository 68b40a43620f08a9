//! Borders: where values of the user's Rust types enter the machine. The compiler does not know
//! these types. It follows the places within their values through the states, and the emitted code
//! has rustc check what the states read there.

use std::rc::Rc;

use super::shape::Shape;
use crate::ir::NodeId;
use asl_language::shape::Kinds;

/// Maximum number of steps from a border to a place that is followed.
const MOST_STEPS: usize = 16;

/// Maximum number of places within a value of which more is known.
const MOST_FACTS: usize = 16;

/// A place within the values that enter at a border.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Border {
    /// Where they enter.
    pub origin: Origin,
    /// The steps from there to the place.
    pub steps: Vec<Step>,
    /// What a Choice has found out about places further in.
    facts: Vec<Fact>,
}

/// The kinds of values at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fact {
    steps: Vec<Step>,
    kinds: Kinds,
}

/// Where values of a Rust type enter the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The machine's input.
    Input,
    /// The result of the task that this node calls.
    Result(NodeId),
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The member of this name.
    Member(String),
    /// The member of this name, or those of the objects in an array, as JSONata finds them.
    Each(String),
    /// Some item of an array.
    Item,
    /// The same value, if it is of one of these kinds; the data flow leaves others out.
    Only(Kinds),
}

/// The borders whose values have Rust types.
#[derive(Clone, Debug, Default)]
pub struct Borders {
    /// True if the input has one.
    pub input: bool,
    /// For each node, the part of its task's result that has one.
    pub results: Vec<Answer>,
}

/// The part of a task's result that has a Rust type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// None.
    #[default]
    Untyped,
    /// All of it.
    Whole,
    /// `Payload` in the response of `lambda:invoke`.
    Payload,
}

impl Borders {
    /// The shape of the input.
    pub(super) fn input(&self) -> Shape {
        of(Origin::Input, self.input)
    }

    /// The shape of the result of a node's task.
    pub(super) fn result(&self, node: NodeId) -> Shape {
        let origin = Origin::Result(node);
        match self.results.get(node.index()).copied().unwrap_or_default() {
            Answer::Untyped => Shape::Any,
            Answer::Whole => of(origin, true),
            Answer::Payload => Shape::object_with([("Payload".to_owned(), of(origin, true))]),
        }
    }
}

fn of(origin: Origin, is_typed: bool) -> Shape {
    if !is_typed {
        return Shape::Any;
    }
    Shape::Border(Rc::new(Border { origin, steps: Vec::new(), facts: Vec::new() }))
}

impl Border {
    /// The shape of a part of the place.
    pub(super) fn part(&self, step: Step) -> Shape {
        if self.steps.len() >= MOST_STEPS {
            return Shape::Any;
        }
        let mut part = Self { origin: self.origin, steps: self.steps.clone(), facts: Vec::new() };
        for fact in &self.facts {
            if let Some((first, rest)) = fact.steps.split_first()
                && is_same(first, &step)
            {
                part.facts.push(Fact { steps: rest.to_vec(), kinds: fact.kinds });
            }
        }
        part.steps.push(step);
        part.facts.retain(|fact| {
            if fact.steps.is_empty() {
                part.steps.push(Step::Only(fact.kinds));
            }
            !fact.steps.is_empty()
        });
        Shape::Border(Rc::new(part))
    }

    /// The place, with the kinds of the value further in.
    pub(super) fn narrow(&self, steps: Vec<Step>, kinds: Kinds) -> Shape {
        let mut narrow = self.clone();
        if let (Some(Step::Only(before)), true) = (narrow.steps.last_mut(), steps.is_empty()) {
            *before = before.and(kinds);
        } else if steps.is_empty() {
            if narrow.steps.len() < MOST_STEPS {
                narrow.steps.push(Step::Only(kinds));
            }
        } else if let Some(fact) = narrow.facts.iter_mut().find(|fact| fact.steps == steps) {
            fact.kinds = fact.kinds.and(kinds);
        } else if narrow.facts.len() < MOST_FACTS {
            narrow.facts.push(Fact { steps, kinds });
        }
        Shape::Border(Rc::new(narrow))
    }

    /// The union of both, if they are the same place.
    pub(super) fn or(&self, other: &Self) -> Option<Self> {
        let is_place = |step: &&Step| !matches!(step, Step::Only(_));
        let place =
            |border: &Self| border.steps.iter().filter(is_place).cloned().collect::<Vec<_>>();
        let steps = if self.steps == other.steps { self.steps.clone() } else { place(self) };
        let is_same = self.origin == other.origin && place(self) == place(other);
        let facts = self.facts.iter().filter(|fact| other.facts.contains(fact)).cloned();
        is_same.then(|| Self { origin: self.origin, steps, facts: facts.collect() })
    }
}

/// True if both steps lead to the same part of an object.
fn is_same(one: &Step, other: &Step) -> bool {
    match (one, other) {
        (Step::Member(one) | Step::Each(one), Step::Member(other) | Step::Each(other)) => {
            one == other
        }
        _ => one == other,
    }
}
