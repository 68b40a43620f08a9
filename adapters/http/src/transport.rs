//! HTTP calls to permitted addresses: the part that the HTTP task and other adapters share.

use std::net::IpAddr;

use reqwest::header::HeaderMap;
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Method, Response, StatusCode};
use url::{Host, Url};

use crate::fault::Fault;
use crate::options::{HttpOptions, Redirects, SetupError, tls};
use crate::resolve::Resolver;

/// Performs HTTP calls to permitted addresses. Clones are cheap and share their connections.
#[derive(Clone, Debug)]
pub struct Transport {
    client: reqwest::Client,
    options: HttpOptions,
}

/// A request. It has no `Debug`, because query, headers and body may contain secrets.
pub struct Call {
    /// The method.
    pub method: Method,
    /// The URL with its query.
    pub url: Url,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Option<String>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, or the reason why it cannot be read.
    pub body: Result<Vec<u8>, Fault>,
}

impl Transport {
    /// A transport that trusts the system's certificates and sends `user_agent`.
    pub fn new(options: HttpOptions, user_agent: &str) -> Result<Self, SetupError> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(options.plain_http)?)
            .user_agent(user_agent)
            .https_only(!options.plain_http)
            // A proxy would resolve names itself.
            .no_proxy()
            .connect_timeout(options.connect_timeout)
            .timeout(options.timeout)
            .redirect(policy(options.redirects))
            .dns_resolver(Resolver(options.clone()))
            .build()
            .map_err(|error| SetupError::new(&error))?;
        Ok(Self { client, options })
    }

    /// The options.
    pub fn options(&self) -> &HttpOptions {
        &self.options
    }

    /// Sends a request and waits for the response.
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

    /// Checks the scheme, and hosts that are addresses, which the resolver does not see.
    fn check(&self, call: &Call) -> Result<(), Fault> {
        let scheme = call.url.scheme();
        if scheme != "https" && !(scheme == "http" && self.options.plain_http) {
            return Err(Fault::Scheme(scheme.to_owned()));
        }
        if address(&call.url).is_some_and(|address| !self.options.reach.allows(address)) {
            return Err(Fault::private_address());
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

/// Reads the body up to the maximum length.
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

/// The fault of a missing or incomplete response.
fn failed(error: &reqwest::Error) -> Fault {
    let mut source = std::error::Error::source(error);
    let mut last = None;
    while let Some(inner) = source {
        // An error of our resolver.
        if let Some(fault @ Fault::Refused(_)) = inner.downcast_ref() {
            return fault.clone();
        }
        last = Some(inner.to_string());
        source = inner.source();
    }
    if error.is_timeout() { Fault::Timeout } else { Fault::connection(&last.unwrap_or_default()) }
}
