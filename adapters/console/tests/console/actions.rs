//! Each action, allowed and refused.

use asl_console::Permission;
use asl_durable::State;
use asl_runtime::json;
use axum::http::StatusCode;

use crate::client::{execution, get, page, post};
use crate::shop::Shop;

#[tokio::test]
async fn a_failed_execution_is_redriven() {
    let shop = Shop::open("redrive").await;
    let id = shop.fail("f-1", json!({})).await;
    let router = shop.router(Permission::Act);
    let shown = page(&router, &execution(&id)).await;
    assert!(shown.contains("<form method=\"post\" action=\"redrive\" id=\"redrive-form\">"));

    let answer = post(&router, "/redrive", &[("id", &id)]).await;
    assert_eq!(answer.location(), "execution?id=charge%3Af%2D1&done=redrive");
    shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds now");
    let shown = page(&router, &format!("/{}", answer.location())).await;
    assert!(shown.contains("The execution was redriven."), "{shown}");
    assert!(shown.contains("data-status=\"SUCCEEDED\""), "{shown}");
    assert!(!shown.contains("<form method=\"post\""), "{shown}");

    let again = post(&router, "/redrive", &[("id", &id)]).await;
    assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.body);
    let unknown = post(&router, "/redrive", &[("id", "nobody")]).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND, "{}", unknown.body);
    let nothing = post(&router, "/redrive", &[]).await;
    assert_eq!(nothing.status, StatusCode::BAD_REQUEST, "{}", nothing.body);
}

#[tokio::test]
async fn an_execution_is_moved_to_a_state() {
    let shop = Shop::open("move").await;
    let (id, token) = shop.ask("a-1").await;
    let router = shop.router(Permission::Act);
    let shown = page(&router, &execution(&id)).await;
    assert!(shown.contains("<form method=\"post\" action=\"move\" id=\"move-form\">"));
    let unknown = [("id", id.as_str()), ("state", "Axe"), ("data", "{}")];
    let answer = post(&router, "/move", &unknown).await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.body);
    assert!(answer.body.contains("no state `Axe`; it has `Ask`, `Refused`"), "{}", answer.body);
    for faulty in [[("state", ""), ("data", "{}")], [("state", "Refused"), ("data", "{")]] {
        let fields = [&[("id", id.as_str())][..], &faulty].concat();
        let answer = post(&router, "/move", &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    }
    let fields = [("id", id.as_str()), ("state", "Refused"), ("data", "{\"by\": \"hand\"}")];
    let answer = post(&router, "/move", &fields).await;
    let output = shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    assert_eq!(output, json!({"by": "hand"}));
    let shown = page(&router, &format!("/{}", answer.location())).await;
    assert!(shown.contains("The execution was moved."), "{shown}");
    assert!(shop.store.success(&token, json!({})).await.is_err(), "nothing waits for it");
}

#[tokio::test]
async fn a_running_execution_is_cancelled_with_error_and_cause() {
    let shop = Shop::open("cancel").await;
    let id = shop.start("paid", "p-1", json!({})).await;
    let router = shop.router(Permission::Act);
    let fields = [("id", id.as_str()), ("error", "Customer.Left"), ("cause", "<b>no</b> reply")];
    let answer = post(&router, "/cancel", &fields).await;
    let shown = page(&router, &format!("/{}", answer.location())).await;
    for expected in ["data-status=\"ABORTED\"", "Customer.Left", "&lt;b&gt;no&lt;/b&gt; reply"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    let again = post(&router, "/cancel", &fields).await;
    assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.body);
}

#[tokio::test]
async fn an_event_reaches_its_execution() {
    let shop = Shop::open("event").await;
    let id = shop.start("paid", "p-1", json!({})).await;
    shop.waits(&id).await;
    let router = shop.router(Permission::Act);
    let shown = page(&router, &execution(&id)).await;
    assert!(shown.contains("id=\"send-form\""), "{shown}");

    let faulty = post(&router, "/send", &[("id", &id), ("name", "paid"), ("data", "{")]).await;
    assert_eq!(faulty.status, StatusCode::BAD_REQUEST);
    assert!(faulty.body.contains("The data is not JSON"), "{}", faulty.body);
    let unnamed = post(&router, "/send", &[("id", &id)]).await;
    assert!(unnamed.body.contains("The event has neither a name nor a type"), "{}", unnamed.body);

    let fields = [("id", id.as_str()), ("type", "shop.paid"), ("data", r#"{"amount": 3}"#)];
    let answer = post(&router, "/send", &fields).await;
    assert!(answer.location().ends_with("&done=send"), "{}", answer.location());
    let output = shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    assert_eq!(output, json!({"amount": 3}));
    assert_eq!(post(&router, "/send", &fields).await.status, StatusCode::CONFLICT);

    // A machine in ASL has no events.
    let (asked, _) = shop.ask("a-1").await;
    let fields = [("id", asked.as_str()), ("name", "paid")];
    assert_eq!(post(&router, "/send", &fields).await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn tasks_are_reported_by_their_tokens() {
    let shop = Shop::open("tokens").await;
    let router = shop.router(Permission::Act);
    let (id, token) = shop.ask("a-1").await;
    let shown = page(&router, &execution(&id)).await;
    assert!(shown.contains("id=\"task-success-form\""), "{shown}");
    let faulty = post(&router, "/task-success", &[("token", &token), ("output", "yes")]).await;
    assert_eq!(faulty.status, StatusCode::BAD_REQUEST, "{}", faulty.body);
    let fields = [("id", id.as_str()), ("token", &token), ("output", r#"{"by": "Ada"}"#)];
    assert!(post(&router, "/task-success", &fields).await.location().starts_with("execution?id="));
    let output = shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    assert_eq!(output, json!({"by": "Ada"}));
    let closed = post(&router, "/task-success", &fields).await;
    assert_eq!(closed.status, StatusCode::CONFLICT, "{}", closed.body);

    // From the page for tokens of any execution.
    let (id, token) = shop.ask("a-2").await;
    assert!(page(&router, "/tasks").await.contains("id=\"task-failure-form\""));
    let no_error = post(&router, "/task-failure", &[("token", &token)]).await;
    assert_eq!(no_error.status, StatusCode::BAD_REQUEST, "{}", no_error.body);
    let fields = [("id", ""), ("token", &token), ("error", "Refused"), ("cause", "too much")];
    let answer = post(&router, "/task-failure", &fields).await;
    assert_eq!(answer.location(), "tasks?done=task-failure");
    let done = page(&router, "/tasks?done=task-failure").await;
    assert!(done.contains("The failure of the task was reported."), "{done}");
    let output = shop.store.wait(id.as_str()).await.expect("it ends").expect("it is caught");
    assert_eq!(output, json!({"refused": {"Error": "Refused", "Cause": "too much"}}));

    let unknown = post(&router, "/task-success", &[("token", "x.1.00")]).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND, "{}", unknown.body);
}

#[tokio::test]
async fn readers_act_on_nothing() {
    let shop = Shop::open("readers").await;
    let failed = shop.fail("f-1", json!({})).await;
    let (asked, token) = shop.ask("a-1").await;
    let waiting = shop.start("paid", "p-1", json!({})).await;
    for (permission, text) in [
        (Permission::Read, "You have no permission to act on executions."),
        (Permission::None, "You have no permission to use this console."),
    ] {
        let router = shop.router(permission);
        for (path, fields) in [
            ("/redrive", vec![("id", failed.as_str())]),
            ("/cancel", vec![("id", waiting.as_str())]),
            ("/send", vec![("id", waiting.as_str()), ("name", "paid")]),
            ("/task-success", vec![("token", token.as_str())]),
            ("/task-failure", vec![("token", token.as_str()), ("error", "E")]),
        ] {
            let answer = post(&router, path, &fields).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
            assert!(answer.body.contains(text), "{path}: {}", answer.body);
        }
        assert_eq!(get(&router, "/tasks").await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(shop.state(&failed).await, State::Failed);
    assert_eq!(shop.state(&waiting).await, State::Running);
    assert_eq!(shop.state(&asked).await, State::Running);
    for id in [&failed, &asked, &waiting] {
        let shown = page(&shop.router(Permission::Read), &execution(id)).await;
        assert!(!shown.contains("<form method=\"post\""), "{shown}");
    }
}
