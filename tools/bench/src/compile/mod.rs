//! Cost of compiling machines: CPU seconds and memory of the crate with the machine, measured by a
//! wrapper around rustc.

mod code_size;
mod definition;
mod expansion;
pub(crate) mod expressions;
mod scratch;
mod types;

use std::fs;
use std::path::Path;

use crate::problem::{Problem, Result};
use crate::process;
use crate::report::{Compile, Machine};
use scratch::{Command, Scratch};

/// Compiles machines of these sizes, with and without state functions.
pub(crate) fn measure(states: &[u32]) -> Result<Compile> {
    let mut machines = Vec::new();
    for states in states {
        for state_functions in [true, false] {
            machines.push(machine(*states, state_functions)?);
        }
    }
    Ok(Compile {
        macro_tree: macro_tree()?,
        application: from_nothing("application-tree", Scratch::application()?.folder(), &[])?,
        alone: from_nothing("alone-tree", Scratch::alone()?.folder(), &[])?,
        expansion: expansion::milliseconds(200)?,
        text_per_state: code_size::bytes_per_state(1_000)?,
        types: types::measure()?,
        machines,
    })
}

/// Measures fresh builds, then builds after a changed literal.
fn machine(states: u32, state_functions: bool) -> Result<Machine> {
    let scratch = Scratch::new(states, state_functions)?;
    let check = scratch.cost(Command::Check)?;
    let debug = scratch.cost(Command::Debug)?;
    let release = scratch.cost(Command::Release)?;
    scratch.touch_literal()?;
    let touched_check = scratch.cost(Command::Check)?;
    let touched_debug = scratch.cost(Command::Debug)?;
    Ok(Machine { states, state_functions, check, debug, release, touched_check, touched_debug })
}

/// CPU seconds of a build of the macro from nothing, with all that is on by default.
fn macro_tree() -> Result<f64> {
    let features = "diagram,jq,jsonata,sm4c,yaml";
    from_nothing("macro-tree", &process::workspace(), &["-p", "asl-macros", "--features", features])
}

/// CPU seconds of a build from nothing, in a target folder of its own.
fn from_nothing(target: &str, folder: &Path, arguments: &[&str]) -> Result<f64> {
    let target = process::scratch()?.join(target);
    if target.exists() {
        fs::remove_dir_all(&target).map_err(|error| Problem::new(target.display(), error))?;
    }
    // As for a user's program: cargo builds incrementally only packages of one's own workspace.
    let mut cargo = process::cargo(&["build", "--quiet"]);
    cargo.env("CARGO_INCREMENTAL", "0").args(arguments).arg("--target-dir").arg(&target);
    process::cpu_seconds(cargo.current_dir(folder))
}
