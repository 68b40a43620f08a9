//! Checks of values against the types of a machine, for tests.

use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned};

use asl_value::value::{self, Value};

/// A check that serde can read a value as a type. The error says why not.
pub type Check = fn(&Value) -> Result<(), value::Error>;

/// The checks for the types that a machine's user named.
#[derive(Debug)]
pub struct TypeChecks {
    /// The input, if the type can be read.
    pub input: Option<Check>,
    /// The output.
    pub output: Option<Check>,
    /// The tasks, by their numbers in rows.
    pub tasks: &'static [TaskChecks],
}

impl TypeChecks {
    /// The checks of a task by its number.
    pub fn task(&self, number: u32) -> Option<&'static TaskChecks> {
        self.tasks.get(usize::try_from(number).ok()?)
    }
}

/// The checks for the types of a task.
#[derive(Clone, Copy, Debug)]
pub struct TaskChecks {
    /// The input of its method.
    pub request: Option<Check>,
    /// The result of its method, if the type can be read.
    pub response: Option<Check>,
    /// The report with the token, if the type can be read.
    pub answer: Option<Check>,
}

impl TaskChecks {
    /// A task without types.
    pub const NONE: Self = Self { request: None, response: None, answer: None };
}

/// A type that the machine reads.
#[derive(Debug)]
pub struct ReadRequired<T: ?Sized>(PhantomData<T>);

impl<T: DeserializeOwned> ReadRequired<T> {
    /// The check of the type.
    pub const CHECK: Option<Check> = Some(reads::<T>);
}

impl<T: ?Sized> WrittenOnly for ReadRequired<T> {}

/// Checks that serde can read a value as a `T`.
fn reads<T: DeserializeOwned>(value: &Value) -> Result<(), value::Error> {
    value::from_value::<T>(value.clone()).map(drop)
}

/// A type that is only written by the machine. Whether it can be read as well is known where the
/// type is: an inherent constant goes before that of a trait.
#[derive(Debug)]
pub struct ReadIfPossible<T: ?Sized>(PhantomData<T>);

/// Not `DeserializeOwned`: of a type with `&'static str` rustc would say too late that it is not.
impl<T: Deserialize<'static>> ReadIfPossible<T> {
    /// The check of a type that can be read.
    pub const CHECK: Option<Check> = Some(reads_kept::<T>);
}

/// The other types.
pub trait WrittenOnly {
    /// Nothing is known.
    const CHECK: Option<Check> = None;
}

impl<T: ?Sized> WrittenOnly for ReadIfPossible<T> {}

/// Checks a value that is kept until the end of the process, which is a test.
fn reads_kept<T: Deserialize<'static>>(value: &Value) -> Result<(), value::Error> {
    let value: &'static Value = Box::leak(Box::new(value.clone()));
    value::from_static_value::<T>(value).map(drop)
}
