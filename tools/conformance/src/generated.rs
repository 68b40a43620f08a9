//! Crates that are generated from cases: written below cargo's target folder, built there with the
//! workspace's build results, and run on the cases.
//!
//! The suite leaves out definitions that the compiler refuses. Everything that is written here must
//! compile without a warning.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::problem::{Problem, Result};
use crate::{libraries, print, process, workspace};

/// The program of each generated crate: reads a file of cases and writes one of results.
const MAIN: &str = "
use std::fs::File;
use std::io::{BufReader, BufWriter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = std::env::args().skip(1);
    let (Some(jobs), Some(results)) = (files.next(), files.next()) else {
        return Err(\"usage: PROGRAM JOBS RESULTS\".into());
    };
    let results = File::options().append(true).open(results)?;
    runner::run(@::by_number, BufReader::new(File::open(jobs)?), BufWriter::new(results))
}
";

/// A crate of one program.
pub(crate) struct GeneratedCrate {
    name: &'static str,
    files: BTreeMap<String, String>,
    built: Built,
}

/// The way a crate is built.
enum Built {
    /// By cargo, with these features of the runtime.
    WithFeatures(&'static [&'static str]),
    /// By rustc, with the libraries of the workspace.
    WithLibraries,
}

/// The dependencies of a runner that reads jobs and writes results as JSON. The workspace must have
/// them with the same features. A crate that does not need them has them too: without, cargo would
/// build serde and the runtime once more, with other features of serde.
const SERDE: &str =
    "serde = { version = \"1\", default-features = false, features = [\"std\", \"derive\", \"rc\"] }
serde_json = { version = \"1\", default-features = false, features = [\"std\"] }
";

impl GeneratedCrate {
    /// Features of the runtime for all languages. Crates with the same ones share its build.
    pub(crate) const LANGUAGES: &[&str] = &["jq-math", "jq-regex", "jsonata", "rfc9535"];

    /// An empty crate called `name` that uses `asl-runtime` with these features.
    pub(crate) fn new(name: &'static str, runtime_features: &'static [&'static str]) -> Self {
        Self { name, files: BTreeMap::new(), built: Built::WithFeatures(runtime_features) }
    }

    /// A crate that runs expressions, each for a limited time, with this `runner.rs`.
    pub(crate) fn of_expressions(name: &'static str, purpose: &str, runner: &str) -> Self {
        let mut generated = Self::new(name, Self::LANGUAGES);
        generated.main(purpose, &["programs", "runner", "time_limit"]);
        generated.file("runner.rs", runner);
        generated.file("time_limit.rs", include_str!("time_limit.rs"));
        generated
    }

    /// An empty crate called `name` that uses the libraries of the workspace.
    pub(crate) fn with_libraries(name: &'static str) -> Self {
        Self { name, files: BTreeMap::new(), built: Built::WithLibraries }
    }

    /// Adds `main.rs`: a program with these modules, in which `runner` runs the cases with the
    /// first. The module `jobs` is there too.
    pub(crate) fn main(&mut self, purpose: &str, modules: &[&str]) {
        let program = MAIN.replace('@', modules.first().copied().unwrap_or_default());
        let modules = ["jobs"].iter().chain(modules);
        let modules: Vec<String> = modules.map(|module| format!("mod {module};")).collect();
        self.file("main.rs", format!("//! {purpose}\n\n{}\n{program}", modules.join("\n")));
        self.file("jobs.rs", include_str!("jobs.rs"));
    }

    /// Adds a source file, such as `main.rs`.
    pub(crate) fn file(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }

    /// The folder of the crate.
    pub(crate) fn folder(&self) -> PathBuf {
        workspace::target().join(self.name)
    }

    /// Writes and builds the crate, and returns its program.
    pub(crate) fn build(&self) -> Result<Program> {
        self.try_build()?.map_err(|messages| {
            let folder = self.folder();
            Problem::new(format!(
                "the crate generated at {} does not compile:\n{messages}",
                folder.display()
            ))
        })
    }

    /// As [`Self::build`], or the messages of the Rust compiler about the crate.
    pub(crate) fn try_build(&self) -> Result<std::result::Result<Program, String>> {
        let folder = self.folder();
        self.write(&folder)?;
        print::error(&format!("building {} ({} files)", self.name, self.files.len()));
        let path = workspace::target()
            .join("debug")
            .join(self.name)
            .with_extension(std::env::consts::EXE_EXTENSION);
        let mut compiler = match self.built {
            Built::WithFeatures(_) => {
                let mut cargo = process::cargo(&["build", "--quiet", "--manifest-path"]);
                // Use our own target folder, so that packages of the workspace are not built again.
                cargo.arg(folder.join("Cargo.toml")).arg("--target-dir").arg(workspace::target());
                cargo
            }
            Built::WithLibraries => libraries::rustc(&folder, &path)?,
        };
        if let Err(messages) = process::quiet(&mut compiler)? {
            return Ok(Err(messages));
        }
        Ok(Ok(Program { path, folder }))
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let sources = folder.join("src");
        if sources.exists() {
            self.remove_strangers(&sources, &sources)?;
        }
        for (path, text) in &self.files {
            workspace::write(&sources.join(path), text)?;
        }
        let Built::WithFeatures(features) = self.built else { return Ok(()) };
        workspace::write(&folder.join("Cargo.toml"), &self.manifest(features))?;
        // Use the workspace's versions; cargo drops packages that this crate does not use.
        let lock = folder.join("Cargo.lock");
        if !lock.exists() {
            workspace::write(&lock, &workspace::read(&workspace::root().join("Cargo.lock"))?)?;
        }
        Ok(())
    }

    /// Removes files of earlier generations: they would not be compiled, but would confuse readers.
    fn remove_strangers(&self, folder: &Path, sources: &Path) -> Result<()> {
        for path in workspace::entries(folder)? {
            if path.is_dir() {
                self.remove_strangers(&path, sources)?;
                continue;
            }
            let name =
                path.strip_prefix(sources).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if !self.files.contains_key(&name) {
                fs::remove_file(&path).map_err(|error| Problem::at(&path, &error))?;
            }
        }
        Ok(())
    }

    fn manifest(&self, runtime_features: &[&str]) -> String {
        let folder = |name| workspace::root().join(name).display().to_string();
        let testing = runtime_features.contains(&"testing").then(|| {
            let path = folder("asl-testing");
            format!("asl-testing = {{ path = {path:?}, default-features = false }}\n")
        });
        format!(
            "[package]\nname = {:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lints.rust]\nwarnings = \"deny\"\n\n\
             [profile.dev]\ndebug = \"line-tables-only\"\n\n[dependencies]\n\
             asl-runtime = {{ path = {:?}, default-features = false, features = {runtime_features:?} }}\n{}{SERDE}",
            self.name,
            folder("asl-runtime"),
            testing.unwrap_or_default(),
        )
    }
}

/// The built program of a generated crate.
pub(crate) struct Program {
    path: PathBuf,
    folder: PathBuf,
}

/// The results of a program's run.
pub(crate) struct Run {
    /// One line per case, as written by the program.
    pub(crate) lines: Vec<String>,
    /// The end of a program that crashed, if it did; the first case without a line caused it.
    pub(crate) crash: Option<String>,
}

impl Program {
    /// The program's file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of its crate, for files of its runs.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs the program as `PROGRAM CASES RESULTS`: it reads one case per line, and writes one line
    /// per case at once.
    pub(crate) fn run(&self, cases: &str) -> Result<Run> {
        let (input, results) = (self.folder.join("cases.jsonl"), self.folder.join("results.jsonl"));
        workspace::write(&input, cases)?;
        workspace::write(&results, "")?;
        let mut command = Command::new(&self.path);
        let done = command.arg(&input).arg(&results).output();
        let done = done.map_err(|error| {
            Problem::new(format!("cannot run {}: {error}", process::shown(&command)))
        })?;
        let lines = workspace::read(&results)?.lines().map(str::to_owned).collect();
        let said = String::from_utf8_lossy(&done.stderr);
        let crash = (!done.status.success()).then(|| format!("{}\n{}", done.status, tail(&said)));
        Ok(Run { lines, crash })
    }
}

impl Program {
    /// Runs all cases. A case that crashes the program is recorded with its messages, and the
    /// remaining cases run in a new process.
    pub(crate) fn run_all(
        &self,
        cases: &[&str],
    ) -> Result<Vec<std::result::Result<String, String>>> {
        let mut results = Vec::new();
        while let Some(rest) = cases.get(results.len()..).filter(|rest| !rest.is_empty()) {
            let run = self.run(&(rest.join("\n") + "\n"))?;
            let before = results.len();
            results.extend(run.lines.into_iter().map(Ok));
            if let Some(crash) = run.crash.filter(|_| results.len() < cases.len()) {
                results.push(Err(crash));
            }
            if results.len() == before {
                return Err(Problem::new(
                    "the generated program ended without an error and without results",
                ));
            }
        }
        Ok(results)
    }
}

/// The end of a crashed program's messages.
fn tail(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    let from = lines.len().saturating_sub(12);
    lines.get(from..).unwrap_or_default().join("\n")
}
