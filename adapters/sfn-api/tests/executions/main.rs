//! Operations of executions on a store.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod activities;
mod map_runs;
mod shop;

use serde_json::{Value, json};

use shop::{MACHINE, Served};

fn seconds(time: &Value) -> f64 {
    time.as_f64().unwrap()
}

#[tokio::test]
async fn an_execution_is_started_reported_on_and_described() {
    let served = Served::new().await;
    let arn = served.start("order-1", &json!({"id": 7})).await;
    assert_eq!(arn, "arn:aws:states:us-east-1:123456789012:execution:order:order-1");
    let token = served.shop.token().await;
    let running = served.describe(&arn).await;
    assert_eq!(running["status"], "RUNNING");
    assert_eq!(running["stateMachineArn"], MACHINE);
    assert_eq!((&running["name"], &running["input"]), (&json!("order-1"), &json!("{\"id\":7}")));
    assert!(running.get("stopDate").is_none() && running.get("output").is_none());
    served.call("SendTaskHeartbeat", json!({"taskToken": token})).await;
    let approved = json!({"taskToken": token, "output": "{\"approved\": true}"});
    assert_eq!(served.call("SendTaskSuccess", approved.clone()).await, json!({}));
    let fault = served.fault("SendTaskSuccess", approved).await;
    assert_eq!(fault.kind(), "TaskTimedOut");
    served.call("StopExecution", json!({"executionArn": arn, "error": "Enough"})).await;
    let stopped = served.end(&arn).await;
    assert_eq!((&stopped["status"], &stopped["error"]), (&json!("ABORTED"), &json!("Enough")));
    assert!(seconds(&stopped["stopDate"]) >= seconds(&stopped["startDate"]));
    served.close().await;
}

#[tokio::test]
async fn a_start_with_the_same_name_and_input_is_the_same_while_it_runs() {
    let served = Served::new().await;
    let start = |input: &str| json!({"stateMachineArn": MACHINE, "name": "a", "input": input});
    let first = served.call("StartExecution", start("{\"a\": 1, \"b\": 2}")).await;
    let again = served.call("StartExecution", start("{\"b\": 2, \"a\": 1}")).await;
    assert_eq!(first, again);
    let fault = served.fault("StartExecution", start("{}")).await;
    let arn = first["executionArn"].as_str().unwrap();
    assert_eq!(fault.kind(), "ExecutionAlreadyExists");
    assert_eq!(fault.message(), format!("Execution Already Exists: '{arn}'"));
    served.call("StopExecution", json!({"executionArn": arn})).await;
    let fault = served.fault("StartExecution", start("{\"a\": 1, \"b\": 2}")).await;
    assert_eq!(fault.kind(), "ExecutionAlreadyExists");
    // Stopping again changes nothing.
    let before = served.describe(arn).await;
    let stopped = served.call("StopExecution", json!({"executionArn": arn, "error": "E"})).await;
    assert_eq!(stopped["stopDate"], before["stopDate"]);
    assert_eq!(served.describe(arn).await, before);
    served.close().await;
}

#[tokio::test]
async fn lists_have_the_newest_executions_first_in_pages() {
    let served = Served::new().await;
    let mut started = Vec::new();
    for number in 0..7 {
        started.push(served.start(&format!("n{number}"), &json!({"fail": number % 2})).await);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    started.reverse();
    let (mut listed, mut token) = (Vec::new(), Value::Null);
    loop {
        let mut request = json!({"stateMachineArn": MACHINE, "maxResults": 3});
        if !token.is_null() {
            request["nextToken"] = token;
        }
        let page = served.call("ListExecutions", request).await;
        let executions = page["executions"].as_array().unwrap();
        assert!(executions.len() <= 3);
        listed
            .extend(executions.iter().map(|one| one["executionArn"].as_str().unwrap().to_owned()));
        let Some(next) = page.get("nextToken") else { break };
        token = next.clone();
    }
    assert_eq!(listed, started);
    served.end(&started[0]).await;
    let failed = json!({"stateMachineArn": MACHINE, "statusFilter": "FAILED"});
    let failed = served.call("ListExecutions", failed).await;
    assert!(failed["executions"].as_array().unwrap().iter().all(|one| one["status"] == "FAILED"));
    served.close().await;
}

#[tokio::test]
async fn a_history_has_pages_in_both_orders() {
    let served = Served::new().await;
    let arn = served.start("a", &json!({"fail": true})).await;
    served.end(&arn).await;
    // Tokens of another order are not for this one.
    let request = json!({"executionArn": arn, "maxResults": 2, "reverseOrder": true});
    let token = served.call("GetExecutionHistory", request).await["nextToken"].clone();
    let request = json!({"executionArn": arn, "maxResults": 2, "nextToken": token});
    assert_eq!(served.fault("GetExecutionHistory", request).await.kind(), "InvalidToken");
    let history = |reverse: bool, limit: usize| {
        let (served, arn) = (&served, &arn);
        async move {
            let (mut events, mut token) = (Vec::new(), None::<Value>);
            loop {
                let mut request = json!({
                    "executionArn": arn, "maxResults": limit, "reverseOrder": reverse,
                });
                if let Some(token) = token {
                    request["nextToken"] = token;
                }
                let page = served.call("GetExecutionHistory", request).await;
                events.extend(page["events"].as_array().unwrap().iter().cloned());
                token = page.get("nextToken").cloned();
                if token.is_none() {
                    return events;
                }
            }
        }
    };
    let events = history(false, 0).await;
    let types: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(
        types,
        [
            "ExecutionStarted",
            "TaskStateEntered",
            "LambdaFunctionScheduled",
            "LambdaFunctionStarted",
            "LambdaFunctionFailed",
            "ExecutionFailed"
        ]
    );
    assert!(events.iter().all(|event| event["timestamp"].as_f64().unwrap() > 1.7e9));
    assert_eq!(events[0]["executionStartedEventDetails"]["input"], "{\"fail\":true}");
    assert_eq!(history(false, 2).await, events);
    let mut reverse = history(true, 4).await;
    reverse.reverse();
    assert_eq!(reverse, events);
    let request = json!({"executionArn": arn, "includeExecutionData": false});
    let without = served.call("GetExecutionHistory", request).await;
    assert!(without["events"][0]["executionStartedEventDetails"].get("input").is_none());
    served.close().await;
}

#[tokio::test]
async fn a_redrive_continues_where_the_execution_failed() {
    let served = Served::new().await;
    let arn = served.start("a", &json!({"fail": true})).await;
    assert_eq!(served.end(&arn).await["error"], "CardDeclined");
    served.shop.mend();
    let failed = served.describe(&arn).await;
    assert_eq!(
        (&failed["redriveStatus"], &failed["redriveCount"]),
        (&json!("REDRIVABLE"), &json!(0))
    );
    let redrive = |token: &str| json!({"executionArn": arn, "clientToken": token});
    let redriven = served.call("RedriveExecution", redrive("one")).await;
    assert!(seconds(&redriven["redriveDate"]) > 1.7e9);
    served.shop.token().await;
    let running = served.describe(&arn).await;
    assert_eq!((&running["status"], &running["redriveCount"]), (&json!("RUNNING"), &json!(1)));
    assert_eq!(running["redriveDate"], redriven["redriveDate"]);
    assert_eq!(running["redriveStatus"], "NOT_REDRIVABLE");
    assert_eq!(running["redriveStatusReason"], "Execution is RUNNING and cannot be redriven");
    // The same token asks for the same redrive, another one for another.
    assert_eq!(served.call("RedriveExecution", redrive("one")).await, redriven);
    let fault = served.fault("RedriveExecution", redrive("two")).await;
    assert_eq!(fault.kind(), "ExecutionNotRedrivable");
    assert_eq!(fault.message(), "Execution is RUNNING and cannot be redriven");
    served.call("StopExecution", json!({"executionArn": arn})).await;
    assert_eq!(served.call("RedriveExecution", redrive("one")).await, redriven);
    assert_eq!(served.describe(&arn).await["status"], "ABORTED");
    let history = json!({"executionArn": arn, "reverseOrder": true});
    let history = served.call("GetExecutionHistory", history).await;
    let events = history["events"].as_array().unwrap().iter();
    let redrives = events.filter(|event| event["type"] == "ExecutionRedriven").count();
    assert_eq!(redrives, 1);
    let second = served.call("RedriveExecution", redrive("two")).await;
    let listed = served.call("ListExecutions", json!({"stateMachineArn": MACHINE})).await;
    let listed = &listed["executions"][0];
    assert_eq!(
        (&listed["redriveCount"], &listed["redriveDate"]),
        (&json!(2), &second["redriveDate"])
    );
    served.close().await;
}

#[tokio::test]
async fn an_express_machine_answers_when_its_execution_has_ended() {
    let served = Served::new().await;
    let standard = json!({"stateMachineArn": MACHINE, "input": "{}"});
    let fault = served.fault("StartSyncExecution", standard).await;
    assert_eq!(fault.kind(), "StateMachineTypeNotSupported");
    let definition = include_str!("machines/quick.asl.json");
    let create = json!({
        "name": "quick", "definition": definition, "type": "EXPRESS",
        "roleArn": "arn:aws:iam::123456789012:role/quick",
    });
    let quick = served.call("CreateStateMachine", create).await["stateMachineArn"].clone();
    let start = json!({"stateMachineArn": quick, "name": "a", "input": "{\"n\": 1}"});
    let mut arns = Vec::new();
    for _ in 0..2 {
        let done = served.call("StartSyncExecution", start.clone()).await;
        assert_eq!((&done["status"], &done["output"]), (&json!("SUCCEEDED"), &json!("{\"n\":1}")));
        assert_eq!((&done["name"], &done["stateMachineArn"]), (&json!("a"), &quick));
        assert!(done["billingDetails"]["billedDurationInMilliseconds"].is_u64());
        arns.push(done["executionArn"].as_str().unwrap().to_owned());
    }
    assert_ne!(arns[0], arns[1]);
    assert!(arns[0].starts_with("arn:aws:states:us-east-1:123456789012:express:quick:a:"));
    let fault = served.fault("DescribeExecution", json!({"executionArn": arns[0]})).await;
    assert_eq!(fault.kind(), "InvalidArn");
    let fault = served.fault("ListExecutions", json!({"stateMachineArn": quick})).await;
    assert_eq!(fault.kind(), "StateMachineTypeNotSupported");
    let bad = json!({"stateMachineArn": quick, "input": "{\"fail\": true}"});
    let failed = served.call("StartSyncExecution", bad).await;
    assert_eq!((&failed["status"], &failed["error"]), (&json!("FAILED"), &json!("Wanted")));
    served.close().await;
}

#[tokio::test]
async fn faults_have_the_words_of_aws() {
    let served = Served::new().await;
    let missing = "arn:aws:states:us-east-1:123456789012:execution:order:missing";
    for operation in ["DescribeExecution", "GetExecutionHistory", "StopExecution"] {
        let fault = served.fault(operation, json!({"executionArn": missing})).await;
        assert_eq!(fault.kind(), "ExecutionDoesNotExist", "{operation}");
        assert_eq!(fault.message(), format!("Execution Does Not Exist: '{missing}'"));
        let fault = served.fault(operation, json!({"executionArn": "nonsense"})).await;
        assert_eq!(fault.kind(), "InvalidArn", "{operation}");
    }
    let start = json!({"stateMachineArn": MACHINE, "name": "a b"});
    let fault = served.fault("StartExecution", start).await;
    assert_eq!((fault.kind(), fault.message()), ("InvalidName", "Invalid Name: 'a b'"));
    let start = json!({"stateMachineArn": MACHINE.replace("order", "nothing")});
    for operation in ["StartExecution", "ListExecutions"] {
        assert_eq!(served.fault(operation, start.clone()).await.kind(), "StateMachineDoesNotExist");
    }
    let start = json!({"stateMachineArn": MACHINE, "input": "{"});
    let fault = served.fault("StartExecution", start).await;
    assert_eq!(fault.kind(), "InvalidExecutionInput");
    for (token, kind) in [("nonsense", "InvalidToken"), ("a.1.b", "TaskDoesNotExist")] {
        let success = json!({"taskToken": token, "output": "1"});
        assert_eq!(served.fault("SendTaskSuccess", success).await.kind(), kind);
    }
    let success = json!({"taskToken": "a.1.b", "output": "{"});
    assert_eq!(served.fault("SendTaskSuccess", success).await.kind(), "InvalidOutput");
    served.close().await;
}
