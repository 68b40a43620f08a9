//! Evaluates trees.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::Stop;
use super::call::Function;
use super::functions;
use super::operators;
use super::tree::{Kind, Node};
use super::value::{Shape, Value, append, truth};

pub(super) type Evaluated = Result<Value, Stop>;

/// Variables of a scope.
pub(super) struct Frame {
    values: RefCell<HashMap<String, Value>>,
    outer: Option<Rc<Frame>>,
}

impl Frame {
    pub(super) fn new(outer: Option<&Rc<Self>>) -> Rc<Self> {
        Rc::new(Self { values: RefCell::default(), outer: outer.cloned() })
    }

    pub(super) fn bind(&self, name: &str, value: Value) {
        self.values.borrow_mut().insert(name.to_owned(), value);
    }

    pub(super) fn lookup(&self, name: &str) -> Value {
        if let Some(value) = self.values.borrow().get(name) {
            return value.clone();
        }
        match &self.outer {
            Some(outer) => outer.lookup(name),
            None => functions::find(name).map_or(Value::Undefined, |native| {
                Value::Function(Rc::new(Function::Native(native)))
            }),
        }
    }
}

/// Maximum number of evaluated nodes, and of nested ones.
const LIMITS: (u32, u32) = (300_000, 3_000);

/// An evaluation in progress.
pub(super) struct Evaluation {
    /// The label of each parent in the text.
    labels: Vec<usize>,
    steps: Cell<u32>,
    depth: Cell<u32>,
}

impl Evaluation {
    pub(super) fn new(labels: Vec<usize>) -> Self {
        Self { labels, steps: Cell::new(0), depth: Cell::new(0) }
    }

    /// The variable of a parent.
    pub(super) fn label(&self, parent: usize) -> String {
        format!("%{}", self.labels.get(parent).unwrap_or(&parent))
    }

    /// The value of an expression.
    pub(super) fn evaluate(&self, node: &Node, input: &Value, frame: &Rc<Frame>) -> Evaluated {
        self.steps.set(self.steps.get() + 1);
        self.depth.set(self.depth.get() + 1);
        let (most, deepest) = LIMITS;
        if self.steps.get() > most || self.depth.get() > deepest {
            return Err(Stop::Limit);
        }
        let mut value = self.kind(node, input, frame)?;
        for stage in &node.predicates {
            value = self.stage(stage, value, frame)?;
        }
        if let (Some(pairs), false) = (&node.group, matches!(node.kind, Kind::Path { .. })) {
            value = self.group(pairs, &value, frame)?;
        }
        self.depth.set(self.depth.get() - 1);
        Ok(if node.is_tail { value } else { value.settled(node.keeps_array) })
    }

    fn kind(&self, node: &Node, input: &Value, frame: &Rc<Frame>) -> Evaluated {
        Ok(match &node.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Number(number) => Value::Number(*number),
            Kind::Text(text) => Value::text(text),
            Kind::Name(name) => functions::lookup(input, name),
            Kind::Variable(name) => variable(name, input, frame)?,
            Kind::Wildcard => wildcard(input),
            Kind::Descendants => descendants(input),
            Kind::Parent(parent) => frame.lookup(&self.label(*parent)),
            Kind::Path { .. } => self.path(node, input, frame)?,
            Kind::Sort(_) | Kind::Open => return Err(Stop::Unsupported("a part without a whole")),
            Kind::Binary(operator, left, right) => {
                self.binary(operator, left, right, input, frame)?
            }
            Kind::Negate(inner) => operators::negate(&self.evaluate(inner, input, frame)?)?,
            Kind::Array(items) => self.array(items, node.constructs, input, frame)?,
            Kind::Object(pairs) => self.group(pairs, input, frame)?,
            Kind::Block(parts) => self.block(parts, input, frame)?,
            Kind::Condition(condition, then, other) => {
                let is_true = truth(&self.evaluate(condition, input, frame)?)?;
                let branch = if is_true { Some(then) } else { other.as_ref() };
                branch.map_or(Ok(Value::Undefined), |node| self.evaluate(node, input, frame))?
            }
            Kind::Coalesce(left, right) => match self.evaluate(left, input, frame)? {
                Value::Undefined => self.evaluate(right, input, frame)?,
                value => value,
            },
            Kind::Elvis(left, right) => {
                let value = self.evaluate(left, input, frame)?;
                if truth(&value)? { value } else { self.evaluate(right, input, frame)? }
            }
            Kind::Bind(name, value) => {
                let value = self.evaluate(value, input, frame)?;
                frame.bind(name, value.clone());
                value
            }
            Kind::Call(procedure, arguments) => {
                self.call(procedure, None, arguments, input, frame)?
            }
            Kind::Partial(procedure, arguments) => {
                self.partial(procedure, arguments, input, frame)?
            }
            Kind::Apply(left, right) => self.apply_operator(left, right, input, frame)?,
            Kind::Lambda(lambda) => Value::Function(Rc::new(Function::Lambda {
                lambda: lambda.clone(),
                input: input.clone(),
                frame: frame.clone(),
            })),
            Kind::Transform(transform) => Value::Function(Rc::new(Function::Transform {
                transform: transform.clone(),
                frame: frame.clone(),
            })),
        })
    }

    fn binary(
        &self,
        operator: &str,
        left: &Node,
        right: &Node,
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let left = self.evaluate(left, input, frame)?;
        match operator {
            "and" if !truth(&left)? => return Ok(Value::Bool(false)),
            "or" if truth(&left)? => return Ok(Value::Bool(true)),
            _ => {}
        }
        let right = self.evaluate(right, input, frame)?;
        operators::apply(operator, &left, &right)
    }

    fn array(
        &self,
        items: &[Node],
        constructs: bool,
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let mut found = Vec::new();
        for item in items {
            let value = self.evaluate(item, input, frame)?;
            match value {
                Value::Undefined => {}
                // An array constructor is one item; other arrays are their items.
                Value::Array(more, _) if !matches!(item.kind, Kind::Array(_)) => {
                    found.extend(more.iter().cloned());
                }
                value => found.push(value),
            }
        }
        let shape = if constructs { Shape::Constructed } else { Shape::Plain };
        Ok(Value::Array(found.into(), shape))
    }

    fn block(&self, parts: &[Node], input: &Value, frame: &Rc<Frame>) -> Evaluated {
        let frame = Frame::new(Some(frame));
        let mut last = Value::Undefined;
        for part in parts {
            last = self.evaluate(part, input, &frame)?;
        }
        Ok(last)
    }

    /// `{}`: the items of the input by their keys, then a value for the items of each.
    pub(super) fn group(
        &self,
        pairs: &[(Node, Node)],
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        if let Value::Tuples(tuples) = input {
            return self.group_tuples(pairs, tuples, frame);
        }
        let mut items = input.items();
        if items.is_empty() {
            items.push(Value::Undefined);
        }
        let mut groups: Vec<(String, usize, Value)> = Vec::new();
        for item in &items {
            for (place, (key, _)) in pairs.iter().enumerate() {
                let Some(key) = group_key(&self.evaluate(key, item, frame)?)? else { continue };
                match groups.iter_mut().find(|group| group.0 == key) {
                    Some(group) if group.1 != place => return Err(Stop::error("D1009")),
                    Some(group) => group.2 = append(&group.2, item),
                    None => groups.push((key, place, item.clone())),
                }
            }
        }
        let mut members = Vec::new();
        for (key, place, items) in groups {
            let Some((_, value)) = pairs.get(place) else { continue };
            let value = self.evaluate(value, &items, frame)?;
            if !value.is_undefined() {
                members.push((key, value));
            }
        }
        Ok(Value::object(members))
    }
}

/// The key of a group, if there is one.
pub(super) fn group_key(key: &Value) -> Result<Option<String>, Stop> {
    match key {
        Value::Undefined => Ok(None),
        Value::Text(key) => Ok(Some(key.to_string())),
        _ => Err(Stop::error("T1003")),
    }
}

fn variable(name: &str, input: &Value, frame: &Rc<Frame>) -> Evaluated {
    Ok(match (name, input) {
        ("", Value::Array(items, Shape::Input)) => {
            items.first().cloned().unwrap_or(Value::Undefined)
        }
        ("", input) => input.clone(),
        _ => match frame.lookup(name) {
            Value::Undefined if functions::LEFT_OUT.contains(&name) => {
                return Err(Stop::Unsupported("a function with pictures, patterns or chance"));
            }
            value => value,
        },
    })
}

/// `*`: the values of all members; arrays among them are flattened wholly.
fn wildcard(input: &Value) -> Value {
    let input = match input {
        Value::Array(items, Shape::Input) => items.first().unwrap_or(input),
        _ => input,
    };
    let values = match input {
        Value::Object(members) => members.borrow().iter().map(|(_, value)| value.clone()).collect(),
        Value::Array(items, _) => items.to_vec(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for value in &values {
        flatten(value, &mut found);
    }
    Value::sequence(found)
}

fn flatten(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Array(items, _) => items.iter().for_each(|item| flatten(item, found)),
        _ => found.push(value.clone()),
    }
}

/// `**`: the input and everything in it that is no array.
fn descendants(input: &Value) -> Value {
    fn descend(value: &Value, found: &mut Vec<Value>) {
        if let Value::Array(items, _) = value {
            items.iter().for_each(|item| descend(item, found));
            return;
        }
        found.push(value.clone());
        if let Value::Object(members) = value {
            members.borrow().iter().for_each(|(_, member)| descend(member, found));
        }
    }
    if input.is_undefined() {
        return Value::Undefined;
    }
    let mut found = Vec::new();
    descend(input, &mut found);
    // jsonata-js unwraps a single value here, where `[]` does not see it.
    if let [only] = found.as_slice() { only.clone() } else { Value::sequence(found) }
}
