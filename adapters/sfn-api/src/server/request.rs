//! Requests: `POST /` with the operation in a header and its input as JSON.

use std::pin::pin;
use std::time::SystemTime;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderMap};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use serde_json::{Value, json};

use super::client::Client;
use super::response::{Refusal, response};
use super::{Server, host, unless};
use crate::fault::Fault;
use crate::observe::observe;
use crate::protocol;
use crate::signature::single;

const PREFIX: &str = "AWSStepFunctions.";
/// The operation that waits for work. Its empty answer means that there is none.
const LONG_POLL: &str = "GetActivityTask";

/// The operations that may compile a program, which is stopped when its client has gone.
const BUILDS: [&str; 3] = ["CreateStateMachine", "UpdateStateMachine", "TestState"];

/// Answers a request.
pub(super) async fn answer(
    server: &Server,
    client: &Client,
    request: Request<Incoming>,
) -> Response<Full<Bytes>> {
    let name = operation(request.headers()).map_or("", protocol::known_name);
    let id = server.ids.next();
    // Pinned futures are in memory once: a function that takes a future has it twice.
    let performed = pin!(perform(server, client, request));
    let result = observe(name, &id, performed, |result: &Result<Value, Refusal>| {
        result.as_ref().err().map(Refusal::kind)
    });
    response(result.await, &id)
}

async fn perform(
    server: &Server,
    client: &Client,
    request: Request<Incoming>,
) -> Result<Value, Refusal> {
    let (head, body) = request.into_parts();
    check_place(&head)?;
    let host = host::read(&head)?;
    let keys = &server.api.access_keys;
    if keys.is_empty() {
        host::check_loopback(&host)?;
    }
    let body = server.bodies.read(body).await?;
    // Clients without a key keep no connections.
    let signed = keys.verify(&head, &body.bytes, SystemTime::now());
    signed.map_err(|fault| Refusal::from(fault).and_close())?;
    let operation = operation(&head.headers)?.to_owned();
    let input = serde_json::from_slice(&body.bytes).map_err(|error| {
        Fault::new("SerializationException", format!("the body is not JSON: {error}"))
    })?;
    // The head and the body are parts of the connection's buffer: a request that waits long would
    // keep it, and the connection would take another one.
    drop((head, host, body));
    let call = pin!(protocol::call(&server.api, &operation, input));
    if BUILDS.contains(&operation.as_str()) {
        let gone = pin!(client.end());
        return Ok(unless(gone, call).await.unwrap_or_else(|| Err(abandoned()))?);
    }
    if operation != LONG_POLL {
        return Ok(call.await?);
    }
    let running = pin!(async { drop(server.running.acquire().await) });
    let stop = pin!(async {
        // Either of them ends the poll.
        let _ = unless(running, client.end()).await;
    });
    // Work that is there after the server has stopped, or the client has gone, waits for the next
    // one.
    Ok(unless(stop, call).await.unwrap_or_else(|| Ok(json!({})))?)
}

fn abandoned() -> Fault {
    Fault::new("InternalFailure", "the client has ended its half of the connection meanwhile")
}

/// Refuses all but `POST /` with JSON.
fn check_place(head: &Parts) -> Result<(), Refusal> {
    let unknown =
        |message| Refusal::new(StatusCode::NOT_FOUND, "UnknownOperationException", message);
    let place = head.uri.path_and_query().map_or("", |place| place.as_str());
    if head.method != Method::POST || place != "/" {
        let text = format!("requests are `POST /`, not `{} {place}`", head.method);
        return Err(unknown(text));
    }
    let media_type = single(&head.headers, CONTENT_TYPE.as_str()).unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let accepted = ["application/x-amz-json-1.0", "application/x-amz-json-1.1", "application/json"];
    if !accepted.iter().any(|accepted| media_type.eq_ignore_ascii_case(accepted)) {
        return Err(unknown("requests have `content-type: application/x-amz-json-1.0`".to_owned()));
    }
    Ok(())
}

/// The name of the operation.
fn operation(headers: &HeaderMap) -> Result<&str, Fault> {
    let target = single(headers, "x-amz-target");
    target.and_then(|target| target.strip_prefix(PREFIX)).ok_or_else(|| {
        Fault::new(
            "UnknownOperationException",
            format!("requests have one header `x-amz-target: {PREFIX}<Operation>`"),
        )
    })
}
