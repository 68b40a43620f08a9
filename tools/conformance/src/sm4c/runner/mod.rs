//! The program of the generated crate: it runs the machine of each case in virtual time with its
//! host, and writes one line of results per case.

mod host;

use std::error::Error;
use std::io::{BufRead, Write};

use asl_runtime::Value;
use asl_runtime::engine::simulation::{Simulation, SimulationRun};
use asl_runtime::machine::Machine;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::jobs;
use host::{Host, value};

/// A case to run.
#[derive(Deserialize)]
struct Job {
    machine: usize,
    /// The input as JSON: its members keep their order.
    input: String,
    host: Option<Host>,
}

/// No case needs this many.
const MOST_STEPS: u64 = 1_000_000;

/// Reads jobs, one per line, and writes their results.
pub(crate) fn run(
    machines: impl Fn(usize) -> Option<&'static Machine>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let machine = jobs::named(machines(job.machine))?;
        let input = Value::from_json_str(&job.input)?;
        Ok(result(machine, &input, job.host.unwrap_or_default()).to_string())
    })
}

/// The result of a run, and that of the run which is saved and restored after every step, if it
/// differs.
fn result(machine: &'static Machine, input: &Value, host: Host) -> Json {
    let sim = host.prepare(Simulation::new().max_steps(MOST_STEPS));
    let mut told = played(&sim, machine, input, host.clone());
    let restored = played(&sim.crash_every_step(), machine, input, host);
    if let (true, Json::Object(members)) = (told != restored, &mut told) {
        members.insert("restored".to_owned(), restored);
    }
    told
}

fn played(sim: &Simulation, machine: &'static Machine, input: &Value, mut host: Host) -> Json {
    let simulated = sim.run(machine, input.clone(), |call| host.asked(call));
    let calls = in_order(&simulated, host.calls);
    match &simulated.result {
        Ok(output) => json!({ "output": value(output), "calls": calls }),
        Err(failure) => {
            json!({ "error": { "name": failure.error(), "message": failure.cause() }, "calls": calls })
        }
    }
}

/// The requests to the host and the timers, in the order of the simulation's log.
fn in_order(simulated: &SimulationRun, calls: Vec<Json>) -> Vec<Json> {
    let mut calls = calls.into_iter();
    let mut all = Vec::new();
    for line in &simulated.log {
        let mut words = line.split(' ').skip(1);
        match (words.next(), words.next()) {
            (Some("timer"), millis) => {
                let millis: u64 = millis.and_then(|millis| millis.parse().ok()).unwrap_or_default();
                all.push(json!({ "op": "delay", "ms": millis }));
            }
            (Some("cancel" | "event" | "refused") | None, _) => {}
            (Some(_), _) => all.extend(calls.next()),
        }
    }
    all.extend(calls);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    asl_runtime::asl_machine!("src/sm4c/runner/sample.sm4c.json");

    #[test]
    fn the_output_and_what_the_host_was_asked_are_told() {
        let mut results = Vec::new();
        let job = r#"{"machine": 0, "input": "{\"seconds\": 1}"}"#;
        run(|_| Some(&sample::MACHINE), job.as_bytes(), &mut results).unwrap();
        let told: Json = serde_json::from_slice(&results).unwrap();
        assert_eq!(
            told,
            json!({ "output": { "seconds": 2 }, "calls": [{ "op": "delay", "ms": 1000 }] })
        );
    }

    #[test]
    fn a_job_of_a_machine_that_is_not_there_is_an_error() {
        assert!(
            run(|_| None, r#"{"machine": 0, "input": "null"}"#.as_bytes(), Vec::new()).is_err()
        );
    }
}
