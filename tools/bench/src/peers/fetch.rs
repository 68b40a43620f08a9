//! Fetches the peers into the folder below `target`, once, with the package manager of each
//! language.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::problem::{Problem, Result};
use crate::process;

/// A contender in a process of its own.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) command: Command,
}

/// A sufficiently new Node, which is also a package.
const NODE: (&str, &str) = ("node", "22.23.3");

/// aws-local-stepfunctions.
pub(super) fn aws_local_stepfunctions() -> Result<Program> {
    let folder = from_npm("npm", ("aws-local-stepfunctions", "3.0.0"))?;
    let mut command = node(&folder, "aws-local-stepfunctions.mjs");
    command.current_dir(&folder);
    Ok(Program { name: "aws-local-stepfunctions", command })
}

/// moto, with its requirements for executing state machines.
pub(super) fn moto() -> Result<Program> {
    let folder = from_pypi("pypi", "moto[stepfunctions]==5.2.5")?;
    Ok(Program { name: "moto", command: python(&folder, "run_moto.py") })
}

/// jsonata-js.
pub(crate) fn jsonata_js() -> Result<Program> {
    let folder = from_npm("npm-jsonata", ("jsonata", "2.2.2"))?;
    let mut command = node(&folder, "jsonata-js.mjs");
    command.arg(&folder);
    Ok(Program { name: "jsonata-js", command })
}

/// jsonata2py.
pub(crate) fn jsonata2py() -> Result<Program> {
    let folder = from_pypi("pypi-jsonata", "jsonata2py==0.1.3")?;
    Ok(Program { name: "jsonata2py", command: python(&folder, "run_jsonata2py.py") })
}

/// The folder with a package and Node.
fn from_npm(name: &str, package: (&str, &str)) -> Result<PathBuf> {
    let folder = folder(name)?;
    let dependencies: Value = [package, NODE].into_iter().collect();
    let manifest = json!({"private": true, "dependencies": dependencies}).to_string();
    once(&folder, &manifest, || {
        write(&folder.join("package.json"), &manifest)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder);
        process::run(&mut npm).map(drop)
    })?;
    Ok(folder)
}

/// The folder with a package, a virtual environment.
fn from_pypi(name: &str, package: &str) -> Result<PathBuf> {
    let folder = folder(name)?;
    once(&folder, package, || {
        process::run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let mut python = Command::new(folder.join("bin/python"));
        process::run(python.args(["-m", "pip", "install", "--quiet", package])).map(drop)
    })?;
    Ok(folder)
}

fn node(folder: &Path, file: &str) -> Command {
    let mut command = Command::new(folder.join("node_modules/.bin/node"));
    command.arg(script(file));
    command
}

fn python(folder: &Path, file: &str) -> Command {
    let mut command = Command::new(folder.join("bin/python"));
    command.arg("-B").arg(script(file));
    command
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
