//! The compiled machines as a contender among the peers: reads a job as JSON, and prints the
//! measurements as JSON.

use std::process::ExitCode;
use std::time::Instant;

use asl_bench::job::{Answer, Job, Measured, Workload};
use asl_bench::workloads::{chain, counting, map, order, parallel};
use asl_runtime::{Failure, Value};
use tokio::runtime::{Builder, Runtime};

fn main() -> ExitCode {
    let Ok(runtime) = Builder::new_current_thread().enable_time().build() else {
        return ExitCode::FAILURE;
    };
    let Ok(job) = serde_json::from_reader::<_, Job>(std::io::stdin()) else {
        return ExitCode::FAILURE;
    };
    let workloads =
        job.workloads.iter().map(|workload| measured(&runtime, &job, workload)).collect();
    let answer = Answer { version: env!("CARGO_PKG_VERSION").to_owned(), workloads };
    match serde_json::to_writer(std::io::stdout(), &answer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn measured(runtime: &Runtime, job: &Job, workload: &Workload) -> Measured {
    let measured = match workload.name.as_str() {
        "a" => rounds(runtime, job, workload, chain::compiled),
        "b" => rounds(runtime, job, workload, counting::compiled),
        "c" => rounds(runtime, job, workload, order::compiled),
        "d" => rounds(runtime, job, workload, parallel::compiled),
        "e" => rounds(runtime, job, workload, map::compiled),
        "e0" => rounds(runtime, job, workload, map::unbounded),
        other => Err(format!("there is no machine `{other}`")),
    };
    let of = |measured: Measured| Measured { name: workload.name.clone(), ..measured };
    measured.map_or_else(|error| of(Measured { error: Some(error), ..Measured::default() }), of)
}

/// Rounds of about a tenth of the available time. The first run determines their number of runs,
/// and warms up.
fn rounds<R>(
    runtime: &Runtime,
    job: &Job,
    workload: &Workload,
    run: impl Fn(Value) -> R,
) -> Result<Measured, String>
where
    R: Future<Output = Result<Value, Failure>>,
{
    let text = workload.input.to_string();
    let input = || Value::from_json_str(&text).map_err(|error| error.to_string());
    let (first, output) = round(runtime, vec![input()?], &run)?;
    let runs = whole(job.seconds * 1e5 / first).clamp(1, job.most_runs);
    let (mut micros, mut spent) = (Vec::new(), 0.0);
    while spent < job.seconds * 1e6 {
        let inputs = (0..runs).map(|_| input()).collect::<Result<Vec<_>, _>>()?;
        let (taken, _) = round(runtime, inputs, &run)?;
        spent += taken * count(runs);
        micros.push(taken);
    }
    let output =
        serde_json::from_str(&output.to_json_string()).map_err(|error| error.to_string())?;
    Ok(Measured { micros, output, ..Measured::default() })
}

/// Microseconds of a run, and the last output.
fn round<R>(
    runtime: &Runtime,
    inputs: Vec<Value>,
    run: &impl Fn(Value) -> R,
) -> Result<(f64, Value), String>
where
    R: Future<Output = Result<Value, Failure>>,
{
    let runs = inputs.len();
    let start = Instant::now();
    let output = runtime.block_on(async {
        let mut output = Ok(Value::Null);
        for input in inputs {
            output = run(input).await;
        }
        output
    });
    let micros = start.elapsed().as_secs_f64() * 1e6 / count(runs);
    output.map(|output| (micros, output)).map_err(|failure| failure.to_string())
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn count(runs: usize) -> f64 {
    runs as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of runs; any will do"
)]
fn whole(runs: f64) -> usize {
    runs as usize
}
