//! The data that expressions see.

use std::collections::HashMap;

use super::shape::Shape;

/// The shapes of variables: all values that any state assigns. Those without one are not known.
pub(super) type Variables = HashMap<String, Shape>;

/// The data that an expression sees.
#[derive(Clone, Copy)]
pub(super) struct Over<'a> {
    /// `$` of JSONPath; the result or the Error Output of JSONata.
    pub(super) data: &'a Shape,
    /// The data that enter the state.
    pub(super) input: &'a Shape,
    /// Variables.
    pub(super) variables: &'a Variables,
}
