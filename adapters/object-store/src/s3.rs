//! Amazon S3.

use std::sync::Arc;
use std::time::Duration;

use object_store::ClientOptions;
use object_store::aws::AmazonS3Builder;
use object_store::client::{HttpClient, HttpConnector};
use rustls::ClientConfig;

use crate::ObjectStores;

impl ObjectStores {
    /// The buckets of Amazon S3, or of a server with its protocol, all with these settings: region,
    /// credentials, endpoint.
    pub fn s3(settings: AmazonS3Builder) -> Self {
        Self::new(move |bucket| {
            let settings = settings.clone().with_http_connector(Connector);
            Ok(Arc::new(settings.with_bucket_name(bucket).build()?))
        })
        .versioned()
    }
}

/// Connects with the cryptography of ring, independent of the rest of the process, and with
/// time-outs.
#[derive(Debug)]
struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls())
            .no_proxy()
            .connect_timeout(Duration::from_secs(5))
            .read_timeout(Duration::from_secs(30))
            .build();
        Ok(HttpClient::new(client.map_err(generic)?))
    }
}

/// Trusts the system's certificates. Without any, no server is trusted.
fn tls() -> ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = rustls_platform_verifier::Verifier::new(Arc::clone(&provider));
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let Ok(builder) = builder else { unreachable!("ring has the cipher suites of all versions") };
    match verifier {
        Ok(verifier) => builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth(),
        Err(_) => {
            builder.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth()
        }
    }
}

fn generic(error: impl std::error::Error + Send + Sync + 'static) -> object_store::Error {
    object_store::Error::Generic { store: "S3", source: Box::new(error) }
}
