//! `cargo asl check`: all findings of all files.

use std::path::{Path, PathBuf};

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Severity, printable, report};
use asl_codegen::options::Options;
use asl_codegen::source::{self, Sources};

use crate::arguments::{CheckArguments, CheckFormat};
use crate::finding::{self, Finding};
use crate::output::{Outcome, Output, message, result_colour};

/// Checks the files and prints the findings.
pub(crate) fn run(arguments: &CheckArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    let (files, mut outcome) = files(&arguments.files);
    let mut totals = Totals::default();
    let mut findings = Vec::new();
    for file in &files {
        let (sources, checked) = check(file, &options, files.len());
        let diagnostics = checked.diagnostics;
        outcome = outcome.max(Outcome::of(&diagnostics));
        totals.count(diagnostics.iter().map(|diagnostic| diagnostic.code.severity()));
        match arguments.format {
            CheckFormat::Json => {
                findings
                    .extend(diagnostics.sorted().iter().map(|found| Finding::new(found, &sources)));
            }
            CheckFormat::Human => output.result(&report(diagnostics, &sources, result_colour())),
        }
    }
    match arguments.format {
        CheckFormat::Json => output.result(&finding::json(&findings)),
        CheckFormat::Human => message(&totals.shown(files.len())),
    }
    outcome
}

/// The files, including those in directories. Reports directories that cannot be read or contain no
/// definition.
fn files(named: &[PathBuf]) -> (Vec<PathBuf>, Outcome) {
    let mut files = Vec::new();
    let mut outcome = Outcome::default();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let problem = match source::definitions_below(path) {
            Ok(found) if found.is_empty() => {
                "it contains no `*.asl.json` or `*.sm4c.json`, nor their YAML forms".to_owned()
            }
            Ok(found) => {
                files.extend(found);
                continue;
            }
            Err(error) => format!("it cannot be read: {error}"),
        };
        let shown = printable(&path.display().to_string(), 400);
        message(&format!("error: `{shown}`: {problem}\n"));
        outcome = Outcome::Failed;
    }
    (files, outcome)
}

/// With several files, each gets the substitutions that it uses: an unused one is an error only if
/// there is a single file.
fn check(file: &Path, options: &Options, files: usize) -> (Sources, Checked) {
    if files == 1 || options.substitute.is_empty() {
        return compile::check_file(file, Path::new(""), options);
    }
    match Sources::read(file, Path::new("")) {
        Ok(mut sources) => {
            let text = sources.files.first().map(|source| source.text.as_str()).unwrap_or_default();
            let used = options
                .substitute
                .iter()
                .filter(|(name, _)| text.contains(&format!("${{{name}}}")));
            let options = Options { substitute: used.cloned().collect(), ..options.clone() };
            let checked = compile::check(&mut sources, &options);
            (sources, checked)
        }
        Err(error) => (
            error.sources,
            Checked { machine: None, outline: None, diagnostics: error.diagnostics },
        ),
    }
}

/// Number of findings.
#[derive(Debug, Default)]
struct Totals {
    errors: usize,
    warnings: usize,
}

impl Totals {
    fn count(&mut self, severities: impl Iterator<Item = Severity>) {
        for severity in severities {
            match severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
            }
        }
    }

    fn shown(&self, files: usize) -> String {
        let files = counted(files, "file");
        if self.errors + self.warnings == 0 {
            return format!("checked {files}: no findings\n");
        }
        format!(
            "checked {files}: {}, {}\n",
            counted(self.errors, "error"),
            counted(self.warnings, "warning")
        )
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
