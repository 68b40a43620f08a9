//! The service and its options.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use asl_durable::Durable;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::arn::Scope;
use crate::backend::Backend;
use crate::fault::Fault;
use crate::protocol;
use crate::server::{self, ServeError};

/// The Step Functions API of a backend. Clones share it.
#[derive(Clone)]
pub struct SfnApi {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) scope: Scope,
}

impl SfnApi {
    /// The API of a store's machines, which are there by their names.
    pub fn new(store: Durable) -> Self {
        Self::with_backend(store)
    }

    /// The API of another backend.
    pub fn with_backend(backend: impl Backend) -> Self {
        let scope = Scope { region: "us-east-1".into(), account: "123456789012".into() };
        Self { backend: Arc::new(backend), scope }
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
    /// The address cannot be used.
    pub async fn serve(self, address: SocketAddr) -> Result<(), ServeError> {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServeError { address: address.to_string(), why: error.to_string() })?;
        server::serve(self, listener).await
    }

    /// Serves the API on a listener until the future is dropped.
    ///
    /// # Errors
    /// The listener fails.
    pub async fn serve_on(self, listener: TcpListener) -> Result<(), ServeError> {
        server::serve(self, listener).await
    }
}

impl fmt::Debug for SfnApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SfnApi").field("scope", &self.scope).finish_non_exhaustive()
    }
}
