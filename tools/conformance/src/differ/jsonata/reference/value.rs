//! Values of an evaluation: JSON, `undefined`, functions, and the kinds of arrays.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::call::Function;
use crate::differ::json::Json;

/// A value. Objects have an identity, because a transform changes them in place.
#[derive(Clone)]
pub(super) enum Value {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text(Rc<str>),
    Array(Rc<Vec<Value>>, Shape),
    Object(Rc<Object>),
    Function(Rc<Function>),
    /// The items of a path with variables.
    Tuples(Rc<Vec<Tuple>>),
}

/// The members of an object in their order.
pub(super) type Object = RefCell<Vec<(String, Value)>>;

/// The variables of an item by their names; the item is `@`.
pub(super) type Tuple = BTreeMap<String, Value>;

/// The kind of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// JSON.
    Plain,
    /// Made by the constructor at an end of a path, which does not flatten it.
    Constructed,
    /// A sequence: one item is that item, no items are undefined.
    Sequence,
    /// A sequence in which one item remains an array.
    Kept,
    /// The input, if it is an array: a sequence with this one item.
    Input,
}

impl Shape {
    pub(super) fn is_sequence(self) -> bool {
        matches!(self, Self::Sequence | Self::Kept | Self::Input)
    }
}

impl Value {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn plain(items: Vec<Self>) -> Self {
        Self::Array(Rc::new(items), Shape::Plain)
    }

    pub(super) fn sequence(items: Vec<Self>) -> Self {
        Self::Array(Rc::new(items), Shape::Sequence)
    }

    pub(super) fn object(members: Vec<(String, Self)>) -> Self {
        Self::Object(Rc::new(RefCell::new(members)))
    }

    pub(super) fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    /// Returns true if this is the object, or has it anywhere inside.
    pub(super) fn has(&self, object: &Rc<Object>) -> bool {
        match self {
            Self::Array(items, _) => items.iter().any(|item| item.has(object)),
            Self::Object(own) => {
                Rc::ptr_eq(own, object) || own.borrow().iter().any(|(_, value)| value.has(object))
            }
            Self::Tuples(tuples) => {
                tuples.iter().flat_map(BTreeMap::values).any(|value| value.has(object))
            }
            Self::Undefined
            | Self::Null
            | Self::Bool(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Function(_) => false,
        }
    }

    /// The items of an array; else the value as the only item.
    pub(super) fn items(&self) -> Vec<Self> {
        match self {
            Self::Array(items, _) => items.to_vec(),
            _ => vec![self.clone()],
        }
    }

    /// The value of an expression that gave this: sequences of one item are the item.
    pub(super) fn settled(self, keeps_array: bool) -> Self {
        let Self::Array(items, shape) = &self else { return self };
        let shape = if keeps_array && shape.is_sequence() { Shape::Kept } else { *shape };
        match (items.as_slice(), shape.is_sequence()) {
            ([], true) => Self::Undefined,
            ([only], true) if shape != Shape::Kept => only.clone(),
            _ => Self::Array(items.clone(), shape),
        }
    }

    pub(super) fn from_json(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => Self::Number(*number),
            Json::Text(text) => Self::text(text),
            Json::Array(items) => Self::plain(items.iter().map(Self::from_json).collect()),
            Json::Object(members) => Self::object(
                members.iter().map(|(key, value)| (key.clone(), Self::from_json(value))).collect(),
            ),
        }
    }

    /// The value as JSON; `None` if it is or has a function.
    pub(super) fn to_json(&self) -> Option<Json> {
        Some(match self {
            Self::Null => Json::Null,
            Self::Bool(value) => Json::Bool(*value),
            Self::Number(number) if !number.is_finite() => Json::Null,
            Self::Number(number) => Json::Number(*number),
            Self::Text(text) => Json::Text(text.to_string()),
            Self::Array(items, _) => {
                Json::Array(items.iter().map(Self::to_json).collect::<Option<_>>()?)
            }
            Self::Object(members) => {
                let members = members.borrow();
                let members =
                    members.iter().map(|(key, value)| Some((key.clone(), value.to_json()?)));
                Json::Object(members.collect::<Option<_>>()?)
            }
            Self::Undefined | Self::Function(_) | Self::Tuples(_) => return None,
        })
    }
}

/// The items of both; undefined adds none. The result of arrays is no sequence.
pub(super) fn append(left: &Value, right: &Value) -> Value {
    if left.is_undefined() {
        return right.clone();
    }
    if right.is_undefined() {
        return left.clone();
    }
    let mut items = left.items();
    items.extend(right.items());
    Value::plain(items)
}

/// Equality of JSON: members in any order. Functions are equal to themselves.
#[expect(clippy::float_cmp, reason = "equality of the language")]
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a == b,
        (Value::Array(a, _), Value::Array(b, _)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let (a, b) = (a.borrow(), b.borrow());
            let has = |key: &str, value: &Value| {
                b.iter().any(|(other, found)| other == key && equal(value, found))
            };
            a.len() == b.len() && a.iter().all(|(key, value)| has(key, value))
        }
        (Value::Function(a), Value::Function(b)) => Rc::ptr_eq(a, b),
        _ => false,
    }
}

/// `$boolean`, in which undefined is false.
pub(super) fn truth(value: &Value) -> Result<bool, super::Stop> {
    Ok(match value {
        Value::Bool(value) => *value,
        Value::Number(number) => super::operators::finite(*number)? != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Array(items, _) => {
            let mut found = false;
            for item in items.iter() {
                found |= truth(item)?;
            }
            found
        }
        Value::Object(members) => !members.borrow().is_empty(),
        Value::Undefined | Value::Null | Value::Function(_) | Value::Tuples(_) => false,
    })
}
