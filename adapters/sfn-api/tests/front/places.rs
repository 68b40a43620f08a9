//! Paths, methods, targets and hosts.

use crate::server::{JSON, Server, request, request_with};

#[tokio::test]
async fn answers_have_the_headers_of_aws() {
    let server = Server::start().await;
    let arn = "arn:aws:states:us-east-1:123456789012:execution:a:b";
    let response =
        server.call("DescribeExecution", &format!(r#"{{"executionArn":"{arn}"}}"#)).await;
    assert_eq!(response.kind(), (400, "ExecutionDoesNotExist".to_owned()));
    assert_eq!(response.header("content-type"), Some("application/x-amz-json-1.0"));
    assert_eq!(response.header("x-amzn-requestid").unwrap().len(), 36);
}

#[tokio::test]
async fn a_connection_answers_many_requests_in_their_order() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    connection.send((request("Nothing", "{}") + &request("ListActivities", "[]")).as_bytes()).await;
    let first = connection.response().await.unwrap();
    let second = connection.response().await.unwrap();
    assert_eq!(first.kind(), (400, "UnknownOperationException".to_owned()));
    assert_eq!(second.kind(), (400, "SerializationException".to_owned()));
    assert_ne!(first.header("x-amzn-requestid"), second.header("x-amzn-requestid"));
}

#[tokio::test]
async fn other_places_and_methods_are_unknown() {
    let server = Server::start().await;
    let headers = format!("host: localhost\r\n{JSON}content-length: 2\r\n");
    for line in ["GET /", "OPTIONS *", "PUT /", "POST /a", "POST //", "POST /?a=b", "POST /%2e"] {
        let mut connection = server.connect().await;
        connection.send(format!("{line} HTTP/1.1\r\n{headers}\r\n{{}}").as_bytes()).await;
        let response = connection.response().await.unwrap();
        assert_eq!(response.kind(), (404, "UnknownOperationException".to_owned()), "{line}");
    }
}

#[tokio::test]
async fn other_types_of_bodies_are_unknown() {
    let server = Server::start().await;
    for header in ["", "content-type: text/plain\r\n", &format!("{JSON}{JSON}")] {
        let mut connection = server.connect().await;
        let headers = format!("host: localhost\r\n{header}");
        connection.send(request_with(&headers, "{}").as_bytes()).await;
        let response = connection.response().await.unwrap();
        assert_eq!(response.kind(), (404, "UnknownOperationException".to_owned()), "{header}");
    }
}

#[tokio::test]
async fn a_request_has_one_target_of_this_service() {
    let server = Server::start().await;
    let target = "x-amz-target: AWSStepFunctions.ListActivities\r\n";
    for headers in [
        "",
        "x-amz-target: DynamoDB_20120810.ListTables\r\n",
        "x-amz-target: ListActivities\r\n",
        "x-amz-target: AWSStepFunctions.\r\n",
        "x-amz-target: AWSStepFunctions.listActivities\r\n",
        "x-amz-target: AWSStepFunctions.ListActivities.\r\n",
        "x-amz-target: AWSStepFunctions.\u{e9}\r\n",
        &format!("{target}{target}"),
    ] {
        let mut connection = server.connect().await;
        let headers = format!("host: localhost\r\n{JSON}{headers}");
        connection.send(request_with(&headers, "{}").as_bytes()).await;
        let response = connection.response().await.unwrap();
        assert_eq!(response.kind(), (400, "UnknownOperationException".to_owned()), "{headers}");
    }
}

#[tokio::test]
async fn requests_to_hosts_of_others_are_refused() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    connection.send(request_with(&format!("host: evil.example\r\n{JSON}"), "{}").as_bytes()).await;
    let response = connection.response().await.unwrap();
    assert_eq!(response.kind(), (421, "AccessDeniedException".to_owned()));
    assert!(response.fault().1.contains("not as `evil.example`"));

    let mut connection = server.connect().await;
    let absolute = request("ListActivities", "{}").replace("POST /", "POST http://evil.example/");
    connection.send(absolute.as_bytes()).await;
    assert_eq!(connection.response().await.unwrap().status, 421);
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = Server::start().await;
    for hosts in ["", "host: localhost\r\nhost: evil.example\r\n", "host: a b\r\n", "host:\r\n"] {
        let mut connection = server.connect().await;
        connection.send(request_with(&format!("{hosts}{JSON}"), "{}").as_bytes()).await;
        let response = connection.response().await.unwrap();
        assert_eq!(response.kind(), (400, "ValidationException".to_owned()), "{hosts}");
    }
}

#[tokio::test]
async fn hosts_with_the_prefix_of_synchronous_operations_are_this_machine() {
    let server = Server::start().await;
    let mut connection = server.connect().await;
    let text = request("ListActivities", "[]").replace("localhost", "sync-localhost:8083");
    connection.send(text.as_bytes()).await;
    assert_eq!(
        connection.response().await.unwrap().kind(),
        (400, "SerializationException".to_owned())
    );
}
