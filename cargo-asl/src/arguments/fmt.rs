//! Arguments of `cargo asl fmt`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Definition files, and directories, which are searched for `*.asl.json`, `*.sm4c.json` and
    /// their YAML forms; `-` formats standard input to standard output.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Changes nothing, lists the files that are not formatted, and then has exit code 1.
    #[arg(long)]
    pub(crate) check: bool,
}
