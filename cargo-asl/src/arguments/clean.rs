//! Arguments of `cargo asl clean`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct CleanArguments {
    /// The directory of compiled programs. By default it is `CARGO_ASL_CACHE`, or `asl` in cargo's
    /// home.
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}
