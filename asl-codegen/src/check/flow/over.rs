//! The data that expressions see.

use std::collections::HashMap;

use super::shape::Shape;

/// The shapes of what all states see beside their data.
#[derive(Debug)]
pub(super) struct Variables {
    /// Those of variables: all values that any state assigns.
    assigned: HashMap<String, Shape>,
    /// That of the machine's input, as the context object has it.
    pub(super) execution_input: Shape,
}

impl Default for Variables {
    fn default() -> Self {
        Self { assigned: HashMap::new(), execution_input: Shape::Any }
    }
}

impl Variables {
    /// The values of a variable, if they are known.
    pub(super) fn get(&self, name: &str) -> Option<&Shape> {
        self.assigned.get(name)
    }

    /// Sets the values of a variable.
    pub(super) fn insert(&mut self, name: String, values: Shape) {
        self.assigned.insert(name, values);
    }
}

/// The data that an expression sees.
#[derive(Clone, Copy)]
pub(super) struct Over<'a> {
    /// `$` of JSONPath; the result or the Error Output of JSONata.
    pub(super) data: &'a Shape,
    /// The data that enter the state.
    pub(super) input: &'a Shape,
    /// The item of a Map whose selector is evaluated.
    pub(super) item: &'a Shape,
    /// Variables.
    pub(super) variables: &'a Variables,
}
