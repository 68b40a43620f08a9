//! The workloads for peers.

use std::fs;

use asl_bench::job::{Job, Workload};
use asl_bench::workloads::{SMALL, counting, map, order};
use serde_json::Value;

use crate::problem::{Problem, Result};
use crate::process;

/// All workloads. A round has few runs, because many inputs at once would evict each other from the
/// caches and distort the measurement.
pub(super) fn job() -> Result<Job> {
    let workloads = vec![
        workload("a", "a_chain.json", SMALL, Vec::new())?,
        workload("b", "b_loop.json", &counting::text(), Vec::new())?,
        workload("c", "c_order.json", &order::text(), order::answers())?,
        workload("d", "d_parallel.json", SMALL, Vec::new())?,
        workload("e", "e_map.json", &map::text(), Vec::new())?,
        workload("e0", "e_map_unbounded.json", &map::text(), Vec::new())?,
    ];
    Ok(Job { seconds: 1.0, most_runs: 20, workloads })
}

fn workload(
    name: &str,
    file: &str,
    input: &str,
    answers: Vec<(String, Value)>,
) -> Result<Workload> {
    let file = process::workspace().join("tools/bench/definitions").join(file);
    let text = fs::read_to_string(&file).map_err(|error| Problem::new(file.display(), error))?;
    let value = |text: &str| {
        serde_json::from_str::<Value>(text).map_err(|error| Problem::new(file.display(), error))
    };
    Ok(Workload { name: name.to_owned(), definition: value(&text)?, input: value(input)?, answers })
}
