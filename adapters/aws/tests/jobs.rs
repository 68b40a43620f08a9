//! Jobs of `.sync` tasks, roles of states with `Credentials`, and `apigateway:invoke`.
#![expect(clippy::unwrap_used, reason = "tests")]

mod server;

use std::time::Duration;

use asl_aws::Services;
use asl_runtime::{Value, asl_machine, json};
use tokio::net::TcpListener;

use server::{answer, listener, options, text};

asl_machine!("tests/assumed.asl.json", services = aws);

#[derive(Clone)]
struct NoTasks;

impl assumed::Tasks for NoTasks {}

/// Answers requests in turn, and returns the requests.
async fn answers(listener: &TcpListener, answers: &[(&str, &str)]) -> Vec<String> {
    let mut requests = Vec::new();
    for (head, body) in answers {
        requests.push(answer(listener, head, body.as_bytes()).await);
    }
    requests
}

/// The requests and the result of a job whose service gives these answers.
async fn job(action: &str, request: Value, given: &[(&str, &str)]) -> (Vec<String>, String) {
    let listener = listener().await;
    let services = Services::new(options(&listener).poll(Duration::from_millis(1))).unwrap();
    let resource = format!("arn:aws:states:::{action}");
    let call = services.call(&resource, "k", &request);
    let (requests, result) = tokio::join!(answers(&listener, given), call);
    (requests, text(result))
}

const OK: &str = "200 OK";

#[tokio::test]
async fn a_step_of_emr_has_the_form_of_step_functions() {
    let request =
        json!({ "ClusterId": "j-1", "Step": { "Name": "s", "HadoopJarStep": { "Jar": "a.jar" } } });
    let given = [
        (OK, r#"{"StepIds": ["s-1"]}"#),
        (OK, r#"{"Step": {"Status": {"State": "RUNNING"}}}"#),
        (OK, r#"{"Step": {"Id": "s-1", "Status": {"State": "COMPLETED"}}}"#),
    ];
    let (requests, result) = job("elasticmapreduce:addStep.sync", request.clone(), &given).await;
    assert!(requests[0].contains("ElasticMapReduce.AddJobFlowSteps"), "{requests:?}");
    let sent = r#"{"JobFlowId":"j-1","Steps":[{"Name":"s","HadoopJarStep":{"Jar":"a.jar"}}]}"#;
    assert!(requests[0].ends_with(sent), "{requests:?}");
    assert!(requests[2].contains("ElasticMapReduce.DescribeStep"), "{requests:?}");
    assert_eq!(result, r#"{"Step":{"Id":"s-1","Status":{"State":"COMPLETED"}},"StepId":"s-1"}"#);
    let failed = [given[0], (OK, r#"{"Step": {"Status": {"State": "FAILED"}}}"#)];
    let (_, result) = job("elasticmapreduce:addStep.sync", request.clone(), &failed).await;
    assert!(result.starts_with("States.TaskFailed: {\"Step\":"), "{result}");
    let (_, result) = job("elasticmapreduce:addStep", request, &given[..1]).await;
    assert!(result.starts_with(r#"{"StepId":"s-1","SdkHttpMetadata":"#), "{result}");
}

#[tokio::test]
async fn requests_of_step_functions_own_say_what_is_wrong() {
    let cases = [
        ("eks:call", json!({}), "`eks:call` is a request of Step Functions' own"),
        (
            "elasticmapreduce:addStep",
            json!({"ClusterId": "j-1"}),
            "The field \"Step\" is required but was missing",
        ),
        (
            "elasticmapreduce:terminateCluster.sync",
            json!({"ClusterIds": []}),
            "The field \"ClusterIds\" is not supported by Step Functions",
        ),
        ("apigateway:invoke", json!({}), "The field \"ApiEndpoint\" is required but was missing"),
    ];
    for (action, request, expected) in cases {
        let (_, result) = job(action, request, &[]).await;
        assert!(result.starts_with("States.Runtime: ") && result.contains(expected), "{result}");
    }
}

#[tokio::test]
async fn a_cluster_of_emr_waits_for_steps() {
    let request = json!({ "Name": "c", "Instances": { "KeepJobFlowAliveWhenNoSteps": true } });
    let given = [
        (OK, r#"{"JobFlowId": "j-1", "ClusterArn": "arn"}"#),
        (OK, r#"{"Cluster": {"Status": {"State": "STARTING"}}}"#),
        (OK, r#"{"Cluster": {"Id": "j-1", "Status": {"State": "WAITING"}}}"#),
    ];
    let (_, result) = job("elasticmapreduce:createCluster.sync", request, &given).await;
    let cluster = r#"{"Cluster":{"Id":"j-1","Status":{"State":"WAITING"}},"ClusterId":"j-1","ClusterArn":"arn"}"#;
    assert_eq!(result, cluster);
}

#[tokio::test]
async fn what_is_deleted_is_gone() {
    let cluster = r#"{"cluster": {"name": "c", "status": "DELETING"}}"#;
    let gone = r#"{"message": "No cluster found for name: c."}"#;
    let missing = "404 Not Found\r\nx-amzn-ErrorType: ResourceNotFoundException";
    let given = [(OK, cluster), (OK, cluster), (missing, gone)];
    let (_, result) = job("eks:deleteCluster.sync", json!({ "Name": "c" }), &given).await;
    assert_eq!(result, r#"{"Cluster":{"Name":"c","Status":"DELETING"}}"#);
    // What never was is an error.
    let (_, result) = job("eks:deleteCluster.sync", json!({ "Name": "c" }), &given[2..]).await;
    assert!(result.starts_with("EKS.ResourceNotFoundException: "), "{result}");
}

#[tokio::test]
async fn an_api_is_called_at_the_endpoint_and_signed() {
    let host = "abc123.execute-api.eu-west-1.amazonaws.com";
    let request = json!({
        "ApiEndpoint": host, "Method": "POST", "Stage": "prod", "Path": "bills", "AuthType": "IAM_ROLE",
        "RequestBody": { "bill": 1 },
    });
    let head = "201 Created\r\nX-Kind: a\r\nX-Kind: b";
    let (requests, result) =
        job("apigateway:invoke", request.clone(), &[(head, r#"{"id": 7}"#)]).await;
    let sent = requests[0].to_ascii_lowercase();
    assert!(sent.starts_with("post /prod/bills http/1.1\r\n"), "{sent}");
    assert_eq!(sent.matches("\r\nhost: ").count(), 1, "{sent}");
    assert!(sent.contains(&format!("\r\nhost: {host}\r\n")), "{sent}");
    assert!(sent.contains("/eu-west-1/execute-api/aws4_request"), "{sent}");
    let result = result.parse::<Value>().unwrap();
    assert_eq!(result["ResponseBody"], json!({ "id": 7 }));
    assert_eq!((&result["StatusCode"], &result["StatusText"]), (&json!(201), &json!("Created")));
    assert_eq!(result.pointer("/Headers/x-kind"), Some(&json!(["a", "b"])));
    let denied = r#"{"message":"Missing Authentication Token"}"#;
    let (_, result) = job("apigateway:invoke", request, &[("403 Forbidden", denied)]).await;
    assert_eq!(result, format!("ApiGateway.403: {denied}"));
}

/// The answer of STS.
fn session(key: &str, expiration: &str) -> String {
    format!(
        "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>{key}</AccessKeyId>\
         <SecretAccessKey>s3cr3t2</SecretAccessKey><SessionToken>t0k3n2</SessionToken>\
         <Expiration>{expiration}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>"
    )
}

#[tokio::test]
async fn a_state_with_credentials_assumes_their_role_once() {
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    let machine = assumed::machine(NoTasks).with_services(services);
    for (expiration, is_asked) in
        [("2020-01-01T00:00:00Z", true), ("2100-01-01T00:00:00Z", true), ("", false)]
    {
        let given = async {
            let role = if is_asked {
                answer(&listener, OK, session("ASIA2", expiration).as_bytes()).await
            } else {
                String::new()
            };
            (role, answer(&listener, OK, b"{}").await)
        };
        let ((role, call), output) = tokio::join!(given, machine.run(json!({})));
        output.unwrap();
        assert_eq!(role.contains("Action=AssumeRole") && role.contains("AKID"), is_asked, "{role}");
        assert!(call.contains("Credential=ASIA2/"), "{call}");
        assert!(call.to_ascii_lowercase().contains("x-amz-security-token: t0k3n2"), "{call}");
    }
}

#[tokio::test]
async fn a_role_that_cannot_be_assumed_fails_the_state() {
    let listener = listener().await;
    let services = Services::new(options(&listener)).unwrap();
    let machine = assumed::machine(NoTasks).with_services(services.clone());
    let denied = "<ErrorResponse><Error><Code>AccessDenied</Code><Message>not you</Message></Error></ErrorResponse>";
    let (_, output) =
        tokio::join!(answer(&listener, "403 Forbidden", denied.as_bytes()), machine.run(json!({})));
    let failure = output.unwrap_err();
    assert_eq!(failure.error(), Some("States.TaskFailed"));
    let cause = failure.cause().unwrap();
    assert!(cause.contains("cannot be assumed: Sts.StsException: not you"), "{cause}");
    assert!(!format!("{services:?}").contains("s3cr3t"));
}

#[tokio::test]
async fn a_cancelled_state_stops_its_job() {
    let listener = listener().await;
    let services = Services::new(options(&listener).poll(Duration::from_millis(1))).unwrap();
    let (action, request) =
        ("arn:aws:states:::athena:startQueryExecution.sync", json!({"QueryString": "SELECT 1"}));
    let running = br#"{"QueryExecution": {"Status": {"State": "RUNNING"}}}"#;
    {
        let call = services.call(action, "k", &request);
        tokio::pin!(call);
        let looks = async {
            answer(&listener, "200 OK", br#"{"QueryExecutionId": "q-1"}"#).await;
            answer(&listener, "500 Internal Server Error", b"{}").await;
            answer(&listener, "200 OK", running).await
        };
        tokio::select! {
            _ = &mut call => unreachable!("the job runs"),
            look = looks => assert!(look.contains("GetQueryExecution") && look.contains("q-1"), "{look}"),
        }
    }
    let mut stop = String::new();
    // The look after the last one may have begun.
    while !stop.contains("StopQueryExecution") {
        stop = answer(&listener, "200 OK", b"{}").await;
    }
    assert!(stop.contains("q-1"), "{stop}");
}
