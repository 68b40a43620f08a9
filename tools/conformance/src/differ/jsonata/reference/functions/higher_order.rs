//! Functions that take functions.

use std::rc::Rc;

use super::super::Stop;
use super::super::call::Function;
use super::super::evaluate::{Evaluated, Evaluation};
use super::super::value::{Value, truth};
use super::numbers::count_of;
use super::{Native, at, items, native};

pub(super) const ALL: &[Native] = &[
    native("map", "af", 2, |evaluation, given| {
        let Some(list) = items(given, 0)? else { return Ok(Value::Undefined) };
        let mut found = Vec::new();
        for (place, item) in list.iter().enumerate() {
            let value = call(evaluation, given, item, count_of(place))?;
            if !value.is_undefined() {
                found.push(value);
            }
        }
        Ok(Value::sequence(found))
    }),
    native("filter", "af", 2, |evaluation, given| {
        let Some(list) = items(given, 0)? else { return Ok(Value::Undefined) };
        let mut found = Vec::new();
        for (place, item) in list.iter().enumerate() {
            if truth(&call(evaluation, given, item, count_of(place))?)? {
                found.push(item.clone());
            }
        }
        Ok(Value::sequence(found))
    }),
    native("single", "af?", 2, |evaluation, given| {
        let Some(list) = items(given, 0)? else { return Ok(Value::Undefined) };
        let mut found = None;
        for (place, item) in list.iter().enumerate() {
            let fits = at(given, 1).is_undefined()
                || truth(&call(evaluation, given, item, count_of(place))?)?;
            if fits && found.replace(item.clone()).is_some() {
                return Err(Stop::error("D3138"));
            }
        }
        found.ok_or(Stop::error("D3139"))
    }),
    native("reduce", "afj?:j", 3, reduce),
    native("each", "o-f:a", 2, |evaluation, given| {
        let mut found = Vec::new();
        for (key, value) in members(at(given, 0))? {
            let value = call(evaluation, given, &value, Value::text(&key))?;
            if !value.is_undefined() {
                found.push(value);
            }
        }
        Ok(Value::sequence(found))
    }),
    native("sift", "o-f?:o", 2, |evaluation, given| {
        let mut found = Vec::new();
        for (key, value) in members(at(given, 0))? {
            if truth(&call(evaluation, given, &value, Value::text(&key))?)? {
                found.push((key, value));
            }
        }
        Ok(if found.is_empty() { Value::Undefined } else { Value::object(found) })
    }),
];

/// The members of an object, in a list of their own: the function may see the object.
fn members(object: &Value) -> Result<Vec<(String, Value)>, Stop> {
    match object {
        Value::Undefined => Ok(Vec::new()),
        Value::Object(members) => Ok(members.borrow().clone()),
        _ => Err(Stop::error("T0410")),
    }
}

fn function(given: &[Value]) -> Result<&Rc<Function>, Stop> {
    match at(given, 1) {
        Value::Function(function) => Ok(function),
        _ => Err(Stop::error("T0410")),
    }
}

/// Calls the function with a value, its place, and the whole: as many as it has parameters.
fn call(evaluation: &Evaluation, given: &[Value], value: &Value, place: Value) -> Evaluated {
    let function = function(given)?;
    let all = [value.clone(), place, at(given, 0).clone()];
    let count = function.arity().clamp(1, 3);
    evaluation.apply(function, all.get(..count).unwrap_or_default(), &Value::Null)
}

fn reduce(evaluation: &Evaluation, given: &[Value]) -> Evaluated {
    let Some(list) = items(given, 0)? else { return Ok(Value::Undefined) };
    let function = function(given)?;
    let arity = function.arity();
    if arity < 2 {
        return Err(Stop::error("D3050"));
    }
    let (mut result, from) = match (at(given, 2), list.first()) {
        (Value::Undefined, Some(first)) => (first.clone(), 1),
        (initial, _) => (initial.clone(), 0),
    };
    for (place, item) in list.iter().enumerate().skip(from) {
        let all = [result, item.clone(), count_of(place), at(given, 0).clone()];
        let count = arity.min(4);
        result = evaluation.apply(function, all.get(..count).unwrap_or_default(), &Value::Null)?;
    }
    Ok(result)
}
