//! Names as expressions.

use super::captures::Capture;
use super::direct::plan_function_value;
use super::op::{Op, Plan, Repr};
use super::planner::Planner;
use crate::resolve::{Meaning, Reference, Storage, VariableId};

/// The way in which a variable is kept.
pub(super) fn storage(planner: &Planner<'_>, id: VariableId) -> Storage {
    planner.names.variable(id).map_or(Storage::Local, |variable| variable.storage)
}

/// A variable, which functions around this place capture.
pub(super) fn variable(planner: &mut Planner<'_>, id: VariableId, repr: Repr) -> Plan {
    let level = planner.names.variable(id).map_or(0, |variable| variable.level);
    planner.capture(Capture::Variable(id), level);
    Plan::new(repr, Op::Variable(id))
}

/// The value of a name as an item.
pub(super) fn plan_reference(planner: &mut Planner<'_>, reference: &Reference) -> Plan {
    let end = plan_meaning(planner, reference.end);
    if reference.maybe.is_empty() {
        return end;
    }
    for id in reference.maybe.iter().rev() {
        variable(planner, *id, Repr::Item);
    }
    let end = (reference.end != Meaning::Undefined).then_some(end);
    Plan::item(Op::Maybe(reference.maybe.clone(), end))
}

fn plan_meaning(planner: &mut Planner<'_>, meaning: Meaning) -> Plan {
    match meaning {
        Meaning::Variable(id) if storage(planner, id) == Storage::Function => {
            plan_function_value(planner, id)
        }
        Meaning::Variable(id) => {
            let native = planner.native(id).filter(|_| storage(planner, id) == Storage::Local);
            let repr = native.map_or(Repr::Item, Repr::Native);
            variable(planner, id, repr).to(Repr::Item)
        }
        Meaning::Tuple(path, slot) => {
            planner.tuple(path);
            Plan::item(Op::Slot(path, slot))
        }
        Meaning::Given(place) => {
            planner.capture(Capture::Given(place), 0);
            Plan::view(Op::Given(place)).to(Repr::Item)
        }
        Meaning::Input => {
            planner.capture(Capture::Input, 0);
            Plan::view(Op::Input).to(Repr::Item)
        }
        Meaning::BuiltIn(built_in) => Plan::item(Op::BuiltIn(built_in.id)),
        Meaning::Undefined => Plan::item(Op::Undefined),
    }
}

/// A name as a view, if it is a local.
pub(super) fn plan_local(planner: &mut Planner<'_>, reference: &Reference) -> Option<Plan> {
    if !reference.maybe.is_empty() {
        return None;
    }
    match reference.end {
        Meaning::Variable(id)
            if storage(planner, id) == Storage::Local && planner.native(id).is_none() =>
        {
            Some(variable(planner, id, Repr::View))
        }
        Meaning::Given(place) => {
            planner.capture(Capture::Given(place), 0);
            Some(Plan::view(Op::Given(place)))
        }
        Meaning::Input => {
            planner.capture(Capture::Input, 0);
            Some(Plan::view(Op::Input))
        }
        Meaning::Tuple(path, slot) => {
            planner.tuple(path);
            Some(Plan::view(Op::Slot(path, slot)))
        }
        Meaning::Variable(_) | Meaning::BuiltIn(_) | Meaning::Undefined => None,
    }
}
