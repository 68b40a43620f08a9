//! `cargo asl`: checks, expands, draws and explains workflow definitions.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 clean (warnings included), 1 errors
//! in a definition, 2 a file cannot be read, or the command line is wrong.

mod arguments;
mod check;
mod definition;
mod expand;
mod explain;
mod finding;
mod graph;
mod output;
mod pages;

use std::process::ExitCode;

use arguments::{Cargo, Command};
use clap::Parser as _;
use output::Output;

fn main() -> ExitCode {
    let Cargo::Asl(arguments) = Cargo::parse();
    let mut output = Output::default();
    let outcome = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &mut output),
        Command::Expand(arguments) => expand::run(&arguments, &mut output),
        Command::Graph(arguments) => graph::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
    };
    output.finish(outcome).into()
}
