//! Reads AWS's `MockConfigFile.json` unchanged: the answers of a machine's Task states in each test
//! case.
//!
//! A case maps states to responses. A response says by number what each invocation of the state is
//! answered; the first is 0, and retries and iterations count alike. An invocation without an
//! answer ends the execution with `States.Runtime`, which nothing catches. A state that is not part
//! of the case makes its real call.

mod problem;
mod read;
mod spanned;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use asl_execution::machine::Machine;
use asl_runtime::engine::simulation::Scripted;
use asl_value::error::names;
use asl_value::value::{Text, Value};

pub use problem::MockConfigError;

use problem::{Place, known};

use super::{did_you_mean, task_row};

/// The environment variable with the path of the file.
const VARIABLE: &str = "SFN_MOCK_CONFIG";
/// The path if the variable is not set.
const DEFAULT_FILE: &str = "MockConfigFile.json";

/// A `MockConfigFile.json`.
///
/// ```
/// use asl_runtime::{asl_machine, json};
/// use asl_testing::{MockConfig, Scenario};
///
/// asl_machine!("doc/greet.asl.json");
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mocks = MockConfig::parse("MockConfigFile.json", r#"{
///     "StateMachines": { "greet": { "TestCases": { "Shy": { "Greet": "SecondTime" } } } },
///     "MockedResponses": {
///         "SecondTime": { "0": { "Throw": { "Error": "Shy", "Cause": "not yet" } }, "1-9": { "Return": "Hi." } }
///     }
/// }"#)?;
/// let run = Scenario::new(&greet::MACHINE).mocks(mocks.case(&greet::MACHINE, "Shy")?).run();
/// run.expect_output(json!({"greeting": "Hi."})).expect_delays([60.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct MockConfig {
    file: String,
    machines: Vec<MockedMachine>,
}

/// The cases of one machine.
#[derive(Clone, Debug)]
struct MockedMachine {
    name: String,
    cases: Vec<Case>,
}

#[derive(Clone, Debug)]
struct Case {
    name: String,
    states: Vec<MockedState>,
}

/// A state of a case, its place in the file, and its response.
#[derive(Clone, Debug)]
struct MockedState {
    name: String,
    place: Place,
    response: Arc<Response>,
}

/// Answers by invocation.
#[derive(Clone, Debug)]
struct Response {
    name: String,
    answers: Vec<(Invocations, Answer)>,
}

/// A range of invocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Invocations {
    first: u32,
    last: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Answer {
    Return(Value),
    Throw { error: Text, cause: Text },
}

/// A case of a [`MockConfig`] for one machine. Pass it to
/// [`Scenario::mocks`](super::Scenario::mocks).
#[derive(Clone, Debug)]
pub struct MockCase {
    machine: &'static Machine,
    name: String,
    states: BTreeMap<String, Arc<Response>>,
}

impl MockConfig {
    /// Reads a file. The error lists every mistake with its line and column.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, MockConfigError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let text = fs::read(path).map_err(|error| MockConfigError::unreadable(&file, &error))?;
        match String::from_utf8(text) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) => Err(MockConfigError::not_utf8(&file, &error)),
        }
    }

    /// Reads the file named in the environment variable `SFN_MOCK_CONFIG`, or `MockConfigFile.json`
    /// in the working directory.
    pub fn from_env() -> Result<Self, MockConfigError> {
        Self::read(file(env::var_os(VARIABLE)))
    }

    /// Reads a text. `file` is its name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Self, MockConfigError> {
        // Editors on Windows write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (machines, problems) = read::read(text);
        if problems.is_empty() {
            return Ok(Self { file: file.to_owned(), machines });
        }
        Err(MockConfigError::new(file, text, problems))
    }

    /// Finds a case for a machine. `Case` is a case of the machine's own name, or of the only
    /// machine in the file. `Name#Case` is a case of the machine `Name`; instead of the name an ARN
    /// is allowed. `Name#` mocks nothing.
    ///
    /// Returns an error for an unknown case, and for every state in any of the machine's cases that
    /// the machine does not have or that is not a Task.
    pub fn case(&self, machine: &'static Machine, case: &str) -> Result<MockCase, MockConfigError> {
        let (owner, name) = match case.rsplit_once('#') {
            Some((owner, name)) => {
                (Some(owner.rsplit_once(':').map_or(owner, |(_, name)| name)), name)
            }
            None => (None, case),
        };
        if owner.is_some() && name.is_empty() {
            return Ok(MockCase { machine, name: String::new(), states: BTreeMap::new() });
        }
        let mocked = self.machine(machine, owner)?;
        let Some(case) = mocked.cases.iter().find(|case| case.name == name) else {
            let cases = mocked.cases.iter().map(|case| case.name.as_str());
            let known = known(name, "it has", cases);
            let machine = &mocked.name;
            return Err(self.fault(format!("machine `{machine}` has no test case `{name}`{known}")));
        };
        let all = mocked.cases.iter().flat_map(|case| &case.states);
        let problems: Vec<(Place, String)> =
            all.filter_map(|state| Some((state.place, misfit(machine, &state.name)?))).collect();
        if !problems.is_empty() {
            return Err(MockConfigError::placed(&self.file, problems));
        }
        let states = case
            .states
            .iter()
            .map(|state| (state.name.clone(), Arc::clone(&state.response)))
            .collect();
        Ok(MockCase { machine, name: case.name.clone(), states })
    }

    /// The names of a machine's cases, to run all of them; empty for a machine that is not in the
    /// file.
    pub fn cases(&self, machine: &str) -> Vec<&str> {
        let mocked = self.machines.iter().filter(|mocked| mocked.name == machine);
        mocked.flat_map(|mocked| mocked.cases.iter().map(|case| case.name.as_str())).collect()
    }

    /// The names of the cases that a machine can choose from without its name.
    #[cfg(feature = "runner")]
    pub(crate) fn cases_of(&self, machine: &Machine) -> Result<Vec<&str>, MockConfigError> {
        let mocked = self.machine(machine, None)?;
        Ok(mocked.cases.iter().map(|case| case.name.as_str()).collect())
    }

    fn machine(
        &self,
        machine: &Machine,
        owner: Option<&str>,
    ) -> Result<&MockedMachine, MockConfigError> {
        let name = owner.unwrap_or(machine.name);
        let named = self.machines.iter().find(|mocked| mocked.name == name);
        let only = match self.machines.as_slice() {
            [only] if owner.is_none() => Some(only),
            [..] => None,
        };
        named.or(only).ok_or_else(|| {
            let names = self.machines.iter().map(|mocked| mocked.name.as_str());
            let known = known(name, "there is", names);
            self.fault(format!(
                "no machine is called `{name}` under `StateMachines`{known}: write `Name#Case`"
            ))
        })
    }

    fn fault(&self, message: String) -> MockConfigError {
        MockConfigError::placed(&self.file, vec![(Place::START, message)])
    }
}

/// The file to read for this value of the variable. An empty value counts as unset.
fn file(variable: Option<OsString>) -> PathBuf {
    variable
        .filter(|file| !file.is_empty())
        .map_or_else(|| PathBuf::from(DEFAULT_FILE), PathBuf::from)
}

/// The reason why a state cannot be mocked.
fn misfit(machine: &'static Machine, name: &str) -> Option<String> {
    let Some(node) = machine.nodes.iter().find(|node| node.state == name) else {
        let states = machine.nodes.iter().filter(|node| task_row(node).is_some());
        let meant = did_you_mean(name, states.map(|node| node.state));
        return Some(format!("machine `{}` has no state `{name}`{meant}", machine.name));
    };
    task_row(node).is_none().then(|| {
        format!("`{name}` is a {:?} state, and only Task states can be mocked", node.state_kind)
    })
}

impl MockCase {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The machine it is for.
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    /// True if the case mocks a state.
    #[cfg(feature = "runner")]
    pub(crate) fn mocks(&self, state: &str) -> bool {
        self.states.contains_key(state)
    }

    /// The answer to an invocation of a state; `None` if the case does not mock it.
    pub(crate) fn answer(&self, state: &str, invocation: u32) -> Option<Scripted> {
        let response = self.states.get(state)?;
        let answer = response
            .answers
            .iter()
            .find(|(of, _)| of.contains(invocation))
            .map(|(_, answer)| answer.clone());
        Some(match answer {
            Some(Answer::Return(output)) => Scripted::answer(output),
            Some(Answer::Throw { error, cause }) => Scripted::fail(error, cause),
            None => Scripted::fail(names::RUNTIME, response.lacks(state, invocation)),
        })
    }
}

impl Response {
    #[cold]
    fn lacks(&self, state: &str, invocation: u32) -> String {
        format!(
            "the mocked response `{}` of state `{state}` has no answer for invocation {invocation}",
            self.name
        )
    }
}

impl Invocations {
    fn contains(self, invocation: u32) -> bool {
        (self.first..=self.last).contains(&invocation)
    }

    fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

#[cfg(test)]
mod tests;
