//! Runs other programs, mainly cargo.

use std::ffi::OsString;
use std::process::{Command, ExitStatus};

use crate::print;
use crate::problem::{Problem, Result};
use crate::workspace;

/// The cargo that runs us, in the workspace's folder.
pub fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(workspace::root());
    command
}

/// `cargo` with a command for the whole workspace with all features. Parts of it that use the same
/// features share their build: with `-p` cargo picks others, and builds most of it again.
pub fn workspace_cargo(command: &str) -> Command {
    cargo(&[command, "--workspace", "--all-features"])
}

/// A program of the workspace, in a debug build that shares the build of its tests.
pub fn workspace_program(name: &str) -> Result<Command> {
    workspace_program_with(name, &[])
}

/// The same, built with more options of cargo. What they do not change is not built again.
pub fn workspace_program_with(name: &str, options: &[String]) -> Result<Command> {
    let mut build = workspace_cargo("build");
    build.args(["--quiet", "--bin", name]).args(options);
    output(&mut build)?;
    let mut program = Command::new(workspace::target().join("debug").join(name));
    program.current_dir(workspace::root());
    Ok(program)
}

/// Runs a program to its end, with our standard output and error.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    command
        .status()
        .map_err(|error| Problem::new(format!("cannot run {}: {error}", shown(command))))
}

/// Runs a program, and prints its command line first.
pub fn announced(command: &mut Command) -> Result<ExitStatus> {
    print::error(&format!("--- {}", shown(command)));
    status(command)
}

/// Runs a program without showing its messages, unless it fails: then they are the error.
pub fn quiet(command: &mut Command) -> Result<std::result::Result<(), String>> {
    let done = command
        .output()
        .map_err(|error| Problem::new(format!("cannot run {}: {error}", shown(command))))?;
    Ok(if done.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&done.stderr).into_owned())
    })
}

/// Runs a program, which must succeed, and returns its output.
pub fn output(command: &mut Command) -> Result<String> {
    let done = command
        .output()
        .map_err(|error| Problem::new(format!("cannot run {}: {error}", shown(command))))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(Problem::new(format!("{} failed ({}):\n{said}", shown(command), done.status)));
    }
    String::from_utf8(done.stdout)
        .map_err(|error| Problem::new(format!("{} printed {error}", shown(command))))
}

/// The command line as text.
pub fn shown(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or(&program).to_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ")
}
