//! The API as real clients see it: boto3, the AWS CLI, the SDK for JavaScript and Terraform.
//!
//! `cargo xtask test --only api` installs the first three, looks for Terraform with AWS's provider,
//! and runs these tests. Without the variables that name the clients, the tests are skipped and say
//! so.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests"
)]

mod server;
mod terraform;

use std::path::{Path, PathBuf};

use server::Server;
use tokio::process::Command;

/// The variable with the folder of the programs of a Python that has boto3 and the AWS CLI.
const PYTHON: &str = "ASL_SFN_PYTHON";
/// The variable with a folder `node_modules` that has the SDK for JavaScript.
const NODE: &str = "ASL_SFN_NODE";
/// The folder of the tests' files.
fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients")
}

/// The value of a variable, or `None` after a message that the test is skipped.
fn client(variable: &str) -> Option<PathBuf> {
    let found = std::env::var_os(variable).map(PathBuf::from);
    if found.is_none() {
        eprintln!("skipped: {variable} is not set; `cargo xtask test --only api` sets it");
    }
    found
}

/// A program with the settings that every AWS client reads.
fn command(program: impl AsRef<Path>, server: &Server) -> Command {
    let mut command = Command::new(program.as_ref());
    command
        .env("AWS_ENDPOINT_URL_SFN", &server.url)
        .env("AWS_ACCESS_KEY_ID", "test")
        .env("AWS_SECRET_ACCESS_KEY", "test")
        .env("AWS_REGION", "us-east-1")
        .env("AWS_DEFAULT_REGION", "us-east-1")
        .env("AWS_MAX_ATTEMPTS", "1")
        // `StartSyncExecution` and `TestState` would go to the host `sync-127.0.0.1`.
        .env("AWS_DISABLE_HOST_PREFIX_INJECTION", "true")
        .env("AWS_CONFIG_FILE", "/dev/null")
        .env("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
        .env("NO_PROXY", "127.0.0.1")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .kill_on_drop(true);
    command
}

/// Runs a program to its end, which must be a success. Returns what it printed.
async fn printed(command: &mut Command) -> String {
    let done = command.output().await.expect("it runs");
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{}\n{printed}\n{errors}", done.status);
    printed
}

/// Runs a script of `python/` against a server of its own.
async fn python(script: &str) {
    let Some(programs) = client(PYTHON) else { return };
    let server = Server::start(script.trim_end_matches(".py")).await;
    let mut python = command(programs.join("python"), &server);
    python.arg(files().join("python").join(script));
    println!("{}", printed(&mut python).await);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boto3_reads_every_answer_and_every_error_of_all_operations() {
    python("operations.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_constraint_of_the_model_is_checked() {
    python("constraints.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_aws_cli_starts_waits_and_reads_histories() {
    python("command_line.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terraforms_calls_have_the_answers_it_needs() {
    python("terraform_calls.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sdk_for_javascript_has_typed_errors_and_pages() {
    let Some(modules) = client(NODE) else { return };
    let server = Server::start("javascript").await;
    let mut node = command("node", &server);
    // A module resolves packages from its own folder upwards, so it is copied beside them.
    let script = modules.with_file_name(format!("operations-{}.mjs", std::process::id()));
    std::fs::copy(files().join("javascript/operations.mjs"), &script).expect("it is copied");
    node.env("MACHINES", files().join("machines"));
    println!("{}", printed(node.arg(&script)).await);
    std::fs::remove_file(&script).expect("it can be removed");
    server.stop().await;
}
