//! Arguments of `cargo asl run`, and those that it shares with `cargo asl test`.

use std::path::PathBuf;

use clap::Args;

use super::CompileArguments;

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// The definition file.
    pub(crate) file: PathBuf,
    /// The input: a JSON file, JSON itself, such as `{"x": 1}`, or `-` for standard input. By default
    /// it is `{}`.
    #[arg(short, long, value_name = "FILE|JSON", allow_hyphen_values = true)]
    pub(crate) input: Option<String>,
    /// Name of the execution.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Lets waits, back-offs and time-outs take no time.
    #[arg(long = "virtual")]
    pub(crate) is_virtual: bool,
    /// Answers tasks with a case of a `MockConfigFile.json`.
    #[arg(long, value_name = "FILE")]
    pub(crate) mock: Option<PathBuf>,
    /// The case of the mock file, as `Case` or `Machine#Case`; needed if there are several.
    #[arg(long, value_name = "CASE", requires = "mock")]
    pub(crate) test_case: Option<String>,
    #[command(flatten)]
    pub(crate) tasks: TaskArguments,
    /// Stops where this state would begin, and prints its input.
    #[arg(long, value_name = "STATE")]
    pub(crate) until: Option<String>,
    /// Writes the history, in the form of AWS's `get-execution-history`.
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<PathBuf>,
    /// Writes the run as a page for browsers.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Runs again whenever the definition, the input or the mock file changes.
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    #[command(flatten)]
    pub(crate) compile: CompileArguments,
}

/// The sources of tasks.
#[derive(Debug, Args)]
pub(crate) struct TaskArguments {
    /// Performs a task by a command of the shell, which reads the input as JSON and writes the
    /// output. The name is that of a state, a method or a Resource; may be given several times.
    #[arg(long, value_name = "NAME=COMMAND", value_parser = super::compile::name_and_value)]
    pub(crate) task: Vec<(String, String)>,
    /// Performs tasks by an endpoint, which takes the input in a POST and returns the output: all
    /// without a source of their own, or those of a state, a method or a Resource.
    #[arg(long, value_name = "[NAME=]URL", value_parser = endpoint)]
    pub(crate) http: Vec<(Option<String>, String)>,
    /// Performs tasks by an endpoint with the interface of AWS Lambda, such as a local one.
    #[arg(long, value_name = "[NAME=]URL", value_parser = endpoint)]
    pub(crate) lambda: Vec<(Option<String>, String)>,
    /// Performs the tasks of a service, such as `sqs`, by an endpoint with its interface, such as a
    /// local one. May be given several times.
    #[arg(long, value_name = "SERVICE=URL", value_parser = service)]
    pub(crate) service: Vec<(String, String)>,
    /// Performs the tasks of AWS's services and functions, with the credentials and the region of
    /// the environment. Each call is shown.
    #[arg(long)]
    pub(crate) aws: bool,
    /// The address that stands for AWS, such as that of a double like moto. Without keys in the
    /// environment, requests are signed with `test`.
    #[arg(long, value_name = "URL", requires = "aws")]
    pub(crate) endpoint: Option<String>,
}

/// Options of the cache of compiled programs.
#[derive(Clone, Debug, Args)]
pub(crate) struct CacheArguments {
    /// The directory of compiled programs. By default it is `CARGO_ASL_CACHE`, or `asl` in cargo's
    /// home.
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Compiles for speed. This takes longer.
    #[arg(long)]
    pub(crate) release: bool,
}

/// A URL for all tasks, or for one.
fn endpoint(text: &str) -> Result<(Option<String>, String), String> {
    let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    if is_url(text) {
        return Ok((None, text.to_owned()));
    }
    match text.split_once('=') {
        Some((name, url)) if !name.is_empty() && is_url(url) => {
            Ok((Some(name.to_owned()), url.to_owned()))
        }
        _ => Err("write it as URL or NAME=URL, with a URL that begins with `http`".to_owned()),
    }
}

/// The URL of a service.
fn service(text: &str) -> Result<(String, String), String> {
    match endpoint(text)? {
        (Some(name), url) => check_service(&name).map(|()| (name, url)),
        (None, _) => Err("write it as SERVICE=URL, such as `sqs=http://localhost:9324`".to_owned()),
    }
}

/// Checks that a service can be called.
fn check_service(name: &str) -> Result<(), String> {
    let is_own = || asl_aws_models::integrations().iter().any(|known| known.service == name);
    if asl_aws_models::service_names().any(|known| known == name) || is_own() {
        return Ok(());
    }
    let near = asl_codegen::diagnostics::nearest(name, asl_aws_models::service_names());
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no AWS service `{name}`{near}"))
}
