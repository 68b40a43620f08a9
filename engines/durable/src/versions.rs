//! The versions of machines: registered ones, and those in which executions of the store run.

use std::collections::BTreeSet;
use std::sync::Arc;

use asl_runtime::machine::Machine;
use asl_runtime::value::Text;
use asl_runtime::versions::{Outline, types};

use super::CallError;
use super::record::Origin;

/// A version of a machine.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) name: Text,
    pub(super) hash: u64,
    /// Its index in the list of registered machines.
    pub(super) registered: Option<usize>,
    /// True if the journal contains it.
    pub(super) is_written: bool,
    /// The texts of its types that the journal has, with the times since when they are current.
    types: Vec<(u64, String)>,
    /// Its origin, if the journal has it.
    origin: Option<Arc<Origin>>,
}

/// A version in the journal, as a compaction writes it.
pub(super) struct Written {
    pub(super) hash: u64,
    pub(super) name: String,
    pub(super) types: Vec<(u64, String)>,
    pub(super) origin: Option<Arc<Origin>>,
}

/// All versions, by their numbers in the journal.
#[derive(Clone, Debug, Default)]
pub(super) struct Versions {
    machines: Vec<&'static Machine>,
    versions: Vec<Version>,
}

impl Versions {
    pub(super) fn new(machines: &[&'static Machine]) -> Self {
        Self { machines: machines.to_vec(), versions: Vec::new() }
    }

    pub(super) fn get(&self, number: u16) -> Option<&Version> {
        self.versions.get(usize::from(number))
    }

    pub(super) fn get_mut(&mut self, number: u16) -> Option<&mut Version> {
        self.versions.get_mut(usize::from(number))
    }

    /// The machine of a version, and its index in the list of registered ones.
    pub(super) fn machine(&self, number: u16) -> Option<(&'static Machine, usize)> {
        let registered = self.get(number)?.registered?;
        Some((*self.machines.get(registered)?, registered))
    }

    /// Registers these machines instead of those before.
    pub(super) fn register(&mut self, machines: Vec<&'static Machine>) {
        self.machines = machines;
        let mut versions = std::mem::take(&mut self.versions);
        for version in &mut versions {
            version.registered = self.registered(&version.name, Some(version.hash));
        }
        self.versions = versions;
    }

    /// Adds a version from the journal; they come in the order of their numbers.
    pub(super) fn read(&mut self, hash: u64, name: &str) {
        let registered = self.registered(name, Some(hash));
        let (name, types, origin) = (name.into(), Vec::new(), None);
        self.versions.push(Version { name, hash, registered, is_written: true, types, origin });
    }

    /// The versions in the journal, by their numbers.
    pub(super) fn written(&self) -> Vec<Written> {
        let written = self.versions.iter().take_while(|version| version.is_written);
        let written = written.map(|version| Written {
            hash: version.hash,
            name: version.name.to_string(),
            types: version.types.clone(),
            origin: version.origin.clone(),
        });
        written.collect()
    }

    /// The numbers of all versions.
    pub(super) fn numbers(&self) -> std::ops::Range<u16> {
        0..u16::try_from(self.versions.len()).unwrap_or(u16::MAX)
    }

    /// True if the journal contains a version.
    pub(super) fn is_written(&self, number: u16) -> bool {
        self.get(number).is_some_and(|version| version.is_written)
    }

    /// The texts of a version's types in the journal.
    pub(super) fn types(&self, number: u16) -> &[(u64, String)] {
        self.get(number).map_or(&[], |version| &version.types)
    }

    /// Sets the texts of a version's types. Returns false if there is no such version.
    pub(super) fn set_types(&mut self, number: u16, texts: Vec<(u64, String)>) -> bool {
        let Some(version) = self.get_mut(number) else { return false };
        version.types = texts;
        true
    }

    /// The origin of a version, if the journal has it.
    pub(super) fn origin(&self, number: u16) -> Option<&Arc<Origin>> {
        self.get(number)?.origin.as_ref()
    }

    /// Sets the origin of a version. Returns false if there is no such version.
    pub(super) fn set_origin(&mut self, number: u16, origin: Origin) -> bool {
        let Some(version) = self.get_mut(number) else { return false };
        version.origin = Some(Arc::new(origin));
        true
    }

    /// Drops the origins of all versions but these.
    pub(super) fn drop_origins(&mut self, kept: &BTreeSet<u16>) {
        for (number, version) in (0..).zip(&mut self.versions) {
            if !kept.contains(&number) {
                version.origin = None;
            }
        }
    }

    /// The versions whose machines are registered.
    pub(super) fn registered_numbers(&self) -> BTreeSet<u16> {
        self.numbers().filter(|number| self.machine(*number).is_some()).collect()
    }

    /// The outline of a version, if its machine is registered or the journal has it.
    pub(super) fn outline(&self, number: u16) -> Option<Outline> {
        if let Some((machine, _)) = self.machine(number) {
            return Some(Outline::new(machine));
        }
        Outline::from_text(&self.origin(number)?.outline)
    }

    /// The registered machine that replaces those of a version, which is not registered: the one of
    /// its name that was registered last.
    pub(super) fn successor(&self, number: u16) -> Option<&'static Machine> {
        let version = self.get(number).filter(|version| version.registered.is_none())?;
        self.machines.get(self.registered(&version.name, None)?).copied()
    }

    /// Lets the registered machine that replaces those of a version stand in for it.
    pub(super) fn stand_in(&mut self, number: u16) {
        let Some(name) = self.get(number).map(|version| version.name.clone()) else { return };
        let registered = self.registered(&name, None);
        if let Some(version) = self.get_mut(number) {
            version.registered = registered;
        }
    }

    /// The text of the types that the registered machine of a version has; `None` if there is none.
    pub(super) fn types_text(&self, number: u16) -> Option<String> {
        types::types_text(self.machine(number)?.0)
    }

    /// The registered machine of this name with this hash. By default the one that was registered
    /// last.
    fn registered(&self, name: &str, hash: Option<u64>) -> Option<usize> {
        let fits = |machine: &&'static Machine| {
            machine.name == name && hash.is_none_or(|hash| machine.hash == hash)
        };
        self.machines.iter().rposition(fits)
    }

    /// Number of the version to run.
    pub(super) fn find(&mut self, name: &str, hash: Option<u64>) -> Result<u16, CallError> {
        let Some(registered) = self.registered(name, hash) else {
            return Err(self.unknown(name, hash));
        };
        let hash = self.machines.get(registered).map_or(0, |machine| machine.hash);
        let known =
            self.versions.iter().position(|version| version.name == name && version.hash == hash);
        let number = known.unwrap_or(self.versions.len());
        if known.is_none() {
            let registered = Some(registered);
            let (name, types, origin) = (name.into(), Vec::new(), None);
            let is_written = false;
            self.versions.push(Version { name, hash, registered, is_written, types, origin });
        }
        u16::try_from(number).map_err(|_| CallError::BadName {
            why: "the store has had 65,536 versions of machines".into(),
        })
    }

    fn unknown(&self, name: &str, hash: Option<u64>) -> CallError {
        match hash {
            Some(hash) if self.registered(name, None).is_some() => {
                CallError::UnknownVersion { machine: name.into(), version: hash.into() }
            }
            Some(_) | None => {
                let mut known: Vec<_> =
                    self.machines.iter().map(|machine| Text::new_static(machine.name)).collect();
                known.dedup();
                CallError::UnknownMachine { machine: name.into(), known }
            }
        }
    }
}
