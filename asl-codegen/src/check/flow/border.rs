//! Borders: where values of the user's Rust types enter the machine. The compiler does not know
//! these types. It follows the places within their values through the states, and the emitted code
//! has rustc check what the states read there.

use std::rc::Rc;

use super::shape::Shape;
use crate::ir::NodeId;

/// Maximum number of steps from a border to a place that is followed.
const MOST_STEPS: usize = 16;

/// A place within the values that enter at a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// Where they enter.
    pub origin: Origin,
    /// The steps from there to the place.
    pub steps: Vec<Step>,
}

/// Where values of a Rust type enter the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The machine's input.
    Input,
    /// The result of the task that this node calls.
    Result(NodeId),
}

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The member of this name.
    Member(String),
    /// Some item of a list.
    Item,
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
    if is_typed { Shape::Border(Rc::new(Border { origin, steps: Vec::new() })) } else { Shape::Any }
}

impl Border {
    /// The shape of a part of the place.
    pub(super) fn part(&self, step: Step) -> Shape {
        if self.steps.len() >= MOST_STEPS {
            return Shape::Any;
        }
        let mut steps = self.steps.clone();
        steps.push(step);
        Shape::Border(Rc::new(Self { origin: self.origin, steps }))
    }
}
