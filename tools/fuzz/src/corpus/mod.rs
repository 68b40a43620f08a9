//! Inputs that mutations begin with: those of the project's own tests and examples.

pub(crate) mod histories;

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use asl_codegen::source::definitions_below;
use serde_json::Value;

use self::histories::Recorded;
use crate::folders::root;
use crate::mutation::tree::Donors;

/// Folders with definitions.
const DEFINITIONS: &[&str] = &[
    "tests",
    "examples",
    "tools/faults/definitions",
    "engines/swf/tests",
    "tools/swf-double/tests",
];

/// All inputs to begin with.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    pub(crate) asl: Donors,
    pub(crate) sm4c: Donors,
    pub(crate) yaml: Vec<String>,
    pub(crate) jq: Vec<String>,
    pub(crate) jsonata: Vec<String>,
    /// JSONPath expressions and intrinsic functions.
    pub(crate) paths: Vec<String>,
    pub(crate) openapi: Donors,
    pub(crate) proto: Vec<String>,
    /// Requests of the Step Functions API: a name and an input for each operation.
    pub(crate) requests: Donors,
    /// Data: inputs and outputs of the jq cases.
    pub(crate) data: Donors,
    histories: OnceLock<Vec<Recorded>>,
}

impl Corpus {
    /// Reads everything.
    pub(crate) fn read() -> io::Result<Self> {
        let mut corpus = Self::default();
        let mut found = Found::default();
        for folder in DEFINITIONS {
            for file in definitions_below(&root().join(folder))? {
                corpus.definition(&file, &mut found)?;
            }
        }
        let mut data = Vec::new();
        for file in files(&root().join("tests/definitions/bad"), "json")? {
            // One is a folder on purpose, and some are no JSON.
            let Some(value) = fs::read_to_string(file).ok().and_then(|text| json(&text)) else {
                continue;
            };
            let language = if value.get("states").is_some() {
                &mut found.bad_sm4c
            } else {
                &mut found.bad_asl
            };
            language.push(value);
        }
        for file in files(&root().join("tests/sm4c"), "jsonl")? {
            let cases = fs::read_to_string(&file)?;
            let language =
                if file.ends_with("refused.jsonl") { &mut found.bad_sm4c } else { &mut found.sm4c };
            language.extend(
                cases.lines().filter_map(|line| Some(json(line)?.get("definition")?.clone())),
            );
        }
        for file in files(&root().join("tests/jq"), "json")? {
            corpus.programs(&fs::read_to_string(file)?, &mut data);
        }
        for file in files(&root().join("tests/jsonata"), "json")? {
            corpus.expressions(&fs::read_to_string(file)?);
        }
        for value in found.asl.iter().chain(&found.bad_asl) {
            collect_paths(value, &mut corpus.paths);
        }
        corpus.paths.sort();
        corpus.paths.dedup();
        corpus.documents()?;
        for folder in ["tests/definitions/bad", "tests/definitions/documents"] {
            for file in files(&root().join(folder), "yaml")? {
                corpus.yaml.push(fs::read_to_string(file)?);
            }
        }
        corpus.yaml.extend(found.asl.iter().chain(&found.sm4c).map(yaml));
        corpus.asl = Donors::with_faulty(&found.asl, &found.bad_asl);
        corpus.sm4c = Donors::with_faulty(&found.sm4c, &found.bad_sm4c);
        corpus.data = Donors::new(&data);
        Ok(corpus)
    }

    fn definition(&mut self, file: &Path, found: &mut Found) -> io::Result<()> {
        // Some bad definitions are not Unicode.
        let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        let name = file.to_string_lossy();
        if !name.ends_with(".json") {
            self.yaml.push(text);
        } else if let Some(value) = json(&text) {
            let language =
                if name.ends_with(".asl.json") { &mut found.asl } else { &mut found.sm4c };
            language.push(value);
        }
        Ok(())
    }

    fn programs(&mut self, text: &str, data: &mut Vec<Value>) {
        let Some(Value::Array(cases)) = json(text) else { return };
        for case in cases {
            let field = |name: &str| case.get(name).and_then(Value::as_str);
            self.jq.extend(field("program").map(str::to_owned));
            data.extend(field("input").and_then(json));
        }
    }

    fn expressions(&mut self, text: &str) {
        let Some(Value::Array(cases)) = json(text) else { return };
        let expression = |case: &Value| case.get("expr").and_then(Value::as_str).map(str::to_owned);
        self.jsonata.extend(cases.iter().filter_map(expression));
    }

    fn documents(&mut self) -> io::Result<()> {
        let folder = root().join("tests/definitions/documents");
        for file in files(&folder, "proto")?
            .into_iter()
            .chain(files(&root().join("adapters/grpc/doc"), "proto")?)
        {
            self.proto.push(fs::read_to_string(file)?);
        }
        let documents = [
            folder.join("orders.json"),
            root().join("adapters/openapi/doc/orders.json"),
            root().join("examples/sm4c/bureau.openapi.json"),
        ];
        let mut trees = Vec::new();
        for file in documents {
            trees.extend(json(&fs::read_to_string(file)?));
        }
        self.openapi = Donors::new(&trees);
        let requests = json(include_str!("requests.json"));
        self.requests =
            Donors::new(requests.as_ref().and_then(Value::as_array).map_or(&[], |all| all));
        Ok(())
    }

    /// Histories of Amazon SWF, recorded when they are first needed.
    pub(crate) fn histories(&self) -> &[Recorded] {
        self.histories.get_or_init(histories::record)
    }
}

/// Definitions as they are found.
#[derive(Default)]
struct Found {
    asl: Vec<Value>,
    sm4c: Vec<Value>,
    bad_asl: Vec<Value>,
    bad_sm4c: Vec<Value>,
}

fn files(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|known| known == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The same data as YAML in blocks.
fn yaml(value: &Value) -> String {
    fn write(value: &Value, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let entries: Vec<(String, &Value)> = match value {
            Value::Object(fields) if !fields.is_empty() => fields
                .iter()
                .map(|(key, field)| (format!("{}:", Value::from(key.as_str())), field))
                .collect(),
            Value::Array(items) if !items.is_empty() => {
                items.iter().map(|item| ("-".to_owned(), item)).collect()
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {
                let _ = writeln!(text, " {value}");
                return;
            }
        };
        text.push('\n');
        for (head, entry) in entries {
            let _ = write!(text, "{indent}{head}");
            write(entry, depth + 1, text);
        }
    }
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

/// The strings that are paths or calls of intrinsic functions.
fn collect_paths(value: &Value, paths: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with('$') || text.starts_with("States.") => {
            if !text.starts_with("${") {
                paths.push(text.clone());
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_paths(item, paths)),
        Value::Object(fields) => fields.values().for_each(|field| collect_paths(field, paths)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_input_is_found() {
        let corpus = Corpus::read().expect("the project's tests are there");
        let counts = [
            ("asl", corpus.asl.trees.len(), 150),
            ("sm4c", corpus.sm4c.trees.len(), 150),
            ("yaml", corpus.yaml.len(), 100),
            ("jq", corpus.jq.len(), 500),
            ("jsonata", corpus.jsonata.len(), 400),
            ("paths", corpus.paths.len(), 100),
            ("openapi", corpus.openapi.trees.len(), 2),
            ("proto", corpus.proto.len(), 2),
            ("data", corpus.data.trees.len(), 500),
            ("histories", corpus.histories().len(), 50),
        ];
        for (kind, count, least) in counts {
            assert!(count >= least, "{kind}: {count}");
        }
    }
}
