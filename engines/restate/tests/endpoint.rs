//! The HTTP endpoint under requests that no Restate sends.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_restate::Machines;
use asl_runtime::{Compiled, asl_machine};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpStream};

asl_machine!("tests/machines/order.asl.json");

/// Status and body; `None`: the connection was closed instead.
async fn ask(address: SocketAddr, request: Request<Full<Bytes>>) -> Option<(u16, Vec<u8>)> {
    let stream = TcpStream::connect(address).await.unwrap();
    let io = TokioIo::new(stream);
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), io).await.ok()?;
    tokio::spawn(connection);
    let response = sender.send_request(request).await.ok()?;
    let status = response.status().as_u16();
    let body = Limited::new(response.into_body(), 1 << 20).collect().await.ok()?.to_bytes();
    Some((status, body.to_vec()))
}

fn request(method: &str, path: &str, kind: &str, body: &[u8]) -> Request<Full<Bytes>> {
    let builder = Request::builder().method(method).uri(format!("http://localhost{path}"));
    let builder = builder.header("content-type", kind).header("accept", kind);
    builder.body(Full::from(body.to_vec())).unwrap()
}

const INVOCATION: &str = "application/vnd.restate.invocation.v5";

/// A message of the protocol: type, flags, length.
fn message(kind: u16, length: u32, bytes: &[u8]) -> Vec<u8> {
    [&kind.to_be_bytes(), &[0, 0][..], &length.to_be_bytes(), bytes].concat()
}

#[expect(clippy::too_many_lines, reason = "a list of requests")]
#[tokio::test]
async fn no_request_brings_the_endpoint_down() {
    let panics = Arc::new(Mutex::new(Vec::new()));
    let (seen, shown) = (Arc::clone(&panics), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        // The SDK counts the parts of a path wrongly if there are fewer than three, which a build
        // with overflow checks detects: the connection ends, the endpoint continues. None of our
        // code may panic.
        if !panic.location().is_some_and(|place| place.file().contains("restate-sdk")) {
            seen.lock().unwrap().push(panic.to_string());
            shown(panic);
        }
    }));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let machines = Machines::new().register_as("order", Compiled::without_tasks(&order::MACHINE));
    let server = tokio::spawn(machines.serve_until(listener, std::future::pending::<()>()));

    let start = message(0, 12, &[0x0a, 3, b'a', b'b', b'c', 0x12, 1, b'a', 0x18, 1, 0x28, 1]);
    let bodies: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"garbage".to_vec(),
        vec![0; 64],
        vec![0xff; 64],
        // Lengths beyond the data.
        message(0, u32::MAX, b"x"),
        message(0x7fff, 1 << 30, b""),
        // A start without any field, with broken ones, repeated, and followed by unexpected
        // entries.
        message(0, 0, b""),
        message(0, 2, &[0x0a, 0xff]),
        [start.clone(), start.clone()].concat(),
        [start.clone(), message(0x0400, 2, &[0x72, 0])].concat(),
        [start.clone(), message(0x0402, 4, &[1, 2, 3, 4]), message(0x8000, 3, &[9, 9, 9])].concat(),
        [start.clone(), message(0x0400, 5, b"\x72\x03\x0a\x01{"), message(0x0001, 1, b"x")]
            .concat(),
        [start, vec![0xff; 10_000]].concat(),
    ];
    let paths = [
        "/invoke/order/run",
        "/invoke/order.tasks/run",
        "/invoke/order.more/run",
        "/invoke/order/send",
    ];
    let odd = [
        "/",
        "/discover",
        "/invoke",
        "/invoke/order",
        "/invoke/none/run",
        "/invoke/order/none",
        "/%ff/../x",
        "//",
    ];
    let mut refused = 0;
    for path in paths.into_iter().chain(odd) {
        for body in &bodies {
            for (method, kind) in
                [("POST", INVOCATION), ("POST", "text/html"), ("GET", "application/json")]
            {
                let asked = ask(address, request(method, path, kind, body));
                let answer = tokio::time::timeout(Duration::from_secs(20), asked).await;
                let answer = answer
                    .unwrap_or_else(|_| panic!("{method} {path} {kind} {body:?} does not end"));
                refused += usize::from(answer.is_none_or(|(status, _)| status >= 400));
            }
        }
    }
    assert!(refused > 100, "{refused}");
    // It still serves, and no task of it has panicked.
    let discovery = "application/vnd.restate.endpointmanifest.v4+json";
    let (status, body) = ask(address, request("GET", "/discover", discovery, b"")).await.unwrap();
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&body));
    assert!(!server.is_finished());
    server.abort();
    assert_eq!(*panics.lock().unwrap(), [""; 0]);
}
