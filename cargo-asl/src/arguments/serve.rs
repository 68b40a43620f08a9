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
    /// Requires requests that are signed with these credentials. Other users of the machine can
    /// see arguments: `CARGO_ASL_ACCESS_KEY=ID:SECRET` in the environment does the same.
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

/// The environment variable with an access key.
pub(crate) const ACCESS_KEY: &str = "CARGO_ASL_ACCESS_KEY";

impl ServeArguments {
    /// The access key of the arguments, or else of the environment.
    ///
    /// # Errors
    /// The variable has another form.
    pub(crate) fn required_key(&self) -> Result<Option<(String, String)>, String> {
        if self.access_key.is_some() {
            return Ok(self.access_key.clone());
        }
        let Some(text) = std::env::var_os(ACCESS_KEY) else { return Ok(None) };
        // The value is not shown: it is a secret.
        let key = text.to_str().ok_or_else(|| "it is not UTF-8".to_owned()).and_then(access_key);
        key.map(Some).map_err(|why| format!("`{ACCESS_KEY}`: {why}"))
    }
}

fn access_key(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((id, secret)) if !id.is_empty() && !secret.is_empty() => {
            Ok((id.to_owned(), secret.to_owned()))
        }
        _ => Err("write it as ID:SECRET".to_owned()),
    }
}
