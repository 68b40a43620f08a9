//! Options from the environment, as AWS's own tools find them.

use aws_config::BehaviorVersion;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;

use crate::options::Options;

impl Options {
    /// Region, endpoint and credentials of the environment: variables such as `AWS_REGION`,
    /// `AWS_ENDPOINT_URL` and `AWS_PROFILE`, the files of profiles, roles by web identity, and the
    /// metadata services of containers and instances.
    pub async fn from_env() -> Self {
        let http = aws_smithy_http_client::Builder::new()
            .tls_provider(Provider::Rustls(CryptoMode::Ring))
            .build_https();
        let loaded = aws_config::defaults(BehaviorVersion::latest()).http_client(http).load().await;
        let options = Self::default();
        Self {
            region: loaded.region().map_or(options.region, ToString::to_string),
            endpoint: loaded.endpoint_url().map(str::to_owned),
            credentials: loaded.credentials_provider(),
            ..options
        }
    }
}
