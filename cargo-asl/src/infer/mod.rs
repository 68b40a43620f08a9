//! `cargo asl infer`: JSON Schemas that recorded executions suggest.

mod observed;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use asl_codegen::diagnostics::printable;
use asl_report::{Call, Part, Recorded};
use serde_json::Value;

use crate::arguments::InferArguments;
use crate::output::{Outcome, Output, remark};
use crate::report;
use crate::schema::Document;
use observed::Observed;

/// The end of the names of files with schemas.
const END: &str = ".schema.json";

/// Writes the schemas that the histories suggest.
pub(crate) fn run(arguments: &InferArguments, output: &mut Output) -> Outcome {
    let files = match infer(arguments) {
        Ok(files) => files,
        Err(error) => return Outcome::failed(&error),
    };
    for file in files {
        output.result(&format!("{}\n", file.display()));
    }
    Outcome::Done
}

fn infer(arguments: &InferArguments) -> Result<Vec<PathBuf>, String> {
    let mut seen = BTreeMap::<String, Observed>::new();
    for history in &arguments.histories {
        // One history at a time, so only what they have in common takes memory.
        for recorded in report::read(history)?.recorded() {
            add(&recorded, &mut seen);
        }
    }
    if seen.is_empty() {
        let why = "the histories have no data; those of SM4C and SWF, and those that AWS writes \
                   without data, suggest no types";
        return Err(why.to_owned());
    }
    let files: Vec<(PathBuf, Document)> = seen
        .iter()
        .map(|(name, observed)| {
            let comment = comment(observed.count(), arguments.histories.len());
            (arguments.to.join(name), Document::of(&observed.values(), comment))
        })
        .collect();
    write(&arguments.to, &files, arguments.force)?;
    Ok(files.into_iter().map(|(file, _)| file).collect())
}

fn comment(values: u64, histories: usize) -> String {
    let count = |number: u64, one: &str, several: &str| {
        format!("{number} {}", if number == 1 { one } else { several })
    };
    let values = count(values, "value", "values");
    let histories = count(histories as u64, "execution", "executions");
    format!("A guess of `cargo asl infer` from {values} in {histories}: check what is required.")
}

/// Adds a value to those of its file.
fn add(recorded: &Recorded, seen: &mut BTreeMap<String, Observed>) {
    let (name, part): (String, fn(Value) -> Option<Value>) = match &recorded.part {
        Part::Input => ("input".to_owned(), Some),
        Part::Output => ("output".to_owned(), Some),
        Part::Request(call) => {
            (task(call, "request"), if is_lambda(call) { payload } else { Some })
        }
        // With a token, the answer of a function is what another program has sent.
        Part::Response(call) if call.resource == INVOKE => (task(call, "response"), payload),
        Part::Response(call) => (task(call, "response"), Some),
    };
    // A text that the history has cut off is no JSON.
    let value = serde_json::from_str(&recorded.json).ok().and_then(part);
    if let Some(value) = value {
        seen.entry(name + END).or_default().add(&value);
    }
}

/// The integration that wraps the input and the result of a Lambda function in a request.
const INVOKE: &str = "lambda:invoke";

fn is_lambda(call: &Call) -> bool {
    call.resource.strip_prefix(INVOKE).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn payload(value: Value) -> Option<Value> {
    if let Value::Object(mut members) = value { members.remove("Payload") } else { None }
}

/// The beginning of the name of a task's file. Signs that cannot be in the name of a file become
/// `_`.
fn task(call: &Call, end: &str) -> String {
    let is_sign = |character: char| {
        character.is_control()
            || matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    let name: String = call
        .state
        .chars()
        .map(|character| if is_sign(character) { '_' } else { character })
        .collect();
    format!("{name}.{end}")
}

fn write(folder: &Path, files: &[(PathBuf, Document)], is_forced: bool) -> Result<(), String> {
    let shown = |file: &Path| printable(&file.display().to_string(), 400);
    let there = files.iter().find(|(file, _)| !is_forced && file.exists());
    if let Some((file, _)) = there {
        return Err(format!(
            "`{}` is there already; `--force` replaces it, `--to` names another folder",
            shown(file)
        ));
    }
    fs::create_dir_all(folder)
        .map_err(|error| format!("`{}` cannot be made: {error}", shown(folder)))?;
    for (file, document) in files {
        fs::write(file, document.text())
            .map_err(|error| format!("`{}` cannot be written: {error}", shown(file)))?;
    }
    remark("These are guesses: a member that all executions had need not always be there.\n");
    Ok(())
}
