//! Arguments of `cargo asl check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Definition files, and directories, which are searched for `*.asl.json`, `*.sm4c.json` and
    /// their YAML forms; `-` is standard input. Without paths all machines of the package in the
    /// working directory are checked, with the options that they have in `asl_machine!`, in the
    /// build script, or in `asl.toml`. With paths, a definition is
    /// compared with the nearest `asl.lock` around it.
    pub(crate) files: Vec<PathBuf>,
    /// Without paths, checks the machines of all packages of the workspace.
    #[arg(long, conflicts_with = "files")]
    pub(crate) workspace: bool,
    /// Finds errors only where AWS does: what certainly fails when it runs is a warning.
    #[arg(long)]
    pub(crate) as_aws: bool,
    /// Format of findings.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,
    /// Checks again whenever one of the files changes.
    #[arg(long, conflicts_with = "format")]
    pub(crate) watch: bool,
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
