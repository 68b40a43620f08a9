//! Mistakes in the test of a state, with AWS's messages where it has them. What AWS does not say,
//! such as the names of the states, is in the variants.

use std::fmt;

use asl_execution::machine::StateKind;

/// A mistake in the test of a state.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TestStateError {
    /// The machine has no such state.
    UnknownState {
        /// The requested name.
        state: String,
        /// The names of its states.
        known: Vec<&'static str>,
    },
    /// The state has no work that could be mocked, because of its type.
    MockNotSupported(StateKind),
    /// The work of this state must be mocked: a Parallel's or Map's, or that of a Task without
    /// [`StateTest::task`](super::StateTest::task).
    MockRequired {
        /// Name of the state.
        state: &'static str,
        /// Type of the state.
        kind: StateKind,
    },
    /// The mocked result is not a JSON text.
    MockNotJson(String),
    /// The mocked result of a Map with `ResultWriter` is not an object.
    MockNotObject,
    /// The mocked result of a Map or Parallel is not an array.
    MockNotArray,
    /// The mocked result of a Parallel does not have one item for each branch.
    MockNotOnePerBranch {
        /// Number of branches.
        branches: usize,
    },
    /// The mocked result does not fit the API's result.
    Field(String),
    /// The context object has a member that it cannot have.
    Context(String),
    /// The variables are not an object.
    Variables,
    /// More iterations failed than exist.
    FailedIterations {
        /// Number of iterations.
        iterations: usize,
    },
    /// A number of failed iterations without a mock.
    IterationsWithoutMock,
    /// A number of failed iterations for a state that is not a Map.
    NoIterations,
    /// Data for an `ItemReader` that the state does not have.
    NoItemReader,
    /// A failed inner state, but the mock is no error, or the state has no such inner state.
    NoFailedState,
    /// The machine was compiled without `inspect = true`.
    NotInspectable,
    /// The machine is in SM4C. Test its states with a scenario.
    Language,
}

impl fmt::Display for TestStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownState { .. } => f.write_str("State not found in definition"),
            Self::MockNotSupported(kind) => {
                write!(f, "State type '{kind:?}' is not supported when a mock is specified")
            }
            Self::MockRequired { kind: StateKind::Map | StateKind::Parallel, .. } => f.write_str(
                "TestState API does not support Map or Parallel states. Supported state types \
                 include: [Task, Wait, Pass, Succeed, Fail, Choice]",
            ),
            Self::MockRequired { state, kind } => {
                write!(f, "the work of the {kind:?} state `{state}` must be mocked")
            }
            Self::MockNotJson(_) => f.write_str("Mocked result must be valid JSON"),
            Self::MockNotObject => f.write_str("Mocked result must be a JSON object."),
            Self::MockNotArray => f.write_str("Mocked result must be an array."),
            Self::MockNotOnePerBranch { .. } => f.write_str(
                "Mocked result must contain the same number of items as number of Parallel branches.",
            ),
            Self::Field(fault) => write!(f, "Mock result schema validation error: {fault}"),
            Self::Context(fault) => write!(f, "Invalid Context object provided: {fault}"),
            Self::Variables => f.write_str("the variables must be an object of values by name"),
            Self::FailedIterations { .. } => f.write_str(
                "Map iteration failure count must be less than or equal to the number of Map iterations",
            ),
            Self::NoIterations => f.write_str("only a Map has failed iterations"),
            Self::IterationsWithoutMock => f.write_str(
                "TestState does not support MapIterationFailureCount when a mock is not specified.",
            ),
            Self::NoItemReader => f.write_str("only a Map with an ItemReader has data to read"),
            Self::NoFailedState => f.write_str(
                "the state that causes the error must be inside of the tested Map or Parallel, \
                 and the mock must be an error",
            ),
            Self::Language => {
                f.write_str("the machine is in SM4C: test its states with a `Scenario`")
            }
            Self::NotInspectable => {
                f.write_str("this needs a machine that was compiled with `inspect = true`")
            }
        }
    }
}

asl_language::__readable_error!(TestStateError);
