//! Tests of single states on compiled machines.

use asl_runtime::machine::Machine;
use asl_runtime::testing::{self, FieldValidation, InspectionLevel};
use asl_runtime::value::{Text, Value};

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

/// The mock of a state's work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mock {
    /// The result, as JSON text.
    Result(Text),
    /// Error Name and cause.
    Error(Text, Text),
}

impl StateTest {
    /// Runs the test on a machine that was compiled from the definition, or on one with the same
    /// state under another name. Returns the answer of `TestState` with JSON in place of its texts.
    ///
    /// # Errors
    /// A mistake in the test. A failure of the state is part of the answer.
    pub fn run(&self, machine: &'static Machine, state: &str) -> Result<Value, Fault> {
        let mut test = testing::test_state(machine, state)
            .input(self.input.clone())
            .variables(self.variables.clone())
            .retries(self.retries)
            .validation(self.validation)
            .level(self.level);
        if let Some(context) = &self.context {
            test = test.context(context.clone());
        }
        if let Some(iterations) = self.failed_iterations {
            test = test.failed_iterations(iterations);
        }
        test = match &self.mock {
            Some(Mock::Result(text)) => test.mock(testing::Mock::result_text(text.as_str())),
            Some(Mock::Error(error, cause)) => {
                test.mock(testing::Mock::error(error.clone(), cause.clone()))
            }
            None => test,
        };
        match test.run() {
            Ok(report) => Ok(report.to_json()),
            Err(mistake) => Err(Fault::new("ValidationException", mistake.to_string())),
        }
    }
}
