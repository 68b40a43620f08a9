//! Executions with long journals continue in other invocations.

use asl_runtime::error::Status;
use asl_runtime::json;
use asl_runtime::value::Array;

use crate::outside::event;
use crate::runs::told;
use crate::world::World;

/// Invocations of the service that continues executions of a machine.
async fn parts(world: &World, machine: &str) -> usize {
    let sql = format!("select id from sys_invocation where target_service_name = '{machine}.more'");
    world.query(&sql).await.as_array().map_or(0, Array::len)
}

pub(crate) async fn long_loops_go_on_elsewhere(world: &mut World) {
    let until = if world.is_quick { 100 } else { 3_000 };
    world.start_service(&["150"]).await;
    let client = world.client();
    let before = parts(world, "count").await;
    let output = told(client.run("count", "l-1", &json!({"n": 0, "until": until})).await);
    assert_eq!(output, Ok(json!({"n": until, "until": until})));
    assert_eq!(world.count("begin", "count:l-1."), until);
    world.at_most(1, "count:l-1.");
    // A step is a task in place, of two entries.
    let expected = usize::try_from(until * 2 / 160).expect("a number");
    let found = parts(world, "count").await - before;
    assert!(found >= expected, "{found} parts, {expected} expected");
    world.start_service(&[]).await;
}

pub(crate) async fn branches_and_children_go_on_elsewhere(world: &mut World) {
    world.start_service(&["4"]).await;
    let client = world.client();
    let rows = json!({"rows": [[1, 2, 3], [], [4], [5, 6], [7, 8], [9]]});
    let output = told(client.run("each", "l-2", &rows).await);
    assert_eq!(output, Ok(json!([[2, 4, 6], [], [8], [10, 12], [14, 16], [18]])));
    assert_eq!(world.count("begin", "each:l-2."), 9);
    assert!(parts(world, "each").await > 0);
    let fan = told(client.run("fan", "l-2", &json!({"pause": 10})).await).expect("it catches");
    assert_eq!(fan.get("both"), Some(&json!(["left", "right"])));
    world.until("dropped fan:l-2.Fan#0.0.Slow#0").await;
    world.at_most(1, "fan:l-2.");
    let input = json!({"order": {"amount": 20, "wait": 1}, "left": "left-by-l-2"});
    let output = told(client.run("parent", "l-2", &input).await).expect("it succeeds");
    assert_eq!(output.at(["child", "output", "charged"]), Some(&json!(20)));
    assert_eq!(
        told(client.wait("order", "left-by-l-2").await).expect("it succeeds").get("charged"),
        Some(&json!(20))
    );
    world.start_service(&[]).await;
}

pub(crate) async fn events_follow_an_execution(world: &mut World) {
    let until = if world.is_quick { 15 } else { 60 };
    world.start_service(&["20"]).await;
    let client = world.client();
    client
        .submit("events", "l-3", &json!({"n": 0, "sum": 0, "until": until}))
        .await
        .expect("it is accepted");
    for add in 1..=until {
        client
            .send("events", "l-3", &event("shop.tick", &json!({"add": add})))
            .await
            .expect("it is taken");
    }
    let output = told(client.wait("events", "l-3").await);
    assert_eq!(output, Ok(json!({"n": until, "sum": (until * (until + 1) / 2), "until": until})));
    assert!(parts(world, "events").await > 1);
    world.at_most(1, "events:l-3.");
    world.start_service(&[]).await;
}

pub(crate) async fn an_execution_is_cancelled_wherever_it_is(world: &mut World) {
    world.start_service(&["5"]).await;
    let client = world.client();
    let id = client
        .submit("count", "l-4", &json!({"n": 0, "until": 1_000_000, "pause": 20}))
        .await
        .expect("it is accepted");
    world.until("begin count:l-4.Step#20").await;
    asl_restate::cancel(&world.server.admin(), &id).await.expect("it can be cancelled");
    let failure = told(client.wait("count", "l-4").await).expect_err("it was cancelled");
    assert_eq!(failure.status(), Status::Aborted, "{failure}");
    // The part that was under way hears of it too.
    let sql = "select id from sys_invocation where target_service_name = 'count.more' and status <> 'completed'";
    let from = std::time::Instant::now();
    while world.query(sql).await != json!([]) {
        assert!(from.elapsed().as_secs() < 30, "a part goes on");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let begun = world.count("begin", "count:l-4.");
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(world.count("begin", "count:l-4."), begun);
    world.start_service(&[]).await;
}
