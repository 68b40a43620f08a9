//! The machines of a worker by workflow type, possibly in several versions.

use std::collections::BTreeMap;

use asl_runtime::Compiled;
use asl_runtime::engine::remote::RemoteTasks;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;

/// The machines of a worker.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    /// The versions of a machine, the one for new executions last.
    types: BTreeMap<Text, Vec<RemoteTasks>>,
}

impl Directory {
    /// Adds a version. Returns false if it exists already.
    pub(crate) fn add(&mut self, name: Text, compiled: Compiled) -> bool {
        let hash = compiled.machine().hash;
        let is_new = self.version(&name, hash).is_none();
        if is_new {
            self.types.entry(name).or_default().push(RemoteTasks::new(compiled));
        }
        is_new
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The workflow type of a machine with this name or ARN, for calls by another machine.
    pub(crate) fn find(&self, name: &str) -> Option<Text> {
        let is_named = |tasks: &RemoteTasks| tasks.machine().name == name;
        let by_name = || self.types.iter().find(|(_, versions)| versions.iter().any(is_named));
        self.types.get_key_value(name).or_else(by_name).map(|(name, _)| name.clone())
    }

    /// The version with this hash.
    pub(crate) fn version(&self, name: &str, hash: u64) -> Option<&RemoteTasks> {
        self.types.get(name)?.iter().find(|tasks| tasks.machine().hash == hash)
    }

    /// The tasks of the machine with this hash, under any workflow type.
    pub(crate) fn with_hash(&self, hash: u64) -> Option<&RemoteTasks> {
        self.types.values().flatten().find(|tasks| tasks.machine().hash == hash)
    }

    /// The version for new executions: the one registered last.
    pub(crate) fn latest(&self, name: &str) -> Option<&RemoteTasks> {
        self.types.get(name)?.last()
    }

    /// The versions of a machine, for messages.
    pub(crate) fn versions(&self, name: &str) -> String {
        let versions = self.types.get(name).into_iter().flatten();
        let versions = versions.map(|tasks| Version::from(tasks.machine().hash).to_string());
        let versions = versions.collect::<Vec<_>>().join(", ");
        if versions.is_empty() { "none".to_owned() } else { versions }
    }

    /// The build id of a worker with these machines: the hash of the only one, or one of all.
    pub(crate) fn build_id(&self) -> String {
        let mut hashes = self.types.values().flatten().map(|tasks| tasks.machine().hash);
        let first = hashes.next().unwrap_or_default();
        let of_all = hashes.fold(first, |all, hash| all.rotate_left(5) ^ hash);
        format!("{of_all:016x}")
    }

    /// The workflow types, for messages.
    pub(crate) fn names(&self) -> String {
        let names: Vec<String> = self.types.keys().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    }
}
