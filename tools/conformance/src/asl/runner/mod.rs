//! The program of the generated crate: it runs the machine of each case in virtual time with the
//! recorded tasks, and writes one line of results per case.

pub(crate) mod script;

use std::error::Error;
use std::io::{BufRead, Write};

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_runtime::error::{Phase, Status};
use asl_runtime::history::{EventType, Integration};
use asl_runtime::machine::Machine;
use asl_runtime::storage::{Memory, ObjectName};
use asl_runtime::value::Object;
use asl_runtime::{HistoryEvent, TaskError, Value, json};
use serde::Deserialize;

use crate::jobs;
use script::{Answer, Script};

/// 2026-01-01T00:00:00Z, the current time of the corpus.
const START: u64 = 1_767_225_600_000;

/// The name of each execution.
const EXECUTION: &str = "ExecArnPart_0idx";

/// The role of each execution.
const ROLE: &str = "arn:aws:iam::111111111111:role/sfn_role";

/// A case to run.
#[derive(Deserialize)]
struct Job {
    /// Number of its machine.
    machine: usize,
    /// JSON text.
    input: String,
    /// True if it is an Express execution.
    #[serde(default)]
    express: bool,
    script: Script,
    /// Seconds after which the run is stopped, ended or not.
    limit: Option<u64>,
    /// Objects for its readers.
    #[serde(default)]
    objects: Vec<Stored>,
}

/// An object in a store.
#[derive(Deserialize)]
struct Stored {
    bucket: String,
    key: String,
    body: String,
}

/// A task that was started.
struct Started {
    resource: &'static str,
    state: &'static str,
    input: String,
    call: Option<usize>,
    at: u64,
    /// True if the script answered at once; else the task timed out or hung.
    answered: bool,
}

/// Reads jobs, one per line, and writes their results.
pub(crate) fn run(
    machines: impl Fn(usize) -> Option<&'static Machine>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let machine = jobs::named(machines(job.machine))?;
        Ok(result(machine, &job)?.to_json_string())
    })
}

fn result(machine: &'static Machine, job: &Job) -> Result<Value, Box<dyn Error>> {
    let input = Value::from_json_str(&job.input)?;
    let limit = job.limit.map_or(u64::MAX, |seconds| seconds.saturating_mul(1000));
    let (id, machine_id) = arns(machine.name, job.express);
    let sim =
        Simulation::new().start(START).id(id).name(EXECUTION).machine_id(machine_id).role_arn(ROLE);
    let play = |sim: &Simulation| {
        let (mut script, mut started) = (job.script.clone(), Vec::new());
        let sim = sim.clone().storage(storage(&job.objects));
        let simulated =
            sim.run(machine, input.clone(), |call| answer(call, &mut script, &mut started));
        told(&simulated, &started, limit)
    };
    let mut result = play(&sim);
    let restored = play(&sim.crash_every_step());
    if restored != result {
        result.insert("restored", restored.to_json_string());
    }
    Ok(result)
}

/// A store for each run, because a run may write to it.
fn storage(objects: &[Stored]) -> Memory {
    let storage = Memory::new();
    for object in objects {
        storage.put(
            ObjectName::new(object.bucket.as_str(), object.key.as_str()),
            object.body.as_str(),
        );
    }
    storage
}

/// Ids in AWS's format of an execution and its machine.
fn arns(machine: &str, is_express: bool) -> (String, String) {
    let of = |rest: String| format!("arn:aws:states:us-east-1:111111111111:{rest}");
    let execution = if is_express {
        format!("express:{machine}:{EXECUTION}:0d3e3e1c-0000-4000-8000-000000000000")
    } else {
        format!("execution:{machine}:{EXECUTION}")
    };
    (of(execution), of(format!("stateMachine:{machine}")))
}

/// Answers a started task, and records it.
fn answer(call: &TaskCall, script: &mut Script, started: &mut Vec<Started>) -> Scripted {
    let picked = script.pick(call.resource, &call.input);
    let (does, answered) = match picked.answer {
        Some(Answer::Never) => (Scripted::Hang, false),
        Some(Answer::Echo) => (Scripted::answer(call.input.clone()), true),
        Some(Answer::Return(text)) => (returned(&text), true),
        Some(Answer::Fail { error, cause, phase }) => {
            (failed(error, cause, phase.as_deref()), true)
        }
        None => (
            Scripted::fail(
                "Conformance.NoSuchCall",
                "the recording has no further call of this task",
            ),
            true,
        ),
    };
    let does = match picked.submitted.as_deref().map(Value::from_json_str) {
        Some(Ok(answer)) => does.submitted(answer, 0),
        Some(Err(error)) => Scripted::fail(
            "Conformance.BadAnswer",
            format!("the first answer cannot be read: {error}"),
        ),
        None => does,
    };
    let does = match picked.worker {
        Some(worker) => does.started(worker.name.map(Into::into), 0),
        None => does,
    };
    let (resource, state, input) = (call.resource, call.state, call.input.to_json_string());
    started.push(Started { resource, state, input, call: picked.call, at: call.at, answered });
    does
}

fn failed(error: Option<String>, cause: Option<String>, phase: Option<&str>) -> Scripted {
    let error = match (error, cause) {
        (Some(error), Some(cause)) => TaskError::new(error, cause),
        (Some(error), None) => TaskError::named(error),
        (None, cause) => TaskError::without_name(cause.map(Into::into)),
    };
    let phase = match phase {
        Some("schedule") => Phase::Schedule,
        Some("start") => Phase::Start,
        Some("submit") => Phase::Submit,
        Some(_) | None => Phase::Run,
    };
    Scripted::Fail { after: 0, error: error.in_phase(phase) }
}

fn returned(text: &str) -> Scripted {
    Value::from_json_str(text).map_or_else(
        |error| {
            Scripted::fail(
                "Conformance.BadAnswer",
                format!("the recorded answer cannot be read: {error}"),
            )
        },
        Scripted::answer,
    )
}

/// The simulated run as a line of results, up to the limit.
fn told(simulated: &SimulationRun, started: &[Started], limit: u64) -> Value {
    let until = START.saturating_add(limit);
    let seen: Vec<&HistoryEvent> =
        simulated.events.iter().filter(|event| event.timestamp <= until).collect();
    let (status, output, error, cause) = end(simulated, limit);
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::text);
    let calls =
        started.iter().filter(|call| call.at <= limit).map(|call| told_call(call, &seen)).collect();
    json!({
        "status": status,
        "output": text(output.as_deref()),
        "error": text(error),
        "cause": text(cause),
        "events": Value::array(seen.iter().map(|event| flat(event)).collect()),
        "calls": Value::array(calls),
        "duration_ms": simulated.elapsed.min(limit),
    })
}

type End<'a> = (&'static str, Option<String>, Option<&'a str>, Option<&'a str>);

fn end(simulated: &SimulationRun, limit: u64) -> End<'_> {
    if simulated.elapsed > limit {
        return ("RUNNING", None, None, None);
    }
    match &simulated.result {
        Err(failure)
            if failure.status() == Status::TimedOut
                && failure.error() == Some("States.Timeout") =>
        {
            // The status is enough: AWS's DescribeExecution has no error for it.
            ("TIMED_OUT", None, None, failure.cause())
        }
        Ok(output) => ("SUCCEEDED", Some(output.to_json_string()), None, None),
        Err(failure) => {
            let status = match failure.status() {
                Status::Failed => "FAILED",
                Status::TimedOut => "TIMED_OUT",
                Status::Aborted => "ABORTED",
            };
            (status, None, failure.error(), failure.cause())
        }
    }
}

fn told_call(call: &Started, events: &[&HistoryEvent]) -> Value {
    let timed_out = |event: &&&HistoryEvent| {
        matches!(event.kind, EventType::TimedOut(_))
            && event.timestamp >= START.saturating_add(call.at)
    };
    let ended = if call.answered {
        Some(call.at)
    } else {
        events.iter().find(timed_out).map(|event| event.timestamp.saturating_sub(START))
    };
    json!({
        "resource": call.resource,
        "state": call.state,
        "input": call.input.as_str(),
        "script": call.call.and_then(|call| i64::try_from(call).ok()).map_or(Value::Null, Value::from),
        "started_ms": call.at,
        "ended_ms": ended,
    })
}

/// An event in AWS's format with its details beside the type, as in the corpus; time stamps and
/// truncation flags are omitted.
fn flat(event: &HistoryEvent) -> Value {
    let shaped = event.to_json();
    let mut flat =
        json!({ "id": event.id, "prev": event.previous_event_id, "type": event.kind.to_string() });
    for (key, value) in shaped.as_object().into_iter().flat_map(Object::iter) {
        if !key.ends_with("EventDetails") {
            continue;
        }
        for (key, value) in value.as_object().into_iter().flat_map(Object::iter) {
            if !key.ends_with("Details") {
                flat.insert(key, value.clone());
            }
        }
    }
    if event.kind == EventType::Scheduled(Integration::Service) && event.details.region.is_none() {
        // The region of the corpus, according to its README; our executions have none.
        flat.insert("region", "us-east-1");
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use asl_runtime::history::Details;

    asl_runtime::asl_machine!("src/asl/runner/sample.asl.json");

    /// The result of one job of the sample: a Task with a time-out of five seconds and a retrier,
    /// then a Wait.
    fn sample(calls: &str, limit: &str) -> Value {
        let job = format!(
            r#"{{"machine": 0, "input": "{{\"a\": 1.0}}", "limit": {limit}, "script": {{"functions": {{}}, "calls": {{"arn:work": [{calls}]}}}}}}"#
        );
        let mut results = Vec::new();
        run(|_| Some(&sample::MACHINE), job.as_bytes(), &mut results).unwrap();
        Value::from_json_slice(&results).unwrap()
    }

    #[test]
    fn a_job_is_run_in_virtual_time_on_its_script() {
        let told = sample(
            r#"{"input": null, "answer": {"fail": {"error": "Busy"}}}, {"input": null, "answer": {"return": "[2.50]"}}"#,
            "null",
        );
        assert_eq!(told.get("status"), Some(&json!("SUCCEEDED")));
        assert_eq!(told.get("output"), Some(&json!("[2.5]")));
        assert_eq!(told.get("duration_ms"), Some(&json!(13_000)));
        assert_eq!(told.pointer("/calls/1/script"), Some(&json!(1)));
        assert_eq!(told.pointer("/calls/1/started_ms"), Some(&json!(3000)));
        assert_eq!(told.pointer("/calls/0/input"), Some(&json!("{\"a\":1.0}")));
        assert_eq!(told.pointer("/events/0/type"), Some(&json!("ExecutionStarted")));
    }

    #[test]
    fn a_job_with_a_limit_is_looked_at_while_it_runs() {
        let told = sample(r#"{"input": null, "answer": {"return": "2"}}"#, "9");
        assert_eq!(told.get("status"), Some(&json!("RUNNING")));
        assert_eq!(told.get("output"), Some(&Value::Null));
        let events = told.get("events").and_then(Value::as_array).unwrap();
        let last = events.as_slice().last().unwrap();
        assert_eq!(last.get("type"), Some(&json!("WaitStateEntered")));
    }

    #[test]
    fn a_call_that_never_answers_ends_when_it_times_out() {
        let told = sample(r#"{"input": null, "answer": "never"}"#, "null");
        assert_eq!(told.get("error"), Some(&json!("States.Timeout")));
        assert_eq!(told.pointer("/calls/0/ended_ms"), Some(&json!(5000)));
    }

    #[test]
    fn a_call_that_the_recording_does_not_have_is_told() {
        let told = sample(r#"{"input": null, "answer": {"fail": {"error": "Busy"}}}"#, "null");
        assert_eq!(told.get("error"), Some(&json!("Conformance.NoSuchCall")));
        assert_eq!(told.pointer("/calls/1/script"), Some(&Value::Null));
    }

    #[test]
    fn an_event_is_flattened_without_flags() {
        let details = Details {
            name: Some("S".into()),
            input: Some(json!({ "a": 1.0 })),
            ..Details::default()
        };
        let kind = EventType::StateEntered(asl_runtime::machine::StateKind::Pass);
        let event = HistoryEvent { id: 2, previous_event_id: 0, timestamp: START, kind, details };
        let expected = json!({ "id": 2, "prev": 0, "type": "PassStateEntered", "name": "S", "input": "{\"a\":1.0}" });
        assert_eq!(flat(&event), expected);
    }

    #[test]
    fn the_start_is_the_first_of_january_2026() {
        let event = HistoryEvent {
            id: 1,
            previous_event_id: 0,
            timestamp: START,
            kind: EventType::ExecutionStarted,
            details: Details::default(),
        };
        assert_eq!(event.to_json().get("timestamp"), Some(&json!("2026-01-01T00:00:00.000Z")));
    }
}
