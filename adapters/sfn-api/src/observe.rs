//! Spans and metrics of requests (features `tracing` and `metrics`).

use serde_json::Value;

#[cfg(feature = "metrics")]
mod meter {
    use std::time::Instant;

    use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram};
    use metrics::{gauge, histogram};

    const REQUESTS: &str = "asl.api.requests";
    const OPEN: &str = "asl.api.requests.open";
    const DURATION: &str = "asl.api.request.duration";

    /// Describes the metrics of the API to the recorder that is installed.
    pub fn describe_metrics() {
        describe_counter!(REQUESTS, "Requests that were answered");
        describe_gauge!(OPEN, "Requests without an answer yet, such as polls for activities");
        describe_histogram!(DURATION, Unit::Seconds, "Time from a request to its answer");
    }

    /// An open request. If its client goes away, it is dropped without an answer.
    pub(super) struct Meter {
        operation: &'static str,
        from: Instant,
    }

    impl Meter {
        pub(super) fn new(operation: &'static str) -> Self {
            gauge!(OPEN, "operation" => operation).increment(1);
            Self { operation, from: Instant::now() }
        }

        pub(super) fn answered(&self, error: Option<&'static str>) {
            let (operation, error) = (self.operation, error.unwrap_or_default());
            counter!(REQUESTS, "operation" => operation, "error" => error).increment(1);
            histogram!(DURATION, "operation" => operation).record(self.from.elapsed());
        }
    }

    impl Drop for Meter {
        fn drop(&mut self) {
            gauge!(OPEN, "operation" => self.operation).decrement(1);
        }
    }
}

#[cfg(feature = "metrics")]
pub use meter::describe_metrics;

/// Observes the answer to a request: `error` is the error that it answers with.
#[cfg_attr(
    not(any(feature = "metrics", feature = "tracing")),
    expect(unused_variables, reason = "nothing is observed")
)]
pub(crate) async fn observe<R>(
    operation: &'static str,
    request_id: &str,
    answer: impl Future<Output = R>,
    error: impl Fn(&R) -> Option<&'static str>,
) -> R {
    #[cfg(feature = "metrics")]
    let meter = meter::Meter::new(operation);
    #[cfg(feature = "tracing")]
    let span = tracing::info_span!(
        "asl.api.request",
        rpc.method = operation,
        aws.request_id = request_id,
        execution.id = tracing::field::Empty,
        trace.header = tracing::field::Empty,
        "error.type" = tracing::field::Empty,
    );
    #[cfg(feature = "tracing")]
    let answer = tracing::Instrument::instrument(answer, span.clone());
    let result = answer.await;
    #[cfg(feature = "tracing")]
    if let Some(error) = error(&result) {
        span.record("error.type", error);
    }
    #[cfg(feature = "metrics")]
    meter.answered(error(&result));
    result
}

/// Records the execution and the trace header that a request or its answer names in the span of the
/// request.
#[cfg_attr(not(feature = "tracing"), expect(unused_variables, reason = "there is no span"))]
pub(crate) fn note(data: &Value) {
    #[cfg(feature = "tracing")]
    for (member, field) in [("executionArn", "execution.id"), ("traceHeader", "trace.header")] {
        if let Some(text) = data.get(member).and_then(Value::as_str) {
            tracing::Span::current().record(field, text);
        }
    }
}
