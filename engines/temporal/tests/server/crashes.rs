//! The worker, the server, or both are killed as `kill -9` does, and started again: the results are
//! the same, nothing that was accepted is lost, and no attempt begins more often than it was killed.

use std::time::Duration;

use asl_runtime::{Value, json};
use tokio::time::sleep;

use crate::outside::task_failure;
use crate::runs::{replays, told};
use crate::shop::Shop;
use crate::world::World;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Worker,
    Server,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    Task,
    Wait,
}

/// Runs an order, kills in the middle of a task or of a wait, and compares the result.
async fn killed(world: &mut World, who: Who, when: When, id: &str) {
    let input = json!({"amount": 20, "wait": 2, "pause": 300});
    let client = world.client().await;
    client.start("order", id, &input).await.expect("it is accepted");
    match when {
        When::Task => world.until(&format!("begin {id}.Reserve#0")).await,
        When::Wait => world.until(&format!("end {id}.Reserve#0")).await,
    }
    sleep(Duration::from_millis(100)).await;
    match who {
        Who::Worker => world.kill_worker(),
        Who::Server => world.server.kill(),
        Who::Both => world.kill_both(),
    }
    world.restart();
    let output = told(client.wait(id).await);
    let expected = json!({"reserved": {"attempt": 0}, "charged": 20, "told": "told"});
    let mut whole = input;
    for name in ["reserved", "charged", "told"] {
        whole.insert(name, expected.get(name).expect("it is there").clone());
    }
    assert_eq!(output, Ok(whole));
    // An attempt whose worker or answer was lost begins once more.
    world.at_most(2, &format!("{id}."));
    for task in ["Charge#2", "Tell#3"] {
        let times = world.noted(&format!("begin {id}.{task}"));
        assert_eq!(times, 1, "{who:?} {when:?} {task}");
    }
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    replays(&shop, &client, id).await;
}

pub(crate) async fn the_worker_is_killed_in_a_task(world: &mut World) {
    killed(world, Who::Worker, When::Task, "k-1").await;
    assert_eq!(world.noted("begin k-1.Reserve#0"), 2, "it began again");
}

pub(crate) async fn the_worker_is_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Worker, When::Wait, "k-2").await;
}

pub(crate) async fn the_server_is_killed_in_a_task(world: &mut World) {
    killed(world, Who::Server, When::Task, "k-3").await;
}

pub(crate) async fn the_server_is_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Server, When::Wait, "k-4").await;
}

pub(crate) async fn both_are_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Both, When::Wait, "k-5").await;
}

pub(crate) async fn another_version_leaves_executions_alone(world: &mut World) {
    let client = world.client().await;
    let input = json!({"n": 0, "until": 3, "pause": 600});
    client.start("count", "k-9", &input).await.expect("it is accepted");
    world.until("begin k-9.Step#0").await;
    world.start_worker(&["other"]);
    let said = task_failure(world, &client, "k-9").await;
    let expected = "an execution of machine `count` cannot go on here: it began with version ";
    assert!(said.starts_with(expected) && said.contains(", this worker has "), "{said}");
    world.start_worker(&[]);
    let output = told(client.wait("k-9").await);
    assert_eq!(output, Ok(json!({"n": 3, "until": 3, "pause": 600})));
}

pub(crate) async fn versions_stand_side_by_side(world: &mut World) {
    let client = world.client().await;
    let input: Value = json!({"n": 0, "until": 4, "pause": 400});
    client.start("count", "k-10", &input).await.expect("it is accepted");
    world.until("begin k-10.Step#0").await;
    world.start_worker(&["both"]);
    // New executions begin in the version that was registered last, running ones stay in theirs.
    let failure = told(client.run("count", "k-11", &json!({})).await);
    assert_eq!(failure.expect_err("this version only fails").error(), Some("Worse"));
    let output = told(client.wait("k-10").await);
    assert_eq!(output, Ok(json!({"n": 4, "until": 4, "pause": 400})));
    world.start_worker(&[]);
}

/// Executions in flight while the worker is killed 100 times and the server 20 times.
pub(crate) async fn workers_and_servers_are_killed_many_times(world: &mut World) {
    let (workers, servers) = (100_u32, 20);
    let client = world.client().await;
    let mut started = 0_u32;
    for crash in 0..workers {
        for _ in 0..2 {
            let input = json!({"amount": (i64::from(started % 100)), "wait": 1, "pause": 100});
            let id = format!("many-{started}");
            // The server may be on its way up: what is not accepted is asked for again.
            while client.start("order", &id, &input).await.is_err() {
                sleep(Duration::from_millis(100)).await;
            }
            started += 1;
        }
        sleep(Duration::from_millis(u64::from(crash) * 37 % 900)).await;
        if crash % (workers / servers) == 0 {
            world.kill_both();
        } else {
            world.kill_worker();
        }
        world.restart();
    }
    let shop = Shop::new(world.server.folder().join("notes-of-replays"));
    for number in 0..started {
        let id = format!("many-{number}");
        let output = told(client.wait(&id).await).expect("it ends");
        assert_eq!(output.get("charged"), Some(&json!((i64::from(number % 100)))), "{id}");
        for task in ["Reserve#0", "Charge#2", "Tell#3"] {
            assert!(world.noted(&format!("begin {id}.{task}")) >= 1, "{id} {task}");
        }
        replays(&shop, &client, &id).await;
    }
    // A task begins again only if its worker or its answer was lost.
    let begun: u32 = ["Reserve#0", "Charge#2", "Tell#3"]
        .iter()
        .flat_map(|task| (0..started).map(move |number| format!("begin many-{number}.{task}")))
        .map(|line| world.noted(&line))
        .sum();
    eprintln!("    {started} executions, {begun} attempts of {} tasks", started * 3);
    world.at_most(6, "many-");
}
