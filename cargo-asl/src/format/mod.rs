//! `cargo asl fmt`: the layout of definitions, without a change of their content.

mod json;
mod yaml;

#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::{Diagnostics, printable, report};
use asl_codegen::source::{self, FileId, Json, Member, Node, Notation, Source, Sources};

use crate::arguments::FmtArguments;
use crate::definition;
use crate::output::{Outcome, Output, message, message_colour, remark};

/// Formats files in place, or standard input to standard output.
pub(crate) fn run(arguments: &FmtArguments, output: &mut Output) -> Outcome {
    let (files, mut outcome) = definition::files(&arguments.files);
    let mut changed = 0;
    for file in &files {
        let text = match formatted(file) {
            Ok(text) => text,
            Err(problem) => {
                outcome = outcome.max(problem);
                continue;
            }
        };
        let is_stdin = definition::is_stdin(file);
        let is_same = text.before == text.after;
        if is_stdin && !arguments.check {
            output.result(&text.after);
        } else if arguments.check && !is_same {
            output.result(&format!("{}\n", printable(&text.shown, 1_000)));
            outcome = outcome.max(Outcome::Errors);
        } else if !is_same {
            outcome = outcome.max(replace(file, &text.after));
        }
        changed += usize::from(!is_same);
    }
    let done = if arguments.check { "are not formatted" } else { "were changed" };
    remark(&format!("{changed} of {} files {done}\n", files.len()));
    outcome
}

/// A text before and after.
struct Formatted {
    shown: String,
    before: String,
    after: String,
}

fn formatted(file: &Path) -> Result<Formatted, Outcome> {
    let show = |diagnostics: Diagnostics, sources: &Sources| {
        let outcome = Outcome::of(&diagnostics);
        message(&report(diagnostics, sources, message_colour()));
        outcome.max(Outcome::Errors)
    };
    let sources = definition::read(file, Path::new(""))
        .map_err(|error| show(error.diagnostics, &error.sources))?;
    let Some(source) = sources.files.first() else { return Err(Outcome::Failed) };
    match format(source) {
        Ok(after) => {
            // A byte order mark was left out when the text was read.
            let has_mark = !definition::is_stdin(file)
                && fs::read(file).is_ok_and(|bytes| bytes.starts_with("\u{feff}".as_bytes()));
            let mark = if has_mark { "\u{feff}" } else { "" };
            let before = format!("{mark}{}", source.text);
            Ok(Formatted { shown: source.shown.clone(), before, after })
        }
        Err(diagnostics) => Err(show(diagnostics, &sources)),
    }
}

/// The text in its canonical layout.
///
/// # Errors
/// The faults of the text, which is not changed then.
pub(crate) fn format(source: &Source) -> Result<String, Diagnostics> {
    let layout = match source.notation() {
        Notation::Json => json::format,
        Notation::Yaml => yaml::format,
        // `terraform fmt` has the layout of these files.
        Notation::Terraform => return Ok(source.text.clone()),
    };
    let tree = parsed(&source.text, source.notation())?;
    let text = layout(&tree, &source.text);
    // The layout is worth less than the content: a text that would mean something else is kept.
    match parsed(&text, source.notation()) {
        Ok(after) if is_same(&tree, &after) => Ok(text),
        Ok(_) | Err(_) => Ok(source.text.clone()),
    }
}

/// The tree of a text without faults.
fn parsed(text: &str, notation: Notation) -> Result<Node, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let tree = match notation {
        Notation::Json => source::json::parse_definition(text, FileId(0), &mut diagnostics),
        Notation::Yaml => source::yaml::parse(text, FileId(0), &mut diagnostics),
        Notation::Terraform => None,
    };
    match tree {
        Some(tree) if !diagnostics.has_errors() => Ok(tree),
        _ => Err(diagnostics),
    }
}

/// True if two trees are equal but for the places and forms of their parts.
fn is_same(one: &Node, other: &Node) -> bool {
    let is_member = |(one, other): (&Member, &Member)| {
        one.key.value == other.key.value && is_same(&one.value, &other.value)
    };
    match (&one.value, &other.value) {
        (Json::Array(one), Json::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(is_member)
        }
        (Json::String(one), Json::String(other)) => one.value == other.value,
        (one, other) => one == other,
    }
}

/// Attempts to find a name that no file has.
const NAMES: u32 = 100;

/// Creates a file beside another one, with a name that cannot be guessed. Nothing that has the
/// name is followed or replaced, and only its owner can read the file.
fn create_beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for attempt in 0..NAMES {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{:016x}.tmp", RandomState::new().hash_one(attempt)));
        let path = file.with_file_name(name);
        match options.open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Replaces a file as a whole, so that a full disk leaves the earlier one.
fn replace(file: &Path, text: &str) -> Outcome {
    let write = || -> io::Result<()> {
        let file = fs::canonicalize(file)?;
        let permissions = fs::metadata(&file)?.permissions();
        let (temporary, mut created) = create_beside(&file)?;
        let written = created
            .write_all(text.as_bytes())
            .and_then(|()| created.set_permissions(permissions))
            .and_then(|()| fs::rename(&temporary, &file));
        if written.is_err() {
            // The first fault is the one to report.
            let _ = fs::remove_file(&temporary);
        }
        written
    };
    match write() {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let shown = printable(&file.display().to_string(), 400);
            message(&format!("error: `{shown}` cannot be written: {error}\n"));
            Outcome::Failed
        }
    }
}
