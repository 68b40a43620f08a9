//! The service and its options.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use asl_durable::Durable;

use crate::arn::Scope;
use crate::backend::Backend;
use crate::map_run_index::MapRunIndex;
use crate::registry::{Registry, RegistryError};
use crate::signature::AccessKeys;

/// The Step Functions API of a backend. Clones share it.
#[derive(Clone)]
pub struct SfnApi {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) scope: Scope,
    pub(crate) access_keys: AccessKeys,
    pub(crate) registry: Arc<Registry>,
    pub(crate) map_runs: Arc<MapRunIndex>,
}

impl SfnApi {
    /// The API of a store's machines, which are there by their names.
    pub fn new(store: Durable) -> Self {
        Self::with_backend(store)
    }

    /// The API of another backend.
    pub fn with_backend(backend: impl Backend) -> Self {
        let scope = Scope { region: "us-east-1".into(), account: "123456789012".into() };
        let registry = Arc::new(Registry::in_memory(&backend.machines()));
        let access_keys = AccessKeys::default();
        let map_runs = Arc::default();
        Self { backend: Arc::new(backend), scope, access_keys, registry, map_runs }
    }

    /// The region in the names of resources. By default it is `us-east-1`. A name with another one
    /// is refused, so set the region of the clients.
    #[must_use]
    pub fn region(mut self, region: impl Into<String>) -> Self {
        self.scope.region = region.into();
        self
    }

    /// The number of the account in the names of resources. By default it is `123456789012`.
    #[must_use]
    pub fn account(mut self, account: impl Into<String>) -> Self {
        self.scope.account = account.into();
        self
    }

    /// Adds an access key. Each request must then be signed with one of them: AWS Signature Version
    /// 4, as all clients do. Without any, signatures are not looked at, the server serves on
    /// loopback only, and it answers requests to hosts such as `localhost` and `127.0.0.1` only.
    #[must_use]
    pub fn credentials(mut self, access_key: impl Into<String>, secret: impl Into<String>) -> Self {
        self.access_keys.add(access_key.into(), secret.into());
        self
    }

    /// Keeps what clients create in a file: state machines, versions, aliases, tags and activities.
    /// By default they are lost when the program ends.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn registry(self, file: impl Into<PathBuf>) -> Result<Self, RegistryError> {
        let registry = Registry::open(file.into(), &self.backend.machines())?;
        Ok(Self { registry: Arc::new(registry), ..self })
    }
}

impl fmt::Debug for SfnApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SfnApi")
            .field("scope", &self.scope)
            .field("access_keys", &self.access_keys)
            .finish_non_exhaustive()
    }
}
