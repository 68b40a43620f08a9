//! Arguments of `cargo asl test`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CacheArguments;

#[derive(Debug, Args)]
pub(crate) struct TestArguments {
    /// Files with cases, and directories, which are searched for `*.asl-test.yaml` and
    /// `*.asl-test.json`. By default it is the working directory.
    pub(crate) paths: Vec<PathBuf>,
    /// Runs only the cases with this text in the name of the file or case.
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Format of results.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TestFormat,
    /// Writes each failed case as a page for browsers into this directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Performs the tasks of AWS's services and functions that a case does not answer, with the
    /// credentials and the region of the environment. Each call is shown.
    #[arg(long)]
    pub(crate) aws: bool,
    /// The address that stands for AWS, such as that of a double like moto. Without keys in the
    /// environment, requests are signed with `test`.
    #[arg(long, value_name = "URL", requires = "aws")]
    pub(crate) endpoint: Option<String>,
    /// Prints the JSON Schema of files with cases.
    #[arg(long)]
    pub(crate) schema: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// Text.
    #[default]
    Human,
    /// XML in the form of `JUnit`.
    Junit,
    /// JSON.
    Json,
}
