//! Arguments of `cargo asl graph`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct GraphArguments {
    /// The definition file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// The format. By default it follows from the name of the output file; without one it is
    /// Mermaid.
    #[arg(long, value_enum)]
    pub(crate) format: Option<GraphFormat>,
    /// Writes to this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Adds what is known of the data to the lines.
    #[arg(long)]
    pub(crate) types: bool,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// A picture in SVG.
    Svg,
    /// A page with the picture, which can be moved and enlarged.
    Html,
    /// A Mermaid flowchart.
    #[default]
    Mermaid,
    /// A Graphviz graph.
    Dot,
}
