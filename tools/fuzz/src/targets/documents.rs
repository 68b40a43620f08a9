//! Documents of functions: `OpenAPI` and `.proto`, read from files as the compiler does.

use std::fs;
use std::path::PathBuf;

use asl_codegen::options::{Needed, Options};
use asl_codegen::source::Sources;
use asl_crash::dice::Dice;
use serde_json::json;

use super::definitions::{check_sources, make_json};
use super::{Verdict, text};
use crate::campaign;
use crate::corpus::Corpus;
use crate::mutation::words;

/// Most functions of the definition that is made for a document.
const MOST_FUNCTIONS: usize = 6;

pub(crate) fn make_openapi(corpus: &Corpus, dice: &mut Dice) -> Vec<u8> {
    make_json(&corpus.openapi, dice)
}

pub(crate) fn make_proto(corpus: &Corpus, dice: &mut Dice) -> Vec<u8> {
    let base = dice.pick::<String>(&corpus.proto);
    words::mutate(base, &corpus.proto, dice).into_bytes()
}

pub(crate) fn check_openapi(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let ids = text.split("\"operationId\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let operations = ids.take(MOST_FUNCTIONS).map(|id| format!("document.json#{id}")).collect();
    check("document.json", "rest", input, operations)
}

pub(crate) fn check_proto(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let named = |key: &str| names_behind(&text, key);
    let mut operations = Vec::new();
    let (package, methods) = (named("package").into_iter().next(), named("rpc"));
    for service in named("service").into_iter().take(MOST_FUNCTIONS) {
        let service = package.as_ref().map_or(service.clone(), |package| format!("{package}.{service}"));
        let named = methods.iter().take(MOST_FUNCTIONS);
        operations.extend(named.map(|method| format!("document.proto#{service}#{method}")));
    }
    operations.truncate(MOST_FUNCTIONS);
    check("document.proto", "rpc", input, operations)
}

/// The words that follow a key word.
fn names_behind(text: &str, key: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let next = words.clone().skip(1);
    words.zip(next).filter(|(word, _)| *word == key).map(|(_, name)| name.to_owned()).collect()
}

fn check(document: &str, kind: &str, input: &[u8], operations: Vec<String>) -> Result<Verdict, String> {
    let folder = folder().map_err(|error| format!("cannot write the document: {error}"))?;
    fs::write(folder.join(document), input).map_err(|error| format!("cannot write the document: {error}"))?;
    let mut functions = Vec::new();
    let mut actions = Vec::new();
    for (number, operation) in operations.iter().enumerate() {
        let name = format!("f{number}");
        functions.push(json!({"name": name, "type": kind, "operation": operation}));
        actions.push(json!({"type": "invokeFunction", "functionName": name, "name": name,
            "arguments": {"id": "${ .id }", "note": 1}, "waitForCompletion": true}));
    }
    // Without functions the document is still read.
    if functions.is_empty() {
        let operation = if kind == "rpc" { format!("{document}#S#M") } else { format!("{document}#id") };
        functions.push(json!({"name": "f0", "type": kind, "operation": operation}));
        actions.push(json!({"type": "invokeFunction", "functionName": "f0"}));
    }
    let definition = json!({"name": "m", "version": "1.0", "functions": functions,
        "states": [{"name": "A", "start": true, "enterAction": {"type": "sequence", "actions": actions}}]});
    let path = folder.join("fuzz.sm4c.json");
    fs::write(&path, definition.to_string()).map_err(|error| format!("cannot write the definition: {error}"))?;
    let options = Options { documents: Needed::Always, typed_functions: true, ..Options::default() };
    let mut sources = Sources::read(&path, &folder).map_err(|_| "the definition cannot be read".to_owned())?;
    check_sources(&mut sources, &options)
}

/// A folder of this process for documents.
fn folder() -> std::io::Result<PathBuf> {
    let folder = campaign::folder().join(format!("documents-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
