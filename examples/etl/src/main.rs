//! `etl [FOLDER] [ROWS]`: creates a CSV file of sales, converts it with a distributed Map, and
//! prints the result.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use asl_runtime::Value;
use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::storage::Folder;
use asl_runtime::value::to_value;
use etl::model::Job;
use etl::{Office, generate, sales, summary};

const USAGE: &str = "\
usage: etl [FOLDER] [ROWS]

  FOLDER  where all files go; otherwise target/etl
  ROWS    how many sales there are; otherwise 10000";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    let (folder, rows) = match given.as_slice() {
        [] => ("target/etl", Ok(10_000)),
        [folder] if !folder.starts_with('-') => (folder.as_str(), Ok(10_000)),
        [folder, rows] => (folder.as_str(), rows.parse()),
        _ => ("", "".parse()),
    };
    let Ok(rows) = rows else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(Path::new(folder), rows).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("etl: {message}");
            ExitCode::FAILURE
        }
    }
}

async fn run(folder: &Path, rows: u64) -> Result<(), String> {
    let bucket = folder.join("shop");
    write_sales(&bucket, rows).map_err(|error| format!("{}: {error}", bucket.display()))?;
    let job = Job {
        bucket: "shop".into(),
        sales: "sales.csv".into(),
        results: "results".into(),
        rates: generate::rates(),
    };
    let input = to_value(&job).map_err(|error| error.to_string())?;
    let storage = Folder::new(folder).map_err(|error| error.to_string())?;
    let options = RunOptions::default().storage(storage);
    let start = Instant::now();
    let output = run_with(&sales::machine(Office), input, options)
        .await
        .map_err(|failure| failure.to_string())?;
    let taken = start.elapsed();
    let manifest =
        output.get("Key").and_then(Value::as_str).ok_or("the machine names no manifest")?;
    let summary = summary::read(&bucket, manifest).map_err(|error| error.to_string())?;
    print!("{summary}");
    println!(
        "{rows} rows in {:.2} s; results: {}",
        taken.as_secs_f64(),
        bucket.join(manifest).display()
    );
    Ok(())
}

fn write_sales(bucket: &Path, rows: u64) -> io::Result<()> {
    fs::create_dir_all(bucket)?;
    generate::sales(rows, BufWriter::new(File::create(bucket.join("sales.csv"))?))
}
