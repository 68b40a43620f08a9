//! The machines that packages compile, with the options that they have there: uses of
//! `asl_machine!` in source files, of `asl_codegen::Builder` in build scripts, and the entries of
//! `asl.toml`.

mod asl_toml;
mod build_script;
mod metadata;
mod rust_file;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::options::Options;
use asl_codegen::versions;

use crate::released::StoreOf;

/// A definition with its options.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) definition: PathBuf,
    /// The directory to which the path of the definition is relative.
    pub(crate) base: PathBuf,
    pub(crate) options: Options,
    /// Leaves out the substitutions that the definition does not use, which are errors otherwise:
    /// they are for other definitions with the same options.
    pub(crate) ignores_unused: bool,
}

/// The machines of packages, and what could not be understood.
#[derive(Debug, Default)]
pub(crate) struct Machines {
    pub(crate) list: Vec<Machine>,
    /// Faults in arguments and in `asl.toml`, with their places.
    pub(crate) faults: Vec<String>,
    /// Uses whose arguments are known only when the build script runs, with their places.
    pub(crate) unknown: Vec<String>,
    /// The stores that the files `asl.toml` name.
    pub(crate) stores: Vec<StoreOf>,
    /// The files that were read, or that were not there.
    pub(crate) read: Vec<PathBuf>,
}

/// The machines of the package in the working directory, or of all packages of its workspace.
///
/// # Errors
/// If there is no package, or none of them has a machine.
pub(crate) fn machines(is_workspace: bool) -> Result<Machines, String> {
    let mut machines = Machines::default();
    let mut directories = Vec::new();
    match metadata::packages(is_workspace) {
        Ok(packages) => {
            for package in packages {
                for target in &package.targets {
                    rust_file::read(target, &package.directory, &mut machines);
                }
                machines.belong_to(&package.directory);
                directories.push(package.directory);
            }
        }
        // Definitions need no package.
        Err(error) if !Path::new(asl_toml::NAME).is_file() => {
            return Err(format!("{error}\n{NO_PATHS}"));
        }
        Err(_) => {}
    }
    let here = std::env::current_dir().unwrap_or_default();
    if !directories.contains(&here) {
        directories.push(here);
    }
    let known: HashSet<_> = machines.list.iter().map(Machine::key).collect();
    for directory in &directories {
        let files = ["Cargo.toml", asl_toml::NAME, versions::LOCK];
        machines.read.extend(files.map(|name| directory.join(name)));
        asl_toml::read(directory, &mut machines);
        machines.belong_to(directory);
    }
    let mut seen = 0..known.len();
    // A machine that a source uses is checked with the options that it has there.
    machines.list.retain(|machine| seen.next().is_some() || !known.contains(&machine.key()));
    if machines.list.is_empty() && machines.faults.is_empty() && machines.unknown.is_empty() {
        let shown: Vec<String> =
            directories.iter().map(|directory| directory.display().to_string()).collect();
        return Err(format!("no machine is found in {}\n{NO_PATHS}", shown.join(", ")));
    }
    Ok(machines)
}

impl Machines {
    /// Sets the package of the machines that were found last.
    fn belong_to(&mut self, package: &Path) {
        for machine in self.list.iter_mut().rev() {
            if machine.options.package.is_some() {
                return;
            }
            machine.options.package = Some(package.to_owned());
        }
    }
}

const NO_PATHS: &str = "without paths, `cargo asl check` checks the machines of `asl_machine!`, of \
    `asl_codegen::Builder` and of `asl.toml`; name files or folders to check others";

impl Machine {
    pub(crate) fn new(definition: PathBuf, base: &Path, options: Options) -> Self {
        Self { definition, base: base.to_owned(), options, ignores_unused: false }
    }

    /// The file and the state machine in it.
    fn key(&self) -> (PathBuf, Option<String>) {
        let path = self.base.join(&self.definition);
        (fs::canonicalize(&path).unwrap_or(path), self.options.resource.clone())
    }
}

/// A place as findings show it.
fn place(file: &Path, line: usize, column: usize) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    format!("{}:{line}:{column}", file.strip_prefix(&here).unwrap_or(file).display())
}
