//! Options of calls.

use std::fmt;
use std::time::Duration;

use asl_http::HttpTask;
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider};

/// Options of the calls of services.
#[derive(Clone)]
#[non_exhaustive]
pub struct Options {
    /// The region of the services.
    pub region: String,
    /// An address that stands for all services, such as that of `LocalStack` or moto:
    /// `http://localhost:4566`. By default each service has its own at AWS.
    pub endpoint: Option<String>,
    /// The credentials. Without any, each call that must be signed fails.
    pub credentials: Option<SharedCredentialsProvider>,
    /// Time-out of connecting.
    pub connect_timeout: Duration,
    /// Time-out of a call. Lambda functions have their 15 minutes nevertheless.
    pub timeout: Duration,
    /// Maximum size of a request or response, in bytes.
    pub longest_body: usize,
    /// The time before the first look at a job that a `.sync` task waits for. The times between
    /// looks grow up to 30 times this.
    pub poll: Duration,
    /// Performs `http:invoke`.
    pub http: Option<HttpTask>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            region: "us-east-1".to_owned(),
            endpoint: None,
            credentials: None,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(60),
            longest_body: 6 * 1024 * 1024 + 1024,
            poll: Duration::from_secs(1),
            http: None,
        }
    }
}

impl Options {
    asl_runtime::__setters! {
        region: impl Into<String>,
        endpoint: impl Into<Option<String>>,
        connect_timeout: Duration,
        timeout: Duration,
        longest_body: usize,
        poll: Duration,
        http: impl Into<Option<HttpTask>>,
    }

    /// Sets the provider of credentials, for example
    /// [`Credentials`](aws_credential_types::Credentials).
    #[must_use]
    pub fn credentials(mut self, provider: impl ProvideCredentials + 'static) -> Self {
        self.credentials = Some(SharedCredentialsProvider::new(provider));
        self
    }
}

/// Credentials are not printed.
impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("region", &self.region)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}
