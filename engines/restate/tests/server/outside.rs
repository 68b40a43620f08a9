//! Inputs from outside: events, reports with tokens, cancellation, and refused ones.

use asl_restate::ClientError;
use asl_runtime::error::Status;
use asl_runtime::{TaskError, Value, json};

use crate::runs::told;
use crate::world::World;

/// A `CloudEvent`.
pub(crate) fn event(kind: &str, data: &Value) -> Value {
    json!({"specversion": "1.0", "id": "1", "source": "/test", "type": kind, "data": (data)})
}

pub(crate) async fn events_reach_executions(world: &mut World) {
    let client = world.client();
    client.submit("paid", "e-1", &json!({"id": 1})).await.expect("it is accepted");
    client
        .send("paid", "e-1", &event("shop.paid", &json!({"amount": 20})))
        .await
        .expect("it is taken");
    // It may come while the task runs: it is kept for the next wait.
    client
        .send("paid", "e-1", &event("shop.sent", &json!({"number": 7})))
        .await
        .expect("it is taken");
    let output = told(client.wait("paid", "e-1").await);
    assert_eq!(
        output,
        Ok(json!({"id": 1, "amount": 20, "told": "told", "parcel": 7, "packed": "packed"}))
    );
}

/// Restate's answer to an HTTP request with a body.
async fn post(world: &World, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = world.ingress().trim_start_matches("http://").to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.expect("Restate listens");
    let headers = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"))
        .collect::<Vec<_>>()
        .concat();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {length}\r\n"
    );
    stream.write_all(format!("{head}{headers}\r\n{body}").as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

pub(crate) async fn events_come_in_every_mode_of_http(world: &mut World) {
    let client = world.client();
    client.submit("paid", "e-4", &json!({"id": 4})).await.expect("it is accepted");
    let binary = [
        ("ce-specversion", "1.0"),
        ("ce-id", "1"),
        ("ce-source", "/test"),
        ("ce-type", "shop.paid"),
        ("content-type", "application/json"),
    ];
    let answer = post(world, "/paid/e-4/send", &binary, r#"{"amount":4}"#).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let batch = [("content-type", "application/cloudevents-batch+json")];
    let events = Value::array(vec![
        event("shop.none", &json!({})),
        event("shop.sent", &json!({"number": 9})),
    ]);
    let answer = post(world, "/paid/e-4/send", &batch, &events.to_json_string()).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let output = told(client.wait("paid", "e-4").await).expect("it succeeds");
    assert_eq!((output.get("amount"), output.get("parcel")), (Some(&json!(4)), Some(&json!(9))));
}

pub(crate) async fn an_event_may_be_sent_at_once(world: &mut World) {
    let client = world.client();
    world.kill_service();
    client.submit("paid", "e-2", &json!({"id": 2})).await.expect("it is accepted");
    let early = {
        let client = client.clone();
        tokio::spawn(async move {
            client.send("paid", "e-2", &event("shop.paid", &json!({"amount": 2}))).await
        })
    };
    world.restart().await;
    early.await.expect("it ends").expect("it is taken");
    client
        .send("paid", "e-2", &event("shop.sent", &json!({"number": 8})))
        .await
        .expect("it is taken");
    assert_eq!(
        told(client.wait("paid", "e-2").await).expect("it succeeds").get("amount"),
        Some(&json!(2))
    );
}

/// The token that an execution has passed to its task.
async fn token(world: &World, key: &str) -> String {
    let start = format!("token approve:{key}.");
    let line = world.until_any(|line| line.starts_with(&start)).await;
    line.split_once(' ').expect("a token").1.to_owned()
}

pub(crate) async fn tokens_end_tasks(world: &mut World) {
    let client = world.client();
    client.submit("approve", "t-1", &json!({})).await.expect("it is accepted");
    let found = token(world, "t-1").await;
    client.heartbeat(&found).await.expect("it is taken");
    client.success(&found, json!({"by": "Ada"})).await.expect("it is taken");
    assert_eq!(
        told(client.wait("approve", "t-1").await),
        Ok(json!({"approval": {"by": "Ada"}, "told": "told"}))
    );
    let late = client.success(&found, json!(1)).await.expect_err("it was used");
    assert!(matches!(late, ClientError::Refused(410, _)), "{late}");

    client.submit("approve", "t-2", &json!({})).await.expect("it is accepted");
    let found = token(world, "t-2").await;
    client.failure(&found, &TaskError::new("Refused", "too dear")).await.expect("it is taken");
    let refused = json!({"refused": {"Error": "Refused", "Cause": "too dear"}, "told": "told"});
    assert_eq!(told(client.wait("approve", "t-2").await), Ok(refused));
}

pub(crate) async fn what_nobody_takes_is_refused(world: &mut World) {
    let client = world.client();
    let status = |result: Result<(), ClientError>| match result {
        Err(ClientError::Refused(status, text)) => (status, text),
        other => panic!("{other:?}"),
    };
    let paid = event("shop.paid", &json!({"amount": 1}));
    let (code, text) = status(client.send("paid", "nobody", &paid).await);
    assert_eq!(
        (code, text.contains("no execution of machine `paid` with the key `nobody`")),
        (404, true),
        "{text}"
    );
    let (code, text) = status(client.send("paid", "e-1", &paid).await);
    assert_eq!((code, text.as_str()), (410, "the execution has ended"));
    let (code, text) = status(client.send("order", "any", &paid).await);
    assert_eq!((code, text.as_str()), (400, "machine `order` takes nothing from outside"));
    client.submit("paid", "e-3", &json!({})).await.expect("it is accepted");
    let (code, text) = status(client.send("paid", "e-3", &json!({"type": "shop.paid"})).await);
    assert_eq!((code, text.contains("specversion")), (400, true), "{text}");
    let large = event("shop.paid", &Value::from("x".repeat(300_000)));
    let (code, text) = status(client.send("paid", "e-3", &large).await);
    assert_eq!((code, text.contains("larger than 262144 bytes")), (413, true), "{text}");
    let (code, text) = status(client.success("approve:t-1.1.ffff", json!(1)).await);
    assert_eq!(code, 410, "{text}");
    client.submit("approve", "t-3", &json!({})).await.expect("it is accepted");
    let found = token(world, "t-3").await;
    let (code, text) = status(client.success("approve:t-3.1.ffff", json!(1)).await);
    assert_eq!((code, text.as_str()), (404, "this is no task token of the execution"));
    client.success(&found, json!(1)).await.expect("it is taken");
    // Refusals have changed nothing.
    client.send("paid", "e-3", &paid).await.expect("it is taken");
    client
        .send("paid", "e-3", &event("shop.sent", &json!({"number": 1})))
        .await
        .expect("it is taken");
    assert_eq!(
        told(client.wait("paid", "e-3").await).expect("it succeeds").get("amount"),
        Some(&json!(1))
    );
}

pub(crate) async fn cancelled_executions_end_with_all_they_have_begun(world: &mut World) {
    let client = world.client();
    let input = json!({"order": {"amount": 1, "wait": 1, "pause": 600_000}, "left": "never-begun"});
    let id = client.submit("parent", "c-1", &input).await.expect("it is accepted");
    let task = "order:c-1-Child-0.Reserve#0";
    world.until(&format!("begin {task}")).await;
    asl_restate::cancel(&world.server.admin(), &id).await.expect("it can be cancelled");
    for (machine, key) in [("parent", "c-1"), ("order", "c-1-Child-0")] {
        let failure = told(client.wait(machine, key).await).expect_err("it was cancelled");
        assert_eq!(failure.status(), Status::Aborted, "{machine}: {failure}");
    }
    world.until(&format!("dropped {task}")).await;
}

pub(crate) async fn a_cancelled_execution_drops_its_task_in_place(world: &mut World) {
    let client = world.client();
    let input = json!({"n": 0, "until": 9, "pause": 600_000});
    let id = client.submit("count", "c-2", &input).await.expect("it is accepted");
    let task = "count:c-2.Step#0";
    world.until(&format!("begin {task}")).await;
    let calls =
        world.query("SELECT id FROM sys_invocation WHERE target LIKE 'count.tasks/%'").await;
    assert_eq!(calls, json!([]), "the task has no invocation of its own");
    asl_restate::cancel(&world.server.admin(), &id).await.expect("it can be cancelled");
    let failure = told(client.wait("count", "c-2").await).expect_err("it was cancelled");
    assert_eq!(failure.status(), Status::Aborted, "{failure}");
    world.until(&format!("dropped {task}")).await;
    assert_eq!(world.noted(&format!("begin {task}")), 1);
}

pub(crate) async fn a_cancelled_execution_drops_its_call_of_a_service(world: &mut World) {
    let client = world.client();
    let input = json!({"query": "for ever"});
    let id = client.submit("query", "c-3", &input).await.expect("it is accepted");
    world.until("begin query:c-3.Query#0").await;
    asl_restate::cancel(&world.server.admin(), &id).await.expect("it can be cancelled");
    let failure = told(client.wait("query", "c-3").await).expect_err("it was cancelled");
    assert_eq!(failure.status(), Status::Aborted, "{failure}");
    world.until("dropped query:c-3.Query#0").await;
}

pub(crate) async fn executions_are_described(world: &mut World) {
    let (client, admin) = (world.client(), world.server.admin());
    // Waits until the server knows its tables.
    world.query("SELECT id FROM sys_invocation LIMIT 1").await;
    assert_eq!(client.describe(&admin, "order", "no 'such'").await.expect("it answers"), None);
    let input = json!({"amount": 1, "wait": 1, "pause": 600_000});
    let first = client.start("order", "it's", &input).await.expect("it is accepted");
    let again = client.start("order", "it's", &json!(null)).await.expect("it is accepted");
    assert_eq!((first.is_new, again.is_new), (true, false));
    let id = first.invocation;
    assert_eq!(again.invocation, id);
    world.until("begin order:it's.Reserve#0").await;
    let described = client.describe(&admin, "order", "it's").await.expect("it answers");
    let described = described.expect("it exists");
    assert_eq!(described.invocation, id);
    assert_eq!(described.input, Some(input));
    assert!(described.version.is_some());
    assert_eq!((described.stopped, described.end), (None, None));
    asl_restate::cancel(&admin, &id).await.expect("it can be cancelled");
    told(client.wait("order", "it's").await).expect_err("it was cancelled");
    let described = client.describe(&admin, "order", "it's").await.expect("it answers");
    let described = described.expect("it exists");
    assert!(described.stopped >= Some(described.started));
    let failure = described.end.expect("it has ended").expect_err("it was cancelled");
    assert_eq!(failure.status(), Status::Aborted);
}

pub(crate) async fn a_program_that_is_not_there_cannot_be_registered(world: &mut World) {
    let port = asl_servers::restate::free_port().expect("a port");
    let own = format!("http://127.0.0.1:{port}");
    let error =
        asl_restate::register(&world.server.admin(), &own).await.expect_err("nobody is there");
    let text = error.to_string();
    assert!(
        text.contains(&format!("cannot register the program at {own} as a deployment: ")),
        "{text}"
    );
}

pub(crate) async fn data_beyond_the_limit_is_an_error_that_can_be_caught(world: &mut World) {
    let client = world.client();
    let small = told(client.run("large", "g-1", &json!({"mib": 1})).await).expect("it succeeds");
    assert_eq!(small.get("second"), Some(&json!({"is": "there"})));
    // The answer is too large.
    let large = told(client.run("large", "g-2", &json!({"mib": 9})).await).expect("it is caught");
    let error = large.at(["error", "Cause"]).and_then(Value::as_str).expect("a cause");
    assert!(error.starts_with("the task's answer is 9437"), "{error}");
    // The next input is the last answer and more.
    let grown =
        told(client.run("large", "g-3", &json!({"mib": 7, "more": ("y".repeat(1_500_000))})).await);
    let grown = grown.expect("it is caught");
    let error = grown.at(["first", "Cause"]).and_then(Value::as_str).expect("a cause");
    assert!(
        error.starts_with("a message of ") && error.ends_with(" go through Restate"),
        "{error}"
    );
}
