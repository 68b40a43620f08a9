//! The shapes of calls: the results of built-ins, and the parameters of functions that only a
//! built-in calls.

use asl_language::jsonata::signature::Types;
use asl_language::jsonata::{BuiltIn, BuiltInId, ResultShape};

use super::{Shape, Shapes, plain_lambda};
use crate::resolve::{Meaning, Storage};
use crate::tree::{Call, Kind, Lambda, Node};

/// Maximum number of times that the accumulator of `$reduce` is looked at.
const MOST_TURNS: usize = 4;

impl Shapes<'_> {
    /// The shape of a call's result. `first` is the left side of `~>`.
    pub(super) fn of_call(&self, call: &Call, first: Option<&Node>) -> Shape {
        let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
        match self.names.built_in(&call.callee) {
            Some(built_in) => self.of_built_in(built_in, &arguments),
            None => self.of_result(&call.callee),
        }
    }

    /// The result of a function of the expression.
    fn of_result(&self, callee: &Node) -> Shape {
        if !callee.predicates.is_empty() || callee.group.is_some() {
            return Shape::ANY;
        }
        let reference = self.names.references.get(&callee.place.start);
        let reference = reference.filter(|_| matches!(callee.kind, Kind::Variable(_)));
        match reference.map(|reference| (reference.end, reference.maybe.is_empty())) {
            Some((Meaning::Variable(id), true)) => {
                self.results.get(&id).copied().unwrap_or(Shape::ANY)
            }
            _ => Shape::ANY,
        }
    }

    fn of_built_in(&self, built_in: &BuiltIn, arguments: &[&Node]) -> Shape {
        let is_missing = || {
            arguments.is_empty()
                || arguments.iter().any(|node| self.of(node).may_be(Types::MISSING))
        };
        match built_in.result {
            ResultShape::Any => Shape::ANY,
            ResultShape::One(types) => Shape::one(types),
            ResultShape::Maybe(types) => Shape::one(types.and(Types::MISSING)),
            ResultShape::IfGiven(types) => Shape::one(types).or_missing_if(is_missing()),
            ResultShape::Array(items) => Shape::array(items).or_missing_if(true),
            ResultShape::Sequence(items) => Shape::sequence(items),
            ResultShape::Items => {
                let array = arguments.first().map_or(Shape::ANY, |node| self.of(node));
                Shape::sequence(array.of_items())
            }
            ResultShape::Mapped => self.of_mapped(arguments),
            ResultShape::Reduced => self.of_reduced(arguments),
        }
    }

    /// The results of a function that is written as an argument.
    fn of_mapped(&self, arguments: &[&Node]) -> Shape {
        let Some(lambda) = arguments.get(1).and_then(|node| plain_lambda(node)) else {
            return Shape::ANY;
        };
        Shape::sequence(self.of(&lambda.body).types.without(Types::MISSING))
    }

    fn of_reduced(&self, arguments: &[&Node]) -> Shape {
        let Some(lambda) = arguments.get(1).and_then(|node| plain_lambda(node)) else {
            return Shape::ANY;
        };
        self.start_of_reduce(arguments).or(self.of(&lambda.body)).or_missing_if(true)
    }

    /// The first accumulator: the third argument, or the first item.
    fn start_of_reduce(&self, arguments: &[&Node]) -> Shape {
        let items = arguments.first().map_or(Shape::ANY, |array| item_of(self.of(array)));
        match arguments.get(2) {
            Some(init) => {
                let init = self.of(init);
                if init.may_be(Types::MISSING) { init.or(items) } else { init }
            }
            None => items,
        }
    }

    /// Notes the parameters of a function that is written as the argument of a built-in. Nothing
    /// else calls it.
    pub(super) fn learn_parameters(&mut self, call: &Call, first: Option<&Node>) {
        let Some(built_in) = self.names.built_in(&call.callee) else { return };
        let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
        let Some([array, function]) = arguments.get(..2) else { return };
        let Some(lambda) = plain_lambda(function).filter(|lambda| lambda.signature.is_none())
        else {
            return;
        };
        let array = self.of(array);
        let whole = Shape { types: Types::ARRAY, items: array.of_items(), is_sequence: true };
        let (item, index) = (item_of(array), Shape::one(Types::NUMBER));
        let value = Shape { is_sequence: false, ..Shape::ANY };
        let object = Shape::one(Types::OBJECT);
        match built_in.id {
            BuiltInId::Map | BuiltInId::Filter | BuiltInId::Single => {
                self.learn_given(function, &[item, index, whole]);
            }
            BuiltInId::Sort => self.learn_given(function, &[item, item]),
            BuiltInId::Each | BuiltInId::Sift => {
                self.learn_given(function, &[value, Shape::one(Types::STRING), object]);
            }
            BuiltInId::Reduce => {
                let start = self.start_of_reduce(&arguments);
                self.learn_given(function, &[start, item, index, whole]);
                self.learn_accumulator(function, lambda, start);
            }
            _ => {}
        }
    }

    /// Notes the shapes of a function's parameters; those that it is not given are undefined.
    fn learn_given(&mut self, function: &Node, given: &[Shape]) {
        let names = self.names;
        let parameters = names.parameters.get(&function.place.start);
        for (place, id) in parameters.into_iter().flatten().enumerate() {
            let is_local =
                names.variable(*id).is_some_and(|variable| variable.storage == Storage::Local);
            if is_local {
                let shape = given.get(place).copied().unwrap_or(Shape::one(Types::MISSING));
                self.variables.insert(*id, shape);
            }
        }
    }

    /// The accumulator of `$reduce` is the start or what the function gives.
    fn learn_accumulator(&mut self, function: &Node, lambda: &Lambda, start: Shape) {
        let parameters = self.names.parameters.get(&function.place.start);
        let Some(id) = parameters.and_then(|ids| ids.first()).copied() else { return };
        if !self.variables.contains_key(&id) {
            return;
        }
        let mut shape = start;
        for _ in 0..MOST_TURNS {
            let next = shape.or(self.of(&lambda.body));
            if next == shape {
                return;
            }
            shape = next;
            self.variables.insert(id, shape);
        }
        self.variables.insert(id, Shape::ANY);
    }
}

/// An item of an array; a value that is no array is an item itself.
fn item_of(array: Shape) -> Shape {
    let types = array.of_items();
    let items = if types.meets(Types::ARRAY) { Types::ALL } else { Types::NONE };
    Shape { types, items, is_sequence: types.meets(Types::ARRAY) }
}
