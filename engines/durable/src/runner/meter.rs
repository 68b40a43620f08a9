//! Measures a store for the facade of the crate `metrics`. `no_meter` takes the place of this module
//! if the feature `metrics` is off.

use std::time::Instant;

use metrics::{Gauge, Histogram, SharedString, Unit, describe_gauge, describe_histogram};
use metrics::{gauge, histogram};

use super::super::core::Core;
use super::super::disk::Disk;
use super::super::{Action, StoreError};

const SYNC: &str = "asl.journal.sync.duration";
const SIZE: &str = "asl.journal.size";
const PARKED: &str = "asl.executions.parked";

/// Describes the metrics of stores to the recorder that is installed: feature `metrics`.
pub fn describe_metrics() {
    describe_histogram!(SYNC, Unit::Seconds, "Time to write a batch of records to disk");
    describe_gauge!(SIZE, Unit::Bytes, "Size of the journal");
    describe_gauge!(PARKED, "Executions that are on disk and not in memory");
}

/// The metrics of one store, which the label `store` names: its directory, or its shard of a database.
pub(super) struct Meter {
    sync: Histogram,
    size: Gauge,
    parked: Gauge,
}

impl Meter {
    pub(super) fn new(store: String) -> Self {
        let store = SharedString::from(store);
        Self {
            sync: histogram!(SYNC, "store" => store.clone()),
            size: gauge!(SIZE, "store" => store.clone()),
            parked: gauge!(PARKED, "store" => store),
        }
    }

    /// Writes everything to disk.
    pub(super) fn commit<D: Disk>(&self, core: &mut Core<D>) -> Result<Vec<Action>, StoreError> {
        let is_written = core.pending_bytes() > 0;
        let from = Instant::now();
        let actions = core.commit()?;
        if is_written {
            self.sync.record(from.elapsed());
            self.show(core);
        }
        Ok(actions)
    }

    /// Shows the state of a store.
    #[expect(clippy::cast_precision_loss, reason = "gauges are floats")]
    pub(super) fn show<D: Disk>(&self, core: &Core<D>) {
        self.size.set(core.journal().stats().size as f64);
        self.parked.set(core.parked() as f64);
    }
}
