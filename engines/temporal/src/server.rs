//! Servers: their addresses, and what they accept a client by.

use std::fmt;

/// A server: its address, and for an encrypted connection the certificates and the key by which
/// both sides accept each other. A text is the address of a server that needs none of them.
///
/// ```
/// use asl_temporal::Server;
///
/// let cloud = Server::new("https://shop.a1b2c.tmprl.cloud:7233").api_key("secret");
/// ```
#[derive(Clone)]
pub struct Server {
    pub(crate) address: String,
    pub(crate) api_key: Option<String>,
    pub(crate) authority: Option<Vec<u8>>,
    pub(crate) identity: Option<(Vec<u8>, Vec<u8>)>,
    pub(crate) name: Option<String>,
}

impl Server {
    /// The server at this address, such as `http://127.0.0.1:7233`. Connections to `https://` are
    /// encrypted; the server's certificate must be signed by an authority that the system trusts,
    /// or by that of [`authority`](Self::authority).
    pub fn new(address: impl Into<String>) -> Self {
        let address = address.into();
        Self { address, api_key: None, authority: None, identity: None, name: None }
    }

    /// Sets the API key, which each request has with it. Only an encrypted connection sends it.
    #[must_use]
    pub fn api_key(self, key: impl Into<String>) -> Self {
        Self { api_key: Some(key.into()), ..self }
    }

    /// Sets the certificate of the authority that signs the server's, as PEM. That of no other
    /// authority is accepted then.
    #[must_use]
    pub fn authority(self, certificate: impl Into<Vec<u8>>) -> Self {
        Self { authority: Some(certificate.into()), ..self }
    }

    /// Sets the certificate and the private key by which the server accepts this client, as PEM.
    #[must_use]
    pub fn client_certificate(
        self,
        certificate: impl Into<Vec<u8>>,
        key: impl Into<Vec<u8>>,
    ) -> Self {
        Self { identity: Some((certificate.into(), key.into())), ..self }
    }

    /// Sets the name in the server's certificate, if it is not that of the address.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key stays secret.
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl From<&str> for Server {
    fn from(address: &str) -> Self {
        Self::new(address)
    }
}

impl From<String> for Server {
    fn from(address: String) -> Self {
        Self::new(address)
    }
}

impl From<&String> for Server {
    fn from(address: &String) -> Self {
        Self::new(address)
    }
}
