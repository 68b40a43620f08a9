//! `cargo asl store DIR versions`: the versions of machines in which executions are or were.

use asl_durable::{Inspection, StoredVersion};
use asl_runtime::Value;
use asl_runtime::value::Array;

use crate::arguments::{StoreFormat, VersionsArguments};
use crate::output::{Outcome, Output};
use crate::time;

use super::refuse;
use super::table::{Row, Tone, table};

pub(super) fn run(
    store: &Inspection,
    arguments: &VersionsArguments,
    output: &mut Output,
) -> Outcome {
    let versions = selected(store, arguments.version.as_deref());
    if arguments.definition {
        return definition(&versions, output);
    }
    match arguments.format {
        StoreFormat::Json => {
            let all: Array = versions.iter().map(StoredVersion::to_json).collect();
            output.result(&(Value::from(all).to_json_string() + "\n"));
        }
        StoreFormat::Human => {
            let rows: Vec<Row> = versions.iter().map(row).collect();
            let titles = ["MACHINE", "VERSION", "SINCE", "PROGRAM", "UNFINISHED", "EXECUTIONS"];
            output.result(&table(titles, &rows));
        }
    }
    Outcome::Done
}

/// The versions whose first digits are these, or all.
pub(super) fn selected(store: &Inspection, digits: Option<&str>) -> Vec<StoredVersion> {
    let mut versions = store.versions();
    versions.retain(|stored| digits.is_none_or(|digits| stored.version.begins_with(digits)));
    versions
}

fn row(stored: &StoredVersion) -> Row {
    let cells = [
        stored.machine.as_str(),
        &stored.version.to_string(),
        &stored.since.map(time::text).unwrap_or_default(),
        &stored.program,
        &stored.unfinished.to_string(),
        &stored.executions.to_string(),
    ];
    Row::new(cells, Tone::Plain)
}

fn definition(versions: &[StoredVersion], output: &mut Output) -> Outcome {
    match versions {
        [stored] if stored.definition.is_empty() => refuse(&format!(
            "the store does not have the text of version {}: its program did not have it, because \
             it was in YAML, a part of a template or with substitutions",
            stored.version
        )),
        [stored] => {
            output.result(&stored.definition);
            Outcome::Done
        }
        [] => refuse("no version begins with these digits"),
        _ => refuse("several versions begin with these digits"),
    }
}
