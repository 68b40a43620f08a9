//! `cargo asl graph`: the machine as text for drawing tools.

use asl_codegen::diagram;

use crate::arguments::{GraphArguments, GraphFormat};
use crate::definition;
use crate::output::{Outcome, Output};

/// Prints the drawing of a definition without errors.
pub(crate) fn run(arguments: &GraphArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options();
    match definition::checked(&arguments.file, &options) {
        Ok((machine, _)) => {
            output.result(&match arguments.format {
                GraphFormat::Mermaid => diagram::mermaid(&machine),
                GraphFormat::Dot => diagram::dot(&machine),
            });
            Outcome::Done
        }
        Err(outcome) => outcome,
    }
}
