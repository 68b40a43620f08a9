//! The connection to a server.

use std::fmt;
use std::time::Duration;

use asl_runtime::__engine::ClientError;
use temporalio_client::errors::ClientConnectError;
use temporalio_client::{ClientTlsOptions, Connection, ConnectionOptions, TlsOptions};
use temporalio_sdk_core::Url;

use super::Answer;
use crate::server::Server;

/// The fault of an address that is none.
const NO_ADDRESS: &str = "is no address of the form `http://host:port` or `https://host:port`";
/// The fault of an address to which no secret is sent.
const NOT_ENCRYPTED: &str =
    "does not encrypt: API keys and certificates need an address that begins with `https://`";
/// Maximum time until a server answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a server.
#[derive(Clone)]
pub(crate) struct Link {
    pub(super) connection: Connection,
    pub(super) address: String,
}

impl Link {
    /// Connects to a server.
    pub(crate) fn connect(server: &Server) -> Answer<'_, Self> {
        Box::pin(Self::new(server))
    }

    async fn new(server: &Server) -> Result<Self, ClientError> {
        let Server { address, api_key, authority, identity, name } = server.clone();
        let unusable = |why| ClientError::Address(address.clone(), why);
        let url: Url = address.parse().map_err(|_| unusable(NO_ADDRESS))?;
        let is_encrypted = url.scheme() == "https";
        if !(is_encrypted || url.scheme() == "http") || url.host_str().is_none() {
            return Err(unusable(NO_ADDRESS));
        }
        let is_secret = api_key.is_some() || authority.is_some() || identity.is_some();
        if is_secret && !is_encrypted {
            return Err(unusable(NOT_ENCRYPTED));
        }
        let identity = identity.map(|(certificate, key)| {
            let options = ClientTlsOptions::builder();
            options.client_cert(certificate).client_private_key(key).build()
        });
        let tls = is_encrypted.then(|| {
            TlsOptions::builder()
                .maybe_server_root_ca_cert(authority)
                .maybe_domain(name)
                .maybe_client_tls_options(identity)
                .build()
        });
        let options = ConnectionOptions::new(url)
            .identity(format!("asl@{}", std::process::id()))
            .client_name("temporal-asl-rust".to_owned())
            .client_version(env!("CARGO_PKG_VERSION").to_owned())
            .connect_timeout(PATIENCE)
            .maybe_tls_options(tls)
            .maybe_api_key(api_key)
            .build();
        let connecting = tokio::time::timeout(PATIENCE, Connection::connect(options)).await;
        match connecting {
            Ok(Ok(connection)) => Ok(Self { connection, address }),
            Ok(Err(error)) => Err(ClientError::Unreachable(address, reason(&error))),
            Err(_) => {
                let why = format!("no answer in {} s", PATIENCE.as_secs());
                Err(ClientError::Unreachable(address, why))
            }
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
