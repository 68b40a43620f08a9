//! Requests that are wrong, large or slow.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::server::{JSON, Server, request, request_with};

fn head(content_length: usize) -> String {
    let target = "x-amz-target: AWSStepFunctions.ListActivities\r\n";
    format!(
        "POST / HTTP/1.1\r\nhost: localhost\r\n{JSON}{target}content-length: {content_length}\r\n\r\n"
    )
}

/// Checks that the server answers a good request.
async fn assert_alive(server: &Server) {
    let response = server.call("ListActivities", r#"{"maxResults":"1"}"#).await;
    assert_eq!(response.kind(), (400, "SerializationException".to_owned()));
}

#[tokio::test]
async fn bodies_that_are_not_json_are_refused() {
    let server = Server::start().await;
    let deep = "[".repeat(1_000_000);
    let deep_object = r#"{"name":"#.repeat(100_000);
    for body in ["", "{", "nul", "{} {}", "{'a':1}", r#"{"a":1,}"#, r#"{"a":"\ud800"}"#, &deep] {
        let response = server.call("ListActivities", body).await;
        assert_eq!(response.kind(), (400, "SerializationException".to_owned()));
    }
    let response = server.call("CreateActivity", &deep_object).await;
    assert_eq!(response.kind(), (400, "SerializationException".to_owned()));
    let mut connection = server.connect().await;
    connection.send(&[head(4).as_bytes(), b"\"\xff\xfe\""].concat()).await;
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (400, "SerializationException".to_owned()));
}

#[tokio::test]
async fn a_body_of_10_mb_is_read_to_its_end_and_refused() {
    let server = Server::start().await;
    let body = format!(r#"{{"a":"{}"}}"#, "x".repeat(10_000_000));
    let response = server.call("ListActivities", &body).await;
    assert_eq!(response.kind(), (413, "RequestEntityTooLargeException".to_owned()));
    assert_eq!(response.header("connection"), Some("close"));
    assert_alive(&server).await;
}

#[tokio::test]
async fn a_chunked_body_of_10_mb_is_refused() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    let chunked = head(0).replace("content-length: 0", "transfer-encoding: chunked");
    connection.send(chunked.as_bytes()).await;
    let chunk = format!("{:x}\r\n{}\r\n", 100_000, "x".repeat(100_000));
    for _ in 0..100 {
        connection.send(chunk.as_bytes()).await;
    }
    connection.send(b"0\r\n\r\n").await;
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (413, "RequestEntityTooLargeException".to_owned()));
}

#[tokio::test]
async fn a_body_that_is_announced_as_huge_is_refused_at_once() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    connection.send(head(1 << 40).as_bytes()).await;
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (413, "RequestEntityTooLargeException".to_owned()));
    assert!(connection.response().await.is_none());
}

#[tokio::test]
async fn lengths_that_cannot_be_read_are_refused() {
    let server = Server::start().await;
    let two = "content-length: 2\r\ncontent-length: 3";
    for lengths in ["content-length: -1", "content-length: 99999999999999999999", two] {
        let mut connection = server.connect().await;
        let text = head(0).replace("content-length: 0", lengths);
        connection.send(text.as_bytes()).await;
        assert_eq!(connection.response().await.unwrap().status, 400, "{lengths}");
    }
    assert_alive(&server).await;
}

#[tokio::test]
async fn heads_that_are_large_or_have_many_headers_are_refused() {
    let server = Server::start().await;
    let many = "a: b\r\n".repeat(100);
    let large = format!("a: {}\r\n", "b".repeat(100_000));
    for headers in [&many, &large] {
        let mut connection = server.connect().await;
        connection.send(request_with(headers, "{}").as_bytes()).await;
        assert_eq!(connection.response().await.unwrap().status, 431);
    }
    let mut connection = server.connect().await;
    connection.send("GET /".repeat(100_000).as_bytes()).await;
    assert!(connection.response().await.is_none_or(|response| response.status >= 400));
    assert_alive(&server).await;
}

#[tokio::test]
async fn bytes_that_are_not_http_end_the_connection() {
    let server = Server::start().await;
    let preface: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    for bytes in [preface, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\0\0\0\0\r\n\r\n"] {
        let mut connection = server.connect().await;
        connection.send(bytes).await;
        connection.end().await;
        while let Some(response) = connection.response().await {
            assert!(response.status >= 400, "{bytes:?}");
        }
    }
    assert_alive(&server).await;
}

#[tokio::test]
async fn a_client_that_ends_its_half_gets_its_answers() {
    let server = Server::start().await;
    let whole = request("ListActivities", "{}");
    let activity = r#"{"name":"polled"}"#;
    assert_eq!(server.call("CreateActivity", activity).await.status, 200);
    let arn = "arn:aws:states:us-east-1:123456789012:activity:polled";
    let poll = request("GetActivityTask", &format!(r#"{{"activityArn":"{arn}"}}"#));
    for (text, statuses) in [
        (whole.clone(), vec![200]),
        (whole.repeat(3), vec![200; 3]),
        // Nobody may be there to do the work.
        (poll, vec![200]),
        (head(100), vec![400]),
        ("POST / HT".to_owned(), vec![]),
        (String::new(), vec![]),
    ] {
        let mut connection = server.connect().await;
        connection.send(text.as_bytes()).await;
        connection.end().await;
        let mut answered = Vec::new();
        while let Some(response) = connection.response().await {
            answered.push(response.status);
        }
        assert_eq!(answered, statuses, "{text}");
    }
    assert_alive(&server).await;
}

#[tokio::test(start_paused = true)]
async fn a_client_that_sends_no_complete_head_is_disconnected() {
    let server = Server::start().await;
    let start = Instant::now();
    let mut connection = server.connect().await;
    connection.send(b"POST / HTTP/1.1\r\nhost: loc").await;
    assert!(connection.response().await.is_none());
    assert_eq!(start.elapsed().as_secs(), 10);
    let mut connection = server.connect().await;
    connection.send(request("ListActivities", "{}").as_bytes()).await;
    assert_eq!(connection.response().await.unwrap().status, 200);
    let start = Instant::now();
    connection.send(b"POST / HTTP/1.1\r\nhost: loc").await;
    assert!(connection.response().await.is_none());
    assert_eq!(start.elapsed().as_secs(), 60);
}

#[tokio::test]
async fn a_client_without_a_key_keeps_no_connection() {
    let server = Server::with(|api| api.credentials("AKIDEXAMPLE", "secret")).await;
    let mut connection = server.connect().await;
    connection.send(request("ListActivities", "{}").repeat(2).as_bytes()).await;
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (400, "MissingAuthenticationTokenException".to_owned()));
    assert_eq!(response.header("connection"), Some("close"));
    assert!(connection.response().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_sends_its_body_slowly_is_refused() {
    let server = Server::start().await;
    let start = Instant::now();
    let mut connection = server.connect().await;
    connection.send(head(1000).as_bytes()).await;
    for _ in 0..29 {
        connection.send(b" ").await;
        sleep(Duration::from_secs(1)).await;
    }
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (408, "RequestTimeoutException".to_owned()));
    assert_eq!(start.elapsed().as_secs(), 30);
    assert!(connection.response().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_its_answers_is_disconnected() {
    let server = Server::start().await;
    let start = Instant::now();
    let mut connection = server.connect().await;
    // The answer repeats the name.
    let text = request("CreateActivity", &format!(r#"{{"name":"{}"}}"#, "a".repeat(1 << 20)));
    connection.send(text.repeat(100).as_bytes()).await;
    assert_eq!(start.elapsed().as_secs(), 30);
    assert_alive(&server).await;
}

#[tokio::test]
async fn clients_that_wait_do_not_keep_others_from_answers() {
    let server = Server::start().await;
    let mut waiting = Vec::new();
    for count in 0..300 {
        let mut connection = server.connect().await;
        // More large bodies than may be in memory at a time begin, and none of them ends.
        let begun = if count < 40 { head(1 << 20) + &" ".repeat(512 << 10) } else { head(9) };
        connection.send(begun.as_bytes()).await;
        waiting.push(connection);
    }
    assert_alive(&server).await;
}
