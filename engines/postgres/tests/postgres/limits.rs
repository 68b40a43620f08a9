//! Limits of the calls of tasks over several processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use asl_durable::Limit;
use asl_postgres::Postgres;
use asl_runtime::{TaskContext, TaskError, Value};

use crate::calls::owners;
use crate::machines::three;
use crate::world::{LEASE, World, options};

/// Counts the calls at a time.
#[derive(Clone, Default)]
struct Counted {
    now: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl three::Tasks for Counted {
    async fn first(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        // The first ones wait for each other, however slow the machine is.
        let reached = async {
            while self.most.load(Ordering::SeqCst) < 3 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = tokio::time::timeout(Duration::from_secs(5), reached).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        self.now.fetch_sub(1, Ordering::SeqCst);
        Ok(Value::Null)
    }

    async fn second(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }

    async fn third(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

/// Two processes together keep the limits of one task, and a third one continues when they end.
pub(crate) async fn limits_are_those_of_the_whole_store(world: Arc<World>) {
    let place = world.place().await;
    let tasks = Counted::default();
    let open = async || {
        let limits = options(LEASE);
        let store = limits.store.clone().limit(Limit::new("three", "first").at_once(3));
        let store = store.limit(Limit::new("three", "second").per_second(40.0));
        let machines = [three::machine(tasks.clone())];
        Postgres::open(&place.url, machines, limits.store(store)).await.expect("the store opens")
    };
    let (one, other) = (open().await, open().await);
    owners(&place.sql().await, 2..=2).await;
    let from = Instant::now();
    let names: Vec<String> = (0..40).map(|number| format!("limited-{number}")).collect();
    for name in &names {
        one.start("three", name.as_str(), ()).await.expect("it starts");
    }
    for name in &names {
        other.wait(format!("three:{name}")).await.expect("it is there").expect("it succeeds");
    }
    assert_eq!(tasks.most.load(Ordering::SeqCst), 3, "as many as the limit, and no more");
    // The first one begins at once.
    assert!(from.elapsed() >= Duration::from_millis(39 * 25), "{:?}", from.elapsed());
    // A process that ends without a word keeps its slots for a lease.
    let held = "update asl_slot set process = 'gone', leased_until = now() + interval '2 s'";
    place.sql().await.execute(held, &[]).await.expect("the slots");
    let from = Instant::now();
    one.start("three", "after", ()).await.expect("it starts");
    other.wait("three:after").await.expect("it is there").expect("it succeeds");
    assert!(from.elapsed() >= Duration::from_millis(1_500), "{:?}", from.elapsed());
}
