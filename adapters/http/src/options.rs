//! Options of HTTP calls.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;

use crate::address::Reach;
use crate::connection::Connections;

/// Options of HTTP calls. The defaults are those of AWS.
#[derive(Clone)]
#[non_exhaustive]
pub struct HttpOptions {
    /// Permitted addresses.
    pub reach: Reach,
    /// True if `http://` is permitted, which AWS never does.
    pub plain_http: bool,
    /// Redirects to follow.
    pub redirects: Redirects,
    /// Time-out of connecting.
    pub connect_timeout: Duration,
    /// Time-out of the whole call.
    pub timeout: Duration,
    /// Maximum size of the body of a request or response, in bytes.
    pub longest_body: usize,
    /// Provider of the credentials of connections.
    pub connections: Option<Arc<dyn Connections>>,
    /// Resolver of names; by default that of the system.
    pub lookup: Option<Arc<dyn Lookup>>,
}

impl HttpOptions {
    asl_runtime::__setters! {
        reach: Reach,
        plain_http: bool,
        redirects: Redirects,
        connect_timeout: Duration,
        timeout: Duration,
        longest_body: usize,
        connections: Arc<dyn Connections>,
        lookup: Arc<dyn Lookup>,
    }
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            reach: Reach::Public,
            plain_http: false,
            redirects: Redirects::None,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(60),
            longest_body: 256 * 1024,
            connections: None,
            lookup: None,
        }
    }
}

impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpOptions")
            .field("reach", &self.reach)
            .field("redirects", &self.redirects)
            .finish_non_exhaustive()
    }
}

/// Redirects to follow. Any other one is the error `States.Http.StatusCode.3..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Redirects {
    /// None.
    #[default]
    None,
    /// Up to this many, to the same scheme, host and port, so that credentials reach no other
    /// server.
    SameOrigin(usize),
}

/// Resolves the names of hosts.
pub trait Lookup: Send + Sync + 'static {
    /// Returns the addresses of a host.
    fn lookup(&self, host: String)
    -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// The reason why this machine cannot perform HTTP calls: it has no trusted certificates.
pub struct SetupError(String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl SetupError {
    pub(crate) fn new(error: &dyn fmt::Display) -> Self {
        Self(error.to_string())
    }
}

asl_runtime::__readable_error!(SetupError);

/// TLS configuration of a client: the system's certificates and the cryptography of ring,
/// independent of the rest of the process.
pub fn tls(plain_http: bool) -> Result<ClientConfig, SetupError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| SetupError::new(&error))?;
    match rustls_platform_verifier::Verifier::new(provider) {
        Ok(verifier) => Ok(builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth()),
        // Without certificates no server is trusted, which only matters for `https`.
        Err(_) if plain_http => {
            Ok(builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth())
        }
        Err(error) => Err(SetupError::new(&error)),
    }
}
