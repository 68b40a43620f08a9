//! `cargo asl schema --language`, with the compiler as the second opinion.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use asl_codegen::compile;
use asl_codegen::diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use asl_codegen::fields::fields_at;
use asl_codegen::options::{Language, Options};
use asl_codegen::source::{self, FileId, Json, Node, Source, Sources};
use asl_language::fields::Takes;
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};

use crate::directory::Directory;

/// The schemas of both languages, as the command prints them.
struct Schema {
    schemas: Schemas,
    languages: [(Language, SchemaIndex); 2],
}

impl Schema {
    fn new(test: &str) -> Self {
        let directory = Directory::new(test);
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        let languages =
            [(Language::Asl, "asl"), (Language::Sm4c, "sm4c")].map(|(language, name)| {
                let run = directory.run(&["schema", "--language", name]);
                assert_eq!(run.code, 0, "{run:?}");
                let schema = serde_json::from_str(&run.result).expect("JSON");
                let place = format!("{name}.schema.json");
                compiler.add_resource(&place, schema).expect("a new resource");
                (language, compiler.compile(&place, &mut schemas).expect("a schema"))
            });
        Self { schemas, languages }
    }

    /// The reason why a definition does not fit.
    fn refusal(&self, definition: &Value, language: Language) -> Option<String> {
        let (_, index) = self.languages.iter().find(|(it, _)| *it == language)?;
        let refused = self.schemas.validate(definition, *index).err()?;
        Some(refused.to_string())
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Every definition of the repository, by its name.
fn definitions() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_symlink()
                || name.starts_with('.')
                || name == "target"
                || name == "node_modules"
            {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if source::is_definition(&name) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// A definition as its tree, its JSON and its findings.
struct Definition {
    tree: Node,
    value: Value,
    language: Language,
    findings: Vec<Diagnostic>,
}

impl Definition {
    fn new(path: &Path, text: String) -> Option<Self> {
        let shown = path.display().to_string();
        let source = Source::new(shown.clone(), Some(path.to_owned()), text);
        let mut sources = Sources::of(source);
        let mut ignored = Diagnostics::default();
        let tree = source::parse_definition(&sources, FileId(0), &mut ignored)?;
        let options = Options::default();
        let language = source::language::detect(&tree, &shown, &options, &mut ignored)?;
        let checked = compile::check(&mut sources, &options);
        let value = value(&tree);
        Some(Self { tree, value, language, findings: checked.diagnostics.sorted() })
    }

    fn read(path: &Path) -> Option<Self> {
        Self::new(path, std::fs::read_to_string(path).ok()?)
    }

    /// True without errors, and without attributes that have no effect, for which SM4C only warns.
    fn is_sound(&self) -> bool {
        !self
            .findings
            .iter()
            .any(|finding| finding.severity == Severity::Error || is_attribute(finding.code))
    }

    fn has(&self, is_it: fn(Code) -> bool) -> bool {
        self.findings.iter().any(|finding| is_it(finding.code))
    }
}

fn value(node: &Node) -> Value {
    match &node.value {
        Json::Null => Value::Null,
        Json::Bool(value) => json!(value),
        Json::Number(digits) => serde_json::from_str(digits).unwrap_or(json!(1e300)),
        Json::String(text) => json!(text.value),
        Json::Array(items) => items.iter().map(value).collect(),
        Json::Object(members) => {
            let members = members.iter();
            Value::Object(members.map(|it| (it.key.value.clone(), value(&it.value))).collect())
        }
    }
}

/// Attributes of SM4C that are ignored.
fn is_attribute(code: Code) -> bool {
    matches!(
        code,
        Code::IgnoredAttribute
            | Code::AttributeSpelling
            | Code::ForeignAttribute
            | Code::NullAttribute
    )
}

/// Faults of structure, which a schema can see.
fn is_structure(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownField
            | Code::MissingField
            | Code::WrongType
            | Code::NoTransition
            | Code::NextAndEnd
    )
}

#[test]
fn accepted_definitions_fit_the_schema_of_their_language() {
    let schema = Schema::new("language-schema-accepted");
    let mut counts = BTreeMap::new();
    let mut wrong = Vec::new();
    for path in definitions() {
        let Some(definition) = Definition::read(&path) else { continue };
        if !definition.is_sound() {
            continue;
        }
        *counts.entry(format!("{:?}", definition.language)).or_insert(0) += 1;
        if let Some(reason) = schema.refusal(&definition.value, definition.language) {
            wrong.push(format!("{}: {reason}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{} of {counts:?}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{counts:?}");
    assert!(counts.values().all(|count| *count >= 20), "{counts:?}");
}

/// The places of the objects that have fields of the language: as a pointer, with the names of the
/// fields.
fn objects(definition: &Definition) -> Vec<(String, Vec<&'static str>)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), Vec::new(), &definition.tree)];
    while let Some((pointer, keys, node)) = open.pop() {
        match &node.value {
            Json::Object(members) => {
                let known = fields_at(&definition.tree, definition.language, &keys);
                found.extend(known.map(|known| (pointer.clone(), known)));
                for member in members {
                    let name = member.key.value.as_str();
                    let keys = keys.iter().copied().chain([(name, &member.value)]).collect();
                    let name = name.replace('~', "~0").replace('/', "~1");
                    open.push((format!("{pointer}/{name}"), keys, &member.value));
                }
            }
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mut keys = keys.clone();
                    if let Some(last) = keys.last_mut() {
                        last.1 = item;
                    }
                    open.push((format!("{pointer}/{index}"), keys, item));
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    found
}

/// The definition with another object at a place.
fn changed(
    definition: &Value,
    pointer: &str,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Value {
    let mut definition = definition.clone();
    let object = definition.pointer_mut(pointer).and_then(Value::as_object_mut);
    change(object.expect("an object"));
    definition
}

/// The definitions with one fault, each with what was done to it: a field that does not exist, one
/// that is missing, and values of other types. Each field of each kind of object only once.
fn faulty(definition: &Definition, seen: &mut BTreeSet<String>) -> Vec<(String, Value)> {
    let mut faulty = Vec::new();
    for (pointer, known) in objects(definition) {
        let kind = format!("{:?} {known:?}", definition.language);
        if seen.insert(kind.clone()) {
            let text = changed(&definition.value, &pointer, |object| {
                object.insert("zzz".to_owned(), json!(1));
            });
            faulty.push((format!("{pointer}: zzz"), text));
        }
        let object = definition.value.pointer(&pointer).and_then(Value::as_object);
        for (name, _) in object.expect("an object") {
            if !known.contains(&name.as_str()) || !seen.insert(format!("{kind} {name}")) {
                continue;
            }
            let text = changed(&definition.value, &pointer, |object| {
                object.remove(name);
            });
            faulty.push((format!("{pointer}: no {name}"), text));
            let takes = match definition.language {
                Language::Asl => asl_language::fields::asl(name),
                Language::Sm4c => asl_language::fields::sm4c(name),
            }
            .map(|field| field.takes);
            // What is in data is no structure.
            let is_data = |value: &Value| match takes {
                Some(Takes::Any) => true,
                Some(Takes::Object) => value.is_object(),
                _ => false,
            };
            for other in [json!(17), json!("word"), json!(true), json!([1]), json!({})] {
                if is_data(&other) {
                    continue;
                }
                let told = format!("{pointer}: {name} {other}");
                let text = changed(&definition.value, &pointer, |object| {
                    object.insert(name.clone(), other);
                });
                faulty.push((told, text));
            }
        }
    }
    faulty
}

#[test]
fn the_schema_refuses_faults_of_structure_and_nothing_that_is_accepted() {
    let schema = Schema::new("language-schema-faults");
    let good = root().join("tests/definitions/good");
    let mut seen = BTreeSet::new();
    let (mut found, mut missed, mut wrong) = (0, Vec::new(), Vec::new());
    for path in definitions().into_iter().filter(|path| path.starts_with(&good)) {
        let Some(definition) = Definition::read(&path) else { continue };
        for (told, value) in faulty(&definition, &mut seen) {
            let told = format!("{}{told}", path.file_name().expect("a name").display());
            let Some(changed) = Definition::new(&path, value.to_string()) else { continue };
            let refusal = schema.refusal(&value, definition.language);
            // An attribute may also be ignored because another one is missing.
            let is_unknown = told.ends_with(": zzz") && changed.has(is_attribute);
            match (changed.has(is_structure) || is_unknown, refusal) {
                (true, Some(_)) => found += 1,
                (true, None) => missed.push(told),
                (false, Some(reason)) if changed.findings.is_empty() => {
                    wrong.push(format!("{told}: {reason}"));
                }
                (false, _) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} are accepted:\n{}", wrong.len(), wrong.join("\n"));
    assert!(missed.is_empty(), "{} of {found} are missed:\n{}", missed.len(), missed.join("\n"));
    println!("{found} faults");
    assert!(found > 500, "{found}");
}
