//! Inputs from outside: events, reports with tokens, cancellation, and what is refused.

use std::error::Error as _;

use asl_runtime::error::Status;
use asl_runtime::{Failure, TaskError, Value, json};
use asl_temporal::{ClientError, ExecutionStatus, Machines, Options};

use crate::runs::{replays, told};
use crate::shop::Shop;
use crate::world::World;

/// A `CloudEvent`.
pub(crate) fn event(kind: &str, data: &Value) -> Value {
    json!({"specversion": "1.0", "id": "1", "source": "/test", "type": kind, "data": (data)})
}

fn shop(world: &World) -> Shop {
    Shop::new(world.server.folder().join("notes-of-replays"))
}

pub(crate) async fn events_reach_executions(world: &mut World) {
    let client = world.client().await;
    let started = client.start("paid", "e-1", &json!({"id": 1})).await.expect("it starts");
    assert!(started.is_new);
    let again = client.start("paid", "e-1", &json!({"id": 1})).await.expect("it is there");
    assert_eq!((again.run, again.is_new), (started.run, false));
    let paid = event("shop.paid", &json!({"amount": 20}));
    client.send("e-1", &paid).await.expect("it is taken");
    // It may come while the task runs: it is kept for the next wait.
    let sent = event("shop.sent", &json!({"number": 7}));
    client.send("e-1", &sent).await.expect("it is taken");
    let output = told(client.wait("e-1").await);
    assert_eq!(
        output,
        Ok(json!({"id": 1, "amount": 20, "told": "told", "parcel": 7, "packed": "packed"}))
    );
    replays(&shop(world), &client, "e-1").await;
    let over = client.start("paid", "e-1", &json!({"id": 1})).await.expect("it is there");
    assert!(!over.is_new && !over.run.is_empty());
}

pub(crate) async fn tokens_end_tasks(world: &mut World) {
    let client = world.client().await;
    client.start("approve", "t-1", &json!({})).await.expect("it starts");
    let rest = world.until_any("token t-1/").await;
    let found = format!("t-1/{rest}");
    client.heartbeat(&found).await.expect("it is taken");
    let foreign = format!("{found}0");
    client.success(&foreign, json!(1)).await.expect("Temporal takes anything");
    let state = client.state("t-1").await.expect("the worker answers");
    assert_eq!(state.get("machine"), Some(&json!("approve")));
    let refused = state.at(["refused"]).and_then(|refused| refused.item(0)).cloned();
    assert_eq!(refused, Some(json!("a report of a task: this is no task token of the execution")));
    client.success(&found, json!({"by": "Ada"})).await.expect("it is taken");
    let output = told(client.wait("t-1").await);
    assert_eq!(output, Ok(json!({"approval": {"by": "Ada"}, "told": "told"})));
    let late = client.success(&found, json!(1)).await.expect_err("it has ended");
    assert!(matches!(late, ClientError::NotFound(_)), "{late}");
    let other = client.success("nonsense", json!(1)).await.expect_err("it is no token");
    assert!(matches!(other, ClientError::Token), "{other}");
    replays(&shop(world), &client, "t-1").await;

    client.start("approve", "t-2", &json!({})).await.expect("it starts");
    let found = format!("t-2/{}", world.until_any("token t-2/").await);
    client.failure(&found, TaskError::new("Refused", "too dear")).await.expect("it is taken");
    let refused = json!({"refused": {"Error": "Refused", "Cause": "too dear"}, "told": "told"});
    assert_eq!(told(client.wait("t-2").await), Ok(refused));
}

pub(crate) async fn cancelled_executions_end_with_their_tasks(world: &mut World) {
    let client = world.client().await;
    let hanging = json!({"n": 0, "until": 1, "pause": 600_000});
    client.start("count", "c-1", &hanging).await.expect("it starts");
    world.until("begin c-1.Step#0").await;
    client.cancel("c-1", "nobody wants it").await.expect("it runs");
    let failure = told(client.wait("c-1").await).expect_err("it was cancelled");
    assert_eq!((failure.status(), failure.cause()), (Status::Aborted, Some("nobody wants it")));
    world.until("dropped c-1.Step#0").await;
    let found = client.describe("c-1").await.expect("it answers").expect("it is known");
    assert_eq!((found.status, found.machine.as_str()), (ExecutionStatus::Aborted, "count"));
    assert!(found.version.is_some() && found.started < found.stopped, "{found:?}");
    replays(&shop(world), &client, "c-1").await;

    client.start("count", "c-2", &hanging).await.expect("it starts");
    world.until("begin c-2.Step#0").await;
    client.terminate("c-2", "at once").await.expect("it runs");
    let failure = told(client.wait("c-2").await).expect_err("it was terminated");
    assert_eq!((failure.status(), failure.cause()), (Status::Aborted, Some("at once")));
    world.until("dropped c-2.Step#0").await;
    let gone = client.terminate("c-2", "again").await.expect_err("it has ended");
    assert!(matches!(gone, ClientError::NotFound(_)), "{gone}");
}

pub(crate) async fn failures_have_the_places_of_machines_inside(world: &mut World) {
    let client = world.client().await;
    let failure = told(client.run("around", "i-1", &json!({})).await).expect_err("it fails");
    assert_eq!(failure.occurrence().map(|at| at.state.as_str()), Some("Child"));
    let inside = failure.source().and_then(|source| source.downcast_ref::<Failure>());
    let inside = inside.expect("the failure of the machine inside");
    let state = inside.occurrence().map(|at| at.state.as_str());
    assert_eq!((inside.error(), state), (Some("Worse"), Some("Fail")));
    replays(&shop(world), &client, "i-1").await;
}

pub(crate) async fn executions_are_listed(world: &mut World) {
    let client = world.client().await;
    for number in 0..3 {
        let input = json!({"n": 0, "until": 1});
        client.run("count", &format!("l-{number}"), &input).await.expect("it ends");
    }
    let query = "WorkflowType = 'count' AND WorkflowId STARTS_WITH 'l-'";
    // The list follows the executions with a delay.
    for _ in 0..100 {
        let found = client.list(query, 10).await.expect("it answers");
        if found.len() == 3 && found.iter().all(|one| one.status == ExecutionStatus::Succeeded) {
            assert_eq!(client.list(query, 2).await.expect("it answers").len(), 2);
            assert_eq!(client.describe("l-99").await.expect("it answers"), None);
            let error = client.list("Nonsense = 1", 1).await.expect_err("it is no query");
            assert!(matches!(error, ClientError::Refused(..)), "{error}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{:?}", client.list(query, 10).await);
}

pub(crate) async fn data_beyond_the_limit_is_an_error(world: &mut World) {
    let client = world.client().await;
    let result = told(client.run("large", "d-1", &json!({"mib": 3})).await);
    let text = format!("{result:?}");
    assert!(text.contains("States.DataLimitExceeded"), "{text}");
    assert!(text.contains("which is what goes through Temporal"), "{text}");
}

pub(crate) async fn what_cannot_run_says_why(world: &mut World) {
    let client = world.client().await;
    let none = client.clone().namespace("none").start("count", "b-1", &json!({})).await;
    let error = none.expect_err("there is no such namespace");
    assert!(matches!(error, ClientError::NotFound(_)), "{error}");
    assert!(error.to_string().contains("none"), "{error}");
    let machines = shop(world).register(Machines::new());
    let machines = machines.options(Options::default().namespace("none"));
    let served = machines.serve_until(&world.server.address(), std::future::pending::<()>()).await;
    let error = served.expect_err("there is no such namespace").to_string();
    assert!(error.starts_with("the namespace `none` cannot be used"), "{error}");

    client.start("nothing", "b-2", &json!({})).await.expect("Temporal takes any type");
    let said = task_failure(world, &client, "b-2").await;
    assert!(said.starts_with("this worker has no machine `nothing`; it has `approve`, "), "{said}");
    client.terminate("b-2", "").await.expect("it runs");
}

/// The text of the first failed workflow task of an execution, as the history says it.
pub(crate) async fn task_failure(world: &World, client: &asl_temporal::Client, id: &str) -> String {
    for _ in 0..300 {
        if let Some(said) = client.history(id).await.ok().and_then(|history| history.problem()) {
            return said;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("nothing failed: {:?}", world.notes());
}
