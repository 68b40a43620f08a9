//! What an expression reads of the values that a run is given, with the types that it takes there,
//! and what a condition says of them.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "only operators, calls and paths are special; `parts` lists every kind"
)]

use std::collections::HashMap;

use asl_language::jsonata::BuiltInId;
use asl_language::jsonata::signature::{ItemType, Signature, Types};

use super::Program;
use super::parts::{Role, parts};
use super::resolve::{Names, VariableId, resolve};
use super::shape::Shapes;
use super::tree::{Call, Kind, Node, Operator, Path, Stage};
use asl_language::shape::checks::Weight;
use asl_source::expression::reads::{Known, Read, What};

/// Maximum number of reads of an expression. More are not known.
const MOST_READS: usize = 200;

/// Built-ins that say if there is a value, or what it is.
const TESTS: &[BuiltInId] = &[
    BuiltInId::Append,
    BuiltInId::Boolean,
    BuiltInId::Count,
    BuiltInId::Exists,
    BuiltInId::Not,
    BuiltInId::TypeOf,
];

impl Program {
    /// What the expression reads of the values that a run is given.
    pub fn reads(&self) -> Vec<Read> {
        let given: Vec<&str> = self.given().collect();
        let names = resolve(&self.expression, &given);
        let shapes = Shapes::new(&self.expression, &names);
        let locals = Locals::new();
        let mut reader = Reader { names: &names, shapes: &shapes, locals, reads: Vec::new() };
        let site = Site { weight: Weight::Fault, context: None };
        reader.node(&self.expression.body, Types::ALL, &site);
        reader.reads
    }

    /// What is known of the values that a run is given if the expression, as a condition, holds or
    /// does not hold.
    pub fn known(&self, holds: bool) -> Vec<Known> {
        let given: Vec<&str> = self.given().collect();
        let names = resolve(&self.expression, &given);
        let mut known = Vec::new();
        self::known(&self.expression.body, holds, &names, &mut known);
        known
    }
}

/// A value that a run is given and the names of members.
type Place = (String, Vec<String>);

/// The variables of the expression that are such a place, or an item of the array there.
type Locals = HashMap<VariableId, (Place, Part)>;

/// The part of a place that a variable is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Item,
}

/// Where a node stands.
#[derive(Clone)]
struct Site {
    weight: Weight,
    /// The place of the context item, if it is known.
    context: Option<Place>,
}

impl Site {
    fn doubtful(&self) -> Self {
        Self { weight: Weight::Doubt, context: self.context.clone() }
    }

    /// The site of what is evaluated for each item of an array.
    fn of_items(&self, context: Option<Place>) -> Self {
        let weight = match self.weight {
            Weight::Fault | Weight::OfItems => Weight::OfItems,
            Weight::Doubt => Weight::Doubt,
        };
        Self { weight, context }
    }
}

struct Reader<'n> {
    names: &'n Names,
    shapes: &'n Shapes<'n>,
    locals: Locals,
    reads: Vec<Read>,
}

impl Reader<'_> {
    /// Notes what a node reads. Its place takes values of some types.
    fn node(&mut self, node: &Node, types: Types, site: &Site) {
        if self.reads.len() >= MOST_READS {
            return;
        }
        let is_plain = node.predicates.is_empty() && node.group.is_none();
        let types = if is_plain && !node.keeps_array { types } else { Types::ALL };
        match &node.kind {
            Kind::Path(path) => self.path(path, types, site),
            Kind::Variable(_) => match start(node, self.names, &self.locals) {
                // What is read without a type is read where the variable is bound.
                Some((place, Part::Whole)) if types != Types::ALL => self.read(place, types, site),
                _ => {}
            },
            Kind::Bind(name, value) => {
                self.node(value, Types::ALL, site);
                let id = self.names.binds.get(&name.place.start).copied();
                let id = id.filter(|id| self.bindings(*id) == 1);
                self.locals.extend(id.zip(place(value, self.names, &self.locals)));
            }
            Kind::Negate(operand) => self.node(operand, Types::NUMBER, site),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, site),
            Kind::Coalesce(left, right) | Kind::Default(left, right) => {
                self.node(left, types, &site.doubtful());
                self.node(right, types, &site.doubtful());
            }
            Kind::Condition(test, first, second) => {
                self.asked(test, site);
                for branch in std::iter::once(first).chain(second) {
                    self.node(branch, types, &site.doubtful());
                }
            }
            Kind::Call(call) => self.call(call, site),
            _ => {
                let parts = parts(node).into_iter();
                let own = parts.filter(|(role, _)| !matches!(role, Role::Predicate | Role::Group));
                own.for_each(|(role, part)| self.part(role, part, site));
            }
        }
        let unknown = Site { weight: Weight::Doubt, context: None };
        for predicate in &node.predicates {
            self.node(predicate, Types::ALL, &unknown);
        }
        let context = place_of(node, self.names, &self.locals).map(|(place, _)| place);
        let is_known = context.is_some() && node.predicates.is_empty();
        let grouped = if is_known { site.of_items(context) } else { unknown };
        for (key, value) in node.group.iter().flat_map(|group| &group.entries) {
            self.node(key, Types::ALL, &grouped);
            self.node(value, Types::ALL, &grouped);
        }
    }

    /// How often `:=` binds a variable.
    fn bindings(&self, id: VariableId) -> usize {
        self.names.binds.values().filter(|bound| **bound == id).count()
    }

    /// A part of a node that takes anything there.
    fn part(&mut self, role: Role, part: &Node, site: &Site) {
        match role {
            Role::Branch | Role::Value { has_literal_key: false } => {
                self.node(part, Types::ALL, &site.doubtful());
            }
            Role::Operand
            | Role::Callee
            | Role::Applied
            | Role::Statement
            | Role::Key
            | Role::Value { has_literal_key: true } => self.node(part, Types::ALL, site),
            Role::Body
            | Role::Step { .. }
            | Role::Filter { .. }
            | Role::SortKey
            | Role::Transform
            | Role::Predicate
            | Role::Group => {
                self.node(part, Types::ALL, &Site { weight: Weight::Doubt, context: None });
            }
        }
    }

    fn binary(&mut self, operator: Operator, left: &Node, right: &Node, site: &Site) {
        match operator {
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo
            | Operator::Range => {
                self.node(left, Types::NUMBER, site);
                self.node(right, Types::NUMBER, site);
            }
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => {
                let (of_left, of_right) = (self.ordered_with(right), self.ordered_with(left));
                self.node(left, of_left, site);
                self.node(right, of_right, site);
            }
            Operator::And | Operator::Or => {
                self.asked(left, site);
                self.node(right, Types::ALL, &site.doubtful());
            }
            Operator::Equal | Operator::NotEqual | Operator::Concatenate | Operator::In => {
                self.asked(left, site);
                self.asked(right, site);
            }
        }
    }

    /// What an operand reads that may be undefined: a place that no values have is a fault.
    fn asked(&mut self, operand: &Node, site: &Site) {
        let is_place = place(operand, self.names, &self.locals).is_some();
        let asked = is_place.then(|| site.of_items(site.context.clone()));
        self.node(operand, Types::ALL, asked.as_ref().unwrap_or(site));
    }

    /// The types that can be ordered with a node: numbers with numbers, strings with strings.
    fn ordered_with(&self, other: &Node) -> Types {
        let both = Types::NUMBER.and(Types::STRING);
        // Whatever may be undefined may be ordered with everything.
        let other = self.shapes.of(other).types;
        let is_one = other == Types::NUMBER || other == Types::STRING;
        if is_one { other } else { both }
    }

    fn call(&mut self, call: &Call, site: &Site) {
        let built_in = self.names.built_in(&call.callee);
        let Some(built_in) = built_in else {
            self.node(&call.callee, Types::ALL, site);
            return call.arguments.iter().for_each(|it| self.node(it, Types::ALL, site));
        };
        if TESTS.contains(&built_in.id) {
            // What is computed is computed, whatever becomes of it.
            let is_path = |node: &Node| matches!(node.kind, Kind::Path(_) | Kind::Variable(_));
            return call.arguments.iter().for_each(|argument| {
                let doubtful = is_path(argument).then(|| site.doubtful());
                self.node(argument, Types::ALL, doubtful.as_ref().unwrap_or(site));
            });
        }
        let any = vec![Types::ALL; call.arguments.len()];
        let signature = Signature::read(built_in.signature).ok();
        let counts = signature.as_ref().and_then(|it| it.counts(&any)).unwrap_or_default();
        let parameters = signature.iter().flat_map(Signature::parameters);
        let taken = parameters.zip(counts).flat_map(|(parameter, count)| {
            let types = if parameter.is_array { Types::ALL } else { parameter.types };
            let items = parameter.items.map_or(Types::ALL, ItemType::types);
            std::iter::repeat_n((types, items), count)
        });
        let taken: Vec<_> = taken.collect();
        for (index, argument) in call.arguments.iter().enumerate() {
            let (types, items) = taken.get(index).copied().unwrap_or((Types::ALL, Types::ALL));
            match self.lambda_of_items(built_in.id, call, index) {
                Some(body) => self.node(body, Types::ALL, &site.of_items(None)),
                None => self.node(argument, types, site),
            }
            if let Some((place, Part::Whole)) = place(argument, self.names, &self.locals)
                && items != Types::ALL
            {
                self.items(place, items, site);
            }
        }
    }

    /// The body of an argument that is a function of the items of the argument before it. Notes what
    /// its parameters are.
    fn lambda_of_items<'t>(
        &mut self,
        built_in: BuiltInId,
        call: &'t Call,
        index: usize,
    ) -> Option<&'t Node> {
        let items: &[usize] = match built_in {
            BuiltInId::Filter | BuiltInId::Map | BuiltInId::Single => &[0],
            BuiltInId::Reduce => &[1],
            BuiltInId::Sort => &[0, 1],
            _ => return None,
        };
        let (Some(of), Some(function)) = (call.arguments.first(), call.arguments.get(index)) else {
            return None;
        };
        let Kind::Lambda(lambda) = &function.kind else { return None };
        let (place, _) = place(of, self.names, &self.locals).filter(|_| index == 1)?;
        let parameters = self.names.parameters.get(&function.place.start)?;
        for parameter in items.iter().filter_map(|item| parameters.get(*item)) {
            if self.bindings(*parameter) == 0 {
                self.locals.insert(*parameter, (place.clone(), Part::Item));
            }
        }
        Some(&lambda.body)
    }

    /// The members of a path, and what its filters and its other steps read.
    fn path(&mut self, path: &Path, types: Types, site: &Site) {
        let mut place = site.context.clone();
        let mut site = site.clone();
        let (mut is_whole, mut names_only) = (!path.keeps_singleton, true);
        // A variable that is an item is no read of the array.
        let mut is_item = false;
        for (index, step) in path.steps.iter().enumerate() {
            let is_simple = step.focus.is_none()
                && step.index.is_none()
                && step.label.is_none()
                && !step.is_tuple;
            let start = start(&step.node, self.names, &self.locals).filter(|_| index == 0);
            match (&step.node.kind, start) {
                (_, Some((start, part))) => {
                    is_item = part == Part::Item;
                    site = if is_item { site.of_items(None) } else { site };
                    place = Some(start);
                }
                (Kind::Name(name), None) if names_only => {
                    is_item = false;
                    if let Some((_, names)) = &mut place {
                        names.push(name.clone());
                    }
                }
                (Kind::Sort(terms), None) if names_only && place.is_some() => {
                    is_whole = false;
                    let of_item = site.of_items(place.clone());
                    for term in terms {
                        self.node(&term.key, Types::ALL, &of_item);
                    }
                }
                _ => {
                    if let Some(place) = place.take().filter(|_| names_only && index > 0) {
                        self.read(place.clone(), Types::ALL, &site);
                        site = site.of_items(Some(place));
                    } else if index > 0 {
                        site = Site { weight: Weight::Doubt, context: None };
                    }
                    (is_whole, names_only) = (false, false);
                    self.node(&step.node, Types::ALL, &site);
                }
            }
            is_whole &= step.stages.is_empty();
            let context = place.clone().filter(|_| is_simple);
            let of_item = site.of_items(context);
            for stage in &step.stages {
                if let Stage::Filter(filter) = stage {
                    self.node(filter, Types::ALL, &of_item);
                }
            }
            if !is_simple {
                (place, names_only) = (None, false);
            }
        }
        if let Some(place) = place.filter(|_| names_only && !is_item) {
            self.read(place, if is_whole { types } else { Types::ALL }, &site);
        }
    }

    /// Notes that the items at a place, or the value there, must have some types.
    fn items(&mut self, (given, names): Place, types: Types, site: &Site) {
        let weight = site.of_items(None).weight;
        self.reads.push(Read { given, names, types, is_of_items: true, weight });
    }

    fn read(&mut self, (given, names): Place, types: Types, site: &Site) {
        if names.is_empty() && types == Types::ALL {
            return;
        }
        self.reads.push(Read { given, names, types, is_of_items: false, weight: site.weight });
    }
}

/// Adds what is known of the values that a run is given if a condition holds, or does not hold.
fn known(node: &Node, holds: bool, names: &Names, list: &mut Vec<Known>) {
    let is_plain = node.predicates.is_empty() && node.group.is_none() && !node.keeps_array;
    if !is_plain {
        return;
    }
    let mut say = |node: &Node, what: What| {
        let place = place(node, names, &Locals::new());
        list.extend(place.map(|((given, names), _)| Known { given, names, what }));
    };
    let mut add = |node: &Node, types: Types| say(node, What::Types(types));
    match &node.kind {
        Kind::Binary(Operator::And, left, right) if holds => {
            known(left, true, names, list);
            known(right, true, names, list);
        }
        Kind::Binary(Operator::Or, left, right) if !holds => {
            known(left, false, names, list);
            known(right, false, names, list);
        }
        Kind::Binary(
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual,
            left,
            right,
        ) if holds => {
            let types = Types::NUMBER.and(Types::STRING);
            add(left, types);
            add(right, types);
        }
        Kind::Binary(operator @ (Operator::Equal | Operator::NotEqual), left, right) => {
            let is_equal = holds == matches!(operator, Operator::Equal);
            equality((left, right), (is_equal, holds), &mut say);
            equality((right, left), (is_equal, holds), &mut say);
        }
        Kind::Call(call) => match names.built_in(&call.callee).map(|built_in| built_in.id) {
            Some(BuiltInId::Not) => {
                call.arguments.iter().for_each(|inner| known(inner, !holds, names, list));
            }
            Some(BuiltInId::Exists) => {
                let present = Types::ALL.without(Types::MISSING);
                let types = if holds { present } else { Types::MISSING };
                call.arguments.iter().for_each(|argument| add(argument, types));
            }
            _ => {}
        },
        Kind::Path(_) if holds => add(node, Types::ALL.without(Types::MISSING.and(Types::NULL))),
        _ => {}
    }
}

/// Says of an operand of a comparison if it is equal to the other one, and if both are there. A comparison with undefined is false.
fn equality(
    (one, other): (&Node, &Node),
    (is_equal, is_there): (bool, bool),
    say: &mut impl FnMut(&Node, What),
) {
    if let Kind::String(text) = &other.kind {
        say(one, What::Text(text.clone(), is_equal));
    }
    let types = match (&other.kind, is_equal) {
        (Kind::String(_), true) => Types::STRING,
        (Kind::Number(_), true) => Types::NUMBER,
        (Kind::Bool(_), true) => Types::BOOLEAN,
        (Kind::Null, true) => Types::NULL,
        (Kind::Null, false) => Types::ALL.without(Types::NULL.and(Types::MISSING)),
        _ => Types::ALL.without(Types::MISSING),
    };
    let types = if is_there { types } else { types.and(Types::MISSING) };
    if types != Types::ALL {
        say(one, What::Types(types));
    }
}

/// The place at which a path begins.
fn start(node: &Node, names: &Names, locals: &Locals) -> Option<(Place, Part)> {
    let Kind::Variable(name) = &node.kind else { return None };
    match names.given(node) {
        Some(_) => Some(((name.clone(), Vec::new()), Part::Whole)),
        None => locals.get(&names.certain_variable(node)?).cloned(),
    }
}

/// The place that a node is.
fn place(node: &Node, names: &Names, locals: &Locals) -> Option<(Place, Part)> {
    let is_plain = node.predicates.is_empty() && node.group.is_none();
    place_of(node, names, locals).filter(|_| is_plain)
}

/// The place that a node is without its predicates and its group.
fn place_of(node: &Node, names: &Names, locals: &Locals) -> Option<(Place, Part)> {
    let Kind::Path(path) = &node.kind else { return start(node, names, locals) };
    let (first, rest) = path.steps.split_first()?;
    let ((given, mut members), part) = start(&first.node, names, locals)?;
    let is_plain = path.steps.iter().all(|step| step.stages.is_empty() && !step.is_tuple);
    let members_after = rest.iter().map(|step| match &step.node.kind {
        Kind::Name(name) => Some(name.clone()),
        _ => None,
    });
    members.extend(members_after.collect::<Option<Vec<_>>>()?);
    Some(((given, members), part)).filter(|_| is_plain)
}
