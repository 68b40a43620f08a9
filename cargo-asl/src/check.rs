//! `cargo asl check`: all findings of all files.

use std::path::{Path, PathBuf};

use asl_codegen::compile::Checked;
use asl_codegen::diagnostics::{Code, Severity, printable, report};
use asl_codegen::options::Options;
use asl_codegen::source::{self, Sources, machines_of_template};

use crate::arguments::{CheckArguments, CheckFormat};
use crate::finding::{self, Finding};
use crate::output::{Outcome, Output, message, remark, result_colour};
use crate::{definition, github, sarif};

/// Checks the files and prints the findings.
pub(crate) fn run(arguments: &CheckArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    let (files, mut outcome) = files(&arguments.files);
    let mut totals = Totals::default();
    let mut findings = Vec::new();
    let definitions: Vec<(&PathBuf, Options)> =
        files.iter().flat_map(|file| definitions(file, &options)).collect();
    for (file, options) in &definitions {
        let (sources, checked) = check(file, options, definitions.len());
        let diagnostics = checked.diagnostics;
        outcome = outcome.max(Outcome::of(&diagnostics));
        totals.count(diagnostics.iter().map(|diagnostic| diagnostic.severity));
        if arguments.format == CheckFormat::Human {
            totals.first = totals.first.or(diagnostics.iter().map(|found| found.code).next());
            output.result(&report(diagnostics, &sources, result_colour()));
        } else {
            findings.extend(diagnostics.sorted().iter().map(|found| Finding::new(found, &sources)));
        }
    }
    match arguments.format {
        CheckFormat::Human => remark(&totals.shown(files.len())),
        CheckFormat::Json => output.result(&finding::json(&findings)),
        CheckFormat::Sarif => output.result(&sarif::sarif(&findings)),
        CheckFormat::Github => output.result(&github::commands(&findings)),
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

/// The definitions in a file, as options: one, or all state machines of a template.
fn definitions<'f>(file: &'f PathBuf, options: &Options) -> Vec<(&'f PathBuf, Options)> {
    let machines = match definition::read(file) {
        Ok(sources) if options.resource.is_none() => machines_of_template(&sources),
        _ => Vec::new(),
    };
    if machines.is_empty() {
        return vec![(file, options.clone())];
    }
    let of = |machine: String| (file, options.clone().resource(machine));
    machines.into_iter().map(of).collect()
}

/// With several definitions, each gets the substitutions that it uses: an unused one is an error
/// only if there is a single definition.
fn check(file: &Path, options: &Options, count: usize) -> (Sources, Checked) {
    if count == 1 || options.substitute.is_empty() {
        return definition::check(file, options);
    }
    let read = definition::read(file).ok();
    let text = read.as_ref().and_then(|sources| sources.files.first());
    let text = text.map_or("", |source| source.text.as_str());
    let is_used = |(name, _): &&(String, String)| text.contains(&format!("${{{name}}}"));
    let substitute = options.substitute.iter().filter(is_used).cloned().collect();
    definition::check(file, &options.clone().substitute(substitute))
}

/// Number of findings.
#[derive(Debug, Default)]
struct Totals {
    errors: usize,
    warnings: usize,
    /// The code of a finding.
    first: Option<Code>,
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
        let (errors, warnings) = (counted(self.errors, "error"), counted(self.warnings, "warning"));
        let code = self.first.map_or("CODE", Code::id);
        format!(
            "checked {files}: {errors}, {warnings}; `cargo asl explain {code}` has examples of a code\n"
        )
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
