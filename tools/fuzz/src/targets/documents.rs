//! Documents of functions: `OpenAPI` and `.proto`, read from files as the compiler does.

use std::fs;
use std::path::PathBuf;

use asl_codegen::options::{Needed, Options};
use asl_codegen::source::Sources;
use asl_language::random::SplitMix64;
use serde_json::json;

use super::definitions::{check_sources, make_json};
use super::{Verdict, text};
use crate::corpus::Corpus;
use crate::folders;
use crate::mutation::words;

/// Most functions of the definition that is made for a document.
const MOST_FUNCTIONS: usize = 6;

pub(crate) fn make_openapi(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    make_json(&corpus.openapi, dice)
}

pub(crate) fn make_proto(corpus: &Corpus, dice: &mut SplitMix64) -> Vec<u8> {
    let base = dice.pick::<String>(&corpus.proto);
    words::mutate(base, &corpus.proto, dice).into_bytes()
}

pub(crate) fn check_openapi(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let ids = text.split("\"operationId\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let operations: Vec<String> =
        ids.take(MOST_FUNCTIONS).map(|id| format!("document.json#{id}")).collect();
    check(&OPENAPI, input, &operations)
}

pub(crate) fn check_proto(input: &[u8]) -> Result<Verdict, String> {
    let text = text(input);
    let named = |key: &str| names_behind(&text, key);
    let mut operations = Vec::new();
    let (package, methods) = (named("package").into_iter().next(), named("rpc"));
    for service in named("service").into_iter().take(MOST_FUNCTIONS) {
        let service =
            package.as_ref().map_or(service.clone(), |package| format!("{package}.{service}"));
        let named = methods.iter().take(MOST_FUNCTIONS);
        operations.extend(named.map(|method| format!("document.proto#{service}#{method}")));
    }
    operations.truncate(MOST_FUNCTIONS);
    check(&PROTO, input, &operations)
}

/// The words that follow a key word.
fn names_behind(text: &str, key: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let words = text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let next = words.clone().skip(1);
    words.zip(next).filter(|(word, _)| *word == key).map(|(_, name)| name.to_owned()).collect()
}

/// A document, and how definitions name it.
struct Document {
    file: &'static str,
    /// The type of its functions.
    kind: &'static str,
    /// Definitions that call functions of the documents at hand, and how they name these.
    callers: &'static [(&'static str, &'static str)],
}

const OPENAPI: Document = Document {
    file: "document.json",
    kind: "rest",
    callers: &[
        (include_str!("../../../../adapters/openapi/doc/shop.sm4c.json"), "orders.json"),
        (include_str!("../../../../examples/sm4c/credit.sm4c.json"), "bureau.openapi.json"),
    ],
};

const PROTO: Document = Document {
    file: "document.proto",
    kind: "rpc",
    callers: &[(include_str!("../../../../adapters/grpc/doc/shop.sm4c.json"), "orders.proto")],
};

/// Checks a document below definitions that fit the unchanged documents, and below one that is made
/// of the names in it.
fn check(document: &Document, input: &[u8], operations: &[String]) -> Result<Verdict, String> {
    let io = |error: std::io::Error| format!("cannot write the document: {error}");
    let folder = folder().map_err(io)?;
    fs::write(folder.join(document.file), input).map_err(io)?;
    let mut definitions = vec![caller(document, operations)];
    definitions
        .extend(document.callers.iter().map(|(text, name)| text.replace(name, document.file)));
    let mut verdict = Verdict::Refused;
    let path = folder.join("fuzz.sm4c.json");
    for definition in definitions {
        fs::write(&path, definition).map_err(io)?;
        let options = Options::default().documents(Needed::Always).typed_functions(true);
        let sources = Sources::read(&path, &folder);
        let mut sources = sources.map_err(|_| "the definition cannot be read".to_owned())?;
        if check_sources(&mut sources, &options)? == Verdict::Accepted {
            verdict = Verdict::Accepted;
        }
    }
    Ok(verdict)
}

/// A definition that calls these operations.
fn caller(document: &Document, operations: &[String]) -> String {
    let mut functions = Vec::new();
    let mut actions = Vec::new();
    for (number, operation) in operations.iter().enumerate() {
        let name = format!("f{number}");
        functions.push(json!({"name": name, "type": document.kind, "operation": operation}));
        actions.push(json!({"type": "invokeFunction", "functionName": name, "name": name,
            "arguments": {"id": "${ .id }", "note": 1}, "waitForCompletion": true}));
    }
    // Without functions the document is still read.
    if functions.is_empty() {
        let names = if document.kind == "rpc" { "S#M" } else { "id" };
        let operation = format!("{}#{names}", document.file);
        functions.push(json!({"name": "f0", "type": document.kind, "operation": operation}));
        actions.push(json!({"type": "invokeFunction", "functionName": "f0"}));
    }
    let definition = json!({"name": "m", "version": "1.0", "functions": functions,
        "states": [{"name": "A", "start": true, "enterAction": {"type": "sequence", "actions": actions}}]});
    definition.to_string()
}

/// A folder of this process for documents.
fn folder() -> std::io::Result<PathBuf> {
    let folder = folders::findings().join(format!("documents-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
