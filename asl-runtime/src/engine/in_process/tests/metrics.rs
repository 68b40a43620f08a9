//! Metrics of runs.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;

use ::metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
    with_local_recorder,
};

use crate::metrics::Metrics;
use asl_value::mutex::lock;

use super::*;

/// Keeps each metric by its name and labels: the value of a counter, the bits of a gauge, the number
/// of a histogram's values.
#[derive(Default)]
struct Kept(Mutex<BTreeMap<String, Arc<AtomicU64>>>);

struct Values(Arc<AtomicU64>);

impl HistogramFn for Values {
    fn record(&self, _: f64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl Kept {
    fn value(&self, key: &Key) -> Arc<AtomicU64> {
        let labels: Vec<_> = key.labels().map(|label| label.value().to_owned()).collect();
        let name = format!("{} {}", key.name(), labels.join(" "));
        Arc::clone(lock(&self.0).entry(name).or_default())
    }
}

impl Recorder for Kept {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.value(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.value(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(Arc::new(Values(self.value(key))))
    }
}

#[test]
fn executions_and_attempts_are_counted_by_their_ends() {
    let kept = Kept::default();
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().expect("a runtime");
    let work = with(&RETRY, |cx, input| async move {
        match (input == json!("slow"), cx.attempt()) {
            (true, _) => std::future::pending().await,
            (false, 0) => Err(TaskError::new("ErrorA", "once")),
            (false, _) => Ok(input),
        }
    });
    with_local_recorder(&kept, || {
        runtime.block_on(async {
            for input in ["good", "slow"] {
                let options = RunOptions::default().observer(Metrics);
                work.run_with(json!(input), options).await.expect("the time-out is caught");
            }
            let dropped = work.run_with(json!("slow"), RunOptions::default().observer(Metrics));
            assert!(tokio::time::timeout(Duration::from_secs(1), dropped).await.is_err());
        });
    });
    let values: BTreeMap<String, u64> = lock(&kept.0)
        .iter()
        .map(|(name, value)| (name.clone(), value.load(Ordering::Relaxed)))
        .collect();
    let expected = [
        ("asl.execution.duration RETRY succeeded", 2),
        ("asl.executions RETRY succeeded", 2),
        ("asl.executions.running RETRY", 0_f64.to_bits()),
        ("asl.executions.started RETRY", 3),
        ("asl.task.attempts RETRY X", 4),
        ("asl.task.duration RETRY X failed", 1),
        ("asl.task.duration RETRY X succeeded", 1),
        ("asl.task.duration RETRY X timed_out", 1),
        ("asl.task.retries RETRY X", 1),
    ];
    assert_eq!(values, expected.map(|(name, value)| (name.to_owned(), value)).into());
}
