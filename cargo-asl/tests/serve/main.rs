//! `cargo asl serve` as its clients see it.
#![cfg(unix)]
#![expect(clippy::expect_used, clippy::panic, reason = "tests")]

mod server;

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use server::{Server, directory, machine, machines};

/// A command that performs the task `Charge`.
const CHARGE: [&str; 2] = ["--task", r#"Charge=printf '{"receipt": "R-1"}'"#];

fn kill(process: u32) {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.expect("it starts").success());
}

#[test]
fn commands_activities_and_nested_executions_perform_tasks() {
    let store = directory("tasks");
    let files = ["order.asl.json", "parent.asl.json"];
    let server = Server::start(&store, &[&files[..], &CHARGE].concat());
    let parent = server.execution(&machine("parent"), "p", &json!({"id": 7}));
    let token = server.take("Pack");
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
    let files = ["order.asl.json", "parent.asl.json"];
    let server = Server::start(&store, &[&files[..], &CHARGE].concat());
    let parent = server.execution(&machine("parent"), "p", &json!({}));
    server.take("Pack");
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
    let files = ["order.asl.json", "parent.asl.json"];
    let server = Server::start(&store, &[&files[..], &CHARGE].concat());
    let parent = server.execution(&machine("parent"), "p", &json!({"id": 8}));
    let token = server.take("Pack");
    server.kill();
    // The machines are there without their files.
    let server = Server::start(&store, &CHARGE);
    server.succeed(&token, &json!("crate"));
    let expected = json!({"id": 8, "payment": {"receipt": "R-1"}, "parcel": "crate"});
    assert_eq!(server.output(&parent), expected);
}

#[test]
fn a_process_that_crashes_is_started_again_and_hurts_no_other() {
    let store = directory("crash");
    let files = ["order.asl.json", "approve.asl.json"];
    let ask = ["--task", r"Ask=cat > /dev/null; echo {}"];
    let server = Server::start(&store, &[&files[..], &CHARGE, &ask].concat());
    let order = server.execution(&machine("order"), "o", &json!({}));
    let approve = server.execution(&machine("approve"), "a", &json!({}));
    let token = server.take("Pack");
    let other = server.process_of(1);
    kill(server.process_of(0));
    // The report waits for the next process.
    server.succeed(&token, &json!("bag"));
    assert_eq!(server.output(&order)["parcel"], "bag");
    assert_eq!(server.process_of(1), other);
    let request = json!({"executionArn": approve});
    let running = server.call("DescribeExecution", &request).expect("it exists");
    assert_eq!(running["status"], "RUNNING");
    // A repeated start is the same execution.
    assert_eq!(server.execution(&machine("approve"), "a", &json!({})), approve);
}

#[test]
fn executions_stay_in_the_version_in_which_they_started() {
    let store = directory("versions");
    let folder = store.with_extension("machines");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("order.asl.json");
    fs::copy(machines().join("order.asl.json"), &file).expect("it is written");
    let arguments = [&[file.to_str().expect("UTF-8")][..], &CHARGE].concat();
    let server = Server::start(&store, &arguments);
    let old = server.execution(&machine("order"), "old", &json!({}));
    let token = server.take("Pack");
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
