//! The results of expressions in the states of a machine.

use asl_jsonata::output::{Form, output};
use asl_jsonata::{Item, View};
use asl_value::value::Value;

/// The result of an expression: of the type that is known when the expression is compiled.
pub trait Evaluated: Sized {
    /// The value, as Step Functions writes it.
    fn output(self) -> Result<Value, Lack>;

    /// The Boolean value, if this certainly is one.
    #[inline]
    fn as_bool(&self) -> Option<bool> {
        None
    }
}

/// The reason for which a result has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// It is undefined.
    Undefined,
    /// It is or contains a function.
    Function,
}

impl Evaluated for Item {
    #[inline]
    fn output(self) -> Result<Value, Lack> {
        if self.is_undefined() {
            return Err(Lack::Undefined);
        }
        output(self, Form::StepFunctions).ok_or(Lack::Function)
    }
}

impl Evaluated for View<'_> {
    #[inline]
    fn output(self) -> Result<Value, Lack> {
        match self {
            View::Undefined => Err(Lack::Undefined),
            View::Value(value) => Ok(Form::StepFunctions.copied(value)),
            View::Item(item) => item.clone().output(),
        }
    }
}

impl Evaluated for f64 {
    #[inline]
    fn output(self) -> Result<Value, Lack> {
        Ok(Form::StepFunctions.number(self))
    }
}

impl Evaluated for bool {
    #[inline]
    fn output(self) -> Result<Value, Lack> {
        Ok(Value::Bool(self))
    }

    #[inline]
    fn as_bool(&self) -> Option<bool> {
        Some(*self)
    }
}

impl<T: Evaluated> Evaluated for Option<T> {
    #[inline]
    fn output(self) -> Result<Value, Lack> {
        self.map_or(Err(Lack::Undefined), T::output)
    }

    #[inline]
    fn as_bool(&self) -> Option<bool> {
        self.as_ref()?.as_bool()
    }
}
