//! The extracts of the service models: made from botocore by a script in Python.

use std::process::Command;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::workspace;
use asl_servers::clients;
use asl_servers::packages::Python;

use super::File;
use super::service::Service;

const SCRIPT: &str = include_str!("extract.py");

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
        let mut command = Command::new(python.program("python"));
        let output = command.args(["-c", SCRIPT]).args(self.arguments()).output();
        let output = output.map_err(|error| Problem::new(format!("cannot run Python: {error}")))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(Problem::new(format!("{}: {message}", self.path())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(File { path: self.path().to_owned(), text })
    }
}

/// The extracts of the botocore that the clients of the API are tested with; installs it if needed.
pub(super) fn install() -> Result<Vec<File>> {
    let python = clients::python().map_err(|problem| Problem::new(problem.to_string()))?;
    ALL.into_iter().map(|extract| extract.make(&python)).collect()
}

/// As [`install`]; `None` if it is not installed.
pub(super) fn installed() -> Result<Option<Vec<File>>> {
    let Some(python) = clients::installed_python() else { return Ok(None) };
    ALL.into_iter().map(|extract| extract.make(&python)).collect::<Result<_>>().map(Some)
}
