//! Checks the compiler's claims about the data of a machine against runs of the reference
//! interpreter: data has the inferred shapes, and a state that always fails never succeeds.

use asl_codegen::check::flow::{Borders, Flow, Items, Members, Shape};
use asl_codegen::compile;
use asl_codegen::diagnostics::Levels;
use asl_codegen::ir::{Machine, StateId};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;

use super::json::Json;
use super::reference::Trace;

/// The compiler's claims about a machine.
pub(crate) struct Claims {
    machine: Machine,
    flow: Flow,
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
        let name =
            |id: StateId| machine.states.get(id.index()).map(|state| state.name.value.clone());
        let failing = flow
            .failing(&machine)
            .into_iter()
            .filter_map(|(id, why)| Some((name(id)?, why)))
            .collect();
        Some(Self { machine, flow, failing })
    }

    /// Number of states that always fail.
    pub(crate) fn failing(&self) -> usize {
        self.failing.len()
    }

    /// The first claim that a run disproves.
    pub(crate) fn untrue(&self, trace: &Trace) -> Option<String> {
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
