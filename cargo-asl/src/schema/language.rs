//! A language as a JSON Schema, for editors without a language server. It is of draft 7, which all
//! of them know.

use asl_codegen::fields::{
    Content, FieldContent, LanguageFields, Need, ObjectFields, Selection, language_fields,
};
use asl_codegen::options::Language;
use asl_language::fields::Takes;
use serde_json::{Map, Value, json};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// A placeholder of a template, which may stand for a number.
const PLACEHOLDER: &str = r"\$\{[^}]+\}";

/// An expression in JSONata.
const EXPRESSION: &str = r"^\s*\{%[\s\S]*%\}\s*$";

/// The schema of definitions in a language; `None` if this program does not read it.
pub(super) fn text(language: Language) -> Option<String> {
    let title = match language {
        Language::Asl => "A state machine in the Amazon States Language",
        Language::Sm4c => "A state machine in SM4C (State Machines For Cloud)",
    };
    let fields = language_fields(language)?;
    let schema = json!({
        "$schema": DRAFT,
        "title": title,
        "allOf": [reference(&fields.root)],
        "definitions": definitions(&fields),
    });
    // The alternate form indents.
    Some(format!("{schema:#}\n"))
}

fn definitions(fields: &LanguageFields) -> Map<String, Value> {
    let objects = fields.objects.iter().map(|fields| (fields.name.clone(), object(fields)));
    let selections = fields.selections.iter().map(|one| (one.name.clone(), selection(one)));
    objects.chain(selections).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

fn selection(selection: &Selection) -> Value {
    let Selection { field, variants, otherwise, ignores_case, .. } = selection;
    let is_it = |word: &str| match ignores_case {
        true => json!({ "type": "string", "pattern": any_case(word) }),
        false => json!({ "const": word }),
    };
    let rules = variants.iter().map(|(word, name)| {
        let mut rule = json!({
            "if": { "required": [field], "properties": { *field: is_it(word) } },
            "then": reference(name),
        });
        if let (Some(otherwise), Some(rule)) = (otherwise, rule.as_object_mut()) {
            rule.insert("else".to_owned(), reference(otherwise));
        }
        rule
    });
    let mut schema = json!({ "type": "object", "allOf": rules.collect::<Vec<Value>>() });
    if let (None, Some(members)) = (otherwise, schema.as_object_mut()) {
        let words: Vec<&str> = variants.iter().map(|(word, _)| *word).collect();
        let mut known = vec![json!({ "enum": words })];
        // Editors suggest the words as they should be.
        known.extend(words.iter().filter(|_| *ignores_case).map(|word| is_it(word)));
        members.insert("required".to_owned(), json!([field]));
        members.insert("properties".to_owned(), json!({ *field: { "anyOf": known } }));
    }
    schema
}

/// The pattern of a word whose letters may be large or small.
fn any_case(word: &str) -> String {
    let letters = word
        .chars()
        .map(|letter| format!("[{}{}]", letter.to_ascii_lowercase(), letter.to_ascii_uppercase()));
    format!("^{}$", letters.collect::<String>())
}

fn object(fields: &ObjectFields) -> Value {
    let properties: Map<String, Value> =
        fields.fields.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    let mut schema = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    let Some(members) = schema.as_object_mut() else { return schema };
    if !fields.required.is_empty() {
        members.insert("required".to_owned(), json!(fields.required));
    }
    if fields.takes_notes {
        let notes = json!({ "^(id|\\$schema|comment|description|x-.*)$": {} });
        members.insert("patternProperties".to_owned(), notes);
    }
    let one_of = fields.one_of.iter().map(|group| {
        let one = group.iter().map(|name| json!({ "required": [name] }));
        json!({ "oneOf": one.collect::<Vec<Value>>() })
    });
    let exclusive =
        fields.exclusive.iter().map(|(one, other)| json!({ "not": { "required": [one, other] } }));
    let needs = fields.needs.iter().map(need);
    let rules: Vec<Value> = one_of.chain(exclusive).chain(needs).collect();
    if !rules.is_empty() {
        members.insert("allOf".to_owned(), json!(rules));
    }
    schema
}

fn need(need: &Need) -> Value {
    let word = need.word.map_or(json!({}), |word| json!({ "const": word }));
    json!({
        "if": { "required": [need.field], "properties": { need.field: word } },
        "then": { "required": [need.needed] },
    })
}

fn property(field: &FieldContent) -> Value {
    let mut schema = match &field.content {
        Content::Json(takes) => json_of(*takes, field.takes_expression),
        Content::Object(name) => reference(name),
        Content::List(name) => json!({ "type": "array", "items": reference(name) }),
        Content::ListOrNames(name) => json!({
            "type": "array",
            "items": { "anyOf": [reference(name), { "type": "string" }] },
        }),
        Content::ListOrFile(name) => {
            json!({ "anyOf": [{ "type": "array", "items": reference(name) }, { "type": "string" }] })
        }
        Content::Named(name) => {
            json!({ "type": "object", "minProperties": 1, "additionalProperties": reference(name) })
        }
    };
    if let (false, Some(members)) = (field.sense.is_empty(), schema.as_object_mut()) {
        members.insert("description".to_owned(), json!(field.sense));
    }
    schema
}

/// The schema of a value. What is no text may be a placeholder or an expression instead.
fn json_of(takes: Takes, takes_expression: bool) -> Value {
    let pattern = if takes_expression {
        format!("{EXPRESSION}|{PLACEHOLDER}")
    } else {
        PLACEHOLDER.to_owned()
    };
    let or_text =
        |schema: Value| json!({ "anyOf": [schema, { "type": "string", "pattern": pattern }] });
    match takes {
        Takes::Any | Takes::Fields => json!({}),
        Takes::Object => or_text(json!({ "type": "object" })),
        Takes::Text => json!({ "type": "string" }),
        Takes::TextOrNull => json!({ "type": ["string", "null"] }),
        Takes::Word(words) => or_text(json!({ "enum": words })),
        Takes::List => or_text(json!({ "type": "array" })),
        Takes::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Takes::Number => or_text(json!({ "type": "number" })),
        Takes::Boolean => or_text(json!({ "type": "boolean" })),
    }
}
