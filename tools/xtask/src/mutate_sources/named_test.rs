//! A test that the page names: `FILE::NAME`, a case of one of our suites likewise, or the golden of
//! a faulty definition.

use std::fmt;
use std::path::Path;
use std::process::Command;

use asl_conformance::problem::{Problem, Result};
use asl_conformance::{process, workspace};

use super::mutation::Mutation;
use super::tree::Tree;
use crate::source::Package;

/// The folder of the faulty definitions and their goldens.
const GOLDENS: &str = "tests/definitions/bad/";

/// A test by its name on the page.
#[derive(Clone, Debug)]
pub(super) struct NamedTest(String);

/// The program that runs a test.
enum Runner<'n> {
    /// The unit tests of a package.
    Unit { package: String },
    /// A test program of a package.
    Program { program: String },
    /// A suite of `cargo xtask conformance`, and its folder.
    Suite { suite: &'n str, folder: &'n str },
}

impl NamedTest {
    pub(super) fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The file, and the name of the test in it or of the golden.
    fn parts(&self) -> (&str, &str) {
        self.0.split_once("::").unwrap_or_else(|| {
            let stem = Path::new(&self.0).file_stem().and_then(|stem| stem.to_str());
            (&self.0, stem.unwrap_or_default())
        })
    }

    /// The reason why this test cannot be run, if any.
    #[cfg(test)]
    pub(super) fn fault(&self) -> Option<String> {
        self.runner().err().map(|problem| problem.to_string())
    }

    fn runner(&self) -> Result<Runner<'_>> {
        let (file, _) = self.parts();
        let unknown = || Problem::new(format!("mutate-sources cannot run {self}"));
        if file.starts_with(GOLDENS) {
            return Ok(Runner::Program { program: "compiler".to_owned() });
        }
        if Path::new(file).extension().is_some_and(|end| end == "jsonl") {
            let (folder, _) = file.rsplit_once('/').ok_or_else(unknown)?;
            let suite = folder.rsplit('/').next().ok_or_else(unknown)?;
            return Ok(Runner::Suite { suite, folder });
        }
        if let Some((folder, _)) = file.split_once("/src/") {
            return Ok(Runner::Unit { package: Package::read(folder)?.name });
        }
        // A program is a file or a folder: `engines/swf/tests/decider/timers.rs`.
        let (_, path) = file.split_once("/tests/").ok_or_else(unknown)?;
        let program = path.split('/').next().unwrap_or(path);
        let program = program.strip_suffix(".rs").unwrap_or(program);
        Ok(Runner::Program { program: program.to_owned() })
    }

    fn command(&self, tree: &Tree) -> Result<Command> {
        let (_, name) = self.parts();
        let mut command = match self.runner()? {
            Runner::Unit { package } => {
                let mut cargo = process::cargo(&["test", "--all-features", "--lib", "--bins"]);
                cargo.args(["--package", &package]);
                cargo.arg(name);
                cargo
            }
            Runner::Program { program } => {
                let mut cargo = process::workspace_cargo("test");
                cargo.args(["--test", &program]);
                // The goldens are compared by one module, whose message has the name.
                let is_golden = self.0.starts_with(GOLDENS);
                cargo.arg(if is_golden { "bad_definitions::" } else { name });
                cargo
            }
            Runner::Suite { suite, folder } => {
                let mut build = process::workspace_cargo("build");
                build.args(["--quiet", "--bin", "asl-xtask"]);
                process::output(within(tree, &mut build))?;
                let mut program = Command::new(workspace::target().join("debug/asl-xtask"));
                program.args(["conformance", suite, folder, "--only", name]);
                program
            }
        };
        within(tree, &mut command);
        Ok(command)
    }

    /// Runs the test, and returns true if it sees the edit. So does a test program that is no longer
    /// built: the compiler refuses its definitions. An edit that is no Rust is an error.
    pub(super) fn sees(&self, tree: &Tree, mutation: &Mutation) -> Result<bool> {
        let mut command = self.command(tree)?;
        let done = command.output().map_err(|error| {
            Problem::new(format!("cannot run {}: {error}", process::shown(&command)))
        })?;
        let text = [done.stdout, done.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let folder = mutation.file.split_once("/src/").map_or("", |(folder, _)| folder);
        if !folder.is_empty() {
            let refused = format!("could not compile `{}`", Package::read(folder)?.name);
            if text.contains(&refused) {
                return Err(Problem::new(format!(
                    "{}: the edit is no Rust:\n{text}",
                    mutation.row
                )));
            }
        }
        let (_, name) = self.parts();
        let (passed, is_named) = (done.status.success(), text.contains(name));
        if !passed && (is_named || text.contains("could not compile")) {
            return Ok(true);
        }
        // Only Rust's tests are listed one by one. Of goldens those are named that differ.
        let is_listed = self.0.contains(".rs::");
        let is_run = if is_listed { is_named } else { passed || text.contains("test result") };
        if is_run { Ok(false) } else { Err(not_run(self, &text)) }
    }
}

impl fmt::Display for NamedTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Runs a command in the copy. The packages of the registry are built once for both trees.
fn within<'c>(tree: &Tree, command: &'c mut Command) -> &'c mut Command {
    command.current_dir(tree.path()).env("CARGO_TARGET_DIR", workspace::target())
}

fn not_run(test: &NamedTest, text: &str) -> Problem {
    Problem::new(format!("{test} was not run:\n{text}"))
}
