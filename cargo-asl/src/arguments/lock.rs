//! Arguments of `cargo asl lock`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct LockArguments {
    /// Definitions, and folders with definitions, of the package: only their versions are written.
    /// By default all machines of the package in the working directory are.
    pub(crate) files: Vec<PathBuf>,
    /// The machines of all packages of the workspace; each package has its own file.
    #[arg(long, conflicts_with = "files")]
    pub(crate) workspace: bool,
    /// Writes nothing, lists the machines that differ from the file, and then has exit code 1.
    #[arg(long)]
    pub(crate) check: bool,
}
