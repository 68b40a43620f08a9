//! Arguments of `cargo asl infer`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct InferArguments {
    /// Histories of executions as JSON: what `aws stepfunctions get-execution-history` prints, or
    /// `History::to_json` of engines and tests; `-` is standard input.
    #[arg(required = true)]
    pub(crate) histories: Vec<PathBuf>,
    /// The folder for the schemas, which is made if it is not there.
    #[arg(long, value_name = "FOLDER", default_value = "schemas")]
    pub(crate) to: PathBuf,
    /// Replaces files that are there.
    #[arg(long)]
    pub(crate) force: bool,
}
