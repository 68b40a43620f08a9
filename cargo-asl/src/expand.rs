//! `cargo asl expand`: the Rust that a definition compiles to.

use asl_codegen::{compile, pretty};

use crate::arguments::ExpandArguments;
use crate::definition;
use crate::output::{Outcome, Output};

/// Prints the code of a definition without errors.
pub(crate) fn run(arguments: &ExpandArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    let (machine, sources) = match definition::checked(&arguments.file, &options) {
        Ok(checked) => checked,
        Err(outcome) => return outcome,
    };
    match pretty::pretty(compile::emit(&machine, &sources, &options)) {
        Ok(code) => output.write(arguments.output.as_deref(), &code),
        // The emitted code is parsed for formatting, so only a bug of the emission can lead here.
        Err(error) => unreachable!("the emitted code is not Rust: {error}"),
    }
}
