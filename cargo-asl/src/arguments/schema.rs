//! Arguments of `cargo asl schema`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// The definition file; `-` is standard input. Without it, `--language` names the language whose
    /// schema is printed, for editors.
    #[arg(required_unless_present = "language")]
    pub(crate) file: Option<PathBuf>,
    /// Prints types of TypeScript instead of a JSON Schema.
    #[arg(long, requires = "file")]
    pub(crate) typescript: bool,
    /// Only what the machine reads of its input.
    #[arg(long, conflicts_with = "output", requires = "file")]
    pub(crate) input: bool,
    /// Only what the machine gives as its output.
    #[arg(long, requires = "file")]
    pub(crate) output: bool,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
