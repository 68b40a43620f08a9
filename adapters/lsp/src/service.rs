//! Calls of AWS's services, as AWS's models describe them: requests, errors and names.

use std::fmt::Write as _;
use std::sync::Arc;

use asl_aws_models::{
    Bounds, Integration, Operation, Service, Shape, ShapeId, Spelling, integration, integrations,
    resource, service, service_names,
};
use asl_codegen::source::Node;

/// Maximum number of names that a description lists.
const MOST: usize = 12;

/// The suffix of keys whose value is computed.
const COMPUTED: &str = ".$";

/// The beginning of a `Resource` that calls a service.
const PREFIX: &str = "arn:aws:states:::";

/// The call of a service that a `Resource` names.
pub(crate) struct Call {
    service: Option<Arc<Service>>,
    own: Option<&'static Integration>,
    action: String,
    spelling: Spelling,
}

/// A member that a request may have.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) is_required: bool,
    /// Its values in words.
    pub(crate) values: String,
}

/// An error that a call may end with.
pub(crate) struct CallError {
    pub(crate) name: String,
    pub(crate) status: Option<u16>,
}

impl Call {
    /// The call of a `Resource`; `None` if it is none, or of an action that is not known.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let called = resource(text)?;
        if called.is_sdk {
            let found = service(called.service)?;
            found.operation(called.action)?;
            let action = called.action.to_owned();
            return Some(Self { service: Some(found), own: None, action, spelling: Spelling::Sdk });
        }
        let own = integration(called.service, called.action)?;
        let (service, action) = match own.target {
            Some((name, action)) => (service(name), action),
            None => (None, own.action),
        };
        let action = action.to_owned();
        Some(Self { service, own: Some(own), action, spelling: Spelling::Optimized })
    }

    fn operation(&self) -> Option<(&Service, Operation<'_>)> {
        let service = self.service.as_deref()?;
        Some((service, service.operation(&self.action)?))
    }

    /// The members of the object to which keys lead within the request.
    pub(crate) fn members(&self, keys: &[&str]) -> Vec<Member> {
        let mut members = Vec::new();
        if let Some(own) = self.own.and_then(|own| own.own).filter(|_| keys.is_empty()) {
            let row = |is_required| {
                move |name: &&str| Member {
                    name: (*name).to_owned(),
                    is_required,
                    values: "a member of Step Functions' own".to_owned(),
                }
            };
            members.extend(own.required.iter().map(row(true)));
            members.extend(own.optional.iter().map(row(false)));
        }
        let Some((service, id)) = self.shape_at(keys) else { return members };
        if let Some(Shape::Structure(structure)) = service.shape(id) {
            members.extend(structure.members.iter().map(|member| Member {
                name: member.written(self.spelling),
                is_required: member.is_required_in(self.spelling),
                values: described(service, member.shape),
            }));
        }
        members
    }

    /// The words that the text to which keys lead can be.
    pub(crate) fn words(&self, keys: &[&str]) -> Vec<String> {
        let Some((service, id)) = self.shape_at(keys) else { return Vec::new() };
        let Some(Shape::String { values, .. }) = service.shape(id) else { return Vec::new() };
        values.into_iter().map(str::to_owned).collect()
    }

    /// The shape to which keys lead. A list is left out on the way, as its items have no keys.
    fn shape_at(&self, keys: &[&str]) -> Option<(&Service, ShapeId)> {
        let (service, operation) = self.operation()?;
        let mut id = item(service, operation.input?)?;
        for key in keys {
            let plain = key.strip_suffix(COMPUTED).unwrap_or(key);
            let shape = service.shape(id)?;
            let inner = if let Shape::Structure(structure) = &shape {
                let mut members = structure.members.iter();
                members.find(|member| member.written(self.spelling) == plain)?.shape
            } else if let Shape::Map { value, .. } = shape {
                value
            } else {
                return None;
            };
            id = item(service, inner)?;
        }
        Some((service, id))
    }

    /// The errors of the operation, as definitions name them.
    pub(crate) fn errors(&self) -> Vec<CallError> {
        let Some((service, operation)) = self.operation() else { return Vec::new() };
        let prefix = self.own.map_or(service.error_prefix(), |own| own.error_prefix);
        let errors = operation.errors.iter().filter_map(|id| service.error(*id));
        errors
            .map(|error| CallError {
                name: format!("{prefix}.{}", error.exception),
                status: error.status,
            })
            .collect()
    }

    /// The service and the operation: `PutItem` of `DynamoDB`.
    pub(crate) fn title(&self) -> String {
        match (self.operation(), self.own) {
            (Some((service, operation)), _) => {
                format!("`{}` of {}", operation.name, service.service_id())
            }
            (None, Some(own)) => format!("`{}:{}` of Step Functions", own.service, own.action),
            (None, None) => format!("`{}`", self.action),
        }
    }

    /// The facts about the call, in Markdown.
    pub(crate) fn card(&self) -> String {
        let mut card = format!("\nCalls {}.\n", self.title());
        let members = self.members(&[]);
        for (what, is_required) in [("Needs", true), ("Also takes", false)] {
            let names = members.iter().filter(|member| member.is_required == is_required);
            let names: Vec<&str> = names.map(|member| member.name.as_str()).collect();
            if !names.is_empty() {
                // Writing to a String cannot fail.
                let _ = write!(card, "\n{what} {}.\n", listed(&names));
            }
        }
        let errors = self.errors();
        if !errors.is_empty() {
            let names: Vec<&str> = errors.iter().map(|error| error.name.as_str()).collect();
            let _ = write!(card, "\nRaises {}.\n", listed(&names));
        }
        card
    }
}

/// The request of the call of a state, and the keys within it, of members on the way to a place.
pub(crate) fn request<'k>(steps: &[(&'k str, &Node)]) -> Option<(Call, Vec<&'k str>)> {
    let (call, field, keys) = called(steps)?;
    matches!(field, "Parameters" | "Arguments").then_some((call, keys))
}

/// The call of the state around a place, the field of the state, and the keys within it.
pub(crate) fn called<'k>(steps: &[(&'k str, &Node)]) -> Option<(Call, &'k str, Vec<&'k str>)> {
    // Data may have a member `States`: the last one with a state that calls something is meant.
    let at = (1..steps.len()).rev().find(|at| {
        let outer = steps.get(at - 1).map(|(name, _)| *name);
        let state = steps.get(*at).map(|(_, value)| *value);
        outer == Some("States") && state.is_some_and(|state| state.get("Type").is_some())
    })?;
    let (_, state) = steps.get(at)?;
    let call = Call::new(state.get("Resource")?.as_str()?)?;
    let (field, _) = steps.get(at + 1)?;
    let keys = steps.get(at + 2..)?.iter().map(|(name, _)| *name).collect();
    Some((call, field, keys))
}

/// The beginnings and names of Resources that fit what is written: those of Step Functions' own
/// integrations, the services of the SDK, or the actions of one of them. Each has its sense.
pub(crate) fn resources(written: &str) -> Vec<(String, String)> {
    let sdk = format!("{PREFIX}aws-sdk:");
    if let Some((name, _)) = written.strip_prefix(&sdk).and_then(|rest| rest.split_once(':')) {
        let Some(service) = service(name) else { return Vec::new() };
        let actions = service.operations().filter(|operation| !operation.streams());
        let resource = |operation: Operation<'_>| {
            let sense = format!("{} of {}", operation.name, service.service_id());
            (format!("{sdk}{name}:{}", operation.action()), sense)
        };
        return actions.map(resource).collect();
    }
    if written.starts_with(&sdk) {
        let name = |name| (format!("{sdk}{name}:"), "a service of AWS's SDK".to_owned());
        return service_names().map(name).collect();
    }
    let own = integrations().iter().flat_map(|own| {
        own.patterns.iter().map(move |pattern| {
            let call = format!("{PREFIX}{}:{}{}", own.service, own.action, pattern.suffix());
            (call, "an integration of Step Functions' own".to_owned())
        })
    });
    own.chain([(sdk.clone(), "a service of AWS's SDK".to_owned())]).collect()
}

/// The shape of the innermost items of lists.
fn item(service: &Service, id: ShapeId) -> Option<ShapeId> {
    /// More lists within each other than any request has.
    const MOST_DEPTH: usize = 8;
    let mut id = id;
    for _ in 0..MOST_DEPTH {
        let Shape::List { item, .. } = service.shape(id)? else { return Some(id) };
        id = item;
    }
    None
}

/// The values of a shape in words.
fn described(service: &Service, id: ShapeId) -> String {
    let Some(shape) = service.shape(id) else { return "any value".to_owned() };
    match shape {
        Shape::Structure(structure) => {
            let names = structure.members.iter().map(|member| member.name).collect::<Vec<_>>();
            let what = if structure.is_union { "an object with one of" } else { "an object with" };
            if names.is_empty() {
                "an object".to_owned()
            } else {
                format!("{what} {}", listed(&names))
            }
        }
        Shape::List { item, bounds, .. } => {
            let inner = service.shape(item).map_or("anything", |shape| noun(&shape));
            format!("an array of {inner}{}", within(bounds, "items"))
        }
        Shape::Map { bounds, .. } => {
            format!("an object with names of your own{}", within(bounds, "members"))
        }
        Shape::String { values, bounds } if values.is_empty() => {
            format!("a text{}", within(bounds, "characters"))
        }
        Shape::String { values, .. } => format!("one of {}", listed(&values)),
        Shape::Integer(bounds) | Shape::Long(bounds) => {
            format!("a whole number{}", within(bounds, ""))
        }
        Shape::Float(_) | Shape::Double(_) => "a number".to_owned(),
        Shape::Boolean => "`true` or `false`".to_owned(),
        Shape::Blob(_) => "bytes, as a text".to_owned(),
        Shape::Timestamp(_) => "a moment".to_owned(),
        Shape::Document => "any JSON".to_owned(),
    }
}

/// The kind of a shape, of several.
fn noun(shape: &Shape<'_>) -> &'static str {
    match shape {
        Shape::Structure(_) | Shape::Map { .. } => "objects",
        Shape::List { .. } => "arrays",
        Shape::String { .. } | Shape::Blob(_) => "texts",
        Shape::Integer(_) | Shape::Long(_) | Shape::Float(_) | Shape::Double(_) => "numbers",
        Shape::Boolean => "booleans",
        Shape::Timestamp(_) => "moments",
        Shape::Document => "any JSON",
    }
}

fn within(bounds: Bounds<i64>, unit: &str) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    match (bounds.min, bounds.max) {
        (Some(min), Some(max)) => format!(", {min} to {max}{unit}"),
        (Some(min), None) => format!(", at least {min}{unit}"),
        (None, Some(max)) => format!(", at most {max}{unit}"),
        (None, None) => String::new(),
    }
}

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
