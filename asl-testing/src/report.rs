//! Reports of scenarios.

use std::path::Path;

use asl_execution::history::HistoryEvent;
use asl_runtime::report::{Report, ReportError};
use asl_value::value::Value;

use super::fail;
use super::run::Run;

/// The variable with the folder for reports of failed tests.
const VARIABLE: &str = "ASL_REPORT";

impl Run {
    /// Writes the report of the run as an HTML page.
    ///
    /// With the environment variable `ASL_REPORT`, each failed expectation writes one to the folder
    /// that the variable names, under the names of the machine and the test.
    ///
    /// # Panics
    /// If the page cannot be written.
    #[track_caller]
    pub fn report(&self, path: impl AsRef<Path>) -> &Self {
        let written = report(self).and_then(|report| report.write(path));
        if let Err(error) = written {
            fail(&error.to_string());
        }
        self
    }
}

fn report(run: &Run) -> Result<Report, ReportError> {
    let events = run.events().iter().map(HistoryEvent::to_json).collect();
    run.machine.report(&Value::array(events))
}

/// A line about the report of a failed test, which is written if the variable asks for it.
pub(super) fn left(run: &Run) -> String {
    let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) else {
        return String::new();
    };
    let thread = std::thread::current();
    let test = thread.name().map_or_else(String::new, |name| format!("-{name}"));
    let stem = format!("{}{test}", run.machine.name);
    match report(run).and_then(|report| report.write_new(folder, &stem)) {
        Ok(path) => format!("\n  report  {}", path.display()),
        Err(error) => format!("\n  report  {error}"),
    }
}
