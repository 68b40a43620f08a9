//! Redrives: a failed execution continues in another run.

use asl_runtime::{Failure, Value, json};
use asl_temporal::{Client, ClientError};

use crate::runs::{replays, told};
use crate::shop::Shop;
use crate::world::World;

/// Redrives an execution. Returns its end; the histories of both runs replay.
async fn redriven(shop: &Shop, client: &Client, id: &str) -> Result<Value, Failure> {
    replays(shop, client, id).await;
    let before = client.describe(id).await.expect("it answers").expect("it is known").run;
    let started = client.redrive(id).await.expect("it is redriven");
    assert!(started.is_new && started.run != before, "{started:?}");
    let end = told(client.wait(id).await);
    replays(shop, client, id).await;
    end
}

/// The reason why an execution is not redriven.
async fn refused(client: &Client, id: &str) -> String {
    match client.redrive(id).await {
        Err(ClientError::Redrive(why)) => why,
        other => panic!("{id}: {other:?}"),
    }
}

pub(crate) async fn failed_executions_continue_where_they_failed(world: &mut World) {
    let client = world.client().await;
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    client.start("mends", "r-1", &json!({"fails": 2})).await.expect("it starts");
    assert_eq!(refused(&client, "r-1").await, "it has not ended");
    let failure = told(client.wait("r-1").await).expect_err("it fails");
    assert_eq!(failure.error(), Some("Broken"));
    let failure = redriven(&shop, &client, "r-1").await.expect_err("it fails again");
    assert_eq!(failure.error(), Some("Broken"));
    let output = redriven(&shop, &client, "r-1").await;
    assert_eq!(output, Ok(json!(["good", "mended"])));
    assert_eq!(refused(&client, "r-1").await, "it has succeeded");
    for once in ["Fan#0.0.Good#0", "Fan#0.1.Flaky#1", "Fan#1.1.Flaky#2", "Fan#2.1.Flaky#3"] {
        assert_eq!(world.noted(&format!("begin r-1.{once}")), 1, "{once}: {:?}", world.notes());
    }
    for redriven in ["event r-1 18 ExecutionRedriven", "event r-1 25 ExecutionRedriven"] {
        assert_eq!(world.noted(redriven), 1, "{:?}", world.notes());
    }
    let none = client.redrive("r-0").await.expect_err("there is none");
    assert!(matches!(none, ClientError::NotFound(_)), "{none}");
}

pub(crate) async fn cancelled_executions_are_redriven(world: &mut World) {
    let client = world.client().await;
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    for (id, is_terminated) in [("r-2", false), ("r-3", true)] {
        client.start("mends", id, &json!({"fails": 0})).await.expect("it starts");
        world.until(&format!("end {id}.Fan#0.0.Good#0")).await;
        // The answer of the task is in its history as soon as a worker has taken it.
        while client.state(id).await.expect("it answers").to_string().contains("\"Task\"") {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        if is_terminated {
            client.terminate(id, "enough").await.expect("it runs");
        } else {
            client.cancel(id, "enough").await.expect("it runs");
        }
        told(client.wait(id).await).expect_err("it was stopped");
        assert_eq!(redriven(&shop, &client, id).await, Ok(json!(["good", "mended"])));
        assert_eq!(world.noted(&format!("begin {id}.Fan#0.0.Good#0")), 1);
    }
}

pub(crate) async fn what_no_worker_has_read_counts_in_a_redrive(world: &mut World) {
    let client = world.client().await;
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    client.start("approve", "r-4", &json!({})).await.expect("it starts");
    let token = format!("r-4/{}", world.until_any("token r-4/").await);
    // The answer of the task is the eleventh event, and three follow as a worker takes it.
    events(&client, "r-4", 14).await;
    client.start("sleeps", "r-5", &json!({"rows": [3]})).await.expect("it starts");
    client.state("r-5").await.expect("it sleeps");
    world.kill_worker();
    client.success(&token, json!({"by": "Ada"})).await.expect("it is accepted");
    let asleep = client.history("r-5").await.expect("its history").len();
    events(&client, "r-5", asleep + 1).await;
    for id in ["r-4", "r-5"] {
        client.terminate(id, "enough").await.expect("it runs");
    }
    world.restart();
    let told = json!({"approval": {"by": "Ada"}, "told": "told"});
    assert_eq!(redriven(&shop, &client, "r-4").await, Ok(told));
    assert_eq!(world.notes().keys().filter(|note| note.starts_with("token r-4")).count(), 1);
    assert_eq!(redriven(&shop, &client, "r-5").await, Ok(json!([3])));
}

/// Waits until a history has this many events.
async fn events(client: &Client, id: &str, count: usize) {
    while client.history(id).await.expect("its history").len() < count {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
