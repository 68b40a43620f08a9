//! Paths with `%`, `@` and `#`: their items are tuples of variables.

use std::rc::Rc;

use super::Stop;
use super::evaluate::{Evaluated, Evaluation, Frame, group_key};
use super::path::{index, times};
use super::tree::{Kind, Node, Stage};
use super::value::{Tuple, Value, append};

/// The item of a tuple.
pub(super) fn item_of(tuple: &Tuple) -> Value {
    tuple.get("@").cloned().unwrap_or(Value::Undefined)
}

/// A scope with the variables of a tuple.
pub(super) fn scope(tuple: &Tuple, outer: &Rc<Frame>) -> Rc<Frame> {
    let frame = Frame::new(Some(outer));
    for (name, value) in tuple {
        frame.bind(name, value.clone());
    }
    frame
}

fn tuple_of(item: &Value) -> Tuple {
    Tuple::from([("@".to_owned(), item.clone())])
}

impl Evaluation {
    pub(super) fn tuple_step(
        &self,
        step: &Node,
        items: &Value,
        tuples: Option<Vec<Tuple>>,
        frame: &Rc<Frame>,
    ) -> Result<Vec<Tuple>, Stop> {
        let mut found = Vec::new();
        if let Kind::Sort(terms) = &step.kind {
            found = match tuples {
                Some(tuples) => self.sort_tuples(terms, tuples, frame)?,
                None => {
                    self.sort_items(terms, items, frame)?.items().iter().map(tuple_of).collect()
                }
            };
            set_index(&mut found, step.index.as_deref());
        } else {
            for tuple in tuples.unwrap_or_else(|| items.items().iter().map(tuple_of).collect()) {
                let value = self.evaluate(step, &item_of(&tuple), &scope(&tuple, frame))?;
                self.extend(&mut found, step, &tuple, &value);
            }
        }
        for stage in &step.stages {
            match stage {
                Stage::Filter(predicate) => found = self.filter_tuples(predicate, &found, frame)?,
                Stage::Index(name) => set_index(&mut found, Some(name)),
            }
        }
        Ok(found)
    }

    /// Adds a tuple for each item that a step finds.
    fn extend(&self, found: &mut Vec<Tuple>, step: &Node, tuple: &Tuple, value: &Value) {
        if let Value::Tuples(inner) = value {
            for more in inner.iter() {
                let mut new = tuple.clone();
                new.extend(more.clone());
                found.push(new);
            }
            return;
        }
        if value.is_undefined() {
            return;
        }
        for (at, item) in value.items().into_iter().enumerate() {
            let mut new = tuple.clone();
            new.insert(step.focus.clone().unwrap_or_else(|| "@".to_owned()), item);
            if let Some(name) = &step.index {
                new.insert(name.clone(), number(at));
            }
            if let Some(parent) = step.ancestor {
                new.insert(self.label(parent), item_of(tuple));
            }
            found.push(new);
        }
    }

    pub(super) fn filter_tuples(
        &self,
        predicate: &Node,
        tuples: &[Tuple],
        frame: &Rc<Frame>,
    ) -> Result<Vec<Tuple>, Stop> {
        if let Kind::Number(number) = predicate.kind {
            let place = index(number, tuples.len());
            return Ok(place.and_then(|at| tuples.get(at).cloned()).into_iter().collect());
        }
        let mut found = Vec::new();
        for (at, tuple) in tuples.iter().enumerate() {
            let value = self.evaluate(predicate, &item_of(tuple), &scope(tuple, frame))?;
            for _ in 0..times(&value, at, tuples.len())? {
                found.push(tuple.clone());
            }
        }
        Ok(found)
    }

    /// `{}` behind a path with variables: those of a group's items are joined.
    pub(super) fn group_tuples(
        &self,
        pairs: &[(Node, Node)],
        tuples: &[Tuple],
        frame: &Rc<Frame>,
    ) -> Evaluated {
        let mut groups: Vec<(String, usize, Tuple)> = Vec::new();
        for tuple in tuples {
            for (place, (key, _)) in pairs.iter().enumerate() {
                let key = self.evaluate(key, &item_of(tuple), &scope(tuple, frame))?;
                let Some(key) = group_key(&key)? else { continue };
                match groups.iter_mut().find(|group| group.0 == key) {
                    Some(group) if group.1 != place => return Err(Stop::error("D1009")),
                    Some(group) => join(&mut group.2, tuple),
                    None => groups.push((key, place, tuple.clone())),
                }
            }
        }
        let mut members = Vec::new();
        for (key, place, mut tuple) in groups {
            let Some((_, value)) = pairs.get(place) else { continue };
            let item = tuple.remove("@").unwrap_or(Value::Undefined);
            let value = self.evaluate(value, &item, &scope(&tuple, frame))?;
            if !value.is_undefined() {
                members.push((key, value));
            }
        }
        Ok(Value::object(members))
    }
}

fn join(tuple: &mut Tuple, more: &Tuple) {
    for (name, value) in more {
        let before = tuple.get(name).cloned().unwrap_or(Value::Undefined);
        tuple.insert(name.clone(), append(&before, value));
    }
}

fn set_index(tuples: &mut [Tuple], name: Option<&str>) {
    let Some(name) = name else { return };
    for (at, tuple) in tuples.iter_mut().enumerate() {
        tuple.insert(name.to_owned(), number(at));
    }
}

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
fn number(at: usize) -> Value {
    Value::Number(at as f64)
}
