//! `cargo asl test`: runs the cases of `*.asl-test.yaml` files in virtual time.

mod case;
mod data;
mod expect;
mod file;
mod format;
mod options;
mod reader;
mod reports;
mod run;
mod script;

use std::path::{Path, PathBuf};
use std::time::Instant;

use asl_codegen::diagnostics::{Diagnostics, report};
use asl_codegen::source::{self, Sources};

use crate::arguments::{TestArguments, TestFormat};
use crate::definition;
use crate::execution::Cancel;
use crate::output::{Outcome, Output, is_quiet, message, message_colour, remark};
use crate::tasks::Aws;

use file::TestFile;
use run::CaseResult;

/// The findings about the text of a test file and about its definition.
pub(crate) fn findings(path: &Path, sources: Sources) -> Vec<(Sources, Diagnostics)> {
    let file::Read { file, mut findings } = file::read_text(path, sources);
    // The server looks here for the files of the definition.
    findings.extend(file.map(|file| (file.definition, Diagnostics::default())));
    findings
}

/// The JSON Schema of test files.
const SCHEMA: &str = include_str!("schema.json");

/// Runs the cases of all files and prints their results.
pub(crate) fn run(arguments: &TestArguments, output: &mut Output) -> Outcome {
    if arguments.schema {
        output.result(SCHEMA);
        return Outcome::Done;
    }
    let from = Instant::now();
    let (paths, mut outcome) = paths(&arguments.paths);
    let mut files = Vec::new();
    for path in &paths {
        match read(path) {
            Ok(file) => files.push(file),
            Err(found) => outcome = outcome.max(found),
        }
    }
    if let Some(filter) = &arguments.filter {
        for file in &mut files {
            file.keep_cases(filter);
        }
    }
    files.retain(|file| !file.cases.is_empty());
    if files.is_empty() {
        if outcome == Outcome::Done {
            return Outcome::failed("there are no cases to run");
        }
        return outcome;
    }
    let cancel = Cancel::on_interrupt();
    let aws = arguments.aws.then(|| Aws::account(arguments.endpoint.as_deref())).transpose();
    let run = aws.and_then(|aws| run::run(&files, &arguments.cache, aws.as_ref(), &cancel));
    let results = match run {
        Ok(results) => results,
        Err(problem) => return Outcome::failed(&problem),
    };
    print(arguments.format, &results, output);
    if let Some(directory) = &arguments.report
        && let Err(problem) = reports::write(directory, &files, &results)
    {
        outcome = Outcome::failed(&problem);
    }
    let failed = results.iter().filter(|result| !result.has_passed()).count();
    let (passed, seconds) = (results.len() - failed, from.elapsed().as_secs_f64());
    remark(&format!("{passed} passed, {failed} failed, in {seconds:.2} s\n"));
    if cancel.is_cancelled() {
        return Outcome::Cancelled;
    }
    if failed > 0 { outcome.max(Outcome::Errors) } else { outcome }
}

fn print(format: TestFormat, results: &[CaseResult], output: &mut Output) {
    output.result(&match format {
        TestFormat::Human => format::text(results),
        TestFormat::Junit => format::junit(results),
        TestFormat::Json => format::json(results),
    });
}

/// Reads a file and checks its definition. Findings are messages.
fn read(path: &Path) -> Result<TestFile, Outcome> {
    let read = file::read(path);
    let mut outcome = Outcome::Done;
    for (sources, diagnostics) in read.findings {
        let found = Outcome::of(&diagnostics);
        outcome = outcome.max(found);
        // Warnings alone are remarks.
        if found != Outcome::Done || !is_quiet() {
            message(&report(diagnostics, &sources, message_colour()));
        }
    }
    read.file.filter(|_| outcome == Outcome::Done).ok_or(outcome.max(Outcome::Errors))
}

/// The files of cases among files and in directories.
fn paths(named: &[PathBuf]) -> (Vec<PathBuf>, Outcome) {
    let here = [PathBuf::from(".")];
    let named = if named.is_empty() { &here } else { named };
    let find = |directory: &Path| source::files_below(directory, is_test);
    definition::files_in(named, find, "it contains no `*.asl-test.yaml`")
}

fn is_test(name: &str) -> bool {
    file::stem(name).is_some()
}
