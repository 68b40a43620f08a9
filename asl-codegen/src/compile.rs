//! The whole pipeline: read, parse, lower, check and emit, with two gates.

use std::path::Path;

use proc_macro2::TokenStream;

#[cfg(feature = "schemas")]
use crate::schema;
#[cfg(feature = "sm4c")]
use crate::sm4c;
use crate::versions::{self, Earlier};
use crate::{asl, check, emit, ir};
use asl_source::diagnostics::{Code, Diagnostics};
use asl_source::options::{Language, Options};
use asl_source::source::{self, OpenTexts, Sources, language, template};
use asl_source::span::FileId;

/// A definition after the front half of the pipeline.
#[derive(Debug)]
pub struct Checked {
    /// The flow graph; `None` when an error stopped the compilation.
    pub machine: Option<ir::Machine>,
    /// The readable parts of a faulty definition: complete enough for the names of its tasks, not
    /// for code.
    pub outline: Option<ir::Machine>,
    /// Everything found, errors and warnings.
    pub diagnostics: Diagnostics,
    /// The released versions from which the definition differs; none if one of them is the same.
    pub released: Vec<Earlier>,
}

impl Checked {
    /// The result for a definition that cannot be read.
    pub fn refused(diagnostics: Diagnostics) -> Self {
        Self { machine: None, outline: None, diagnostics, released: Vec::new() }
    }
}

/// Reads a definition and checks it; a relative `path` is taken from `base`. A file that cannot be
/// read is a finding too.
pub fn check_file(path: &Path, base: &Path, options: &Options) -> (Sources, Checked) {
    check_open_file(path, base, &OpenTexts::default(), options)
}

/// As [`check_file`], with the texts of an editor in place of files.
pub fn check_open_file(
    path: &Path,
    base: &Path,
    open: &OpenTexts,
    options: &Options,
) -> (Sources, Checked) {
    match Sources::read_open(path, base, open) {
        Ok(mut sources) => {
            let checked = check(&mut sources, options);
            (sources, checked)
        }
        Err(error) => {
            let outline = meant_outline(path, base, options);
            let checked = Checked { outline, ..Checked::refused(error.diagnostics) };
            (error.sources, checked)
        }
    }
}

/// The names of the definition that is probably meant by a path to no file: code that uses the
/// machine then has no other errors.
fn meant_outline(path: &Path, base: &Path, options: &Options) -> Option<ir::Machine> {
    let mut sources = Sources::read(&source::meant_file(path, base)?, base).ok()?;
    let machine = lower(&mut sources, options, &mut Diagnostics::default())?;
    let name = options.name.clone().unwrap_or_else(|| emit::module_of(&path.to_string_lossy()));
    Some(ir::Machine { name, ..machine })
}

/// Parses, lowers and checks the first of `sources`. The files that it names are read on the way
/// and appended.
pub fn check(sources: &mut Sources, options: &Options) -> Checked {
    let mut diagnostics = Diagnostics::default();
    let mut machine = lower(sources, options, &mut diagnostics);
    // A template may name the file of the definition.
    let file = |machine: &ir::Machine| machine.states.first().map(|state| state.name.span.file);
    if let Some(machine) = &mut machine
        && let Some(source) = file(machine).and_then(|file| sources.file(file))
    {
        machine.source.clone_from(&source.shown);
    }
    let mut released = Vec::new();
    // Gate 1 lies inside `lower`: without a tree there is nothing to check. Gate 2: no code from a
    // faulty definition.
    let machine = machine.inspect(|machine| {
        // Expressions that this build cannot compile are missing from the machine.
        if !diagnostics.has(Code::CannotRead) {
            check::check(machine, &mut diagnostics);
        }
        emit::check(machine, options, &mut diagnostics);
        check_schemas(machine, sources, options, &mut diagnostics);
        if !diagnostics.has_errors() {
            released = versions::check(machine, sources, options, &mut diagnostics);
        }
    });
    diagnostics.keep_first_cause(Code::UnknownSubstitution);
    diagnostics.apply(&options.levels);
    diagnostics.widen(sources);
    let (machine, outline) =
        if diagnostics.has_errors() { (None, machine) } else { (machine, None) };
    Checked { machine, outline, diagnostics, released }
}

/// Checks a machine against the schemas of its folder, if it has one.
#[cfg(feature = "schemas")]
fn check_schemas(
    machine: &ir::Machine,
    sources: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    // A faulty definition has another flow than its author wants.
    if options.schema_folders().next().is_some() && !diagnostics.has_errors() {
        let tasks = emit::called_tasks(machine, options);
        schema::check(machine, options, &tasks, sources, diagnostics);
    }
}

#[cfg(not(feature = "schemas"))]
fn check_schemas(
    _: &ir::Machine,
    _: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) {
    if let Some(folder) = options.schema_folders().next() {
        diagnostics.push(source::built_without(folder, "schemas", "schemas").of_entry(folder));
    }
}

fn lower(
    sources: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    let tree = source::parse_definition(sources, FileId(0), diagnostics)?;
    let whole = tree.span;
    let tree = template::definition(tree, options.resource.as_deref(), sources, diagnostics)?;
    let is_template = tree.span != whole;
    let shown = sources.files.first()?.shown.clone();
    match language::detect(&tree, &shown, options, diagnostics)? {
        Language::Asl => {
            let tree =
                asl::replace_placeholders(tree, is_template, (sources, options), diagnostics);
            asl::lower(&tree, &shown, options, diagnostics)
        }
        #[cfg(feature = "sm4c")]
        Language::Sm4c => sm4c::lower(&tree, &shown, sources, options, diagnostics),
        #[cfg(not(feature = "sm4c"))]
        Language::Sm4c => {
            diagnostics.push(source::built_without(&shown, "SM4C", "sm4c"));
            None
        }
    }
}

/// The code of a checked machine: one module.
pub fn emit(machine: &ir::Machine, sources: &Sources, options: &Options) -> TokenStream {
    emit::machine(machine, sources, options)
}
