//! The whole pipeline: read, parse, lower, check and emit, with two gates.

use std::path::Path;

use proc_macro2::TokenStream;

use crate::diagnostics::{Code, Diagnostics};
use crate::options::{Language, Options};
#[cfg(feature = "sm4c")]
use crate::sm4c;
use crate::source::{self, Sources, language, template};
use crate::{asl, check, emit, ir, span::FileId};

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
}

/// Reads a definition and checks it; a relative `path` is taken from `base`. A file that cannot be
/// read is a finding too.
pub fn check_file(path: &Path, base: &Path, options: &Options) -> (Sources, Checked) {
    match Sources::read(path, base) {
        Ok(mut sources) => {
            let checked = check(&mut sources, options);
            (sources, checked)
        }
        Err(error) => (
            error.sources,
            Checked { machine: None, outline: None, diagnostics: error.diagnostics },
        ),
    }
}

/// Parses, lowers and checks the first of `sources`. The files that it names are read on the way
/// and appended.
pub fn check(sources: &mut Sources, options: &Options) -> Checked {
    let mut diagnostics = Diagnostics::default();
    let machine = lower(sources, options, &mut diagnostics);
    // Gate 1 lies inside `lower`: without a tree there is nothing to check. Gate 2: no code from a
    // faulty definition.
    let machine = machine.inspect(|machine| {
        check::check(machine, &mut diagnostics);
        emit::check(machine, options, &mut diagnostics);
    });
    diagnostics.keep_first_cause(Code::UnknownSubstitution);
    diagnostics.apply(&options.levels);
    let (machine, outline) =
        if diagnostics.has_errors() { (None, machine) } else { (machine, None) };
    Checked { machine, outline, diagnostics }
}

fn lower(
    sources: &mut Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<ir::Machine> {
    let tree = source::parse_definition(sources, FileId(0), diagnostics)?;
    let tree = template::definition(tree, options.resource.as_deref(), sources, diagnostics)?;
    let shown = sources.files.first()?.shown.clone();
    match language::detect(&tree, &shown, options, diagnostics)? {
        Language::Asl => {
            let tree = asl::replace_placeholders(tree, sources, options, diagnostics);
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
