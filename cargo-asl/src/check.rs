//! `cargo asl check`: all findings of all files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use asl_codegen::compile::Checked;
use asl_codegen::diagnostics::{Code, Severity, printable, report};
use asl_codegen::options::Options;
use asl_codegen::source::{Sources, machines_of_template};
use asl_codegen::versions;

use crate::arguments::{CheckArguments, CheckFormat};
use crate::execution::Cancel;
use crate::finding::{self, Finding};
use crate::output::{Outcome, Output, message, remark, result_colour};
use crate::package::{self, Machine, Machines};
use crate::released::{self, Stores};
use crate::watch::Watched;
use crate::{definition, github, sarif};

/// Checks once, or after each change.
pub(crate) fn run(arguments: &CheckArguments, output: &mut Output) -> Outcome {
    let mut files = Watched::default();
    let mut outcome = check_once(arguments, output, &mut files);
    if !arguments.watch {
        return outcome;
    }
    // Ctrl-C ends the process: nothing is in progress that must be ended.
    loop {
        remark("waiting for changes; Ctrl-C ends\n");
        if !files.wait_for_change(&Cancel::default()) {
            return outcome;
        }
        files = Watched::default();
        outcome = check_once(arguments, output, &mut files);
    }
}

/// Checks files, or the machines of packages, and prints the findings. Adds the files that it reads.
fn check_once(arguments: &CheckArguments, output: &mut Output, files: &mut Watched) -> Outcome {
    let (machines, count, mut outcome, mut stores) = if arguments.files.is_empty() {
        of_packages(arguments, files)
    } else {
        of_files(arguments, files)
    };
    let mut totals = Totals::default();
    let (mut findings, mut changes) = (Vec::new(), Vec::new());
    for machine in &machines {
        let definition = machine.base.join(&machine.definition);
        let beside = definition.parent().map(Path::to_owned);
        let schemas = beside.as_ref().zip(machine.options.schemas.as_ref());
        files.add(schemas.map(|(beside, folder)| beside.join(folder)));
        files.add(beside.into_iter().chain([definition]));
        let (sources, checked) = check(machine);
        files.add(sources.files.iter().filter_map(|source| source.path.clone()));
        let mut diagnostics = checked.diagnostics;
        if let Some(found) = &checked.machine {
            stores.check(found, &sources, &machine.options, &mut diagnostics);
            changes.extend(released::remarks(&checked.released, found, &sources, &machine.options));
        }
        outcome = outcome.max(Outcome::of(&diagnostics));
        totals.count(diagnostics.iter().map(|diagnostic| diagnostic.severity));
        if arguments.format == CheckFormat::Human {
            totals.first = totals.first.or(diagnostics.iter().map(|found| found.code).next());
            output.result(&report(diagnostics, &sources, result_colour()));
        } else {
            findings.extend(diagnostics.sorted().iter().map(|found| Finding::new(found, &sources)));
        }
    }
    for change in &changes {
        remark(change);
    }
    stores.warn_of_others();
    match arguments.format {
        CheckFormat::Human if machines.is_empty() => {}
        CheckFormat::Human => remark(&totals.shown(&count)),
        CheckFormat::Json => output.result(&finding::json(&findings)),
        CheckFormat::Sarif => output.result(&sarif::sarif(&findings)),
        CheckFormat::Github => output.result(&github::commands(&findings)),
    }
    outcome
}

/// Machines, their number in words, the outcome so far, and the stores with their executions.
type Found = (Vec<Machine>, String, Outcome, Stores);

/// The machines of packages with their own options, to which levels of warnings can be added.
fn of_packages(arguments: &CheckArguments, files: &mut Watched) -> Found {
    if arguments.compile.has_options() {
        message(
            "error: without paths, machines have the options that they have in their package; only \
             `--allow`, `--warn` and `--deny` can be added\n",
        );
        return (Vec::new(), String::new(), Outcome::Failed, Stores::default());
    }
    let machines = match package::machines(arguments.workspace) {
        Ok(machines) => machines,
        Err(error) => {
            message(&format!("error: {}\n", printable_lines(&error)));
            return (Vec::new(), String::new(), Outcome::Failed, Stores::default());
        }
    };
    let outcome = told(&machines, "this machine is not checked");
    files.add(machines.read);
    let (stores, opened) = Stores::open(&machines.stores);
    let mut list = machines.list;
    for machine in &mut list {
        let own = machine.options.levels.clone();
        let own = if arguments.as_aws { own.as_aws() } else { own };
        machine.options.levels = arguments.compile.levels(own);
    }
    let count = counted(list.len(), "machine");
    (list, count, outcome.max(opened), stores)
}

/// Tells what could not be understood in packages.
pub(crate) fn told(machines: &Machines, consequence: &str) -> Outcome {
    for unknown in &machines.unknown {
        message(&format!("warning: {}; {consequence}\n", printable(unknown, 1_000)));
    }
    for fault in &machines.faults {
        message(&format!("error: {}\n", printable(fault, 1_000)));
    }
    if machines.faults.is_empty() { Outcome::Done } else { Outcome::Failed }
}

/// A message of several lines.
fn printable_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| printable(line, 1_000)).collect();
    lines.join("\n")
}

/// The definitions of files with the options of the command line.
fn of_files(arguments: &CheckArguments, watched: &mut Watched) -> Found {
    watched.add(arguments.files.iter().cloned());
    let options = if arguments.as_aws {
        arguments.compile.options_as_aws()
    } else {
        arguments.compile.options()
    };
    let (files, outcome) = definition::files(&arguments.files);
    let mut machines: Vec<Machine> =
        files.iter().flat_map(|file| definitions(file, &options)).collect();
    let are_several = machines.len() > 1;
    for machine in &mut machines {
        machine.ignores_unused = are_several;
    }
    (machines, counted(files.len(), "file"), outcome, Stores::default())
}

/// The working directory and the directory of the package of a file: the nearest around it that has
/// released versions. Paths from it are those of the file only if both are whole.
fn places(file: &Path) -> (PathBuf, Option<PathBuf>) {
    let package = fs::canonicalize(file).ok().and_then(|file| {
        let around = file.ancestors().skip(1);
        around.map(Path::to_owned).find(|around| versions::existing_lock(around).is_some())
    });
    let here = package.as_ref().and_then(|_| env::current_dir().ok());
    (here.unwrap_or_default(), package)
}

/// The definitions in a file: one, or all state machines of a template.
fn definitions(file: &Path, options: &Options) -> Vec<Machine> {
    let names = match definition::read(file, Path::new("")) {
        Ok(sources) if options.resource.is_none() => machines_of_template(&sources),
        _ => Vec::new(),
    };
    let (here, package) = places(file);
    let machine = |mut options: Options| {
        options.package.clone_from(&package);
        Machine::new(file.to_owned(), &here, options)
    };
    if names.is_empty() {
        return vec![machine(options.clone())];
    }
    names.into_iter().map(|name| machine(options.clone().resource(name))).collect()
}

/// The findings of a machine with its options.
pub(crate) fn check(machine: &Machine) -> (Sources, Checked) {
    let Machine { definition: file, base, options, ignores_unused } = machine;
    if !ignores_unused || options.substitute.is_empty() {
        return definition::check(file, base, options);
    }
    let read = definition::read(file, base).ok();
    let text = read.as_ref().and_then(|sources| sources.files.first());
    let text = text.map_or("", |source| source.text.as_str());
    definition::check(file, base, &options.clone().only_used_substitutions(text))
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

    fn shown(&self, checked: &str) -> String {
        if self.errors + self.warnings == 0 {
            return format!("checked {checked}: no findings\n");
        }
        let (errors, warnings) = (counted(self.errors, "error"), counted(self.warnings, "warning"));
        let code = self.first.map_or("CODE", Code::id);
        format!(
            "checked {checked}: {errors}, {warnings}; `cargo asl explain {code}` has examples of a code\n"
        )
    }
}

/// A number with its noun.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
