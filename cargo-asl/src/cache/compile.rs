//! Compiles a program.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use super::environment::{Environment, Profile};
use super::lock::Lock;
use super::package::NAME;
use super::runtime::{self, Built};
use super::{Problem, Program, Progress, SOURCE, package, process, refused};

/// A program to compile, and its place.
pub(super) struct Job<'j> {
    pub(super) program: &'j Program,
    pub(super) folder: &'j Path,
    pub(super) executable: &'j Path,
    pub(super) progress: &'j Progress,
    /// Set if no request waits for the program any more.
    pub(super) stop: Option<&'j AtomicBool>,
}

/// Compiles a program with `rustc`, or else with cargo, which reads configurations that a plain
/// command line does not have, such as another linker.
pub(super) fn compile(
    environment: &Environment,
    runtime: &Built,
    job: &Job<'_>,
) -> Result<(), Problem> {
    match compile_with_rustc(environment, runtime, job) {
        Ok(()) => Ok(()),
        Err(problem) if job.stop.is_some_and(|stop| stop.load(Ordering::Acquire)) => Err(problem),
        Err(problem) if refused::is_about(&problem.0, &job.folder.join(SOURCE)) => {
            Err(refused::refusal(environment, runtime, job))
        }
        Err(_) => compile_with_cargo(environment, job),
    }
}

/// Checks a program without making one. Returns the messages of the Rust compiler, one to a line.
pub(super) fn check(
    environment: &Environment,
    runtime: &Built,
    source: &Path,
) -> Result<String, Problem> {
    let mut command = rustc(environment, runtime, source, &source.with_extension("rmeta"));
    command.args(["--emit", "metadata", "--error-format", "short"]);
    let output = command.output().map_err(|error| process::missing("rustc", &error))?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

fn compile_with_rustc(
    environment: &Environment,
    runtime: &Built,
    job: &Job<'_>,
) -> Result<(), Problem> {
    // A program appears when it is complete.
    let unfinished = job.folder.join("unfinished");
    let mut command = rustc(environment, runtime, &job.folder.join(SOURCE), &unfinished);
    process::output_until(&mut command, "rustc", job.stop)?;
    move_to(&unfinished, job.executable)
}

/// The command that compiles a file.
fn rustc(environment: &Environment, runtime: &Built, source: &Path, made: &Path) -> Command {
    let mut command = Command::new(&environment.rustc);
    command.args(["--edition", "2024", "--crate-type", "bin", "--cap-lints", "allow"]);
    command.args(["--crate-name", &NAME.replace('-', "_"), "-C", "debuginfo=0"]);
    if environment.profile == Profile::Release {
        command.args(["-C", "opt-level=3"]);
    }
    for (name, file) in &runtime.libraries {
        let mut library = std::ffi::OsString::from(format!("{name}="));
        library.push(file);
        command.arg("--extern").arg(library);
    }
    if let Some(libraries) = runtime.libraries.values().find_map(|library| library.parent()) {
        let mut path = std::ffi::OsString::from("dependency=");
        path.push(libraries);
        command.arg("-L").arg(path);
    }
    command.args(&environment.flags).arg("-o").arg(made).arg(source);
    command
}

fn compile_with_cargo(environment: &Environment, job: &Job<'_>) -> Result<(), Problem> {
    package::write(environment, job.folder, SOURCE)?;
    let Some(cache) = job.folder.parent().and_then(Path::parent) else {
        unreachable!("programs are in a folder of the cache")
    };
    // All packages have the same name in one target directory.
    let _lock = Lock::acquire(&cache.join("lock"), job.progress)?;
    let lock = cache.join(environment.engine.folder()).join("Cargo.lock");
    fs::copy(&lock, job.folder.join("Cargo.lock")).map_err(|error| Problem::at(&lock, &error))?;
    let mut cargo = runtime::cargo_build(environment, cache, job.folder);
    process::output_until(&mut cargo, "cargo", job.stop).map_err(|problem| {
        Problem::new(format!(
            "the program of `{}` cannot be compiled; this is a fault of `cargo asl`\n{problem}",
            job.program.shown
        ))
    })?;
    let profile = match environment.profile {
        Profile::Dev => "debug",
        Profile::Release => "release",
    };
    let name = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let built = cache.join("target").join(profile).join(name);
    // Cargo keeps its file for the next program.
    let unfinished = job.folder.join("unfinished");
    fs::copy(&built, &unfinished).map_err(|error| Problem::at(&built, &error))?;
    move_to(&unfinished, job.executable)
}

fn move_to(unfinished: &Path, executable: &Path) -> Result<(), Problem> {
    fs::rename(unfinished, executable).map_err(|error| Problem::at(executable, &error))
}
