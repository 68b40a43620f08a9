//! Arguments of `cargo asl diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::place::Place;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The definition that executions run now, and the one in which they would continue. One of the
    /// two can be `-`, standard input. With `--store`: the definitions of the next program.
    #[arg(value_name = "DEFINITION", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The directory of a store, the address of its PostgreSQL database, or the URL of a service with
    /// the Step Functions API. Tells of each unfinished execution whether it would move to these
    /// definitions, also while a program has the store open. A service is asked with the credentials
    /// of the environment.
    #[arg(long, value_name = "DIR|URL")]
    pub(crate) store: Option<Place>,
    /// Recorded histories of executions of the first definition, as `get-execution-history` and
    /// `cargo asl store DIR history` write them: tells of each one whether it would move to the second
    /// definition.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "store")]
    pub(crate) history: Vec<PathBuf>,
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
