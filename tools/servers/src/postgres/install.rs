//! The server's programs: those of the system, or of Debian's package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages::target;
use crate::problem::Problem;

/// The folder in which Debian's packages have the programs, by version.
const VERSIONS: &str = "usr/lib/postgresql";

/// The folder with `initdb` and `postgres`; unpacks Debian's package if the system has none.
///
/// # Errors
/// The system has no server, and Debian's package cannot be had: the error gives the reason.
pub fn installed() -> Result<PathBuf, Problem> {
    let unpacked = target().join("tools/postgresql");
    if let Some(folder) = programs(Path::new("/")).or_else(|| programs(&unpacked)) {
        return Ok(folder);
    }
    unpack(&unpacked)?;
    programs(&unpacked)
        .ok_or_else(|| Problem::new("Debian's package `postgresql` has no program `initdb`"))
}

/// The folder of the newest version below this root, or that of the path.
fn programs(root: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(root.join(VERSIONS)).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .collect();
    versions.sort();
    let packaged = versions.into_iter().rev().map(|(_, folder)| folder.join("bin"));
    let path = std::env::var_os("PATH").filter(|_| root == Path::new("/")).unwrap_or_default();
    let found: Vec<PathBuf> = packaged.chain(std::env::split_paths(&path)).collect();
    found.into_iter().find(|folder| has_programs(folder))
}

fn has_programs(folder: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file())
}

/// Unpacks the packages without installing them, which needs no rights.
fn unpack(folder: &Path) -> Result<(), Problem> {
    fs::create_dir_all(folder)
        .map_err(|error| Problem::new(format!("{}: {error}", folder.display())))?;
    let listed = output(Command::new("apt-cache").args(["depends", "postgresql"]))?;
    let depended = listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    let Some(server) = depended.map(str::trim).find(|name| name.starts_with("postgresql-")) else {
        return Err(Problem::new("apt knows no package `postgresql`"));
    };
    output(Command::new("apt-get").args(["download", server]).current_dir(folder))?;
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let packages = entries.map(|entry| entry.path());
    for package in packages.filter(|path| path.extension().is_some_and(|it| it == "deb")) {
        output(Command::new("dpkg").arg("-x").arg(&package).arg(folder))?;
    }
    Ok(())
}

/// The output of a program.
fn output(command: &mut Command) -> Result<String, Problem> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.output().map_err(|error| Problem::new(format!("cannot run {name}: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.lines().last().unwrap_or("it has said nothing");
    Err(Problem::new(format!("{name} failed: {last}")))
}
