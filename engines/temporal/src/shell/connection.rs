//! The connection to a server.

use std::fmt;
use std::time::Duration;

use temporalio_client::errors::ClientConnectError;
use temporalio_client::{ClientTlsOptions, Connection, ConnectionOptions, TlsOptions};
use temporalio_sdk_core::Url;

use crate::server::Server;

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
    /// The address does not encrypt, so no key or certificate is sent there.
    Plain,
    /// No server answers, for this reason.
    Unreachable(String),
}

impl Link {
    /// Connects to a server.
    pub(crate) async fn new(server: &Server) -> Result<Self, LinkError> {
        let Server { address, api_key, authority, identity, name } = server.clone();
        let url: Url = address.parse().map_err(|_| LinkError::Address)?;
        let is_encrypted = url.scheme() == "https";
        if !(is_encrypted || url.scheme() == "http") || url.host_str().is_none() {
            return Err(LinkError::Address);
        }
        let is_secret = api_key.is_some() || authority.is_some() || identity.is_some();
        if is_secret && !is_encrypted {
            return Err(LinkError::Plain);
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
