//! The styles and the scripts of the pages.

use asl_report::{SCRIPT, STYLE};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

pub(crate) async fn style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("console.css"))
}

pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("console.js"))
}

pub(crate) async fn report_style() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
}

pub(crate) async fn report_script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT)
}
