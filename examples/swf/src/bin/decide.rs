//! `decide < history.json`: prints the answer of the decider of the orders. The input is the answer
//! to `PollForDecisionTask` or to `GetWorkflowExecutionHistory`, in either order; the output is the
//! `decisions` of `RespondDecisionTaskCompleted`.
#![expect(clippy::print_stderr, reason = "a command line program talks to its user")]

use std::error::Error;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match decide() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("decide: {error}");
            ExitCode::FAILURE
        }
    }
}

fn decide() -> Result<(), Box<dyn Error>> {
    Ok(asl_swf::command(&swf::decider()?, io::stdin().lock(), io::stdout().lock())?)
}
