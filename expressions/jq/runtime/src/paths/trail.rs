//! The path that led to a value: a list on the stack, from the value's end to the root's.

use crate::Exit;
use crate::fault::dump;
use asl_value::value::{Array, Object, Text, Value};

/// The way to a value, and that value. Links live on the stack of the code that descends: a path
/// costs nothing until it is needed.
#[derive(Clone, Copy, Debug)]
pub struct Trail<'a> {
    above: Option<&'a Trail<'a>>,
    key: Key<'a>,
    value: &'a Value,
    length: usize,
    /// The path is not needed: a filter that is made for path mode is used for its values.
    is_off: bool,
}

/// One step of a path, or several at once.
#[derive(Clone, Copy, Debug)]
pub enum Key<'a> {
    /// `.name`, as the program spells it.
    Name(&'static str),
    /// A key of data.
    Text(&'a Text),
    /// A place in an array.
    Place(usize),
    /// Anything that was computed.
    Value(&'a Value),
    /// `.[from:to]`
    Slice(Option<&'a Value>, Option<&'a Value>),
    /// `getpath(..)`
    Several(&'a [Value]),
}

/// The origin of a value that may be the one at a trail's end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was made: a literal, a calculation. Numbers and strings are new ones then, whatever they
    /// are equal to.
    Made,
    /// It may have been passed through: a variable, `tostring` of a string.
    Passed,
}

impl<'a> Trail<'a> {
    /// The empty path, which leads to this value.
    #[inline]
    pub fn root(value: &'a Value) -> Self {
        Self { above: None, key: Key::Several(&[]), value, length: 0, is_off: false }
    }

    /// The start of a filter in path mode that is used for its values: nothing is checked then,
    /// and there is no path to ask for.
    #[inline]
    pub fn off() -> Trail<'static> {
        Trail { above: None, key: Key::Several(&[]), value: &Value::Null, length: 0, is_off: true }
    }

    /// One step, or several, further.
    #[inline]
    #[must_use]
    pub fn then(&'a self, key: Key<'a>, value: &'a Value) -> Self {
        let steps = if let Key::Several(keys) = key { keys.len() } else { 1 };
        Self { above: Some(self), key, value, length: self.length + steps, is_off: self.is_off }
    }

    /// The value that it leads to.
    #[inline]
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Returns true if a value is the very one at this trail. Equal values may be in two places, so
    /// addresses are compared.
    #[inline]
    pub fn holds(&self, value: &Value) -> bool {
        self.is_off || std::ptr::eq(self.value, value)
    }

    /// A value that was not reached by a path: itself, or the one at the end where jq takes the two
    /// for the same.
    pub fn settle<'v>(&self, value: &'v Value, origin: Origin) -> &'v Value
    where
        'a: 'v,
    {
        if !self.is_off && is_same(self.value, value, origin) { self.value } else { value }
    }

    /// Refuses to look into a value that is not the one at the end.
    #[inline]
    pub fn check_access(&self, value: &Value, key: Key<'_>) -> Result<(), Exit> {
        if self.holds(value) { Ok(()) } else { Err(no_access(value, key)) }
    }

    /// Refuses to go through a value that is not the one at the end.
    #[inline]
    pub fn check_each(&self, value: &Value) -> Result<(), Exit> {
        if self.holds(value) { Ok(()) } else { Err(no_iteration(value)) }
    }

    /// The path as an array, if `value` is what it leads to.
    pub fn to_path(&self, value: &Value) -> Result<Vec<Value>, Exit> {
        if !self.holds(value) {
            return Err(Exit::error(format!(
                "Invalid path expression with result {}",
                dump(value)
            )));
        }
        let mut path = Vec::with_capacity(self.length);
        let mut here = Some(self);
        while let Some(trail) = here {
            trail.key.write_back(&mut path);
            here = trail.above;
        }
        path.reverse();
        Ok(path)
    }

    /// The number of steps.
    pub fn length(&self) -> usize {
        self.length
    }
}

impl Key<'_> {
    /// The step as a value: of several, the array.
    pub fn to_value(self) -> Value {
        match self {
            Self::Name(name) => Value::String(Text::new_static(name)),
            Self::Text(text) => Value::String(text.clone()),
            Self::Place(place) => Value::of_count(place as u64),
            Self::Value(value) => value.clone(),
            Self::Slice(from, to) => Value::object([
                ("start", from.cloned().unwrap_or_default()),
                ("end", to.cloned().unwrap_or_default()),
            ]),
            Self::Several(keys) => Value::array(keys.to_vec()),
        }
    }

    /// Appends its steps, the last one first.
    fn write_back(self, path: &mut Vec<Value>) {
        if let Self::Several(keys) = self {
            path.extend(keys.iter().rev().cloned());
        } else {
            path.push(self.to_value());
        }
    }
}

#[cold]
fn no_access(value: &Value, key: Key<'_>) -> Exit {
    let key = dump(&key.to_value());
    Exit::error(format!(
        "Invalid path expression near attempt to access element {key} of {}",
        dump(value)
    ))
}

#[cold]
fn no_iteration(value: &Value) -> Exit {
    Exit::error(format!("Invalid path expression near attempt to iterate through {}", dump(value)))
}

/// True if jq would see one value: containers are by their address. Of strings and numbers ours
/// have none, and their origin decides.
#[expect(clippy::float_cmp, reason = "the same number is meant")]
fn is_same(left: &Value, right: &Value, origin: Origin) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Int(left), Value::Int(right)) => origin == Origin::Passed && left == right,
        (Value::Float(left), Value::Float(right)) => origin == Origin::Passed && left == right,
        (Value::String(left), Value::String(right)) => origin == Origin::Passed && left == right,
        (Value::Array(Array::Shared(left)), Value::Array(Array::Shared(right))) => {
            std::sync::Arc::ptr_eq(left, right)
        }
        (Value::Array(Array::Static(left)), Value::Array(Array::Static(right))) => {
            std::ptr::eq(*left, *right)
        }
        (Value::Object(Object::Shared(left)), Value::Object(Object::Shared(right))) => {
            std::sync::Arc::ptr_eq(left, right)
        }
        (Value::Object(Object::Static(left)), Value::Object(Object::Static(right))) => {
            std::ptr::eq(*left, *right)
        }
        _ => false,
    }
}
