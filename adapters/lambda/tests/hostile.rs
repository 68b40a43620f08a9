//! A server in Lambda's place with arbitrary answers.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::time::Duration;

use asl_lambda::LambdaTask;
use asl_lambda::config::timeout::TimeoutConfig;
use asl_lambda::config::{Credentials, Region};
use asl_runtime::{TaskError, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// A client of the server, with time-outs of a second.
fn lambda(address: &str) -> LambdaTask {
    let credentials = Credentials::new("test", "test", None, None, "test");
    let timeouts = TimeoutConfig::builder().operation_timeout(Duration::from_secs(1)).build();
    let settings =
        LambdaTask::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
    LambdaTask::new(settings.timeout_config(timeouts).endpoint_url(address).build())
}

/// The results of `call` and `invoke` if every request is answered with `first`, and then
/// repeatedly with `again`.
async fn answered(first: Vec<u8>, again: &'static [u8]) -> [Result<Value, TaskError>; 2] {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let first = first.clone();
            tokio::spawn(async move {
                let mut request = [0; 16 * 1024];
                let _ = stream.read(&mut request).await;
                let _ = stream.write_all(&first).await;
                while !again.is_empty() && stream.write_all(again).await.is_ok() {
                    tokio::task::yield_now().await;
                }
                if again.is_empty() {
                    let _ = stream.shutdown().await;
                }
            });
        }
    });
    let lambda = lambda(&address);
    let call = lambda.call("f", &json!({})).await;
    let invoked =
        lambda.invoke(&json!({"FunctionName": "f", "LogType": "Tail", "Payload": {}})).await;
    server.abort();
    [call, invoked]
}

fn response(head: &str, body: &[u8]) -> Vec<u8> {
    let mut text =
        format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\n\r\n", body.len()).into_bytes();
    text.extend_from_slice(body);
    text
}

/// The name of the error, which must be equal for both ways to call.
async fn named(first: Vec<u8>, again: &'static [u8]) -> String {
    let [call, invoked] = answered(first, again).await.map(|result| result.unwrap_err());
    assert_eq!(call.error(), invoked.error());
    call.error().to_owned()
}

#[tokio::test]
async fn an_answer_is_read_up_to_lambda_s_own_limit() {
    let large = response("200 OK", &vec![b'1'; 6_291_557]);
    assert_eq!(named(large, b"").await, "States.DataLimitExceeded");
    let error = response("200 OK\r\nx-amz-function-error: Unhandled", &vec![b' '; 7_000_000]);
    assert_eq!(named(error, b"").await, "States.DataLimitExceeded");
    let refused = response("500 Oh", &vec![b' '; 7_000_000]);
    assert_eq!(named(refused, b"").await, "States.DataLimitExceeded");
    let chunk = [b"10000\r\n".as_slice(), &vec![b'1'; 65_536], b"\r\n"].concat();
    let endless = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    let [call, _] = answered(endless, Box::leak(chunk.into_boxed_slice())).await;
    let call = call.unwrap_err();
    // On a busy machine the time-out may come before 6 MiB have arrived.
    assert!(
        ["States.DataLimitExceeded", "Lambda.SdkClientException"].contains(&call.error()),
        "{call:?}"
    );
}

#[tokio::test]
async fn what_is_no_answer_is_a_client_error() {
    let heads: [&[u8]; 6] = [
        b"",
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n123",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        b"HTTP/1.1 999999 \x00\r\n\r\n",
    ];
    for head in heads {
        let name = named(head.to_vec(), b"").await;
        assert_eq!(name, "Lambda.SdkClientException", "{}", String::from_utf8_lossy(head));
    }
    // Headers and bodies that never end.
    assert_eq!(
        named(b"HTTP/1.1 200 OK\r\n".to_vec(), b"x: y\r\n").await,
        "Lambda.SdkClientException"
    );
    assert_eq!(
        named(b"HTTP/1.1 200 OK\r\nx: ".to_vec(), b"yyyyyyyyyyyyyyyyyy").await,
        "Lambda.SdkClientException"
    );
}

#[tokio::test]
async fn payloads_of_any_bytes_end_in_a_result_or_a_named_error() {
    let deep = |count: usize| format!("{}1{}", "[".repeat(count), "]".repeat(count)).into_bytes();
    let member = |count: usize| {
        let deep = String::from_utf8(deep(count)).unwrap();
        format!("{{\"x\": {deep}, \"errorType\": \"E\"}}").into_bytes()
    };
    let bodies: [(&str, Vec<u8>); 9] = [
        ("not UTF-8", vec![0xff, 0xfe, b'"']),
        ("no JSON", b"{\"a\": ".to_vec()),
        ("two values", b"1 2".to_vec()),
        ("deep", deep(100_000)),
        ("deep member", member(100_000)),
        ("nul", b"\0".to_vec()),
        ("list", b"[1,2".to_vec()),
        ("lone surrogate", br#"{"errorType": "\ud800"}"#.to_vec()),
        ("number", b"1e400".to_vec()),
    ];
    for (kind, body) in bodies {
        // The JSON parser decides if the last two are values.
        let is_value = matches!(kind, "lone surrogate" | "number");
        for result in answered(response("200 OK", &body), b"").await {
            assert!(is_value || result.is_err(), "{kind}");
            assert!(
                result.is_ok() || result.is_err_and(|error| error.error() == "Lambda.Unknown"),
                "{kind}"
            );
        }
        for failed in
            answered(response("200 OK\r\nx-amz-function-error: Unhandled", &body), b"").await
        {
            let failed = failed.unwrap_err();
            assert!(is_value || failed.error() == "Lambda.Unknown", "{kind}: {failed:?}");
        }
        // The SDK reads the body of a service's error.
        for head in [
            "400 Bad",
            "500 Oh\r\nx-amzn-errortype: E",
            "302 Found\r\nlocation: http://169.254.169.254/",
            "204 No",
        ] {
            let [call, _] = answered(response(head, &body), b"").await;
            if let Err(error) = call {
                assert!(error.error().starts_with("Lambda."), "{kind}, {head}: {error:?}");
            }
        }
    }
}

#[tokio::test]
async fn fields_of_function_errors_may_be_missing_or_of_any_kind() {
    let fault = |body: &str| response("200 OK\r\nx-amz-function-error: Handled", body.as_bytes());
    for body in [
        "",
        "null",
        "1",
        "[]",
        "{}",
        r#"{"errorType": null}"#,
        r#"{"errorType": 7}"#,
        r#"{"errorType": ""}"#,
    ] {
        assert_eq!(named(fault(body), b"").await, "Lambda.Unknown", "{body}");
    }
    assert_eq!(named(fault(r#"{"errorType": "E", "errorMessage": {"a": [1]}}"#), b"").await, "E");
    let log =
        format!("200 OK\r\nx-amz-log-result: {}\r\nx-amz-executed-version: ", "A".repeat(100_000));
    let [_, invoked] = answered(response(&log, b"1"), b"").await;
    assert!(invoked.is_ok() || invoked.unwrap_err().error() == "Lambda.SdkClientException");
}
