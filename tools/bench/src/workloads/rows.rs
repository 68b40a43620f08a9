//! h: a distributed Map over the rows of a CSV file, 40 at a time, with a task for each and results
//! in files. Its memory must not depend on the number of rows.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::storage::Folder;
use asl_runtime::{TaskContext, TaskError, Value, asl_machine};
use tokio::runtime::Runtime;
use tokio::task::yield_now;

use crate::figures::Rows;

asl_machine!("definitions/h_rows.json");

/// Numbers of rows; the second is ten times the first.
pub const ROWS: [usize; 2] = [10_000, 100_000];

/// Reads the size of the heap at each call.
struct Watch {
    heap: fn() -> usize,
    most: Arc<AtomicUsize>,
}

impl h_rows::Tasks for Watch {
    async fn row(&self, _: &TaskContext, row: Value) -> Result<Value, TaskError> {
        // At this point all 40 concurrent tasks are running.
        yield_now().await;
        self.most.fetch_max((self.heap)(), Ordering::Relaxed);
        Ok(row)
    }
}

/// Runs over this many rows in this folder. `heap` returns the current heap.
pub fn measure(
    runtime: &Runtime,
    folder: &Path,
    rows: usize,
    heap: fn() -> usize,
) -> io::Result<Rows> {
    fs::create_dir_all(folder.join("bucket"))?;
    write_rows(rows, BufWriter::new(File::create(folder.join("bucket/rows.csv"))?))?;
    let most = Arc::<AtomicUsize>::default();
    let machine = h_rows::machine(Watch { heap, most: Arc::clone(&most) });
    let storage = Folder::new(folder).map_err(|error| io::Error::other(error.to_string()))?;
    let options = RunOptions::default().storage(storage);
    let (before, start) = (heap(), Instant::now());
    let output = runtime.block_on(run_with(&machine, Value::Null, options));
    let seconds = start.elapsed().as_secs_f64();
    fs::remove_dir_all(folder)?;
    output.map_err(|failure| io::Error::other(failure.to_string()))?;
    let bytes = most.load(Ordering::Relaxed).saturating_sub(before);
    Ok(Rows { rows, bytes, seconds })
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
