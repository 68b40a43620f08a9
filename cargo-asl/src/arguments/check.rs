//! Arguments of `cargo asl check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Definition files, and directories, which are searched for `*.asl.json`, `*.sm4c.json` and
    /// their YAML forms; `-` is standard input.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of findings.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text with pictures.
    #[default]
    Human,
    /// JSON.
    Json,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
    /// Commands of GitHub Actions.
    Github,
}
