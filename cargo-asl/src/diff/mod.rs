//! `cargo asl diff`: compares two versions of a machine, with the same result as
//! `asl_runtime::Machine::compare` for compiled machines: both use `asl_runtime::versions`. With
//! `--store` and `--history`, it tells of each execution whether it would move.

mod forecast;
mod history;
mod service;

use std::path::Path;

use asl_codegen::diagnostics::printable;
use asl_codegen::ir::{self, fingerprint};
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_codegen::versions::outline;
use asl_runtime::versions::{Outline, Version};

use crate::arguments::{DiffArguments, DiffFormat};
use crate::definition;
use crate::output::{Outcome, Output, remark};
use forecast::Forecasts;

/// Prints the effect on executions in each state of the old definition, or on given executions.
pub(crate) fn run(arguments: &DiffArguments, output: &mut Output) -> Outcome {
    let stdin = arguments.files.iter().chain(&arguments.history);
    if stdin.filter(|file| definition::is_stdin(file)).count() > 1 {
        return Outcome::failed("only one file can be `-`, standard input");
    }
    let mut definitions = Vec::new();
    for file in &arguments.files {
        // Exit code 1 means that some executions cannot move.
        let Ok(next) = next(file, arguments) else { return Outcome::Failed };
        definitions.push(next);
    }
    if let Some(store) = &arguments.store {
        let forecasts = match service::url(store) {
            Some(url) => service::forecasts(url, definitions, arguments),
            None => forecast::of_store(store, definitions),
        };
        return printed(forecasts, arguments, output);
    }
    let Ok([old, new]) = <[Next; 2]>::try_from(definitions) else {
        return Outcome::failed("name two definitions, or a store with `--store`");
    };
    if !arguments.history.is_empty() {
        return printed(history::of_files(&arguments.history, &old, new), arguments, output);
    }
    compared(&old, &new, arguments.format, output)
}

fn printed(
    forecasts: Result<Forecasts, String>,
    arguments: &DiffArguments,
    output: &mut Output,
) -> Outcome {
    match forecasts {
        Ok(forecasts) => forecasts.print(arguments.format, output),
        Err(error) => Outcome::failed(&printable(&error, forecast::LONGEST)),
    }
}

/// Prints the comparison of two definitions.
fn compared(old: &Next, new: &Next, format: DiffFormat, output: &mut Output) -> Outcome {
    let comparison = old.outline.compare(&new.outline);
    match format {
        DiffFormat::Human => output.result(&comparison.to_string()),
        DiffFormat::Json => output.result(&(comparison.to_json_string() + "\n")),
    }
    if comparison.all_can_move() {
        return Outcome::Done;
    }
    if format == DiffFormat::Human {
        remark("not all executions can move\n");
    }
    Outcome::Errors
}

/// A definition of the next program.
struct Next {
    machine: String,
    version: Version,
    outline: Outline,
}

fn next(file: &Path, arguments: &DiffArguments) -> Result<Next, Outcome> {
    let options = arguments.compile.options_as_aws();
    let (machine, sources) = definition::checked(file, &options)?;
    Ok(Next::new(machine, &sources, &options))
}

impl Next {
    fn new(machine: ir::Machine, sources: &Sources, options: &Options) -> Self {
        let outline = outline(&machine, sources, options);
        let version = fingerprint::of_machine(&machine).into();
        Self { machine: machine.name, version, outline }
    }
}
