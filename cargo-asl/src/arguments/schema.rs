//! Arguments of `cargo asl schema`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// The definition file; `-` is standard input.
    pub(crate) file: PathBuf,
    /// Prints types of TypeScript instead of a JSON Schema.
    #[arg(long)]
    pub(crate) typescript: bool,
    /// Only what the machine reads of its input.
    #[arg(long, conflicts_with = "output")]
    pub(crate) input: bool,
    /// Only what the machine gives as its output.
    #[arg(long)]
    pub(crate) output: bool,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
