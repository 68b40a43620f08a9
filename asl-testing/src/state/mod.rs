//! Tests of a single state, as with AWS's `TestState` API: with an input, variables, a context
//! object and a mocked result. The report contains the next state and the value of each stage.

mod check;
mod drive;
mod error;
mod fields;
mod inspection;
mod report;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use asl_execution::machine::{Machine, Node, NodeId, StateKind};
use asl_value::error::TaskError;
use asl_value::value::{Text, Value};

pub use error::TestStateError;
pub use fields::FieldValidation;
pub use report::{ErrorDetails, StateReport, StateStatus};

/// Tests a state of a machine; see [`StateTest`].
pub fn test_state(machine: &'static Machine, state: &str) -> StateTest {
    StateTest {
        machine,
        state: state.to_owned(),
        input: Value::object([]),
        variables: Value::object([]),
        context: None,
        mock: None,
        real: None,
        retries: 0,
        failed_iterations: None,
        item_reader_data: None,
        failed_state: None,
        level: InspectionLevel::Info,
        validation: FieldValidation::Strict,
    }
}

/// The test of a state. Variables, context object and mock are AWS's `variables`, `context` and
/// `mock`.
///
/// The stages inside a state are only recorded by a machine that was compiled with
/// `inspect = true`. Since that is for tests, compile the machine once more in the tests.
///
/// ```
/// use asl_runtime::{asl_machine, json};
/// use asl_testing::{InspectionLevel, Mock, StateStatus, test_state};
///
/// asl_machine!("doc/greet.asl.json", inspect = true);
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let greet = test_state(&greet::MACHINE, "Greet").input(json!({"name": "Ada"}));
/// let report = greet.clone().mock(Mock::result(json!("Hi."))).level(InspectionLevel::Debug).run()?;
/// assert_eq!(report.status, StateStatus::Succeeded);
/// assert_eq!(report.output, Some(json!({"name": "Ada", "greeting": "Hi."})));
/// assert_eq!(report.inspection.get("afterResultSelector"), Some(&json!("Hi.")));
///
/// let report = greet.mock(Mock::error("Shy", "not yet")).retries(1).run()?;
/// assert_eq!(report.status, StateStatus::Retriable);
/// assert_eq!(report.error_details.and_then(|details| details.retry_backoff_interval_seconds), Some(120));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct StateTest {
    machine: &'static Machine,
    state: String,
    input: Value,
    variables: Value,
    context: Option<Value>,
    mock: Option<Mock>,
    real: Option<Real>,
    retries: u32,
    failed_iterations: Option<u32>,
    item_reader_data: Option<String>,
    failed_state: Option<String>,
    level: InspectionLevel,
    validation: FieldValidation,
}

/// A mock of the work of a Task, Map or Parallel.
#[derive(Clone, PartialEq, Debug)]
pub struct Mock(Mocked);

#[derive(Clone, PartialEq, Debug)]
enum Mocked {
    Result(Value),
    Text(String),
    Error(TaskError),
}

impl Mock {
    /// Succeeds with this result: that of the task, or of all branches or iterations.
    pub fn result(result: impl Into<Value>) -> Self {
        Self(Mocked::Result(result.into()))
    }

    /// Succeeds with a result given as JSON text, as in AWS's API.
    pub fn result_text(result: impl Into<String>) -> Self {
        Self(Mocked::Text(result.into()))
    }

    /// Fails with this error and cause.
    pub fn error(error: impl Into<Text>, cause: impl Into<Text>) -> Self {
        Self(Mocked::Error(TaskError::new(error, cause)))
    }
}

/// A real task.
#[derive(Clone)]
struct Real(Arc<RealTask>);

type RealTask = dyn Fn(&Value) -> Result<Value, TaskError> + Send + Sync;

impl std::fmt::Debug for Real {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Real(..)")
    }
}

/// The amount of inspection data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum InspectionLevel {
    /// Only status, output, next state, error and cause.
    #[default]
    Info,
    /// Also the value of each stage.
    Debug,
    /// The same as `Debug`. AWS adds the request and response of an HTTP call, but no call is made
    /// here.
    Trace,
}

impl StateTest {
    /// Sets the input. The default is `{}`.
    #[must_use]
    pub fn input(self, input: Value) -> Self {
        Self { input, ..self }
    }

    /// Sets the variables, an object of values by name.
    #[must_use]
    pub fn variables(self, variables: Value) -> Self {
        Self { variables, ..self }
    }

    /// Sets the context object `$$`. By default it is that of an execution that has just started.
    #[must_use]
    pub fn context(self, context: Value) -> Self {
        Self { context: Some(context), ..self }
    }

    /// Sets the mock of its work.
    #[must_use]
    pub fn mock(self, mock: Mock) -> Self {
        Self { mock: Some(mock), ..self }
    }

    /// Sets the real task, for a test without a mock.
    #[must_use]
    pub fn task(
        self,
        task: impl Fn(&Value) -> Result<Value, TaskError> + Send + Sync + 'static,
    ) -> Self {
        Self { real: Some(Real(Arc::new(task))), ..self }
    }

    /// Sets the number of earlier uses of the matching retrier: AWS's `retrierRetryCount`.
    #[must_use]
    pub fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// Sets the number of failed iterations of a Map: AWS's `mapIterationFailureCount`.
    #[must_use]
    pub fn failed_iterations(self, iterations: u32) -> Self {
        Self { failed_iterations: Some(iterations), ..self }
    }

    /// Sets the text of the object that the `ItemReader` of a Map reads: AWS's
    /// `mapItemReaderData`. Without it, the items of such a Map are unknown.
    #[must_use]
    pub fn item_reader_data(self, data: impl Into<String>) -> Self {
        Self { item_reader_data: Some(data.into()), ..self }
    }

    /// Sets the state inside a Map or Parallel in which the mocked error occurs: AWS's
    /// `errorCausedByState`. As recorded, it changes nothing in the report.
    #[must_use]
    pub fn failed_state(self, state: impl Into<String>) -> Self {
        Self { failed_state: Some(state.into()), ..self }
    }

    /// Sets how strictly a mocked result must fit the result of the API: AWS's
    /// `fieldValidationMode`. The default is strict.
    #[must_use]
    pub fn validation(self, validation: FieldValidation) -> Self {
        Self { validation, ..self }
    }

    /// Sets the amount of inspection data.
    #[must_use]
    pub fn level(self, level: InspectionLevel) -> Self {
        Self { level, ..self }
    }

    /// Runs the test. An error is a mistake in the test; a failure of the state is part of the
    /// report.
    pub fn run(&self) -> Result<StateReport, TestStateError> {
        let (id, node) = self.node()?;
        let answer = check::check(self, node)?;
        drive::drive(self, id, node, answer)
    }

    fn node(&self) -> Result<(NodeId, &'static Node), TestStateError> {
        if self.machine.sm4c.is_some() {
            return Err(TestStateError::Language);
        }
        let nodes = (0..).map(NodeId).zip(self.machine.nodes);
        let mut named = nodes.filter(|(_, node)| node.state == self.state);
        named.next().ok_or_else(|| TestStateError::UnknownState {
            state: self.state.clone(),
            known: self.machine.nodes.iter().map(|node| node.state).collect(),
        })
    }
}

/// Returns true if a state's work can be mocked.
fn is_mockable(kind: StateKind) -> bool {
    matches!(kind, StateKind::Task | StateKind::Parallel | StateKind::Map)
}
