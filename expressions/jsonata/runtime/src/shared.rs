//! Facts about containers that may be in a value more than once.
//!
//! A program of a few bytes makes a value in which each container is twice in the one around it. A
//! walk that does not remember what it has seen takes time 2^n.

use std::collections::HashMap;
use std::sync::Arc;

use asl_value::value::{Place, Value, place_of};

/// The values of containers, by the places of these: they exist as long as this does. One that
/// nothing else refers to is there once, and is not noted.
#[derive(Debug, Default)]
pub(super) struct Shared(HashMap<Place, Option<Value>>);

impl Shared {
    /// The value that was noted for a container.
    pub(super) fn get<C>(&self, container: &Arc<C>) -> Option<&Option<Value>> {
        place(container).and_then(|place| self.0.get(&place))
    }

    /// Notes the value of a container.
    pub(super) fn insert<C>(&mut self, container: &Arc<C>, known: Option<&Value>) {
        if let Some(place) = place(container) {
            self.0.insert(place, known.cloned());
        }
    }

    /// The value that was noted for a container, given as a value.
    pub(super) fn of_value(&self, value: &Value) -> Option<&Option<Value>> {
        value.shared_place().and_then(|place| self.0.get(&place))
    }

    /// Notes what takes the place of a value.
    pub(super) fn insert_value(&mut self, value: &Value, known: Option<&Value>) {
        if let Some(place) = value.shared_place() {
            self.0.insert(place, known.cloned());
        }
    }
}

/// The place of a container that may be elsewhere, too.
fn place<C>(container: &Arc<C>) -> Option<Place> {
    (Arc::strong_count(container) > 1).then(|| place_of(container))
}
