//! Arguments of `cargo asl report`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The history as JSON: of `aws stepfunctions get-execution-history`, of our engines, or of
    /// `aws swf get-workflow-execution-history`. `-` is standard input.
    pub(crate) history: PathBuf,
    /// The definition, for the graph and the places of states.
    #[arg(long, value_name = "FILE")]
    pub(crate) definition: Option<PathBuf>,
    /// Shows what is known of the data on the lines of the graph.
    #[arg(long, requires = "definition")]
    pub(crate) types: bool,
    /// Shows another run beside the first, with their differences.
    #[arg(long, value_name = "HISTORY")]
    pub(crate) compare: Option<PathBuf>,
    /// Removes the data at a path, such as `$.card`, wherever it appears. May be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) redact: Vec<String>,
    /// The page. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
