//! HTTP tasks over TLS, against a server whose certificate is signed by a test authority:
//! `tests/tls`, valid for a century.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use asl_http::{HttpOptions, HttpTask, Network, Reach};
use asl_runtime::{TaskError, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The environment variable with the file of trusted authorities, which the system's verifier
/// reads.
const TRUSTED: &str = "SSL_CERT_FILE";

fn file(name: &str) -> String {
    format!("{}/tests/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Answers every request with `secret`.
async fn start() -> SocketAddr {
    let certificate = CertificateDer::from_pem_file(file("localhost.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("localhost.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let acceptor =
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate], key).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust the certificate disconnects.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request).await;
            let _ = stream
                .write_all(
                    b"HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret",
                )
                .await;
            let _ = stream.shutdown().await;
        }
    });
    address
}

/// The answer of the server under a name.
async fn get(host: &str) -> Result<Value, TaskError> {
    let address = start().await;
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    let task = HttpTask::new(HttpOptions::default().reach(reach)).unwrap();
    task.invoke(
        &json!({"ApiEndpoint": (format!("https://{host}:{}/", address.port())), "Method": "GET"}),
    )
    .await
}

/// Runs a test of this file again in a process that trusts the authorities of a file. Returns
/// `false` in that process.
fn trusting(trusted: &str, test: &str) -> bool {
    let trusted = file(trusted);
    if std::env::var_os(TRUSTED).is_some_and(|file| file.to_str() == Some(&trusted)) {
        return false;
    }
    let test_process = std::env::current_exe().unwrap();
    let done =
        Command::new(test_process).args(["--exact", test]).env(TRUSTED, trusted).output().unwrap();
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && text.contains("1 passed"), "{text}");
    true
}

#[tokio::test]
async fn a_certificate_that_nobody_trusts_is_refused() {
    // The server's own certificate is not an authority.
    if !trusting("localhost.pem", "a_certificate_that_nobody_trusts_is_refused") {
        let error = get("localhost").await.unwrap_err();
        assert_eq!(error.error(), "States.Http.Socket");
        let cause = error.cause().unwrap_or_default();
        assert!(cause.contains("certificate") && !cause.chars().any(char::is_control), "{cause}");
    }
}

#[tokio::test]
async fn a_server_that_is_trusted_is_called_over_tls() {
    if !trusting("authority.pem", "a_server_that_is_trusted_is_called_over_tls") {
        let answer = get("localhost").await.unwrap();
        assert_eq!(answer.get("ResponseBody"), Some(&json!("secret")));
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    if !trusting("authority.pem", "a_certificate_for_another_name_is_refused") {
        let error = get("127.0.0.1").await.unwrap_err();
        assert_eq!(error.error(), "States.Http.Socket");
        assert!(error.cause().unwrap_or_default().contains("certificate"), "{error:?}");
    }
}
