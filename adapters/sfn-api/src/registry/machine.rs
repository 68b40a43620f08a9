//! A state machine with its revisions, versions and aliases.

use std::collections::BTreeMap;
use std::time::SystemTime;

use asl_language::hash::fnv1a;
use asl_language::random::scramble;
use asl_runtime::value::Text;
use asl_runtime::versions::Version;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::backend::Definition;
use crate::fault::Fault;
use crate::machine_type::MachineType;

/// Maximum number of versions of a state machine, as at AWS.
const MOST_VERSIONS: usize = 1000;

/// A state machine of the API.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct StateMachine {
    pub(crate) kind: MachineType,
    pub(crate) created: SystemTime,
    /// True if a client created it. The others are there because the backend has them.
    pub(crate) is_created: bool,
    /// True while its executions end after `DeleteStateMachine`.
    pub(crate) is_deleting: bool,
    pub(crate) current: Revision,
    /// In the order of their numbers.
    pub(crate) versions: Vec<PublishedVersion>,
    /// The highest number of a version so far, because numbers are not used again.
    pub(crate) last_version: u64,
    /// In the order of their creation.
    pub(crate) aliases: Vec<Alias>,
    pub(crate) tags: BTreeMap<String, String>,
}

/// Definition and configuration of a state machine at one time.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Revision {
    /// `None` for the first revision, as AWS answers it.
    pub(crate) id: Option<String>,
    pub(crate) definition: Text,
    /// The version of the compiled machine.
    #[serde(with = "version")]
    pub(crate) compiled: Version,
    /// Empty if no client gave one.
    pub(crate) role_arn: String,
    pub(crate) logging: Value,
    pub(crate) tracing: Value,
    pub(crate) encryption: Option<Value>,
    pub(crate) updated: SystemTime,
}

/// A revision with a number.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PublishedVersion {
    pub(crate) number: u64,
    pub(crate) description: Option<String>,
    pub(crate) created: SystemTime,
    pub(crate) revision: Revision,
}

/// A name for one version, or for two that share the starts.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) routes: Vec<Route>,
    pub(crate) created: SystemTime,
    pub(crate) updated: SystemTime,
}

/// A version and the percentage of starts that it gets.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Route {
    pub(crate) version: u64,
    pub(crate) weight: u64,
}

impl StateMachine {
    /// The state machine of a compiled machine that no client created.
    pub(crate) fn of_backend(definition: &Definition) -> Self {
        let now = SystemTime::now();
        Self {
            kind: MachineType::Standard,
            created: now,
            is_created: false,
            is_deleting: false,
            current: Revision {
                id: None,
                definition: definition.text.clone(),
                compiled: definition.version,
                role_arn: String::new(),
                logging: default_logging(),
                tracing: default_tracing(),
                encryption: None,
                updated: now,
            },
            versions: Vec::new(),
            last_version: 0,
            aliases: Vec::new(),
            tags: BTreeMap::new(),
        }
    }

    /// The published version with a number.
    pub(crate) fn version(&self, number: u64) -> Option<&PublishedVersion> {
        self.versions.iter().find(|version| version.number == number)
    }

    /// The alias with a name.
    pub(crate) fn alias(&self, name: &str) -> Option<&Alias> {
        self.aliases.iter().find(|alias| alias.name == name)
    }

    /// The version of the current revision, if it was published.
    pub(crate) fn published(&self) -> Option<&PublishedVersion> {
        self.versions.iter().find(|version| version.revision.id == self.current.id)
    }

    /// Publishes the current revision, unless that was done already.
    pub(crate) fn publish(
        &mut self,
        description: Option<String>,
    ) -> Result<PublishedVersion, Fault> {
        if let Some(published) = self.published() {
            return Ok(published.clone());
        }
        if self.versions.len() >= MOST_VERSIONS {
            return Err(Fault::new(
                "ServiceQuotaExceededException",
                format!("a state machine has at most {MOST_VERSIONS} versions: delete some"),
            ));
        }
        self.last_version += 1;
        let version = PublishedVersion {
            number: self.last_version,
            description,
            created: SystemTime::now(),
            revision: self.current.clone(),
        };
        self.versions.push(version.clone());
        Ok(version)
    }

    /// The revision that an execution of a compiled version runs: the current one, or the newest
    /// published one.
    pub(crate) fn revision_of(&self, compiled: Version) -> Option<&Revision> {
        let published = self.versions.iter().rev().map(|version| &version.revision);
        std::iter::once(&self.current)
            .chain(published)
            .find(|revision| revision.compiled == compiled)
    }
}

impl Alias {
    /// Returns true if it names a version.
    pub(crate) fn has(&self, version: u64) -> bool {
        self.routes.iter().any(|route| route.version == version)
    }

    /// The version for a start. Starts with the same name get the same version, so that a client
    /// can repeat one.
    pub(crate) fn route(&self, execution: &str) -> Option<u64> {
        let mut chance = scramble(fnv1a(execution.as_bytes())) % 100;
        for route in &self.routes {
            let weight = route.weight;
            if chance < weight {
                return Some(route.version);
            }
            chance -= weight;
        }
        None
    }
}

/// The logging configuration that AWS answers for a machine without one.
pub(crate) fn default_logging() -> Value {
    serde_json::json!({"level": "OFF", "includeExecutionData": false})
}

/// The tracing configuration that AWS answers for a machine without one.
pub(crate) fn default_tracing() -> Value {
    serde_json::json!({"enabled": false})
}

/// Versions in the file: sixteen hexadecimal digits.
mod version {
    use asl_runtime::versions::Version;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        version: &Version,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", version.hash()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Version, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)?;
        Ok(Version::from(hash))
    }
}
