//! Knowledge of a machine's data before it runs: for schemas of its input and output, and for
//! editors.

mod at;
mod input;
mod output;
mod required;
mod text;
mod values;

#[cfg(test)]
mod tests;

pub use at::{Place, TypesAt, types_at, types_of};
pub use text::shown;
pub use values::{Items, Kind, Member, Members, Values};

use crate::check::flow::{Borders, Flow};
use crate::ir::Machine;

/// The values that a machine reads of its input, and those that it gives as its output.
///
/// ```
/// use asl_codegen::{compile, options::Options, source::Sources, types::Interface};
///
/// let text = r#"{"StartAt": "Pay", "States": {
///     "Pay": {"Type": "Wait", "SecondsPath": "$.delay", "End": true}}}"#;
/// let checked = compile::check(&mut Sources::from_text("pay.asl.json", text), &Options::default());
/// let machine = checked.machine.expect("no errors");
/// let interface = Interface::of(&machine);
/// let members = interface.input.object.expect("an object");
/// assert!(members.known["delay"].is_required);
/// assert_eq!(interface.output.note.as_deref(), Some("the input"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// The values that the machine takes. A required member is one without which each execution
    /// fails. The kinds of a value are those that the states use: with another one, a state fails
    /// that uses it, or no rule of a Choice matches.
    pub input: Values,
    /// The values that the machine gives when it succeeds.
    pub output: Values,
}

impl Interface {
    /// The interface of a machine. Of SM4C only the states, and not their expressions are followed.
    pub fn of(machine: &Machine) -> Self {
        let flow = Flow::new(machine, &[], Borders::all(machine));
        let untold = Flow::new(machine, &[], Borders::default());
        let output = output::values(machine, &untold.output(), &flow.output());
        Self { input: input::values(machine, &flow), output }
    }
}
