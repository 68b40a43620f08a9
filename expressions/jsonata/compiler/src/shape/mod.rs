//! The values that a node may have: a set of types, and how many values there are.
//!
//! The analysis knows nothing about the input and the variables that a run is given. Errors are no
//! values: `a + 1` is a number or undefined.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "nodes that a special case is not for may have any value; `of_kind` lists every kind"
)]

mod call;
mod node;

use std::collections::HashMap;

use asl_language::jsonata::signature::Types;

use super::parts::{Role, parts};
use super::resolve::{Meaning, Names, Reference, Storage, VariableId};
use super::tree::{Expression, Kind, Lambda, Node};

/// The possible values of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// The types of the value; [`Types::MISSING`] is undefined.
    pub(super) types: Types,
    /// The types of the items, if the value is an array.
    pub(super) items: Types,
    /// True if an array may be a sequence, which paths flatten.
    pub(super) is_sequence: bool,
}

/// The number of values of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cardinality {
    /// One; an array is one value.
    One,
    /// One or none.
    MaybeNone,
    /// Any number: none is undefined, one is itself, several are an array.
    Sequence,
}

impl Shape {
    /// Any value.
    pub(super) const ANY: Self = Self { types: Types::ALL, items: Types::ALL, is_sequence: true };

    /// One value of these types, which is no array.
    const fn one(types: Types) -> Self {
        Self { types, items: Types::NONE, is_sequence: false }
    }

    /// An array of such items. An item may be an array itself.
    const fn array(items: Types) -> Self {
        Self { types: Types::ARRAY, items, is_sequence: false }
    }

    /// A sequence of such items, which has collapsed.
    fn sequence(items: Types) -> Self {
        let types = items.and(Types::MISSING).and(Types::ARRAY);
        // The only item may be an array of any items.
        let items = if items.meets(Types::ARRAY) { Types::ALL } else { items };
        Self { types, items, is_sequence: true }
    }

    /// The number of values.
    pub(super) fn cardinality(self) -> Cardinality {
        if self.is_sequence && self.types.meets(Types::ARRAY) {
            Cardinality::Sequence
        } else if self.may_be(Types::MISSING) {
            Cardinality::MaybeNone
        } else {
            Cardinality::One
        }
    }

    /// True if the value may have one of these types.
    pub(super) fn may_be(self, types: Types) -> bool {
        self.types.meets(types)
    }

    /// True if the value certainly has one of these types.
    pub(super) fn is(self, types: Types) -> bool {
        self.types.is_within(types)
    }

    /// The types of its items, where a value that is no array is an item itself.
    pub(super) fn of_items(self) -> Types {
        let plain = self.types.without(Types::ARRAY).without(Types::MISSING);
        if self.may_be(Types::ARRAY) { plain.and(self.items) } else { plain }
    }

    /// One of both.
    fn or(self, other: Self) -> Self {
        Self {
            types: self.types.and(other.types),
            items: self.items.and(other.items),
            is_sequence: self.is_sequence || other.is_sequence,
        }
    }

    /// The same, or undefined if that is so.
    fn or_missing_if(self, is_so: bool) -> Self {
        Self { types: if is_so { self.types.and(Types::MISSING) } else { self.types }, ..self }
    }

    fn without(self, types: Types) -> Self {
        Self { types: self.types.without(types), ..self }
    }
}

/// The shapes in an expression.
pub(super) struct Shapes<'n> {
    names: &'n Names,
    /// Those of variables that are bound once. The others may have any value.
    variables: HashMap<VariableId, Shape>,
    /// Those of the results of functions that such variables are.
    results: HashMap<VariableId, Shape>,
    /// The numbers of parameters of variables that are functions, and of results that are.
    arities: HashMap<VariableId, usize>,
    arities_of_results: HashMap<VariableId, usize>,
}

impl<'n> Shapes<'n> {
    /// The shapes in an expression whose names have been resolved.
    pub(super) fn new(expression: &Expression, names: &'n Names) -> Self {
        let mut shapes = Self {
            names,
            variables: HashMap::new(),
            results: HashMap::new(),
            arities: HashMap::new(),
            arities_of_results: HashMap::new(),
        };
        shapes.learn(&expression.body);
        shapes
    }

    /// The shape of a node's value: after its predicates and its group, and collapsed.
    pub(super) fn of(&self, node: &Node) -> Shape {
        let is_filtered = !node.predicates.is_empty();
        if node.group.is_some() {
            return Shape::one(Types::OBJECT);
        }
        let shape = self.of_kind(node);
        if is_filtered { Shape::sequence(shape.of_items()) } else { shape }
    }

    /// The shape of a name.
    fn of_reference(&self, reference: &Reference) -> Shape {
        if !reference.maybe.is_empty() {
            return Shape::ANY;
        }
        match reference.end {
            Meaning::Variable(id) => self.variables.get(&id).copied().unwrap_or(Shape::ANY),
            Meaning::BuiltIn(_) => Shape::one(Types::FUNCTION),
            Meaning::Undefined => Shape::one(Types::MISSING),
            Meaning::Tuple(..) | Meaning::Given(_) | Meaning::Input => Shape::ANY,
        }
    }

    /// The number of a function's parameters, if the value of a node certainly is a function.
    pub(super) fn arity(&self, node: &Node) -> Option<usize> {
        if !node.predicates.is_empty() || node.group.is_some() || node.keeps_array {
            return None;
        }
        match &node.kind {
            Kind::Lambda(lambda) => lambda.signature.is_none().then_some(lambda.parameters.len()),
            Kind::Partial(_, arguments) => {
                Some(arguments.iter().filter(|argument| argument.is_none()).count())
            }
            Kind::Variable(_) => self.arities.get(&self.names.certain_variable(node)?).copied(),
            Kind::Call(call) => {
                let function = self.names.certain_variable(&call.callee)?;
                self.arities_of_results.get(&function).copied()
            }
            _ => None,
        }
    }

    /// Notes the shapes of the variables in a node, in the order in which they are bound.
    fn learn(&mut self, node: &Node) {
        let mut parts = parts(node);
        match &node.kind {
            Kind::Call(call) => self.learn_parameters(call, None),
            Kind::Apply(left, right) => {
                if let Kind::Call(call) = &right.kind {
                    self.learn_parameters(call, Some(left));
                    parts.retain(|(role, _)| *role != Role::Applied);
                    parts.extend(self::parts(right));
                }
            }
            _ => {}
        }
        for (_, part) in parts {
            self.learn(part);
        }
        let Kind::Bind(name, value) = &node.kind else { return };
        let Some(id) = self.names.binds.get(&name.place.start).copied() else { return };
        let storage = self.names.variable(id).map(|variable| variable.storage);
        if !matches!(storage, Some(Storage::Local | Storage::Function)) {
            return;
        }
        self.variables.insert(id, self.of(value));
        if let Some(arity) = self.arity(value) {
            self.arities.insert(id, arity);
        }
        if let Some(lambda) = plain_lambda(value) {
            self.results.insert(id, self.of(&lambda.body));
            if let Some(arity) = self.arity(&lambda.body) {
                self.arities_of_results.insert(id, arity);
            }
        }
    }
}

/// The function that a node is.
pub(super) fn plain_lambda(node: &Node) -> Option<&Lambda> {
    match &node.kind {
        Kind::Lambda(lambda) if node.predicates.is_empty() && node.group.is_none() => Some(lambda),
        _ => None,
    }
}
