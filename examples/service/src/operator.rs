//! The console for operators, who have a password.

use asl_console::{Console, Permission};
use asl_durable::Durable;
use axum::Router;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The console for the user `operator` with this password.
pub(crate) fn console(store: Durable, password: &str) -> Router {
    let expected = format!("Basic {}", STANDARD.encode(format!("operator:{password}")));
    let authorize = move |request: &Parts| {
        let given = request.headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let is_operator = given.is_some_and(|given| is_equal(given, expected.as_bytes()));
        if is_operator { Permission::Act } else { Permission::None }
    };
    Console::new(store).authorize(authorize).router().layer(from_fn(ask_for_password))
}

/// Makes the browser ask for the password: the console answers 403 without permission.
async fn ask_for_password(request: Request, next: Next) -> Response {
    let is_known = request.headers().contains_key(AUTHORIZATION);
    let response = next.run(request).await;
    if is_known || response.status() != StatusCode::FORBIDDEN {
        return response;
    }
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Basic realm=\"console\"")], response)
        .into_response()
}

/// Compares all bytes, so that the time does not tell how many are equal.
fn is_equal(given: &[u8], expected: &[u8]) -> bool {
    let differing = given.iter().zip(expected).fold(0, |bits, (a, b)| bits | (a ^ b));
    given.len() == expected.len() && differing == 0
}
