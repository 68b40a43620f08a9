//! Operations of an axum service on loopback.
#![expect(clippy::unwrap_used, clippy::items_after_statements, reason = "tests")]

mod service;

use std::time::Duration;

use asl_http::{HttpOptions, Network, Reach, Redirects};
use asl_openapi::{Client, Options};
use asl_runtime::functions::{
    Body, Description, Form, Function, Parameter, Place, Rest, Server, Style,
};
use asl_runtime::{TaskError, Value, json};

use service::Service;

/// Permits loopback.
fn local() -> HttpOptions {
    let reach = Reach::PublicAnd(vec![Network::new([127, 0, 0, 0], 8)]);
    HttpOptions::default().reach(reach).plain_http(true)
}

fn client(service: &Service, http: HttpOptions) -> Client {
    Client::new(Options::default().http(http).server(service.url("/v1"))).unwrap()
}

const fn parameter(name: &'static str, place: Place, style: Style, required: bool) -> Parameter {
    let explode = matches!(style, Style::Form | Style::DeepObject);
    Parameter { name, place, style, explode, required, reserved: false }
}

/// An operation that answers with JSON.
const fn operation(
    name: &'static str,
    method: &'static str,
    path: &'static str,
    parameters: &'static [Parameter],
    body: Option<Body>,
) -> Function {
    let server =
        Server { url: "https://{region}.orders.example/v1", variables: &[("region", "eu")] };
    let answers = &["application/json"];
    let rest = Rest { operation_id: name, method, path, server, parameters, body, answers };
    Function { name, operation: "orders.json#x", description: Description::Rest(rest) }
}

const JSON: Body =
    Body { media_type: "application/json", form: Form::Json, required: true, whole: true };

static FIND: Function = operation(
    "findOrder",
    "GET",
    "/orders/{id}",
    &[
        parameter("id", Place::Path, Style::Simple, true),
        parameter("expand", Place::Query, Style::Form, false),
        parameter("X-Trace", Place::Header, Style::Simple, false),
        parameter("session", Place::Cookie, Style::Form, false),
    ],
    None,
);
static CREATE: Function = operation("createOrder", "POST", "/orders", &[], Some(JSON));

async fn call(
    service: &Service,
    function: &Function,
    arguments: Value,
) -> Result<Value, TaskError> {
    client(service, local()).call(function, &arguments).await
}

/// The error's name and message.
fn error(result: Result<Value, TaskError>) -> (String, String) {
    let error = result.unwrap_err();
    (error.error().to_owned(), error.cause().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn arguments_go_where_the_document_has_them() {
    let service = Service::start().await;
    let arguments =
        json!({"ID": "a/b", "expand": ["lines", "customer"], "x-trace": "t 1", "session": "s;1"});
    let found = call(&service, &FIND, arguments).await.unwrap();
    let expected = json!({
        "id": "a/b",
        "query": "expand=lines&expand=customer",
        "trace": "t 1",
        "cookie": "session=s%3B1",
        "accept": "application/json",
    });
    assert_eq!(found, expected);
}

#[tokio::test]
async fn what_no_parameter_takes_is_the_body() {
    let service = Service::start().await;
    let made =
        call(&service, &CREATE, json!({"sku": "tea", "amount": 2, "note": null})).await.unwrap();
    assert_eq!(made, json!({"id": 1, "order": {"sku": "tea", "amount": 2}}));
    let made = call(&service, &CREATE, json!({"body": {"sku": "tea"}})).await.unwrap();
    assert_eq!(made, json!({"id": 1, "order": {"sku": "tea"}}));
    let made = call(&service, &CREATE, json!({"body": 1, "sku": "tea"})).await.unwrap();
    assert_eq!(made, json!({"id": 1, "order": {"body": 1, "sku": "tea"}}));
    static FORM: Function = operation(
        "echoForm",
        "POST",
        "/echo",
        &[],
        Some(Body {
            media_type: "application/x-www-form-urlencoded",
            form: Form::UrlEncoded,
            required: true,
            whole: true,
        }),
    );
    let echoed = call(&service, &FORM, json!({"a": [1, "x y"], "b": {"c": true}})).await.unwrap();
    let expected = json!({"kind": "application/x-www-form-urlencoded", "body": "a=1&a=x+y&b=%7B%22c%22%3Atrue%7D"});
    assert_eq!(echoed, expected);
    static TEXT: Function = operation(
        "echoText",
        "POST",
        "/echo",
        &[],
        Some(Body { media_type: "text/plain", form: Form::Text, required: false, whole: true }),
    );
    let echoed = call(&service, &TEXT, json!({"body": "Ж"})).await.unwrap();
    assert_eq!(echoed, json!({"kind": "text/plain", "body": "Ж"}));
    assert_eq!(call(&service, &TEXT, json!({})).await.unwrap(), json!({"kind": "", "body": ""}));
    let (name, message) = error(call(&service, &TEXT, json!({"a": 1})).await);
    assert_eq!(
        (name.as_str(), message.as_str()),
        ("Http.Arguments", "the body is text (`text/plain`): give it as the argument `body`")
    );
}

#[tokio::test]
async fn answers_without_a_body_are_null_and_text_is_a_string() {
    let service = Service::start().await;
    static CANCEL: Function = operation(
        "cancelOrder",
        "DELETE",
        "/orders/{id}",
        &[parameter("id", Place::Path, Style::Simple, true)],
        None,
    );
    assert_eq!(call(&service, &CANCEL, json!({"id": 7})).await.unwrap(), Value::Null);
    let Description::Rest(rest) = operation("hello", "GET", "/hello", &[], None).description else {
        unreachable!()
    };
    let text = Function {
        name: "hello",
        operation: "",
        description: Description::Rest(Rest { answers: &[], ..rest }),
    };
    assert_eq!(call(&service, &text, json!({})).await.unwrap(), json!("hello"));
}

#[tokio::test]
async fn statuses_name_the_error_and_come_with_the_body() {
    let service = Service::start().await;
    let failed = call(&service, &FIND, json!({"id": "none"})).await.unwrap_err();
    assert_eq!(failed.error(), "Http.404");
    assert_eq!(
        failed.cause(),
        Some("GET /orders/{id} was answered 404 Not Found: there is no order none")
    );
    let problem =
        json!({"type": "about:blank", "title": "Not Found", "detail": "there is no order none"});
    assert_eq!(failed.data(), Some(&json!({"status": 404, "body": (problem)})));
    let failed = call(&service, &CREATE, json!({"sku": 1})).await.unwrap_err();
    assert_eq!(
        (failed.error(), failed.data()),
        ("Http.422", Some(&json!({"status": 422, "body": "sku must be a string"})))
    );
}

#[tokio::test]
async fn bodies_that_are_not_json_or_too_large_are_errors() {
    let service = Service::start().await;
    static BROKEN: Function = operation("broken", "GET", "/broken", &[], None);
    static HELLO: Function = operation("hello", "GET", "/hello", &[], None);
    static LARGE: Function = operation("large", "GET", "/large", &[], None);
    static LARGE_ERROR: Function = operation("largeError", "GET", "/large-error", &[], None);
    let failed = call(&service, &BROKEN, json!({})).await.unwrap_err();
    assert_eq!(failed.error(), "Http.Body");
    let message = failed.cause().unwrap();
    assert!(
        message.starts_with("the answer to GET /broken cannot be used: it is not JSON: "),
        "{message}"
    );
    assert_eq!(failed.data(), Some(&json!({"status": 200, "body": "{\"id\": "})));
    let (name, message) = error(call(&service, &HELLO, json!({})).await);
    let expected = "the answer to GET /hello cannot be used: it is `text/plain`, the document promises `application/json`";
    assert_eq!((name.as_str(), message.as_str()), ("Http.Body", expected));
    let (name, message) = error(call(&service, &LARGE, json!({})).await);
    assert_eq!(
        (name.as_str(), message.as_str()),
        ("Http.TooLarge", "GET /large: the response has more than 262144 bytes")
    );
    let failed = call(&service, &LARGE_ERROR, json!({})).await.unwrap_err();
    assert_eq!(
        (failed.error(), failed.data()),
        ("Http.500", Some(&json!({"status": 500, "body": null})))
    );
    let (name, _) = error(call(&service, &CREATE, json!({"sku": ("x".repeat(300_000))})).await);
    assert_eq!(name, "Http.TooLarge");
}

#[tokio::test]
async fn redirects_are_followed_only_where_the_policy_says() {
    let service = Service::start().await;
    static MOVED: Function = operation("moved", "GET", "/moved", &[], None);
    static AWAY: Function = operation("away", "GET", "/away", &[], None);
    let failed = call(&service, &MOVED, json!({})).await.unwrap_err();
    assert_eq!(failed.error(), "Http.307");
    let expected = "GET /moved was answered 307 Temporary Redirect: a redirect to /v1/orders/7, which is not followed";
    assert_eq!(failed.cause(), Some(expected));
    let follow = local().redirects(Redirects::SameOrigin(3));
    let client = client(&service, follow);
    assert_eq!(client.call(&MOVED, &json!({})).await.unwrap().get("id"), Some(&json!("7")));
    // A redirect to an address of the cloud's internal services.
    let (name, message) = error(client.call(&AWAY, &json!({})).await);
    let expected =
        "GET /away was answered 302 Found: a redirect to another place, which is not followed";
    assert_eq!((name.as_str(), message.as_str()), ("Http.302", expected));
}

#[tokio::test]
async fn addresses_and_schemes_are_refused_as_for_http_tasks() {
    let service = Service::start().await;
    let refused = client(&service, HttpOptions::default().plain_http(true));
    let (name, message) = error(refused.call(&FIND, &json!({"id": 1})).await);
    let expected =
        "GET /orders/{id}: connecting to this host is not allowed: its address is not public";
    assert_eq!((name.as_str(), message.as_str()), ("Http.Refused", expected));
    assert_eq!(service.calls(), 0);
    // A system without certificates has no client for `https` alone.
    let only_tls = Options::default().http(local().plain_http(false)).server(service.url("/v1"));
    let Ok(plain) = Client::new(only_tls) else { return };
    let (name, message) = error(plain.call(&FIND, &json!({"id": 1})).await);
    let expected = "GET /orders/{id}: the URL must begin with `https`, not `http`";
    assert_eq!((name.as_str(), message.as_str()), ("Http.Refused", expected));
    assert_eq!(service.calls(), 0);
}

#[tokio::test]
async fn a_server_that_is_silent_or_away_is_told_apart() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let http = local().timeout(Duration::from_millis(50));
    let client = Client::new(Options::default().http(http).server(url)).unwrap();
    let (name, message) = error(client.call(&FIND, &json!({"id": 1})).await);
    assert_eq!(
        (name.as_str(), message.as_str()),
        ("Http.Timeout", "GET /orders/{id}: there was no response in time")
    );
    drop(silent);
    let (name, message) = error(client.call(&FIND, &json!({"id": 1})).await);
    assert_eq!(name, "Http.Connection");
    assert!(message.contains("refused"), "{message}");
}

#[tokio::test]
async fn arguments_that_do_not_fit_are_refused_before_anything_is_sent() {
    let service = Service::start().await;
    let cases = [
        (json!({}), "`findOrder` needs the argument `id`"),
        (json!({"id": null}), "`findOrder` needs the argument `id`"),
        (json!({"id": 1, "colour": 2}), "`findOrder` has no argument `colour`"),
        (json!({"id": ""}), "the argument `id` is empty: it is a part of the path"),
        (json!({"id": ".."}), "`/orders/..` would lead to another path"),
        (json!({"id": "."}), "`/orders/.` would lead to another path"),
        (json!({"id": [".."]}), "`/orders/..` would lead to another path"),
        (json!({"id": "%2E%2e"}), "`/orders/%252E%252e` would lead to another path"),
        (json!({"id": "a/../b"}), "`/orders/a%2F..%2Fb` would lead to another path"),
        (json!({"id": "..\\b"}), "`/orders/..%5Cb` would lead to another path"),
        (json!({"id": "..;x"}), "`/orders/..%3Bx` would lead to another path"),
        (
            json!({"id": 1, "X-Trace": "a\r\nb: c"}),
            "the header `X-Trace` would be no text in one line",
        ),
        (json!([1]), "the arguments must be an object"),
    ];
    for (arguments, expected) in cases {
        let (name, message) = error(call(&service, &FIND, arguments).await);
        assert_eq!((name.as_str(), message.as_str()), ("Http.Arguments", expected));
    }
    assert_eq!(service.calls(), 0);
}

#[tokio::test]
async fn servers_come_from_the_document_or_from_the_program() {
    let service = Service::start().await;
    let found = |options: Options| async {
        let client = Client::new(options.http(local())).unwrap();
        client.call(&FIND, &json!({"id": 1})).await
    };
    let own = vec![("orders.json".to_owned(), service.url("/v1/"))];
    let somewhere = "http://127.0.0.1:1";
    assert!(found(Options::default().servers(own).server(somewhere)).await.is_ok());
    static HERE: Function = Function {
        name: "here",
        operation: "here",
        description: Description::Rest(Rest {
            operation_id: "here",
            method: "GET",
            path: "/orders/1",
            server: Server { url: "http://127.0.0.1:{port}/v1", variables: &[("port", "1")] },
            parameters: &[],
            body: None,
            answers: &[],
        }),
    };
    let variables = vec![("port".to_owned(), service.port().to_string())];
    let client = Client::new(Options::default().http(local()).variables(variables)).unwrap();
    assert_eq!(client.call(&HERE, &json!({})).await.unwrap().get("id"), Some(&json!("1")));
}

/// Paths that no compiler emits, and styles that write dots: nothing is sent.
#[tokio::test]
async fn no_path_leaves_the_server() {
    let service = Service::start().await;
    const fn path(path: &'static str, parameters: &'static [Parameter]) -> Function {
        operation("f", "GET", path, parameters, None)
    }
    static USER: Function = path("@evil.example/x", &[]);
    static HOST: Function = path(".evil.example/x", &[]);
    static PORT: Function = path(":1/x", &[]);
    static DOTS: Function = path("/ok/../../etc", &[]);
    static ENCODED: Function = path("/ok/%2E%2e/%2e%2E/etc", &[]);
    static BACK: Function = path("/ok\\..\\..\\etc", &[]);
    for function in [&USER, &HOST, &PORT, &DOTS, &ENCODED, &BACK] {
        let (name, message) = error(call(&service, function, json!({})).await);
        assert_eq!(name, "Http.Arguments", "{message}");
    }
    static LABEL: Function = path("/m/{a}/x", &[parameter("a", Place::Path, Style::Label, true)]);
    static TWO: Function = path(
        "/m/{a}{b}/x",
        &[
            parameter("a", Place::Path, Style::Simple, true),
            parameter("b", Place::Path, Style::Simple, true),
        ],
    );
    static MIXED: Function =
        path("/m/%2e{a}/x", &[parameter("a", Place::Path, Style::Simple, true)]);
    static MATRIX: Function =
        path("/m/..{a}/x", &[parameter("a", Place::Path, Style::Matrix, true)]);
    let cases = [
        (&LABEL, json!({"a": "."})),
        (&LABEL, json!({"a": ""})),
        (&LABEL, json!({"a": [""]})),
        (&TWO, json!({"a": ".", "b": "."})),
        (&MIXED, json!({"a": "."})),
        (&MIXED, json!({"a": "%2E"})),
        (&MATRIX, json!({"a": "v"})),
    ];
    for (function, arguments) in cases {
        let (name, message) = error(call(&service, function, arguments).await);
        assert_eq!(name, "Http.Arguments");
        assert!(message.ends_with(" would lead to another path"), "{message}");
    }
    assert_eq!(service.calls(), 0);
}
