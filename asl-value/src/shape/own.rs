//! The type within its own shape.

use super::{Shape, Values};

/// The type of this [`type_id`](super::type_id), within its own shape. The derive writes it where
/// the type stands in a field of itself.
pub enum Own<const ID: u64> {}

impl<const ID: u64> Shape for Own<ID> {
    const WRITTEN: &'static Values<'static> = &Values::Own(ID);
    const READ: &'static Values<'static> = &Values::Own(ID);
}
