//! Reading a definition for the commands that need one without errors.

use std::path::Path;

use asl_codegen::diagnostics::report;
use asl_codegen::options::Options;
use asl_codegen::source::Sources;
use asl_codegen::{compile, ir};

use crate::output::{Outcome, message, message_colour};

/// A definition without errors; findings are messages.
pub(crate) fn checked(file: &Path, options: &Options) -> Result<(ir::Machine, Sources), Outcome> {
    let (sources, checked) = compile::check_file(file, Path::new(""), options);
    let outcome = Outcome::of(&checked.diagnostics);
    message(&report(checked.diagnostics, &sources, message_colour()));
    match checked.machine {
        Some(machine) if outcome == Outcome::Done => Ok((machine, sources)),
        _ => Err(outcome.max(Outcome::Errors)),
    }
}
