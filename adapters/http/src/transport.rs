//! Calls over HTTP that connect only where they may: what the HTTP task and other adapters share.

use std::fmt;
use std::net::IpAddr;

use reqwest::header::HeaderMap;
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Method, Response, StatusCode};
use url::{Host, Url};

use crate::options::{HttpOptions, Redirects, SetupError, tls};
use crate::resolve::{Resolver, refused};
use crate::text::printable;

/// Characters of an error of the system that a cause quotes.
const LONGEST_CAUSE: usize = 500;

/// Calls over HTTP that connect only where they may. Cloning it is cheap; the clones share their
/// connections.
#[derive(Clone, Debug)]
pub struct Transport {
    client: reqwest::Client,
    options: HttpOptions,
}

/// What is sent. Query, headers and body may hold secrets, so it cannot be printed.
pub struct Call {
    /// The method.
    pub method: Method,
    /// Where it goes, with the query.
    pub url: Url,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Option<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, or why it cannot be read.
    pub body: Result<Vec<u8>, Fault>,
}

/// Why there is no answer, or no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The scheme, which may not be used.
    Scheme(String),
    /// The host's addresses may not be connected to.
    Refused(String),
    /// The request's body is longer than it may be.
    LongRequest {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        most: usize,
    },
    /// The answer's body is longer than it may be.
    LongAnswer {
        /// How long it may be.
        most: usize,
    },
    /// Time ran out.
    Timeout,
    /// There was no connection, or it broke.
    Connection(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme(scheme) => write!(f, "the URL must begin with `https`, not `{scheme}`"),
            Self::Refused(cause) | Self::Connection(cause) => f.write_str(cause),
            Self::LongRequest { bytes, most } => {
                write!(f, "the request has {bytes} bytes, more than {most}")
            }
            Self::LongAnswer { most } => write!(f, "the response has more than {most} bytes"),
            Self::Timeout => f.write_str("there was no response in time"),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// A connection that broke, or was never made. An error of the system can quote what the other
    /// side sent.
    pub fn connection(error: &dyn fmt::Display) -> Self {
        let text = error.to_string();
        let shortened: String = text.chars().take(LONGEST_CAUSE).collect();
        Self::Connection(printable(&shortened))
    }
}

impl Transport {
    /// Ready to call. Servers are trusted as the system does; `user_agent` is how the client names
    /// itself.
    pub fn new(options: HttpOptions, user_agent: &str) -> Result<Self, SetupError> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(options.plain_http)?)
            .user_agent(user_agent)
            .https_only(!options.plain_http)
            // Whoever is in between would resolve names for us.
            .no_proxy()
            .connect_timeout(options.connect_timeout)
            .timeout(options.timeout)
            .redirect(policy(options.redirects))
            .dns_resolver(Resolver(options.clone()))
            .build()
            .map_err(|error| SetupError::new(&error))?;
        Ok(Self { client, options })
    }

    /// What it may do.
    pub fn options(&self) -> &HttpOptions {
        &self.options
    }

    /// Sends a request and waits for the answer.
    pub async fn send(&self, call: Call) -> Result<Answer, Fault> {
        self.check(&call)?;
        let mut request = self.client.request(call.method, call.url).headers(call.headers);
        if let Some(body) = call.body {
            request = request.body(body);
        }
        let response = request.send().await.map_err(|error| failed(&error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Answer { status, headers, body: read(response, self.options.longest_body).await })
    }

    /// What the resolver does not see: the scheme, and hosts that are addresses.
    fn check(&self, call: &Call) -> Result<(), Fault> {
        let scheme = call.url.scheme();
        if scheme != "https" && !(scheme == "http" && self.options.plain_http) {
            return Err(Fault::Scheme(scheme.to_owned()));
        }
        if address(&call.url).is_some_and(|address| !self.options.reach.allows(address)) {
            return Err(Fault::Refused(refused()));
        }
        let (bytes, most) = (call.body.as_ref().map_or(0, String::len), self.options.longest_body);
        if bytes > most { Err(Fault::LongRequest { bytes, most }) } else { Ok(()) }
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

fn policy(redirects: Redirects) -> Policy {
    match redirects {
        Redirects::None => Policy::none(),
        Redirects::SameOrigin(most) => Policy::custom(move |attempt: Attempt<'_>| {
            let same = attempt
                .previous()
                .last()
                .is_some_and(|before| before.origin() == attempt.url().origin());
            if same && attempt.previous().len() <= most { attempt.follow() } else { attempt.stop() }
        }),
    }
}

/// The body, as long as it may be.
async fn read(mut response: Response, most: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| failed(&error))? {
        if bytes.len().saturating_add(piece.len()) > most {
            return Err(Fault::LongAnswer { most });
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// There was no response, or not all of it.
fn failed(error: &reqwest::Error) -> Fault {
    let mut source = std::error::Error::source(error);
    let mut last = None;
    while let Some(inner) = source {
        // The resolver's own.
        if let Some(fault @ Fault::Refused(_)) = inner.downcast_ref() {
            return fault.clone();
        }
        last = Some(inner.to_string());
        source = inner.source();
    }
    if error.is_timeout() { Fault::Timeout } else { Fault::connection(&last.unwrap_or_default()) }
}
