//! A server with arbitrary answers.
#![expect(clippy::unwrap_used, reason = "tests")]

#[expect(dead_code, reason = "only its messages are used here")]
mod service;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use asl_grpc::{Client, Options};
use asl_http::{HttpOptions, Network, Reach};
use asl_runtime::{TaskError, Value, json};
use hyper::body::{Body as HttpBody, Bytes, Frame};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::body::Body;
use tonic::server::NamedService;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tower_service::Service as TowerService;

/// The body of an answer: frames, and the bytes after them.
#[derive(Clone)]
struct Answer {
    head: Arc<dyn Fn(http::response::Builder) -> http::response::Builder + Send + Sync>,
    frames: VecDeque<Bytes>,
    then: Then,
    trailers: Vec<(&'static str, Vec<u8>)>,
}

#[derive(Clone)]
enum Then {
    /// The trailers, if there are any.
    End,
    /// Send nothing, ever.
    Hang,
    /// Repeat the same bytes for ever.
    Repeat(Bytes),
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(bytes) = self.frames.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        match &self.then {
            Then::Hang => Poll::Pending,
            Then::Repeat(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes.clone())))),
            Then::End if self.trailers.is_empty() => Poll::Ready(None),
            Then::End => {
                let mut trailers = http::HeaderMap::new();
                for (name, value) in std::mem::take(&mut self.trailers) {
                    trailers.append(name, http::HeaderValue::from_bytes(&value).unwrap());
                }
                Poll::Ready(Some(Ok(Frame::trailers(trailers))))
            }
        }
    }
}

impl NamedService for Answer {
    const NAME: &'static str = "shop.v1.Orders";
}

impl TowerService<http::Request<Body>> for Answer {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = std::future::Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _request: http::Request<Body>) -> Self::Future {
        let head =
            (self.head)(http::Response::builder().header("content-type", "application/grpc"));
        std::future::ready(Ok(head.body(Body::new(self.clone())).unwrap()))
    }
}

/// A message with its length prefix.
fn message(bytes: &[u8]) -> Bytes {
    let mut framed = vec![0];
    framed.extend(u32::try_from(bytes.len()).unwrap().to_be_bytes());
    framed.extend_from_slice(bytes);
    framed.into()
}

fn answer(frames: impl IntoIterator<Item = Bytes>, then: Then) -> Answer {
    let trailers = vec![("grpc-status", b"0".to_vec())];
    Answer { head: Arc::new(|head| head), frames: frames.into_iter().collect(), then, trailers }
}

/// An answer with another head.
fn with_head(
    answer: Answer,
    head: impl Fn(http::response::Builder) -> http::response::Builder + Send + Sync + 'static,
) -> Answer {
    Answer { head: Arc::new(head), ..answer }
}

async fn start(answer: Answer) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving =
        Server::builder().add_service(answer).serve_with_incoming(TcpIncoming::from(listener));
    (address, tokio::spawn(async move { serving.await.unwrap() }))
}

/// A call of an address with a time-out of a second.
async fn call(address: SocketAddr) -> Result<Value, TaskError> {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    let timeout = Duration::from_secs(1);
    let http = HttpOptions::default().reach(reach).plain_http(true).timeout(timeout);
    let server = format!("http://{address}");
    let client = Client::new(Options::default().http(http).server(server)).unwrap();
    client.call(service::function("Find"), &json!({"id": 1})).await
}

async fn answered(answer: Answer) -> Result<Value, TaskError> {
    let (address, server) = start(answer).await;
    let result = call(address).await;
    server.abort();
    if let Err(error) = &result {
        assert_clean(error);
    }
    result
}

/// A cause is one short line without addresses.
fn assert_clean(error: &TaskError) {
    let cause = error.cause().unwrap_or_default();
    assert!(error.error().starts_with("Grpc."), "{error:?}");
    assert!(cause.chars().count() < 600 && !cause.chars().any(char::is_control), "{cause}");
    assert!(!cause.contains("127.0.0.1"), "{cause}");
}

async fn named(answer: Answer) -> String {
    answered(answer).await.unwrap_err().error().to_owned()
}

#[tokio::test]
async fn the_length_of_a_message_is_bounded() {
    let huge = Bytes::from_static(&[0, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(named(answer([huge.clone()], Then::Hang)).await, "Grpc.OutOfRange");
    assert_eq!(
        named(answer([huge], Then::Repeat(Bytes::from_static(&[0; 16_384])))).await,
        "Grpc.OutOfRange"
    );
    let longer = message(&vec![0; 256 * 1024 + 1]);
    assert_eq!(named(answer([longer], Then::End)).await, "Grpc.OutOfRange");
}

#[tokio::test]
async fn an_answer_that_never_ends_is_late() {
    let order = message(&[8, 1]);
    let never = [
        answer([], Then::Hang),
        answer([Bytes::from_static(&[0, 0, 0])], Then::Hang),
        answer([Bytes::from_static(&[0, 0, 0, 0, 9, 1])], Then::Hang),
        answer([order], Then::Hang),
    ];
    for (at, answer) in never.into_iter().enumerate() {
        assert_eq!(named(answer).await, "Grpc.DeadlineExceeded", "{at}");
    }
}

/// The deadline ends the call, or HTTP/2's own protection, which counts small frames, before it: on a
/// fast machine there are enough of them.
#[tokio::test]
async fn a_flood_of_messages_is_ended() {
    let order = message(&[8, 1]);
    let floods = [
        // Messages after the expected one, and empty messages.
        answer([order.clone()], Then::Repeat(order)),
        answer([], Then::Repeat(Bytes::from_static(&[0, 0, 0, 0, 0]))),
    ];
    for (at, answer) in floods.into_iter().enumerate() {
        let name = named(answer).await;
        assert!(
            matches!(name.as_str(), "Grpc.DeadlineExceeded" | "Grpc.ResourceExhausted"),
            "{at}: {name}"
        );
    }
}

#[tokio::test]
async fn answers_that_are_not_grpc_are_errors() {
    let html = || answer([Bytes::from_static(b"<html>no</html>")], Then::End);
    for status in [200, 204, 301, 400, 401, 403, 404, 429, 500, 502, 503, 504] {
        let kind = |head: http::response::Builder| {
            let mut head = head;
            head.headers_mut().unwrap().insert("content-type", "text/html".parse().unwrap());
            head
        };
        let name = named(with_head(html(), move |head| kind(head).status(status))).await;
        assert!(name != "Grpc.Ok", "{status}: {name}");
    }
    // No message, two messages, half a message.
    assert_eq!(named(answer([], Then::End)).await, "Grpc.Internal");
    assert!(
        answered(answer([message(&[8, 1]), message(&[8, 2])], Then::End))
            .await
            .is_ok_and(|order| order.get("id") == Some(&json!(1)))
    );
    assert_eq!(
        named(answer([Bytes::from_static(&[0, 0, 0, 0, 9, 1])], Then::End)).await,
        "Grpc.Internal"
    );
}

#[tokio::test]
async fn compressed_messages_are_refused() {
    // 1 GiB of zeros in a few bytes would be that long: nothing is decompressed.
    let bomb = || answer([Bytes::from_static(&[1, 0, 0, 0, 4, 0x1f, 0x8b, 8, 0])], Then::End);
    assert_eq!(named(bomb()).await, "Grpc.Internal");
    for encoding in ["gzip", "deflate", "zstd", "identity", "x"] {
        let name =
            named(with_head(bomb(), move |head| head.header("grpc-encoding", encoding))).await;
        assert!(
            ["Grpc.Internal", "Grpc.Unimplemented"].contains(&name.as_str()),
            "{encoding}: {name}"
        );
    }
}

#[tokio::test]
async fn statuses_and_their_texts_may_be_anything() {
    let texts: [&[u8]; 8] = [
        b"%1b%5b31m%0d%0a%00",
        b"%FF%FE",
        b"%E2%80%AE%C2%85",
        b"%",
        b"%zz",
        &[0xff, 0xfe],
        &[b'x'; 8_000],
        b"\xe2\x80\xae",
    ];
    for text in texts {
        for code in ["1", "16", "999", "x", ""] {
            let trailers =
                vec![("grpc-status", code.as_bytes().to_vec()), ("grpc-message", text.to_vec())];
            let error = answered(Answer { trailers, ..answer([], Then::End) }).await.unwrap_err();
            let name = error.error();
            let expected = match code {
                "1" => "Grpc.Cancelled",
                "16" => "Grpc.Unauthenticated",
                _ => "Grpc.Unknown",
            };
            // A text that is not UTF-8 makes the whole status unreadable.
            let is_unread = name == "Grpc.Unknown" && text != texts[0];
            assert!(name == expected || is_unread, "{code}: {name}");
        }
    }
}

#[tokio::test]
async fn headers_and_trailers_have_a_limit() {
    let order = || answer([message(&[8, 1])], Then::End);
    let large = |head: http::response::Builder| {
        (0..200).fold(head, |head, at| head.header(format!("x-{at}"), "y".repeat(10_000)))
    };
    assert!(named(with_head(order(), large)).await.starts_with("Grpc."));
    let mut trailers = vec![("grpc-status", b"0".to_vec())];
    trailers.extend((0..200).map(|_| ("x-large", vec![b'y'; 10_000])));
    assert!(named(Answer { trailers, ..order() }).await.starts_with("Grpc."));
}

#[tokio::test]
async fn bytes_that_are_no_message_are_internal_errors() {
    let bad: [(&str, &[u8]); 7] = [
        ("a string that is not UTF-8", &[0x1a, 4, 0x0a, 2, 0xff, 0xfe]),
        ("a length beyond the end", &[0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
        (
            "a number without an end",
            &[8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ),
        ("field 0", &[0, 1]),
        ("a wire type that is none", &[0x0f]),
        ("the wrong wire type", &[0x0a, 1, 1]),
        ("a group that does not end", &[0x0b]),
    ];
    for (kind, bytes) in bad {
        assert_eq!(named(answer([message(bytes)], Then::End)).await, "Grpc.Internal", "{kind}");
    }
    // Nested unknown groups: deep, and closed again.
    let deep = [vec![0x3b; 50_000], vec![0x3c; 50_000]].concat();
    assert_eq!(named(answer([message(&deep)], Then::End)).await, "Grpc.Internal");
    // An impossible time stamp is an error; an unknown number of an enum is a number.
    let time = [0x22, 11, 8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x10];
    assert!(named(answer([message(&time)], Then::End)).await.starts_with("Grpc."));
    let order = answered(answer([message(&[0x10, 99])], Then::End)).await.unwrap();
    assert_eq!(order.get("state"), Some(&json!(99)));
}

#[tokio::test]
async fn the_fields_of_an_answer_are_bounded() {
    // Two bytes each. As values they are objects with all their fields.
    let lines = |count: usize| message(&[0x1a, 0].repeat(count));
    let few = answered(answer([lines(1_000)], Then::End)).await.unwrap();
    assert_eq!(
        few.get("lines").and_then(Value::as_array).map(|lines| lines.as_slice().len()),
        Some(1_000)
    );
    let error = answered(answer([lines(131_072)], Then::End)).await.unwrap_err();
    assert_eq!(error.error(), "Grpc.TooLarge");
    let expected =
        "shop.v1.Orders/Find: the answer has more than 262144 fields, those with defaults included";
    assert_eq!(error.cause(), Some(expected));
}

#[tokio::test]
async fn random_messages_end_in_a_value_or_a_named_error() {
    let mut state = 7_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap()
    };
    // Parts of messages in random order, which give valid and broken ones.
    let pieces: [&[u8]; 10] = [
        &[8, 5],
        &[0x10, 1],
        &[0x1a, 2, 0x10, 9],
        &[0x22, 2, 8, 1],
        &[0x2a, 3, 0x0a, 1, b'k'],
        &[0x32, 1, b'z'],
        &[0x7a, 1, 0],
        &[0xff],
        &[0x1a, 3],
        &[0x3b, 0x3c],
    ];
    for _ in 0..40 {
        let mut bytes = Vec::new();
        for _ in 0..next() % 8 {
            bytes.extend_from_slice(pieces[next() % pieces.len()]);
        }
        if let Err(error) = answered(answer([message(&bytes)], Then::End)).await {
            assert_eq!(error.error(), "Grpc.Internal", "{bytes:?}");
        }
    }
}

#[tokio::test]
async fn a_server_that_speaks_something_else_is_an_error() {
    let answers: [&[u8]; 4] =
        [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-x\r\n", &[0; 64], &[0xff; 4_096]];
    for bytes in answers {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tokio::spawn(async move {
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.write_all(bytes).await;
                open.push(stream);
            }
        });
        let error = call(address).await.unwrap_err();
        server.abort();
        assert_clean(&error);
    }
    // A server that accepts connections and is silent.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let error = call(listener.local_addr().unwrap()).await.unwrap_err();
    assert_eq!(error.error(), "Grpc.DeadlineExceeded");
}
