//! Writes failed cases as pages.

use std::path::Path;

use super::file::TestFile;
use super::run::CaseResult;
use crate::output::remark;

/// Writes a page for each failed case that has an execution.
///
/// # Errors
/// A page cannot be written.
pub(super) fn write(
    directory: &Path,
    files: &[TestFile],
    results: &[CaseResult],
) -> Result<(), String> {
    let failed = results.iter().filter(|result| !result.has_passed());
    let with_execution = failed.filter_map(|result| Some((result, result.execution.as_ref()?)));
    for (result, execution) in with_execution {
        let Some(file) = files.get(result.at) else { unreachable!("a result has its file") };
        let report = execution.report(&file.machine, &file.definition)?;
        let page = report.write_new(directory, &format!("{} {}", file.machine.name, result.name));
        let page = page.map_err(|error| error.to_string())?;
        remark(&format!("report of `{}`: {}\n", result.name, page.display()));
    }
    Ok(())
}
