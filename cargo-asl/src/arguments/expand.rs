//! Arguments of `cargo asl expand`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ExpandArguments {
    /// The definition file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// Writes to this file; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
