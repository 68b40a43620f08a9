//! The program Chromium: found, or installed from Debian's packages.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process};

/// The variable with the path of the program. If it is empty, the pages are not tested.
pub const VARIABLE: &str = "ASL_CHROMIUM";
/// Names of the program on the path.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Maximum time of each step of the installation, in seconds.
const INSTALL_SECONDS: &str = "300";

/// The program that `ASL_CHROMIUM` names, or else the first one on the path.
///
/// # Errors
/// There is none.
pub fn found() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE) {
        if given.is_empty() {
            return Err(Problem::new(format!("{VARIABLE} is empty")));
        }
        let given = PathBuf::from(given);
        return if given.is_file() {
            Ok(given)
        } else {
            Err(Problem::new(format!("{VARIABLE} names {}, which is no file", given.display())))
        };
    }
    on_path(&NAMES).ok_or_else(|| {
        Problem::new(format!("there is no {} on the path, and {VARIABLE} is not set", NAMES[0]))
    })
}

/// The same; installs Debian's package if there is none and the user may.
///
/// # Errors
/// There is none, and it cannot be installed: the error gives both reasons.
pub fn installed() -> Result<PathBuf> {
    let missing = match found() {
        Ok(program) => return Ok(program),
        // The user wants another one than Debian's.
        Err(missing) if std::env::var_os(VARIABLE).is_some() => return Err(missing),
        Err(missing) => missing,
    };
    install().map_err(|problem| Problem::new(format!("{missing}, and {problem}")))?;
    found()
}

fn install() -> Result<()> {
    if on_path(&["apt-get"]).is_none() {
        return Err(Problem::new("there is no apt-get to install it with"));
    }
    let user = process::output(Command::new("id").arg("-u"))?;
    if user.trim() != "0" {
        return Err(Problem::new("only root can install it: `apt-get install chromium`"));
    }
    // Without a font no text has a size, and nothing can be clicked.
    let packages = ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
    for step in [&["update"][..], &packages] {
        let mut command = Command::new("timeout");
        command.args([INSTALL_SECONDS, "apt-get", "--quiet=2"]).args(step);
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

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    candidates.into_iter().find(|candidate| Path::is_file(candidate))
}
