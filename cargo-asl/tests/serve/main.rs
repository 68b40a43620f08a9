//! `cargo asl serve` as its clients see it.
#![cfg(unix)]
#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod server;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use server::{Server, answer, directory, machine, machines, tasks};

/// The command line with these files, and the commands that perform the tasks.
fn with_tasks(files: &[&str], store: &Path) -> Vec<String> {
    files.iter().map(|file| (*file).to_owned()).chain(tasks(store)).collect()
}

fn kill(process: u32) {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.expect("it starts").success());
}

#[test]
fn commands_tokens_and_nested_executions_perform_tasks() {
    let store = directory("tasks");
    let server = Server::start(&store, &with_tasks(&["order.asl.json", "parent.asl.json"], &store));
    let parent = server.execution(&machine("parent"), "p", &json!({"id": 7}));
    let token = server.token();
    server.succeed(&token, &json!("box"));
    let expected = json!({"id": 7, "payment": {"receipt": "R-1"}, "parcel": "box"});
    assert_eq!(server.output(&parent), expected);
    let list = json!({"stateMachineArn": machine("order")});
    let children = server.call("ListExecutions", &list).expect("a list");
    assert_eq!(children["executions"][0]["status"], "SUCCEEDED");
    let history = json!({"executionArn": parent});
    let history = server.call("GetExecutionHistory", &history).expect("a history");
    let events = history["events"].as_array().expect("events");
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["type"].as_str()).collect();
    assert!(kinds.contains(&"TaskSubmitted"), "{kinds:?}");
}

#[test]
fn a_parent_that_is_stopped_stops_its_child() {
    let store = directory("stop");
    let server = Server::start(&store, &with_tasks(&["order.asl.json", "parent.asl.json"], &store));
    let parent = server.execution(&machine("parent"), "p", &json!({}));
    server.token();
    server.call("StopExecution", &json!({"executionArn": parent})).expect("it runs");
    assert_eq!(server.ended(&parent)["status"], "ABORTED");
    let list = json!({"stateMachineArn": machine("order")});
    let children = server.call("ListExecutions", &list).expect("a list");
    let child = children["executions"][0]["executionArn"].as_str().expect("an ARN");
    assert_eq!(server.ended(child)["status"], "ABORTED");
}

#[test]
fn executions_continue_after_the_server_was_killed() {
    let store = directory("restart");
    let server = Server::start(&store, &with_tasks(&["order.asl.json", "parent.asl.json"], &store));
    let parent = server.execution(&machine("parent"), "p", &json!({"id": 8}));
    let token = server.token();
    server.kill();
    // The machines are there without their files.
    let server = Server::start(&store, &with_tasks(&[], &store));
    server.succeed(&token, &json!("crate"));
    let expected = json!({"id": 8, "payment": {"receipt": "R-1"}, "parcel": "crate"});
    assert_eq!(server.output(&parent), expected);
}

#[test]
fn a_process_that_crashes_is_started_again_and_hurts_no_other() {
    let store = directory("crash");
    let files = ["order.asl.json", "parent.asl.json"];
    let server = Server::start(&store, &with_tasks(&files, &store));
    let parent = server.execution(&machine("parent"), "p", &json!({}));
    let token = server.token();
    let other = server.process_of(1);
    kill(server.process_of(0));
    // The report waits for the next process, and so does the parent.
    server.succeed(&token, &json!("bag"));
    assert_eq!(server.output(&parent)["parcel"], "bag");
    assert_eq!(server.process_of(1), other);
}

#[test]
fn executions_stay_in_the_version_in_which_they_started() {
    let store = directory("versions");
    let folder = store.with_extension("machines");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("order.asl.json");
    fs::copy(machines().join("order.asl.json"), &file).expect("it is written");
    let arguments = with_tasks(&[file.to_str().expect("UTF-8")], &store);
    let server = Server::start(&store, &arguments);
    let old = server.execution(&machine("order"), "old", &json!({}));
    let token = server.token();
    forecasts_are_asked_of_the_server(&server, &file, &old);
    drop(server);
    let text =
        r#"{"StartAt": "New", "States": {"New": {"Type": "Pass", "Result": 2, "End": true}}}"#;
    fs::write(&file, text).expect("it is written");
    let server = Server::start(&store, &arguments);
    let new = server.execution(&machine("order"), "new", &json!({}));
    assert_eq!(server.output(&new), 2);
    server.succeed(&token, &json!("old"));
    assert_eq!(server.output(&old)["parcel"], "old");
    let list = json!({"stateMachineArn": machine("order")});
    let list = server.call("ListExecutions", &list).expect("a list");
    let names: Vec<&Value> =
        list["executions"].as_array().expect("a list").iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["new", "old"]);
}

/// `cargo asl diff --store URL` while an order waits for the report on `Pack`.
fn forecasts_are_asked_of_the_server(server: &Server, file: &Path, old: &str) {
    let text = fs::read_to_string(file).expect("it is there");
    for (from, to, code, expected) in [
        ("$.parcel", "$.box", 0, "moves"),
        ("\"Pack\"", "\"Wrap\"", 0, "moves: once its program has closed the store, or"),
        (
            "packs",
            "parcels",
            1,
            "stays: the execution cannot move from `Pack`: the input of its task",
        ),
    ] {
        let folder = file.with_file_name(format!("changed-{code}"));
        fs::create_dir_all(&folder).expect("a folder");
        let changed = folder.join("order.asl.json");
        fs::write(&changed, text.replace(from, to)).expect("it is written");
        let done = server.diff(&changed);
        let told = String::from_utf8_lossy(&done.stdout);
        let line = told.lines().find(|line| line.starts_with(&format!("  {old}, in version ")));
        let errors = String::from_utf8_lossy(&done.stderr);
        let line = line.unwrap_or_else(|| panic!("{from}: {told}{errors}"));
        assert!(line.contains(&format!(": {expected}")), "{line}");
        assert_eq!(done.status.code(), Some(code), "{line}");
    }
    // A definition that nothing runs, and none for the order.
    let done = server.diff(&machines().join("parent.asl.json"));
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("`order` has unfinished executions"), "{told}");
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn cases_of_a_mock_file_answer_tasks() {
    let server =
        Server::start(&directory("mock"), &["order.asl.json", "--mock", "MockConfigFile.json"]);
    let paid = server.execution(&format!("{}#Paid", machine("order")), "m", &json!({}));
    let expected = json!({"payment": {"receipt": "mocked"}, "parcel": "box"});
    assert_eq!(server.output(&paid), expected);
    let unpaid = server.execution(&format!("{}#Unpaid", machine("order")), "u", &json!({}));
    let cause = server.ended(&unpaid)["cause"].as_str().expect("a cause").to_owned();
    assert!(cause.contains("Unpaid"), "{cause}");
}

#[test]
fn a_task_that_nothing_performs_fails_with_the_reason() {
    let server = Server::start(&directory("nothing"), &["order.asl.json"]);
    let order = server.execution(&machine("order"), "o", &json!({}));
    let ended = server.ended(&order);
    assert_eq!(ended["error"], "States.TaskFailed");
    let cause = ended["cause"].as_str().expect("a cause");
    assert!(cause.contains("the task of `Charge`"), "{cause}");
}

#[test]
fn endpoints_of_services_get_their_requests() {
    let store = directory("service");
    let queue = TcpListener::bind("127.0.0.1:0").expect("a port");
    let service = format!("sqs=http://{}", queue.local_addr().expect("an address"));
    let charge = r#"Charge=printf '{"receipt": "R-1"}'"#;
    let arguments = ["order.asl.json", "--service", &service, "--task", charge];
    let server = Server::start(&store, &arguments);
    let order = server.execution(&machine("order"), "o", &json!({}));
    let (head, body) = answer(&queue, "200 OK", r#"{"MessageId": "m-1"}"#);
    let head = head.to_lowercase();
    assert!(head.contains("x-amz-target: amazonsqs.sendmessage\r\n"), "{head}");
    assert!(head.contains("content-type: application/x-amz-json-1.0\r\n"), "{head}");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(body["QueueUrl"], "packs");
    let message = body["MessageBody"].as_str().expect("a text");
    let message: Value = serde_json::from_str(message).expect("JSON");
    server.succeed(message["Token"].as_str().expect("a token"), &json!("box"));
    assert_eq!(server.output(&order)["parcel"], "box");
    let failed = server.execution(&machine("order"), "f", &json!({}));
    let error = r#"{"__type": "com.amazonaws.sqs#QueueDoesNotExist", "message": "no queue"}"#;
    answer(&queue, "400 Bad Request", error);
    let ended = server.ended(&failed);
    assert_eq!(ended["error"], "SQS.QueueDoesNotExistException");
    let cause = ended["cause"].as_str().expect("a cause");
    assert!(cause.starts_with("no queue (Service: AmazonSQS; Status Code: 400;"), "{cause}");
}

#[test]
fn single_states_are_compiled_and_tested() {
    let server = Server::start(&directory("state"), &[""; 0]);
    let state = json!({"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Next": "Ship",
        "ResultSelector": {"receipt.$": "$.Payload"}, "Parameters": {"FunctionName": "charge"},
        "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 3, "MaxAttempts": 2}]});
    let test = |mock: Value| {
        let role = "arn:aws:iam::123456789012:role/any";
        let request = json!({"definition": state.to_string(), "roleArn": role, "mock": mock,
            "input": r#"{"id": 7}"#, "inspectionLevel": "DEBUG"});
        server.call("TestState", &request)
    };
    let result = json!({"Payload": "R-1", "StatusCode": 200, "ExecutedVersion": "$LATEST"});
    let tested = test(json!({"result": result.to_string()})).expect("it is tested");
    assert_eq!(tested["status"], "SUCCEEDED");
    assert_eq!(tested["nextState"], "Ship");
    assert_eq!(tested["output"], r#"{"receipt":"R-1"}"#);
    assert_eq!(tested["inspectionData"]["input"], r#"{"id":7}"#);
    let selected = &tested["inspectionData"]["afterResultSelector"];
    assert_eq!(selected, r#"{"receipt":"R-1"}"#);
    let busy = json!({"errorOutput": {"error": "Busy", "cause": "later"}});
    let retried = test(busy).expect("it is tested");
    assert_eq!(retried["status"], "RETRIABLE");
    let (kind, message) = test(json!({"result": r#"{"StatusCode": "high"}"#})).expect_err("a text");
    assert_eq!(kind, "ValidationException");
    assert!(message.contains("StatusCode"), "{message}");
    // A state alone assigns none of its variables. `$sum` hides the built-in.
    let variables = json!({"id": 7, "sum": "S"}).to_string();
    let path = json!({"Type": "Pass", "Parameters": {"id.$": "$id"}, "End": true});
    let rule = json!({"Condition": "{% $id = 7 %}", "Output": "{% $sum %}", "Next": "Same"});
    let query = json!({"Type": "Choice", "QueryLanguage": "JSONata", "Choices": [rule],
        "Default": "Other"});
    let give = |state: &Value| {
        let request = json!({"definition": state.to_string(), "variables": variables});
        server.call("TestState", &request).expect("it is tested")
    };
    assert_eq!(give(&path)["output"], r#"{"id":7}"#);
    let chosen = give(&query);
    assert_eq!((&chosen["output"], &chosen["nextState"]), (&json!(r#""S""#), &json!("Same")));
}

#[test]
fn machines_that_clients_create_are_compiled_once() {
    let store = directory("create");
    let server = Server::start(&store, &[""; 0]);
    let definition = |result: &str| {
        json!({"StartAt": "Only", "States": {
            "Only": {"Type": "Pass", "Result": result, "End": true},
        }})
        .to_string()
    };
    let role = "arn:aws:iam::123456789012:role/any";
    let create = json!({"name": "made", "definition": definition("one"), "roleArn": role});
    let created: Vec<Value> = std::thread::scope(|scope| {
        let calls: Vec<_> =
            (0..4).map(|_| scope.spawn(|| server.call("CreateStateMachine", &create))).collect();
        let answers = calls.into_iter().map(|call| call.join().expect("no panic"));
        answers.map(|answer| answer.expect("it is created")).collect()
    });
    assert!(created.iter().all(|answer| answer["stateMachineArn"] == machine("made")));
    assert_eq!(fs::read_dir(store.join("versions")).expect("versions").count(), 1);
    let one = server.execution(&machine("made"), "one", &json!({}));
    assert_eq!(server.output(&one), "one");
    let update = json!({"stateMachineArn": machine("made"), "definition": definition("two")});
    server.call("UpdateStateMachine", &update).expect("it is updated");
    let two = server.execution(&machine("made"), "two", &json!({}));
    assert_eq!(server.output(&two), "two");
    server.kill();
    // The registry and both versions are there again.
    let server = Server::start(&store, &[""; 0]);
    let three = server.execution(&machine("made"), "three", &json!({}));
    assert_eq!(server.output(&three), "two");
    let faulty = json!({"name": "faulty", "definition": "{}", "roleArn": role});
    let (kind, _) = server.call("CreateStateMachine", &faulty).expect_err("it has no states");
    assert_eq!(kind, "InvalidDefinition");
}
