//! Checks of a run's data against the types of its machine.

use asl_execution::machine::{Machine, MachineTypes, TypeRow};
use asl_runtime::__engine::{Check, TypeChecks};
use asl_runtime::Typed;
use asl_runtime::engine::simulation::{Scripted, TaskCall};
use asl_value::shape::{self, Direction, Values};
use asl_value::value::Value;

use super::account::{LONGEST, cut};

/// The machine of a [`Scenario`](super::Scenario): `&order::MACHINE`, or `order::TYPED`, with whose
/// types all data are compared.
#[derive(Clone, Copy, Debug)]
pub struct Tested {
    pub(super) machine: &'static Machine,
    pub(super) types: Option<Types>,
}

impl From<&'static Machine> for Tested {
    fn from(machine: &'static Machine) -> Self {
        Self { machine, types: None }
    }
}

impl<I, O> From<Typed<I, O>> for Tested {
    fn from(typed: Typed<I, O>) -> Self {
        let machine = typed.machine();
        let types = machine.types.zip(typed.checks());
        Self { machine, types: types.map(|(types, checks)| Types { types, checks }) }
    }
}

/// The types of a machine, and the checks by serde.
#[derive(Clone, Copy, Debug)]
pub(super) struct Types {
    types: &'static MachineTypes,
    checks: &'static TypeChecks,
}

impl Types {
    /// Checks the input of the machine.
    pub(super) fn check_input(&self, input: &Value) -> Result<(), String> {
        let Some(row) = &self.types.input else { return Ok(()) };
        check_written(row, self.checks.input, input)
            .map_err(|why| format!("the input {} is no `{}`: {why}", cut(input, LONGEST), row.name))
    }

    /// Checks the output of the machine.
    pub(super) fn check_output(&self, output: &Value) -> Result<(), String> {
        let Some(row) = &self.types.output else { return Ok(()) };
        check_read(self.checks.output, output).map_err(|why| {
            format!("its output {} is no `{}`: {why}", cut(output, LONGEST), row.name)
        })
    }

    /// Checks the input of a call.
    pub(super) fn check_call(&self, call: &TaskCall) -> Result<(), String> {
        let (Some(task), Some(checks)) = (self.types.task(call.task), self.checks.task(call.task))
        else {
            return Ok(());
        };
        let Some(row) = &task.request else { return Ok(()) };
        // AWS passes an empty object to a function that is invoked without a payload.
        let empty = Value::object([]);
        let (input, part) = match (task.has_envelope, call.input.get("Payload")) {
            (false, _) => (&call.input, "it"),
            (true, Some(payload)) => (payload, "the payload"),
            (true, None) => (&empty, "the payload"),
        };
        check_read(checks.request, input)
            .map_err(|why| format!("{part} is no `{}`: {why}", row.name))
    }

    /// Checks the scripted answer to a call.
    pub(super) fn check_answer(&self, call: &TaskCall, answer: &Scripted) -> Result<(), String> {
        let (Some(task), Some(checks)) = (self.types.task(call.task), self.checks.task(call.task))
        else {
            return Ok(());
        };
        let Some(output) = answer.output() else { return Ok(()) };
        let Some((row, has_envelope)) = task.result(call.form) else { return Ok(()) };
        let check = if call.form.is_report() { checks.answer } else { checks.response };
        let shown = || cut(output, LONGEST);
        let answer = match (has_envelope, output.get("Payload")) {
            (false, _) => output,
            (true, Some(payload)) => payload,
            (true, None) => {
                return Err(format!(
                    "the scripted answer {} has no `Payload`, which the response of \
                     `lambda:invoke` has: script it with `returns_payload(..)`",
                    shown()
                ));
            }
        };
        check_written(row, check, answer)
            .map_err(|why| format!("the scripted answer {} is no `{}`: {why}", shown(), row.name))
    }
}

/// Checks a value that the program will write: by the shape of the type if it has one, otherwise by
/// reading it, if that is possible.
fn check_written(row: &TypeRow, check: Option<Check>, value: &Value) -> Result<(), String> {
    if matches!(row.written, Values::Any) {
        return check_read(check, value);
    }
    shape::check(row.written, value, Direction::Written).map_err(|outside| outside.to_string())
}

/// Checks a value that the program will read.
fn check_read(check: Option<Check>, value: &Value) -> Result<(), String> {
    check.map_or(Ok(()), |check| check(value).map_err(|error| error.to_string()))
}
