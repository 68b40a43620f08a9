//! Compiles definitions to programs that have a store.

use std::path::{Path, PathBuf};

use asl_codegen::compile;
use asl_codegen::diagnostics::{Colour, report};
use asl_codegen::ir::{self, fingerprint};
use asl_codegen::options::Options;
use asl_codegen::source::{SourceError, Sources};
use asl_runtime::Value;
use asl_runtime::versions::Version;
use asl_sfn_api::{MachineType, StateTest};
use serde::{Deserialize, Serialize};

use crate::arguments::{CacheArguments, CompileArguments};
use crate::cache::{Engine, Program, Progress};
use crate::execution;
use crate::run::open_cache;

use super::private;
use super::slots::{Patience, Slots};

/// A version of a machine, and its program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Compiled {
    /// Name of the machine.
    pub(super) name: String,
    /// The hash of the version.
    pub(super) hash: u64,
    /// The text of the definition.
    pub(super) definition: String,
    /// The Rust of the program.
    program: String,
}

impl Compiled {
    pub(super) fn version(&self) -> Version {
        self.hash.into()
    }
}

/// Compiles definitions with the options of the command line.
pub(super) struct Compiler {
    arguments: CompileArguments,
    cache: CacheArguments,
    progress: Progress,
    slots: Slots,
}

impl Compiler {
    pub(super) fn new(arguments: CompileArguments, cache: CacheArguments) -> Self {
        Self { arguments, cache, progress: Progress::new(), slots: Slots::new() }
    }

    /// The compiler's options.
    pub(super) fn options(&self) -> Options {
        self.arguments.options_as_aws()
    }

    /// Reads a text that a client sent.
    ///
    /// # Errors
    /// Its findings.
    pub(super) fn read(
        &self,
        name: &str,
        kind: MachineType,
        text: &str,
    ) -> Result<Compiled, String> {
        let options = match kind {
            MachineType::Standard => self.options(),
            MachineType::Express => self.options().express(true),
        };
        let (machine, sources) = checked(name, text, &options)?;
        Ok(self.emit(ir::Machine { name: name.to_owned(), ..machine }, &sources))
    }

    /// Tests a state of a valid definition by a program without a store.
    ///
    /// # Errors
    /// The program cannot be built, or has no result.
    pub(super) fn test_state(
        &self,
        definition: &str,
        test: StateTest,
        patience: &Patience,
    ) -> Result<Result<Value, String>, String> {
        let _slot = self.slots.take(patience)?;
        let options = self.options().inspect(true).variables(test.variable_names());
        let (machine, sources) = checked("TestState", definition, &options)?;
        let program = execution::program(&machine, &sources, &options, Engine::InProcess);
        let executable = self.executable(Engine::InProcess, &program, patience)?;
        execution::test_state(&executable, test)
    }

    /// Emits the program of a machine.
    pub(super) fn emit(&self, machine: ir::Machine, sources: &Sources) -> Compiled {
        let program = execution::program(&machine, sources, &self.options(), Engine::Durable);
        let definition = sources.files.first().map_or_else(String::new, |file| file.text.clone());
        Compiled {
            hash: fingerprint::of_machine(&machine),
            name: machine.name,
            definition,
            program: program.text,
        }
    }

    /// The executable file of a program, built if it is not there. Concurrent calls share a build.
    ///
    /// # Errors
    /// The cache cannot be used, or the program cannot be built.
    pub(super) fn build(
        &self,
        compiled: &Compiled,
        patience: &Patience,
    ) -> Result<PathBuf, String> {
        let _slot = self.slots.take(patience)?;
        let program = Program { shown: compiled.name.clone(), text: compiled.program.clone() };
        self.executable(Engine::Durable, &program, patience)
    }

    fn executable(
        &self,
        engine: Engine,
        program: &Program,
        patience: &Patience,
    ) -> Result<PathBuf, String> {
        open_cache(&self.cache, engine)
            .and_then(|cache| {
                cache.executable_until(program, &self.progress, Some(patience.flag()))
            })
            .map_err(|problem| problem.to_string())
    }
}

/// The machine of a text that a client sent.
///
/// # Errors
/// Its findings.
fn checked(name: &str, text: &str, options: &Options) -> Result<(ir::Machine, Sources), String> {
    let shown = format!("{name}.asl.json");
    let findings = |diagnostics, sources: &Sources| report(diagnostics, sources, Colour::Never);
    let mut sources = Sources::from_reader(&shown, text.as_bytes())
        .map_err(|SourceError { sources, diagnostics }| findings(diagnostics, &sources))?;
    let checked = compile::check(&mut sources, options);
    match checked.machine {
        Some(machine) => Ok((machine, sources)),
        None => Err(findings(checked.diagnostics, &sources)),
    }
}

/// Name of a file that describes a version.
const FILE: &str = "machine.json";

/// The versions in a directory, the oldest first, with their folders.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn load(directory: &Path) -> Result<Vec<(PathBuf, Compiled)>, String> {
    let at = |path: &Path, error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
    let entries = match std::fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(at(directory, &error)),
    };
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u64>().ok();
    let mut folders: Vec<(u64, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((number(&entry.path())?, entry.path())))
        .collect();
    folders.sort_unstable();
    let read = |(_, folder): (u64, PathBuf)| {
        let file = folder.join(FILE);
        let text = std::fs::read_to_string(&file).map_err(|error| at(&file, &error))?;
        let compiled = serde_json::from_str(&text).map_err(|error| at(&file, &error))?;
        Ok((folder, compiled))
    };
    folders.into_iter().map(read).collect()
}

/// Adds a version to a directory, in a folder with the next number.
///
/// # Errors
/// The folder cannot be written.
pub(super) fn save(
    directory: &Path,
    number: usize,
    compiled: &Compiled,
) -> Result<PathBuf, String> {
    let unfinished = directory.join(format!("unfinished-{number}"));
    let folder = directory.join(number.to_string());
    let text = serde_json::to_string(compiled).map_err(|error| error.to_string())?;
    // The folder appears when it is complete.
    private::create_directory(&unfinished)
        .and_then(|()| private::write(&unfinished.join(FILE), &text))
        .and_then(|()| std::fs::rename(&unfinished, &folder))
        .map_err(|error| format!("`{}`: {error}", folder.display()))?;
    Ok(folder)
}
