//! The HTTP server: reads requests and writes answers.

use std::convert::Infallible;
use std::fmt;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::fault::Fault;
use crate::protocol;
use crate::service::SfnApi;

/// Maximum bytes of a request's body.
const LARGEST_BODY: usize = 4 << 20;
const TARGET: &str = "AWSStepFunctions.";

/// A server that cannot serve.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ServeError {
    /// The address.
    pub address: String,
    /// The reason.
    pub why: String,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot serve at {}: {}", self.address, self.why)
    }
}

impl std::error::Error for ServeError {}

/// Accepts connections.
pub(crate) async fn serve(api: SfnApi, listener: TcpListener) -> Result<(), ServeError> {
    loop {
        // A connection that failed before it was accepted concerns no other.
        let Ok((stream, _)) = listener.accept().await else { continue };
        let api = api.clone();
        tokio::spawn(async move {
            let service = service_fn(|request| answer(&api, request));
            // A client that goes away needs no answer.
            let _ = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(
    api: &SfnApi,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    Ok(match call(api, request).await {
        Ok(output) => response(StatusCode::OK, &output),
        Err(fault) => {
            let body = json!({"__type": fault.kind(), "message": fault.message()});
            response(StatusCode::BAD_REQUEST, &body)
        }
    })
}

async fn call(api: &SfnApi, request: Request<Incoming>) -> Result<Value, Fault> {
    let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
    let operation = target.and_then(|target| target.strip_prefix(TARGET)).unwrap_or_default();
    let operation = operation.to_owned();
    let body = Limited::new(request.into_body(), LARGEST_BODY).collect().await;
    let body = body.map_err(|error| Fault::new("SerializationException", error.to_string()))?;
    let input = serde_json::from_slice(&body.to_bytes())
        .map_err(|error| Fault::new("SerializationException", error.to_string()))?;
    protocol::call(api, &operation, input).await
}

fn response(status: StatusCode, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/x-amz-json-1.0");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
