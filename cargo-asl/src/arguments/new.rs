//! Arguments of `cargo asl new`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The folder of the project; its last part is the name of the package.
    #[arg(value_name = "NAME")]
    pub(crate) path: PathBuf,
    /// The language of the definition.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) language: NewLanguage,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewLanguage {
    /// The Amazon States Language with JSONPath.
    #[default]
    Asl,
    /// State Machines For Cloud.
    Sm4c,
    /// The Amazon States Language with JSONata.
    Jsonata,
}
