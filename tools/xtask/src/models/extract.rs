//! The extracts of the service models: made from botocore by a script in Python.

use std::process::Command;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;
use asl_servers::clients;
use asl_servers::packages::Python;

use super::File;
use super::service::Service;

const SCRIPT: &str = include_str!("extract.py");

/// Writes and compares the tables of all services.
const SERVICES: &str = include_str!("services.py");

/// The tables of all services.
const TABLES: &str = "asl-aws-models/src/services.bin";

/// The extract of a model.
#[derive(Clone, Copy)]
pub(super) enum Extract {
    Swf,
    StepFunctions,
}

const ALL: [Extract; 2] = [Extract::Swf, Extract::StepFunctions];

impl Extract {
    fn path(self) -> &'static str {
        match self {
            Self::Swf => "tools/xtask/models/swf.json",
            Self::StepFunctions => "tools/xtask/models/stepfunctions.json",
        }
    }

    /// The service, the version of its API, and the shapes that are extracted; without any, the
    /// inputs of all operations.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Swf => &[
                "swf",
                "2012-01-25",
                "HistoryEvent",
                "Decision",
                "DecisionTask",
                "ActivityTask",
                "History",
                "PollForDecisionTaskInput",
                "RespondDecisionTaskCompletedInput",
                "PollForActivityTaskInput",
                "RecordActivityTaskHeartbeatInput",
                "RespondActivityTaskCompletedInput",
                "RespondActivityTaskFailedInput",
                "RespondActivityTaskCanceledInput",
                "StartWorkflowExecutionInput",
                "SignalWorkflowExecutionInput",
                "RequestCancelWorkflowExecutionInput",
                "TerminateWorkflowExecutionInput",
                "GetWorkflowExecutionHistoryInput",
                "RegisterDomainInput",
                "RegisterWorkflowTypeInput",
                "RegisterActivityTypeInput",
            ],
            Self::StepFunctions => &["stepfunctions", "2016-11-23"],
        }
    }

    pub(super) fn read(self) -> Result<Service> {
        let text = workspace::read(&workspace::root().join(self.path()))?;
        serde_json::from_str(&text)
            .map_err(|error| Problem::new(format!("{}: {error}", self.path())))
    }

    fn make(self, python: &Python) -> Result<File> {
        let text = run(python, SCRIPT, self.arguments(), self.path())?;
        Ok(File { path: self.path().to_owned(), text })
    }
}

/// The output of a script that makes or reads a file.
fn run(python: &Python, script: &str, arguments: &[&str], file: &str) -> Result<String> {
    let mut command = Command::new(python.program("python"));
    let output = command.args(["-c", script]).args(arguments).output();
    let output = output.map_err(|error| Problem::new(format!("cannot run Python: {error}")))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(Problem::new(format!("{file}: {message}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn tables(python: &Python, action: &str) -> Result<String> {
    let path = workspace::root().join(TABLES);
    run(python, SERVICES, &[action, &path.to_string_lossy()], TABLES)
}

/// The files that were made from botocore.
pub(super) struct Made {
    pub(super) extracts: Vec<File>,
    /// The lines in which the tables of services are not as botocore has them.
    pub(super) tables: Vec<String>,
}

fn make(python: &Python) -> Result<Made> {
    let extracts = ALL.into_iter().map(|extract| extract.make(python)).collect::<Result<_>>()?;
    let tables = tables(python, "check")?.lines().map(str::to_owned).collect();
    Ok(Made { extracts, tables })
}

fn install() -> Result<Python> {
    clients::python().map_err(|problem| Problem::new(problem.to_string()))
}

/// The extracts of the botocore that the clients of the API are tested with, and the differences of
/// the tables; installs it if needed.
pub(super) fn made() -> Result<Made> {
    make(&install()?)
}

/// The extracts of that botocore. Writes the tables.
pub(super) fn update() -> Result<Vec<File>> {
    let python = install()?;
    tables(&python, "write")?;
    ALL.into_iter().map(|extract| extract.make(&python)).collect()
}

/// As [`made`]; `None` if it is not installed.
pub(super) fn installed() -> Result<Option<Made>> {
    clients::installed_python().map(|python| make(&python)).transpose()
}
