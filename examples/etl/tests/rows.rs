//! The whole example: a file of 10,000 rows, the Map on tokio, and its result files.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::storage::Folder;
use asl_runtime::value::to_value;
use asl_runtime::{Failure, Value};
use etl::model::Job;
use etl::{Office, generate, sales, summary};

const BATCH: u64 = 25;

/// A folder for one test, with a file of this many sales.
fn folder(name: &str, rows: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("shop")).unwrap();
    generate::sales(rows, BufWriter::new(File::create(folder.join("shop/sales.csv")).unwrap()))
        .unwrap();
    folder
}

async fn run(folder: &Path, file: &str) -> Result<Value, Failure> {
    let rates = generate::rates();
    let job = Job { bucket: "shop".into(), sales: file.into(), results: "results".into(), rates };
    let options = RunOptions::default().storage(Folder::new(folder).unwrap());
    run_with(&sales::machine(Office), to_value(&job).unwrap(), options).await
}

#[test]
fn a_program_that_reads_items_has_the_parser_of_files() {
    // `examples/order/tests/command_line.rs` has the program without one.
    let program = fs::read(env!("CARGO_BIN_EXE_etl")).unwrap();
    let message = b"CSV headers cannot contain duplicates.";
    assert!(program.windows(message.len()).any(|part| part == message));
}

#[tokio::test]
async fn all_rows_are_converted_except_those_in_faulty_batches() {
    let folder = folder("all", 10_000);
    let output = run(&folder, "sales.csv").await.unwrap();
    assert_eq!(output.get("Bucket").and_then(Value::as_str), Some("shop"));
    let manifest = output.get("Key").and_then(Value::as_str).unwrap();
    let summary = summary::read(&folder.join("shop"), manifest).unwrap();
    let (rows, cents) = generate::expected(10_000, BATCH);
    assert_eq!((summary.rows, summary.cents), (rows, cents));
    assert_eq!((summary.succeeded, summary.failed), (392, 8));
    assert!(
        summary.causes.contains(&"sale 1249: `n/a` is no amount".to_owned()),
        "{:?}",
        summary.causes
    );
}

#[tokio::test]
async fn more_faults_than_tolerated_fail_the_map() {
    let folder = folder("faulty", 0);
    let rows =
        (0..100).map(|id| format!("{id},Leiden,{},EUR\n", if id < 50 { "n/a" } else { "100" }));
    let text = format!("id,shop,amount,currency\n{}", rows.collect::<String>());
    fs::write(folder.join("shop/sales.csv"), text).unwrap();
    let failure = run(&folder, "sales.csv").await.unwrap_err();
    assert_eq!(failure.error(), Some("States.ExceedToleratedFailureThreshold"));
}

#[tokio::test]
async fn a_missing_file_fails_the_map() {
    let folder = folder("missing", 0);
    let failure = run(&folder, "sails.csv").await.unwrap_err();
    assert_eq!(failure.error(), Some("States.ItemReaderFailed"));
}
