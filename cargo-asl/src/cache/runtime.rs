//! Builds the runtime, once for all programs.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::environment::{Environment, Profile};
use super::lock::Lock;
use super::{Problem, Progress, directory, package, process};

/// The runtime as programs link it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Built {
    /// The libraries by the names of their crates.
    pub(super) libraries: BTreeMap<String, PathBuf>,
    /// The state of the sources.
    stamp: String,
}

/// The runtime, built if it is not there.
pub(super) fn build(
    environment: &Environment,
    folder: &Path,
    stamp: &str,
    progress: &Progress,
) -> Result<Built, Problem> {
    if let Some(built) = read(environment, folder, stamp) {
        return Ok(built);
    }
    let _lock = Lock::acquire(&folder.join("lock"), progress)?;
    if let Some(built) = read(environment, folder, stamp) {
        return Ok(built);
    }
    if let Some(cache) = folder.parent() {
        directory::remove_old_runtimes(cache);
    }
    let libraries = build_with_cargo(environment, folder, progress)?;
    let built = Built { libraries, stamp: stamp.to_owned() };
    let record = folder.join(environment.engine.record());
    let text = serde_json::to_string(&built).map_err(|error| Problem::new(error.to_string()))?;
    fs::write(&record, text).map_err(|error| Problem::at(&record, &error))?;
    Ok(built)
}

fn read(environment: &Environment, folder: &Path, stamp: &str) -> Option<Built> {
    let record = folder.join(environment.engine.record());
    let built: Built = serde_json::from_str(&fs::read_to_string(&record).ok()?).ok()?;
    if built.stamp != stamp || !built.libraries.values().all(|library| library.exists()) {
        return None;
    }
    directory::mark_used(&record);
    Some(built)
}

/// A message of cargo, as far as it matters here.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    target: Target,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Default, Deserialize)]
struct Target {
    name: String,
}

/// Builds the runtime with an empty program. Returns the libraries that programs name.
fn build_with_cargo(
    environment: &Environment,
    folder: &Path,
    progress: &Progress,
) -> Result<BTreeMap<String, PathBuf>, Problem> {
    let package = folder.join(environment.engine.folder());
    package::write(environment, &package, "main.rs")?;
    let (main, lock) = (package.join("main.rs"), package.join("Cargo.lock"));
    fs::write(&main, "fn main() {}\n").map_err(|error| Problem::at(&main, &error))?;
    if let Some(file) = environment.runtime.lock_file() {
        fs::copy(&file, &lock).map_err(|error| Problem::at(&file, &error))?;
    }
    progress.show("building the runtime for `cargo asl`, once");
    let mut child = cargo_build(environment, folder, &package)
        .args(["--message-format", "json-render-diagnostics"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| process::missing("cargo", &error))?;
    let errors = child.stderr.take().map(|mut stderr| {
        std::thread::spawn(move || {
            let mut text = String::new();
            // An unreadable error text is shown as far as it was read.
            let _ = stderr.read_to_string(&mut text);
            text
        })
    });
    let crates = environment.engine.crates();
    let libraries = child.stdout.take().map(|stdout| find_libraries(crates, stdout, progress));
    let status = child.wait().map_err(|error| process::missing("cargo", &error))?;
    progress.clear();
    let errors = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
    match libraries {
        Some(libraries) if status.success() && libraries.len() == crates.len() => Ok(libraries),
        Some(_) | None => Err(Problem::new(format!(
            "cargo cannot build the runtime for programs of definitions:\n{}",
            errors.trim_end()
        ))),
    }
}

/// The command that builds a package into the shared target directory.
pub(super) fn cargo_build(environment: &Environment, folder: &Path, package: &Path) -> Command {
    let mut command = Command::new(&environment.cargo);
    command
        .arg("build")
        .arg("--quiet")
        .arg("--manifest-path")
        .arg(package.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"))
        // The package's own directory, so that no configuration of the user's project applies.
        .current_dir(package)
        .env("RUSTC", &environment.rustc)
        .env_remove("CARGO_BUILD_TARGET");
    if environment.profile == Profile::Release {
        command.arg("--release");
    }
    command
}

/// Reads cargo's messages, and shows what it builds.
fn find_libraries(
    crates: &[&str],
    stdout: impl std::io::Read,
    progress: &Progress,
) -> BTreeMap<String, PathBuf> {
    let (from, mut count, mut libraries) = (Instant::now(), 0, BTreeMap::new());
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let Ok(message) = serde_json::from_str::<Message>(&line) else { continue };
        if message.reason != "compiler-artifact" {
            continue;
        }
        count += 1;
        let seconds = from.elapsed().as_secs();
        progress.detail(&format!(
            "building the runtime for `cargo asl`, once: {count} crates, {seconds} s"
        ));
        if crates.contains(&message.target.name.as_str()) {
            let is_library = |file: &PathBuf| file.extension().is_some_and(|end| end == "rlib");
            let library = message.filenames.into_iter().find(is_library);
            libraries.extend(library.map(|library| (message.target.name, library)));
        }
    }
    libraries
}
