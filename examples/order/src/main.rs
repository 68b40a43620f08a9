//! `order INPUT [--history] [--receipt FILE]`: runs one order and prints its result.
#![expect(clippy::print_stderr, reason = "a command line program talks to its user")]

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use asl_runtime::Failure;
use asl_runtime::engine::in_process::{RunOptions, run_with};
use asl_runtime::history::History;
use asl_runtime::value::to_value;
use order::model::Order;
use order::shop::{Receipts, Shop};
use order::{may_succeed_later, process};

const USAGE: &str = "\
usage: order INPUT [--history] [--receipt FILE]

  INPUT           a JSON file with an order
  --history       also prints the event history, one event per line
  --receipt FILE  where the receipt goes; otherwise target/receipts/ORDER.txt";

/// The options of the command line.
struct Arguments {
    input: PathBuf,
    history: bool,
    receipts: Receipts,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    if env::args_os().any(|argument| argument == "--help" || argument == "-h") {
        return ended(print(&[USAGE.to_owned()]));
    }
    let prepared = arguments().and_then(|arguments| Ok((read(&arguments.input)?, arguments)));
    let (order, arguments) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    ended(run(order, arguments).await)
}

fn ended(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("order: {message}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let (mut input, mut history, mut receipts) =
        (None, false, Receipts::Folder("target/receipts".into()));
    let mut given = env::args_os().skip(1);
    while let Some(argument) = given.next() {
        match argument.to_str() {
            Some("--history") => history = true,
            Some("--receipt") => {
                let file = given
                    .next()
                    .ok_or_else(|| format!("order: `--receipt` needs a file\n\n{USAGE}"))?;
                receipts = Receipts::File(file.into());
            }
            Some(option) if option.starts_with('-') => {
                return Err(format!("order: unknown option `{option}`\n\n{USAGE}"));
            }
            _ if input.is_none() => input = Some(PathBuf::from(argument)),
            _ => return Err(format!("order: one order at a time\n\n{USAGE}")),
        }
    }
    let input = input.ok_or_else(|| USAGE.to_owned())?;
    Ok(Arguments { input, history, receipts })
}

/// Reads an order. A fault is reported with its place, as compilers do: `input.json:3:7: ..`.
fn read(path: &Path) -> Result<Order, String> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| format!("order: cannot read {shown}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message =
            message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        format!("{shown}:{line}:{column}: {message}")
    })
}

async fn run(order: Order, arguments: Arguments) -> Result<(), String> {
    let input = to_value(&order).map_err(|error| error.to_string())?;
    let history = arguments.history.then(History::default);
    let options = RunOptions::default().name(order.order_id).history(history.clone());
    let machine = process::machine(Shop::open(arguments.receipts));
    let result = run_with(&machine, input, options).await;
    let Some(history) = history else {
        let output = result.map_err(explained)?;
        return print(&[format!("{output:#}")]);
    };
    // After lines of JSON, the result is a JSON line too.
    let mut lines: Vec<String> =
        history.events().iter().map(|event| event.to_json().to_string()).collect();
    lines.extend(result.as_ref().ok().map(ToString::to_string));
    print(&lines)?;
    result.map(drop).map_err(explained)
}

/// The text of a failure, and what its user can do.
fn explained(failure: Failure) -> String {
    let error = process::Error::from(failure);
    let advice = if may_succeed_later(&error) { "; try again later" } else { "" };
    format!("{error}{advice}")
}

/// Prints lines. The reader may close the pipe early (`| head`): then the rest is dropped silently.
fn print(lines: &[String]) -> Result<(), String> {
    let mut stdout = io::stdout().lock();
    let written =
        lines.iter().try_for_each(|line| writeln!(stdout, "{line}")).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {error}"))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}
