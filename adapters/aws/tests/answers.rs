//! Answers of services in each protocol: results, errors, and answers that are none.
#![expect(clippy::unwrap_used, reason = "tests")]

mod server;

use std::time::Duration;

use asl_aws::Services;
use asl_runtime::{TaskError, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use server::{answer, listener, options, text};

/// The result of a call whose service answers so.
async fn call(action: &str, request: Value, head: &str, body: &str) -> Result<Value, TaskError> {
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    let resource = format!("arn:aws:states:::{action}");
    let (_, result) = tokio::join!(
        answer(&listener, head, body.as_bytes()),
        services.call(&resource, "o-1.Pay#0", &request)
    );
    result
}

#[tokio::test]
async fn results_have_the_names_of_step_functions() {
    let json = r#"{"KeyMetadata": {"KeyId": "k", "CreationDate": 1772352000.5, "Enabled": true, "New": 1}}"#;
    let result = call("aws-sdk:kms:describeKey", json!({"KeyId": "k"}), "200 OK", json).await;
    let expected =
        r#"{"KeyMetadata":{"KeyId":"k","CreationDate":"2026-03-01T08:00:00.500Z","Enabled":true}}"#;
    assert_eq!(text(result), expected);

    let xml = "<GetRoleResponse xmlns=\"u\"><GetRoleResult><Role><Path>/</Path><RoleName>a &lt; b</RoleName>\
        <MaxSessionDuration>3600</MaxSessionDuration><CreateDate>2026-03-01T08:00:00Z</CreateDate><Tags><member><Key>k</Key>\
        <Value/></member></Tags></Role></GetRoleResult></GetRoleResponse>";
    let result = call("aws-sdk:iam:getRole", json!({"RoleName": "r"}), "200 OK", xml).await;
    let expected = r#"{"Role":{"Path":"/","RoleName":"a < b","CreateDate":"2026-03-01T08:00:00Z","MaxSessionDuration":3600,"Tags":[{"Key":"k","Value":""}]}}"#;
    assert_eq!(text(result), expected);

    let ec2 = "<DescribeVpcsResponse><requestId>1</requestId><vpcSet><item><vpcId>v-1</vpcId><isDefault>false</isDefault></item>\
        </vpcSet></DescribeVpcsResponse>";
    let result = call("aws-sdk:ec2:describeVpcs", json!({}), "200 OK", ec2).await.unwrap();
    assert_eq!(result.pointer("/Vpcs/0"), Some(&json!({"IsDefault": false, "VpcId": "v-1"})));

    let list = "<ListBucketResult><Name>b</Name><KeyCount>2</KeyCount><Contents><Key>a</Key></Contents><Contents><Key>b</Key>\
        </Contents><CommonPrefixes><Prefix>p/</Prefix></CommonPrefixes></ListBucketResult>";
    let result =
        call("aws-sdk:s3:listObjectsV2", json!({"Bucket": "bbb"}), "200 OK", list).await.unwrap();
    assert_eq!(result["Contents"], json!([{"Key": "a"}, {"Key": "b"}]));
    assert_eq!(result["CommonPrefixes"], json!([{"Prefix": "p/"}]));

    let head = "200 OK\r\nETag: \"e\"\r\nx-amz-meta-Kind: new\r\nLast-Modified: Sun, 01 Mar 2026 08:00:00 GMT";
    let result = call("aws-sdk:s3:getObject", json!({"Bucket": "bbb", "Key": "k"}), head, "text")
        .await
        .unwrap();
    assert_eq!(result["Body"], json!("text"));
    assert_eq!(result["ETag"], json!("\"e\""));
    assert_eq!(result["LastModified"], json!("2026-03-01T08:00:00Z"));
    assert_eq!(result["Metadata"], json!({"kind": "new"}));
}

#[tokio::test]
async fn optimized_integrations_have_metadata_and_milliseconds() {
    let body = r#"{"QueryExecution": {"QueryExecutionId": "q", "Status": {"SubmissionDateTime": 1772352000.5}}}"#;
    let request = json!({"QueryExecutionId": "q"});
    let result = call("athena:getQueryExecution", request, "200 OK\r\nx-amzn-RequestId: r-1", body)
        .await
        .unwrap();
    assert_eq!(
        result.pointer("/QueryExecution/Status/SubmissionDateTime"),
        Some(&json!(1_772_352_000_500_i64))
    );
    assert_eq!(result.pointer("/SdkHttpMetadata/HttpStatusCode"), Some(&json!(200)));
    assert_eq!(result.pointer("/SdkResponseMetadata/RequestId"), Some(&json!("r-1")));
}

#[tokio::test]
async fn errors_have_the_names_of_step_functions() {
    let get = json!({"TableName": "t", "Key": {"id": {"S": "1"}}});
    let body = r#"{"__type": "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "message": "no\ntable"}"#;
    let head = "400 Bad Request\r\nx-amzn-RequestId: r-1";
    assert_eq!(
        text(call("aws-sdk:dynamodb:getItem", get.clone(), head, body).await),
        "DynamoDb.ResourceNotFoundException: no table (Service: DynamoDb, Status Code: 400, Request ID: r-1)"
    );
    assert_eq!(
        text(call("dynamodb:getItem", get.clone(), head, body).await),
        "DynamoDB.ResourceNotFoundException: no table (Service: AmazonDynamoDBv2; Status Code: 400; \
         Error Code: ResourceNotFoundException; Request ID: r-1; Proxy: null)"
    );
    let expired = r#"{"__type": "ExpiredTokenException", "message": "The security token included in the request is expired"}"#;
    assert_eq!(
        text(call("aws-sdk:dynamodb:getItem", get, "400 Bad Request", expired).await),
        "DynamoDb.DynamoDbException: The security token included in the request is expired (Service: DynamoDb, Status Code: 400, Request ID: null)"
    );
    let body = "<ErrorResponse><Error><Type>Sender</Type><Code>DBInstanceNotFound</Code><Message>none</Message></Error><RequestId>r-2</RequestId></ErrorResponse>";
    let request = json!({"DbInstanceIdentifier": "d"});
    assert_eq!(
        text(call("aws-sdk:rds:describeDBInstances", request.clone(), "404 Not Found", body).await),
        "Rds.DbInstanceNotFoundException: none (Service: Rds, Status Code: 404, Request ID: r-2)"
    );
    let other = body.replace("DBInstanceNotFound", "Throttling");
    let result =
        text(call("aws-sdk:rds:describeDBInstances", request, "400 Bad Request", &other).await);
    assert!(result.starts_with("Rds.RdsException: none"), "{result}");
    let body =
        "<Error><Code>NoSuchBucket</Code><Message>none</Message><RequestId>r-3</RequestId></Error>";
    let request = json!({"Bucket": "bbb"});
    let result = text(call("aws-sdk:s3:listObjectsV2", request, "404 Not Found", body).await);
    assert_eq!(
        result,
        "S3.NoSuchBucketException: none (Service: S3, Status Code: 404, Request ID: r-3)"
    );
    let result = text(
        call("aws-sdk:s3:headObject", json!({"Bucket": "bbb", "Key": "k"}), "404 Not Found", "")
            .await,
    );
    assert!(result.starts_with("S3.NoSuchKeyException: Not Found"), "{result}");
    let body = "<Response><Errors><Error><Code>InvalidVpcID.NotFound</Code><Message>none</Message></Error></Errors><RequestID>r</RequestID></Response>";
    let result = text(call("aws-sdk:ec2:describeVpcs", json!({}), "400 Bad Request", body).await);
    assert_eq!(result, "Ec2.Ec2Exception: none (Service: Ec2, Status Code: 400, Request ID: r)");
}

#[tokio::test]
async fn answers_that_are_none_are_errors_of_the_client() {
    let get = json!({"TableName": "t", "Key": {"id": {"S": "1"}}});
    for body in ["<html>", "[1]", "{\"Item\": [\"x\"]}"] {
        let result = text(call("aws-sdk:dynamodb:getItem", get.clone(), "200 OK", body).await);
        assert!(
            result.starts_with("DynamoDb.SdkClientException: Unable to unmarshall"),
            "{body}: {result}"
        );
    }
    let page =
        text(call("aws-sdk:dynamodb:getItem", get.clone(), "502 Bad Gateway", "<html>down").await);
    assert_eq!(
        page,
        "DynamoDb.DynamoDbException: <html>down (Service: DynamoDb, Status Code: 502, Request ID: null)"
    );
    let deep = format!("<a>{}", "<b>".repeat(100_000));
    let result = text(call("aws-sdk:iam:listRoles", json!({}), "200 OK", &deep).await);
    assert!(result.starts_with("Iam.SdkClientException: "), "{result}");
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(7 * 1024 * 1024));
    let result = text(call("aws-sdk:dynamodb:getItem", get, "200 OK", &long).await);
    assert_eq!(result, "States.DataLimitExceeded: the response has more than 6292480 bytes");
}

#[tokio::test]
async fn throttled_calls_have_the_name_of_their_error_and_are_not_repeated() {
    let get = json!({"TableName": "t", "Key": {"id": {"S": "1"}}});
    for (action, request, head, body, expected) in [
        (
            "dynamodb:getItem",
            get.clone(),
            "400 Bad Request",
            r#"{"__type": "x#ProvisionedThroughputExceededException", "message": "slow down"}"#,
            "DynamoDB.ProvisionedThroughputExceededException: slow down",
        ),
        (
            "aws-sdk:dynamodb:getItem",
            get,
            "400 Bad Request",
            r#"{"__type": "x#ThrottlingException", "message": "slow down"}"#,
            "DynamoDb.ThrottlingException: slow down",
        ),
        (
            "aws-sdk:s3:listObjectsV2",
            json!({"Bucket": "bbb"}),
            "503 Slow Down",
            "<Error><Code>SlowDown</Code><Message>slow down</Message></Error>",
            "S3.S3Exception: slow down",
        ),
    ] {
        // A repeated request would find nobody who answers, and have another error.
        let result = text(call(action, request, head, body).await);
        assert!(result.starts_with(expected), "{result}");
    }
}

#[tokio::test]
async fn an_answer_of_100_megabytes_is_not_read_to_its_end() {
    const PIECE: usize = 64 * 1024;
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    // Without a length, so that only what was read says that it is too long.
    let endless = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        assert!(stream.read(&mut [0; 8192]).await.unwrap() > 0);
        stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").await.unwrap();
        let (mut sent, piece) = (0, vec![b'x'; PIECE]);
        while sent < 100 * 1024 * 1024 && stream.write_all(&piece).await.is_ok() {
            sent += PIECE;
        }
        sent
    };
    let request = json!({"TableName": "t", "Key": {"id": {"S": "1"}}});
    let resource = "arn:aws:states:::aws-sdk:dynamodb:getItem";
    let (sent, result) = tokio::join!(endless, services.call(resource, "k", &request));
    assert_eq!(text(result), "States.DataLimitExceeded: the response has more than 6292480 bytes");
    // The system's buffers take some more.
    assert!(sent < 32 * 1024 * 1024, "{sent} bytes");
}

#[tokio::test]
async fn services_that_do_not_answer_end_in_time() {
    let listener = listener().await;
    let options = options(&listener).timeout(Duration::from_millis(50));
    let services = Services::new(options.clone()).unwrap();
    let resource = "arn:aws:states:::aws-sdk:iam:listRoles";
    let hangs = text(services.call(resource, "k", &json!({})).await);
    assert_eq!(
        hangs,
        "Iam.SdkClientException: Unable to execute HTTP request: there was no response in time"
    );
    drop(listener);
    let closed = text(services.call(resource, "k", &json!({})).await);
    assert!(
        closed.starts_with("Iam.SdkClientException: Unable to execute HTTP request: "),
        "{closed}"
    );
    let mut without = options;
    without.credentials = None;
    let without = text(Services::new(without).unwrap().call(resource, "k", &json!({})).await);
    assert!(without.starts_with("Iam.SdkClientException: Unable to load credentials"), "{without}");
}

#[tokio::test]
async fn requests_that_cannot_be_sent_say_why() {
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    let cases = [
        (
            "aws-sdk:dynamodb:getItem",
            json!({"TableName": "t"}),
            "The field \"Key\" is required but was missing",
        ),
        (
            "aws-sdk:sns:publish",
            json!({"Messag": "x"}),
            "The field \"Messag\" is not supported by Step Functions",
        ),
        (
            "dynamodb:getItem",
            json!({"TableName": "t", "Key": []}),
            "\"Key\" must be an object, not array",
        ),
        (
            "aws-sdk:sqs:sendMessage",
            json!({"QueueUrl": "q", "MessageBody": {"a": 1}}),
            "\"MessageBody\" must be a text, not object",
        ),
        (
            "aws-sdk:s3:getObject",
            json!({"Bucket": "bbb", "Key": "../x"}),
            "a part of the path is `.` or `..`",
        ),
        ("aws-sdk:s3:getObject", json!({"Bucket": "", "Key": "x"}), "\"Bucket\" must not be empty"),
        (
            "aws-sdk:events:putEvents",
            json!({}),
            "there is no AWS service `events`; its name is `eventbridge`",
        ),
        ("aws-sdk:s3:getObjekt", json!({}), "the service `s3` has no action `getObjekt`"),
        (
            "sqs:receiveMessage",
            json!({}),
            "Step Functions has no integration `sqs:receiveMessage` of its own",
        ),
        (
            "aws-sdk:s3:putObject",
            json!({"Bucket": "bbb", "Key": "k", "CacheControl": "a\nb"}),
            "the header `cache-control` cannot have this value",
        ),
    ];
    for (action, request, expected) in cases {
        let result = services.call(&format!("arn:aws:states:::{action}"), "k", &request).await;
        let error = result.err().unwrap();
        assert_eq!(error.error(), "States.Runtime", "{action}");
        assert!(error.cause().unwrap().contains(expected), "{action}: {error}");
    }
}

#[tokio::test]
async fn tokens_are_made_of_the_operation_and_secrets_stay_out_of_causes() {
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    let resource = "arn:aws:states:::athena:startQueryExecution";
    let request = json!({"QueryString": "SELECT 1"});
    let mut tokens = Vec::new();
    for key in ["o-1.Pay#0", "o-1.Pay#0", "o-1.Pay#0~1"] {
        let (sent, result) = tokio::join!(
            answer(&listener, "403 Forbidden", b"{}"),
            services.call(resource, key, &request)
        );
        assert!(sent.to_ascii_lowercase().contains("x-amz-security-token: t0k3n"), "{sent}");
        let (_, body) = sent.split_once("\r\n\r\n").unwrap();
        tokens.push(body.parse::<Value>().unwrap()["ClientRequestToken"].clone());
        let error = text(result);
        assert!(!error.contains("s3cr3t") && !error.contains("t0k3n"), "{error}");
    }
    assert_eq!(tokens.first(), tokens.get(1));
    assert_ne!(tokens.first(), tokens.get(2));
    let shown = format!("{services:?}");
    assert!(!shown.contains("s3cr3t") && !shown.contains("t0k3n"), "{shown}");
}
