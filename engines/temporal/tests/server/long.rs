//! Executions whose histories become long continue as new, on a server that suggests this early.

use std::time::Duration;

use asl_runtime::{Value, json};

use crate::outside::event;
use crate::runs::{replays, told};
use crate::shop::Shop;
use crate::world::World;

/// Events of a history from which on the server of these tests suggests another run.
const SUGGESTED: &str = "limit.historyCount.suggestContinueAsNew=40";

/// Starts the server again with these settings, and the worker.
fn restart(world: &mut World, settings: &[&str]) {
    world.kill_both();
    world.server.restart_with(settings).expect("it starts again");
    world.start_worker(&[]);
}

/// The number of runs of an execution, as soon as at least so many are listed.
async fn runs(world: &World, id: &str, least: usize) -> usize {
    let client = world.client().await;
    let query = format!("WorkflowId = '{id}'");
    for _ in 0..300 {
        let found = client.list(&query, 1_000).await.expect("it answers").len();
        if found >= least {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{id} has fewer runs than {least}")
}

pub(crate) async fn long_executions_go_on_in_other_runs(world: &mut World) {
    restart(world, &[SUGGESTED]);
    let client = world.client().await;
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    let until = 100;
    let output = told(client.run("count", "m-1", &json!({"n": 0, "until": until})).await);
    assert_eq!(output, Ok(json!({"n": until, "until": until})));
    // A task is at least five events.
    let found = runs(world, "m-1", 10).await;
    assert!(found <= 60, "{found} runs for 100 tasks");
    // The states between are counted too.
    for step in (0..2 * until).step_by(2) {
        assert_eq!(world.noted(&format!("begin m-1.Step#{step}")), 1, "{step}");
    }
    replays(&shop, &client, "m-1").await;

    let rows = json!({"rows": [[1, 2, 3], [], [4], [5, 6], [7, 8], [9]]});
    let output = told(client.run("each", "m-2", &rows).await);
    assert_eq!(output, Ok(json!([[2, 4, 6], [], [8], [10, 12], [14, 16], [18]])));
    replays(&shop, &client, "m-2").await;

    let many: Value = (0..60_i64).map(|item| json!([(item)])).collect();
    let output = told(client.run("each", "m-3", &json!({"rows": (many)})).await);
    let expected: Value = (0..60_i64).map(|item| json!([(item * 2)])).collect();
    assert_eq!(output, Ok(expected));
    replays(&shop, &client, "m-3").await;

    let until = 30_i64;
    let input = json!({"n": 0, "sum": 0, "until": until});
    client.start("events", "m-4", &input).await.expect("it starts");
    for add in 1..=until {
        let tick = event("shop.tick", &json!({"add": add}));
        client.send("m-4", &tick).await.expect("it is taken");
    }
    let output = told(client.wait("m-4").await);
    assert_eq!(output, Ok(json!({"n": until, "sum": (until * (until + 1) / 2), "until": until})));
    assert!(runs(world, "m-4", 2).await > 1);
    replays(&shop, &client, "m-4").await;
    restart(world, &[]);
}
