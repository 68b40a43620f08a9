//! The command line: its output, and its messages for faulty input.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, str};

use asl_runtime::{Value, json};

fn order(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_order"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The exit code and the messages for a file with this text.
fn refused(name: &str, text: &str) -> (Option<i32>, String) {
    let file = scratch(name);
    fs::write(&file, text).expect("the file can be written");
    let done = order(&[file.to_str().expect("a plain path")]);
    let said = str::from_utf8(&done.stderr)
        .expect("it is text")
        .replace(&file.display().to_string(), name);
    (done.status.code(), said)
}

#[test]
fn the_result_is_printed_and_the_receipt_is_written() {
    let receipt = scratch("receipt.txt");
    let done = order(&["input.json", "--receipt", receipt.to_str().expect("a plain path")]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let output = Value::from_json_slice(&done.stdout).expect("one JSON text");
    assert_eq!(output.get("status"), Some(&json!("confirmed")));
    assert!(
        fs::read_to_string(receipt)
            .expect("it was written")
            .starts_with("Receipt for order A-1007\n")
    );
}

#[test]
fn a_program_that_reads_no_items_has_no_parser_of_files() {
    // `examples/etl/tests/rows.rs` has the program with one.
    let program = fs::read(env!("CARGO_BIN_EXE_order")).expect("the program is a file");
    let message = b"CSV headers cannot contain duplicates.";
    assert!(!program.windows(message.len()).any(|part| part == message));
}

#[test]
fn the_history_is_one_event_per_line() {
    let done = order(&["inputs/declined.json", "--history"]);
    let text = str::from_utf8(&done.stdout).expect("it is text");
    let mut lines: Vec<Value> =
        text.lines().map(|line| Value::from_json_str(line).expect("a JSON text")).collect();
    let result = lines.pop().expect("the result is the last line");
    assert_eq!(result.get("status"), Some(&json!("cancelled")));
    let ids: Vec<i64> = lines.iter().filter_map(|event| event.get("id")?.as_i64()).collect();
    assert!(ids.len() > 30 && ids.iter().copied().eq(1..=ids[ids.len() - 1]), "{ids:?}");
    let types: Vec<&str> = lines.iter().filter_map(|event| event.get("type")?.as_str()).collect();
    assert_eq!(
        (types.first(), types.last()),
        (Some(&"ExecutionStarted"), Some(&"ExecutionSucceeded"))
    );
    assert!(types.contains(&"LambdaFunctionFailed"));
}

#[test]
fn help_is_no_error() {
    let done = order(&["--help"]);
    assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0));
    assert!(String::from_utf8_lossy(&done.stdout).starts_with("usage: order INPUT "));
}

/// Like `order .. | head -1`.
#[test]
fn a_reader_may_stop_before_the_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_order"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["inputs/declined.json", "--history"]);
    let mut running =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(running.stdout.take());
    let done = running.wait_with_output().expect("it ends");
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_file_that_is_no_order_is_refused_with_its_place() {
    let done = order(&["no-such-order.json"]);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.starts_with("order: cannot read no-such-order.json: "), "{said}");
    let order = include_str!("../input.json");
    assert_eq!(
        refused("cut.json", &order[..40]),
        (Some(2), "cut.json:3:15: EOF while parsing an object\n".to_owned())
    );
    let unknown = order.replace("coupon", "cupon");
    let said = "unknown.json:9:9: unknown field `cupon`, expected one of \
                `orderId`, `customer`, `items`, `coupon`, `payment`, `delivery`\n";
    assert_eq!(refused("unknown.json", &unknown), (Some(2), said.to_owned()));
    let negative = order.replace(": 4 }", ": -4 }");
    let said = "negative.json:7:39: invalid value: integer `-4`, expected u64\n";
    assert_eq!(refused("negative.json", &negative), (Some(2), said.to_owned()));
}

#[test]
fn a_failed_order_gives_the_reason() {
    let invalid = include_str!("../input.json").replace("WELCOME10", "SALE");
    let said = "order: InvalidOrder in Check order (examples/order/order.asl.json:6:5): \
                there is no coupon `SALE`\n";
    assert_eq!(refused("invalid.json", &invalid), (Some(1), said.to_owned()));
}

#[test]
fn a_wrong_command_line_shows_the_usage() {
    for (arguments, fault) in [
        (&[][..], "usage: order INPUT"),
        (&["input.json", "--fast"], "order: unknown option `--fast`\n\nusage: order INPUT"),
        (&["input.json", "--receipt"], "order: `--receipt` needs a file\n\nusage: order INPUT"),
        (&["input.json", "input.json"], "order: one order at a time\n\nusage: order INPUT"),
    ] {
        let done = order(arguments);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!((done.status.code(), said.starts_with(fault)), (Some(2), true), "{said}");
    }
}
