//! `cargo asl`: checks, expands, draws, explains, compares and runs workflow definitions.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 clean (warnings
//! included), 1 errors in a definition, 2 a file cannot be read, or the command line is wrong; of
//! `diff`: 0 all executions can move, 1 some cannot, 2 there are no two definitions without errors;
//! of `lock --check`: 0 the file has these versions, 1 it has others;
//! of `run` also 3 the execution failed, 130 it was cancelled;
//! of `replay`: 0 all histories fit, 1 some do not, 2 some cannot be read or replayed;
//! of `store`: 0 done, 1 refused for an execution or damaged, 2 the store cannot be reached.

mod arguments;
mod cache;
mod check;
mod clean;
mod completions;
mod definition;
mod diff;
mod execution;
mod expand;
mod explain;
mod finding;
mod format;
mod github;
mod graph;
mod guide;
mod infer;
mod lock;
mod lsp;
mod mocks;
mod new;
mod output;
mod package;
mod pages;
mod place;
mod process;
mod released;
mod replay;
mod report;
mod run;
mod sarif;
mod schema;
mod serve;
mod store;
mod tasks;
mod test;
mod time;
mod watch;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use output::Output;

fn main() -> ExitCode {
    let arguments = Arguments::read();
    output::set(arguments.settings());
    let mut output = Output::default();
    let outcome = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Expand(arguments) => expand::run(&arguments, &mut output),
        Command::Graph(arguments) => graph::run(&arguments, &mut output),
        Command::Guide(arguments) => guide::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Schema(arguments) => schema::run(&arguments, &mut output),
        Command::Infer(arguments) => infer::run(&arguments, &mut output),
        Command::Diff(arguments) => diff::run(&arguments, &mut output),
        Command::Lock(arguments) => lock::run(&arguments, &mut output),
        Command::Fmt(arguments) => format::run(&arguments, &mut output),
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::New(arguments) => new::run(&arguments, &mut output),
        Command::Store(arguments) => store::run(&arguments, &mut output),
        Command::Completions(arguments) => completions::run(&arguments, &mut output),
        Command::Man(arguments) => completions::man(&arguments, &mut output),
        Command::Run(arguments) => run::run(&arguments, &mut output),
        Command::Serve(arguments) => serve::run(&arguments, &mut output),
        Command::Clean(arguments) => clean::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Report(arguments) => report::run(&arguments, &mut output),
        Command::Test(arguments) => test::run(&arguments, &mut output),
    };
    output.finish(outcome).into()
}
