//! Arguments of `cargo asl completions` and `cargo asl man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Writes the pages of all commands to this directory. By default the first page is printed.
    pub(crate) directory: Option<PathBuf>,
}
