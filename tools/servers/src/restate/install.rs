//! The server's program, from npm.

use std::path::{Path, PathBuf};

use crate::packages::{self, target};
use crate::problem::Problem;

/// The package to install.
pub const VERSION: &str = "1.7.12";
/// The variable with another folder to install into: several checkouts can share the 225 MB.
const SHARED: &str = "ASL_RESTATE_TOOLS";

/// The path of the server's program; installs it if needed.
///
/// # Errors
/// There is no npm, no package for this system, or npm fails: the error gives the reason.
pub fn installed() -> Result<PathBuf, Problem> {
    let folder =
        std::env::var_os(SHARED).map_or_else(|| target().join("tools/restate"), PathBuf::from);
    let program = folder.join(inside()?);
    if !program.exists() {
        install(&folder, &program)?;
    }
    Ok(program)
}

/// The path at which npm installs the program of this system.
fn inside() -> Result<PathBuf, Problem> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    if !matches!((system, processor), ("linux" | "darwin", "x64" | "arm64")) {
        return Err(Problem::new(format!("npm has no Restate server for {system} on {processor}")));
    }
    Ok(Path::new("node_modules/@restatedev")
        .join(format!("restate-server-{system}-{processor}"))
        .join("bin/restate-server"))
}

/// Installs into a temporary folder beside it and renames that at the end.
fn install(folder: &Path, program: &Path) -> Result<(), Problem> {
    packages::install_beside(folder, program, |partial| {
        packages::npm(partial, &[&format!("@restatedev/restate-server@{VERSION}")])
    })
}
