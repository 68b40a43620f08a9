//! The program of the generated crate: it tests the state of each case and writes one line of
//! results per case.

use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::Mutex;

use asl_runtime::machine::{Effect, Kind, Machine};
use asl_runtime::{TaskError, Value, json};
use asl_testing::{FieldValidation, InspectionLevel, Mock, StateTest, test_state};
use serde::Deserialize;

use super::script::{Answer, Script};
use crate::jobs;

/// A state to test; documents are JSON texts.
#[derive(Deserialize)]
struct Job {
    machine: usize,
    state: String,
    input: Option<String>,
    variables: Option<String>,
    context: Option<String>,
    result: Option<String>,
    error: Option<(String, String)>,
    validation: Option<String>,
    retries: Option<u32>,
    failed_iterations: Option<u32>,
    item_reader_data: Option<String>,
    failed_state: Option<String>,
    level: String,
    /// Behaviour of the functions, without a mock.
    script: Option<Script>,
}

/// Reads jobs, one per line, and writes their answers.
pub(crate) fn run(
    machines: impl Fn(usize) -> Option<&'static Machine>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let machine = jobs::named(machines(job.machine))?;
        let answer = match test(machine, job)?.run() {
            Ok(report) => report.to_json(),
            Err(refused) => json!({ "refused": refused.to_string() }),
        };
        Ok(answer.to_json_string())
    })
}

fn test(machine: &'static Machine, job: Job) -> Result<StateTest, Box<dyn Error>> {
    let read = |text: &str| Value::from_json_str(text);
    let mut test = test_state(machine, &job.state);
    if let Some(input) = &job.input {
        test = test.input(read(input)?);
    }
    if let Some(variables) = &job.variables {
        test = test.variables(read(variables)?);
    }
    if let Some(context) = &job.context {
        test = test.context(read(context)?);
    }
    test = match (job.result, job.error) {
        (Some(result), _) => test.mock(Mock::result_text(result)),
        (None, Some((error, cause))) => test.mock(Mock::error(error, cause)),
        (None, None) => match job.script {
            Some(script) => really(test, resource(machine, &job.state), script),
            None => test,
        },
    };
    if let Some(retries) = job.retries {
        test = test.retries(retries);
    }
    if let Some(iterations) = job.failed_iterations {
        test = test.failed_iterations(iterations);
    }
    if let Some(data) = job.item_reader_data {
        test = test.item_reader_data(data);
    }
    if let Some(state) = job.failed_state {
        test = test.failed_state(state);
    }
    let test = test.level(match job.level.as_str() {
        "INFO" => InspectionLevel::Info,
        "DEBUG" => InspectionLevel::Debug,
        "TRACE" => InspectionLevel::Trace,
        other => return Err(format!("no inspection level is called {other}").into()),
    });
    Ok(test.validation(match job.validation.as_deref() {
        None | Some("STRICT") => FieldValidation::Strict,
        Some("PRESENT") => FieldValidation::Present,
        Some("NONE") => FieldValidation::None,
        Some(other) => return Err(format!("no validation mode is called {other}").into()),
    }))
}

fn resource(machine: &'static Machine, state: &str) -> &'static str {
    let node = machine.nodes.iter().find(|node| node.state == state);
    node.and_then(|node| {
        if let Kind::Invoke(Effect::Task(row)) = &node.kind { Some(row.resource) } else { None }
    })
    .unwrap_or("")
}

/// Adds the task, which runs the functions that the case describes in words.
fn really(test: StateTest, resource: &'static str, script: Script) -> StateTest {
    let script = Mutex::new(script);
    test.task(move |input| {
        let mut script = script
            .lock()
            .map_err(|_| TaskError::new("Conformance.Poisoned", "a call before panicked"))?;
        match script.pick(resource, input).answer {
            Some(Answer::Echo) => Ok(input.clone()),
            Some(Answer::Return(text)) => Ok(Value::from_json_str(&text)?),
            Some(Answer::Fail { error, cause, .. }) => {
                Err(TaskError::new(error.unwrap_or_default(), cause.unwrap_or_default()))
            }
            Some(Answer::Never) | None => {
                Err(TaskError::new("Conformance.NoSuchCall", "no function is called so"))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    asl_runtime::asl_machine!("src/asl/runner/sample.asl.json", inspect = true);

    fn answer(job: &str) -> Value {
        let mut results = Vec::new();
        run(|_| Some(&sample::MACHINE), job.as_bytes(), &mut results).unwrap();
        Value::from_json_slice(&results).unwrap()
    }

    fn state() -> &'static str {
        sample::MACHINE.nodes[0].state
    }

    #[test]
    fn a_job_is_one_test_of_one_state() {
        let told = answer(&format!(
            r#"{{"machine": 0, "state": {:?}, "input": "{{\"a\": 1.0}}", "result": "[2.50]", "level": "DEBUG"}}"#,
            state()
        ));
        assert_eq!(told.get("status"), Some(&json!("SUCCEEDED")));
        assert_eq!(told.pointer("/inspectionData/result"), Some(&json!([2.5])));
        assert_eq!(told.pointer("/inspectionData/input"), Some(&json!({"a": 1.0})));
    }

    #[test]
    fn functions_in_words_do_the_work_where_nothing_is_mocked() {
        let resource = resource(&sample::MACHINE, state());
        let name = resource.rsplit(':').next().unwrap();
        let told = answer(&format!(
            r#"{{"machine": 0, "state": {:?}, "input": "7", "level": "TRACE", "script": {{"calls": {{}}, "functions": {{"{name}": "echo"}}}}}}"#,
            state()
        ));
        assert_eq!(told.pointer("/inspectionData/result"), Some(&json!(7)));
    }

    #[test]
    fn a_mistake_is_a_refusal() {
        let told = answer(r#"{"machine": 0, "state": "dne", "level": "INFO"}"#);
        assert!(
            told.get("refused")
                .and_then(Value::as_str)
                .unwrap()
                .starts_with("State not found in definition")
        );
    }
}
