//! The service and its options.

use std::fmt;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use asl_durable::Durable;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::arn::Scope;
use crate::backend::Backend;
use crate::fault::Fault;
use crate::operations;
use crate::protocol;
use crate::registry::{Registry, RegistryError};
use crate::server::{self, AccessKeys, ServeError};

/// The Step Functions API of a backend. Clones share it.
#[derive(Clone)]
pub struct SfnApi {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) scope: Scope,
    pub(crate) access_keys: AccessKeys,
    pub(crate) registry: Arc<Registry>,
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
        Self { backend: Arc::new(backend), scope, access_keys, registry }
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

    /// Performs an operation: the answer to a request with this `x-amz-target` and this body.
    ///
    /// ```no_run
    /// # async fn example(api: asl_sfn_api::SfnApi) -> Result<(), asl_sfn_api::Fault> {
    /// use serde_json::json;
    ///
    /// let machine = "arn:aws:states:us-east-1:123456789012:stateMachine:order";
    /// let input = json!({"stateMachineArn": machine, "input": "{\"id\": 7}"});
    /// let started = api.call("StartExecution", input).await?;
    /// println!("{}", started["executionArn"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The operation's errors.
    pub async fn call(&self, operation: &str, input: Value) -> Result<Value, Fault> {
        protocol::call(self, operation, input).await
    }

    /// Serves the API at an address until the future is dropped.
    ///
    /// # Errors
    /// The address cannot be used, or other machines reach it and no access key is required.
    pub async fn serve(self, address: SocketAddr) -> Result<(), ServeError> {
        server::check_address(address, &self.access_keys)?;
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::new(address, error))?;
        self.serve_on(listener).await
    }

    /// Serves the API on a listener until the future is dropped, which closes all connections.
    ///
    /// # Errors
    /// Other machines reach the listener, and no access key is required.
    pub async fn serve_on(self, listener: TcpListener) -> Result<(), ServeError> {
        self.serve_until(listener, pending()).await
    }

    /// Serves the API on a listener until `stop` ends, then answers the requests that are open, for
    /// at most ten seconds.
    ///
    /// # Errors
    /// Other machines reach the listener, and no access key is required.
    ///
    /// ```
    /// use asl_durable::{Durable, Options};
    /// use asl_sfn_api::SfnApi;
    /// use tokio::net::TcpListener;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let directory = std::env::temp_dir().join(format!("sfn-api-doc-{}", std::process::id()));
    /// # let machines = Vec::<asl_runtime::Compiled>::new();
    /// let store = Durable::open(&directory, machines, Options::default()).await?;
    /// let listener = TcpListener::bind("127.0.0.1:0").await?;
    /// let api = SfnApi::new(store).credentials("AKIDEXAMPLE", "secret");
    /// # let stop = async {};
    /// // A program passes a future that ends at Ctrl-C.
    /// api.serve_until(listener, stop).await?;
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_until(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        operations::continue_deletions(&self);
        server::serve(self, listener, stop).await
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
