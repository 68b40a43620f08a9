//! Reading definitions: files, or standard input for `-`.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use asl_codegen::compile::{self, Checked};
use asl_codegen::diagnostics::{Diagnostics, printable, report};
use asl_codegen::ir;
use asl_codegen::options::Options;
use asl_codegen::source::definitions_below;
use asl_codegen::source::{FileId, MAX_BYTES, Node, Notation, SourceError, Sources, json, yaml};

use crate::output::{Outcome, is_quiet, message, message_colour};

/// The name of standard input in findings.
const STDIN: &str = "<stdin>";

/// The text of standard input, once it was read.
static TEXT: OnceLock<Result<Vec<u8>, io::ErrorKind>> = OnceLock::new();

/// True for `-`, which means standard input.
pub(crate) fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Reads a definition; a relative path is taken from `base`. Standard input can be read repeatedly: its text is kept.
pub(crate) fn read(file: &Path, base: &Path) -> Result<Sources, SourceError> {
    if !is_stdin(file) {
        return Sources::read(file, base);
    }
    let text = TEXT.get_or_init(|| {
        let mut bytes = Vec::new();
        let mut input = io::stdin().lock().take(MAX_BYTES as u64 + 1);
        input.read_to_end(&mut bytes).map(|_| bytes).map_err(|error| error.kind())
    });
    match text {
        Ok(bytes) => Sources::from_reader(STDIN, bytes.as_slice()),
        Err(error) => Sources::from_reader(STDIN, Unreadable(*error)),
    }
}

/// The definitions among files and in directories.
pub(crate) fn files(named: &[PathBuf]) -> (Vec<PathBuf>, Outcome) {
    let missing = "it contains no `*.asl.json` or `*.sm4c.json`, nor their YAML forms";
    files_in(named, definitions_below, missing)
}

/// The files, including those found in directories. Reports directories that cannot be read, or
/// where something is missing.
pub(crate) fn files_in(
    named: &[PathBuf],
    find: impl Fn(&Path) -> io::Result<Vec<PathBuf>>,
    missing: &str,
) -> (Vec<PathBuf>, Outcome) {
    let mut files = Vec::new();
    let mut outcome = Outcome::default();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let problem = match find(path) {
            Ok(found) if found.is_empty() => missing.to_owned(),
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

/// A stream that failed.
struct Unreadable(io::ErrorKind);

impl io::Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}

/// Reads and checks a definition. A file that cannot be read is a finding.
pub(crate) fn check(file: &Path, base: &Path, options: &Options) -> (Sources, Checked) {
    match read(file, base) {
        Ok(mut sources) => {
            let checked = compile::check(&mut sources, options);
            (sources, checked)
        }
        Err(error) => {
            let SourceError { sources, diagnostics } = error;
            (sources, Checked::refused(diagnostics))
        }
    }
}

/// As [`checked`], of a definition that need not be given.
pub(crate) fn checked_if_given(
    file: Option<&PathBuf>,
    options: &Options,
) -> Result<Option<(ir::Machine, Sources)>, Outcome> {
    file.map(|file| checked(file, options)).transpose()
}

/// A definition without errors; findings are messages.
pub(crate) fn checked(file: &Path, options: &Options) -> Result<(ir::Machine, Sources), Outcome> {
    let (sources, checked) = check(file, Path::new(""), options);
    report_checked(sources, checked)
}

/// A machine that was checked, if it has no errors; findings are messages.
pub(crate) fn report_checked(
    sources: Sources,
    checked: Checked,
) -> Result<(ir::Machine, Sources), Outcome> {
    let outcome = Outcome::of(&checked.diagnostics);
    // Warnings alone are remarks.
    if outcome != Outcome::Done || !is_quiet() {
        message(&report(checked.diagnostics, &sources, message_colour()));
    }
    match checked.machine {
        Some(machine) if outcome == Outcome::Done => Ok((machine, sources)),
        _ => Err(outcome.max(Outcome::Errors)),
    }
}

/// The tree of a file.
pub(crate) fn tree(sources: &Sources, diagnostics: &mut Diagnostics) -> Option<Node> {
    let source = sources.files.first()?;
    match source.notation() {
        // No test file is Terraform, which is then faulty JSON.
        Notation::Json | Notation::Terraform => json::parse(&source.text, FileId(0), diagnostics),
        Notation::Yaml => yaml::parse(&source.text, FileId(0), diagnostics),
    }
}
