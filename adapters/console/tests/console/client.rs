//! Requests to a router in this process, as browsers send them.

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HOST, LOCATION};
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use tower::ServiceExt;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    /// The address that it leads to.
    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.headers[LOCATION].to_str().expect("ASCII")
    }
}

pub(crate) async fn send(router: &Router, request: Request<Body>) -> Answer {
    let path = request.uri().to_string();
    let response = router.clone().oneshot(request).await.expect("routers cannot fail");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("it is in memory").to_bytes();
    let body = String::from_utf8(body.to_vec()).expect("UTF-8");
    check_headers(&parts.headers, &path);
    Answer { status: parts.status, headers: parts.headers, body }
}

/// Every answer has them.
fn check_headers(headers: &HeaderMap, path: &str) {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let policy = header("content-security-policy").unwrap_or_else(|| panic!("no policy: {path}"));
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ] {
        assert!(policy.split("; ").any(|found| found == part), "{part}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
    assert_eq!(header("cache-control"), Some("no-store"));
    assert_eq!(header("referrer-policy"), Some("no-referrer"));
}

pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(HOST, "console.test")
}

pub(crate) async fn get(router: &Router, path: &str) -> Answer {
    send(router, request("GET", path).body(Body::empty()).expect("a request")).await
}

/// The page, which is there.
pub(crate) async fn page(router: &Router, path: &str) -> String {
    let answer = get(router, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
    answer.body
}

/// A form of a page of the console.
pub(crate) async fn post(router: &Router, path: &str, fields: &[(&str, &str)]) -> Answer {
    send(router, form(path, fields, &[("sec-fetch-site", "same-origin")])).await
}

/// A form with these headers.
pub(crate) fn form(path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Request<Body> {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    let mut request =
        request("POST", path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(fields.join("&"))).expect("a request")
}

/// The address of an execution's page.
pub(crate) fn execution(id: &str) -> String {
    format!("/execution?id={}", encode(id))
}

/// Each byte of a text as its code.
fn encode(text: &str) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).expect("half a byte");
    text.bytes().flat_map(|byte| ['%', digit(byte >> 4), digit(byte & 15)]).collect()
}
