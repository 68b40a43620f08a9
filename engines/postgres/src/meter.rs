//! Measures the shards of a process for the facade of the crate `metrics`. `no_meter` takes the place
//! of this module if the feature `metrics` is off.

use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, SharedString, Unit};
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

const OWNED: &str = "asl.shards.owned";
const TAKEN: &str = "asl.shards.taken";
const LOST: &str = "asl.shards.lost";
const RENEWAL: &str = "asl.lease.renewal.duration";

/// Describes the metrics of shards to the recorder that is installed: feature `metrics`. Those of
/// their journals are described by `asl_durable::describe_metrics`.
pub fn describe_metrics() {
    describe_gauge!(OWNED, "Shards that this process owns");
    describe_counter!(TAKEN, "Shards that this process has taken");
    describe_counter!(LOST, "Shards that others have taken, or that have failed");
    describe_histogram!(RENEWAL, Unit::Seconds, "Time to renew the leases");
}

/// The metrics of one store in this process, which the label `store` names: its database.
pub(crate) struct Meter {
    owned: Gauge,
    free: Counter,
    failed: Counter,
    lost: Counter,
    renewal: Histogram,
}

impl Meter {
    pub(crate) fn new(store: &str) -> Self {
        let store = SharedString::from(store.to_owned());
        Self {
            owned: gauge!(OWNED, "store" => store.clone()),
            free: counter!(TAKEN, "store" => store.clone(), "from" => "free"),
            failed: counter!(TAKEN, "store" => store.clone(), "from" => "failed"),
            lost: counter!(LOST, "store" => store.clone()),
            renewal: histogram!(RENEWAL, "store" => store),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "gauges are floats")]
    pub(crate) fn owned(&self, count: usize) {
        self.owned.set(count as f64);
    }

    /// Counts a shard that was taken: from a process whose lease was over, or a free one.
    pub(crate) fn taken(&self, is_fail_over: bool) {
        let counter = if is_fail_over { &self.failed } else { &self.free };
        counter.increment(1);
    }

    pub(crate) fn lost(&self, count: usize) {
        self.lost.increment(u64::try_from(count).unwrap_or(u64::MAX));
    }

    pub(crate) fn renewed(&self, time: Duration) {
        self.renewal.record(time);
    }
}
