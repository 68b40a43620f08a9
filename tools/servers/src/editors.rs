//! Clients of the language server, and AWS's own server beside it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::packages::{self, Python, target};
use crate::problem::Problem;

/// The packages of Python.
const PYTHON: [&str; 3] = ["pytest==9.2.0", "pytest-asyncio==1.5.0", "pytest-lsp==1.0.1"];

/// The environment with pytest-lsp; installs it if needed.
///
/// # Errors
/// There is no Python, or the packages are not available: the error gives the reason.
pub fn python() -> Result<Python, Problem> {
    packages::python(&target().join("tools/lsp-clients"), &PYTHON)
}

/// The packages of Node: AWS's language server, as its extension of Visual Studio Code has it.
const NODE: [&str; 2] =
    ["amazon-states-language-service@1.16.1", "vscode-languageserver-textdocument@1.0.12"];

/// The folder `node_modules` with AWS's language server; installs it if needed.
///
/// # Errors
/// There is no npm, or the package is not available: the error gives the reason.
pub fn aws() -> Result<PathBuf, Problem> {
    packages::node(&target().join("tools/lsp-aws"), &NODE)
}

/// The files and folders of the extension for Visual Studio Code.
const EXTENSION: [&str; 8] = [
    ".npmrc",
    "README.md",
    "package-lock.json",
    "package.json",
    "scripts",
    "src",
    "test",
    "tsconfig.json",
];

/// Checks, builds and packages the extension for Visual Studio Code in `target/vscode`, from a copy
/// of its sources and with the packages of its lock file. Returns that folder.
///
/// # Errors
/// There is no npm, a package is not available, or the sources have faults: the error gives the
/// reason.
pub fn vscode() -> Result<PathBuf, Problem> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = root.join("adapters/lsp/editors/vscode");
    let folder = target().join("vscode");
    for name in EXTENSION {
        copy(&sources.join(name), &folder.join(name))?;
    }
    copy(&root.join("LICENSE-MIT"), &folder.join("LICENSE.txt"))?;
    let mut install = packages::npm_in(&folder);
    packages::run(install.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))?;
    for script in ["check", "build", "package"] {
        packages::run(packages::npm_in(&folder).args(["run", "--silent", script]))?;
    }
    Ok(folder)
}

/// Copies a file, or the files of a folder that has no further ones. Others there are removed.
fn copy(from: &Path, to: &Path) -> Result<(), Problem> {
    let fault =
        |path: &Path, error: &std::io::Error| Problem::new(format!("{}: {error}", path.display()));
    if from.is_file() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|error| fault(folder, &error))?;
        }
        return fs::copy(from, to).map(|_| ()).map_err(|error| fault(from, &error));
    }
    if to.is_dir() {
        fs::remove_dir_all(to).map_err(|error| fault(to, &error))?;
    }
    for entry in fs::read_dir(from).map_err(|error| fault(from, &error))? {
        let file = entry.map_err(|error| fault(from, &error))?.path();
        copy(&file, &to.join(file.file_name().unwrap_or_default()))?;
    }
    Ok(())
}
