//! Arguments of `cargo asl explain`.

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code of a finding, in upper or lower case; or a definition file, of which the shape of the
    /// data at each stage of each state is shown. `-` is standard input.
    pub(crate) what: String,
    /// Prints the plan of a JSONata expression instead: what is one loop, and why a call is none.
    #[arg(long, conflicts_with = "state")]
    pub(crate) expression: bool,
    /// Shows this state only.
    #[arg(long, value_name = "NAME")]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
