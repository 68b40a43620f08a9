//! S3 as emulated by moto's server, if the variable `ASL_MOTO` has its address (`cargo xtask test`
//! starts one).
#![cfg(feature = "aws")]
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod common;

use asl_object_store::ObjectStores;
use asl_object_store::aws::AmazonS3Builder;
use asl_runtime::storage::{ObjectName, Storage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The address, `127.0.0.1:5055`.
fn moto() -> Option<String> {
    let moto = std::env::var("ASL_MOTO").ok();
    if moto.is_none() {
        eprintln!("skipped: ASL_MOTO has no address of a moto server");
    }
    moto
}

/// Sends a request. Returns the status line.
async fn request(address: &str, head: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let text = format!(
        "{head} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn s3_keeps_objects() {
    let Some(address) = moto() else { return };
    assert!(request(&address, "POST /moto-api/reset").await.contains("200"));
    let settings = AmazonS3Builder::new()
        .with_endpoint(format!("http://{address}"))
        .with_allow_http(true)
        .with_region("us-east-1")
        .with_access_key_id("test")
        .with_secret_access_key("test");
    let storage = ObjectStores::s3(settings);
    let missing = storage.read(&ObjectName::new("bucket", "x")).await.err().unwrap();
    assert_eq!(missing.place(), "bucket/x");
    assert!(request(&address, "PUT /bucket").await.contains("200"));
    common::objects(&storage).await;
    common::a_map(&storage).await;
}
