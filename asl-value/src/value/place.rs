//! The places of containers in memory, which tell a container that is in a value more than once.

use std::sync::Arc;

use super::{Array, Object, Value};

/// The address of a container, and the length of a constant. It stands for one container as long as
/// that exists; of empty constants several may have the same.
pub type Place = (usize, usize);

impl Value {
    /// The place of a container.
    #[doc(hidden)]
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Array(Array::Shared(items)) => Some(place_of(items)),
            Self::Object(Object::Shared(map)) => Some(place_of(map)),
            Self::Array(Array::Static(items)) => Some((items.as_ptr().addr(), items.len())),
            Self::Object(Object::Static(entries)) => Some((entries.as_ptr().addr(), entries.len())),
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::String(_) => None,
        }
    }

    /// The place of a container that something else refers to as well: any other is there once.
    #[doc(hidden)]
    pub fn shared_place(&self) -> Option<Place> {
        let is_alone = match self {
            Self::Array(Array::Shared(items)) => Arc::strong_count(items) == 1,
            Self::Object(Object::Shared(map)) => Arc::strong_count(map) == 1,
            Self::Array(Array::Static(_)) | Self::Object(Object::Static(_)) => false,
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::String(_) => true,
        };
        if is_alone { None } else { self.place() }
    }
}

/// The place of what is shared.
pub fn place_of<T>(shared: &Arc<T>) -> Place {
    (Arc::as_ptr(shared).addr(), 0)
}
