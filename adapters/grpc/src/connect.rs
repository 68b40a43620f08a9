//! Connections to permitted addresses: the addresses are checked after name resolution, and the
//! checked ones are used.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use asl_http::{Fault, HttpOptions, SetupError, tls};
use http::Uri;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tonic::transport::{Channel, Endpoint};
use tower_service::Service;

/// Makes connections.
pub(crate) struct Connector {
    options: HttpOptions,
    tls: Arc<ClientConfig>,
}

/// The connector of one server.
#[derive(Clone)]
struct Server {
    options: HttpOptions,
    tls: Option<Arc<ClientConfig>>,
    host: String,
    port: u16,
}

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Connector {
    pub(crate) fn new(options: &HttpOptions) -> Result<Self, SetupError> {
        let mut tls = tls(options.plain_http)?;
        tls.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Self { options: options.clone(), tls: Arc::new(tls) })
    }

    /// A channel to a server. It connects on first use, and again after a lost connection.
    pub(crate) fn channel(&self, origin: &Uri) -> Result<Channel, Fault> {
        let scheme = origin.scheme_str().unwrap_or_default();
        let tls = match scheme {
            "https" => Some(Arc::clone(&self.tls)),
            "http" if self.options.plain_http => None,
            other => return Err(Fault::Scheme(other.to_owned())),
        };
        let host = origin.host().unwrap_or_default().to_owned();
        let port = origin.port_u16().unwrap_or(if tls.is_some() { 443 } else { 80 });
        // The connector encrypts, so tonic must not, whatever its features are.
        let endpoint = Endpoint::from_shared(format!("http://{host}:{port}"));
        let endpoint = endpoint.map_err(|error| Fault::connection(&error))?;
        let endpoint = endpoint
            .connect_timeout(self.options.connect_timeout)
            .user_agent(concat!("asl-grpc/", env!("CARGO_PKG_VERSION")))
            .map_err(|error| Fault::connection(&error))?;
        let server = Server { options: self.options.clone(), tls, host, port };
        Ok(endpoint.connect_with_connector_lazy(server))
    }
}

impl Server {
    async fn connect(self) -> Result<TokioIo<Box<dyn Stream>>, Fault> {
        let stream = self.tcp().await?;
        let Some(tls) = self.tls else { return Ok(TokioIo::new(Box::new(stream))) };
        let name = self.host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(name).map_err(|error| Fault::connection(&error))?;
        let stream = TlsConnector::from(tls).connect(name, stream).await;
        Ok(TokioIo::new(Box::new(stream.map_err(|error| Fault::connection(&error))?)))
    }

    async fn tcp(&self) -> Result<TcpStream, Fault> {
        let mut last = Fault::Connection(format!("`{}` has no address", self.host));
        for address in self.options.addresses(&self.host).await? {
            match TcpStream::connect((address, self.port)).await {
                Ok(stream) => {
                    stream.set_nodelay(true).map_err(|error| Fault::connection(&error))?;
                    return Ok(stream);
                }
                Err(error) => last = Fault::connection(&error),
            }
        }
        Err(last)
    }
}

impl Service<Uri> for Server {
    type Response = TokioIo<Box<dyn Stream>>;
    type Error = Fault;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Fault>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Fault>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _uri: Uri) -> Self::Future {
        Box::pin(self.clone().connect())
    }
}
