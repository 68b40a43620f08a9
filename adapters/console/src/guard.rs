//! Checks before every handler, and the headers of every answer.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::console::Shared;
use crate::permission::Permission;
use crate::problem::Problem;

/// The content policy: nothing from elsewhere, and no script or style within a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers to every answer.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests to other hosts than those of the console. A site whose name resolves to this
/// machine is of the same origin for its visitors' browsers, but names its own host.
pub(crate) async fn check_host(
    State(console): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let host = host(&parts).unwrap_or_default();
    if !console.accepts(host) {
        let text = format!("this console does not answer as the host `{host}`");
        return Problem::new(StatusCode::MISDIRECTED_REQUEST, text).into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

/// Refuses requests without permission, and requests that would change something from other sites.
pub(crate) async fn authorize(
    State(console): State<Shared>,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let is_safe = matches!(parts.method, Method::GET | Method::HEAD);
    if !is_safe && !is_of_this_origin(&parts) {
        let text = "the request comes from another site, or does not say from which: \
                    use the forms of the console";
        return Problem::forbidden(text).into_response();
    }
    let permission = console.permission(&parts);
    let needed = if is_safe { Permission::Read } else { Permission::Act };
    if permission < needed {
        let text = match permission {
            Permission::None => "you have no permission to use this console",
            Permission::Read | Permission::Act => "you have no permission to act on executions",
        };
        return Problem::forbidden(text).into_response();
    }
    parts.extensions.insert(permission);
    next.run(Request::from_parts(parts, body)).await
}

/// Returns true if a page of this console has sent the request, as far as the browser tells. All
/// current browsers tell `Sec-Fetch-Site` to secure and local addresses, and `Origin` with every
/// POST to others.
fn is_of_this_origin(request: &Parts) -> bool {
    let header = |name: &HeaderName| request.headers.get(name).map(HeaderValue::as_bytes);
    if let Some(site) = header(&HeaderName::from_static("sec-fetch-site")) {
        return site == b"same-origin";
    }
    let origin = header(&ORIGIN).and_then(|origin| std::str::from_utf8(origin).ok());
    let origin_host = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin_host.is_some_and(|origin| {
        host(request).is_some_and(|host| !host.is_empty() && origin.eq_ignore_ascii_case(host))
    })
}

/// The host that the request names, with its port.
fn host(request: &Parts) -> Option<&str> {
    let authority = request.uri.authority().map(Authority::as_str);
    authority.or_else(|| request.headers.get(HOST)?.to_str().ok())
}
