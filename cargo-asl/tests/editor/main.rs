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

/// The variable with the program Neovim.
const NEOVIM: &str = "ASL_LSP_NVIM";

#[test]
fn neovim_is_served() {
    let Some(program) = std::env::var_os(NEOVIM) else {
        eprintln!("skipped: {NEOVIM} is not set; `cargo xtask test --only editors` sets it");
        return;
    };
    let package = Package::new("neovim");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/editor/neovim.lua");
    let output = Command::new(program)
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-S"])
        .arg(script)
        .env("ASL_LSP_SERVER", env!("CARGO_BIN_EXE_cargo-asl"))
        .env("ASL_LSP_PACKAGE", package.path())
        .output()
        .expect("Neovim runs");
    // It prints its messages as errors.
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("neovim: findings, hover, a fix, symbols"), "{text}");
}
