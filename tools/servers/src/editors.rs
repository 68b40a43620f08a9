//! Clients of the language server.

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
