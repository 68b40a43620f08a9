//! Checks the compiler's claims about the data of a machine against runs of the reference
//! interpreter: data has the inferred shapes, a state that always fails never succeeds, and neither
//! does a machine without the required members of its input.

use std::iter;

use asl_codegen::check::flow::{Borders, Flow, Items, Members, Shape};
use asl_codegen::compile;
use asl_codegen::diagnostics::Levels;
use asl_codegen::ir::{Machine, StateId};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::types::{self, Interface, Kind, Values};

use super::job::Job;
use super::json::Json;
use super::reference::{End, Trace};

/// The compiler's claims about a machine.
pub(crate) struct Claims {
    machine: Machine,
    flow: Flow,
    interface: Interface,
    /// The states that always fail, with the reasons.
    failing: Vec<(String, String)>,
}

impl Claims {
    /// The claims about a definition, unless it is too faulty to have a graph.
    pub(crate) fn of(definition: &str, profile: Profile) -> Option<Self> {
        let options = Options::default().profile(profile).levels(Levels::default().as_aws());
        let checked = compile::check(&mut Sources::from_text("definition", definition), &options);
        let machine = checked.machine.or(checked.outline)?;
        let flow = Flow::new(&machine, &[], Borders::default());
        let interface = Interface::of(&machine);
        let name =
            |id: StateId| machine.states.get(id.index()).map(|state| state.name.value.clone());
        let failing = flow
            .failing(&machine)
            .into_iter()
            .filter_map(|(id, why)| Some((name(id)?, why)))
            .collect();
        Some(Self { machine, flow, interface, failing })
    }

    /// Number of states that always fail.
    pub(crate) fn failing(&self) -> usize {
        self.failing.len()
    }

    /// True if the input of a job lacks a required member.
    #[cfg(test)]
    pub(crate) fn lacks(&self, job: &Job) -> bool {
        !has_required(&self.interface.input, &job.input)
    }

    /// The first claim that a run disproves.
    pub(crate) fn untrue(&self, job: &Job, end: &End, trace: &Trace) -> Option<String> {
        if let Ok((output, _)) = end {
            let Interface { input: taken, output: given } = &self.interface;
            if !has_required(taken, &job.input) {
                return Some(format!("the machine succeeds without what is required: {taken:?}"));
            }
            if let Some(misfit) = misfit(given, output, "$") {
                return Some(format!("the output does not fit: {misfit}"));
            }
        }
        for event in &trace.entered {
            let state = self.machine.states.iter().find(|state| state.name.value == event.state)?;
            let shape = self.flow.input(state.entry);
            if !admits(&shape, &event.input) {
                return Some(format!("data of `{}` are {}, not {shape}", event.state, event.input));
            }
        }
        let (state, why) = self.failing.iter().find(|(state, _)| trace.left.contains(state))?;
        Some(format!("`{state}` came to its end, although {why}"))
    }
}

/// Returns true if a value and its parts have all required members.
fn has_required(values: &Values, value: &Json) -> bool {
    match (value, &values.object, &values.array) {
        (Json::Object(_), Some(members), _) => {
            members.known.iter().all(|(name, member)| match value.get(name) {
                Some(part) => has_required(&member.values, part),
                None => !member.is_required,
            })
        }
        (Json::Array(items), _, Some(shape)) => {
            items.iter().all(|item| shape.more.as_ref().is_none_or(|more| has_required(more, item)))
        }
        _ => true,
    }
}

/// The first part of a value that is not in its set.
fn misfit(values: &Values, value: &Json, place: &str) -> Option<String> {
    let kind = match value {
        Json::Null => Kind::Null,
        Json::Bool(_) => Kind::Boolean,
        Json::Number(_) => Kind::Number,
        Json::Text(_) => Kind::String,
        Json::Array(_) => Kind::Array,
        Json::Object(_) => Kind::Object,
    };
    let has_kind = values.kinds.is_empty() || values.kinds.contains(&kind);
    if values.is_never || !has_kind {
        return Some(format!("{place} is {value}, not {values:?}"));
    }
    match (value, &values.object, &values.array) {
        (Json::Object(_), Some(members), _) => misfit_member(members, value, place),
        (Json::Array(items), _, Some(shape)) => {
            let sets = shape.first.iter().map(Some).chain(iter::repeat(shape.more.as_ref()));
            if items.len() < shape.first.len() {
                return Some(format!("{place} is too short: {value}, not {values:?}"));
            }
            (0..).zip(items).zip(sets).find_map(|((index, item), set)| match set {
                Some(set) => misfit(set, item, &format!("{place}[{index}]")),
                None => Some(format!("{place} is too long: {value}, not {values:?}")),
            })
        }
        _ => None,
    }
}

fn misfit_member(members: &types::Members, object: &Json, place: &str) -> Option<String> {
    let Json::Object(parts) = object else { return None };
    let missing = members
        .known
        .iter()
        .find(|(name, member)| member.is_required && object.get(name).is_none());
    if let Some((name, _)) = missing {
        return Some(format!("{place}.{name} is not there: {object}"));
    }
    parts.iter().find_map(|(name, part)| match members.known.get(name) {
        Some(member) => misfit(&member.values, part, &format!("{place}.{name}")),
        None if members.is_open => None,
        None => Some(format!("{place}.{name} is not known: {object}")),
    })
}

/// Returns true if a value has a shape.
fn admits(shape: &Shape, value: &Json) -> bool {
    let Some(kinds) = shape.kinds() else { return true };
    match value {
        Json::Null => kinds.null,
        Json::Bool(_) => kinds.boolean,
        Json::Number(_) => kinds.number,
        Json::Text(_) => kinds.string,
        Json::Array(items) => kinds.array.as_ref().is_some_and(|shape| admits_items(shape, items)),
        Json::Object(_) => kinds.object.as_ref().is_some_and(|shape| admits_members(shape, value)),
    }
}

fn admits_items(shape: &Items, items: &[Json]) -> bool {
    let more = items.get(shape.first.len()..).unwrap_or_default();
    items.len() >= shape.first.len()
        && shape.first.iter().zip(items).all(|(shape, item)| admits(shape, item))
        && more.iter().all(|item| shape.more.as_ref().is_some_and(|shape| admits(shape, item)))
}

fn admits_members(shape: &Members, object: &Json) -> bool {
    let Json::Object(members) = object else { return false };
    let known = members.iter().all(|(name, value)| match shape.known.get(name) {
        Some(member) => admits(&member.shape, value),
        None => shape.is_open,
    });
    known && shape.known.iter().all(|(name, member)| !member.always || object.get(name).is_some())
}
