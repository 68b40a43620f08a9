//! `cargo asl lsp` as editors see it: a process, and pytest-lsp as a real client of it.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "tests")]

mod commands;
mod defects;
mod process;

use std::path::{Path, PathBuf};
use std::process::Command;

use process::Package;

/// The variable with the folder of the programs of a Python that has pytest-lsp.
const PYTHON: &str = "ASL_LSP_PYTHON";

#[test]
fn pytest_lsp_is_served() {
    let Some(programs) = std::env::var_os(PYTHON).map(PathBuf::from) else {
        eprintln!("skipped: {PYTHON} is not set; `cargo xtask test --only editors` sets it");
        return;
    };
    let package = Package::new("client");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor/client.py");
    let output = Command::new(programs.join("python"))
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(script)
        .env("ASL_LSP_SERVER", env!("CARGO_BIN_EXE_cargo-asl"))
        .env("ASL_LSP_PACKAGE", package.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "the client's tests failed");
    assert!(text.contains("4 passed"), "{text}");
}

/// An editor that runs a script. `variable` names its program, and `end` is what the script prints
/// at its end.
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
fn serve(variable: &str, arguments: &[&str], script: &str, end: &str) {
    let Some(program) = std::env::var_os(variable) else {
        eprintln!("skipped: {variable} is not set; `cargo xtask test --only editors` sets it");
        return;
    };
    let package = Package::new(script);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let server = Path::new(env!("CARGO_BIN_EXE_cargo-asl"));
    let before = std::env::var_os("PATH").unwrap_or_default();
    let programs = server.parent().map(Path::to_owned).into_iter();
    let path = std::env::join_paths(programs.chain(std::env::split_paths(&before)));
    let output = Command::new(program)
        .args(arguments)
        .arg(folder.join("tests/editor").join(script))
        .env("PATH", path.expect("a path"))
        .env("ASL_LSP_SERVER", server)
        .env("ASL_LSP_GUIDE", folder.join("../docs/guide/editors.md"))
        .env("ASL_LSP_PACKAGE", package.path())
        .output()
        .expect("the editor runs");
    // They print their messages as errors.
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains(end), "{text}");
}

#[test]
fn neovim_is_served() {
    let arguments = ["--headless", "-u", "NONE", "-i", "NONE", "-S"];
    let end = "neovim: findings, hover, a fix, symbols";
    serve("ASL_LSP_NVIM", &arguments, "neovim.lua", end);
}

#[test]
fn emacs_is_served_with_the_settings_of_the_guide() {
    let end = "emacs: findings, completion, a fix, hover";
    serve("ASL_LSP_EMACS", &["--batch", "-Q", "-l"], "emacs.el", end);
}
