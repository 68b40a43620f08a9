//! `invoices INPUT`: computes and sends the invoices of a month, and prints a summary.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::process::ExitCode;
use std::{env, fs};

use asl_runtime::Value;
use invoices::{PostOffice, invoices as machine};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(input) = env::args().nth(1) else {
        eprintln!(
            "usage: invoices INPUT\n\n  INPUT  a JSON file, such as examples/invoices/october.json"
        );
        return ExitCode::from(2);
    };
    match run(&input).await {
        Ok(output) => {
            println!("{output:#}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("invoices: {message}");
            ExitCode::FAILURE
        }
    }
}

async fn run(file: &str) -> Result<Value, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let input = Value::from_json_str(&text).map_err(|error| format!("{file}: {error}"))?;
    machine::run(PostOffice::default(), input).await.map_err(|failure| failure.to_string())
}
