//! Files with all figures of a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::{Problem, Result};
use crate::process;
use crate::report::Report;

/// Reads the figures of an earlier run.
pub(crate) fn read(file: &Path) -> Result<Report> {
    let text = fs::read(file).map_err(|error| Problem::new(file.display(), error))?;
    serde_json::from_slice(&text).map_err(|error| Problem::new(file.display(), error))
}

/// Stands for the file of the commit.
pub(crate) const COMMIT: &str = "commit";

/// Writes the figures, and returns the file.
pub(crate) fn write(report: &Report, file: &Path) -> Result<PathBuf> {
    let file = if file == Path::new(COMMIT) { file_of_commit()? } else { file.to_owned() };
    let text =
        serde_json::to_string_pretty(report).map_err(|error| Problem::new("the report", error))?;
    fs::write(&file, text).map_err(|error| Problem::new(file.display(), error))?;
    Ok(file)
}

/// A file for each commit; uncommitted changes have another name than their commit.
fn file_of_commit() -> Result<PathBuf> {
    let folder = process::scratch()?.join("figures");
    fs::create_dir_all(&folder).map_err(|error| Problem::new(folder.display(), error))?;
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    let changed = if is_changed { "-changed" } else { "" };
    Ok(folder.join(format!("{commit}{changed}.json")))
}

fn git(arguments: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    let printed = process::run(git.args(arguments).current_dir(process::workspace()))?;
    Ok(String::from_utf8_lossy(&printed).trim().to_owned())
}
