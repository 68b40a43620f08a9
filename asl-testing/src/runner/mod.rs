//! The program that `cargo asl run` and `cargo asl test` compile for a definition: it runs the
//! machine once, and asks its parent process for each task. It can also test a single state.
//!
//! Both ends write [`Order`]s and [`Report`]s, one a line, as JSON. All of this is compiled with the
//! runtime and not with each definition, so a program of a definition contains little else than
//! the emitted code.

mod calls;
mod orders;
mod protocol;
mod real;
mod simulated;
mod state;
mod watch;

use std::path::Path;
use std::process::ExitCode;

use crate::{MockCase, MockConfig, task_row};
use asl_execution::machine::sm4c::Work;
use asl_execution::machine::{Machine, Node};
use asl_runtime::engine::simulation::Scripted;

pub use crate::difference::difference;
pub use crate::expect_path::departure;
pub use calls::{Calls, report_later};
pub use protocol::{
    Answer, Begin, Call, CallReply, Clock, Delay, End, Failed, Order, Report, SentEvent, Task,
};
pub use real::mocked_result;
pub use state::{Mock, StateTest};

use orders::Orders;

/// Runs a machine as the parent process orders it. This is the `main` of the compiled program.
pub fn run(machine: &'static Machine) -> ExitCode {
    let mut orders = Orders::stdin();
    let begin = match orders.next() {
        Some(Order::Begin(begin)) => begin,
        Some(Order::Test(test)) => {
            protocol::send(&Report::Tested(test.run(machine)));
            return ExitCode::SUCCESS;
        }
        Some(_) | None => return ExitCode::FAILURE,
    };
    let mocks = match mocks(machine, &begin) {
        Ok(mocks) => mocks,
        Err(problem) => {
            protocol::send(&Report::Problem(problem));
            return ExitCode::FAILURE;
        }
    };
    protocol::send(&Report::Tasks(tasks(machine, mocks.as_ref())));
    if !matches!(orders.next(), Some(Order::Go)) {
        return ExitCode::FAILURE;
    }
    let mocks = Mocks::new(mocks);
    match begin.clock {
        Clock::Virtual => simulated::run(machine, begin, mocks, orders),
        Clock::Real => real::run(machine, begin, mocks, orders),
    }
}

/// The case of the mock file that the parent names.
fn mocks(machine: &'static Machine, begin: &Begin) -> Result<Option<MockCase>, String> {
    let Some((file, case)) = &begin.mock else { return Ok(None) };
    let config = MockConfig::read(Path::new(file)).map_err(|error| error.to_string())?;
    let case = match case {
        Some(case) => case.clone(),
        None => only_case(&config, machine)?,
    };
    config.case(machine, &case).map(Some).map_err(|error| error.to_string())
}

/// The case to use if none is named: the only one.
fn only_case(config: &MockConfig, machine: &Machine) -> Result<String, String> {
    let cases = config.cases_of(machine).map_err(|error| error.to_string())?;
    if let [only] = cases.as_slice() {
        return Ok((*only).to_owned());
    }
    let names: Vec<String> = cases.iter().map(|case| format!("`{case}`")).collect();
    let names = names.join(", ");
    Err(format!("choose a case of the mock file with `--test-case`: {names}"))
}

/// The tasks of the machine.
fn tasks(machine: &'static Machine, mocks: Option<&MockCase>) -> Vec<Task> {
    let is_mocked = |state: &str| mocks.is_some_and(|case| case.mocks(state));
    machine
        .nodes
        .iter()
        .filter_map(|node| {
            let row = task_row(node)?;
            Some(Task {
                state: node.state.to_owned(),
                method: row.method.to_owned(),
                resource: row.resource.to_owned(),
                name: call_name(node).to_owned(),
                is_mocked: is_mocked(node.state),
                line: node.source.0,
                column: node.source.1,
            })
        })
        .collect()
}

/// SM4C: name of the function, subflow or event that a node calls.
fn call_name(node: &'static Node) -> &'static str {
    match &node.sm4c.work {
        Work::Call(call) => call.name,
        Work::Plain | Work::Fork(_) | Work::Await(_) => "",
    }
}

/// The answers of a mock file's case during an execution.
pub struct Mocks {
    case: Option<MockCase>,
    /// The states that were called, once for each call.
    called: Vec<&'static str>,
}

impl Mocks {
    /// The answers of a case; without one there are none.
    pub fn new(case: Option<MockCase>) -> Self {
        Self { case, called: Vec::new() }
    }

    /// The answer to the next call of a state; `None` if the parent has it.
    pub fn answer(&mut self, state: &'static str) -> Option<Scripted> {
        let case = self.case.as_ref()?;
        let before = self.called.iter().filter(|called| **called == state).count();
        let answer = case.answer(state, u32::try_from(before).unwrap_or(u32::MAX))?;
        self.called.push(state);
        Some(answer)
    }
}
