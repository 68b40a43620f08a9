//! Facts about containers that may be in a value more than once.
//!
//! A program of a few bytes makes a value in which each container is twice in the one around it. A
//! walk that does not remember what it has seen takes time 2^n.

use std::collections::HashMap;
use std::sync::Arc;

use crate::value::{Array, Object, Value};

/// Something known of containers, by their addresses: they exist as long as this does. One that
/// nothing else refers to is there once, and is not noted.
#[derive(Debug)]
pub(super) struct Shared<T>(HashMap<Address, T>);

/// The address of a container; of a constant, also its length.
type Address = (usize, usize);

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Clone> Shared<T> {
    /// The fact about a container, if it is known.
    pub(super) fn get<C>(&self, container: &Arc<C>) -> Option<&T> {
        if Arc::strong_count(container) < 2 {
            return None;
        }
        self.0.get(&(Arc::as_ptr(container).addr(), 0))
    }

    /// Notes something of a container.
    pub(super) fn insert<C>(&mut self, container: &Arc<C>, known: &T) {
        if Arc::strong_count(container) > 1 {
            self.0.insert((Arc::as_ptr(container).addr(), 0), known.clone());
        }
    }

    /// The fact about a value, if it is known.
    pub(super) fn of_value(&self, value: &Value) -> Option<&T> {
        address(value).and_then(|address| self.0.get(&address))
    }

    /// Notes something of a value.
    pub(super) fn insert_value(&mut self, value: &Value, known: &T) {
        if let Some(address) = address(value) {
            self.0.insert(address, known.clone());
        }
    }
}

/// The address of a container that may be elsewhere, too.
fn address(value: &Value) -> Option<Address> {
    match value {
        Value::Array(Array::Shared(items)) if Arc::strong_count(items) > 1 => {
            Some((Arc::as_ptr(items).addr(), 0))
        }
        Value::Object(Object::Shared(map)) if Arc::strong_count(map) > 1 => {
            Some((Arc::as_ptr(map).addr(), 0))
        }
        Value::Array(Array::Static(items)) if !items.is_empty() => {
            Some((items.as_ptr().addr(), items.len()))
        }
        Value::Object(Object::Static(entries)) if !entries.is_empty() => {
            Some((entries.as_ptr().addr(), entries.len()))
        }
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => None,
    }
}
