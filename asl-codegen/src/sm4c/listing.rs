//! The attributes of all objects of a definition, as data: for JSON Schemas.

use asl_language::fields::{Takes, sm4c};

use super::attributes::{ACTIONS, KINDS, ObjectKind};
use super::place::child;
use crate::ir::ActionKind;
use asl_language::objects::{Content, FieldContent, LanguageFields, ObjectFields, Selection};

/// The attributes of all objects.
pub(crate) fn listing() -> LanguageFields {
    let kinds = KINDS.into_iter().chain(ACTIONS.map(ObjectKind::Action));
    let variants = ACTIONS.map(|kind| (kind.word(), name(ObjectKind::Action(kind))));
    let actions = Selection {
        name: "Action".to_owned(),
        field: "type",
        variants: variants.to_vec(),
        otherwise: None,
        ignores_case: true,
    };
    LanguageFields {
        root: name(ObjectKind::Machine),
        objects: kinds.map(object).collect(),
        selections: vec![actions],
    }
}

fn name(kind: ObjectKind) -> String {
    match kind {
        ObjectKind::Machine => "Machine",
        ObjectKind::Timeout => "Timeout",
        ObjectKind::State => "State",
        ObjectKind::Transition => "Transition",
        ObjectKind::EventGroup => "EventGroup",
        ObjectKind::Event => "Event",
        ObjectKind::Correlation => "Correlation",
        ObjectKind::Function => "Function",
        ObjectKind::Policy => "RetryPolicy",
        ObjectKind::ErrorHandler => "ErrorHandler",
        ObjectKind::AnyAction => "Action",
        ObjectKind::Action(kind) => return format!("Action.{}", kind.word()),
    }
    .to_owned()
}

fn object(kind: ObjectKind) -> ObjectFields {
    ObjectFields {
        name: name(kind),
        fields: kind.attributes().map(|name| attribute(name, kind)).collect(),
        required: required(kind).to_vec(),
        one_of: Vec::new(),
        exclusive: Vec::new(),
        needs: Vec::new(),
        takes_notes: true,
    }
}

fn attribute(attribute: &'static str, kind: ObjectKind) -> FieldContent {
    let known = sm4c(attribute);
    let inner = child(kind, attribute).map(name);
    let takes = known.map_or(Takes::Any, |field| field.takes);
    let content = match (attribute, inner) {
        ("timeout", Some(inner)) => Content::Object(inner),
        ("events" | "functions" | "retries", Some(inner)) => Content::ListOrFile(inner),
        ("events", None) => Content::Json(Takes::Texts),
        ("actions", _) => Content::List(name(ObjectKind::AnyAction)),
        ("action" | "enterAction" | "exitAction", _) => {
            Content::Object(name(ObjectKind::AnyAction))
        }
        ("transitions", Some(inner)) => Content::ListOrNames(inner),
        (_, Some(inner)) => Content::List(inner),
        (_, None) => Content::Json(takes),
    };
    let sense = known.map_or("", |field| field.sense);
    FieldContent { name: attribute, sense, content, takes_expression: false }
}

/// The attributes that an object needs.
fn required(kind: ObjectKind) -> &'static [&'static str] {
    match kind {
        ObjectKind::Machine => &["name", "version", "states"],
        ObjectKind::Timeout => &["duration"],
        ObjectKind::State | ObjectKind::Event => &["name"],
        ObjectKind::EventGroup => &["events"],
        ObjectKind::Correlation => &["contextAttributeName"],
        ObjectKind::Function => &["name", "operation"],
        ObjectKind::Policy => &["name", "maxAttempts"],
        ObjectKind::Transition | ObjectKind::ErrorHandler => &[],
        ObjectKind::AnyAction => &["type"],
        ObjectKind::Action(kind) => of_action(kind),
    }
}

fn of_action(kind: ActionKind) -> &'static [&'static str] {
    match kind {
        ActionKind::Delay => &["type", "timeout"],
        ActionKind::ForEach => &["type", "input", "action"],
        ActionKind::InjectData => &["type", "expression"],
        ActionKind::InvokeFunction => &["type", "functionName"],
        ActionKind::InvokeSubflow => &["type", "subflowName"],
        ActionKind::Parallel | ActionKind::Sequence => &["type", "actions"],
        ActionKind::SendEvent => &["type", "event"],
    }
}
