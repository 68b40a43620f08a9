//! Amazon SWF itself, through its SDK.

mod calls;
mod decisions;
mod events;
mod fields;
mod problem;

use std::time::Duration;

use aws_sdk_swf::Client;
use aws_sdk_swf::config::retry::RetryConfig;
use aws_sdk_swf::config::timeout::TimeoutConfig;
use aws_sdk_swf::config::{BehaviorVersion, Builder};
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;

pub use aws_sdk_swf::config;

/// Amazon SWF. Clones are cheap.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use asl_runtime::asl_machine;
/// use asl_swf::aws::AwsSwf;
/// use asl_swf::aws::config::{Credentials, Region};
/// use asl_swf::worker::{DeciderWorker, Stop, WorkerOptions};
/// use asl_swf::{Decider, DeciderOptions};
///
/// asl_machine!("doc/order.asl.json"); // -> mod order
///
/// # async fn run(credentials: Credentials) -> Result<(), Box<dyn std::error::Error>> {
/// let settings = AwsSwf::settings().region(Region::new("eu-west-1")).credentials_provider(credentials);
/// let swf = Arc::new(AwsSwf::new(settings.build()));
/// let decider = Decider::new(&order::MACHINE, DeciderOptions::default())?;
/// let options = WorkerOptions::new("shop", "orders").listener(|notice| println!("{notice}"));
/// let tally = DeciderWorker::new(swf, options, [decider])?.run(&Stop::new()).await?;
/// println!("{} decisions", tally.answered);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AwsSwf {
    client: Client,
}

impl AwsSwf {
    /// The settings that a client needs besides region and credentials: TLS with the cryptography
    /// of ring, no retries (workers retry, and count that), and time for long polls.
    pub fn settings() -> Builder {
        let http = aws_smithy_http_client::Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .build_https();
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(10))
            .read_timeout(Duration::from_secs(70))
            .operation_timeout(Duration::from_secs(75));
        aws_sdk_swf::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .http_client(http)
            .timeout_config(timeouts.build())
            .retry_config(RetryConfig::disabled())
    }

    /// A client with settings: those of [`settings`](Self::settings), or your own.
    pub fn new(settings: config::Config) -> Self {
        Self { client: Client::from_conf(settings) }
    }
}
