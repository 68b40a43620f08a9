//! Arguments of `cargo asl serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::{CacheArguments, CompileArguments, TaskArguments};

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// Definitions, and directories of definitions, whose machines exist from the beginning. Each
    /// has the name of its file.
    pub(crate) files: Vec<PathBuf>,
    /// The port, on loopback, or the address with the port. 0 is a free port. Other addresses than
    /// loopback need `--access-key`.
    #[arg(long, value_name = "PORT|ADDR:PORT", value_parser = super::store::listen)]
    #[arg(default_value = "8083")]
    pub(crate) listen: SocketAddr,
    /// The directory of machines and executions, which are there again after the next start.
    #[arg(long, value_name = "DIR", default_value = ".asl")]
    pub(crate) store: PathBuf,
    /// Requires requests that are signed with these credentials.
    #[arg(long, value_name = "ID:SECRET", value_parser = access_key)]
    pub(crate) access_key: Option<(String, String)>,
    /// Answers the tasks of executions that clients start with `ARN#CASE` by a case of a
    /// `MockConfigFile.json`.
    #[arg(long, value_name = "FILE")]
    pub(crate) mock: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tasks: TaskArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

fn access_key(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((id, secret)) if !id.is_empty() && !secret.is_empty() => {
            Ok((id.to_owned(), secret.to_owned()))
        }
        _ => Err("write it as ID:SECRET".to_owned()),
    }
}
