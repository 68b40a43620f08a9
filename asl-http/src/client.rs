//! The task itself: connects only where it may.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use asl_runtime::{TaskError, Value};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::{Attempt, Policy};
use rustls::ClientConfig;
use url::{Host, Url};

use crate::address::Reach;
use crate::connection::{Connections, Credentials};
use crate::request::Request;
use crate::response;

/// How HTTP tasks are performed. What is left out is as on AWS.
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
    fn lookup(&self, host: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;
}

/// Performs HTTP tasks: `arn:aws:states:::http:invoke`. Cloning it is cheap; the clones share their connections.
#[derive(Clone, Debug)]
pub struct HttpTask {
    client: reqwest::Client,
    options: HttpOptions,
}

/// Why HTTP tasks cannot be performed on this machine: it has no trusted certificates.
#[derive(Debug)]
pub struct SetupError(String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}

impl HttpTask {
    /// Ready to perform tasks. Servers are trusted as the system does.
    pub fn new(options: HttpOptions) -> Result<Self, SetupError> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(options.plain_http)?)
            .user_agent(concat!("asl-http/", env!("CARGO_PKG_VERSION")))
            .https_only(!options.plain_http)
            // Whoever is in between would resolve names for us.
            .no_proxy()
            .connect_timeout(options.connect_timeout)
            .timeout(options.timeout)
            .redirect(policy(options.redirects))
            .dns_resolver(Resolver { reach: options.reach.clone(), lookup: options.lookup.clone() })
            .build()
            .map_err(|error| SetupError(error.to_string()))?;
        Ok(Self { client, options })
    }

    /// Performs a task. Its input has `ApiEndpoint`, `Method` and so on, its output `Headers`, `ResponseBody`, `StatusCode` and
    /// `StatusText`.
    ///
    /// Errors: `States.Http.StatusCode.404` and so on, with the response's body as the cause; `States.Http.Socket` where there was no
    /// response in time; `States.Runtime` for what can never work.
    pub async fn invoke(&self, input: &Value) -> Result<Value, TaskError> {
        let credentials = self.credentials(input).await?;
        let request = Request::new(input, credentials)?;
        self.check(&request)?;
        let mut call = self.client.request(request.method, request.url).headers(request.headers);
        if let Some(body) = request.body {
            call = call.body(body);
        }
        let answer = call.send().await.map_err(|error| failed(&error))?;
        response::read(answer, self.options.longest_body).await
    }

    async fn credentials(&self, input: &Value) -> Result<Credentials, TaskError> {
        match (Request::connection_arn(input), &self.options.connections) {
            (None, _) => Ok(Credentials::default()),
            (Some(arn), Some(connections)) => connections.credentials(arn).await,
            (Some(arn), None) => {
                Err(TaskError::new("States.Permissions", format!("nobody has credentials for the connection {arn}")))
            }
        }
    }

    /// What the resolver does not see: the scheme, and hosts that are addresses.
    fn check(&self, request: &Request) -> Result<(), TaskError> {
        let scheme = request.url.scheme();
        if scheme != "https" && !(scheme == "http" && self.options.plain_http) {
            return Err(TaskError::new(
                "States.Runtime",
                format!("the ApiEndpoint must begin with `https`, not `{scheme}`"),
            ));
        }
        let address = address(&request.url);
        if let Some(address) = address.filter(|address| !self.options.reach.allows(*address)) {
            return Err(TaskError::new("States.Permissions", refused(&[address])));
        }
        let length = request.body.as_ref().map_or(0, String::len);
        if length > self.options.longest_body {
            let cause = format!("the request has {length} bytes, more than {}", self.options.longest_body);
            return Err(TaskError::new("States.DataLimitExceeded", cause));
        }
        Ok(())
    }
}

/// The host of a URL, if that is an address.
fn address(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

fn refused(addresses: &[IpAddr]) -> String {
    let addresses: Vec<_> = addresses.iter().map(ToString::to_string).collect();
    format!("connecting to {} is not allowed: the address is not public", addresses.join(", "))
}

/// Trusts what the system trusts, with the cryptography of ring, whatever else the process uses.
fn tls(plain_http: bool) -> Result<ClientConfig, SetupError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| SetupError(error.to_string()))?;
    match rustls_platform_verifier::Verifier::new(provider) {
        Ok(verifier) => {
            Ok(builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth())
        }
        // A system without certificates trusts nobody, which is of no matter to those who need none.
        Err(_) if plain_http => {
            Ok(builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth())
        }
        Err(error) => Err(SetupError(error.to_string())),
    }
}

fn policy(redirects: Redirects) -> Policy {
    match redirects {
        Redirects::None => Policy::none(),
        Redirects::SameOrigin(most) => Policy::custom(move |attempt: Attempt<'_>| {
            let same = attempt.previous().last().is_some_and(|before| before.origin() == attempt.url().origin());
            if same && attempt.previous().len() <= most { attempt.follow() } else { attempt.stop() }
        }),
    }
}

/// Resolves names to the addresses that may be connected to.
struct Resolver {
    reach: Reach,
    lookup: Option<Arc<dyn Lookup>>,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, lookup, host) = (self.reach.clone(), self.lookup.clone(), name.as_str().to_owned());
        Box::pin(async move {
            let found = match lookup {
                Some(lookup) => lookup.lookup(host).await?,
                None => tokio::net::lookup_host((host, 0)).await?.map(|address| address.ip()).collect(),
            };
            let (allowed, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|address| reach.allows(*address));
            if allowed.is_empty() && !others.is_empty() {
                return Err(Refused(refused(&others)).into());
            }
            Ok(Box::new(allowed.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// All addresses of a host were refused.
#[derive(Debug)]
struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// There was no response.
pub(crate) fn failed(error: &reqwest::Error) -> TaskError {
    let mut source = std::error::Error::source(error);
    let mut last = None;
    while let Some(inner) = source {
        if let Some(Refused(cause)) = inner.downcast_ref() {
            return TaskError::new("States.Permissions", cause.as_str());
        }
        last = Some(inner.to_string());
        source = inner.source();
    }
    let cause = if error.is_timeout() { "there was no response in time".to_owned() } else { last.unwrap_or_default() };
    TaskError::new("States.Http.Socket", cause)
}
