//! The test service: orders, and unusual answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A running service. Dropping it ends the service.
pub(crate) struct Service {
    address: SocketAddr,
    calls: Calls,
    server: JoinHandle<()>,
}

type Calls = Arc<AtomicUsize>;

impl Service {
    /// Starts the service at a free port.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, calls) = (listener.local_addr().unwrap(), Calls::default());
        let app = router().with_state(Arc::clone(&calls));
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, calls, server }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Number of requests for orders.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn router() -> Router<Calls> {
    Router::new()
        .route("/v1/orders", post(create))
        .route("/v1/orders/{id}", get(find).delete(async || StatusCode::NO_CONTENT))
        .route("/v1/echo", post(echo))
        .route("/v1/hello", get(async || "hello"))
        .route(
            "/v1/broken",
            get(async || ([(header::CONTENT_TYPE, "application/json")], "{\"id\": ")),
        )
        .route("/v1/large", get(async || Json("x".repeat(300_000))))
        .route(
            "/v1/large-error",
            get(async || (StatusCode::INTERNAL_SERVER_ERROR, "x".repeat(300_000))),
        )
        .route("/v1/moved", get(async || Redirect::temporary("/v1/orders/7")))
        .route(
            "/v1/away",
            get(async || {
                (StatusCode::FOUND, [(header::LOCATION, "http://169.254.169.254/latest")])
            }),
        )
}

async fn find(
    State(calls): State<Calls>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    calls.fetch_add(1, Ordering::SeqCst);
    if id == "none" {
        let problem =
            r#"{"type": "about:blank", "title": "Not Found", "detail": "there is no order none"}"#;
        let kind = [(header::CONTENT_TYPE, "application/problem+json")];
        return (StatusCode::NOT_FOUND, kind, problem).into_response();
    }
    let header =
        |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let order = [
        ("id", id),
        ("query", query.unwrap_or_default()),
        ("trace", header("x-trace")),
        ("cookie", header("cookie")),
        ("accept", header("accept")),
    ];
    let order: std::collections::BTreeMap<_, _> = order.into_iter().collect();
    Json(order).into_response()
}

async fn create(body: String) -> Response {
    if body.starts_with(r#"{"sku":1"#) {
        return (StatusCode::UNPROCESSABLE_ENTITY, "sku must be a string").into_response();
    }
    let answer = format!(r#"{{"id": 1, "order": {body}}}"#);
    let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    (StatusCode::CREATED, kind, Body::from(answer)).into_response()
}

async fn echo(
    headers: HeaderMap,
    body: String,
) -> Json<std::collections::BTreeMap<&'static str, String>> {
    let kind =
        headers.get(header::CONTENT_TYPE).map_or("", |kind| kind.to_str().unwrap()).to_owned();
    Json([("kind", kind), ("body", body)].into_iter().collect())
}
