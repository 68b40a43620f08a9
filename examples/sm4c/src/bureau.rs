//! The credit bureau, in this process: an HTTP service that knows three customers and is busy at
//! first.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Dropping it ends the service.
#[derive(Debug)]
pub struct Bureau {
    address: SocketAddr,
    server: JoinHandle<()>,
}

/// Number of further requests that are answered with "busy".
type Busy = Arc<AtomicU32>;

impl Bureau {
    /// Serves on a free port of this machine. It is too busy for the first requests for scores.
    pub async fn start(busy: u32) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let app = Router::new()
            .route("/v1/identities/{id}", get(identity))
            .route("/v1/scores", post(score))
            .with_state(Busy::new(AtomicU32::new(busy)));
        let server = tokio::spawn(async move { drop(axum::serve(listener, app).await) });
        Ok(Self { address, server })
    }

    /// The base URL of its operations.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }
}

impl Drop for Bureau {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Scores by customer.
fn points(customer: &str) -> Option<i32> {
    match customer {
        "ada" => Some(780),
        "bob" => Some(650),
        "eve" => Some(120),
        _ => None,
    }
}

async fn identity(Path(id): Path<String>) -> Result<Json<Value>, StatusCode> {
    points(&id).ok_or(StatusCode::NOT_FOUND)?;
    Ok(Json(json!({ "id": id, "verified": true })))
}

async fn score(
    State(busy): State<Busy>,
    Json(asked): Json<Value>,
) -> Result<Json<Value>, StatusCode> {
    let is_busy =
        busy.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
    if is_busy {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    let customer = asked.get("customer").and_then(Value::as_str).unwrap_or_default();
    Ok(Json(json!({ "points": points(customer).unwrap_or(500) })))
}
