//! What HTTP calls may do, and what they need of the system.

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;

use crate::address::Reach;
use crate::connection::Connections;

/// How HTTP calls are performed. What is left out is as on AWS.
#[derive(Clone)]
pub struct HttpOptions {
    /// Which addresses may be connected to.
    pub reach: Reach,
    /// Whether `http://` may be used, which AWS never does.
    pub plain_http: bool,
    /// Which redirects are followed.
    pub redirects: Redirects,
    /// For connecting.
    pub connect_timeout: Duration,
    /// For the whole call.
    pub timeout: Duration,
    /// Bytes of a request's or a response's body.
    pub longest_body: usize,
    /// Who has the credentials of connections.
    pub connections: Option<Arc<dyn Connections>>,
    /// Who resolves names; the system's resolver by default.
    pub lookup: Option<Arc<dyn Lookup>>,
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

/// Which redirects are followed. One that is not is the error `States.Http.StatusCode.3..`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Redirects {
    /// None.
    #[default]
    None,
    /// Up to so many, as long as scheme, host and port stay the same: credentials go nowhere else.
    SameOrigin(usize),
}

/// Resolves the names of hosts.
pub trait Lookup: Send + Sync + 'static {
    /// The addresses of a host.
    fn lookup(&self, host: String)
    -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// Why HTTP calls cannot be performed on this machine: it has no trusted certificates.
#[derive(Debug)]
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

impl std::error::Error for SetupError {}

/// The client's side of TLS: trusts what the system trusts, with the cryptography of ring, whatever
/// else the process uses.
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
        // A system without certificates trusts nobody, which is of no matter to those who need
        // none.
        Err(_) if plain_http => {
            Ok(builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth())
        }
        Err(error) => Err(SetupError::new(&error)),
    }
}
