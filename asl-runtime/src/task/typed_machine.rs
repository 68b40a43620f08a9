//! Machines with the types of their inputs and outputs.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::Serialize;

use crate::task::type_checks::TypeChecks;
use crate::task::{Compiled, RunInput, ServiceCalls, TaskSet, typed};
use asl_execution::machine::Machine;
use asl_value::error::Failure;
use asl_value::value::Value;

/// A machine with its types, without its tasks: the constant `TYPED` of a machine with the options
/// `input`, `output`, `tasks` with types, or `answers`. Every engine makes typed executions of it.
///
/// `I` is [`RunInput`] if the input has no type, and `O` is [`Value`] if the output has none.
///
/// ```
/// use asl_runtime::{Shape, asl_machine, json};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Shape)]
/// struct Guest {
///     name: String,
/// }
///
/// #[derive(Deserialize, Shape)]
/// struct Greeted {
///     name: String,
///     greeting: String,
/// }
///
/// asl_machine!("doc/greet.asl.json", input = Guest, output = Greeted); // -> mod greet
///
/// # fn main() -> Result<(), asl_runtime::Failure> {
/// let guest = Guest { name: "Ada".to_owned() };
/// assert_eq!(greet::TYPED.input(&guest)?, json!({ "name": "Ada" }));
/// let greeted = greet::TYPED.output(json!({ "name": "Ada", "greeting": "Hello!" }))?;
/// assert_eq!(greeted.name + ": " + &greeted.greeting, "Ada: Hello!");
/// let failure = greet::TYPED.output(json!({ "name": "Ada" })).err().expect("nothing greets");
/// assert_eq!(failure.error(), Some("Asl.TypeMismatch"));
/// # Ok(())
/// # }
/// ```
pub struct Typed<I, O> {
    machine: &'static Machine,
    output: fn(Value) -> Result<O, Failure>,
    checks: Option<&'static TypeChecks>,
    input: PhantomData<fn(I)>,
}

impl<I, O> Typed<I, O> {
    /// Adds the types to a machine; the generated constant `TYPED` calls this.
    #[doc(hidden)]
    pub const fn new(machine: &'static Machine, output: fn(Value) -> Result<O, Failure>) -> Self {
        Self { machine, output, checks: None, input: PhantomData }
    }

    /// Adds the checks of values, for tests; the generated constant `TYPED` calls this.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_checks(mut self, checks: &'static TypeChecks) -> Self {
        self.checks = Some(checks);
        self
    }

    /// The checks of values.
    #[doc(hidden)]
    pub const fn checks(self) -> Option<&'static TypeChecks> {
        self.checks
    }

    /// The machine: its static transition table.
    pub const fn machine(self) -> &'static Machine {
        self.machine
    }

    /// The value of an input.
    ///
    /// # Errors
    /// `Asl.TypeMismatch`: the input cannot be converted to a value.
    pub fn input(self, input: impl MachineInput<I>) -> Result<Value, Failure> {
        input.into_value()
    }

    /// The output with its type.
    ///
    /// # Errors
    /// `Asl.TypeMismatch`: the value does not fit the type. The cause has the path in the value, and
    /// the place is the state that ends the machine.
    pub fn output(self, output: Value) -> Result<O, Failure> {
        (self.output)(output).map_err(|failure| typed::at_the_end(self.machine, failure))
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn reader(self) -> fn(Value) -> Result<O, Failure> {
        self.output
    }
}

impl<I, O> Copy for Typed<I, O> {}

impl<I, O> Clone for Typed<I, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, O> fmt::Debug for Typed<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed").field("machine", &self.machine.name).finish_non_exhaustive()
    }
}

/// A machine with its tasks and the types of its input and output, as the generated function
/// `machine` returns it if the options `input` or `output` are given. Cloning it is cheap, and
/// clones share the tasks. It is a [`Compiled`] for every engine.
///
/// `I` is [`RunInput`] if only the output has a type.
pub struct TypedMachine<I, O> {
    compiled: Compiled,
    typed: Typed<I, O>,
}

impl<I, O> TypedMachine<I, O> {
    /// Adds tasks to a machine; the generated function `machine` calls this.
    #[doc(hidden)]
    pub fn new(typed: Typed<I, O>, tasks: impl TaskSet) -> Self {
        Self { compiled: Compiled::new(typed.machine, tasks), typed }
    }

    /// A machine that calls no task.
    #[doc(hidden)]
    pub fn without_tasks(typed: Typed<I, O>) -> Self {
        Self { compiled: Compiled::without_tasks(typed.machine), typed }
    }

    /// The machine with services, as [`Compiled::with_services`].
    #[must_use]
    pub fn with_services(self, services: impl ServiceCalls) -> Self {
        Self { compiled: self.compiled.with_services(services), ..self }
    }

    /// The machine with its types, without its tasks.
    pub fn typed(&self) -> Typed<I, O> {
        self.typed
    }

    /// The machine without types, for example for a list of several machines.
    pub fn untyped(self) -> Compiled {
        self.compiled
    }
}

impl<I, O> Clone for TypedMachine<I, O> {
    fn clone(&self) -> Self {
        Self { compiled: self.compiled.clone(), typed: self.typed }
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
    message = "`{Self}` cannot be the input of a machine that takes `{I}`",
    label = "not a `{I}`, or not `serde::Serialize`",
    note = "the input is a `{I}` or a `&{I}`, and `{I}` has `#[derive(serde::Serialize)]`"
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
