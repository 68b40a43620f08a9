//! Connections of `http:invoke`: their credentials are in secrets of the account.
#![expect(clippy::unwrap_used, reason = "tests")]

mod server;

use std::sync::Arc;

use asl_aws::Services;
use asl_http::{HttpOptions, HttpTask, Reach};
use asl_runtime::{TaskError, Value, json};

use server::{answer, listener, options, text};

const ARN: &str = "arn:aws:events:us-east-1:123456789012:connection/weather/0a1b";

/// The request that the endpoint of `http:invoke` gets, and the result, if the account gives these
/// answers.
async fn invoke(kind: &str, secret: &Value) -> (String, Result<Value, TaskError>) {
    let (account, endpoint) = (listener().await, listener().await);
    let connections = Services::new(options(&account)).unwrap();
    let http = HttpOptions::default()
        .plain_http(true)
        .reach(Reach::Any)
        .connections(Arc::new(connections));
    let services = Services::new(options(&account).http(HttpTask::new(http).unwrap())).unwrap();
    let request = json!({
        "ApiEndpoint": (format!("http://{}/today", endpoint.local_addr().unwrap())),
        "Method": "POST",
        "Authentication": { "ConnectionArn": ARN },
        "RequestBody": { "city": "Graz" },
    });
    let described = json!({ "AuthorizationType": kind, "SecretArn": "arn:secret" });
    let secret = json!({ "SecretString": (secret.to_json_string()) });
    let account = async {
        let first = answer(&account, "200 OK", described.to_json_string().as_bytes()).await;
        assert!(first.contains("AWSEvents.DescribeConnection"), "{first}");
        assert!(first.ends_with(r#"{"Name":"weather"}"#), "{first}");
        let second = answer(&account, "200 OK", secret.to_json_string().as_bytes()).await;
        assert!(second.contains("secretsmanager.GetSecretValue"), "{second}");
        assert!(second.ends_with(r#"{"SecretId":"arn:secret"}"#), "{second}");
    };
    let called = async {
        let call = services.call("arn:aws:states:::http:invoke", "k", &request);
        let sent = answer(&endpoint, "200 OK\r\nContent-Type: application/json", b"{}");
        tokio::select! {
            biased;
            result = call => (String::new(), result),
            sent = sent => (sent, Ok(Value::Null)),
        }
    };
    let ((), called) = tokio::join!(account, called);
    called
}

#[tokio::test]
async fn a_connection_adds_its_credentials() {
    let secret = json!({
        "api_key_name": "X-Key", "api_key_value": "s3cr3t",
        "invocation_http_parameters": {
            "header_parameters": [{ "key": "X-Client", "value": "asl", "is_value_secret": false }],
            "query_string_parameters": [{ "key": "units", "value": "metric" }],
            "body_parameters": [{ "key": "from", "value": "Wien" }],
        },
    });
    let (sent, _) = invoke("API_KEY", &secret).await;
    assert!(sent.starts_with("POST /today?units=metric HTTP/1.1\r\n"), "{sent}");
    assert!(sent.contains("x-key: s3cr3t\r\n") && sent.contains("x-client: asl\r\n"), "{sent}");
    assert!(sent.ends_with(r#"{"city":"Graz","from":"Wien"}"#), "{sent}");
    let (sent, _) = invoke("BASIC", &json!({ "username": "u", "password": "p" })).await;
    assert!(sent.contains("authorization: Basic dTpw\r\n"), "{sent}");
}

#[tokio::test]
async fn other_connections_are_refused_without_their_secret() {
    let secret = json!({ "client_id": "c", "client_secret": "s3cr3t" });
    for (kind, expected) in [
        ("OAUTH_CLIENT_CREDENTIALS", "only connections of the types BASIC and API_KEY are used"),
        ("API_KEY", "the secret of the connection has no `api_key_name`"),
    ] {
        let (sent, result) = invoke(kind, &secret).await;
        assert_eq!((sent.as_str(), text(result)), ("", format!("States.Runtime: {expected}")));
    }
}
