//! Refusals, and data that are not shown.

use asl_console::{Console, Permission};
use asl_durable::State;
use asl_runtime::json;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode};

use crate::client::{execution, form, get, page, post, request, send};
use crate::shop::Shop;

/// All pages with data.
const PAGES: [&str; 4] = ["/", "/executions", "/execution?id=paid%3Ap-1", "/tasks"];

#[tokio::test]
async fn nothing_is_shown_without_permission() {
    let shop = Shop::open("none").await;
    let id = shop.start("paid", "p-1", json!({"secret": "s3cr3t"})).await;
    for router in [Console::new(shop.store.clone()).router(), shop.router(Permission::None)] {
        for path in PAGES {
            let answer = get(&router, path).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
            assert!(!answer.body.contains(&id) && !answer.body.contains("s3cr3t"), "{path}");
        }
        // Style and script have no data.
        let _ = page(&router, "/console.css").await;
        let _ = page(&router, "/console.js").await;
    }
}

#[tokio::test]
async fn permission_is_granted_by_request() {
    let shop = Shop::open("by-request").await;
    let console = Console::new(shop.store.clone()).authorize(|request| {
        match request.headers.get("x-role").map(HeaderValue::as_bytes) {
            Some(b"operator") => Permission::Act,
            Some(b"reader") => Permission::Read,
            _ => Permission::None,
        }
    });
    let router = console.router();
    for (role, page, tasks) in [
        ("operator", StatusCode::OK, StatusCode::OK),
        ("reader", StatusCode::OK, StatusCode::FORBIDDEN),
        ("guest", StatusCode::FORBIDDEN, StatusCode::FORBIDDEN),
    ] {
        for (path, expected) in [("/executions", page), ("/tasks", tasks)] {
            let request = request("GET", path).header("x-role", role).body(Body::empty());
            let answer = send(&router, request.expect("a request")).await;
            assert_eq!(answer.status, expected, "{role} {path}");
        }
    }
}

#[tokio::test]
async fn posts_of_other_sites_are_refused() {
    let shop = Shop::open("cross-site").await;
    let id = shop.start("paid", "p-1", json!({})).await;
    let router = shop.router(Permission::Act);
    let fields = [("id", id.as_str())];
    for headers in [
        &[("sec-fetch-site", "cross-site")] as &[(&str, &str)],
        &[("sec-fetch-site", "same-site")],
        &[("sec-fetch-site", "none")],
        // `Origin` does not outweigh it.
        &[("sec-fetch-site", "cross-site"), ("origin", "http://console.test")],
        &[("origin", "https://evil.test")],
        &[("origin", "http://console.test.evil.test")],
        &[("origin", "http://console.test:8080")],
        &[("origin", "null")],
        &[("origin", "")],
        &[],
    ] {
        for path in ["/cancel", "/redrive", "/move", "/send", "/task-success", "/task-failure"] {
            let answer = send(&router, form(path, &fields, headers)).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {headers:?}");
            assert!(answer.body.contains("comes from another site"), "{}", answer.body);
        }
    }
    assert_eq!(shop.state(&id).await, State::Running);

    let own = form("/cancel", &fields, &[("origin", "http://Console.test")]);
    assert!(send(&router, own).await.location().starts_with("execution?id="));
    assert_eq!(shop.state(&id).await, State::Aborted);
}

#[tokio::test]
async fn other_methods_change_nothing() {
    let shop = Shop::open("methods").await;
    let id = shop.start("paid", "p-1", json!({})).await;
    let router = shop.router(Permission::Act);
    for action in ["/cancel", "/redrive", "/move", "/send", "/task-success", "/task-failure"] {
        for method in ["GET", "HEAD", "PUT", "DELETE"] {
            let request = request(method, &format!("{action}?id={id}"))
                .header("sec-fetch-site", "same-origin")
                .body(Body::empty());
            let answer = send(&router, request.expect("a request")).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {action}");
        }
    }
    let posted = post(&router, "/executions", &[("id", &id)]).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(shop.state(&id).await, State::Running);
}

#[tokio::test]
async fn only_its_own_hosts_are_answered() {
    let shop = Shop::open("hosts").await;
    let router = Console::new(shop.store.clone())
        .authorize(|_| Permission::Act)
        .hosts(["127.0.0.1:8080", "localhost:8080"])
        .router();
    for (host, expected) in [
        ("127.0.0.1:8080", StatusCode::OK),
        ("LOCALHOST:8080", StatusCode::OK),
        ("evil.test:8080", StatusCode::MISDIRECTED_REQUEST),
        ("127.0.0.1", StatusCode::MISDIRECTED_REQUEST),
        ("", StatusCode::MISDIRECTED_REQUEST),
    ] {
        for path in ["/executions", "/console.js"] {
            let request = axum::http::Request::builder().uri(path).header("host", host);
            let answer = send(&router, request.body(Body::empty()).expect("a request")).await;
            assert_eq!(answer.status, expected, "{host} {path}");
        }
    }
    let nameless = axum::http::Request::builder().uri("/executions").body(Body::empty());
    let answer = send(&router, nameless.expect("a request")).await;
    assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn large_forms_are_refused() {
    let shop = Shop::open("large-form").await;
    let id = shop.start("paid", "p-1", json!({})).await;
    let router = shop.router(Permission::Act);
    let data = "x".repeat(1 << 20);
    let answer = post(&router, "/send", &[("id", &id), ("name", "paid"), ("data", &data)]).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", answer.body);
    let text = request("POST", "/cancel")
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "text/plain")
        .body(Body::from(format!("id={id}")));
    let answer = send(&router, text.expect("a request")).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{}", answer.body);
    assert_eq!(shop.state(&id).await, State::Running);
}

#[tokio::test]
async fn readers_see_no_task_token() {
    let shop = Shop::open("withheld").await;
    let (_, token) = shop.ask("a-1").await;
    let secret = token.rsplit('.').next().expect("a secret");
    // A token can be in any data, such as the input of an execution that another one started.
    let input = json!({"reply to": (token.as_str()), "cause": (format!("no answer to {token}"))});
    let id = shop.fail("f-1", input).await;
    let seen = page(&shop.router(Permission::Act), &execution(&id)).await;
    assert_eq!(seen.matches(secret).count(), 3, "{seen}");
    let seen = page(&shop.router(Permission::Read), &execution(&id)).await;
    assert!(!seen.contains(secret), "{seen}");
    assert_eq!(seen.matches("approve:a-1.1.(withheld)").count(), 3, "{seen}");
}
