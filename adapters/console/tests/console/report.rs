//! The report on the page of an execution.

use asl_console::{Console, Permission};
use asl_durable::{Durable, Options};
use asl_runtime::{Value, json};
use axum::http::StatusCode;

use crate::client::{execution, get, page};
use crate::shop::Shop;

fn report(id: &str) -> String {
    execution(id).replace("/execution?", "/report.json?")
}

fn read(data: &str) -> Value {
    Value::from_json_str(data).expect("JSON")
}

#[tokio::test]
async fn a_report_follows_its_execution() {
    let shop = Shop::open("report").await;
    let router = shop.router(Permission::Act);
    let (id, token) = shop.ask("a-1").await;
    let shown = page(&router, &execution(&id)).await;
    let element = "<div id=\"asl-report\" data-source=\"report.json?id=approve%3Aa%2D1\">";
    assert!(shown.contains(element), "{shown}");
    for file in ["report.js", "report.css"] {
        assert!(shown.contains(file), "{file}: {shown}");
        let _ = page(&router, &format!("/{file}")).await;
    }

    let outcome = |report: &Value| {
        let runs = report.get("runs").and_then(Value::as_array).expect("runs");
        let outcome = runs.iter().next().and_then(|run| run.get("outcome"));
        outcome.and_then(Value::as_str).map(str::to_owned)
    };
    let running = read(&page(&router, &report(&id)).await);
    assert_eq!(outcome(&running).as_deref(), Some("running"));
    let picture = running.get("picture").and_then(Value::as_str).unwrap_or_default();
    assert!(picture.contains("data-path=\"Ask\""), "{picture}");
    shop.store.success(&token, json!({})).await.expect("it waits");
    shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    let ended = read(&page(&router, &report(&id)).await);
    assert_eq!(outcome(&ended).as_deref(), Some("succeeded"));

    assert_eq!(get(&router, &report("nobody")).await.status, StatusCode::NOT_FOUND);
    let guest = shop.router(Permission::None);
    assert_eq!(get(&guest, &report(&id)).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_report_of_a_reader_has_no_task_token() {
    let shop = Shop::open("report-tokens").await;
    let (id, token) = shop.ask("a-1").await;
    let secret = token.rsplit('.').next().expect("a secret");
    // Both from one console, whose reports are kept: a reader's is another one than an operator's.
    let console = Console::new(shop.store.clone());
    let act = console.clone().authorize(|_| Permission::Act).router();
    let read = console.authorize(|_| Permission::Read).router();
    assert!(page(&act, &report(&id)).await.contains(secret));
    let seen = page(&read, &report(&id)).await;
    assert!(!seen.contains(secret) && seen.contains(".(withheld)"), "{seen}");
}

#[tokio::test]
async fn redacted_data_are_on_no_page() {
    let shop = Shop::open("redacted").await;
    let input = json!({"card": "4711-0815", "to": "Kiel", "cause": "4711-0815 is stolen"});
    let id = shop.fail("f-1", input).await;
    let console = Console::new(shop.store.clone()).authorize(|_| Permission::Act);
    let plain = console.clone().router();
    // All of the number: a time in milliseconds may have four digits of it.
    assert!(page(&plain, &execution(&id)).await.contains("4711-0815"));
    let router = console.redact("$.card").expect("a path").router();
    for path in [execution(&id), report(&id), "/executions".to_owned()] {
        let shown = page(&router, &path).await;
        assert!(!shown.contains("4711-0815"), "{path}: {shown}");
    }
    let shown = page(&router, &execution(&id)).await;
    for expected in ["&quot;to&quot;: &quot;Kiel&quot;", "[redacted] is stolen"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }

    let problem = Console::new(shop.store.clone()).redact("card").expect_err("no path");
    assert!(problem.to_string().contains("it does not begin with `$`"), "{problem}");
}

#[tokio::test]
async fn without_a_history_there_is_no_report() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("console-no-history");
    let shop = Shop::open("no-history").await;
    let id = shop.start("charge", "c-1", json!({"card": "4711"})).await;
    shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    shop.store.close(std::time::Duration::ZERO).await.expect("it was open");
    let machines: [asl_runtime::Compiled; 0] = [];
    let options = Options::default().allow_unknown(true);
    let store = Durable::open(&folder, machines, options).await.expect("it opens");
    let console = Console::new(store).authorize(|_| Permission::Read);
    let shown = page(&console.clone().router(), &execution(&id)).await;
    assert!(shown.contains("id=\"no-report\"") && shown.contains("4711"), "{shown}");
    assert!(!shown.contains("report.js"), "{shown}");
    // Nothing tells where the redacted data are.
    let redacted = console.redact("$.card").expect("a path").router();
    let shown = page(&redacted, &execution(&id)).await;
    assert!(!shown.contains("4711") && !shown.contains("id=\"output\""), "{shown}");
}
