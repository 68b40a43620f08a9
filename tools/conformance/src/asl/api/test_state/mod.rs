//! The calls of `DIR/test_state/*.jsonl`, made with boto3 on a server that has the machines.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::{Server, answers, write};
use crate::asl::machines::{Compiled, Machines};
use crate::asl::test_state::case::Case;
use crate::asl::test_state::{compare, machine, read};
use crate::cases::Cases;
use crate::generated::{GeneratedCrate, Program};
use crate::problem::{Problem, Result};
use crate::report::{Difference, Report};

/// The client.
const SCRIPT: &str = include_str!("driver.py");

/// Makes the calls, or each so many-th of them, and compares the answers with AWS's.
pub(super) fn run(cases: &Cases, python: &Path, report: &mut Report) -> Result<()> {
    let mut machines = Machines::new(cases.profile.into()).with_quotas().inspected();
    let mut calls = Vec::new();
    for case in read(cases, report)?.into_iter().step_by(cases.every.max(1)) {
        match refused(&case, &mut machines) {
            Ok(()) => calls.push(case),
            Err(Refused::Skip(reason)) => report.skip(case.id, reason),
            Err(Refused::Differs(differences)) => report.compared(case.id, differences),
        }
    }
    let Some(program) = machines.build(generate)? else { return Ok(()) };
    let answers = through_api(&calls, &program, python)?;
    for (case, answer) in calls.into_iter().zip(answers) {
        let mut differences = compare::differences(&case, &answer);
        let code = case.expected.exception.as_ref().map(|exception| exception.code.as_str());
        let actual = answer.get("code").and_then(Value::as_str);
        if code != actual {
            let [code, actual] = [code, actual].map(|code| code.unwrap_or("(absent)"));
            differences.push(Difference::new("code of the exception", code, actual));
        }
        report.compared(case.id, differences);
    }
    Ok(())
}

/// The reason why a case is not called.
enum Refused {
    Skip(String),
    Differs(Vec<Difference>),
}

/// Compiles the machine of a case.
fn refused(case: &Case, machines: &mut Machines) -> std::result::Result<(), Refused> {
    if !case.functions.is_empty() {
        return Err(Refused::Skip("programs test states with mocks only".to_owned()));
    }
    if case.has_null_role() {
        return Err(Refused::Skip("the context object of a test has a role here".to_owned()));
    }
    let (definition, _) = machine::of(case).map_err(|error| {
        Refused::Differs(vec![Difference::new("definition", "a JSON object", error)])
    })?;
    match machines.add(&definition) {
        // The server refuses it as well; `conformance validate` compares the messages.
        Compiled::Refused(_) if case.refused_definition() => {
            Err(Refused::Skip("its definition is refused".to_owned()))
        }
        Compiled::Refused(differences) => Err(Refused::Differs(differences)),
        Compiled::Machine(_) => Ok(()),
    }
}

/// The answer to each call.
fn through_api(calls: &[Case], program: &Program, python: &Path) -> Result<Vec<Value>> {
    let folder = program.folder().join("api");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| Problem::at(&folder, &error))?;
    let requests = calls.iter().map(|case| request(case).to_string() + "\n").collect::<String>();
    write(&folder.join("requests.jsonl"), &requests)?;
    let server =
        Server::start(program, &[calls.len().to_string().as_ref(), &folder.join("store")])?;
    let results = answers(server, &folder, python, SCRIPT)?;
    let answer = |line| {
        serde_json::from_str(line).map_err(|error| Problem::new(format!("an answer: {error}")))
    };
    results.lines().map(answer).collect()
}

/// The request for a case.
fn request(case: &Case) -> Value {
    let mut request = Map::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            request.insert(name.to_owned(), value);
        }
    };
    let text = |text: &Option<String>| text.clone().map(Value::from);
    let role = || Value::from("arn:aws:iam::111111111111:role/test");
    add("definition", Some(case.definition.as_str().into()));
    add("stateName", text(&case.state_name));
    add("roleArn", (!case.lacks_role()).then(role));
    add("input", text(&case.input));
    add("variables", text(&case.variables));
    add("context", text(&case.context));
    add("inspectionLevel", Some(case.level.as_str().into()));
    add("revealSecrets", case.reveals_secrets.then_some(true.into()));
    let error = case.mock.error.as_ref();
    let error = error.map(|(error, cause)| json!({"error": error, "cause": cause}));
    let mock = [
        ("result", text(&case.mock.result)),
        ("errorOutput", error),
        ("fieldValidationMode", text(&case.mock.validation)),
    ];
    add("mock", object(mock));
    let configuration = &case.configuration;
    let configuration = [
        ("retrierRetryCount", configuration.retrier_retry_count.map(Value::from)),
        ("mapIterationFailureCount", configuration.map_iteration_failure_count.map(Value::from)),
        ("errorCausedByState", text(&configuration.error_caused_by_state)),
        ("mapItemReaderData", text(&configuration.map_item_reader_data)),
    ];
    add("stateConfiguration", object(configuration));
    Value::Object(request)
}

/// The members that are there, if any.
fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Option<Value> {
    let there = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let object: Map<_, _> = there.collect();
    (!object.is_empty()).then_some(Value::Object(object))
}

fn generate(machines: &Machines) -> GeneratedCrate {
    let mut generated = super::served("conformance-test-state-api");
    generated.file("main.rs", include_str!("main.txt"));
    machines.write(&mut generated);
    generated
}
