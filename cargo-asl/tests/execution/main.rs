//! `cargo asl run` and `cargo asl test` as users call them. The programs are compiled in one cache
//! below the target directory.
#![expect(clippy::expect_used, reason = "tests")]

mod run;
mod test;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the definitions.
fn machines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution/machines")
}

/// A command line in the folder of the definitions.
fn command(arguments: &[&str]) -> Command {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("asl-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
    command
        .arg("asl")
        .args(arguments)
        .current_dir(machines())
        .env("CARGO_ASL_CACHE", cache)
        .env("CARGO_NET_OFFLINE", "true")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The exit code, standard output, and standard error without progress.
fn parts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let is_progress = |line: &&str| {
        ["building the runtime", "compiling ", "waiting for another"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let errors = text(&output.stderr);
    let errors: Vec<&str> = errors.lines().filter(|line| !is_progress(line)).collect();
    (output.status.code().expect("it exits"), text(&output.stdout), errors.join("\n"))
}

fn call(arguments: &[&str]) -> (i32, String, String) {
    parts(&command(arguments).output().expect("it starts"))
}

/// Calls it with a text on standard input.
fn call_with(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    parts(&child.wait_with_output().expect("it ends"))
}
