//! The attributes that an object may have at a place of a definition: for editors.

use super::attributes::{ACTIONS, ObjectKind};
use asl_source::source::Node;

/// The attributes of the object to which keys lead. `None` if it has none of the language: it is
/// data.
pub(crate) fn attributes_at(keys: &[(&str, &Node)]) -> Option<Vec<&'static str>> {
    let mut kind = ObjectKind::Machine;
    for (key, value) in keys {
        kind = inner(kind, key, value)?;
    }
    Some(kind.attributes().collect())
}

fn inner(outer: ObjectKind, key: &str, value: &Node) -> Option<ObjectKind> {
    match key {
        "action" | "actions" | "enterAction" | "exitAction" => Some(action(value)),
        _ => child(outer, key),
    }
}

/// The kind of the objects that an attribute of an object has, actions left out.
pub(super) fn child(outer: ObjectKind, key: &str) -> Option<ObjectKind> {
    Some(match (key, outer) {
        ("timeout", ObjectKind::Machine) => ObjectKind::Timeout,
        ("states", ObjectKind::Machine) => ObjectKind::State,
        ("events", ObjectKind::Machine) => ObjectKind::Event,
        ("functions", ObjectKind::Machine) => ObjectKind::Function,
        ("retries", ObjectKind::Machine) => ObjectKind::Policy,
        ("transitions", ObjectKind::State) => ObjectKind::Transition,
        ("eventGroups", ObjectKind::Transition) => ObjectKind::EventGroup,
        ("correlation", ObjectKind::Event) => ObjectKind::Correlation,
        ("errorHandlers", _) => ObjectKind::ErrorHandler,
        _ => return None,
    })
}

fn action(object: &Node) -> ObjectKind {
    let word = object.get("type").and_then(Node::as_str);
    let kind = ACTIONS.into_iter().find(|kind| Some(kind.word()) == word);
    kind.map_or(ObjectKind::AnyAction, ObjectKind::Action)
}

#[cfg(test)]
mod tests {
    use super::super::attributes::KINDS;
    use super::*;

    #[test]
    fn each_attribute_has_a_sense() {
        let kinds = KINDS.into_iter().chain(ACTIONS.map(ObjectKind::Action));
        let known: Vec<&str> = kinds.flat_map(ObjectKind::attributes).collect();
        for name in &known {
            assert!(asl_language::fields::sm4c(name).is_some(), "{name}");
        }
        for field in asl_language::fields::SM4C {
            assert!(known.contains(&field.name), "{}", field.name);
        }
    }
}
