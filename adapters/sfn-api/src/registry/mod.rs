//! Everything that clients created: state machines with their versions, aliases and tags, and
//! activities. It is kept in memory, and in a file if there is one.

mod file;
mod machine;
mod target;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::backend::Definition;
use crate::fault::Fault;
use crate::page::PageSecret;
use crate::uuid::uuid;

pub(crate) use machine::{Alias, Revision, Route, StateMachine, default_logging, default_tracing};

/// The resources that clients created. Reading takes no longer than the copy of a pointer.
pub(crate) struct Registry {
    contents: RwLock<Arc<Contents>>,
    /// Held while a change is written.
    changing: tokio::sync::Mutex<()>,
    file: Option<PathBuf>,
}

/// The contents of a registry.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Contents {
    /// By name.
    pub(crate) machines: BTreeMap<String, StateMachine>,
    /// By name.
    pub(crate) activities: BTreeMap<String, Activity>,
    /// Machines of the backend that a client deleted.
    pub(crate) deleted: BTreeSet<String>,
    /// Seals the tokens of pages.
    pub(crate) page_secret: PageSecret,
}

/// An activity.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Activity {
    pub(crate) created: SystemTime,
    #[serde(default)]
    pub(crate) tags: BTreeMap<String, String>,
}

/// A registry file that cannot be read.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegistryError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub why: String,
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the registry `{}` cannot be read: {}", self.path.display(), self.why)
    }
}

asl_runtime::__readable_error!(RegistryError);

impl Registry {
    /// A registry in memory with the machines of a backend.
    pub(crate) fn in_memory(machines: &[Definition]) -> Self {
        let mut contents = Contents::default();
        contents.add_compiled(machines);
        Self::new(contents, None)
    }

    /// The registry in a file, which is created by the first change, with the machines of a
    /// backend.
    pub(crate) fn open(path: PathBuf, machines: &[Definition]) -> Result<Self, RegistryError> {
        let mut contents = match file::read(&path) {
            Ok(contents) => contents,
            Err(why) => return Err(RegistryError { path, why }),
        };
        contents.add_compiled(machines);
        Ok(Self::new(contents, Some(path)))
    }

    fn new(contents: Contents, file: Option<PathBuf>) -> Self {
        let changing = tokio::sync::Mutex::default();
        Self { contents: RwLock::new(Arc::new(contents)), changing, file }
    }

    /// The present contents.
    pub(crate) fn contents(&self) -> Arc<Contents> {
        Arc::clone(&self.contents.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Applies a change and writes it. If the change or the write fails, nothing has changed.
    pub(crate) async fn change<T>(
        &self,
        change: impl FnOnce(&mut Contents) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let _changing = self.changing.lock().await;
        let mut contents = Contents::clone(&self.contents());
        let answer = change(&mut contents)?;
        let contents = Arc::new(contents);
        if let Some(path) = self.file.clone() {
            let written = Arc::clone(&contents);
            tokio::task::spawn_blocking(move || file::write(&path, &written))
                .await
                .map_err(|_| Fault::new("InternalFailure", "the registry was not written"))?
                .map_err(|why| Fault::new("InternalFailure", why))?;
        }
        *self.contents.write().unwrap_or_else(PoisonError::into_inner) = contents;
        Ok(answer)
    }
}

impl Contents {
    /// Adds the machines of a backend that no client created or deleted, and gives each machine
    /// whose compiled version does not exist any more the newest one.
    fn add_compiled(&mut self, compiled: &[Definition]) {
        // Definitions come in the order of their versions, so the newest is the last.
        let newest: BTreeMap<_, _> =
            compiled.iter().map(|definition| (definition.name.to_string(), definition)).collect();
        for (name, newest) in newest {
            if self.deleted.contains(&name) {
                continue;
            }
            let Some(machine) = self.machines.get_mut(&name) else {
                self.machines.insert(name, StateMachine::of_backend(newest));
                continue;
            };
            let current = (newest.name.clone(), machine.current.compiled);
            let is_there =
                compiled.iter().any(|other| (other.name.clone(), other.version) == current);
            if machine.is_created && is_there {
                continue;
            }
            if machine.current.compiled != newest.version {
                machine.current.id = Some(uuid());
                machine.current.updated = SystemTime::now();
            }
            machine.current.compiled = newest.version;
            machine.current.definition = newest.text.clone();
        }
    }
}
