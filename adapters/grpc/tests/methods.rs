//! Methods of a tonic service on loopback.
#![expect(clippy::unwrap_used, reason = "tests")]

mod service;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use asl_grpc::{Client, Options};
use asl_http::{Connections, Credentials, HttpOptions, Network, Reach};
use asl_runtime::{TaskError, Value, json};

use service::{Service, function};

/// Permits loopback.
fn local() -> HttpOptions {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    HttpOptions::default().reach(reach).plain_http(true)
}

fn client(server: String, http: HttpOptions) -> Client {
    Client::new(Options::default().http(http).server(server)).unwrap()
}

async fn find(service: &Service, arguments: Value) -> Result<Value, TaskError> {
    client(service.url(), local()).call(function("Find"), &arguments).await
}

/// The error's name and message.
fn error(result: Result<Value, TaskError>) -> (String, String) {
    let error = result.unwrap_err();
    (error.error().to_owned(), error.cause().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_call_makes_a_message_and_answers_with_a_value() {
    let service = Service::start().await;
    let lines = json!([{"sku": "tea", "amount": 2}, {"sku": "Ж"}]);
    let order =
        find(&service, json!({"id": 9_007_199_254_740_993_i64, "filter": {"lines": (lines)}}))
            .await
            .unwrap();
    let expected = json!({
        "id": 9_007_199_254_740_993_i64,
        "state": "SENT",
        "lines": [{"sku": "tea", "amount": 2}, {"sku": "Ж", "amount": 0}],
        "prices": {},
        "label": "bGFiZWw=",
    });
    assert_eq!(order, expected);
    // The same connection again, without any argument.
    let order = find(&service, Value::Null).await.unwrap();
    assert_eq!(order.get("id"), Some(&json!(0)));
}

#[tokio::test]
async fn statuses_name_the_error() {
    let service = Service::start().await;
    let failed = find(&service, json!({"id": 404})).await.unwrap_err();
    assert_eq!(failed.error(), "Grpc.NotFound");
    assert_eq!(failed.cause(), Some("shop.v1.Orders/Find: there is no order 404"));
    assert_eq!(failed.data(), Some(&json!({"code": 5, "name": "NOT_FOUND"})));
}

#[tokio::test]
async fn a_deadline_ends_a_call() {
    let service = Service::start().await;
    let client = client(service.url(), local().timeout(Duration::from_millis(50)));
    let failed = client.call(function("Find"), &json!({"id": 408})).await.unwrap_err();
    assert_eq!(failed.error(), "Grpc.DeadlineExceeded");
    assert_eq!(failed.cause(), Some("shop.v1.Orders/Find: there was no answer in time"));
}

#[tokio::test]
async fn arguments_that_do_not_fit_name_the_field() {
    let service = Service::start().await;
    let cases = [
        (json!({"idd": 1}), "the arguments of shop.v1.Orders/Find: unrecognized field name 'idd'"),
        (
            json!({"filter": {"lines": [{}, {"sku": 1}]}}),
            "the argument `filter.lines[1].sku` of shop.v1.Orders/Find: invalid type: integer `1`, expected a string",
        ),
        (
            json!({"pages": [1, 2_147_483_648_i64]}),
            "the argument `pages[1]` of shop.v1.Orders/Find: ",
        ),
        (
            json!({"id": {}}),
            "the argument `id` of shop.v1.Orders/Find: invalid type: map, expected a 64-bit signed integer",
        ),
        (
            json!({"filter": {"lines": [{"prize": 1}]}}),
            "the argument `filter.lines[0]` of shop.v1.Orders/Find: unrecognized field name 'prize'",
        ),
        (json!([1]), "the arguments of shop.v1.Orders/Find: "),
    ];
    for (arguments, expected) in cases {
        let (name, message) = error(find(&service, arguments).await);
        assert_eq!(name, "Grpc.Arguments");
        assert!(message.starts_with(expected), "{message}");
    }
    assert!(service.seen().is_empty());
}

#[tokio::test]
async fn messages_have_limits() {
    let service = Service::start().await;
    let (name, message) = error(find(&service, json!({"id": 413})).await);
    assert_eq!(name, "Grpc.OutOfRange");
    assert!(message.contains("300") && message.contains("262144"), "{message}");
    let long = json!({"filter": {"lines": [{"sku": ("x".repeat(300_000))}]}});
    let (name, message) = error(find(&service, long).await);
    assert_eq!(name, "Grpc.TooLarge");
    assert_eq!(message, "shop.v1.Orders/Find: the request has 300012 bytes, more than 262144");
    assert_eq!(service.seen().len(), 1);
}

#[tokio::test]
async fn methods_that_the_server_does_not_have_are_errors() {
    let service = Service::start().await;
    let (name, message) =
        error(client(service.url(), local()).call(function("Count"), &json!({})).await);
    let expected = "the descriptors of `shop.v1.Orders` have no `Count`";
    assert_eq!((name.as_str(), message.as_str()), ("Grpc.Arguments", expected));
}

#[tokio::test]
async fn addresses_and_schemes_are_refused_as_for_http_tasks() {
    let service = Service::start().await;
    let public = HttpOptions::default().plain_http(true);
    let (name, message) =
        error(client(service.url(), public).call(function("Find"), &json!({})).await);
    let expected =
        "shop.v1.Orders/Find: connecting to this host is not allowed: its address is not public";
    assert_eq!((name.as_str(), message.as_str()), ("Grpc.Refused", expected));
    let (name, message) = error(
        client("ftp://x.example".to_owned(), local()).call(function("Find"), &json!({})).await,
    );
    assert_eq!(
        (name.as_str(), message.as_str()),
        ("Grpc.Refused", "shop.v1.Orders/Find: the URL must begin with `https`, not `ftp`")
    );
    let nowhere = Client::new(Options::default().http(local())).unwrap();
    let (name, message) = error(nowhere.call(function("Find"), &json!({})).await);
    let expected = "the client knows no server for `shop.v1.Orders`: give it one";
    assert_eq!((name.as_str(), message.as_str()), ("Grpc.Refused", expected));
    assert!(service.seen().is_empty());
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let (name, message) = error(client(url, local()).call(function("Find"), &json!({})).await);
    assert_eq!(name, "Grpc.Unavailable");
    assert!(message.contains("refused"), "{message}");
}

#[tokio::test]
async fn encryption_is_tried_and_its_failure_said() {
    // The server does not use TLS.
    let service = Service::start().await;
    let url = service.url().replace("http:", "https:");
    let (name, message) = error(client(url, local()).call(function("Find"), &json!({})).await);
    assert_eq!(name, "Grpc.Unavailable");
    assert!(message.starts_with("shop.v1.Orders/Find: "), "{message}");
    assert!(service.seen().is_empty());
}

struct Secret;

impl Connections for Secret {
    fn credentials<'a>(
        &'a self,
        operation: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Credentials, TaskError>> + Send + 'a>> {
        assert_eq!(operation, "orders.proto#Orders#x");
        Box::pin(async { Ok(Credentials::bearer("canary")) })
    }
}

#[tokio::test]
async fn credentials_go_along_as_metadata() {
    let service = Service::start().await;
    let http = local().connections(Arc::new(Secret));
    let client = client(service.url(), http);
    client.call(function("Find"), &json!({"id": 1})).await.unwrap();
    let seen = service.seen();
    assert_eq!(
        seen.first().map(|(authorization, _)| authorization.as_str()),
        Some("Bearer canary")
    );
    assert!(!format!("{client:?}").contains("canary"));
}
