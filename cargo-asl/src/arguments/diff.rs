//! Arguments of `cargo asl diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The definition that executions run now. One of the two can be `-`, standard input.
    pub(crate) old: PathBuf,
    /// The definition in which they would continue.
    pub(crate) new: PathBuf,
    /// Format of the comparison.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Text.
    #[default]
    Human,
    /// JSON.
    Json,
}
