//! `cargo asl report`: the history of an execution as a page.

use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

use asl_codegen::diagram;
use asl_codegen::ir::Machine;
use asl_codegen::source::Sources;
use asl_report::Report;

use crate::arguments::ReportArguments;
use crate::definition::{self, is_stdin};
use crate::graph;
use crate::output::{Outcome, Output};

/// Writes the report of a history.
pub(crate) fn run(arguments: &ReportArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options_as_aws();
    let machine = match definition::checked_if_given(arguments.definition.as_ref(), &options) {
        Ok(machine) => machine,
        Err(outcome) => return outcome,
    };
    let written = report(arguments, machine.as_ref())
        .and_then(|report| write(&report, &arguments.output, output));
    match written {
        Ok(()) => Outcome::Done,
        Err(error) => Outcome::failed(&error),
    }
}

/// Writes the page to a file, or to standard output if the file is `-`.
pub(crate) fn write(report: &Report, file: &Path, output: &mut Output) -> Result<(), String> {
    if is_stdin(file) {
        output.result(&report.to_html());
        return Ok(());
    }
    report.write(file).map_err(|error| error.to_string())
}

/// Adds the name, the picture and the places of a machine, and removes the data at some paths.
pub(crate) fn complete(
    mut report: Report,
    machine: Option<&(Machine, Sources)>,
    redact: &[String],
) -> Result<Report, String> {
    if let Some((machine, sources)) = machine {
        report = with_definition(report, machine, sources);
    }
    for path in redact {
        report = report.redact(path).map_err(|error| error.to_string())?;
    }
    Ok(report)
}

fn report(
    arguments: &ReportArguments,
    machine: Option<&(Machine, Sources)>,
) -> Result<Report, String> {
    let files =
        [Some(&arguments.history), arguments.definition.as_ref(), arguments.compare.as_ref()];
    if files.into_iter().flatten().filter(|file| is_stdin(file)).count() > 1 {
        return Err("only one file can be standard input".to_owned());
    }
    let mut report = complete(read(&arguments.history)?, machine, &arguments.redact)?;
    if let Some((machine, _)) = machine.filter(|_| arguments.types) {
        let picture = graph::typed(machine, diagram::Format::Svg)?;
        report = report.picture(picture);
    }
    match &arguments.compare {
        Some(other) => Ok(report.compare_with(read(other)?)),
        None => Ok(report),
    }
}

/// Adds the name, the picture and the places of a definition.
pub(crate) fn with_definition(report: Report, machine: &Machine, sources: &Sources) -> Report {
    let report = report.named(&machine.name).picture(diagram::svg(machine));
    report.places(diagram::places(machine, sources))
}

/// Reads a history.
pub(crate) fn read(file: &Path) -> Result<Report, String> {
    let mut text = String::new();
    let read = if is_stdin(file) {
        io::stdin().lock().read_to_string(&mut text).map(|_| ())
    } else {
        fs::read_to_string(file).map(|whole| text = whole)
    };
    read.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    // Tools of Windows write a mark at the start.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Report::from_history(text).map_err(|error| format!("{}: {error}", file.display()))
}
