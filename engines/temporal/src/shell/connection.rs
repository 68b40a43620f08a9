//! The connection to a server.

use std::fmt;
use std::time::Duration;

use temporalio_client::errors::ClientConnectError;
use temporalio_client::{Connection, ConnectionOptions};
use temporalio_sdk_core::Url;

/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a server.
#[derive(Clone)]
pub(crate) struct Link {
    pub(super) connection: Connection,
    pub(super) address: String,
}

/// The reason why there is no connection.
pub(crate) enum LinkError {
    /// The text is no address.
    Address,
    /// No server answers, for this reason.
    Unreachable(String),
}

impl Link {
    /// Connects to the server at an address such as `http://127.0.0.1:7233`.
    pub(crate) async fn new(address: &str) -> Result<Self, LinkError> {
        let url: Url = address.parse().map_err(|_| LinkError::Address)?;
        if !matches!(url.scheme(), "http") || url.host_str().is_none() {
            return Err(LinkError::Address);
        }
        let identity = format!("asl@{}", std::process::id());
        let options = ConnectionOptions::new(url)
            .identity(identity)
            .client_name("temporal-asl-rust".to_owned())
            .client_version(env!("CARGO_PKG_VERSION").to_owned())
            .connect_timeout(PATIENCE)
            .build();
        let connecting = tokio::time::timeout(PATIENCE, Connection::connect(options)).await;
        match connecting {
            Ok(Ok(connection)) => Ok(Self { connection, address: address.to_owned() }),
            Ok(Err(error)) => Err(LinkError::Unreachable(reason(&error))),
            Err(_) => Err(LinkError::Unreachable(format!("no answer in {} s", PATIENCE.as_secs()))),
        }
    }
}

/// The innermost reason of an error.
fn reason(error: &ClientConnectError) -> String {
    let mut found: &(dyn std::error::Error + 'static) = error;
    while let Some(source) = found.source() {
        found = source;
    }
    found.to_string()
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("address", &self.address).finish_non_exhaustive()
    }
}
