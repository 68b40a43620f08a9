//! `cargo asl replay`: replays histories of Temporal with definitions. The definitions are compiled
//! into a program with the core of Temporal's SDKs, which is built once in the cache, so that this
//! command does not contain it.

use std::path::Path;
use std::process::Command;

use crate::arguments::ReplayArguments;
use crate::cache::{Engine, Program, Progress};
use crate::check::{check, told};
use crate::definition::{is_stdin, report_checked};
use crate::execution;
use crate::output::Outcome;
use crate::package::{self, Machine};
use crate::run::open_cache;

/// Replays the histories.
pub(crate) fn run(arguments: &ReplayArguments) -> Outcome {
    let replayed = program(arguments).and_then(|program| match program {
        Ok(program) => replay(arguments, &program).map(Ok),
        Err(outcome) => Ok(Err(outcome)),
    });
    match replayed {
        Ok(Ok(outcome) | Err(outcome)) => outcome,
        Err(problem) => Outcome::failed(&problem),
    }
}

/// The program of the machines, or the outcome if a definition has errors.
fn program(arguments: &ReplayArguments) -> Result<Result<Program, Outcome>, String> {
    let files = arguments.histories.iter().chain(&arguments.definition);
    if files.filter(|file| is_stdin(file)).count() > 1 {
        return Err("only one file can be standard input".to_owned());
    }
    let machines = if arguments.definition.is_empty() {
        let machines = package::machines(false)?;
        if told(&machines, "this machine is left out") != Outcome::Done {
            return Ok(Err(Outcome::Failed));
        }
        machines.list
    } else {
        let options = arguments.compile.options_as_aws();
        let machine = |file: &_| Machine::new(Clone::clone(file), Path::new(""), options.clone());
        arguments.definition.iter().map(machine).collect()
    };
    let mut checked = Vec::new();
    for machine in &machines {
        let (sources, found) = check(machine);
        match report_checked(sources, found) {
            Ok((found, sources)) => checked.push((found, sources, &machine.options)),
            Err(outcome) => return Ok(Err(outcome)),
        }
    }
    let parts = checked.iter().map(|(machine, sources, options)| {
        let name = arguments.workflow_type.as_deref().unwrap_or(&machine.name);
        (name, machine, sources, *options)
    });
    Ok(Ok(execution::replays(parts)))
}

fn replay(arguments: &ReplayArguments, program: &Program) -> Result<Outcome, String> {
    let executable = open_cache(&arguments.cache, Engine::Temporal)
        .and_then(|cache| cache.executable(program, &Progress::new()))
        .map_err(|problem| problem.to_string())?;
    let mut command = Command::new(&executable);
    if arguments.any_version {
        command.arg("--any-version");
    }
    let ended = command.args(&arguments.histories).status();
    let ended = ended.map_err(|error| format!("{}: {error}", executable.display()))?;
    Ok(match ended.code() {
        Some(0) => Outcome::Done,
        Some(1) => Outcome::Errors,
        Some(_) | None => Outcome::Failed,
    })
}
