//! The arguments of a call, by name.

use asl_http::printable;
use asl_runtime::value::Map;
use asl_runtime::{TaskError, Value};

/// The arguments of a call, and marks of those that parameters have taken.
pub(crate) struct Arguments {
    list: Vec<(String, Value, bool)>,
}

impl Arguments {
    pub(crate) fn new(arguments: &Value) -> Result<Self, TaskError> {
        let list = match arguments {
            Value::Null => Vec::new(),
            Value::Object(object) => {
                let given = object.iter().filter(|(_, value)| !value.is_null());
                given.map(|(name, value)| (name.to_owned(), value.clone(), false)).collect()
            }
            Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Array(_) => {
                return Err(wrong("the arguments must be an object"));
            }
        };
        Ok(Self { list })
    }

    /// Takes the argument of a parameter: the one with its name, or the only one that differs in
    /// case. Two parameters of the same name, in the path and elsewhere, take the same argument.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let exact = self.list.iter().position(|(given, ..)| given == name);
        let found = exact.or_else(|| {
            let mut similar = self
                .list
                .iter()
                .enumerate()
                .filter(|(_, (given, ..))| given.eq_ignore_ascii_case(name));
            let first = similar.next().map(|(at, _)| at);
            if similar.next().is_none() { first } else { None }
        });
        let (_, value, taken) = self.list.get_mut(found?)?;
        *taken = true;
        Some(value.clone())
    }

    /// The arguments that no parameter has taken.
    pub(crate) fn rest(self) -> Vec<(String, Value)> {
        self.list
            .into_iter()
            .filter(|(_, _, taken)| !taken)
            .map(|(name, value, _)| (name, value))
            .collect()
    }
}

/// Members as an object.
pub(crate) fn object(members: Vec<(String, Value)>) -> Value {
    let mut map = Map::default();
    for (name, value) in members {
        map.insert(name, value);
    }
    Value::from(map)
}

/// A fault of the arguments.
pub(crate) fn wrong(cause: impl Into<String>) -> TaskError {
    TaskError::new("Http.Arguments", printable(&cause.into()))
}
