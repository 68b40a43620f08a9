//! The machines of a worker by name, possibly in several versions.

use std::collections::BTreeMap;

use asl_execution::versions::Version;
use asl_value::value::Text;

use super::remote::RemoteTasks;
use crate::task::Compiled;

/// The machines of a worker.
#[derive(Debug, Default)]
pub struct Directory {
    /// The versions of a machine, the one for new executions last.
    machines: BTreeMap<Text, Vec<RemoteTasks>>,
}

impl Directory {
    /// Adds a version. Returns false if it exists already.
    #[inline]
    pub fn add(&mut self, name: Text, compiled: Compiled) -> bool {
        let is_new = self.version(&name, compiled.machine().hash).is_none();
        if is_new {
            self.machines.entry(name).or_default().push(RemoteTasks::new(compiled));
        }
        is_new
    }

    /// The names of all machines.
    pub fn names(&self) -> impl Iterator<Item = &Text> {
        self.machines.keys()
    }

    /// The name under which a machine with this name or ARN is registered, for calls by another
    /// machine.
    #[inline]
    pub fn find(&self, name: &str) -> Option<Text> {
        let is_named = |tasks: &RemoteTasks| tasks.machine().name == name;
        let by_name = || self.machines.iter().find(|(_, versions)| versions.iter().any(is_named));
        self.machines.get_key_value(name).or_else(by_name).map(|(name, _)| name.clone())
    }

    /// The versions of a machine.
    pub fn versions(&self, name: &str) -> &[RemoteTasks] {
        self.machines.get(name).map_or(&[], Vec::as_slice)
    }

    /// The versions of a machine as text, for messages.
    #[inline]
    pub fn told_versions(&self, name: &str) -> String {
        let versions = self.versions(name).iter();
        let versions = versions.map(|tasks| Version::from(tasks.machine().hash).to_string());
        let versions = versions.collect::<Vec<_>>().join(", ");
        if versions.is_empty() { "none".to_owned() } else { versions }
    }

    /// The version with this hash.
    pub fn version(&self, name: &str, hash: u64) -> Option<&RemoteTasks> {
        self.versions(name).iter().find(|tasks| tasks.machine().hash == hash)
    }

    /// The version for new executions: the one registered last.
    pub fn latest(&self, name: &str) -> Option<&RemoteTasks> {
        self.versions(name).last()
    }

    /// All versions of all machines.
    pub fn all(&self) -> impl Iterator<Item = &RemoteTasks> {
        self.machines.values().flatten()
    }
}
