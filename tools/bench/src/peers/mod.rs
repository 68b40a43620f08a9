//! Other implementations of the language on the same workloads, in turns with the compiled
//! machines.

pub(crate) mod fetch;
mod jobs;

use std::time::{Duration, Instant};

use asl_bench::job::{Answer, Measured};
use serde_json::Value;

use crate::problem::{Problem, Result};
use crate::process;
use crate::report::{Peer, Peers};

use fetch::Program;

/// Number of turns of each.
const TURNS: usize = 3;

/// A peer that needs more time than this for a turn gets no further one.
const LONG: Duration = Duration::from_secs(60);

/// The name of the compiled machines among the peers.
const COMPILED: &str = "compiled";

/// Fetches and runs the peers. A peer that cannot be fetched or does not run is left out.
pub(crate) fn measure() -> Result<Peers> {
    let job =
        serde_json::to_string(&jobs::job()?).map_err(|error| Problem::new("the job", error))?;
    let mut compiled = compiled()?;
    let mut peers = Peers::default();
    let mut others = Vec::new();
    for (name, fetched) in
        [("aws-local-stepfunctions", fetch::aws_local_stepfunctions()), ("moto", fetch::moto())]
    {
        match fetched {
            Ok(program) => others.push(program),
            Err(problem) => peers.leave_out(name, problem.to_string()),
        }
    }
    for _ in 0..TURNS {
        let answer = answer(&mut compiled, &job)?;
        peers.add(compiled.name, answer);
        others.retain_mut(|program| took_its_turn(&mut peers, program, &job));
    }
    void_what_differs(&mut peers.measured);
    Ok(peers)
}

fn compiled() -> Result<Program> {
    let target = process::scratch()?.join("build-0");
    let mut cargo =
        process::cargo(&["build", "--release", "--quiet", "-p", "asl-bench", "--bin", "compiled"]);
    process::run(cargo.arg("--target-dir").arg(&target).current_dir(process::workspace()))?;
    Ok(Program {
        name: COMPILED,
        command: std::process::Command::new(target.join("release/compiled")),
    })
}

/// Runs a turn of a program. Returns true if it gets another one.
fn took_its_turn(peers: &mut Peers, program: &mut Program, job: &str) -> bool {
    let start = Instant::now();
    match answer(program, job) {
        Ok(answer) => peers.add(program.name, answer),
        Err(problem) => {
            peers.leave_out(program.name, problem.to_string());
            return false;
        }
    }
    start.elapsed() < LONG
}

fn answer(program: &mut Program, job: &str) -> Result<Answer> {
    let printed = process::feed(&mut program.command, job)?;
    // Other output may come before.
    let last = printed.trim_end().lines().next_back().unwrap_or_default();
    serde_json::from_str(last).map_err(|error| Problem::new(program.name, error))
}

/// Times with an output that differs from the compiled machine's mean nothing.
fn void_what_differs(peers: &mut [Peer]) {
    let Some((ours, others)) = peers.split_first_mut() else { return };
    for peer in others {
        for (ours, theirs) in ours.workloads.iter().zip(&mut peer.workloads) {
            compare(&ours.output, theirs);
        }
    }
}

fn compare(expected: &Value, theirs: &mut Measured) {
    if theirs.error.is_none() && theirs.output != *expected {
        let shown: String = theirs.output.to_string().chars().take(200).collect();
        theirs.error = Some(format!("its output is another one: {shown}"));
    }
}
