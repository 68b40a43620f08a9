//! The shapes of calls: the results of built-ins, and the parameters of functions that only a
//! built-in calls.

use asl_language::jsonata::signature::Types;

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
            Some(built_in) => self.of_built_in(built_in.function, &arguments),
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

    fn of_built_in(&self, function: &str, arguments: &[&Node]) -> Shape {
        let shape = |place: usize| arguments.get(place).map_or(Shape::ANY, |node| self.of(node));
        let is_missing = || {
            arguments.is_empty()
                || arguments.iter().any(|node| self.of(node).may_be(Types::MISSING))
        };
        match function {
            "count" | "millis" | "random" => Shape::one(Types::NUMBER),
            "exists" => Shape::one(Types::BOOLEAN),
            "uuid" => Shape::one(Types::STRING),
            "sum" | "length" | "abs" | "floor" | "ceil" | "number" | "sqrt" => {
                Shape::one(Types::NUMBER).or_missing_if(is_missing())
            }
            "average" | "max" | "min" | "round" | "power" | "parse_integer" | "to_millis" => {
                Shape::one(Types::NUMBER.and(Types::MISSING))
            }
            "boolean" | "not" => Shape::one(Types::BOOLEAN).or_missing_if(is_missing()),
            "contains" => Shape::one(Types::BOOLEAN.and(Types::MISSING)),
            "string" | "lowercase" | "uppercase" | "trim" | "type_of" => {
                Shape::one(Types::STRING).or_missing_if(is_missing())
            }
            "substring"
            | "substring_before"
            | "substring_after"
            | "pad"
            | "replace"
            | "join"
            | "base64_encode"
            | "base64_decode"
            | "encode_url"
            | "encode_url_component"
            | "decode_url"
            | "decode_url_component"
            | "format_number"
            | "format_base"
            | "format_integer"
            | "from_millis"
            | "now"
            | "hash" => Shape::one(Types::STRING.and(Types::MISSING)),
            "merge" | "sift" => Shape::one(Types::OBJECT.and(Types::MISSING)),
            "keys" => Shape::sequence(Types::STRING),
            "split" => Shape::array(Types::STRING).or_missing_if(true),
            "sort" | "reverse" | "shuffle" | "distinct" | "filter" => {
                Shape::sequence(shape(0).of_items())
            }
            "map" | "each" => self.of_mapped(arguments),
            "reduce" => self.of_reduced(arguments),
            _ => Shape::ANY,
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
        match built_in.function {
            "map" | "filter" | "single" => self.learn_given(function, &[item, index, whole]),
            "sort" => self.learn_given(function, &[item, item]),
            "each" | "sift" => {
                self.learn_given(function, &[value, Shape::one(Types::STRING), object]);
            }
            "reduce" => {
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
