//! Arguments of `cargo asl expand`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ExpandArguments {
    /// The definition file.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
