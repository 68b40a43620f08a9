//! The folders of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use crate::problem::{Problem, Result};

/// The folder of the workspace.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// Cargo's target folder. Generated crates are in it and share its build results.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |given| root().join(given))
}

/// Reads a text file.
pub fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Problem::at(path, &error))
}

/// Writes a file and its parent folders. An equal file is left alone, so that cargo does not
/// rebuild.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Problem::at(folder, &error))?;
    }
    fs::write(path, text).map_err(|error| Problem::at(path, &error))
}

/// Copies a file. An equal file is left alone, so that cargo does not rebuild.
pub fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).map_err(|error| Problem::at(from, &error))?;
    if fs::read(to).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(|error| Problem::at(parent, &error))?;
    }
    fs::write(to, bytes).map_err(|error| Problem::at(to, &error))
}

/// The entries of a folder, sorted.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| Problem::at(folder, &error))? {
        found.push(entry.map_err(|error| Problem::at(folder, &error))?.path());
    }
    found.sort();
    Ok(found)
}

/// The files of a folder with this extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = entries(folder)?;
    found.retain(|path| path.extension().is_some_and(|found| found == extension));
    Ok(found)
}
