//! Functions and their application.

use std::rc::Rc;

use super::Stop;
use super::evaluate::{Evaluated, Evaluation, Frame};
use super::functions::Native;
use super::signature;
use super::tree::{Kind, Lambda, Node, Transform};
use super::value::Value;

/// A function as a value.
pub(super) enum Function {
    Native(&'static Native),
    Lambda {
        lambda: Rc<Lambda>,
        input: Value,
        frame: Rc<Frame>,
    },
    Transform {
        transform: Rc<Transform>,
        frame: Rc<Frame>,
    },
    /// Arguments of a function, of which missing ones are still open.
    Partial {
        function: Rc<Function>,
        arguments: Vec<Option<Value>>,
    },
    /// The first function, then the second.
    Chain(Rc<Function>, Rc<Function>),
}

impl Function {
    /// The number of parameters.
    pub(super) fn arity(&self) -> usize {
        match self {
            Self::Native(native) => native.arity,
            Self::Lambda { lambda, .. } => lambda.parameters.len(),
            Self::Transform { .. } | Self::Chain(..) => 1,
            Self::Partial { function, arguments } => {
                let open = arguments.iter().filter(|argument| argument.is_none()).count();
                open + function.arity().saturating_sub(arguments.len())
            }
        }
    }
}

impl Evaluation {
    /// A call; `first` is the left side of `~>`.
    pub(super) fn call(
        &self,
        procedure: &Node,
        first: Option<Value>,
        arguments: &[Node],
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let function = self.evaluate(procedure, input, frame)?;
        if function.is_undefined() && is_known_name(procedure, frame) {
            return Err(Stop::error("T1005"));
        }
        let mut values: Vec<Value> = first.into_iter().collect();
        for argument in arguments {
            values.push(self.evaluate(argument, input, frame)?);
        }
        match &function {
            Value::Function(function) => self.apply(function, &values, input),
            _ => Err(Stop::error("T1006")),
        }
    }

    /// Applies a function; `context` replaces an argument that the signature says it may.
    pub(super) fn apply(
        &self,
        function: &Rc<Function>,
        arguments: &[Value],
        context: &Value,
    ) -> Evaluated {
        match &**function {
            Function::Native(native) => {
                let arguments = signature::validate(native.signature, arguments, context)?;
                (native.run)(self, &arguments)
            }
            Function::Lambda { lambda, .. } => {
                let arguments = match &lambda.signature {
                    Some(signature) => signature::validate(signature, arguments, context)?,
                    None => arguments.to_vec(),
                };
                self.run(function, &arguments)
            }
            Function::Transform { .. } => {
                self.run(function, &signature::validate("(oa):o", arguments, context)?)
            }
            Function::Partial { function, arguments: given } => {
                let mut open = arguments.iter().cloned();
                let mut all: Vec<Value> = given
                    .iter()
                    .map(|given| given.clone().or_else(|| open.next()).unwrap_or(Value::Undefined))
                    .collect();
                all.extend(open);
                self.run(function, &all)
            }
            Function::Chain(first, second) => {
                let between = self.apply(first, arguments, &Value::Null)?;
                self.apply(second, &[between], &Value::Null)
            }
        }
    }

    /// Runs a function without a look at its signature, as partial application does.
    fn run(&self, function: &Rc<Function>, arguments: &[Value]) -> Evaluated {
        match &**function {
            Function::Native(native) => {
                let count = native.arity.max(arguments.len());
                let mut all = arguments.to_vec();
                all.resize(count, Value::Undefined);
                (native.run)(self, &all)
            }
            Function::Lambda { lambda, input, frame } => {
                let frame = Frame::new(Some(frame));
                for (place, name) in lambda.parameters.iter().enumerate() {
                    frame.bind(name, arguments.get(place).cloned().unwrap_or(Value::Undefined));
                }
                self.evaluate(&lambda.body, input, &frame)
            }
            Function::Transform { transform, frame } => {
                let input = arguments.first().cloned().unwrap_or(Value::Undefined);
                self.transform(transform, &input, frame)
            }
            Function::Partial { .. } | Function::Chain(..) => {
                self.apply(function, arguments, &Value::Null)
            }
        }
    }

    pub(super) fn partial(
        &self,
        procedure: &Node,
        arguments: &[Node],
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let mut given = Vec::new();
        for argument in arguments {
            given.push(match argument.kind {
                Kind::Open => None,
                _ => Some(self.evaluate(argument, input, frame)?),
            });
        }
        match self.evaluate(procedure, input, frame)? {
            Value::Function(function) => {
                Ok(Value::Function(Rc::new(Function::Partial { function, arguments: given })))
            }
            Value::Undefined if is_known_name(procedure, frame) => Err(Stop::error("T1007")),
            _ => Err(Stop::error("T1008")),
        }
    }

    /// `left ~> right`.
    pub(super) fn apply_operator(
        &self,
        left: &Node,
        right: &Node,
        input: &Value,
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let first = self.evaluate(left, input, frame)?;
        if let Kind::Call(procedure, arguments) = &right.kind {
            let value = self.call(procedure, Some(first), arguments, input, frame)?;
            let plain = right.predicates.is_empty() && right.group.is_none();
            return if plain { Ok(value) } else { Err(Stop::Unsupported("a predicate behind ~>")) };
        }
        let Value::Function(function) = self.evaluate(right, input, frame)? else {
            return Err(Stop::error("T2006"));
        };
        match first {
            Value::Function(before) => {
                Ok(Value::Function(Rc::new(Function::Chain(before, function))))
            }
            value => self.apply(&function, &[value], &Value::Null),
        }
    }

    /// A copy of the input in which the objects of the pattern are changed.
    fn transform(&self, transform: &Transform, input: &Value, frame: &Rc<Frame>) -> Evaluated {
        if input.is_undefined() {
            return Ok(Value::Undefined);
        }
        let Value::Function(clone) = frame.lookup("clone") else {
            return Err(Stop::error("T2013"));
        };
        let copy = self.apply(&clone, std::slice::from_ref(input), &Value::Null)?;
        let matches = self.evaluate(&transform.pattern, &copy, frame)?;
        let matches = if matches.is_undefined() { Vec::new() } else { matches.items() };
        for found in matches {
            let update = self.evaluate(&transform.update, &found, frame)?;
            let Value::Object(object) = &found else {
                return Err(Stop::Unsupported("a transform of something else than objects"));
            };
            match &update {
                Value::Undefined => {}
                Value::Object(members) => {
                    let members = members.borrow().clone();
                    for (key, value) in members {
                        // jsonata-js makes a circle, which has no text.
                        if value.has(object) {
                            return Err(Stop::Unsupported("an object within itself"));
                        }
                        set(&mut object.borrow_mut(), key, value);
                    }
                }
                _ => return Err(Stop::error("T2011")),
            }
            let Some(delete) = &transform.delete else { continue };
            let keys = self.evaluate(delete, &found, frame)?;
            if keys.is_undefined() {
                continue;
            }
            for key in keys.items() {
                let Value::Text(key) = key else { return Err(Stop::error("T2012")) };
                object.borrow_mut().retain(|(name, _)| **name != *key);
            }
        }
        Ok(copy)
    }
}

/// Sets a member of an object.
pub(super) fn set(members: &mut Vec<(String, Value)>, key: String, value: Value) {
    match members.iter_mut().find(|(name, _)| *name == key) {
        Some((_, old)) => *old = value,
        None => members.push((key, value)),
    }
}

/// Returns true if a name without `$` is that of a function.
fn is_known_name(procedure: &Node, frame: &Rc<Frame>) -> bool {
    let Kind::Path { steps, .. } = &procedure.kind else { return false };
    match steps.first().map(|step| &step.kind) {
        Some(Kind::Name(name)) => !frame.lookup(name).is_undefined(),
        _ => false,
    }
}
