//! Borders: where values of the user's Rust types enter the machine. The compiler does not know
//! these types. It follows the places within their values through the states, and the emitted code
//! has rustc check what the states read there.

use std::rc::Rc;

use super::shape::Shape;
#[cfg(feature = "aws-models")]
use crate::ir::Machine;
use crate::ir::NodeId;
use asl_language::shape::Kinds;

/// Maximum number of steps from a border to a place that is followed.
const MOST_STEPS: usize = 16;

/// Maximum number of places within a value of which more is known.
const MOST_FACTS: usize = 16;

/// Maximum number of places of which a value may come from one.
const MOST_PLACES: usize = 8;

/// One or several places within the values that enter at borders. The value comes from one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Border {
    first: Place,
    others: Vec<Place>,
}

/// A place within the values that enter at a border.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where they enter.
    pub origin: Origin,
    /// The steps from there to the place.
    pub steps: Vec<Step>,
    /// What a Choice has found out about places further in.
    facts: Vec<Fact>,
}

/// Knowledge of the values at a place: a step that narrows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Fact {
    steps: Vec<Step>,
    only: Step,
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
    /// The same value, or null if there is none, as jq reads it.
    OrNull,
    /// The same value, if its member of the first name has the second text, or another value.
    Tagged(String, String, bool),
}

impl Step {
    /// True if it leads to the same value.
    pub fn narrows(&self) -> bool {
        matches!(self, Self::Only(_) | Self::Tagged(..))
    }

    /// True if both lead to the same part.
    pub(crate) fn leads_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Member(one) | Self::Each(one), Self::Member(other) | Self::Each(other)) => {
                one == other
            }
            _ => self == other,
        }
    }
}

/// The borders whose values have Rust types.
#[derive(Clone, Debug, Default)]
pub struct Borders {
    /// True if the input has one.
    pub input: bool,
    /// For each node, the part of its task's result that has one.
    pub results: Vec<Answer>,
    /// For each node, what AWS's models say of its task's result, where it has no Rust type.
    services: Vec<Shape>,
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
    /// `Output` in the description of an execution that has ended.
    Output,
}

impl Borders {
    /// Borders with these types.
    pub fn new(input: bool, results: Vec<Answer>) -> Self {
        Self { input, results, services: Vec::new() }
    }

    /// Adds what AWS's models say of the results of calls.
    #[cfg(feature = "aws-models")]
    #[must_use]
    pub fn with_services(mut self, machine: &Machine) -> Self {
        self.services = super::services::results(machine);
        // A type says more than a place of which nothing is known.
        for (answer, shape) in self.results.iter_mut().zip(&self.services) {
            if *shape != Shape::Any {
                *answer = Answer::Untyped;
            }
        }
        self
    }

    /// True if AWS's models say something of some result.
    #[cfg(feature = "aws-models")]
    pub(super) fn has_services(&self) -> bool {
        !self.services.is_empty()
    }

    /// The shape of the input.
    pub(super) fn input(&self) -> Shape {
        of(Origin::Input, self.input)
    }

    /// The shape of the result of a node's task.
    pub(super) fn result(&self, node: NodeId) -> Shape {
        let origin = Origin::Result(node);
        match self.results.get(node.index()).copied().unwrap_or_default() {
            Answer::Untyped => self.of_service(node),
            Answer::Whole => of(origin, true),
            Answer::Payload => Shape::object_with([("Payload".to_owned(), of(origin, true))]),
            Answer::Output => Shape::object_with([("Output".to_owned(), of(origin, true))]),
        }
    }

    fn of_service(&self, node: NodeId) -> Shape {
        self.services.get(node.index()).cloned().unwrap_or(Shape::Any)
    }
}

fn of(origin: Origin, is_typed: bool) -> Shape {
    if !is_typed {
        return Shape::Any;
    }
    let first = Place { origin, steps: Vec::new(), facts: Vec::new() };
    Shape::Border(Rc::new(Border { first, others: Vec::new() }))
}

impl Border {
    /// The places, at least one.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The place, if it is the only one.
    pub fn only(&self) -> Option<&Place> {
        Some(&self.first).filter(|_| self.others.is_empty())
    }

    /// The border at which the values enter, if they are whole.
    pub fn whole(&self) -> Option<Origin> {
        let is_whole = |place: &&Place| place.path().next().is_none();
        self.only().filter(is_whole).map(|place| place.origin)
    }

    /// True if the value is whole, or known to be an object.
    pub(super) fn is_object(&self) -> bool {
        self.only().is_some_and(|place| match place.steps.last() {
            Some(Step::Only(kinds)) if *kinds == Kinds::OBJECT => true,
            _ => place.steps.iter().all(Step::narrows),
        })
    }

    /// True if an item of an array is read on the way that is null where there is none.
    #[cfg(feature = "jq")]
    pub(super) fn has_item_or_null(&self) -> bool {
        let is_read = |place: &Place| {
            let mut pairs = place.path().zip(place.path().skip(1));
            pairs.any(|pair| matches!(pair, (Step::Item, Step::OrNull)))
        };
        self.places().any(is_read)
    }

    /// The shape of a part of the value.
    pub(super) fn part(&self, step: &Step) -> Shape {
        let mut parts = self.places().map(|place| place.part(step));
        let first = parts.next().flatten();
        let others = parts.collect::<Option<Vec<_>>>();
        first
            .zip(others)
            .map_or(Shape::Any, |(first, others)| Shape::Border(Rc::new(Self { first, others })))
    }

    /// The value, with a step that narrows what is further in.
    pub(super) fn narrow(&self, steps: &[Step], only: &Step) -> Self {
        let narrow = |place: &Place| place.narrow(steps, only);
        Self { first: narrow(&self.first), others: self.others.iter().map(narrow).collect() }
    }

    /// The items of an array, or a value that is none.
    pub(super) fn items_or_itself(&self) -> Option<Self> {
        let items = self.narrow(&[], &Step::Only(Kinds::LIST)).part(&Step::Item);
        items.border()?.or(&self.narrow(&[], &Step::Only(Kinds::LIST.others())))
    }

    /// The value without what is known of it itself.
    pub(super) fn before_narrowing(&self) -> Self {
        let mut border = self.clone();
        for place in std::iter::once(&mut border.first).chain(&mut border.others) {
            while place.steps.last().is_some_and(Step::narrows) {
                place.steps.pop();
            }
        }
        border
    }

    /// The union of both, within the bound.
    pub(super) fn or(&self, other: &Self) -> Option<Self> {
        let mut union = self.clone();
        for place in other.places() {
            let mut known = std::iter::once(&mut union.first).chain(&mut union.others);
            let joined = known.find_map(|known| {
                let both = known.or(place)?;
                *known = both;
                Some(())
            });
            if joined.is_none() {
                union.others.push(place.clone());
            }
        }
        Some(union).filter(|union| union.others.len() < MOST_PLACES)
    }

    /// The union of both, if they are the same place.
    pub(super) fn if_same(&self, other: &Self) -> Option<Self> {
        let first = self.only()?.or(other.only()?)?;
        Some(Self { first, others: Vec::new() })
    }
}

impl Place {
    /// The steps that lead to other parts.
    fn path(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.narrows())
    }

    /// A part of it, within the bound.
    fn part(&self, step: &Step) -> Option<Self> {
        if self.steps.len() >= MOST_STEPS {
            return None;
        }
        let mut part = Self { origin: self.origin, steps: self.steps.clone(), facts: Vec::new() };
        part.steps.push(step.clone());
        for fact in &self.facts {
            match fact.steps.split_first() {
                Some((first, [])) if first.leads_as(step) => {
                    part.steps.push(fact.only.clone());
                }
                Some((first, rest)) if first.leads_as(step) => {
                    part.facts.push(Fact { steps: rest.to_vec(), only: fact.only.clone() });
                }
                _ => {}
            }
        }
        Some(part)
    }

    fn narrow(&self, steps: &[Step], only: &Step) -> Self {
        let mut narrow = self.clone();
        let known = if steps.is_empty() {
            narrow.steps.last_mut()
        } else {
            let known = narrow.facts.iter_mut().rev().find(|fact| fact.steps == steps);
            known.map(|fact| &mut fact.only)
        };
        match (known, only) {
            (Some(Step::Only(before)), Step::Only(kinds)) => {
                *before = before.and(*kinds);
                return narrow;
            }
            (Some(before), _) if before == only => return narrow,
            _ => {}
        }
        if steps.is_empty() && narrow.steps.len() < MOST_STEPS {
            narrow.steps.push(only.clone());
        } else if !steps.is_empty() && narrow.facts.len() < MOST_FACTS {
            narrow.facts.push(Fact { steps: steps.to_vec(), only: only.clone() });
        }
        narrow
    }

    /// The union of both, if they are the same place.
    fn or(&self, other: &Self) -> Option<Self> {
        if self.origin != other.origin || !self.path().eq(other.path()) {
            return None;
        }
        let is_same = self.steps == other.steps;
        let steps = if is_same { self.steps.clone() } else { self.path().cloned().collect() };
        let facts = self.facts.iter().filter(|fact| other.facts.contains(fact)).cloned();
        Some(Self { origin: self.origin, steps, facts: facts.collect() })
    }
}
