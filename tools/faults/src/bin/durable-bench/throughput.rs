//! Measures the throughput of orders.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asl_durable::{Durable, Options};
use asl_runtime::Value;

use crate::tasks::{Shop, order};
use crate::usage::{cpu_micros, disk, float};
use crate::{Problem, line, shop, verdict};

/// Target: transitions per second, as a multiple of the disk's syncs.
const TARGET: f64 = 200.0;
/// Target: microseconds of CPU for a transition, the callers and tasks included.
const CPU: f64 = 1.0;
/// Number of exported histories.
const HISTORIES: usize = 1_000;

/// Measures and prints.
pub(crate) fn measure(
    folder: &Path,
    orders: usize,
    in_flight: usize,
    fsyncs: f64,
) -> Result<(), Problem> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(run(&folder.join("orders"), orders, in_flight, fsyncs))
}

async fn run(folder: &Path, orders: usize, in_flight: usize, fsyncs: f64) -> Result<(), Problem> {
    let options = Options::default().compact_by_itself(false);
    let tasks = Shop::default();
    let started = Arc::clone(&tasks.started);
    let store = Durable::open(folder, [shop::machine(tasks)], options).await?;
    // Warm up caches, the allocator and the first file.
    work(&store, "warm", in_flight, in_flight).await?;
    let (bytes, cpu, tasks) = (disk(folder)?, cpu_micros()?, started.load(Ordering::Relaxed));
    let from = Instant::now();
    work(&store, "order", orders, in_flight).await?;
    let seconds = from.elapsed().as_secs_f64();
    let (bytes, cpu) = (disk(folder)? - bytes, cpu_micros()? - cpu);
    let completions = float(started.load(Ordering::Relaxed) - tasks);
    let transitions = float(orders * transitions(&store).await?);
    let rate = transitions / seconds;
    line(&format!(
        "{orders} orders, {in_flight} in flight: {rate:.0} transitions/s, {:.0} completed tasks/s, {:.0} orders/s ({seconds:.1} s)",
        completions / seconds,
        float(orders) / seconds
    ));
    line(&format!(
        "  {:.1} x the fsync rate (target {TARGET}: {})",
        rate / fsyncs,
        verdict(rate >= TARGET * fsyncs)
    ));
    let (bytes, cpu) = (float(usize::try_from(bytes)?), float(usize::try_from(cpu)?));
    line(&format!(
        "  per transition: {:.0} bytes on disk, {:.2} us of CPU (target {CPU}: {})",
        bytes / transitions,
        cpu / transitions,
        verdict(cpu <= CPU * transitions)
    ));
    line(&format!(
        "  per completed task: {:.0} bytes, {:.2} us",
        bytes / completions,
        cpu / completions
    ));
    export(&store, orders.min(HISTORIES)).await?;
    store.close(Duration::from_secs(10)).await?;
    Ok(())
}

/// Runs this many orders with limited concurrency.
async fn work(store: &Durable, name: &str, orders: usize, in_flight: usize) -> Result<(), Problem> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..in_flight {
        let (store, next, name) = (store.clone(), Arc::clone(&next), name.to_owned());
        workers.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= orders {
                    return Ok(());
                }
                let started = store.start("shop", format!("{name}-{number}"), order(number)).await;
                let ended = store.wait(started.map_err(|error| error.to_string())?.id).await;
                ended.map_err(|error| error.to_string())?.map_err(|failure| failure.to_string())?;
            }
        });
    }
    while let Some(worker) = workers.join_next().await {
        worker?.map_err(|error: String| error)?;
    }
    Ok(())
}

/// Number of states that an order enters.
async fn transitions(store: &Durable) -> Result<usize, Problem> {
    let history = store.history("shop:order-0").await?;
    let entered = |event: &&Value| {
        let kind = event.get("type").and_then(Value::as_str);
        kind.is_some_and(|kind| kind.ends_with("StateEntered"))
    };
    Ok(events(&history).iter().filter(entered).count())
}

async fn export(store: &Durable, histories: usize) -> Result<(), Problem> {
    let (from, mut count, mut bytes) = (Instant::now(), 0, 0);
    for number in 0..histories {
        let history = store.history(format!("shop:order-{number}")).await?;
        count += events(&history).len();
        bytes += history.to_json_string().len();
    }
    let seconds = from.elapsed().as_secs_f64();
    line(&format!(
        "history of an order as JSON: {:.0} us ({} events, {} bytes)",
        seconds * 1e6 / float(histories),
        count / histories,
        bytes / histories
    ));
    Ok(())
}

fn events(history: &Value) -> Vec<Value> {
    let events = history.get("events").and_then(Value::as_array);
    events.map(|events| events.iter().cloned().collect()).unwrap_or_default()
}
