//! Sets of values as JSON Schemas, draft 2020-12.

use std::collections::BTreeMap;

use asl_codegen::types::{Items, Kind, Members, Values};
use serde::Serialize;

use super::Named;

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A JSON Schema as a document of its own.
#[derive(Serialize)]
pub(crate) struct Document {
    #[serde(rename = "$schema")]
    draft: &'static str,
    #[serde(rename = "$comment", skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(flatten)]
    schema: Schema,
    #[serde(rename = "$defs", skip_serializing_if = "BTreeMap::is_empty")]
    definitions: BTreeMap<&'static str, Titled>,
}

#[derive(Serialize)]
struct Titled {
    #[serde(rename = "$comment")]
    comment: &'static str,
    #[serde(flatten)]
    schema: Schema,
}

#[derive(Serialize, Default)]
struct Schema {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kinds: Option<Kinds>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, Part>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    required: Vec<String>,
    #[serde(rename = "additionalProperties", skip_serializing_if = "Option::is_none")]
    additional: Option<bool>,
    #[serde(rename = "prefixItems", skip_serializing_if = "Vec::is_empty")]
    first: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Box<Part>>,
    #[serde(rename = "minItems", skip_serializing_if = "Option::is_none")]
    least: Option<usize>,
    /// The schema that nothing fits, as a part of a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    not: Option<Anything>,
}

/// The schema that everything fits.
#[derive(Serialize)]
struct Anything {}

/// `type`.
#[derive(Serialize)]
#[serde(untagged)]
enum Kinds {
    One(&'static str),
    Several(Vec<&'static str>),
}

/// A schema inside of another one.
#[derive(Serialize)]
#[serde(untagged)]
enum Part {
    Nothing(bool),
    Schema(Schema),
}

/// The schema of a set of values of a machine.
pub(crate) fn document(machine: &str, named: &Named<'_>) -> Document {
    let title = format!("{} of {machine}", named.name);
    Document::new(Some(named.comment.to_owned()), Some(title), schema(named.values))
}

/// A document with the schemas of several sets of values of a machine under `$defs`.
pub(super) fn several(machine: &str, named: &[Named<'_>]) -> Document {
    let mut document = Document::new(None, Some(machine.to_owned()), Schema::default());
    document.definitions = named
        .iter()
        .map(|named| (named.name, Titled { comment: named.comment, schema: schema(named.values) }))
        .collect();
    document
}

impl Document {
    fn new(comment: Option<String>, title: Option<String>, schema: Schema) -> Self {
        Self { draft: DRAFT, comment, title, schema, definitions: BTreeMap::new() }
    }

    /// The schema of values, with a comment.
    pub(crate) fn of(values: &Values, comment: String) -> Self {
        Self::new(Some(comment), None, schema(values))
    }

    /// The text of the document.
    pub(crate) fn text(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(text) => text + "\n",
            // All keys are texts.
            Err(error) => unreachable!("a schema is JSON: {error}"),
        }
    }
}

fn schema(values: &Values) -> Schema {
    let mut schema = Schema { description: values.note.clone(), ..Schema::default() };
    if values.is_never {
        schema.not = Some(Anything {});
        return schema;
    }
    schema.kinds = kinds(values);
    if let Some(object) = &values.object {
        members(object, &mut schema);
    }
    if let Some(array) = &values.array {
        items(array, &mut schema);
    }
    schema
}

fn kinds(values: &Values) -> Option<Kinds> {
    // Whole numbers are numbers.
    let has_number = values.kinds.contains(&Kind::Number);
    let kinds = values.kinds.iter().filter(|kind| !(has_number && **kind == Kind::Integer));
    let names: Vec<&'static str> = kinds.map(|kind| kind.name()).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(Kinds::One(one)),
        _ => Some(Kinds::Several(names)),
    }
}

fn members(object: &Members, schema: &mut Schema) {
    for (name, member) in &object.known {
        schema.properties.insert(name.clone(), part(&member.values));
        if member.is_required {
            schema.required.push(name.clone());
        }
    }
    schema.additional = (!object.is_open).then_some(false);
}

fn items(array: &Items, schema: &mut Schema) {
    schema.first = array.first.iter().map(part).collect();
    schema.least = (!array.first.is_empty()).then_some(array.first.len());
    schema.items = Some(Box::new(array.more.as_ref().map_or(Part::Nothing(false), part)));
}

fn part(values: &Values) -> Part {
    if values.is_never { Part::Nothing(false) } else { Part::Schema(schema(values)) }
}
