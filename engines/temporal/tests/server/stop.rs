//! Workers that stop.

use std::time::{Duration, Instant};

use asl_runtime::json;
use asl_temporal::Options;

use crate::shop::Shop;
use crate::world::{PATIENCE, Worker, World};

pub(crate) async fn a_worker_that_stops_leaves_its_tasks_to_others(world: &mut World) {
    let client = world.client().await.task_queue("stops");
    let shop = Shop::new(world.server.folder().join("notes"));
    let options = Options::default().task_queue("stops").stop_patience(Duration::from_millis(50));
    let worker = Worker::start(world, &shop, options.clone());
    // It has HeartbeatSeconds: without its heartbeats it would fail.
    client.start("stops", "s-1", &json!({})).await.expect("it starts");
    world.until("begin s-1.Hangs#0").await;
    worker.stop().await;
    assert_eq!(world.noted("dropped s-1.Hangs#0"), 1);
    let worker = Worker::start(world, &shop, options);
    let from = Instant::now();
    while world.noted("begin s-1.Hangs#0") < 2 {
        assert!(from.elapsed() < PATIENCE, "it never begins again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    client.cancel("s-1", "enough").await.expect("it runs");
    let ended = client.wait("s-1").await;
    assert!(ended.is_err(), "{ended:?}");
    worker.stop().await;
}
