//! Folders of schemas beside a definition: whose schema each file is.

use std::fs;
use std::path::{Path, PathBuf};

use asl_source::diagnostics::{Colour, report};
use asl_source::options::{MachineOption, MachineTypes, Options};

use crate::compile;

/// A folder for one test, with a definition and files beside it.
struct Beside(PathBuf);

impl Beside {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let folder =
            std::env::temp_dir().join(format!("asl-schemas-{}-{test}", std::process::id()));
        // Files of the package may be read, and it begins here.
        for (name, text) in files.iter().chain(&[("Cargo.toml", "")]) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("can be made");
            fs::write(path, text).expect("can be written");
        }
        Self(folder)
    }

    /// The findings of a machine, and the number of files that were read.
    fn check(&self, definition: &str, schemas: &str) -> (String, usize) {
        self.check_with(definition, &Options::default().schemas(schemas.to_owned()))
    }

    fn check_with(&self, definition: &str, options: &Options) -> (String, usize) {
        fs::write(self.0.join("machine.asl.json"), definition).expect("can be written");
        let (sources, checked) =
            compile::check_file(Path::new("machine.asl.json"), &self.0, options);
        let found = report(checked.diagnostics, &sources, Colour::Never);
        (found, sources.files.len())
    }

    fn findings(&self, definition: &str) -> String {
        self.check(definition, "schemas").0
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const CLOSED: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}"#;
const OTHER: &str = r#"{"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}"#;

/// Two states that call one method, and read `a` and `b` of the results.
fn two_states(parameters: &str) -> String {
    let state = |name: &str, member: &str, next: &str| {
        format!(
            r#""{name}": {{"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:Find", {parameters}
            "ResultSelector": {{"x.$": "$.{member}"}}, {next}}}"#
        )
    };
    format!(
        r#"{{"StartAt": "First one", "States": {{{}, {}}}}}"#,
        state("First one", "a", r#""Next": "Second""#),
        state("Second", "b", r#""End": true"#)
    )
}

#[test]
fn a_state_goes_before_its_method() {
    let beside = Beside::new(
        "states",
        &[
            ("schemas/find.response.schema.json", CLOSED),
            ("schemas/Second.response.schema.json", OTHER),
        ],
    );
    assert_eq!(beside.findings(&two_states("")), "");
    fs::remove_file(beside.0.join("schemas/Second.response.schema.json")).expect("it is there");
    let found = beside.findings(&two_states(""));
    assert!(found.contains("error[ASL3101]: `$.b` finds nothing, ever"), "{found}");
    assert!(found.contains("find.response.schema.json:1:"), "{found}");
}

#[test]
fn requests_are_what_tasks_take() {
    let beside = Beside::new("requests", &[("schemas/find.request.schema.json", CLOSED)]);
    assert_eq!(beside.findings(&two_states(r#""Parameters": {"a": "x"},"#)), "");
    let found = beside.findings(&two_states(r#""Parameters": {"a": "x", "c": 1},"#));
    let label = "`find.request.schema.json` allows no member `c`";
    assert_eq!(found.matches(label).count(), 2, "{found}");
}

#[test]
fn the_payload_of_a_function_is_in_its_envelope() {
    let definition = |payload: &str, member: &str| {
        format!(
            r#"{{"StartAt": "S", "States": {{"S": {{"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke",
            "Parameters": {{"FunctionName": "find", "Payload": {payload}}}, "OutputPath": "$.Payload.{member}", "End": true}}}}}}"#
        )
    };
    let files = [
        ("schemas/find.request.schema.json", CLOSED),
        (
            "schemas/find.response.schema.yaml",
            "type: object\nproperties: { b: { type: string } }\nrequired: [b]\nadditionalProperties: false\n",
        ),
    ];
    let beside = Beside::new("envelope", &files);
    let found = beside.findings(&definition(r#"{"a": "x"}"#, "b"));
    assert!(found.is_empty() || cfg!(not(feature = "yaml")), "{found}");
    let found = beside.findings(&definition(r#"{"a": 1}"#, "b"));
    assert!(found.contains("takes a string at `a`, and this is a whole number"), "{found}");
    if cfg!(feature = "yaml") {
        let found = beside.findings(&definition(r#"{"a": "x"}"#, "c"));
        assert!(found.contains("`$.Payload.c` finds nothing, ever"), "{found}");
    }
}

#[test]
fn executions_of_another_machine_have_its_schemas() {
    let files = [("ship/input.schema.json", CLOSED), ("ship/output.schema.json", OTHER)];
    let beside = Beside::new("nested", &files);
    let findings = |input: &str, member: &str, machine: &str| {
        let definition = format!(
            r#"{{"StartAt": "S", "States": {{"S": {{"Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync:2",
            "Parameters": {{"StateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:Ship", "Input": {input}}},
            "OutputPath": "$.Output.{member}", "End": true}}}}}}"#
        );
        let types = MachineTypes::Schemas("ship".to_owned());
        let machine = MachineOption { machine: machine.to_owned(), types };
        beside.check_with(&definition, &Options::default().machines(vec![machine])).0
    };
    assert_eq!(findings(r#"{"a": "x"}"#, "b", "Ship"), "");
    // A text is read as JSON.
    assert_eq!(findings(r#""{}""#, "b", "Ship"), "");
    let found = findings(r#"{"a": 1}"#, "b", "Ship");
    assert!(found.contains("takes a string at `a`, and this is a whole number"), "{found}");
    let found = findings(r#"{"a": "x"}"#, "a", "Ship");
    assert!(found.contains("`$.Output.a` finds nothing, ever"), "{found}");
    let found = findings("{}", "b", "Shop");
    assert!(found.contains("the option `machines` names `Shop`"), "{found}");
    assert!(found.contains("did you mean `Ship`?"), "{found}");
}

#[test]
fn folders_that_are_not_there_or_not_within_the_package_are_reported() {
    let beside = Beside::new("missing", &[("schemas/input.schema.json", CLOSED)]);
    let definition = r#"{"StartAt": "S", "States": {"S": {"Type": "Succeed"}}}"#;
    let found = |folder: &str| beside.check(definition, folder).0;
    assert!(found("schema").contains("error[ASL0109]: the folder `schema` cannot be read"));
    assert!(found("schema").contains("did you mean `schemas`?"), "{}", found("schema"));
    assert!(found("..").contains("outside of the package"), "{}", found(".."));
    assert!(found("https://example.org/").contains("nothing is fetched"));
    assert_eq!(found("schemas"), "");
}

#[test]
fn other_files_are_read_if_a_schema_names_them() {
    let reference = r#"{"$ref": "parts/order.json#/$defs/order"}"#;
    let order = r#"{"$defs": {"order": {"type": "object", "properties": {"a": {"$ref": "../money.schema.json"}}, "additionalProperties": false}}}"#;
    let files = [
        ("schemas/input.schema.json", reference),
        ("schemas/parts/order.json", order),
        ("schemas/parts/unused.json", "no JSON"),
        ("schemas/money.schema.json", r#"{"type": "integer"}"#),
        ("schemas/README.md", "no JSON either"),
    ];
    let beside = Beside::new("others", &files);
    let definition = |path: &str| {
        format!(
            r#"{{"StartAt": "S", "States": {{"S": {{"Type": "Pass", "InputPath": "{path}", "End": true}}}}}}"#
        )
    };
    let (found, files) = beside.check(&definition("$.b"), "schemas");
    assert!(found.contains("error[ASL3101]: `$.b` finds nothing, ever"), "{found}");
    assert!(found.contains("parts/order.json:1:"), "{found}");
    assert_eq!(files, 4, "the definition and three schemas");
    let found = beside.findings(&definition("$.a"));
    assert!(found.contains("warning[ASL3103]: `$.a` may find nothing"), "{found}");
}

#[test]
fn two_thousand_files_are_read() {
    let reference = r#"{"$ref": "common.json"}"#;
    let mut files: Vec<(String, String)> = (0..2_000)
        .map(|at| (format!("schemas/S{at}.response.schema.json"), reference.to_owned()))
        .collect();
    files.push(("schemas/common.json".to_owned(), CLOSED.to_owned()));
    let named: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let beside = Beside::new("many", &named);
    let states: Vec<String> = (0..2_000)
        .map(|at| {
            let next = if at == 1_999 { r#""End": true"#.to_owned() } else { format!(r#""Next": "S{}""#, at + 1) };
            format!(
                r#""S{at}": {{"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f{at}", "OutputPath": "$.a", "ResultPath": "$", {next}}}"#
            )
        })
        .collect();
    let definition = format!(r#"{{"StartAt": "S0", "States": {{{}}}}}"#, states.join(","));
    let (found, files) = beside.check(&definition, "schemas");
    assert_eq!(files, 2_002);
    assert_eq!(found, "");
}
