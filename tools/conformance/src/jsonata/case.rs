//! The cases of a folder: every `*.json` with a list of them, and the inputs that they share in
//! `datasets/`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::cases::{Cases, Edition};
use crate::problem::{Problem, Result};
use crate::workspace;

/// An expression, its input and what it gives.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) expr: String,
    #[serde(default, deserialize_with = "given")]
    pub(crate) data: Option<Box<RawValue>>,
    /// The name of a file with the input.
    pub(crate) dataset: Option<String>,
    #[serde(default)]
    pub(crate) bindings: BTreeMap<String, Box<RawValue>>,
    #[serde(default, deserialize_with = "given")]
    pub(crate) result: Option<Box<RawValue>>,
    pub(crate) error: Option<ExpectedError>,
    /// True if the order of the result's items is free.
    #[serde(default)]
    pub(crate) unordered: bool,
    /// Maximum depth, as jsonata-js counts it.
    pub(crate) depth: Option<u32>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    asl: String,
}

/// A value that is given, even if it is null.
fn given<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Box<RawValue>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// An error that an expression ends with.
#[derive(Deserialize)]
pub(crate) struct ExpectedError {
    pub(crate) code: Option<String>,
    /// The message, where it is known.
    pub(crate) message: Option<String>,
}

/// A case, or the reason why it cannot be run.
pub(crate) enum Read {
    Case(Box<Case>),
    Skipped(String, &'static str),
}

/// The file that lists the cases which Step Functions' edition gives another outcome.
const EDITIONS: &str = "step-functions.json";

/// The files that are no lists of cases.
const OTHERS: [&str; 2] = [EDITIONS, "peers.json"];

#[derive(Deserialize)]
struct Editions {
    differs: BTreeSet<String>,
}

/// The part of a case that can always be read.
#[derive(Deserialize)]
struct Named {
    id: String,
}

/// Reads a folder.
pub(crate) fn read(cases: &Cases) -> Result<Vec<Read>> {
    let editions = cases.dir.join(EDITIONS);
    let differs = if cases.edition == Edition::V2_0 && editions.exists() {
        read_json::<Editions>(&editions)?.differs
    } else {
        BTreeSet::new()
    };
    let mut all = Vec::new();
    for file in workspace::files(&cases.dir, "json")? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if OTHERS.contains(&&*name) {
            continue;
        }
        for raw in read_json::<Vec<Box<RawValue>>>(&file)? {
            let Named { id } = from_json(&file, raw.get())?;
            if cases.wants(&id) {
                all.push(read_case(id, &raw, &differs));
            }
        }
    }
    Ok(all)
}

fn read_case(id: String, raw: &RawValue, differs: &BTreeSet<String>) -> Read {
    if differs.contains(&id) {
        return Read::Skipped(id, "jsonata-js 2.0.6 gives another outcome than the recorded one");
    }
    match serde_json::from_str::<Case>(raw.get()) {
        Ok(case) if case.asl == "forbidden" || case.expr.contains("$eval") => {
            Read::Skipped(id, "calls $eval, which compiled programs do not have")
        }
        Ok(case) => Read::Case(Box::new(case)),
        Err(_) => {
            Read::Skipped(id, "has half of a surrogate pair, which no string of Rust can hold")
        }
    }
}

fn read_json<T: DeserializeOwned>(file: &Path) -> Result<T> {
    from_json(file, &workspace::read(file)?)
}

fn from_json<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Problem::new(format!("{}: {error}", file.display())))
}

impl Case {
    /// The input as JSON text, if there is one.
    pub(crate) fn input(&self, cases: &Cases) -> Result<Option<String>> {
        if let Some(name) = &self.dataset {
            let file = cases.dir.join("datasets").join(format!("{name}.json"));
            return workspace::read(&file).map(Some);
        }
        Ok(self.data.as_ref().map(|data| data.get().to_owned()))
    }

    /// The group that it is counted in.
    pub(crate) fn class(&self) -> &str {
        self.tags.first().map_or("other", String::as_str)
    }
}
