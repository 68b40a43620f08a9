//! A machine with the types of its input and output.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Serialize;

use crate::error::Failure;
use crate::task::{Compiled, RunInput, typed};
use crate::value::Value;

/// A machine with its tasks and the types of its input and output, as the generated function
/// `machine` returns it if the options `input` or `output` are given. Cloning it is cheap, and
/// clones share the tasks. It is a [`Compiled`] for every engine.
///
/// `I` is [`RunInput`] if only the output has a type.
pub struct TypedMachine<I, O> {
    compiled: Compiled,
    output: fn(Value) -> Result<O, Failure>,
    input: PhantomData<fn(I)>,
}

impl<I, O> TypedMachine<I, O> {
    /// Adds the types to a machine; the generated function `machine` calls this.
    #[doc(hidden)]
    pub fn new(compiled: Compiled, output: fn(Value) -> Result<O, Failure>) -> Self {
        Self { compiled, output, input: PhantomData }
    }

    /// The machine without types, for example for a list of several machines.
    pub fn untyped(self) -> Compiled {
        self.compiled
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn output(&self) -> fn(Value) -> Result<O, Failure> {
        self.output
    }
}

impl<I, O> Clone for TypedMachine<I, O> {
    fn clone(&self) -> Self {
        Self::new(self.compiled.clone(), self.output)
    }
}

impl<I, O> Deref for TypedMachine<I, O> {
    type Target = Compiled;

    fn deref(&self) -> &Compiled {
        &self.compiled
    }
}

impl<I, O> From<TypedMachine<I, O>> for Compiled {
    fn from(machine: TypedMachine<I, O>) -> Self {
        machine.compiled
    }
}

impl<I, O> fmt::Debug for TypedMachine<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.compiled.fmt(f)
    }
}

/// An input of a machine that takes `I`: an `I` or a reference to one. If `I` is [`RunInput`], any
/// value, or `()` for none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of a machine that takes `{I}`",
    note = "the input is a `{I}` or a `&{I}`, which must be `serde::Serialize`"
)]
pub trait MachineInput<I> {
    /// The value with which the execution starts.
    ///
    /// # Errors
    /// `I` cannot be converted to a value.
    fn into_value(self) -> Result<Value, Failure>;
}

impl<I: Serialize> MachineInput<I> for I {
    fn into_value(self) -> Result<Value, Failure> {
        typed::to_value(&self)
    }
}

impl<I: Serialize> MachineInput<I> for &I {
    fn into_value(self) -> Result<Value, Failure> {
        typed::to_value(self)
    }
}

impl<T: Into<RunInput>> MachineInput<RunInput> for T {
    fn into_value(self) -> Result<Value, Failure> {
        Ok(self.into().into_value())
    }
}
