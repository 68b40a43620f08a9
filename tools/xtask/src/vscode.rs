//! `cargo xtask vscode`: the extension for Visual Studio Code, built, packaged and tested.

use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{print, process, workspace};
use asl_servers::{editors, packages};

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Also runs its tests, with the server of this workspace
    #[arg(long)]
    test: bool,
}

/// Builds and packages the extension; prints the place of the package.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = editors::vscode().map_err(|problem| Problem::new(problem.to_string()))?;
    let entries = folder.read_dir().map_err(|error| Problem::at(&folder, &error))?;
    let files = entries.flatten().map(|entry| entry.path());
    for file in files.filter(|file| file.extension().is_some_and(|name| name == "vsix")) {
        print::line(&file.display().to_string());
    }
    if arguments.test && !tests()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the tests of the extension that was built, with the server of this workspace.
pub(crate) fn tests() -> Result<ExitStatus> {
    let mut npm = packages::npm_in(&packages::target().join("vscode"));
    npm.args(["run", "--silent", "test"]).env("ASL_LSP_SERVER", server()?);
    process::announced(&mut npm)
}

/// The server of this workspace, which is built.
pub(crate) fn server() -> Result<PathBuf> {
    process::quiet(&mut process::cargo(&["build", "--quiet", "-p", "cargo-asl"]))?
        .map_err(Problem::new)?;
    let program = workspace::target().join("debug/cargo-asl");
    Ok(program.with_extension(std::env::consts::EXE_EXTENSION))
}
