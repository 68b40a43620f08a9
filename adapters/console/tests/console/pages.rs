//! The content of pages.

use asl_console::Permission;
use asl_durable::{Durable, Options};
use asl_runtime::json;
use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_NONE_MATCH};

use crate::client::{execution, get, page, request, send};
use crate::shop::{Shop, approve, charge};

/// The ids of the rows of a list, in their order.
fn rows(page: &str) -> Vec<&str> {
    let rows = page.split("<tr data-id=\"").skip(1);
    rows.map(|row| row.split('"').next().unwrap_or_default()).collect()
}

#[tokio::test]
async fn a_list_is_filtered_by_each_field() {
    let shop = Shop::open("filters").await;
    let failed = shop.fail("f-1", json!({})).await;
    let done = shop.start("charge", "d-1", json!({})).await;
    shop.store.wait(done.as_str()).await.expect("it ends").expect("it succeeds");
    let (asked, _) = shop.ask("a-1").await;
    let router = shop.router(Permission::Read);

    let all = page(&router, "/executions").await;
    let mut found = rows(&all);
    found.sort_unstable();
    assert_eq!(found, [asked.as_str(), done.as_str(), failed.as_str()]);
    assert!(all.contains("1 to 3 of 3 executions"), "{all}");
    for (query, expected) in [
        ("machine=approve", vec![&asked]),
        ("status=FAILED", vec![&failed]),
        ("status=SUCCEEDED&machine=charge", vec![&done]),
        ("error=CardDeclined", vec![&failed]),
        ("text=d-", vec![&done]),
        ("newer=1h&status=RUNNING", vec![&asked]),
        ("older=1h", vec![]),
        ("error=No%20such%20error", vec![]),
    ] {
        let page = page(&router, &format!("/executions?{query}")).await;
        assert_eq!(rows(&page), expected, "{query}");
    }
    let failures = page(&router, "/executions?status=FAILED").await;
    assert!(failures.contains("<td>CardDeclined</td>"), "{failures}");
    assert!(failures.contains("<option value=\"FAILED\" selected>"), "{failures}");

    for query in ["status=LOST", "newer=soon", "page=-1"] {
        let answer = get(&router, &format!("/executions?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
}

#[tokio::test]
async fn versions_are_listed_with_their_executions() {
    let shop = Shop::open("versions").await;
    let router = shop.router(Permission::Read);
    assert!(page(&router, "/versions").await.contains("The store has no executions yet."));
    let done = shop.start("charge", "d-1", json!({})).await;
    shop.store.wait(done.as_str()).await.expect("it ends").expect("it succeeds");
    shop.ask("a-1").await;
    let shown = page(&router, "/versions").await;
    for machine in [&charge::MACHINE, &approve::MACHINE] {
        assert!(shown.contains(&format!("<tr data-version=\"{}\">", machine.version())), "{shown}");
    }
    assert!(shown.contains("<a href=\"versions\">Versions</a>"), "{shown}");
    let told = get(&router, "/versions.json").await;
    let told: serde_json::Value = serde_json::from_str(&told.body).expect("JSON");
    assert_eq!((&told[0]["machine"], &told[0]["unfinished"]), (&"charge".into(), &0.into()));
    assert_eq!((&told[1]["machine"], &told[1]["unfinished"]), (&"approve".into(), &1.into()));
    assert_eq!((&told[1]["executions"], &told[1]["hasDefinition"]), (&1.into(), &true.into()));
    let stranger = shop.router(Permission::None);
    for path in ["/versions", "/versions.json"] {
        assert_eq!(get(&stranger, path).await.status, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn a_page_shows_data_failure_and_waits() {
    let shop = Shop::open("details").await;
    let failed = shop.fail("f-1", json!({"card": "4711", "cause": "stolen?"})).await;
    let router = shop.router(Permission::Read);
    let failed = page(&router, &execution(&failed)).await;
    for expected in [
        "data-status=\"FAILED\"",
        "&quot;card&quot;: &quot;4711&quot;",
        "<dd>CardDeclined</dd>",
        "stolen?",
        "Charge (",
    ] {
        assert!(failed.contains(expected), "{expected}: {failed}");
    }
    assert!(!failed.contains("id=\"output\""), "{failed}");

    let done = shop.start("charge", "d-1", json!({})).await;
    shop.store.wait(done.as_str()).await.expect("it ends").expect("it succeeds");
    let done = page(&router, &execution(&done)).await;
    assert!(done.contains("&quot;receipt&quot;: 7"), "{done}");

    let (asked, _) = shop.ask("a-1").await;
    let asked = page(&router, &execution(&asked)).await;
    assert!(
        asked.contains("<td>Ask</td><td>a report with the task&#39;s token</td>")
            || asked.contains("<td>Ask</td><td>a report with the task's token</td>"),
        "{asked}"
    );

    let unknown = get(&router, "/execution?id=nobody").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert!(unknown.body.contains("No execution has the id `nobody`."), "{}", unknown.body);
    assert_eq!(get(&router, "/execution").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn large_data_is_cut() {
    let shop = Shop::open("large").await;
    let text = "é".repeat(200_000);
    let id = shop.start("charge", "large", json!({"text": (text)})).await;
    let page = page(&shop.router(Permission::Read), &execution(&id)).await;
    assert!(page.contains("Only the first 64 KiB are shown."));
    assert!(page.len() < 100_000, "{}", page.len());
}

#[tokio::test]
async fn names_and_data_stay_text() {
    let shop = Shop::open("hostile").await;
    let hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;";
    let input = json!({"cause": (hostile), "</pre><svg onload=alert(3)>": (hostile)});
    let id = shop.fail(hostile, input).await;
    let router = shop.router(Permission::Act);
    let shown = [
        page(&router, "/executions").await,
        page(&router, "/executions?text=%3Cscript%3E&error=%22%3E%3Cscript%3E").await,
        page(&router, "/executions?machine=%22%3E%3Cscript%3E&newer=1h").await,
        page(&router, &execution(&id)).await,
        get(&router, "/execution?id=%3Cscript%3Ealert(1)%3C/script%3E").await.body,
        get(&router, "/executions?status=%3Cimg%20src=x%3E").await.body,
    ];
    for page in shown {
        // All scripts are the console's own.
        let own = ["<script src=\"console.js\"", "<script src=\"report.js\""];
        let own: usize = own.iter().map(|script| page.matches(script).count()).sum();
        assert_eq!(page.matches("<script").count(), own, "{page}");
        for part in ["<img", "<svg", "onerror=alert(2)>&amp;<", "alert(1)</script>"] {
            assert!(!page.contains(part), "{part}: {page}");
        }
        for attribute in [" style=", " onclick=", " onload=", "javascript:"] {
            let escaped = page.replace("&lt;/pre&gt;&lt;svg onload=", "");
            assert!(!escaped.contains(attribute), "{attribute}: {page}");
        }
    }
}

#[tokio::test]
async fn ten_thousand_executions_are_read_in_pages() {
    let shop = Shop::open("many").await;
    let start = async |number| shop.start("paid", &format!("{number:05}"), json!({})).await;
    futures_util::future::join_all((0..10_120).map(start)).await;
    let router = shop.router(Permission::Read);

    let first = page(&router, "/executions").await;
    assert_eq!(rows(&first).len(), 50);
    assert!(first.contains("1 to 50 of 10000 executions"), "{first}");
    assert!(first.contains("Page 1 of 200"), "{first}");
    assert!(first.len() < 40_000, "{}", first.len());

    // Each is on one page.
    let mut seen = std::collections::BTreeSet::new();
    let mut next = Some("/executions".to_owned());
    while let Some(address) = next {
        let page = page(&router, &address).await;
        seen.extend(rows(&page).into_iter().map(str::to_owned));
        let links = page.split("<a href=\"").skip(1);
        let link = |label: &str| {
            let found = links.clone().find(|link| link.contains(&format!(">{label}</a>")));
            found.and_then(|link| link.split('"').next())
        };
        let address = link("Older").or_else(|| link("Next part"));
        next = address.map(|address| format!("/{}", address.replace("&amp;", "&")));
    }
    assert_eq!(seen.len(), 10_120);

    // A page beyond the last is the last.
    let beyond = page(&router, "/executions?text=000&page=999999").await;
    assert!(beyond.contains("Page 3 of 3"), "{beyond}");
}

#[tokio::test]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let shop = Shop::open("unchanged").await;
    let (id, token) = shop.ask("a-1").await;
    let router = shop.router(Permission::Read);
    for path in ["/executions".to_owned(), execution(&id)] {
        let first = get(&router, &path).await;
        let tag = first.headers[ETAG].clone();
        let again = |tag| request("GET", &path).header(IF_NONE_MATCH, tag).body(Body::empty());
        let same = send(&router, again(tag.clone()).expect("a request")).await;
        assert_eq!((same.status, same.body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{path}");
    }
    let before = get(&router, &execution(&id)).await.headers[ETAG].clone();
    shop.store.success(&token, json!({})).await.expect("it waits");
    shop.store.wait(id.as_str()).await.expect("it ends").expect("it succeeds");
    assert_ne!(get(&router, &execution(&id)).await.headers[ETAG], before);
}

#[tokio::test]
async fn it_is_mounted_anywhere() {
    let shop = Shop::open("nested").await;
    let id = shop.start("charge", "c-1", json!({})).await;
    let console = shop.router(Permission::Act);
    let router = Router::new()
        .nest("/ops/console", console.clone())
        .nest("/slash/", console.clone())
        .nest("/deep", Router::new().nest("/er", console.clone()));
    // The location is resolved by the browser: without the last segment of the address.
    for (path, location) in [
        ("/ops/console", "./console/executions"),
        ("/slash/", "./executions"),
        ("/deep/er", "./er/executions"),
    ] {
        assert_eq!(get(&router, path).await.location(), location);
    }
    assert_eq!(get(&console, "/").await.location(), "./executions");
    for path in ["/ops/console", "/deep/er", "/slash"] {
        let list = page(&router, &format!("{path}/executions")).await;
        assert_eq!(rows(&list), [id.as_str()], "{path}");
        // No address within the page depends on the path.
        for attribute in ["href=\"", "src=\"", "action=\""] {
            for address in list.split(attribute).skip(1) {
                assert!(!address.starts_with(['/', '.', 'h']), "{address}");
            }
        }
        for file in ["console.css", "console.js"] {
            let _ = page(&router, &format!("{path}/{file}")).await;
        }
        let missing = get(&router, &format!("{path}/nothing")).await;
        assert_eq!(missing.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_closed_store_is_unavailable() {
    let shop = Shop::open("closed").await;
    let router = shop.router(Permission::Read);
    let id = shop.start("paid", "p-1", json!({})).await;
    shop.store.close(std::time::Duration::ZERO).await.expect("it was open");
    for path in ["/executions".to_owned(), execution(&id)] {
        let answer = get(&router, &path).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.body.contains("The store is closed."), "{}", answer.body);
    }
}

#[tokio::test]
async fn an_execution_of_an_unknown_machine_is_shown() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("console-unknown-machine");
    let shop = Shop::open("unknown-machine").await;
    let id = shop.start("paid", "p-1", json!({"n": 1})).await;
    shop.store.close(std::time::Duration::ZERO).await.expect("it was open");
    let machines: [asl_runtime::Compiled; 0] = [];
    let options = Options::default().allow_unknown(true);
    let store = Durable::open(&folder, machines, options).await.expect("it opens");
    let router = asl_console::Console::new(store).authorize(|_| Permission::Act).router();
    let shown = page(&router, &execution(&id)).await;
    assert!(shown.contains("data-status=\"WAITS_FOR_MACHINE\""), "{shown}");
    assert!(shown.contains("id=\"cancel-form\""), "{shown}");
    drop(shop);
}
