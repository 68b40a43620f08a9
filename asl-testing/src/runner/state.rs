//! Tests of single states in the program of a definition.

use serde::{Deserialize, Serialize};

use crate::{FieldValidation, InspectionLevel};
use asl_execution::machine::Machine;
use asl_value::value::{Object, Text, Value};

/// The test of a state, with the members of AWS's `TestState`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StateTest {
    /// Name of the state.
    pub state: Text,
    /// Input of the state.
    pub input: Value,
    /// Variables, an object.
    pub variables: Value,
    /// The context object.
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
    /// Text of the object that the `ItemReader` of a Map reads.
    pub item_reader_data: Option<Text>,
    /// The state inside of a Map or Parallel in which the mocked error occurs.
    pub failed_state: Option<Text>,
}

/// The mock of a state's work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Mock {
    /// The result, as JSON text.
    Result(Text),
    /// Error Name and cause.
    Error(Text, Text),
}

impl StateTest {
    /// The names of the variables that the test gives, for the compiler.
    pub fn variable_names(&self) -> Vec<String> {
        let names = self.variables.as_object().into_iter().flat_map(Object::keys);
        names.map(str::to_owned).collect()
    }

    /// The answer of `TestState`, with JSON in place of its texts.
    ///
    /// # Errors
    /// A mistake in the test. A failure of the state is part of the answer.
    pub fn run(self, machine: &'static Machine) -> Result<Value, String> {
        let mut test = crate::test_state(machine, &self.state)
            .input(self.input)
            .variables(self.variables)
            .retries(self.retries)
            .validation(self.validation)
            .level(self.level);
        if let Some(context) = self.context {
            test = test.context(context);
        }
        if let Some(iterations) = self.failed_iterations {
            test = test.failed_iterations(iterations);
        }
        if let Some(data) = self.item_reader_data {
            test = test.item_reader_data(data);
        }
        if let Some(state) = self.failed_state {
            test = test.failed_state(state);
        }
        test = match self.mock {
            Some(Mock::Result(text)) => test.mock(crate::Mock::result_text(text.as_str())),
            Some(Mock::Error(error, cause)) => test.mock(crate::Mock::error(error, cause)),
            None => test,
        };
        test.run().map(|report| report.to_json()).map_err(|mistake| mistake.to_string())
    }
}
