//! Arguments of `cargo asl guide`.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct GuideArguments {}
