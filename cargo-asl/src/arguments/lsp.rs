//! Arguments of `cargo asl lsp`.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct LspArguments {
    /// Uses standard input and output, as it always does: some clients say so.
    #[arg(long)]
    pub(crate) stdio: bool,
}
