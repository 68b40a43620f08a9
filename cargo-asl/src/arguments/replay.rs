//! Arguments of `cargo asl replay`.

use std::path::PathBuf;

use clap::Args;

use super::{CacheArguments, CompileArguments};

#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// Histories of Temporal: the JSON of its command line (`temporal workflow show --output json`)
    /// or of its UI, or what `History::to_bytes` of `asl-temporal` has written; `-` is standard
    /// input.
    #[arg(required = true)]
    pub(crate) histories: Vec<PathBuf>,
    /// A definition; may be given several times, also with versions of one machine, the newest
    /// last. By default those of the package in the working directory, as `cargo asl check` finds
    /// them.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) definition: Vec<PathBuf>,
    /// The workflow type of the definitions. By default it is the name of the machine.
    #[arg(long, value_name = "NAME", requires = "definition")]
    pub(crate) workflow_type: Option<String>,
    /// Replays with the last version of a machine if the version that made the history is not
    /// there: would it have done the same?
    #[arg(long)]
    pub(crate) any_version: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
