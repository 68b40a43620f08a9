//! The fields that an object may have at a place of a definition: for editors.

use super::table::{FIELDS, ObjectKind, Standing, standing};
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::choice_rule::operators;
use crate::asl::state::kind_of_type;
use asl_source::source::Node;

/// An object on the way to a place.
#[derive(Clone, Copy)]
enum Place {
    Object(ObjectKind),
    /// The value of `States`.
    States,
    /// A state whose type is missing or unknown.
    Untyped,
}

/// The fields of the object to which keys lead, those that only the other query language has left
/// out. `None` if it has no fields of the language: it is data, or lists states.
pub(crate) fn fields_at(definition: &Node, keys: &[(&str, &Node)]) -> Option<Vec<&'static str>> {
    let machine = language_of(definition, QueryLanguage::JsonPath);
    let mut language = machine;
    let mut place = Place::Object(ObjectKind::Machine);
    for (key, value) in keys {
        place = inner(place, key, value)?;
        // States in a Map or a Parallel do not have the language of the state around them.
        if matches!(place, Place::States) {
            language = machine;
        }
        if matches!(place, Place::Object(_)) {
            language = language_of(value, language);
        }
    }
    let kind = match place {
        Place::Object(kind) => kind,
        Place::Untyped => return Some(vec!["Type", "Comment", "QueryLanguage"]),
        Place::States => return None,
    };
    let is_allowed = |name: &&'static str| match standing(name, kind) {
        Standing::Both => true,
        Standing::Only(needed) => needed == language,
        Standing::Elsewhere(_) | Standing::Unknown => false,
    };
    let mut fields: Vec<_> = FIELDS.iter().map(|field| field.name).filter(is_allowed).collect();
    let is_rule = matches!(kind, ObjectKind::Rule | ObjectKind::InnerRule);
    if is_rule && language == QueryLanguage::JsonPath {
        fields.extend(operators().map(|(name, _)| name));
    }
    Some(fields)
}

fn inner(place: Place, key: &str, value: &Node) -> Option<Place> {
    let outer = match place {
        Place::States => {
            let word = value.get("Type").and_then(Node::as_str);
            return Some(word.and_then(kind_of_type).map_or(Place::Untyped, Place::Object));
        }
        Place::Object(outer) => outer,
        Place::Untyped => return None,
    };
    let has_states =
        matches!(outer, ObjectKind::Machine | ObjectKind::Branch | ObjectKind::Processor);
    if key == "States" && has_states {
        return Some(Place::States);
    }
    child(outer, key).map(Place::Object)
}

/// The kind of the objects that a field of an object has, states left out.
pub(super) fn child(outer: ObjectKind, key: &str) -> Option<ObjectKind> {
    Some(match (key, outer) {
        ("And" | "Or" | "Not", ObjectKind::Rule | ObjectKind::InnerRule) => ObjectKind::InnerRule,
        ("Retry", ObjectKind::Task | ObjectKind::Parallel | ObjectKind::Map) => ObjectKind::Retrier,
        ("Catch", ObjectKind::Task | ObjectKind::Parallel | ObjectKind::Map) => ObjectKind::Catcher,
        ("Choices", ObjectKind::Choice) => ObjectKind::Rule,
        ("Branches", ObjectKind::Parallel) => ObjectKind::Branch,
        ("ItemProcessor" | "Iterator", ObjectKind::Map) => ObjectKind::Processor,
        ("ProcessorConfig", ObjectKind::Processor) => ObjectKind::ProcessorConfig,
        ("ItemBatcher", ObjectKind::Map) => ObjectKind::ItemBatcher,
        ("ItemReader", ObjectKind::Map) => ObjectKind::ItemReader,
        ("ReaderConfig", ObjectKind::ItemReader) => ObjectKind::ReaderConfig,
        ("ResultWriter", ObjectKind::Map) => ObjectKind::ResultWriter,
        ("WriterConfig", ObjectKind::ResultWriter) => ObjectKind::WriterConfig,
        _ => return None,
    })
}

fn language_of(object: &Node, outer: QueryLanguage) -> QueryLanguage {
    match object.get("QueryLanguage").and_then(Node::as_str) {
        Some("JSONata") => QueryLanguage::Jsonata,
        Some("JSONPath") => QueryLanguage::JsonPath,
        Some(_) | None => outer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_has_a_sense_and_each_sense_a_field() {
        for field in FIELDS {
            assert!(asl_language::fields::asl(field.name).is_some(), "{}", field.name);
        }
        let of_rules = ["And", "Or", "Not"];
        for known in asl_language::fields::ASL {
            let is_field = FIELDS.iter().any(|field| field.name == known.name);
            assert!(is_field || of_rules.contains(&known.name), "{}", known.name);
        }
    }
}
