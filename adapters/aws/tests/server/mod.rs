//! A server that gives one answer to each request, and the options of services that call it.

use asl_aws::{Credentials, Options};
use asl_runtime::{TaskError, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

pub(crate) fn options(listener: &TcpListener) -> Options {
    Options::default()
        .endpoint(format!("http://{}", listener.local_addr().unwrap()))
        .credentials(Credentials::new("AKID", "s3cr3t", Some("t0k3n".to_owned()), None, "test"))
}

pub(crate) async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

/// Answers one request with a head (the status and headers) and a body.
pub(crate) async fn answer(listener: &TcpListener, head: &str, body: &[u8]) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut bytes = vec![0; 8192];
    let read = stream.read(&mut bytes).await.unwrap();
    let head =
        format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    // The client may have closed: the answer is too long for it.
    let _ = stream.write_all(body).await;
    String::from_utf8_lossy(bytes.get(..read).unwrap()).into_owned()
}

pub(crate) fn text(result: Result<Value, TaskError>) -> String {
    match result {
        Ok(result) => result.to_json_string(),
        Err(error) => format!("{}: {}", error.error(), error.cause().unwrap_or_default()),
    }
}
