//! The types of the model.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use asl_conformance::problem::{Problem, Result};

use super::Model;
use crate::models::File;
use crate::models::descriptions::{Kind, Type, TypesFile};
use crate::models::rust::{self, camel, docs, snake};
use crate::models::service::{Member, Shape};

/// The file with the table of all events.
const EVENT_TABLE: &str = "engines/swf/src/model/event/types.rs";

/// The shape with a decision's or event's attributes.
pub(super) fn attributes(kind: Kind, name: &str) -> String {
    match kind {
        Kind::Decisions => format!("{name}DecisionAttributes"),
        Kind::Events => format!("{name}EventAttributes"),
        Kind::Requests => format!("{name}Input"),
        Kind::Enumerations | Kind::Names | Kind::Responses => name.to_owned(),
    }
}

/// Checks that exactly the decisions, events, enumerations and members of the model are described.
pub(super) fn check(model: &Model<'_>) -> Result<()> {
    for (kind, list) in [(Kind::Decisions, "DecisionType"), (Kind::Events, "EventType")] {
        let values = model.service.values(list)?.iter().map(String::as_str).collect();
        check_names(model, kind, &values)?;
    }
    let shapes = model.service.shapes().map(|(name, _)| name);
    let is_type = |name: &&str| !["DecisionType", "EventType"].contains(name);
    let enumerations = shapes.filter(|name| model.service.is_enumeration(name)).filter(is_type);
    check_names(model, Kind::Enumerations, &enumerations.collect())?;
    check_members(model)
}

/// Checks that no member is described that there is not.
fn check_members(model: &Model<'_>) -> Result<()> {
    let mut members = Vec::new();
    for file in model.descriptions.files.iter().filter(|file| file.kind != Kind::Enumerations) {
        for Type { name, .. } in &file.types {
            let of_type = model.service.members(&attributes(file.kind, name))?.iter();
            members.extend(of_type.map(|member| (name.as_str(), member.name.as_str())));
        }
    }
    let unused = model.descriptions.unused(&members);
    if unused.is_empty() {
        return Ok(());
    }
    Err(Problem::new(format!("no structure has these members: {}", unused.join(", "))))
}

fn check_names(model: &Model<'_>, kind: Kind, of_model: &BTreeSet<&str>) -> Result<()> {
    let described: BTreeSet<&str> =
        model.descriptions.types_of(kind).map(|described| described.name.as_str()).collect();
    let differing: Vec<&str> = described.symmetric_difference(of_model).copied().collect();
    if differing.is_empty() {
        return Ok(());
    }
    let names = differing.join(", ");
    Err(Problem::new(format!("{kind:?}: only the model or only the descriptions have {names}")))
}

pub(super) fn files(model: &Model<'_>) -> Result<Vec<File>> {
    let described = model.descriptions.files.iter();
    let mut files: Vec<File> =
        described.map(|file| types_file(model, file)).collect::<Result<_>>()?;
    files.push(event_table(model)?);
    Ok(files)
}

fn types_file(model: &Model<'_>, file: &TypesFile) -> Result<File> {
    let mut text = rust::file(&file.description);
    let content = match file.kind {
        Kind::Enumerations => enumerations(model, &file.types)?,
        Kind::Decisions => {
            table(model, file.kind, "decision_types", "DecisionType")? + &structures(model, file)?
        }
        Kind::Events | Kind::Names | Kind::Requests | Kind::Responses => structures(model, file)?,
    };
    text.push_str(&imports(model, file)?);
    text.push_str(&content);
    Ok(File { path: file.path.clone(), text })
}

/// The imports of a file with types.
fn imports(model: &Model<'_>, file: &TypesFile) -> Result<String> {
    if file.kind == Kind::Enumerations {
        return Ok("use crate::model::words::words;\n\n".to_owned());
    }
    let mut text = String::new();
    if file.kind != Kind::Requests {
        text.push_str("use serde::{Deserialize, Serialize};\n\n");
    }
    if file.kind == Kind::Decisions {
        text.push_str("use super::decision_types;\n");
    }
    let mut used = BTreeSet::new();
    for described in &file.types {
        for member in members(model, file.kind, &described.name)? {
            used.extend(Content::new(model, file.kind, member)?.import());
        }
    }
    if !used.is_empty() {
        let names: Vec<&str> = used.into_iter().collect();
        writeln!(text, "use crate::model::{{{}}};", names.join(", "))?;
    }
    Ok(text + "\n")
}

/// The macro's calls that declare enumerations.
fn enumerations(model: &Model<'_>, types: &[Type]) -> Result<String> {
    let mut text = String::new();
    for Type { name, description } in types {
        write!(text, "words! {{\n{}    {name} {{\n", docs(description, 4))?;
        for value in model.service.values(name)? {
            writeln!(text, "        {} = \"{value}\",", camel(value))?;
        }
        text.push_str("    }\n}\n\n");
    }
    Ok(text)
}

/// The macro's call that declares the enumeration of decisions or events: for each its type, and
/// the member with its attributes.
fn table(model: &Model<'_>, kind: Kind, macro_name: &str, list: &str) -> Result<String> {
    let mut text = format!("{macro_name}! {{\n");
    for name in model.service.values(list)? {
        let described = model.descriptions.types_of(kind).find(|described| described.name == *name);
        let description = described.map_or("", |described| &described.description);
        let member = model.attributes_member(kind, name)?;
        text.push_str(&docs(description, 4));
        writeln!(text, "    {name} = \"{member}\",")?;
    }
    Ok(text + "}\n\n")
}

fn event_table(model: &Model<'_>) -> Result<File> {
    let mut text = rust::file("The types of events.");
    let names = model.service.values("EventType")?.join(", ");
    write!(text, "use super::{{event_types, {names}}};\n\n")?;
    text.push_str(&table(model, Kind::Events, "event_types", "EventType")?);
    Ok(File { path: EVENT_TABLE.to_owned(), text })
}

fn structures(model: &Model<'_>, file: &TypesFile) -> Result<String> {
    let mut text = String::new();
    for described in &file.types {
        text.push_str(&structure(model, file.kind, described)?);
    }
    Ok(text)
}

fn structure(model: &Model<'_>, kind: Kind, described: &Type) -> Result<String> {
    let Type { name, description } = described;
    let members = members(model, kind, name)?;
    let derives = match kind {
        Kind::Names => "Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug",
        Kind::Responses => "Clone, PartialEq, Eq, Default, Debug",
        Kind::Requests => "Clone, PartialEq, Eq, Debug, Default",
        Kind::Decisions if has_default(model, &members)? => "Clone, PartialEq, Eq, Debug, Default",
        Kind::Decisions | Kind::Events | Kind::Enumerations => "Clone, PartialEq, Eq, Debug",
    };
    let mut text = docs(description, 0);
    if kind == Kind::Requests {
        writeln!(text, "#[derive({derives})]")?;
    } else {
        let default = if kind == Kind::Responses { ", default" } else { "" };
        writeln!(text, "#[derive({derives}, Serialize, Deserialize)]")?;
        writeln!(text, "#[serde(rename_all = \"camelCase\"{default})]")?;
    }
    writeln!(text, "pub struct {name} {{")?;
    for member in in_order(model, name, members)? {
        text.push_str(&field(model, kind, name, member)?);
    }
    Ok(text + "}\n\n")
}

/// The members that the structure of a type has.
pub(super) fn members<'m>(model: &'m Model<'_>, kind: Kind, name: &str) -> Result<Vec<&'m Member>> {
    let all = model.service.members(&attributes(kind, name))?.iter();
    Ok(all.filter(|member| !model.descriptions.leaves_out(name, &member.name)).collect())
}

/// The members of a structure in the order of its JSON.
fn in_order<'m>(
    model: &Model<'_>,
    structure: &str,
    mut sorted: Vec<&'m Member>,
) -> Result<Vec<&'m Member>> {
    let Some(order) = model.descriptions.order(structure) else { return Ok(sorted) };
    sorted.sort_by_key(|member| order.iter().position(|name| *name == member.name));
    if sorted.iter().map(|member| member.name.as_str()).eq(order) {
        return Ok(sorted);
    }
    Err(Problem::new(format!("the order of `{structure}` does not have its members")))
}

/// Returns true if all members have a default: a time-out has none.
fn has_default(model: &Model<'_>, members: &[&Member]) -> Result<bool> {
    let mut has_default = true;
    for member in members {
        let is_timeout = Content::new(model, Kind::Decisions, member)? == Content::Timeout;
        has_default &= !(is_timeout && member.required);
    }
    Ok(has_default)
}

fn field(model: &Model<'_>, kind: Kind, structure: &str, member: &Member) -> Result<String> {
    let content = Content::new(model, kind, member)?;
    let is_list = matches!(content, Content::Texts | Content::Events | Content::Decisions);
    let is_zero = content == Content::EventId && kind == Kind::Responses;
    let is_optional = !member.required && !is_list && !is_zero && content != Content::Flag;
    let options = serde_options(model, (kind, structure), member, is_optional, is_list);
    let mut text = docs(model.descriptions.member(structure, &member.name)?, 4);
    if !options.is_empty() {
        writeln!(text, "    #[serde({})]", options.join(", "))?;
    }
    let content = content.name();
    let content = if is_optional { format!("Option<{content}>") } else { content };
    writeln!(text, "    pub {}: {content},", snake(&member.name))?;
    Ok(text)
}

/// The options of serde for a field. Requests have no JSON.
fn serde_options(
    model: &Model<'_>,
    (kind, structure): (Kind, &str),
    member: &Member,
    is_optional: bool,
    is_list: bool,
) -> Vec<String> {
    let mut options = Vec::new();
    if kind == Kind::Requests {
        return options;
    }
    let has_own_default = kind != Kind::Responses;
    if has_own_default && (!member.required || may_be_missing(structure, member)) {
        options.push("default".to_owned());
    }
    if is_optional {
        options.push("skip_serializing_if = \"Option::is_none\"".to_owned());
    } else if is_list && !member.required {
        options.push("skip_serializing_if = \"Vec::is_empty\"".to_owned());
    }
    if let Some(spelling) = model.descriptions.spelling(structure, &member.name) {
        options.push(format!("alias = \"{spelling}\""));
    }
    options
}

/// Returns true for ids of events that Amazon SWF leaves out where there is no such event, although
/// its model requires them.
fn may_be_missing(structure: &str, member: &Member) -> bool {
    match member.name.as_str() {
        "startedEventId" | "decisionTaskCompletedEventId" => true,
        "initiatedEventId" => structure.ends_with("Failed"),
        _ => false,
    }
}

/// The content of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content<'s> {
    Text,
    Timeout,
    EventId,
    /// A number that is not negative.
    Count,
    /// True or false; false if it is not there.
    Flag,
    /// A list of texts.
    Texts,
    /// A list of events.
    Events,
    /// A list of decisions.
    Decisions,
    /// An enumeration.
    Word(&'s str),
    Structure(&'s str),
}

impl<'s> Content<'s> {
    /// The content of a member of a structure of this kind.
    pub(super) fn new(model: &Model<'_>, kind: Kind, member: &'s Member) -> Result<Self> {
        let name = member.shape.as_str();
        Ok(match model.service.shape(name)? {
            // The name of the list that is polled.
            _ if kind == Kind::Requests && member.required && name == "TaskList" => Self::Text,
            Shape::String { .. } if name.starts_with("DurationInSeconds") => Self::Timeout,
            Shape::String { values, .. } if values.is_empty() => Self::Text,
            Shape::String { .. } => Self::Word(name),
            Shape::Long { .. } => Self::EventId,
            Shape::List { member, .. } if member == "HistoryEvent" => Self::Events,
            Shape::List { member, .. } if member == "Decision" => Self::Decisions,
            Shape::List { .. } => Self::Texts,
            Shape::Integer { .. } => Self::Count,
            Shape::Boolean => Self::Flag,
            Shape::Structure { .. } => Self::Structure(name),
            Shape::Float { .. } | Shape::Timestamp => {
                return Err(model.service.fault(format_args!("`{name}` has no type in Rust")));
            }
        })
    }

    /// Its type in Rust.
    fn name(self) -> String {
        match self {
            Self::Text => "String".to_owned(),
            Self::Timeout => "Timeout".to_owned(),
            Self::EventId => "i64".to_owned(),
            Self::Count => "u32".to_owned(),
            Self::Flag => "bool".to_owned(),
            Self::Texts => "Vec<String>".to_owned(),
            Self::Events => "Vec<Event>".to_owned(),
            Self::Decisions => "Vec<Decision>".to_owned(),
            Self::Word(name) | Self::Structure(name) => name.to_owned(),
        }
    }

    /// Its type, if it is one of the model.
    fn import(self) -> Option<&'s str> {
        match self {
            Self::Text | Self::EventId | Self::Count | Self::Flag | Self::Texts => None,
            Self::Timeout => Some("Timeout"),
            Self::Events => Some("Event"),
            Self::Decisions => Some("Decision"),
            Self::Word(name) | Self::Structure(name) => Some(name),
        }
    }
}
