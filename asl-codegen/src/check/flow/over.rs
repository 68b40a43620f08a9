//! The data that expressions see.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::shape::Shape;

/// Maximum number of variables of which Choices tell more at a state.
const MOST_NARROWED: usize = 16;

/// The name of the global data of SM4C, which is none of a variable.
const GLOBAL: &str = "";

/// The values of variables for which the conditions on all ways to a state hold.
pub(super) type Narrowed = BTreeMap<String, Shape>;

/// The shapes of what a state sees beside its data.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    /// Those of variables: all values that any state assigns.
    assigned: Rc<HashMap<String, Shape>>,
    /// Those of variables that Choices before the state have narrowed.
    pub(super) narrowed: Narrowed,
    /// That of the machine's input, as the context object has it.
    pub(super) execution_input: Shape,
}

impl Default for Variables {
    fn default() -> Self {
        let (assigned, narrowed) = (Rc::default(), Narrowed::new());
        Self { assigned, narrowed, execution_input: Shape::Any }
    }
}

impl Variables {
    /// The values of a variable, if they are known.
    pub(super) fn get(&self, name: &str) -> Option<&Shape> {
        self.narrowed.get(name).or_else(|| self.assigned.get(name))
    }

    /// Sets the values of a variable.
    pub(super) fn insert(&mut self, name: String, values: Shape) {
        Rc::make_mut(&mut self.assigned).insert(name, values);
    }

    /// Sets the values that a variable has behind a condition.
    pub(super) fn narrow(&mut self, name: &str, values: Shape) {
        if self.narrowed.len() < MOST_NARROWED || self.narrowed.contains_key(name) {
            self.narrowed.insert(name.to_owned(), values);
        }
    }

    /// The global data of SM4C.
    pub(super) fn global(&self) -> Shape {
        self.narrowed.get(GLOBAL).cloned().unwrap_or(Shape::Any)
    }

    /// Sets the global data. They are kept as what is known of a variable on the way to a state.
    pub(super) fn set_global(&mut self, values: Shape) {
        self.narrowed.insert(GLOBAL.to_owned(), values);
    }

    /// The narrowed variables that are still known when some are assigned.
    pub(super) fn kept(&self, assigned: &[(String, Shape)]) -> Narrowed {
        let mut kept = self.narrowed.clone();
        kept.retain(|name, _| !assigned.iter().any(|(assigned, _)| assigned == name));
        kept
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
