//! Programs that tests use: found on the path, or installed from Debian's packages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::problem::{Problem, Result};
use crate::{print, process};

/// Maximum time of each step of an installation, in seconds.
const SECONDS: &str = "300";

/// The first of these programs on the path.
///
/// # Errors
/// There is none.
pub fn found(names: &[&str]) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut candidates =
        names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    let found = candidates.find(|candidate| Path::is_file(candidate));
    let first = names.first().copied().unwrap_or_default();
    found.ok_or_else(|| Problem::new(format!("there is no {first} on the path")))
}

/// The same; installs Debian's packages if there is none and the user may.
///
/// # Errors
/// There is none, and it cannot be installed: the error gives both reasons.
pub fn installed(names: &[&str], packages: &[&str]) -> Result<PathBuf> {
    let missing = match found(names) {
        Ok(program) => return Ok(program),
        Err(missing) => missing,
    };
    install(packages).map_err(|problem| Problem::new(format!("{missing}, and {problem}")))?;
    found(names)
}

fn install(packages: &[&str]) -> Result<()> {
    if found(&["apt-get"]).is_err() {
        return Err(Problem::new("there is no apt-get to install it with"));
    }
    let user = process::output(Command::new("id").arg("-u"))?;
    if user.trim() != "0" {
        let packages = packages.join(" ");
        let problem = format!("only root can install it: `apt-get install {packages}`");
        return Err(Problem::new(problem));
    }
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    for step in [&["update"][..], &install] {
        let mut command = Command::new("timeout");
        command.args([SECONDS, "apt-get", "--quiet=2"]).args(step);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        print::error(&format!("--- {}", process::shown(&command)));
        let done = process::quiet(&mut command)?;
        done.map_err(|said| {
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
            Problem::new(format!("`{}` failed: {last}", process::shown(&command)))
        })?;
    }
    Ok(())
}
