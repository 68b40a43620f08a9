//! Arguments of `cargo asl explain`.

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// A code of a finding, in upper or lower case; with `--state` a definition file.
    pub(crate) what: String,
    /// Shows the shape of the data before and after each stage of this state.
    #[arg(long, value_name = "NAME")]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}
