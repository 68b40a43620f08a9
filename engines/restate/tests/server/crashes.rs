//! The service, the server, or both are killed as `kill -9` does, and started again: the results
//! are the same, nothing that was accepted is lost, and no attempt begins more often than it was
//! killed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use asl_runtime::engine::in_process::run_with;
use asl_runtime::{Value, json};
use tokio::time::sleep;

use crate::outside::event;
use crate::runs::{plain, told};
use crate::shop::Shop;
use crate::world::World;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Service,
    Server,
    Both,
}

/// Checks that all processes together have reported a whole history, each event once.
fn events_are_reported_once(world: &World, key: &str) {
    let start = format!("event order:{key} ");
    let mut events = BTreeMap::new();
    for (line, count) in world.notes() {
        let Some((id, kind)) = line.strip_prefix(&start).and_then(|rest| rest.split_once(' '))
        else {
            continue;
        };
        assert_eq!(count, 1, "{line}");
        events.insert(id.parse::<u64>().expect("a number"), kind.to_owned());
    }
    let last = events.len() as u64;
    assert!(events.keys().copied().eq(1..=last), "{events:?}");
    assert_eq!(events.get(&last).map(String::as_str), Some("ExecutionSucceeded"), "{events:?}");
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Task,
    Wait,
}

/// Runs an order, kills in the middle of a task or of a wait, and compares the result.
async fn killed(world: &mut World, who: Who, when: When, key: &str) {
    let input = json!({"amount": 20, "wait": 2, "pause": 700});
    let client = world.client();
    client.submit("order", key, &input).await.expect("it is accepted");
    match when {
        When::Task => world.until(&format!("begin order:{key}.Reserve#0")).await,
        When::Wait => world.until(&format!("end order:{key}.Reserve#0")).await,
    }
    sleep(Duration::from_millis(200)).await;
    match who {
        Who::Service => world.kill_service(),
        Who::Server => world.server.kill(),
        Who::Both => world.kill_both(),
    }
    sleep(Duration::from_millis(300)).await;
    world.restart().await;
    let output = told(client.wait("order", key).await);
    let expected = json!({"reserved": {"attempt": 0}, "charged": 20, "told": "told"});
    let mut whole = input;
    for name in ["reserved", "charged", "told"] {
        whole.insert(name, expected.get(name).expect("it is there").clone());
    }
    assert_eq!(output, Ok(whole));
    let reserved = world.noted(&format!("begin order:{key}.Reserve#0"));
    // In a task it begins once more; after it, nothing does.
    assert!(if when == When::Task { reserved <= 2 } else { reserved == 1 }, "{reserved} times");
    events_are_reported_once(world, key);
    for task in ["Charge#2", "Tell#3"] {
        assert_eq!(world.noted(&format!("begin order:{key}.{task}")), 1, "{task}");
    }
}

pub(crate) async fn the_service_is_killed_in_a_task(world: &mut World) {
    killed(world, Who::Service, When::Task, "k-1").await;
    assert_eq!(world.noted("begin order:k-1.Reserve#0"), 2, "it began again");
}

pub(crate) async fn the_service_is_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Service, When::Wait, "k-2").await;
}

pub(crate) async fn the_server_is_killed_in_a_task(world: &mut World) {
    killed(world, Who::Server, When::Task, "k-3").await;
}

pub(crate) async fn the_server_is_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Server, When::Wait, "k-4").await;
}

pub(crate) async fn both_are_killed_in_a_task(world: &mut World) {
    killed(world, Who::Both, When::Task, "k-5").await;
}

pub(crate) async fn both_are_killed_in_a_wait(world: &mut World) {
    killed(world, Who::Both, When::Wait, "k-6").await;
}

pub(crate) async fn a_call_of_a_service_begins_again_as_the_same(world: &mut World) {
    let client = world.client();
    client.submit("query", "k-8", &json!({"query": "slow"})).await.expect("it is accepted");
    world.until("begin query:k-8.Query#0").await;
    world.kill_service();
    world.restart().await;
    let resource = "arn:aws:states:::athena:startQueryExecution.sync";
    assert_eq!(told(client.wait("query", "k-8").await), Ok(json!({"Resource": resource})));
    // Idempotency tokens are made of this key.
    assert_eq!(world.noted("begin query:k-8.Query#0"), 2, "it began again");
}

pub(crate) async fn an_event_that_was_taken_survives(world: &mut World) {
    let client = world.client();
    client.submit("paid", "k-7", &json!({"id": 7, "pause": 500})).await.expect("it is accepted");
    client
        .send("paid", "k-7", &event("shop.paid", &json!({"amount": 7})))
        .await
        .expect("it is taken");
    client
        .send("paid", "k-7", &event("shop.sent", &json!({"number": 7})))
        .await
        .expect("it is taken");
    world.kill_both();
    world.restart().await;
    let output = told(client.wait("paid", "k-7").await).expect("it succeeds");
    assert_eq!((output.get("amount"), output.get("parcel")), (Some(&json!(7)), Some(&json!(7))));
    assert_eq!(output.get("packed"), Some(&json!("packed")));
    world.at_most(2, "paid:k-7.");
}

pub(crate) async fn both_are_killed_in_a_long_loop(world: &mut World) {
    let (until, crashes) = if world.is_quick { (60, 1) } else { (400, 4) };
    let client = world.client();
    world.start_service(&["40"]).await;
    client
        .submit("count", "k-8", &json!({"n": 0, "until": until, "pause": 5}))
        .await
        .expect("it is accepted");
    for crash in 1..=crashes {
        let step = until / (crashes + 1) * crash;
        world.until(&format!("begin count:k-8.Step#{}", step * 2)).await;
        world.kill_both();
        world.server.restart().expect("the server starts again");
        world.start_service(&["40"]).await;
    }
    let output = told(client.wait("count", "k-8").await);
    assert_eq!(output, Ok(json!({"n": until, "until": until, "pause": 5})));
    world.at_most(crashes + 1, "count:k-8.");
    assert!(world.count("begin", "count:k-8.") <= until + crashes);
    world.start_service(&[]).await;
}

pub(crate) async fn another_version_leaves_executions_alone(world: &mut World) {
    let client = world.client();
    client
        .submit("count", "k-9", &json!({"n": 0, "until": 3, "pause": 600}))
        .await
        .expect("it is accepted");
    world.until("begin count:k-9.Step#0").await;
    world.start_service(&["other"]).await;
    let sql = "select last_failure from sys_invocation where target_service_name = 'count' and target_service_key = 'k-9'";
    let from = Instant::now();
    let said = loop {
        let rows = world.query(sql).await;
        let said = rows
            .item(0)
            .and_then(|row| row.get("last_failure"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        if said.contains("machine `count`") {
            break said.to_owned();
        }
        assert!(from.elapsed().as_secs() < 60, "it says {said:?}");
        sleep(Duration::from_millis(100)).await;
    };
    assert!(
        said.contains("the execution was begun with version ")
            && said.contains(", this program has "),
        "{said}"
    );
    world.start_service(&[]).await;
    assert_eq!(
        told(client.wait("count", "k-9").await),
        Ok(json!({"n": 3, "until": 3, "pause": 600}))
    );
}

pub(crate) async fn versions_stand_side_by_side(world: &mut World) {
    let client = world.client();
    client
        .submit("count", "k-10", &json!({"n": 0, "until": 4, "pause": 400}))
        .await
        .expect("it is accepted");
    world.until("begin count:k-10.Step#0").await;
    world.start_service(&["both"]).await;
    // New executions begin in the version that was registered last, running ones stay in theirs.
    let failure =
        told(client.run("count", "k-11", &json!({})).await).expect_err("this version only fails");
    assert_eq!(failure.error(), Some("Worse"));
    assert_eq!(
        told(client.wait("count", "k-10").await),
        Ok(json!({"n": 4, "until": 4, "pause": 400}))
    );
    world.start_service(&[]).await;
}

pub(crate) async fn forty_machines_end_as_without_a_crash(world: &mut World) {
    let number = if world.is_quick { 12 } else { 40 };
    let here = Shop::new(world.server.folder().join("notes-of-forty"));
    let inputs: Vec<(&str, String, Value)> = (0..number)
        .map(|number| {
            let key = format!("forty-{number}");
            let amount = number * 5;
            match number % 4 {
                0 => ("each", key, json!({"rows": [[number, 2, 3], [4], [5, 6]]})),
                1 => ("fan", key, json!({"pause": 100})),
                _ => (
                    "order",
                    key,
                    json!({"amount": amount, "wait": 1, "pause": 150, "busy": (number % 3 == 0)}),
                ),
            }
        })
        .collect();
    let mut expected = Vec::new();
    for (name, _, input) in &inputs {
        let machines = here.machines();
        let machine =
            machines.iter().find(|machine| machine.machine().name == *name).expect("it is there");
        expected.push(tokio::spawn(run_with(
            machine,
            input.clone(),
            asl_runtime::engine::in_process::RunOptions::default(),
        )));
    }
    let client = world.client();
    for (name, key, input) in &inputs {
        client.submit(name, key, input).await.expect("it is accepted");
    }
    let began = |world: &World| {
        ["each", "fan", "order"]
            .map(|name| world.count("begin", &format!("{name}:forty-")))
            .iter()
            .sum::<u32>()
    };
    while began(world) < u32::try_from(number).expect("a number") {
        sleep(Duration::from_millis(20)).await;
    }
    // Answers of tasks are on their way all the time: some are cut in half.
    let crashes = if world.is_quick { 1 } else { 4 };
    for crash in 0..crashes {
        sleep(Duration::from_millis(130 * crash)).await;
        world.kill_both();
        world.restart().await;
    }
    for ((name, key, _), expected) in inputs.iter().zip(expected) {
        let there = told(client.wait(name, key).await);
        assert_eq!(plain(there), plain(expected.await.expect("it ends")), "{name} {key}");
    }
    for name in ["each", "fan", "order"] {
        world.at_most(1 + u32::try_from(crashes).expect("a number"), &format!("{name}:forty-"));
    }
}
