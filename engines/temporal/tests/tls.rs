//! Encrypted connections, to a server that answers each request with what it has read of it. Its
//! certificate and that of the client are signed by test authorities, and valid for a century.
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use asl_runtime::{Compiled, asl_machine};
use asl_temporal::{Client, ClientError, Machines, ServeError, Server};
use bytes::Bytes;
use http::Response;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

asl_machine!("doc/count.asl.json");

const GRPC_STATUS: HeaderName = HeaderName::from_static("grpc-status");

/// A file of the tests of `asl-http`, or of ours.
fn file(name: &str) -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let ours = here.join("tests/tls").join(name);
    if ours.exists() { ours } else { here.join("../../adapters/http/tests/tls").join(name) }
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(file(name)).expect("a file")
}

/// Starts a server, which accepts clients with a certificate only, if so wanted.
async fn start(wants_certificate: bool) -> SocketAddr {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .expect("versions");
    let config = if wants_certificate {
        let mut roots = RootCertStore::empty();
        let authority = CertificateDer::from_pem_file(file("clients.pem")).expect("PEM");
        roots.add(authority).expect("an authority");
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
        config.with_client_cert_verifier(verifier.build().expect("a verifier"))
    } else {
        config.with_no_client_auth()
    };
    let certificate = CertificateDer::from_pem_file(file("localhost.pem")).expect("PEM");
    let key = PrivateKeyDer::from_pem_file(file("localhost.key")).expect("PEM");
    let mut config = config.with_single_cert(vec![certificate], key).expect("a certificate");
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer_all(acceptor.clone(), stream));
        }
    });
    address
}

async fn answer_all(acceptor: TlsAcceptor, stream: tokio::net::TcpStream) {
    // A client that does not trust the certificate, or is not trusted, disconnects.
    let Ok(stream) = acceptor.accept(stream).await else { return };
    let Ok(mut connection) = h2::server::handshake(stream).await else { return };
    while let Some(Ok((request, mut respond))) = connection.accept().await {
        let is_first = request.uri().path().ends_with("/GetSystemInfo");
        let text = |headers: &HeaderMap, name| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or("none").to_owned()
        };
        let key = text(request.headers(), "authorization");
        let answer = Response::builder().header("content-type", "application/grpc");
        if is_first {
            let answer = answer.body(()).expect("an answer");
            let mut body = respond.send_response(answer, false).expect("it is sent");
            // A message without members.
            body.send_data(Bytes::from_static(&[0; 5]), false).expect("it is sent");
            let well = HeaderMap::from_iter([(GRPC_STATUS, HeaderValue::from_static("0"))]);
            body.send_trailers(well).expect("they are sent");
            continue;
        }
        let refused = answer.header(GRPC_STATUS, "7").header("grpc-message", format!("key {key}"));
        respond.send_response(refused.body(()).expect("an answer"), true).expect("it is sent");
    }
}

/// A server that the client trusts.
fn trusted(address: SocketAddr) -> Server {
    Server::new(format!("https://localhost:{}", address.port())).authority(bytes("authority.pem"))
}

fn refusal<T>(result: Result<T, ClientError>) -> String {
    match result {
        Ok(_) => panic!("the server refuses"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn a_key_reaches_the_server_encrypted() {
    let address = start(false).await;
    let server = trusted(address).api_key("open sesame");
    let client = Client::connect(server.clone()).await.expect("it is trusted");
    let refused = refusal(client.describe("o-1").await);
    assert_eq!(refused, "the server refuses (code 7): key Bearer open sesame");
    let machine = Compiled::without_tasks(&count::MACHINE);
    let served =
        Machines::new().register(machine).serve_until(server, std::future::pending::<()>());
    let error = served.await.expect_err("it does not have the namespace");
    assert!(matches!(error, ServeError::Namespace(..)), "{error}");
    assert!(error.to_string().contains("key Bearer open sesame"), "{error}");
}

#[tokio::test]
async fn a_server_that_nobody_knows_is_not_trusted() {
    let address = start(false).await;
    let url = format!("https://localhost:{}", address.port());
    let error = Client::connect(url.as_str()).await.expect_err("its authority is a test's");
    assert!(matches!(error, ClientError::Unreachable(..)), "{error}");
    assert!(error.to_string().contains("invalid peer certificate: UnknownIssuer"), "{error}");
    let other = format!("https://127.0.0.1:{}", address.port());
    let other = Server::new(other).authority(bytes("authority.pem"));
    let error = Client::connect(other.clone()).await.expect_err("that is not its name");
    assert!(error.to_string().contains("not valid for name"), "{error}");
    Client::connect(other.name("localhost")).await.expect("its name");
}

#[tokio::test]
async fn a_client_shows_its_certificate() {
    let address = start(true).await;
    let unknown = Client::connect(trusted(address)).await;
    assert!(matches!(unknown, Err(ClientError::Unreachable(..))), "{unknown:?}");
    let server = trusted(address).client_certificate(bytes("client.pem"), bytes("client.key"));
    let client = Client::connect(server).await.expect("it is known");
    assert_eq!(refusal(client.describe("o-1").await), "the server refuses (code 7): key none");
}
