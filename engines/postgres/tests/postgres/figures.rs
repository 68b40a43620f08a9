//! Metrics of shards.

use std::sync::Arc;

use crate::world::World;

#[cfg(not(feature = "metrics"))]
pub(crate) async fn metrics_tell_of_leases(_: Arc<World>) {
    println!("  skipped: the feature `metrics` is off");
}

/// The metrics of a process whose shards were taken, and that takes them from who was lost.
#[cfg(feature = "metrics")]
pub(crate) async fn metrics_tell_of_leases(world: Arc<World>) {
    use std::time::Duration;

    use crate::world::until;

    let exporter = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder();
    let exporter = exporter.expect("no other recorder is installed");
    asl_postgres::describe_metrics();
    let place = world.place().await;
    let name = place.url.replace("asl@", "");
    let name = format!("store=\"{}\"", name.replace(&format!(":{}", world.port), ""));
    let metric = |metric: &str, label: &str| -> f64 {
        let page = exporter.render();
        let is_it = |line: &&str| {
            line.starts_with(&format!("{metric}{{")) && line.contains(&name) && line.contains(label)
        };
        let line = page.lines().find(is_it);
        line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0.0)
    };
    let store = place.open().await;
    let free = metric("asl_shards_taken", "from=\"free\"");
    assert!(free >= 16.0, "{free} of them were free: {}", exporter.render());
    let stolen = "update asl_shard set owner = 'gone', epoch = epoch + 1, \
         lease_until = now() + interval '1 s' where shard < 3";
    place.sql().await.execute(stolen, &[]).await.expect("a change");
    let failed = "from=\"failed\"";
    until("shards are taken", || async { metric("asl_shards_taken", failed) >= 3.0 }).await;
    assert!(metric("asl_shards_lost", "") >= 3.0, "{}", exporter.render());
    until("all are owned", || async { metric("asl_shards_owned", "") >= 16.0 }).await;
    assert!(metric("asl_lease_renewal_duration_count", "") > 0.0, "{}", exporter.render());
    store.close(Duration::from_secs(1)).await.expect("it closes");
}
