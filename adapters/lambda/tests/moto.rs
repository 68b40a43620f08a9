//! Lambda as emulated by moto's server, if the variable `ASL_MOTO` has its address
//! (`cargo xtask test` starts one). The server runs no code: its functions return configured
//! answers.
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use asl_lambda::LambdaTask;
use asl_lambda::config::{Credentials, Region};
use asl_runtime::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The address, `127.0.0.1:5055`.
fn moto() -> Option<String> {
    let moto = std::env::var("ASL_MOTO").ok();
    if moto.is_none() {
        eprintln!("skipped: ASL_MOTO has no address of a moto server");
    }
    moto
}

/// A request to a service, which the server identifies by the scope of the signature.
async fn post(address: &str, service: &str, path: &str, kind: &str, body: &str) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let scope = format!("Credential=test/20260101/us-east-1/{service}/aws4_request");
    let text = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Authorization: AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=x\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 20"), "{path}: {answer}");
}

#[tokio::test]
async fn a_function_is_invoked() {
    let Some(address) = moto() else { return };
    let json = "application/json";
    post(&address, "lambda", "/moto-api/reset", json, "").await;
    post(&address, "lambda", "/moto-api/config", json, r#"{"lambda": {"use_docker": false}}"#)
        .await;
    let role =
        "Action=CreateRole&RoleName=worker&AssumeRolePolicyDocument=%7B%7D&Version=2010-05-08";
    post(&address, "iam", "/", "application/x-www-form-urlencoded", role).await;
    let function = json!({
        "FunctionName": "answers", "Role": "arn:aws:iam::123456789012:role/worker", "Runtime": "python3.12",
        "Handler": "a.b", "Code": {"ZipFile": "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="},
    });
    post(&address, "lambda", "/2015-03-31/functions", json, &function.to_json_string()).await;
    let results = r#"{"results": ["{\"price\": 7}", "{\"price\": 8}"], "region": "us-east-1"}"#;
    post(&address, "lambda", "/moto-api/static/lambda-simple/response", json, results).await;

    let credentials = Credentials::new("test", "test", None, None, "test");
    let settings =
        LambdaTask::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
    let lambda = LambdaTask::new(settings.endpoint_url(format!("http://{address}")).build());
    let arn = "arn:aws:lambda:us-east-1:123456789012:function:answers";
    assert_eq!(lambda.call(arn, &json!({"sku": "tea"})).await, Ok(json!({"price": 7})));
    let output = lambda
        .invoke(&json!({"FunctionName": "answers", "Payload": {"sku": "tea"}}))
        .await
        .unwrap();
    assert_eq!(
        (output.at(["Payload"]), output.at(["StatusCode"])),
        (Some(&json!({"price": 8})), Some(&json!(200)))
    );
}
