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
