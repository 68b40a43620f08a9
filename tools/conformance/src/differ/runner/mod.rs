//! The program of the generated crate: it runs each job in virtual time, once straight through and
//! once saved and restored after every step, and writes one line of results per job.

mod moves;

use std::error::Error;
use std::io::{BufRead, Write};

use asl_runtime::engine::simulation::{Scripted, Simulation, SimulationRun, TaskCall};
use asl_runtime::history::EventType;
use asl_runtime::machine::Machine;
use asl_runtime::{TaskError, Value, json};
use serde::Deserialize;

use crate::jobs;

/// No generated machine needs this many.
const MOST_STEPS: u64 = 1_000_000;

/// A machine and an input.
#[derive(Deserialize)]
struct Job {
    machine: usize,
    /// Another version of the machine.
    #[serde(default)]
    next: Option<usize>,
    /// Milliseconds since 1970.
    start: u64,
    /// Seed that selects the behaviour of tasks.
    seed: u64,
    /// JSON text.
    input: String,
    acts: Vec<Act>,
}

/// A behaviour of a task.
#[derive(Deserialize)]
struct Act {
    every: u64,
    times: u32,
    after: u64,
    does: Does,
}

/// The end, after its heartbeats.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Does {
    Answer(String),
    Echo,
    Fail(String, String),
    Hang,
}

/// Reads jobs, one per line, and writes their results.
pub(crate) fn run(
    machines: impl Fn(usize) -> Option<&'static Machine>,
    lines: impl BufRead,
    results: impl Write,
) -> Result<(), Box<dyn Error>> {
    jobs::run(lines, results, |job: Job| {
        let machine = jobs::named(machines(job.machine))?;
        let input = Value::from_json_str(&job.input)?;
        let sim = Simulation::new().start(job.start).max_steps(MOST_STEPS);
        let straight = played(&sim, machine, &input, &job);
        let restored = played(&sim.crash_every_step(), machine, &input, &job);
        let moves = match job.next.and_then(|next| machines(next)) {
            Some(next) => {
                let back = moves::checked(next, machine, &input, &job);
                json!([moves::checked(machine, next, &input, &job), back])
            }
            None => Value::Null,
        };
        Ok(json!({ "straight": straight, "restored": restored, "moves": moves }).to_json_string())
    })
}

fn played(sim: &Simulation, machine: &'static Machine, input: &Value, job: &Job) -> Value {
    let mut started = Vec::new();
    let simulated = sim.run(machine, input.clone(), |call| {
        started.push(json!([call.state, at(call.at), call.input.clone()]));
        scripted(call, job)
    });
    told(&simulated, started, job.start)
}

fn at(millis: u64) -> Value {
    i64::try_from(millis).map_or(Value::Null, Value::from)
}

/// The behaviour of this call. It depends on the seed, the state and the time, but not on the order
/// of calls.
fn scripted(call: &TaskCall, job: &Job) -> Scripted {
    let Some(act) = act(call.state, call.at, job) else { return Scripted::Hang };
    let then = match &act.does {
        Does::Answer(text) => Value::from_json_str(text).map_or(Scripted::Hang, Scripted::answer),
        Does::Echo => Scripted::answer(call.input.clone()),
        Does::Fail(error, cause) => {
            Scripted::Fail { after: 0, error: TaskError::new(error.as_str(), cause.as_str()) }
        }
        Does::Hang => Scripted::Hang,
    };
    let then = then.after(act.after);
    if act.times == 0 { then } else { then.with_heartbeats(act.every, act.times) }
}

/// The behaviour of the task of a state that starts at this time.
fn act<'j>(state: &str, at: u64, job: &'j Job) -> Option<&'j Act> {
    let bytes = state.bytes().chain(at.to_le_bytes()).chain(job.seed.to_le_bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let count = u64::try_from(job.acts.len()).unwrap_or(u64::MAX).max(1);
    usize::try_from((hash >> 20) % count).ok().and_then(|at| job.acts.get(at))
}

fn told(simulated: &SimulationRun, started: Vec<Value>, start: u64) -> Value {
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::text);
    let entered = simulated.events.iter().filter(|event| matches!(event.kind, EventType::StateEntered(_)));
    let entered = entered.map(|event| {
        let name = text(event.details.name.as_deref());
        json!([name, at(event.timestamp.saturating_sub(start)), event.details.input.clone().unwrap_or_default()])
    });
    let (output, error, cause) = match &simulated.result {
        Ok(output) => (output.clone(), Value::Null, Value::Null),
        Err(failure) => (Value::Null, text(failure.error()), text(failure.cause())),
    };
    json!({
        "failed": simulated.result.is_err(),
        "output": output,
        "error": error,
        "cause": cause,
        "elapsed": at(simulated.elapsed),
        "entered": Value::array(entered.collect()),
        "started": Value::array(started),
    })
}
