//! Tests of valid and of faulty files.

use std::fs;

use asl_execution::machine::{Machine, Node, NodeId};
use asl_runtime::engine::simulation::Scripted;
use asl_value::json;

use super::{MockConfig, file};

static RETRY: Machine = Machine { name: "RETRY", nodes: &NODES, ..Machine::EMPTY };

static NODES: [Node; 3] = [
    Node::task("X", (1, 1)).calls(0, "x", "x").next(NodeId(1)),
    Node::succeed("Y", (1, 1)),
    Node::succeed("Z", (1, 1)),
];

fn faults(text: &str) -> String {
    MockConfig::parse("m.json", text).unwrap_err().to_string()
}

#[test]
fn every_mistake_is_reported_at_its_place() {
    let text = r#"{
  "StateMachines": {
    "Parcel": {
      "TestCases": {
        "Lost": { "Locate": "NeverSean", "Notify": 7 },
        "Lost": {}
      },
      "Comment": "x"
    },
    "Invoice": {}
  },
  "MockedResponses": {
    "NeverSeen": {
      "0": { "Return": 1, "Throw": { "Error": "E", "Cause": "" } },
      "2-1": { "Return": 1 },
      "x": { "Return": 1 },
      "3-5": { "Return": 1 },
      "5": { "Return": 2 },
      "6": { "Throw": { "Cause": "c" } },
      "7": { "Throw": { "Error": 7 } },
      "8": {},
      "9": { "Result": 1 },
      "-1": 5,
      "ä": { "Throw": [] }
    }
  },
  "MockedResponse": {}
}"#;
    assert_eq!(
        faults(text),
        "\
m.json:5:29: no response is called `NeverSean` under `MockedResponses`, did you mean `NeverSeen`?
m.json:5:52: `Notify` must be a string, the name of a response
m.json:6:9: `Lost` is defined twice
m.json:8:7: a machine has no `Comment`; it has `TestCases`
m.json:10:16: the machine `Invoice` lacks `TestCases`
m.json:14:12: an answer has either `Return` or `Throw`, not both
m.json:15:7: the range from 2 to 1 is empty; write `1-2`
m.json:16:7: `x` is neither the number of an invocation, such as `0`, nor a range, such as `1-3`
m.json:18:7: invocation 5 has an answer already
m.json:19:23: `Throw` lacks `Error`, the name that `Retry` and `Catch` look for
m.json:20:34: `Error` must be a string
m.json:21:12: an answer needs `Return` or `Throw`
m.json:22:14: an answer has no `Result`; it has `Return`, `Throw`
m.json:23:7: `-1` is neither the number of an invocation, such as `0`, nor a range, such as `1-3`
m.json:23:13: an answer must be an object
m.json:24:7: `ä` is neither the number of an invocation, such as `0`, nor a range, such as `1-3`
m.json:24:23: `Throw` must be an object
m.json:27:3: the file has no `MockedResponse`, did you mean `MockedResponses`?"
    );
}

#[test]
fn faulty_syntax_is_reported_with_its_place() {
    assert_eq!(
        faults("{\n  \"StateMachines\" {}\n}"),
        "m.json:2:19: this is not JSON: expected `:`"
    );
    assert_eq!(faults(""), "m.json:1:1: this is not JSON: EOF while parsing a value");
    assert_eq!(faults("[]"), "m.json:1:1: the file must be an object");
    let deep = format!(
        "{{\"StateMachines\": {{}}, \"MockedResponses\": {{\"a\": {{\"0\": {{\"Return\": {}1{}}}}}}}}}",
        "[".repeat(9_999),
        "]".repeat(9_999)
    );
    assert_eq!(
        faults(&deep),
        "m.json:1:65: this cannot be an output: data is nested deeper than 256 levels"
    );
}

#[test]
fn errors_name_files_that_cannot_be_read() {
    let error = MockConfig::read("no/such/MockConfigFile.json").unwrap_err().to_string();
    assert!(
        error.starts_with("no/such/MockConfigFile.json:1:1: the file cannot be read: "),
        "{error}"
    );
    let path = std::env::temp_dir().join(format!("asl-mock-config-{}.json", std::process::id()));
    fs::write(&path, b"{\n  \"a\xff\": 1}").unwrap();
    let error = MockConfig::read(&path).unwrap_err().to_string();
    fs::remove_file(&path).unwrap();
    assert!(error.ends_with(":2:5: this is not UTF-8"), "{error}");
}

#[test]
fn the_variable_names_the_file() {
    assert_eq!(file(Some("mocks/a.json".into())).to_str(), Some("mocks/a.json"));
    assert_eq!(file(None).to_str(), Some("MockConfigFile.json"));
    assert_eq!(file(Some("".into())).to_str(), Some("MockConfigFile.json"));
}

const CASES: &str = r#"{
  "StateMachines": {
    "RETRY": { "TestCases": { "Good": { "X": "R" }, "Better": { "X": "R" } } },
    "other": { "TestCases": { "Good": { "X": "Empty" } } }
  },
  "MockedResponses": {
    "R": { "0": { "Throw": { "Error": "E" } }, "1-3": { "Return": [1, {"a": null}] } },
    "Empty": {}
  }
}"#;

#[test]
fn invocations_are_counted_from_zero() {
    let config = MockConfig::parse("m.json", CASES).unwrap();
    let case = config.case(&RETRY, "RETRY#Good").unwrap();
    let answer = |invocation| case.answer("X", invocation).unwrap();
    assert!(matches!(answer(0), Scripted::Fail { error, .. } if error.to_string() == "E: "));
    for invocation in 1..=3 {
        assert!(
            matches!(answer(invocation), Scripted::Answer { output, .. } if output == json!([1, { "a": null }]))
        );
    }
    let Scripted::Fail { error, .. } = answer(4) else { panic!("there is no answer") };
    assert_eq!(
        error.to_string(),
        "States.Runtime: the mocked response `R` of state `X` has no answer for invocation 4"
    );
    assert!(case.answer("B", 0).is_none());
}

#[test]
fn cases_are_chosen_by_machine_and_name() {
    let config = MockConfig::parse("m.json", CASES).unwrap();
    let chosen = |name: &str| {
        config
            .case(&RETRY, name)
            .map(|case| case.name().to_owned())
            .map_err(|error| error.to_string())
    };
    assert_eq!(chosen("other#Good").as_deref(), Ok("Good"));
    assert_eq!(chosen("arn:aws:states:us-east-1:1:stateMachine:other#Good").as_deref(), Ok("Good"));
    assert_eq!(chosen("RETRY#").as_deref(), Ok(""));
    assert!(config.case(&RETRY, "RETRY#").unwrap().answer("X", 0).is_none());
    let error = |name: &str| chosen(name).unwrap_err();
    assert_eq!(
        error("RETRY#Bad"),
        "m.json:1:1: machine `RETRY` has no test case `Bad`; it has `Better`, `Good`"
    );
    assert_eq!(
        error("third#Good"),
        "m.json:1:1: no machine is called `third` under `StateMachines`; there is `RETRY`, `other`: write `Name#Case`"
    );
    assert_eq!(config.cases("RETRY"), ["Good", "Better"]);
}

#[test]
fn every_state_that_cannot_be_mocked_is_reported_at_once() {
    let text =
        CASES.replace("\"Better\": {", "\"Better\": { \"Y\": \"R\", \"W\": \"R\", \"x\": \"R\",");
    let config = MockConfig::parse("m.json", &text).unwrap();
    let expected = "\
m.json:3:65: `Y` is a Succeed state, and only Task states can be mocked
m.json:3:75: machine `RETRY` has no state `W`
m.json:3:85: machine `RETRY` has no state `x`, did you mean `X`?";
    assert_eq!(config.case(&RETRY, "Good").unwrap_err().to_string(), expected);
}

#[test]
fn answers_after_a_gap_are_reported() {
    let text = r#"{
  "StateMachines": {},
  "MockedResponses": {
    "Late": { "1": { "Return": 1 } },
    "Gap": { "4-5": { "Return": 1 }, "0-1": { "Return": 2 }, "2": { "Return": 3 } },
    "Whole": { "1-2": { "Return": 1 }, "0": { "Return": 2 }, "3-4294967295": { "Return": 3 } }
  }
}"#;
    assert_eq!(
        faults(text),
        "\
m.json:4:15: invocation 0 has no answer, so it ends the execution before this one
m.json:5:14: invocation 3 has no answer, so it ends the execution before this one"
    );
}
