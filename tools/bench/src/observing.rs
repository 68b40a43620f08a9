//! The cost of observing: an observer that counts, and spans that no subscriber wants. Two builds
//! take turns, one of them with the feature `tracing`.

use std::fmt::Write as _;
use std::process::Command;

use crate::problem::Result;
use crate::process;

/// Turns of each build, of which the fastest counts.
const TURNS: usize = 5;

/// The figures of one workload and one build.
struct Row {
    workload: String,
    transition: f64,
    event: f64,
}

/// Builds and runs the workloads. Returns the table.
pub(crate) fn measure() -> Result<String> {
    let programs = [build("observe", &[])?, build("observe-tracing", &["--features", "tracing"])?];
    let mut best: [Vec<Row>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        for (program, best) in programs.iter().zip(&mut best) {
            let printed = process::run(&mut Command::new(program))?;
            keep_best(best, &String::from_utf8_lossy(&printed));
        }
    }
    let mut table =
        "workload  a transition  an observed event  tracing, a transition (ns)\n".to_owned();
    let [off, tracing] = best;
    for (off, tracing) in off.iter().zip(&tracing) {
        let more = tracing.transition - off.transition;
        // Writing to a string does not fail.
        let _ = writeln!(
            table,
            "{:8}  {:12.1}  {:17.1}  {more:+.1}",
            off.workload, off.transition, off.event
        );
    }
    Ok(table)
}

fn build(folder: &str, features: &[&str]) -> Result<std::path::PathBuf> {
    let target = process::scratch()?.join(folder);
    let mut cargo = process::cargo(&["build", "--release", "--quiet", "-p", "asl-bench"]);
    cargo.args(["--bin", "observe"]).args(features).arg("--target-dir").arg(&target);
    process::run(cargo.current_dir(process::workspace()))?;
    Ok(target.join("release/observe"))
}

/// Keeps the lowest figures of each workload.
fn keep_best(best: &mut Vec<Row>, printed: &str) {
    for line in printed.lines() {
        let mut words = line.split(' ');
        let workload = words.next().unwrap_or_default().to_owned();
        let mut number =
            || words.next().and_then(|word| word.parse().ok()).unwrap_or(f64::INFINITY);
        let row = Row { workload, transition: number(), event: number() };
        match best.iter_mut().find(|other| other.workload == row.workload) {
            Some(other) => {
                other.transition = other.transition.min(row.transition);
                other.event = other.event.min(row.event);
            }
            None => best.push(row),
        }
    }
}
