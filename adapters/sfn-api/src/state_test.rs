//! Tests of single states on compiled machines.

use asl_runtime::machine::Machine;
use asl_runtime::runner;
use asl_runtime::testing::{FieldValidation, InspectionLevel};
use asl_runtime::value::{Text, Value};

pub use asl_runtime::runner::Mock;

use crate::fault::Fault;

/// A state to test, as in `TestState`.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct StateTest {
    /// A valid definition with the state. For a state without its machine the rest is made up.
    pub definition: Text,
    /// Name of the state.
    pub state: Text,
    /// Input of the state.
    pub input: Value,
    /// Variables, an object.
    pub variables: Value,
    /// The context object, if the client gave one.
    pub context: Option<Value>,
    /// The mock of the state's work.
    pub mock: Option<Mock>,
    /// Rule for the members of a mocked result.
    pub validation: FieldValidation,
    /// The amount of inspection data.
    pub level: InspectionLevel,
    /// Number of earlier uses of the matching retrier.
    pub retries: u32,
    /// Number of failed iterations of a Map.
    pub failed_iterations: Option<u32>,
}

impl StateTest {
    /// Runs the test on a machine that was compiled from the definition, or on one with the same
    /// state under another name. Returns the answer of `TestState` with JSON in place of its texts.
    ///
    /// # Errors
    /// A mistake in the test. A failure of the state is part of the answer.
    pub fn run(&self, machine: &'static Machine, state: &str) -> Result<Value, Fault> {
        let mistake = |mistake| Fault::new("ValidationException", mistake);
        self.of_state(state).run(machine).map_err(mistake)
    }

    /// The test for a program with the machine, as an order to it.
    #[doc(hidden)]
    pub fn of_state(&self, state: &str) -> runner::StateTest {
        runner::StateTest {
            state: state.into(),
            input: self.input.clone(),
            variables: self.variables.clone(),
            context: self.context.clone(),
            mock: self.mock.clone(),
            validation: self.validation,
            level: self.level,
            retries: self.retries,
            failed_iterations: self.failed_iterations,
        }
    }
}
