//! `cargo asl diff`: compares two versions of a machine, with the same result as
//! `asl_runtime::Machine::compare` for compiled machines: both use `asl_runtime::versions`.

use asl_sfn_api::outline;

use crate::arguments::{DiffArguments, DiffFormat};
use crate::definition;
use crate::output::{Outcome, Output, message, remark};

/// Prints the effect on executions in each state of the old definition.
pub(crate) fn run(arguments: &DiffArguments, output: &mut Output) -> Outcome {
    let options = arguments.compile.options_as_aws();
    if definition::is_stdin(&arguments.old) && definition::is_stdin(&arguments.new) {
        message("error: only one of the definitions can be `-`, standard input\n");
        return Outcome::Failed;
    }
    let mut outlines = Vec::new();
    for file in [&arguments.old, &arguments.new] {
        match definition::checked(file, &options) {
            Ok((machine, sources)) => outlines.push(outline(&machine, &sources, &options)),
            // Exit code 1 means that some executions cannot move.
            Err(_) => return Outcome::Failed,
        }
    }
    let [old, new] = outlines.as_slice() else { return Outcome::Failed };
    let comparison = old.compare(new);
    match arguments.format {
        DiffFormat::Human => output.result(&comparison.to_string()),
        DiffFormat::Json => output.result(&(comparison.to_json_string() + "\n")),
    }
    if comparison.all_can_move() {
        return Outcome::Done;
    }
    if arguments.format == DiffFormat::Human {
        remark("not all executions can move\n");
    }
    Outcome::Errors
}
