//! `cargo asl store DIR show`: one execution.

use std::fmt::Write as _;

use asl_codegen::diagnostics::printable;
use asl_durable::Inspection;
use asl_runtime::Value;

use crate::arguments::{ShowArguments, StoreFormat};
use crate::output::{Outcome, Output};

use super::{Place, refuse};

/// Maximum characters of data in the text; `--format json` has all.
const LONGEST: usize = 2_000;

pub(super) fn run(
    place: &Place,
    store: &Inspection,
    arguments: &ShowArguments,
    output: &mut Output,
) -> Outcome {
    let read = match store.describe(&arguments.id) {
        Ok(read) => read,
        Err(error) => return refuse(&error.to_string()),
    };
    // Only the process knows what a running execution waits for: it has the machine.
    let asked = (!read.are_waits_known)
        .then(|| place.connect().ok()?.describe(&arguments.id).ok())
        .flatten();
    let told = asked.unwrap_or_else(|| read.to_json());
    output.result(&match arguments.format {
        StoreFormat::Json => told.to_json_string() + "\n",
        StoreFormat::Human => text(&told),
    });
    Outcome::Done
}

fn text(told: &Value) -> String {
    let mut text = String::new();
    let fields = [
        "id", "machine", "version", "status", "started", "stopped", "error", "cause", "failure",
        "input", "output", "wakes",
    ];
    for field in fields {
        if let Some(value) = told.at([field]).filter(|value| !value.is_null()) {
            let _ = writeln!(text, "{field:9} {}", plain(value));
        }
    }
    let is_over = told.at(["stopped"]).is_some();
    let Some(waits) = told.at(["waits"]).and_then(Value::as_array) else {
        text.push_str(
            "waits     unknown: ask while a process with its machine has the store open\n",
        );
        return text;
    };
    for waits in waits {
        let part = |name| waits.at([name]).map(plain).unwrap_or_default();
        let until = waits.at(["until"]).map(|until| format!(" until {}", plain(until)));
        let _ = writeln!(
            text,
            "waits     in {} for {}{} ({})",
            part("state"),
            part("for"),
            until.unwrap_or_default(),
            part("operation")
        );
    }
    if waits.is_empty() && !is_over {
        text.push_str("waits     for nothing\n");
    }
    text
}

/// The text of a value, escaped and shortened.
fn plain(value: &Value) -> String {
    match value.as_str() {
        Some(text) => printable(text, LONGEST),
        None => printable(&value.to_json_string(), LONGEST),
    }
}
