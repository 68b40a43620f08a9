//! The bodies of requests.

use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::StatusCode;
use hyper::body::{Body as _, Incoming};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::response::Refusal;

/// Maximum bytes of a body. The largest request has a definition of 1 MiB, with escapes.
const LARGEST: usize = 4 << 20;
/// Bytes of a larger body that are read and thrown away, because a client that cannot send
/// everything does not read the answer.
const DISCARDED: u64 = 64 << 20;
/// Bytes from which on a body is large.
const LARGE: usize = 256 << 10;
/// Number of large bodies in memory at a time.
const LARGE_BODIES: usize = 32;
/// Time for a body.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Reads bodies, few large ones at a time.
pub(super) struct Bodies {
    large: Semaphore,
}

/// A body in memory.
pub(super) struct Body<'b> {
    pub(super) bytes: Vec<u8>,
    _large: Option<SemaphorePermit<'b>>,
}

impl Bodies {
    pub(super) fn new() -> Self {
        Self { large: Semaphore::new(LARGE_BODIES) }
    }

    /// Reads a body.
    pub(super) async fn read(&self, body: Incoming) -> Result<Body<'_>, Refusal> {
        let late = |_| {
            let message = format!("the body did not arrive within {} s", TIMEOUT.as_secs());
            Refusal::closing(StatusCode::REQUEST_TIMEOUT, "RequestTimeoutException", message)
        };
        timeout(TIMEOUT, self.read_frames(body)).await.map_err(late)?
    }

    async fn read_frames(&self, mut body: Incoming) -> Result<Body<'_>, Refusal> {
        if body.size_hint().lower() > DISCARDED {
            return Err(too_large());
        }
        let (mut bytes, mut length, mut large) = (Vec::new(), 0_u64, None);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| {
                let message = format!("the body ends early: {error}");
                Refusal::closing(StatusCode::BAD_REQUEST, "SerializationException", message)
            })?;
            // Trailers mean nothing here.
            let Ok(data) = frame.into_data() else { continue };
            length += data.len() as u64;
            if length > DISCARDED {
                return Err(too_large());
            }
            if length > LARGEST as u64 {
                (bytes, large) = (Vec::new(), None);
                continue;
            }
            if bytes.len() + data.len() > LARGE && large.is_none() {
                // The semaphore is never closed.
                large = self.large.acquire().await.ok();
            }
            bytes.extend_from_slice(&data);
        }
        if length > LARGEST as u64 {
            return Err(too_large());
        }
        Ok(Body { bytes, _large: large })
    }
}

fn too_large() -> Refusal {
    let message = format!("the body has more than {LARGEST} bytes");
    Refusal::closing(StatusCode::PAYLOAD_TOO_LARGE, "RequestEntityTooLargeException", message)
}
