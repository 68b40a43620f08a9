//! The command line: one file for the arguments of each command.

mod check;
mod compile;
mod diff;
mod expand;
mod explain;
mod graph;

use clap::{Args, Parser, Subcommand};

pub(crate) use check::{CheckArguments, CheckFormat};
pub(crate) use compile::CompileArguments;
pub(crate) use diff::{DiffArguments, DiffFormat};
pub(crate) use expand::ExpandArguments;
pub(crate) use explain::ExplainArguments;
pub(crate) use graph::{GraphArguments, GraphFormat};

/// Called by cargo as `cargo-asl asl check …`.
#[derive(Debug, Parser)]
#[command(name = "cargo", bin_name = "cargo")]
pub(crate) enum Cargo {
    /// Checks, expands, draws, explains and compares workflow definitions.
    Asl(Arguments),
}

#[derive(Debug, Args)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks definitions. Exit code 0: clean, or warnings only; 1: errors; 2: a file cannot be
    /// read.
    Check(CheckArguments),
    /// Prints the Rust that a definition compiles to.
    Expand(ExpandArguments),
    /// Draws a definition's states and transitions: as a picture (SVG), as an HTML page, or as text
    /// for Mermaid or Graphviz.
    Graph(GraphArguments),
    /// Explains a code such as ASL0401, or the data at a state.
    Explain(ExplainArguments),
    /// Compares two versions: for each state, can executions that wait there continue in the new
    /// version? Exit code 0: in all states; 1: not in all; 2: a file cannot be read or has errors.
    Diff(DiffArguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cargo::command().debug_assert();
    }
}
