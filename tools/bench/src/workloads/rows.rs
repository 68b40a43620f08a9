//! h: a distributed Map over the rows of a CSV file, 40 at a time, with a task for each and results
//! in files. Its memory must not depend on the number of rows. By hand: the crate `csv`, the same
//! tasks begun in the same order, and the same entries for results through a buffered writer.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::history::timestamp;
use asl_runtime::storage::Folder;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine};
use futures_util::StreamExt;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde_json::{Map, Value as Foreign};
use tokio::runtime::Runtime;
use tokio::task::yield_now;

use crate::figures::{Contender, Rows};

asl_machine!("definitions/h_rows.json");

/// Numbers of rows; the second is ten times the first.
pub const ROWS: [usize; 2] = [10_000, 100_000];

/// Concurrent tasks.
const WINDOW: usize = 40;

/// Reads the size of the heap at each call.
#[derive(Clone)]
struct Watch {
    heap: fn() -> usize,
    most: Arc<AtomicUsize>,
}

impl Watch {
    /// The task.
    async fn row<R>(&self, row: R) -> R {
        // At this point all 40 concurrent tasks are running.
        yield_now().await;
        self.most.fetch_max((self.heap)(), Ordering::Relaxed);
        row
    }
}

impl h_rows::Tasks for Watch {
    async fn row(&self, _: &TaskContext, row: Value) -> Result<Value, TaskError> {
        Ok(self.row(row).await)
    }
}

/// Runs over this many rows in this folder. `heap` returns the current heap.
pub fn measure(
    runtime: &Runtime,
    contender: Contender,
    folder: &Path,
    rows: usize,
    heap: fn() -> usize,
) -> io::Result<Rows> {
    fs::create_dir_all(folder.join("bucket/results"))?;
    write_rows(rows, BufWriter::new(File::create(folder.join("bucket/rows.csv"))?))?;
    let watch = Watch { heap, most: Arc::default() };
    let (before, start) = (heap(), cpu_seconds()?);
    let done = if contender == Contender::Compiled {
        runtime.block_on(compiled(folder, watch.clone()))
    } else {
        runtime.block_on(by_hand(folder, &watch))
    };
    let seconds = cpu_seconds()? - start;
    fs::remove_dir_all(folder)?;
    done?;
    let bytes = watch.most.load(Ordering::Relaxed).saturating_sub(before);
    Ok(Rows { contender, rows, bytes, seconds })
}

async fn compiled(folder: &Path, watch: Watch) -> io::Result<()> {
    let machine = h_rows::machine(watch);
    let storage = Folder::new(folder).map_err(|error| io::Error::other(error.to_string()))?;
    let options = RunOptions::default().storage(storage);
    let output = run_with(&machine, Value::Null, options).await;
    output.map(drop).map_err(|failure| io::Error::other(failure.to_string()))
}

async fn by_hand(folder: &Path, watch: &Watch) -> io::Result<()> {
    let file = BufReader::new(File::open(folder.join("bucket/rows.csv"))?);
    let mut reader = csv::Reader::from_reader(file);
    let headers = reader.headers()?.clone();
    let tasks = reader.records().map(|record| {
        let headers = &headers;
        async move {
            let cells = record?;
            let cells = headers.iter().zip(&cells);
            let row: Map<String, Foreign> =
                cells.map(|(header, cell)| (header.to_owned(), cell.into())).collect();
            let (input, start) = (serde_json::to_string(&row)?, now());
            let output = watch.row(Foreign::Object(row)).await;
            Ok::<_, io::Error>((input, output, start, now()))
        }
    });
    let mut results = BufWriter::new(File::create(folder.join("bucket/results/SUCCEEDED_0.json"))?);
    let mut done = futures_util::stream::iter(tasks).buffered(WINDOW);
    let (mut number, mut between) = (0_u64, "[");
    while let Some(ended) = done.next().await {
        results.write_all(between.as_bytes())?;
        write_entry(&mut results, number, ended?)?;
        (number, between) = (number + 1, ",");
    }
    results.write_all(b"]")?;
    results.into_inner()?.sync_all()
}

/// An entry of a file with results, with the members that the machine writes.
fn write_entry(
    out: impl Write,
    number: u64,
    (input, output, start, stop): (String, Foreign, u64, u64),
) -> io::Result<()> {
    let entry = Entry {
        execution_arn: format!("arn:aws:states:::execution:h_rows/M:{number}"),
        input,
        input_details: Details { included: true },
        name: number.to_string(),
        state_machine_arn: "arn:aws:states:::stateMachine:h_rows/M",
        status: "SUCCEEDED",
        output: serde_json::to_string(&output)?,
        output_details: Details { included: true },
        redrive_count: 0,
        redrive_status: "NOT_REDRIVABLE",
        start_date: timestamp(start),
        stop_date: timestamp(stop),
    };
    Ok(serde_json::to_writer(out, &entry)?)
}

#[derive(serde::Serialize)]
#[serde(rename_all = "PascalCase")]
struct Entry {
    execution_arn: String,
    input: String,
    input_details: Details,
    name: String,
    state_machine_arn: &'static str,
    status: &'static str,
    output: String,
    output_details: Details,
    redrive_count: u32,
    redrive_status: &'static str,
    start_date: Value,
    stop_date: Value,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "PascalCase")]
struct Details {
    included: bool,
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// CPU seconds of this process. Other processes disturb them less than they disturb a duration.
#[expect(clippy::cast_precision_loss, reason = "microseconds of a few hours")]
fn cpu_seconds() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(micros as f64 / 1e6)
}

fn write_rows(rows: usize, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "id,name,amount,comment")?;
    for row in 0..rows {
        writeln!(
            out,
            "{row},\"customer {}\",{}.50,\"a comment, which is quoted\"",
            row % 1_000,
            row % 97
        )?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Input and output of each entry of the only file with results.
    fn entries(results: &Path) -> Vec<[Foreign; 2]> {
        let mut folders = vec![results.to_owned()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.ends_with("SUCCEEDED_0.json") {
                    return read(&path);
                }
            }
        }
        panic!("no results");
    }

    fn read(path: &Path) -> Vec<[Foreign; 2]> {
        let entries: Vec<Foreign> = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        // The members of a row are in another order by hand.
        let text = |value: &Foreign| serde_json::from_str(value.as_str().unwrap()).unwrap();
        entries.iter().map(|entry| ["Input", "Output"].map(|name| text(&entry[name]))).collect()
    }

    #[test]
    fn both_write_the_same_results() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let watch = Watch { heap: || 0, most: Arc::default() };
        let folder = |name: &str| -> PathBuf {
            let name = format!("asl-bench-test-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(folder.join("bucket/results")).unwrap();
            write_rows(100, File::create(folder.join("bucket/rows.csv")).unwrap()).unwrap();
            folder
        };
        let (own, hand) = (folder("compiled"), folder("by-hand"));
        runtime.block_on(compiled(&own, watch.clone())).unwrap();
        runtime.block_on(by_hand(&hand, &watch)).unwrap();
        // The machine's results are in the order in which the tasks ended.
        let [own_entries, hand_entries] = [&own, &hand].map(|folder| {
            let mut entries = entries(&folder.join("bucket/results"));
            entries.sort_by_key(|[input, _]| input["id"].to_string());
            entries
        });
        assert_eq!(own_entries.len(), 100);
        assert_eq!(own_entries, hand_entries);
        for folder in [own, hand] {
            fs::remove_dir_all(folder).unwrap();
        }
    }
}
