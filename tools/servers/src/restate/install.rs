//! The server's program, from npm.

use std::fs;
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

/// Installs into a temporary folder beside it and renames that at the end, so that an interrupted
/// installation does not look complete.
fn install(folder: &Path, program: &Path) -> Result<(), Problem> {
    let mut partial = folder.as_os_str().to_owned();
    partial.push(format!(".partial-{}", std::process::id()));
    let partial = PathBuf::from(partial);
    let at = |error: std::io::Error| Problem::new(format!("{}: {error}", partial.display()));
    fs::create_dir_all(&partial).map_err(at)?;
    let done = packages::npm(&partial, &[&format!("@restatedev/restate-server@{VERSION}")]);
    if done.is_ok() && fs::rename(&partial, folder).is_err() && !program.exists() {
        // Another folder without the program is there.
        fs::remove_dir_all(folder).map_err(at)?;
        fs::rename(&partial, folder).map_err(at)?;
    }
    // It was renamed and no longer exists.
    let _ = fs::remove_dir_all(&partial);
    done?;
    if program.exists() {
        return Ok(());
    }
    Err(Problem::new(format!(
        "npm has installed the package, and {} is not there",
        program.display()
    )))
}
