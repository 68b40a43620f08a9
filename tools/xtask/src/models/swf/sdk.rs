//! Tables of the conversion from and to the types of AWS's SDK.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use asl_conformance::problem::Result;

use super::Model;
use super::types::{Content, attributes, members};
use crate::models::File;
use crate::models::descriptions::Kind;
use crate::models::rust::{self, list, snake};
use crate::models::service::Member;

const EVENTS: &str = "engines/swf/src/aws/events/types.rs";
const DECISIONS: &str = "engines/swf/src/aws/decisions/types.rs";
const CALLS: &str = "engines/swf/src/aws/calls/types.rs";
const FIELDS: &str = "engines/swf/src/aws/fields/types.rs";

const EVENT_IMPORTS: &str = "
use aws_sdk_swf::types as sdk;

use super::events;
use crate::aws::fields::{Fault, Read};
use crate::model::EventAttributes;
use crate::model::event::{self as model, Unknown};

";

const DECISION_IMPORTS: &str = "
use aws_sdk_swf::error::BuildError;
use aws_sdk_swf::types as sdk;

use super::{Built, always_built, decisions};
use crate::aws::fields::Write;
use crate::model::Decision;

";

const CALL_IMPORTS: &str = "
use super::calls;
use crate::aws::fields::Write;

";

/// The actions without an answer whose requests need no conversion that can fail.
const CALLED: [&str; 9] = [
    "RegisterActivityType",
    "RegisterDomain",
    "RegisterWorkflowType",
    "RequestCancelWorkflowExecution",
    "RespondActivityTaskCanceled",
    "RespondActivityTaskCompleted",
    "RespondActivityTaskFailed",
    "SignalWorkflowExecution",
    "TerminateWorkflowExecution",
];

const FIELD_IMPORTS: &str = "
use aws_sdk_swf::types as sdk;

use super::{Fault, Read, optional, words};
use crate::model;

";

pub(super) fn files(model: &Model<'_>) -> Result<Vec<File>> {
    let files = [
        (EVENTS, events(model)?),
        (DECISIONS, decisions(model)?),
        (CALLS, calls(model)?),
        (FIELDS, fields(model)?),
    ];
    Ok(files.into_iter().map(|(path, text)| File { path: path.to_owned(), text }).collect())
}

/// For each type of events: the field with its attributes, their type, and their fields.
fn events(model: &Model<'_>) -> Result<String> {
    let mut text = rust::file("The types of events, with the fields of their attributes.");
    text.push_str(EVENT_IMPORTS);
    text.push_str("events! {\n");
    for name in model.service.values("EventType")? {
        let shape = attributes(Kind::Events, name);
        let field = snake(model.attributes_member(Kind::Events, name)?);
        let members = model.service.members(&shape)?.iter();
        let fields: Vec<String> = members.map(|member| snake(&member.name)).collect();
        write!(text, "    {name} = {field}: {shape} {{\n{}    }}\n", list(&fields, 8))?;
    }
    Ok(text + "}\n")
}

/// For each type of decisions: the setter of its attributes, their type, and the setters of their
/// fields. Builders of types without required members cannot fail.
fn decisions(model: &Model<'_>) -> Result<String> {
    let mut text = rust::file("The types of decisions, with the setters of their attributes.");
    text.push_str(DECISION_IMPORTS);
    text.push_str("decisions! {\n");
    let mut always_built = String::new();
    for name in model.service.values("DecisionType")? {
        let shape = attributes(Kind::Decisions, name);
        let setter = snake(model.attributes_member(Kind::Decisions, name)?);
        let members = model.service.members(&shape)?;
        let setters = list(&setters(members.iter()), 8);
        write!(text, "    {name} = set_{setter}: {shape} {{\n{setters}    }}\n")?;
        if !members.iter().any(|member| member.required) {
            writeln!(always_built, "    {shape}")?;
        }
    }
    Ok(text + "}\n\nalways_built! {\n" + &always_built + "}\n")
}

/// The fields of members with their setters.
fn setters<'m>(members: impl Iterator<Item = &'m Member>) -> Vec<String> {
    let fields = members.map(|member| snake(&member.name));
    fields.map(|field| format!("{field}: set_{field}")).collect()
}

/// For each action its method and the setters of its request.
fn calls(model: &Model<'_>) -> Result<String> {
    let mut text = rust::file("The actions without an answer, with the setters of their requests.");
    text.push_str(CALL_IMPORTS);
    text.push_str("calls! {\n");
    for name in CALLED {
        let setters = list(&setters(members(model, Kind::Requests, name)?.into_iter()), 8);
        write!(text, "    {name} = {} {{\n{setters}    }}\n", snake(name))?;
    }
    Ok(text + "}\n")
}

/// The enumerations, and the types that the SDK has as options: structures, and enumerations that
/// are not required.
fn fields(model: &Model<'_>) -> Result<String> {
    let words: BTreeSet<&str> = model
        .descriptions
        .types_of(Kind::Enumerations)
        .map(|described| described.name.as_str())
        .collect();
    let mut optional = BTreeSet::new();
    for name in model.service.values("EventType")? {
        for member in model.service.members(&attributes(Kind::Events, name))? {
            match Content::new(model, Kind::Events, member)? {
                Content::Structure(name) => optional.insert(name),
                Content::Word(name) if !member.required => optional.insert(name),
                Content::Word(_)
                | Content::Text
                | Content::Timeout
                | Content::EventId
                | Content::Count
                | Content::Flag
                | Content::Texts
                | Content::Events
                | Content::Decisions => false,
            };
        }
    }
    let mut text = rust::file("The types of fields of the SDK.");
    text.push_str(FIELD_IMPORTS);
    for (macro_name, names) in [("words", words), ("optional", optional)] {
        let names: Vec<&str> = names.into_iter().collect();
        write!(text, "{macro_name}! {{\n    {}\n}}\n\n", names.join("\n    "))?;
    }
    Ok(text)
}
