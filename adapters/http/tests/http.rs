//! HTTP tasks against a server on loopback.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod server;

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use asl_http::{
    Connections, Credentials, HttpOptions, HttpTask, Lookup, Network, Reach, Redirects,
};
use asl_runtime::{TaskError, Value, json};
use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;

use server::Server;

/// A response with a status, a content type and a body.
fn answer(status: u16, kind: &str, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    Response::builder()
        .status(status)
        .header("content-type", kind)
        .body(Full::new(body.into()))
        .unwrap()
}

/// Permits loopback.
fn local() -> HttpOptions {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    HttpOptions::default().reach(reach).plain_http(true)
}

fn task(options: HttpOptions) -> HttpTask {
    HttpTask::new(options).unwrap()
}

async fn get(options: HttpOptions, url: &str) -> Result<Value, TaskError> {
    task(options).invoke(&json!({"ApiEndpoint": url, "Method": "GET"})).await
}

/// The error's name and cause.
fn error(result: Result<Value, TaskError>) -> (String, String) {
    let error = result.unwrap_err();
    (error.error().to_owned(), error.cause().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_call_answers_in_the_shape_of_aws() {
    let server =
        Server::start(|_| answer(201, "application/json; charset=utf-8", r#"{"id": 7}"#)).await;
    let input = json!({
        "ApiEndpoint": (server.url("/items")),
        "Method": "POST",
        "QueryParameters": {"q": "a b"},
        "Headers": {"X-Trace": "1"},
        "RequestBody": {"name": "Ж"},
    });
    let output = task(local()).invoke(&input).await.unwrap();
    assert_eq!(output.at(["ResponseBody", "id"]), Some(&json!(7)));
    assert_eq!(
        (output.at(["StatusCode"]), output.at(["StatusText"])),
        (Some(&json!(201)), Some(&json!("Created")))
    );
    let kind = json!(["application/json; charset=utf-8"]);
    assert_eq!(output.at(["Headers", "content-type"]), Some(&kind));
    let seen = server.seen().remove(0);
    assert_eq!((seen.method.as_str(), seen.target.as_str()), ("POST", "/items?q=a+b"));
    assert_eq!(seen.body, r#"{"name":"Ж"}"#);
    assert_eq!(seen.headers["x-trace"], "1");
    assert_eq!(seen.headers["content-type"], "application/json");
    assert!(seen.headers["user-agent"].to_str().unwrap().starts_with("asl-http/"));
}

#[tokio::test]
async fn text_and_broken_json_come_as_strings() {
    let server = Server::start(|seen| match seen.target.as_str() {
        "/text" => answer(200, "text/plain", "[1]"),
        _ => answer(200, "application/json", "[1"),
    })
    .await;
    let body =
        async |path| get(local(), &server.url(path)).await.unwrap().at(["ResponseBody"]).cloned();
    assert_eq!(body("/text").await, Some(json!("[1]")));
    assert_eq!(body("/json").await, Some(json!("[1")));
}

#[tokio::test]
async fn a_status_that_is_no_success_names_the_error() {
    let server = Server::start(|seen| match seen.target.as_str() {
        "/404" => answer(404, "application/json", r#"{"message": "none"}"#),
        "/503" => answer(503, "text/plain", ""),
        _ => answer(500, "image/png", "oh"),
    })
    .await;
    let call = async |path| error(get(local(), &server.url(path)).await);
    let none = ("States.Http.StatusCode.404".to_owned(), r#"{"message": "none"}"#.to_owned());
    assert_eq!(call("/404").await, none);
    assert_eq!(
        call("/503").await,
        ("States.Http.StatusCode.503".to_owned(), "Service Unavailable".to_owned())
    );
    assert_eq!(call("/500").await, ("States.Http.StatusCode.500".to_owned(), "oh".to_owned()));
}

#[tokio::test]
async fn what_is_no_text_or_too_long_is_refused() {
    let server = Server::start(|seen| match seen.target.as_str() {
        "/image" => answer(200, "image/png", "x"),
        "/latin" => answer(200, "text/plain", &b"\xe4"[..]),
        _ => answer(200, "text/plain", "x".repeat(300_000)),
    })
    .await;
    let call = async |path| error(get(local(), &server.url(path)).await);
    assert_eq!(call("/image").await.1, "a response of the type `image/png` is no text");
    assert_eq!(call("/latin").await.1, "the response is not UTF-8 text");
    let long = (
        "States.DataLimitExceeded".to_owned(),
        "the response has more than 262144 bytes".to_owned(),
    );
    assert_eq!(call("/long").await, long);
    let input = json!({"ApiEndpoint": (server.url("/")), "Method": "POST", "RequestBody": ("x".repeat(300_000))});
    let (name, cause) = error(task(local()).invoke(&input).await);
    assert_eq!(
        (name.as_str(), cause.as_str()),
        ("States.DataLimitExceeded", "the request has 300002 bytes, more than 262144")
    );
    assert_eq!(server.seen().len(), 3);
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_a_socket_error() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    let options = local().timeout(Duration::from_millis(200));
    let late = error(get(options, &format!("http://{address}/")).await);
    assert_eq!(late, ("States.Http.Socket".to_owned(), "there was no response in time".to_owned()));
    drop(silent);
    let (name, cause) = error(get(local(), &format!("http://{address}/")).await);
    assert_eq!(name, "States.Http.Socket");
    assert!(cause.to_lowercase().contains("refused"), "{cause}");
}

#[tokio::test]
async fn addresses_that_are_not_public_are_not_reached() {
    let server = Server::start(|_| answer(200, "text/plain", "secret")).await;
    let port = server.address.port();
    let hosts = [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "127.1",
        "169.254.169.254",
        "10.0.0.1",
        "[fe80::1]",
    ];
    for host in hosts {
        let options = HttpOptions::default().plain_http(true);
        let (name, cause) = error(get(options, &format!("http://{host}:{port}/")).await);
        assert_eq!(name, "States.Permissions", "{host}: {cause}");
        assert_eq!(cause, REFUSED, "{host}");
    }
    assert!(server.seen().is_empty());
}

/// The cause contains no address, because it must not reveal to what an internal name resolves.
const REFUSED: &str = "connecting to this host is not allowed: its address is not public";

#[tokio::test]
async fn causes_are_one_line_without_control_characters() {
    let body = "no\r\n\u{1b}[31m \u{202e}such\torder\u{0}\u{85}\u{200b}";
    let server = Server::start(move |_| answer(404, "text/plain", body)).await;
    let (name, cause) = error(get(local(), &server.url("/")).await);
    assert_eq!(name, "States.Http.StatusCode.404");
    assert_eq!(cause, "no  \u{fffd}[31m \u{fffd}such order\u{fffd}\u{fffd}\u{fffd}");
    // Only white space between the parts of JSON may be lost.
    let server =
        Server::start(|_| answer(500, "application/json", "{\n\t\"error\": \"E\"\n}")).await;
    let (_, cause) = error(get(local(), &server.url("/")).await);
    assert_eq!(Value::from_json_str(&cause).unwrap(), json!({"error": "E"}));
    for endpoint in
        ["\u{1b}://x", "https://\u{202e}\n", "https://a b", "data:\u{7}", "https://[::1\n"]
    {
        let (_, cause) = error(get(local(), endpoint).await);
        assert!(!cause.chars().any(|c| c.is_control() || c == '\u{202e}'), "{cause:?}");
    }
    let input = json!({"ApiEndpoint": "https://x.example", "Method": "G\nET\u{1b}", "Headers": {"a\nb": "x"}});
    let (_, cause) = error(task(local()).invoke(&input).await);
    assert!(!cause.chars().any(char::is_control), "{cause:?}");
}

#[tokio::test]
async fn plain_http_is_refused_unless_allowed() {
    let (name, cause) = error(get(HttpOptions::default(), "http://example.com/").await);
    assert_eq!(
        (name.as_str(), cause.as_str()),
        ("States.Runtime", "the ApiEndpoint must begin with `https`, not `http`")
    );
    let (_, cause) = error(get(local(), "file:///etc/passwd").await);
    assert_eq!(cause, "the ApiEndpoint must begin with `https`, not `file`");
}

/// Answers with another list of addresses each time.
struct Changing {
    answers: Vec<Vec<IpAddr>>,
    asked: AtomicUsize,
}

impl Lookup for Changing {
    fn lookup(
        &self,
        _host: String,
    ) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let answer = self.answers[number.min(self.answers.len() - 1)].clone();
        Box::pin(async move { Ok(answer) })
    }
}

#[tokio::test]
async fn a_name_that_is_resolved_to_something_else_gains_nothing() {
    let server = Server::start(|_| {
        Response::builder().header("connection", "close").body(Full::from("ok")).unwrap()
    })
    .await;
    let port = server.address.port();
    let public: IpAddr = "127.0.0.1".parse().unwrap();
    let private: IpAddr = "169.254.169.254".parse().unwrap();
    let mapped: IpAddr = "::ffff:169.254.169.254".parse().unwrap();
    // `127.0.0.0/8` stands for the public internet.
    let answers = vec![vec![public], vec![private], vec![mapped], vec![private, public]];
    let lookup = Arc::new(Changing { answers, asked: AtomicUsize::new(0) });
    let task = task(local().lookup(lookup.clone()));
    let url = format!("http://rebind.example:{port}/");
    let call = async || task.invoke(&json!({"ApiEndpoint": (url.clone()), "Method": "GET"})).await;
    assert!(call().await.is_ok());
    for _ in 0..2 {
        assert_eq!(error(call().await), ("States.Permissions".to_owned(), REFUSED.to_owned()));
    }
    // Of several addresses only the permitted ones are tried.
    assert!(call().await.is_ok());
    assert_eq!((lookup.asked.load(Ordering::Relaxed), server.seen().len()), (4, 2));
}

#[tokio::test]
async fn redirects_are_followed_to_the_same_origin_only() {
    let other = Server::start(|_| answer(200, "text/plain", "other")).await;
    let elsewhere = other.url("/");
    let server = Server::start(move |seen| {
        let to = match seen.target.as_str() {
            "/away" => elsewhere.clone(),
            "/metadata" => "http://169.254.169.254/latest/".to_owned(),
            "/loop" => "/loop".to_owned(),
            "/here" => "/there".to_owned(),
            _ => return answer(200, "text/plain", "there"),
        };
        Response::builder().status(302).header("location", to).body(Full::from("moved")).unwrap()
    })
    .await;
    let moved = || ("States.Http.StatusCode.302".to_owned(), "moved".to_owned());
    assert_eq!(error(get(local(), &server.url("/here")).await), moved());
    let follow = || local().redirects(Redirects::SameOrigin(3));
    let there = get(follow(), &server.url("/here")).await.unwrap();
    assert_eq!(there.at(["ResponseBody"]), Some(&json!("there")));
    for path in ["/away", "/metadata", "/loop"] {
        assert_eq!(error(get(follow(), &server.url(path)).await), moved(), "{path}");
    }
    assert!(other.seen().is_empty());
    assert_eq!(server.seen().iter().filter(|seen| seen.target == "/loop").count(), 4);
}

/// Records the requested keys.
struct Keys(Mutex<Vec<String>>);

impl Connections for Keys {
    fn credentials<'a>(
        &'a self,
        arn: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Credentials, TaskError>> + Send + 'a>> {
        self.0.lock().unwrap().push(arn.to_owned());
        Box::pin(async { Ok(Credentials::bearer("token")) })
    }
}

#[tokio::test]
async fn credentials_come_from_the_connection() {
    let server = Server::start(|_| answer(200, "text/plain", "ok")).await;
    let arn = "arn:aws:events:us-east-2:123456789012:connection/Stripe/81210c42";
    let keys = Arc::new(Keys(Mutex::default()));
    let task = task(local().connections(keys.clone()));
    for field in ["Authentication", "InvocationConfig"] {
        let input = json!({"ApiEndpoint": (server.url("/")), "Method": "GET", (field): {"ConnectionArn": arn}});
        task.invoke(&input).await.unwrap();
        let nobody = error(HttpTask::new(local()).unwrap().invoke(&input).await);
        let cause = format!("there are no credentials for the connection {arn}");
        assert_eq!(nobody, ("States.Permissions".to_owned(), cause));
    }
    assert_eq!(*keys.0.lock().unwrap(), [arn, arn]);
    assert!(server.seen().iter().all(|seen| seen.headers["authorization"] == "Bearer token"));
}
