//! The style and the script of all pages.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

pub(crate) async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("console.css"))
}

pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("console.js"))
}
