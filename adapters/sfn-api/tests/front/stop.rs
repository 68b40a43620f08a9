//! The end of a server.

use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::server::{Connection, Store, request};

/// A server that stops when the returned sender is used, and its task.
async fn start() -> (Store, String, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let (store, durable) = Store::open().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = SfnApi::new(durable).serve_until(listener, async { stopped.await.unwrap() });
    (store, address, stop, tokio::spawn(async { serving.await.unwrap() }))
}

#[tokio::test]
async fn a_server_that_stops_answers_the_requests_that_are_open() {
    let (_store, address, stop, task) = start().await;
    let text = request("ListActivities", "[]");
    let (begin, rest) = text.split_at(text.len() - 1);
    let mut open = Connection::open(&address).await;
    open.send(begin.as_bytes()).await;
    let mut idle = Connection::open(&address).await;
    idle.send(text.as_bytes()).await;
    assert_eq!(idle.response().await.unwrap().status, 400);

    stop.send(()).unwrap();
    assert!(idle.response().await.is_none());
    open.send(rest.as_bytes()).await;
    let response = open.response().await.unwrap();
    assert_eq!(response.kind(), (400, "SerializationException".to_owned()));
    task.await.unwrap();
    assert!(tokio::net::TcpStream::connect(&address).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_waits_at_most_ten_seconds() {
    let (_store, address, stop, task) = start().await;
    let mut open = Connection::open(&address).await;
    let text = request("ListActivities", "{}");
    open.send(text.strip_suffix('}').unwrap().as_bytes()).await;
    // The server has read the head when it has answered another request.
    let mut other = Connection::open(&address).await;
    other.send(text.as_bytes()).await;
    other.response().await.unwrap();

    let start = Instant::now();
    stop.send(()).unwrap();
    task.await.unwrap();
    assert_eq!(start.elapsed().as_secs(), 10);
    assert!(open.response().await.is_none());
}

#[tokio::test]
async fn an_open_poll_for_an_activity_is_answered_empty_when_the_server_stops() {
    let (_store, address, stop, task) = start().await;
    let mut poll = Connection::open(&address).await;
    poll.send(request("CreateActivity", r#"{"name": "pack"}"#).as_bytes()).await;
    assert_eq!(poll.response().await.unwrap().status, 200);
    let activity = "arn:aws:states:us-east-1:123456789012:activity:pack";
    let input = format!(r#"{{"activityArn": "{activity}"}}"#);
    poll.send(request("GetActivityTask", &input).as_bytes()).await;
    // The poll has begun when a later request is answered.
    let mut other = Connection::open(&address).await;
    other.send(request("ListActivities", "{}").as_bytes()).await;
    assert_eq!(other.response().await.unwrap().status, 200);

    stop.send(()).unwrap();
    let answer = poll.response().await.unwrap();
    assert_eq!((answer.status, answer.body.as_slice()), (200, b"{}".as_slice()));
    task.await.unwrap();
}

#[tokio::test]
async fn an_address_that_others_reach_needs_an_access_key() {
    let (_store, durable) = Store::open().await;
    let address = "0.0.0.0:0".parse().unwrap();
    let error = SfnApi::new(durable.clone()).serve(address).await.unwrap_err();
    assert!(error.to_string().contains("no access key is required"), "{error}");

    let listener = TcpListener::bind(address).await.unwrap();
    let error = SfnApi::new(durable.clone()).serve_on(listener).await.unwrap_err();
    assert!(error.why.contains("SfnApi::credentials"), "{error}");

    let listener = TcpListener::bind(address).await.unwrap();
    let api = SfnApi::new(durable).credentials("AKIDEXAMPLE", "secret");
    api.serve_until(listener, async {}).await.unwrap();
}
