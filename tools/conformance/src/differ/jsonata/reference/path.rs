//! Paths: steps over the items of the one before, and predicates.

use std::rc::Rc;

use super::Stop;
use super::evaluate::{Evaluated, Evaluation, Frame};
use super::tree::{Kind, Node, Stage};
use super::tuple::item_of;
use super::value::{Shape, Tuple, Value, truth};

impl Evaluation {
    /// The sequence that a path finds.
    pub(super) fn path(&self, node: &Node, input: &Value, frame: &Rc<Frame>) -> Evaluated {
        let Kind::Path { steps, keeps_singleton } = &node.kind else { return Ok(Value::Undefined) };
        let is_absolute = matches!(steps.first().map(|step| &step.kind), Some(Kind::Variable(_)));
        let mut items = match input {
            Value::Array(..) if !is_absolute => input.clone(),
            _ => Value::sequence(vec![input.clone()]),
        };
        let mut tuples: Option<Vec<Tuple>> = None;
        let mut has_variables = false;
        for (place, step) in steps.iter().enumerate() {
            let is_last = place + 1 == steps.len();
            has_variables |= step.tuple;
            if place == 0 && step.constructs {
                let made = self.evaluate(step, &items, frame)?;
                // Behind a variable the path goes on with its input, and nothing is bound.
                if step.focus.is_some() {
                    continue;
                }
                items = made;
            } else if has_variables {
                tuples = Some(self.tuple_step(step, &items, tuples, frame)?);
                continue;
            } else {
                items = self.step(step, &items, is_last, frame)?;
            }
            if !has_variables && (items.is_undefined() || items.items().is_empty()) {
                break;
            }
            // The constructor's predicate may have taken one item, whose members no step finds.
            items = match items {
                Value::Array(..) => items,
                _ if is_last => items,
                Value::Text(_) => {
                    return Err(Stop::Unsupported("the characters of a text as items"));
                }
                _ => Value::sequence(Vec::new()),
            };
        }
        let found = match tuples {
            Some(tuples) if node.tuple || node.group.is_some() => Value::Tuples(tuples.into()),
            Some(tuples) => Value::sequence(tuples.iter().map(item_of).collect()),
            None => items,
        };
        let found = if *keeps_singleton { kept(found) } else { found };
        match &node.group {
            Some(pairs) => self.group(pairs, &found, frame),
            None => Ok(found),
        }
    }

    /// A step without variables.
    fn step(&self, step: &Node, items: &Value, is_last: bool, frame: &Rc<Frame>) -> Evaluated {
        if let Kind::Sort(terms) = &step.kind {
            let mut sorted = self.sort_items(terms, items, frame)?;
            for stage in &step.stages {
                sorted = self.stage(stage, sorted, frame)?;
            }
            return Ok(sorted);
        }
        let mut found = Vec::new();
        for item in items.items() {
            let mut value = self.evaluate(step, &item, frame)?;
            for stage in &step.stages {
                value = self.stage(stage, value, frame)?;
            }
            if !value.is_undefined() {
                found.push(value);
            }
        }
        if let ([Value::Array(_, Shape::Plain | Shape::Constructed)], true) =
            (found.as_slice(), is_last)
        {
            return Ok(found.pop().unwrap_or(Value::Undefined));
        }
        let mut flat = Vec::new();
        for value in found {
            match value {
                Value::Array(items, shape) if shape != Shape::Constructed => {
                    flat.extend(items.iter().cloned());
                }
                Value::Tuples(_) => return Err(Stop::Unsupported("tuples as items")),
                value => flat.push(value),
            }
        }
        Ok(Value::sequence(flat))
    }

    /// A predicate, or positions.
    pub(super) fn stage(&self, stage: &Stage, input: Value, frame: &Rc<Frame>) -> Evaluated {
        match (stage, input) {
            (Stage::Filter(predicate), Value::Tuples(tuples)) => {
                Ok(Value::Tuples(self.filter_tuples(predicate, &tuples, frame)?.into()))
            }
            (Stage::Filter(predicate), input) => self.filter(predicate, &input, frame),
            (Stage::Index(_), input) => Ok(input),
        }
    }

    fn filter(&self, predicate: &Node, input: &Value, frame: &Rc<Frame>) -> Evaluated {
        let items = input.items();
        if let Kind::Number(number) = predicate.kind {
            let item = index(number, items.len()).and_then(|at| items.get(at));
            return Ok(match item {
                Some(item @ Value::Array(..)) => item.clone(),
                Some(item) if !item.is_undefined() => Value::sequence(vec![item.clone()]),
                _ => Value::sequence(Vec::new()),
            });
        }
        let mut found = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let value = self.evaluate(predicate, item, frame)?;
            for _ in 0..times(&value, at, items.len())? {
                found.push(item.clone());
            }
        }
        Ok(Value::sequence(found))
    }
}

/// The number of times that a predicate's value selects the item at a place.
pub(super) fn times(value: &Value, at: usize, length: usize) -> Result<usize, Stop> {
    let values = value.items();
    let mut numbers = Vec::new();
    for value in &values {
        if let Value::Number(number) = value
            && !number.is_nan()
        {
            numbers.push(super::operators::finite(*number)?);
        }
    }
    if numbers.len() == values.len() {
        return Ok(numbers.iter().filter(|number| index(**number, length) == Some(at)).count());
    }
    Ok(usize::from(truth(value)?))
}

/// The place of an index, from the end if it is negative.
pub(super) fn index(number: f64, length: usize) -> Option<usize> {
    let whole = number.floor();
    #[expect(clippy::cast_precision_loss, reason = "lists are short")]
    let place = if whole < 0.0 { length as f64 + whole } else { whole };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in range")]
    (0.0..1e9).contains(&place).then_some(place as usize)
}

/// The value of a path with `[]`.
fn kept(found: Value) -> Value {
    match found {
        Value::Array(_, Shape::Constructed) => Value::Array(vec![found].into(), Shape::Kept),
        Value::Array(items, shape) if shape.is_sequence() => Value::Array(items, Shape::Kept),
        other => other,
    }
}
