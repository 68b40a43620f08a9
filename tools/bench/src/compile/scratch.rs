//! A crate with one machine, below `target`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;

use super::definition::{Definition, definition};
use crate::problem::{Problem, Result};
use crate::process;
use crate::report::Cost;
use crate::wrapper;

/// The measured command.
#[derive(Clone, Copy)]
pub(super) enum Command {
    Check,
    Debug,
    Release,
}

impl Command {
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Check => &["check", "--quiet"],
            Self::Debug => &["build", "--quiet"],
            Self::Release => &["build", "--quiet", "--release"],
        }
    }
}

/// The crate.
pub(super) struct Scratch {
    name: String,
    states: u32,
    folder: PathBuf,
    /// Target folder shared by all crates, so that dependencies are built once.
    target: PathBuf,
    costs: PathBuf,
}

/// A line written by the wrapper.
#[derive(Deserialize)]
struct Line {
    name: String,
    cpu_micros: f64,
    peak_kib: f64,
}

impl Scratch {
    /// A crate with a machine.
    pub(super) fn new(states: u32, state_functions: bool) -> Result<Self> {
        let name = format!("machine_{states}_{}", if state_functions { "with" } else { "without" });
        let Definition { text, tasks } = definition(states, 0);
        let program = program(tasks.iter().map(String::as_str), state_functions);
        Ok(Self { states, ..Self::with_definition(name, &text, &program)? })
    }

    /// A crate of a definition and a program.
    fn with_definition(name: String, definition: &str, program: &str) -> Result<Self> {
        let scratch = Self::of(name, program)?;
        write(&scratch.folder.join("machine.asl.json"), definition)?;
        Ok(scratch)
    }

    /// A small application: a machine, tokio, and the runtime as it is without options.
    pub(super) fn application() -> Result<Self> {
        let scratch = Self::new(10, true)?;
        scratch.write_manifest("")?;
        Ok(scratch)
    }

    /// A machine with types of serde.
    pub(super) fn typed(name: String, definition: &str, program: &str) -> Result<Self> {
        let scratch = Self::with_definition(name, definition, program)?;
        scratch.write_manifest(FEATURES)?;
        Ok(scratch)
    }

    /// Writes the manifest with these features of the runtime, and serde.
    fn write_manifest(&self, features: &str) -> Result<()> {
        write(&self.folder.join("Cargo.toml"), &(manifest(&self.name, features) + PEERS))
    }

    /// The packages of the application that are not ours, alone.
    pub(super) fn alone() -> Result<Self> {
        let scratch = Self::of("alone".to_owned(), "fn main() {}\n")?;
        let manifest = manifest(&scratch.name, "") + PEERS;
        let ours = |line: &&str| !line.starts_with("asl-runtime");
        let manifest: Vec<_> = manifest.lines().filter(ours).collect();
        write(&scratch.folder.join("Cargo.toml"), &(manifest.join("\n") + "\n"))?;
        Ok(scratch)
    }

    /// Writes a crate of one program, and removes its earlier build results.
    pub(super) fn of(name: String, program: &str) -> Result<Self> {
        let compile = process::scratch()?.join("compile");
        let folder = compile.join(&name);
        let scratch = Self {
            states: 0,
            target: compile.join("target"),
            costs: folder.join("costs"),
            name,
            folder,
        };
        write(&scratch.folder.join("src/main.rs"), program)?;
        write(&scratch.folder.join("Cargo.toml"), &manifest(&scratch.name, FEATURES))?;
        let lock = process::workspace().join("Cargo.lock");
        let lock =
            fs::read_to_string(&lock).map_err(|error| Problem::new(lock.display(), error))?;
        write(&scratch.folder.join("Cargo.lock"), &lock)?;
        scratch.forget()?;
        Ok(scratch)
    }

    /// Removes the build results of this crate.
    pub(super) fn forget(&self) -> Result<()> {
        process::run(&mut self.cargo(&["clean", "--quiet", "-p", &self.name]))?;
        process::run(&mut self.cargo(&["clean", "--quiet", "--release", "-p", &self.name]))
            .map(drop)
    }

    /// A check for which rustc reports the times of its passes.
    pub(super) fn timed_check(&self) -> std::process::Command {
        let mut cargo = self.cargo(Command::Check.arguments());
        cargo.env(wrapper::PASSES_OF, &self.name);
        cargo
    }

    /// Changes one number in the definition.
    pub(super) fn touch_literal(&self) -> Result<()> {
        write(&self.folder.join("machine.asl.json"), &definition(self.states, 4_711).text)
    }

    /// The cost of rustc for this crate alone.
    pub(super) fn cost(&self, command: Command) -> Result<Cost> {
        write(&self.costs, "")?;
        process::run(&mut self.cargo(command.arguments()))?;
        let lines = fs::read_to_string(&self.costs)
            .map_err(|error| Problem::new(self.costs.display(), error))?;
        let mut lines = lines.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let line = lines
            .find(|line| line.name == self.name)
            .ok_or_else(|| Problem::new(&self.name, "not compiled"))?;
        Ok(Cost { seconds: line.cpu_micros / 1e6, peak: line.peak_kib / 1024.0 })
    }

    /// Its folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its program in this profile.
    pub(super) fn program(&self, profile: &str) -> PathBuf {
        self.target.join(profile).join(&self.name)
    }

    fn cargo(&self, arguments: &[&str]) -> std::process::Command {
        let mut cargo = process::cargo(arguments);
        let wrapper = env::current_exe().unwrap_or_default();
        cargo
            .arg("--target-dir")
            .arg(&self.target)
            .current_dir(&self.folder)
            .env("RUSTC_WRAPPER", wrapper)
            .env(wrapper::FILE, &self.costs);
        cargo
    }
}

/// The features of the runtime that expressions need.
const FEATURES: &str = ", features = [\"jq-math\", \"jq-regex\", \"jsonata\"]";

/// The dependencies of an application beside the runtime and tokio.
const PEERS: &str = "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n";

fn manifest(name: &str, features: &str) -> String {
    let runtime = process::workspace().join("asl-runtime");
    format!(
        "[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         asl-runtime = {{ path = '{}'{features} }}\ntokio = {{ version = \"1\", default-features = false, features = [\"rt\", \"time\"] }}\n",
        runtime.display()
    )
}

/// A program that runs the machine, so that all of it is compiled and linked.
fn program<'t>(tasks: impl Iterator<Item = &'t str>, state_functions: bool) -> String {
    let method = |task: &str| {
        format!(
            "async fn {task}(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {{ Ok(input) }}"
        )
    };
    let tasks = tasks.map(method).collect::<Vec<_>>().join("\n    ");
    format!(
        "use asl_runtime::{{TaskContext, TaskError, Value, asl_machine, json}};\n\n\
         asl_machine! {{ \"machine.asl.json\", name = machine, state_functions = {state_functions} }}\n\n\
         struct Shop;\n\nimpl machine::Tasks for Shop {{\n    {tasks}\n}}\n\n\
         fn main() {{\n    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();\n    \
         println!(\"{{:?}}\", runtime.block_on(machine::run(Shop, json!({{\"n\": 0, \"s\": \"x\"}}))));\n}}\n"
    )
}

/// Writes a file and its parent folders.
fn write(file: &Path, text: &str) -> Result<()> {
    let problem = |error| Problem::new(file.display(), error);
    file.parent().map_or(Ok(()), fs::create_dir_all).map_err(problem)?;
    fs::write(file, text).map_err(problem)
}
