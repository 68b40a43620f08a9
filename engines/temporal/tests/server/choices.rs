//! Choices with which executions begin: tasks as local activities, and failures in lists.

use std::process::Command;
use std::time::Duration;

use asl_runtime::json;
use asl_temporal::{Machines, Options, replay};

use crate::runs::told;
use crate::shop::Shop;
use crate::world::{Worker, World};

pub(crate) async fn short_tasks_are_local_and_failures_are_listed(world: &mut World) {
    let program = std::env::var_os("ASL_TEMPORAL_SERVER").expect("the server's program");
    let address = world.server.address();
    let mut create = Command::new(program);
    create.args(["operator", "search-attribute", "create", "--name", "AslError"]);
    create.args(["--type", "Keyword", "--address", address.trim_start_matches("http://")]);
    assert!(create.status().expect("it runs").success());
    let shop = Shop::new(world.server.folder().join("notes-of-the-local-worker"));
    let options = Options::default()
        .task_queue("local")
        .worker_patience(Duration::from_secs(3))
        .stop_patience(Duration::from_secs(1))
        .local_tasks(Duration::from_secs(60))
        .error_attribute(true);
    let worker = Worker::start(world, &shop, options);
    let client = world.client().await.task_queue("local");

    // `order` has a longer time-out.
    let runs = [
        ("count", json!({"n": 0, "until": 4}), false),
        ("order", json!({"amount": 20, "wait": 1, "busy": true}), true),
        ("worse", json!({}), false),
    ];
    for (machine, input, has_activities) in runs {
        let id = format!("local-{machine}");
        let there = told(client.run(machine, &id, &input).await);
        let remote = format!("remote-{machine}");
        let elsewhere = client.clone().task_queue("asl").run(machine, &remote, &input).await;
        assert_eq!(format!("{there:?}"), format!("{:?}", told(elsewhere)));
        let history = client.history(&id).await.expect("its history");
        let has = history.to_json().contains("EVENT_TYPE_ACTIVITY_TASK_SCHEDULED");
        assert_eq!(has, has_activities, "{machine}");
        // The history has the choices: the options of a replay are others.
        let machines = shop.register(Machines::new());
        replay(machines, &history).await.unwrap_or_else(|error| panic!("{machine}: {error}"));
    }
    let failed = client.describe("local-worse").await.expect("it answers").expect("it is known");
    assert_eq!(failed.error.as_deref(), Some("Worse"));
    let done = client.describe("local-count").await.expect("it answers").expect("it is known");
    assert_eq!(done.error, None);
    // The list follows the executions with a delay.
    for _ in 0..100 {
        let found = client.list("AslError = 'Worse'", 10).await.expect("it answers");
        if found.iter().any(|one| one.id == "local-worse") {
            return worker.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("it is not listed");
}
