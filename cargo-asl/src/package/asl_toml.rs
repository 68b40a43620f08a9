//! `asl.toml`: machines that no Rust code of a package compiles, with their options.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::{Level, Levels};
use asl_codegen::options::{MachineOption, MachineTypes, Options};
use asl_codegen::source::{LineIndex, definitions_below};
use serde::Deserialize;
use toml::Spanned;

use super::{Machine, Machines, place};
use crate::arguments::{DialectName, LanguageName, LimitsName, ProfileName};
use crate::released::StoreOf;

/// The name of the file, in the directory of a package.
pub(super) const NAME: &str = "asl.toml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The durable store whose executions are to move to the machines: its directory, or the address
    /// of its database.
    store: Option<String>,
    #[serde(default)]
    machine: Vec<Entry>,
}

/// A machine, or all machines of a folder. The other fields are options of `asl_machine!`, as far
/// as findings depend on them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: Spanned<PathBuf>,
    #[serde(default)]
    profile: ProfileName,
    #[serde(default)]
    limits: LimitsName,
    #[serde(default)]
    jsonpath: DialectName,
    format: Option<LanguageName>,
    #[serde(default)]
    express: bool,
    #[serde(default)]
    default_wait: bool,
    #[serde(default)]
    sections: BTreeMap<String, String>,
    expression_steps: Option<u64>,
    expression_bytes: Option<u64>,
    #[serde(default)]
    substitute: BTreeMap<String, String>,
    substitute_file: Option<String>,
    schemas: Option<String>,
    /// The folders with the schemas of machines of which tasks start executions.
    #[serde(default)]
    machines: BTreeMap<String, String>,
    resource: Option<String>,
    default_task_timeout: Option<u32>,
    #[serde(default)]
    allow: Vec<Spanned<String>>,
    #[serde(default)]
    warn: Vec<Spanned<String>>,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
}

/// Adds the machines of the file in a directory, if there is one.
pub(super) fn read(directory: &Path, machines: &mut Machines) {
    let path = directory.join(NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => {
            machines.faults.push(format!("{}: it cannot be read: {error}", path.display()));
            return;
        }
    };
    let lines = LineIndex::new(&text);
    let here = |span: Range<usize>| {
        let start = lines.position(&text, u32::try_from(span.start).unwrap_or(u32::MAX));
        place(&path, start.line as usize, start.column as usize)
    };
    let file: File = match toml::from_str(&text) {
        Ok(file) => file,
        Err(error) => {
            let message = error.message().replace('\n', "; ");
            machines.faults.push(format!("{}: {message}", here(error.span().unwrap_or(0..0))));
            return;
        }
    };
    let store = file.store.map(|name| StoreOf { package: directory.to_owned(), name });
    machines.stores.extend(store);
    for entry in file.machine {
        let span = entry.path.span();
        match entry.machines(directory) {
            Ok(found) => machines.list.extend(found),
            Err((inner, fault)) => {
                machines.faults.push(format!("{}: {fault}", here(inner.unwrap_or(span))));
            }
        }
    }
}

/// The place of a fault, if it is not that of the path, and the fault.
type Fault = (Option<Range<usize>>, String);

fn of_machine((machine, folder): (&String, &String)) -> MachineOption {
    MachineOption { machine: machine.clone(), types: MachineTypes::Schemas(folder.clone()) }
}

impl Entry {
    fn machines(self, directory: &Path) -> Result<Vec<Machine>, Fault> {
        let options = self.options()?;
        let definition = self.path.into_inner();
        let path = directory.join(&definition);
        if !path.is_dir() {
            return Ok(vec![Machine::new(definition, directory, options)]);
        }
        let found = definitions_below(&path).map_err(|error| (None, error.to_string()))?;
        if found.is_empty() {
            return Err((None, format!("the folder `{}` has no definitions", path.display())));
        }
        let machine = |definition: PathBuf| Machine {
            ignores_unused: true,
            ..Machine::new(definition, directory, options.clone())
        };
        Ok(found.into_iter().map(machine).collect())
    }

    fn options(&self) -> Result<Options, Fault> {
        let pairs = |pairs: &BTreeMap<String, String>| {
            pairs.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        if self.default_task_timeout == Some(0) {
            return Err((None, "a time-out must be at least one second".to_owned()));
        }
        Ok(Options::default()
            .profile(self.profile.into())
            .limits(self.limits.into())
            .jsonpath(self.jsonpath.into())
            .language(self.format.map(Into::into))
            .express(self.express)
            .default_wait(self.default_wait)
            .sections(pairs(&self.sections))
            .expression_steps(self.expression_steps)
            .expression_bytes(self.expression_bytes)
            .substitute(pairs(&self.substitute))
            .substitute_file(self.substitute_file.clone())
            .schemas(self.schemas.clone())
            .machines(self.machines.iter().map(of_machine).collect())
            .resource(self.resource.clone())
            .default_task_timeout(self.default_task_timeout)
            .levels(self.levels()?))
    }

    fn levels(&self) -> Result<Levels, Fault> {
        let mut levels = Levels::default();
        let lists =
            [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)];
        for (codes, level) in lists {
            for code in codes {
                levels.set(code.get_ref(), level).map_err(|fault| (Some(code.span()), fault))?;
            }
        }
        Ok(levels)
    }
}
