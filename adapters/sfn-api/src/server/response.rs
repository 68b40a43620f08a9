//! Answers to requests.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use asl_language::random::scramble;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde_json::Value;

use crate::fault::Fault;

const JSON: HeaderValue = HeaderValue::from_static("application/x-amz-json-1.0");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-amzn-requestid");
const ERROR_TYPE: HeaderName = HeaderName::from_static("x-amzn-errortype");

/// A request that is answered with an error.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    fault: Fault,
    /// The connection cannot be used again.
    closes: bool,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, fault: Fault::new(kind, message), closes: false }
    }

    /// A refusal after which the connection is closed.
    pub(super) fn closing(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self { closes: true, ..Self::new(status, kind, message) }
    }

    /// The same refusal, after which the connection is closed.
    pub(super) fn and_close(self) -> Self {
        Self { closes: true, ..self }
    }

    /// The name of the error.
    pub(super) fn kind(&self) -> &'static str {
        self.fault.kind()
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        let status = match fault.kind() {
            "InternalFailure" => StatusCode::INTERNAL_SERVER_ERROR,
            "ServiceUnavailable" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, fault, closes: false }
    }
}

/// Ids of requests, in the form of a UUID. They are for logs: different, but not secret.
pub(super) struct RequestIds {
    seed: u64,
    count: AtomicU64,
}

impl RequestIds {
    pub(super) fn new() -> Self {
        Self { seed: RandomState::new().hash_one(0), count: AtomicU64::new(0) }
    }

    pub(super) fn next(&self) -> String {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let high = scramble(self.seed ^ count);
        let low = scramble(high.wrapping_add(self.seed));
        // Version 4 and the variant of RFC 9562.
        let (high, low) = (high & !0xf000 | 0x4000, low & !(3 << 62) | 2 << 62);
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            high >> 16 & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }
}

/// The answer to a request.
pub(super) fn response(result: Result<Value, Refusal>, id: &str) -> Response<Full<Bytes>> {
    let (status, body, refusal) = match result {
        Ok(output) => (StatusCode::OK, output, None),
        Err(refusal) => (refusal.status, refusal.fault.to_json(), Some(refusal)),
    };
    // Its `Display` would write each piece through a formatter.
    let body = serde_json::to_vec(&body).unwrap_or_default();
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, JSON);
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    if let Some(refusal) = refusal {
        headers.insert(ERROR_TYPE, HeaderValue::from_static(refusal.fault.kind()));
        if refusal.closes {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_requests_differ_and_have_the_form_of_a_uuid() {
        let ids = RequestIds::new();
        let (first, second) = (ids.next(), ids.next());
        assert_ne!(first, second);
        let lengths: Vec<_> = first.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&first[14..15], "4");
        assert!("89ab".contains(&first[19..20]));
    }
}
