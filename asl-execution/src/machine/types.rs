//! The Rust types of a machine's data.

use asl_value::shape::Values;

use super::{Form, Machine};

/// The types that the machine's user named.
#[derive(Debug)]
pub struct MachineTypes {
    /// That of the input.
    pub input: Option<TypeRow>,
    /// That of the output.
    pub output: Option<TypeRow>,
    /// Those of the tasks, by their numbers in rows.
    pub tasks: &'static [TaskTypes],
}

/// The types of a task.
#[derive(Clone, Copy, Debug)]
pub struct TaskTypes {
    /// Name of its method.
    pub method: &'static str,
    /// True if the types are those of the `Payload` in request and response.
    pub has_envelope: bool,
    /// That of the input of its method.
    pub request: Option<TypeRow>,
    /// That of the result of its method.
    pub response: Option<TypeRow>,
    /// That of the report with the token of the task.
    pub answer: Option<TypeRow>,
}

/// A type.
#[derive(Clone, Copy, Debug)]
pub struct TypeRow {
    /// As the user wrote it.
    pub name: &'static str,
    /// The values that serde writes for it.
    pub written: &'static Values<'static>,
    /// The values that serde reads into it.
    pub read: &'static Values<'static>,
}

impl Machine {
    /// The values that the machine takes as its input.
    pub const fn input_values(&self) -> &'static Values<'static> {
        match self.types {
            Some(MachineTypes { input: Some(row), .. }) => row.read,
            Some(_) | None => &Values::Any,
        }
    }

    /// The values that it gives as its output.
    pub const fn output_values(&self) -> &'static Values<'static> {
        match self.types {
            Some(MachineTypes { output: Some(row), .. }) => row.read,
            Some(_) | None => &Values::Any,
        }
    }
}

impl MachineTypes {
    /// The types of a task by its number.
    pub fn task(&self, number: u32) -> Option<&'static TaskTypes> {
        self.tasks.get(usize::try_from(number).ok()?)
    }
}

impl TaskTypes {
    /// A task without types.
    pub const NONE: Self =
        Self { method: "", has_envelope: false, request: None, response: None, answer: None };

    /// The type of the result that the state sees, and true if it is that of the `Payload`.
    ///
    /// The result of a task that waits for its token is what is reported, not what the method
    /// returns.
    pub fn result(&self, form: Form) -> Option<(&TypeRow, bool)> {
        if form.is_report() {
            return Some((self.answer.as_ref()?, false));
        }
        Some((self.response.as_ref()?, self.has_envelope))
    }
}
