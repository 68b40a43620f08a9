//! Fetches the peers into the folder below `target`, once, with the package manager of each
//! language.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::problem::{Problem, Result};
use crate::process;

/// A contender in a process of its own.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) command: Command,
}

/// The package, and a sufficiently new Node, which is also a package.
const NPM: [(&str, &str); 2] = [("aws-local-stepfunctions", "3.0.0"), ("node", "22.23.3")];

/// The package with its requirements for executing state machines.
const PYPI: &str = "moto[stepfunctions]==5.2.5";

/// aws-local-stepfunctions.
pub(super) fn from_npm() -> Result<Program> {
    let folder = folder("npm")?;
    let dependencies: Value = NPM.into_iter().collect();
    let manifest = json!({"private": true, "dependencies": dependencies}).to_string();
    once(&folder, &manifest, || {
        write(&folder.join("package.json"), &manifest)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
        process::run(&mut npm).map(drop)
    })?;
    let mut command = Command::new(folder.join("node_modules/.bin/node"));
    command.arg(script("aws-local-stepfunctions.mjs")).current_dir(&folder);
    Ok(Program { name: "aws-local-stepfunctions", command })
}

/// moto.
pub(super) fn from_pypi() -> Result<Program> {
    let folder = folder("pypi")?;
    let python = folder.join("bin/python");
    once(&folder, PYPI, || {
        process::run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        process::run(Command::new(&python).args(["-m", "pip", "install", "--quiet", PYPI]))
            .map(drop)
    })?;
    let mut command = Command::new(python);
    command.arg("-B").arg(script("run_moto.py"));
    Ok(Program { name: "moto", command })
}

/// Fetches them, unless the same versions are there.
fn once(folder: &Path, what: &str, fetch: impl FnOnce() -> Result<()>) -> Result<()> {
    let marker = folder.join("fetched");
    if fs::read_to_string(&marker).is_ok_and(|fetched| fetched == what) {
        return Ok(());
    }
    fetch()?;
    write(&marker, what)
}

fn folder(name: &str) -> Result<PathBuf> {
    let folder = process::scratch()?.join("peers").join(name);
    fs::create_dir_all(&folder).map_err(|error| Problem::new(folder.display(), error))?;
    Ok(folder)
}

fn script(name: &str) -> PathBuf {
    process::workspace().join("tools/bench/peers").join(name)
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| Problem::new(file.display(), error))
}
