//! `cargo asl test`.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use super::{call, machines};

/// Compares a text with a file beside this one.
fn expect_golden(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution").join(name);
    if std::env::var_os("ASL_BLESS").is_some() {
        fs::write(&file, found).expect("it is written");
    }
    let expected = fs::read_to_string(&file).expect("it is read");
    assert_eq!(found, expected, "set ASL_BLESS=1 to accept");
}

#[test]
fn failed_cases_show_each_difference() {
    let (code, output, errors) = call(&["test", "order.asl-test.yaml"]);
    assert_eq!(code, 1, "{errors}");
    assert!(errors.starts_with("2 passed, 2 failed, in "), "{errors}");
    expect_golden("results.txt", &output);
}

#[test]
fn mistakes_in_test_files_have_their_places() {
    let (code, output, errors) = call(&["test", "faulty.asl-test.yaml"]);
    assert_eq!((code, output.as_str()), (1, ""));
    expect_golden("mistakes.txt", &errors);
}

#[test]
fn data_that_do_not_fit_the_schemas_have_their_places() {
    let (code, output, errors) = call(&["test", "typed.asl-test.yaml"]);
    assert_eq!((code, output.as_str()), (1, ""));
    expect_golden("misfits.txt", &errors);
}

#[test]
fn answers_of_mock_files_that_do_not_fit_the_schemas_have_their_places() {
    let (code, output, errors) = call(&["test", "mocked.asl-test.yaml"]);
    assert_eq!((code, output.as_str()), (1, ""));
    expect_golden("mocked_misfits.txt", &errors);
    let (code, _, errors) = call(&["test", "mocked-rightly.asl-test.yaml"]);
    assert_eq!(code, 0, "{errors}");
    // The same of a run and of a server, before they build anything.
    let mocked = ["order.asl.json", "--schemas", "schemas", "--mock", "MockConfigFile.json"];
    let run = [&["run"], mocked.as_slice(), &["--test-case", "order#Numbered"]].concat();
    let serve = [&["serve"], mocked.as_slice()].concat();
    for line in [run, serve] {
        let (code, output, errors) = call(&line);
        assert_eq!((code, output.as_str()), (1, ""), "{errors}");
        expect_golden("mocked_misfits.txt", &errors);
    }
}

#[test]
fn filters_choose_cases_and_formats_are_for_tools() {
    let filtered = ["test", "order.asl-test.yaml", "--filter", "paid at once", "--format"];
    let (code, output, _) = call(&[filtered.as_slice(), &["json"]].concat());
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &0.into()));
    assert_eq!(json["cases"][0]["virtual_seconds"], 3600.0);
    let (code, output, _) = call(&[filtered.as_slice(), &["junit"]].concat());
    assert_eq!(code, 0);
    let suite = r#"<testsuite name="order.asl-test.yaml" tests="1" failures="0">"#;
    assert!(output.contains(suite), "{output}");
    let (code, _, errors) = call(&["test", "order.asl-test.yaml", "--filter", "absent"]);
    assert_eq!((code, errors.as_str()), (2, "error: there are no cases to run"));
}

#[test]
fn calls_of_aws_that_a_case_does_not_answer_are_performed() {
    let queue = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", queue.local_addr().expect("an address"));
    let server = thread::spawn(move || {
        let (mut stream, _) = queue.accept().expect("a call");
        let mut bytes = vec![0; 8192];
        let read = stream.read(&mut bytes).expect("a request");
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 19\r\n\r\n";
        stream.write_all(format!("{head}{{\"MessageId\":\"m-1\"}}").as_bytes()).expect("an answer");
        String::from_utf8_lossy(&bytes[..read]).into_owned()
    });
    let (code, output, errors) =
        call(&["test", "notify.asl-test.yaml", "--aws", "--endpoint", &endpoint]);
    assert_eq!(code, 0, "{output}{errors}");
    let shown = format!("`Notify` calls arn:aws:states:::aws-sdk:sqs:sendMessage ({endpoint})");
    assert!(errors.lines().any(|line| line == shown), "{errors}");
    let request = server.join().expect("it was called");
    assert!(request.contains("AmazonSQS.SendMessage") && request.contains("hello"), "{request}");
    // Without the option, no call leaves the program.
    let (code, output, _) = call(&["test", "notify.asl-test.yaml"]);
    assert_eq!(code, 1, "{output}");
    assert!(output.contains("the task of `Notify` was called, and nothing answers it"), "{output}");
}

#[test]
fn the_schema_has_the_fields_that_are_read() {
    let (code, output, _) = call(&["test", "--schema"]);
    assert_eq!(code, 0);
    let schema: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let text = fs::read_to_string(machines().join("faulty.asl-test.yaml")).expect("it is read");
    assert!(text.contains("mock: MockConfigFile.json"), "the file has an unknown field");
    assert!(schema["properties"]["mock"].is_null());
    for name in ["definition", "options", "mocks", "tasks", "cases"] {
        assert!(schema["properties"][name].is_object(), "{name}");
    }
}
